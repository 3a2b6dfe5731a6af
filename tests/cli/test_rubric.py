"""``rubrary rubric``: a policy's life, command by command."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from cli.conftest import Rubrary
from policy_samples import CHECKLIST, SMALL, read
from rubrary.resources import data_folder
from rubrary.rubric import policy_digest, policy_json, shipped, shipped_rubric

REPROSCORE = "https://w3id.org/rubrary/rubric/reproscore/1.0.0"


@pytest.fixture
def small(filled: Rubrary, tmp_path: Path) -> Rubrary:
    """The command line in a folder with a registry and small.yaml."""
    (tmp_path / "small.yaml").write_text(SMALL)
    return filled


@pytest.mark.parametrize("command", ["lint", "show", "list", "digest", "publish", "new", "diff", "adopt"])
def test_each_command_has_help(rubrary: Rubrary, command: str) -> None:
    shown = rubrary("rubric", command, "--help")
    assert shown.status == 0
    assert "Usage" in shown.out


# -- show ------------------------------------------------------------------------------------------------------


def test_show_gives_questions_weights_gates_penalties_and_scores(rubrary: Rubrary) -> None:
    run = rubrary("rubric", "show", "reproscore@1.0.0")
    assert run.status == 0
    for part in (
        "Is there one command or script that sets up the environment?",
        "gate: below 40, x counts (x/40)^1.5 · 40",
        "−20  no_environment",
        "blend, by coverage, of RRS and ROS, α from 0.1 to 0.7; from 0 to 100",
        "as published",
        policy_digest(shipped_rubric("reproscore@1.0.0").policy),
    ):
        assert part in run.out


def test_show_draws_a_weight_as_a_bar_of_its_share(rubrary: Rubrary, tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_text(SMALL)
    lines = rubrary("rubric", "show", "small.yaml").out.splitlines()
    bars = {line.split()[0]: line.count("█") for line in lines if "█" in line}
    assert bars == {"E": 14, "D": 9, "pinned": 24, "readme": 12, "comments": 12, "ran": 16, "passed": 7}


@pytest.mark.parametrize("reference", [version.reference for version in shipped()])
def test_every_shipped_rubric_can_be_shown(rubrary: Rubrary, reference: str) -> None:
    shown, document = (
        rubrary("rubric", "show", reference),
        rubrary("rubric", "show", reference, "--format", "json"),
    )
    policy = shipped_rubric(reference).policy
    assert all(criterion.id in shown.out for criterion in policy.criteria)
    assert [part["id"] for part in document.json["criteria"]] == [part.id for part in policy.criteria]
    assert [rule["method"] for rule in document.json["scores"]] == [
        rule.method.value for rule in policy.scores
    ]


def test_show_nests_the_dimensions_of_a_tree(rubrary: Rubrary, tmp_path: Path) -> None:
    (tmp_path / "tree.yaml").write_text(
        "rubric: tree\nversion: 1.0.0\ntitle: A tree\nlicense: CC0-1.0\n"
        "dimensions:\n  - {id: all, title: All, weight: 1}\n  - {id: code, title: Code, weight: 3, parent: all}\n"
        "criteria:\n  - {id: runs, dimension: code, weight: 2, question: Does it run?, scale: {kind: binary}}\n"
        "  - {id: docs, dimension: all, weight: 1, question: Is it documented?, scale: {kind: binary}}\n"
        "scores: [{id: score, method: weighted-tree}]\n"
    )
    lines = rubrary("rubric", "show", "tree.yaml").out.splitlines()
    drawn = [line for line in lines if "█" in line]
    assert [line.index(line.split()[0]) for line in drawn] == [0, 2, 2, 4]
    assert [line.count("█") for line in drawn] == [24, 6, 18, 24]


def test_show_says_what_an_override_changes_and_why(rubrary: Rubrary, tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text(
        "rubric: ours\nversion: 1.0.0\nextends: reproscore@1.0.0\npenalties:\n"
        "  - {id: no_data, points: 5, rationale: Our data cannot be shared.}\nrounding: {decimals: 1}\n"
    )
    run = rubrary("rubric", "show", "ours.yaml")
    assert "What it changes of reproscore@1.0.0" in run.out
    assert "penalty-no_data: points 15 → 5" in run.out
    assert "Our data cannot be shared." in run.out
    assert "rounding: decimals 2 → 1" in run.out
    assert "no reason given" in run.out


def test_a_version_is_named_by_name_iri_or_file(small: Rubrary) -> None:
    for reference in ("reproscore@1.0.0", REPROSCORE):
        assert small("rubric", "show", reference, "--format", "json").json["iri"] == REPROSCORE
    shown = small("rubric", "show", "small.yaml", "--format", "json").json
    assert shown["iri"] == "http://127.0.0.1:8000/rubric/small/1.0.0"
    assert shown["dimensions"][0]["gate"] == {"threshold": "40", "exponent": "1.5"}


def test_an_unknown_version_is_not_found_and_the_known_ones_are_named(rubrary: Rubrary) -> None:
    run = rubrary("rubric", "show", "reproscore@9.9.9")
    assert run.status == 1
    assert "Known versions: reproscore@1.0.0." in run.err
    assert rubrary("rubric", "show", "nowhere.yaml").status == 2
    assert "rubrary rubric list" in rubrary("rubric", "show", "nonsense").err


def test_nothing_of_a_file_reaches_the_terminal_as_markup(rubrary: Rubrary, tmp_path: Path) -> None:
    (tmp_path / "odd.yaml").write_text(CHECKLIST.replace("Are the seeds stated?", "'[bold]Are[/bold] they?'"))
    assert "[bold]Are[/bold] they?" in rubrary("rubric", "show", "odd.yaml").out


# -- list and digest -------------------------------------------------------------------------------------------


def test_list_tells_what_is_shipped_and_what_is_on_record(small: Rubrary, tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text(
        "rubric: ours\nversion: 1.0.0\nextends: small@1.0.0\nrounding: {decimals: 1}\n"
    )
    assert small("rubric", "publish", "small.yaml", "ours.yaml").status == 0
    found = {known["reference"]: known for known in small("rubric", "list", "--format", "json").json}
    assert {version.reference for version in shipped()} < found.keys()
    assert (found["reproscore@1.0.0"]["shipped"], found["reproscore@1.0.0"]["onRecord"]) == (True, True)
    assert (found["small@1.0.0"]["shipped"], found["small@1.0.0"]["onRecord"]) == (False, True)
    assert found["ours@1.0.0"]["extends"] == found["small@1.0.0"]["iri"]
    assert found["small@1.0.0"]["policyDigest"] == policy_digest(read(SMALL).policy)
    assert found["reproscore@1.0.0"]["status"] == "as-published"
    text = small("rubric", "list").out
    assert "A small rubric" in text
    assert "extends small@1.0.0" in text


def test_list_works_without_a_registry_and_leaves_out_what_was_withdrawn(
    small: Rubrary, tmp_path: Path
) -> None:
    small("rubric", "publish", "small.yaml")
    small("withdraw", "http://127.0.0.1:8000/rubric/small/1.0.0", "--reason", "a mistake")
    listed = {known["reference"] for known in small("rubric", "list", "--format", "json").json}
    assert "small@1.0.0" not in listed
    bare = tmp_path / "bare"
    bare.mkdir()
    assert small("init", "empty", "--bare").status == 0
    empty = small("rubric", "list", "--registry", "empty", "--format", "json").json
    assert {known["reference"] for known in empty} == {version.reference for version in shipped()}
    assert not any(known["onRecord"] for known in empty)


def test_digest_gives_both_digests_of_files_and_published_versions(small: Rubrary) -> None:
    (file,) = small("rubric", "digest", "small.yaml", "--format", "json").json
    small("rubric", "publish", "small.yaml")
    (version, shipped_one) = small("rubric", "digest", "small@1.0.0", REPROSCORE, "--format", "json").json
    assert version == file
    assert shipped_one["policyDigest"] == policy_digest(shipped_rubric("reproscore@1.0.0").policy)
    text = small("rubric", "digest", "small@1.0.0").out
    assert file["policyDigest"] in text
    assert file["contentDigest"] in text


def test_the_explanation_of_a_digest_is_the_very_text_that_it_hashes(
    rubrary: Rubrary, tmp_path: Path
) -> None:
    (tmp_path / "small.yaml").write_text(SMALL)
    run = rubrary("rubric", "digest", "small.yaml", "--explain")
    assert run.out.encode() == policy_json(read(SMALL).policy)
    assert hashlib.sha256(run.out.encode()).hexdigest() == policy_digest(read(SMALL).policy)
    (document,) = rubrary("rubric", "digest", "small.yaml", "--explain", "--format", "json").json
    assert document["policyJson"] == run.out
    assert rubrary("rubric", "digest", "small.yaml", "reproscore@1.0.0", "--explain").status == 2


# -- publish ---------------------------------------------------------------------------------------------------


def test_publish_puts_a_version_on_record_once(small: Rubrary) -> None:
    run = small("rubric", "publish", "small.yaml")
    assert run.status == 0
    assert "deposited" in run.out
    assert policy_digest(read(SMALL).policy) in run.out
    again = small("rubric", "publish", "small.yaml", "--format", "json")
    assert (again.status, again.json[0]["status"]) == (0, "known")
    answer = small(
        "query", "SELECT ?v { ?v rub:rubricName 'small' ; dcat:version '1.0.0' }", "--format", "json"
    ).json
    assert [row["v"]["value"] for row in answer["results"]["bindings"]] == [
        "http://127.0.0.1:8000/rubric/small/1.0.0"
    ]


def test_other_content_under_a_published_version_is_refused_with_both_digests(
    small: Rubrary, tmp_path: Path
) -> None:
    small("rubric", "publish", "small.yaml")
    (tmp_path / "other.yaml").write_text(SMALL.replace("points: 20", "points: 10"))
    mine, theirs = (
        small("rubric", "digest", name, "--format", "json").json[0] for name in ("other.yaml", "small@1.0.0")
    )
    run = small("rubric", "publish", "other.yaml", "--format", "json")
    assert run.status == 1
    (refused,) = run.json
    assert refused["status"] == "refused"
    for side, digests in (("own", mine), ("onRecord", theirs)):
        assert refused[side] == {key: digests[key] for key in ("policyDigest", "contentDigest")}
        assert digests["contentDigest"] in refused["errors"][0]["message"]
        assert digests["policyDigest"] in refused["errors"][0]["message"]
    text = small("rubric", "publish", "other.yaml")
    assert text.status == 1
    assert "raise the version" in text.out
    reworded = SMALL.replace("Did it run?", "Did it run at all?")
    (tmp_path / "other.yaml").write_text(reworded)
    assert "the same policy" in small("rubric", "publish", "other.yaml").out


def test_a_withdrawn_version_cannot_be_published_otherwise(small: Rubrary, tmp_path: Path) -> None:
    small("rubric", "publish", "small.yaml")
    small("withdraw", "http://127.0.0.1:8000/rubric/small/1.0.0", "--reason", "a mistake")
    assert small("rubric", "publish", "small.yaml").status == 1
    (tmp_path / "other.yaml").write_text(SMALL.replace("points: 20", "points: 10"))
    run = small("rubric", "publish", "other.yaml")
    assert run.status == 1
    assert "withdrawn, but on record with other content" in run.out


def test_rubrics_that_extend_one_another_are_published_in_any_order(small: Rubrary, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(
        "rubric: a\nversion: 1.0.0\nextends: small@1.0.0\nrounding: {decimals: 1}\n"
    )
    run = small("rubric", "publish", "a.yaml", "small.yaml", "--format", "json")
    assert run.status == 0
    assert [one["status"] for one in run.json] == ["deposited", "deposited"]


def test_the_name_of_a_shipped_version_cannot_be_taken(small: Rubrary, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(SMALL.replace("rubric: small", "rubric: reproscore"))
    for command in (("rubric", "publish"), ("deposit",), ("validate",)):
        run = small(*command, "mine.yaml")
        assert run.status == 1
        assert f"reproscore@1.0.0 is the name of <{REPROSCORE}>" in run.out


def test_only_rubrics_are_published_and_a_bad_file_does_not_stop_the_rest(
    small: Rubrary, tmp_path: Path
) -> None:
    (tmp_path / "paper.yaml").write_text("rubrary: 1\npaper: {doi: 10.5555/x, title: X}\n")
    (tmp_path / "bad.yaml").write_text(SMALL.replace("weight: 0.6,", "weight: .nan,"))
    run = small("rubric", "publish", "bad.yaml", "paper.yaml", "small.yaml", "--format", "json")
    assert run.status == 1
    assert [one["status"] for one in run.json] == ["refused", "refused", "deposited"]
    assert run.json[0]["errors"][0]["line"] == 6
    assert "the record of a Paper, not a rubric" in run.json[1]["errors"][0]["message"]
    assert (
        small("query", "ASK { <https://doi.org/10.5555/x> ?p ?o }", "--format", "json").json["boolean"]
        is False
    )


def test_a_shipped_file_keeps_its_iri(small: Rubrary) -> None:
    path = data_folder("rubrics") / "rmm-1.0.0.yaml"
    run = small("rubric", "publish", path, "--format", "json")
    assert (run.status, run.json[0]["status"]) == (0, "known")
    assert run.json[0]["topic"] == "https://w3id.org/rubrary/rubric/rmm/1.0.0"


# -- new -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reference", [version.reference for version in shipped()])
def test_a_new_rubric_lints_with_the_warnings_that_it_changes_nothing_yet_and_has_no_licence(
    rubrary: Rubrary, tmp_path: Path, reference: str
) -> None:
    assert rubrary("rubric", "new", "--from", reference, "-o", "ours.yaml").status == 0
    run = rubrary("rubric", "lint", "ours.yaml", "--format", "json")
    assert run.status == 0
    (verdict,) = run.json
    assert verdict["reference"] == f"our-{reference.partition('@')[0]}@1.0.0"
    assert [warning["message"] for warning in verdict["warnings"]] == [
        "the rubric states no licence",
        f"it judges exactly as {reference} does: their policy digests are equal",
    ]


def test_all_that_a_new_rubric_offers_as_comments_reads_when_uncommented(
    rubrary: Rubrary, tmp_path: Path
) -> None:
    text = rubrary("rubric", "new", "--from", "reproscore@1.0.0", "--name", "astronomy").out
    head, _, rest = text.partition("dimensions:")
    opened = rest.replace("\n# ", "\n").replace(
        "    # rationale: say here why", "    rationale: say here why"
    )
    (tmp_path / "ours.yaml").write_text(f"{head}dimensions:{opened}")
    run = rubrary("rubric", "lint", "ours.yaml", "--format", "json")
    assert run.status == 0, run.json
    same = [
        warning["message"] for warning in run.json[0]["warnings"] if "is the same as" in warning["message"]
    ]
    policy = shipped_rubric("reproscore@1.0.0").policy
    assert len(same) == len(policy.dimensions) + len(policy.criteria) + len(policy.penalties) + 1


def test_a_new_rubric_is_never_written_over_a_file_and_needs_a_name_of_its_own(
    rubrary: Rubrary, tmp_path: Path
) -> None:
    (tmp_path / "ours.yaml").write_text("precious")
    assert rubrary("rubric", "new", "--from", "rmm@1.0.0", "-o", "ours.yaml").status == 2
    assert (tmp_path / "ours.yaml").read_text() == "precious"
    assert rubrary("rubric", "new", "--from", "rmm@1.0.0", "--name", "rmm").status == 2
    assert rubrary("rubric", "new", "--from", "rmm@1.0.0", "--name", "a b").status == 2
    assert rubrary("rubric", "new", "--from", "nothing@1.0.0").status == 1


def test_a_new_rubric_may_extend_one_of_the_registry(small: Rubrary) -> None:
    small("rubric", "publish", "small.yaml")
    small("rubric", "new", "--from", "http://127.0.0.1:8000/rubric/small/1.0.0", "-o", "ours.yaml")
    assert (
        small("rubric", "lint", "ours.yaml", "--format", "json")
        .json[0]["extends"]
        .endswith("rubric/small/1.0.0")
    )


# -- diff ------------------------------------------------------------------------------------------------------


def test_diff_tells_parts_fields_and_the_version_step(rubrary: Rubrary, tmp_path: Path) -> None:
    (tmp_path / "one.yaml").write_text(SMALL)
    two = SMALL.replace("version: 1.0.0", "version: 1.1.0").replace("threshold: 40", "threshold: 30")
    (tmp_path / "two.yaml").write_text(two)
    run = rubrary("rubric", "diff", "one.yaml", "two.yaml")
    assert run.status == 0
    assert "small@1.0.0 → small@1.1.0" in run.out
    assert "gate threshold 40 → 30 (−10)" in run.out
    assert "After small@1.0.0 this is a major change, at least 2.0.0" in run.out
    assert "no registry" in run.err
    document = rubrary("rubric", "diff", "one.yaml", "two.yaml", "--format", "json").json
    assert document["samePolicy"] is False
    assert document["impact"] is None
    assert document["version"]["step"] == "major"
    assert document["changes"] == [
        {
            "change": "changed", "part": "dimension", "id": "E", "title": "Environment", "decides": True,
            "fields": [{"field": "gate threshold", "before": "40", "after": "30", "decides": True}],
        }
    ]  # fmt: skip


def test_diff_of_a_policy_with_itself_says_so(rubrary: Rubrary) -> None:
    run = rubrary("rubric", "diff", "rmm@1.0.0", "rmm@1.0.0")
    assert "the same policy" in run.out
    assert "nothing differs" in run.out


def test_diff_shows_what_it_does_to_the_registry(filled: Rubrary, tmp_path: Path) -> None:
    heavier = (
        "rubric: heavier\nversion: 1.0.0\nextends: reproscore@1.0.0\ncriteria:\n"
        "  - {id: dep_pinning, weight: 0.05, rationale: r}\n  - {id: container_spec, weight: 0.5, rationale: r}\n"
        "scores: [{id: RRS, clamp: [0, 40], rationale: r}]\n"
    )
    (tmp_path / "heavier.yaml").write_text(heavier)
    arguments = ("rubric", "diff", "reproscore@1.0.0", "heavier.yaml", "--threshold", "50")
    run = filled(*arguments)
    assert run.status == 0
    assert "1 of 1 scores move" in run.out
    assert "largest fall -60.00 (100.00 → 40.00)  https://github.com/example/notebook-paper" in run.out
    assert "1 fall below 50" in run.out
    assert "no rank correlation: " in run.out
    (score,) = filled(*arguments, "--format", "json").json["impact"]["scores"]
    assert (score["score"], score["compared"], score["moved"], score["meanShift"]) == ("RRS", 1, 1, -60)
    assert [move["run"] for move in score["fallsBelow"]] == ["http://127.0.0.1:8000/assessment/one"]
    assert score["risesTo"] == []
    assert filled(*arguments, "--no-impact", "--format", "json").json["impact"] is None


def test_diff_as_turtle_holds_changes_and_impact(filled: Rubrary, tmp_path: Path) -> None:
    (tmp_path / "b.yaml").write_text("name: b\nversion: '1.0'\npenalties: {data_hard_penalty: 5}\n")
    run = filled("rubric", "diff", "reproscore@1.0.0", "b.yaml", "--format", "turtle")
    assert run.status == 0
    (tmp_path / "diff.ttl").write_text(run.out)
    assert "rub:PolicyDifference" in run.out
    assert "rub:scoredRuns 1" in run.out
    assert '"points"' in run.out


@pytest.mark.parametrize("threshold", ["nan", "inf", "-inf", "high"])
def test_a_threshold_is_a_finite_number(rubrary: Rubrary, threshold: str) -> None:
    assert rubrary("rubric", "diff", "rmm@1.0.0", "rmm@1.0.0", f"--threshold={threshold}").status == 2


def test_json_of_a_difference_is_one_document(rubrary: Rubrary) -> None:
    run = rubrary("rubric", "diff", "acm-badges@1.1.0", "rmm@1.0.0", "--format", "json")
    assert run.status == 0
    kinds = {change["change"] for change in json.loads(run.out)["changes"]}
    assert kinds == {"added", "removed", "changed"}
