"""``rubrary rubric lint``: what is wrong or doubtful in a rubric file, and where."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bad_files import Bad, bad_files
from cli.conftest import Rubrary, Run
from policy_samples import SMALL

BAD = [bad for bad in bad_files() if bad.name.startswith(("rubric-", "laughs", "alias", "nan-rubric"))]
OVERRIDE = """\
rubric: astronomy
version: 1.0.0
extends: reproscore@1.0.0
license: CC0-1.0
dimensions:
  - {id: E, weight: 0.35, rationale: Pipelines run for weeks.}
  - {id: A, weight: 0.20, rationale: The data are public by mandate.}
"""

Lint = Callable[..., Run]


@pytest.fixture
def lint(rubrary: Rubrary, tmp_path: Path) -> Lint:
    """Lints a text as ``ours.yaml`` and gives the verdict as JSON."""

    def run(text: str, *options: str) -> Run:
        (tmp_path / "ours.yaml").write_text(text, encoding="utf-8")
        return rubrary("rubric", "lint", "ours.yaml", "--format", "json", *options)

    return run


def told(run: Run, kind: str) -> list[tuple[int, str]]:
    """The line and message of each error or warning of the one file."""
    (verdict,) = run.json
    return [(found["line"], found["message"]) for found in verdict[kind]]


def changed(old: str, new: str, text: str = SMALL) -> str:
    assert old in text
    return text.replace(old, new)


def test_a_sound_rubric_passes(lint: Lint) -> None:
    run = lint(SMALL)
    assert run.status == 0
    (verdict,) = run.json
    assert (verdict["valid"], verdict["reference"], verdict["errors"], verdict["warnings"]) == (
        True, "small@1.0.0", [], [],
    )  # fmt: skip
    assert len(verdict["policyDigest"]) == len(verdict["contentDigest"]) == 64


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.name)
def test_each_bad_rubric_is_refused_with_its_line(rubrary: Rubrary, tmp_path: Path, bad: Bad) -> None:
    bad.write(tmp_path)
    run = rubrary("rubric", "lint", bad.name, "--format", "json")
    assert run.status == 1
    (verdict,) = run.json
    said = json.dumps(verdict["errors"], ensure_ascii=False)
    assert not verdict["valid"]
    assert all(part in said for part in bad.says), said
    if bad.line is not None:
        assert bad.line in {error["line"] for error in verdict["errors"]}


def test_the_kinds_of_bad_rubric_that_matter_most_are_among_them() -> None:
    names = {bad.name.removeprefix("rubric-").partition(".")[0] for bad in BAD}
    assert {"nan", "negative", "sum", "reference", "itself", "twice", "anchor", "laughs"} <= names


def test_everything_wrong_is_said_at_once_for_people_too(rubrary: Rubrary, tmp_path: Path) -> None:
    text = (
        changed("weight: 0.6,", "weight: -0.6,")
        .replace("on: E", "on: X")
        .replace("[ran, passed]", "[ran, fell]")
    )
    (tmp_path / "ours.yaml").write_text(text)
    run = rubrary("rubric", "lint", "ours.yaml")
    assert run.status == 1
    assert "✘ ours.yaml" in run.out
    assert "ours.yaml:6:" in run.out
    assert "ours.yaml:18:" in run.out
    assert "names 'fell', which this rubric does not have" in run.out


def test_rubrics_that_extend_one_another_in_a_circle_are_refused(rubrary: Rubrary, tmp_path: Path) -> None:
    for one, other in (("a", "b"), ("b", "c"), ("c", "a")):
        text = OVERRIDE.replace("astronomy", one).replace("reproscore", other)
        (tmp_path / f"{one}.yaml").write_text(text)
    run = rubrary("rubric", "lint", ".", "--format", "json")
    assert run.status == 1
    first, second, third = run.json
    assert "a@1.0.0 → b@1.0.0 → c@1.0.0 → a@1.0.0" in first["errors"][0]["message"]
    assert all(verdict["errors"][0]["line"] == 3 for verdict in (first, second, third))


def test_files_of_one_run_may_extend_one_another_in_any_order(rubrary: Rubrary, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(
        OVERRIDE.replace("reproscore", "small").replace("A, weight: 0.20", "D, weight: 0.65")
    )
    (tmp_path / "z.yaml").write_text(SMALL)
    assert rubrary("rubric", "lint", "a.yaml", "z.yaml").status == 0
    assert rubrary("rubric", "lint", "a.yaml").status == 1


def test_two_files_of_one_name_and_version_are_told(rubrary: Rubrary, tmp_path: Path) -> None:
    (tmp_path / "one.yaml").write_text(SMALL)
    (tmp_path / "two.yaml").write_text(changed("points: 20", "points: 10"))
    run = rubrary("rubric", "lint", "one.yaml", "two.yaml", "--format", "json")
    assert run.status == 1
    assert run.json[0]["valid"]
    assert "one.yaml defines small@1.0.0, too" in run.json[1]["errors"][0]["message"]


def test_a_record_file_is_no_rubric(lint: Lint) -> None:
    run = lint("rubrary: 1\npaper: {doi: 10.5555/x, title: X}\n")
    assert run.status == 1
    assert "this is no rubric" in told(run, "errors")[0][1]


def test_a_missing_file_is_a_wrong_command(rubrary: Rubrary) -> None:
    assert rubrary("rubric", "lint", "nowhere.yaml").status == 2


# -- doubts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        (
            "question: Are versions pinned?",
            "question: pinned",
            9,
            "nobody can measure the criterion 'pinned'",
        ),
        (
            "question: Are versions pinned?",
            "question: Pinned?, detector: magic",
            9,
            "no detector 'magic' is known",
        ),
        (
            "question: Are versions pinned?",
            "question: Are versions pinned?, detector: dep_pining",
            9,
            "no detector 'dep_pining' is known, so only people can answer the criterion 'pinned'",
        ),
        (
            "question: Did it run?",
            "question: is there a README",
            12,
            "'readme' and 'ran' ask the same question",
        ),
        ("below: 10}", "below: 0}", 15, "the penalty 'nothing' never counts: nothing is strictly below 0"),
    ],
)
def test_a_doubt_is_a_warning_with_its_line(lint: Lint, old: str, new: str, line: int, says: str) -> None:
    run = lint(changed(old, new))
    assert run.status == 0
    ((where, message),) = told(run, "warnings")
    assert where == line
    assert says in message
    assert lint(changed(old, new), "--strict").status == 1


def test_a_criterion_is_measurable_by_a_known_detector_or_by_people(lint: Lint) -> None:
    assert told(lint(changed("Are versions pinned?", "pinned, detector: dep_pinning")), "warnings") == []
    assert told(lint(SMALL), "warnings") == []


def test_a_misspelt_detector_is_guessed(lint: Lint) -> None:
    (verdict,) = lint(changed("Are versions pinned?", "Are versions pinned?, detector: dep_pining")).json
    assert verdict["warnings"][0]["hint"] == "did you mean 'dep_pinning'?"


def test_a_change_without_reason_and_one_with_a_left_over_placeholder_are_told(lint: Lint) -> None:
    missing = lint(changed("rationale: Pipelines run for weeks.", "title: Environment", OVERRIDE))
    assert [line for line, _ in told(missing, "warnings")] == [6]
    assert "E is changed without a reason" in told(missing, "warnings")[0][1]
    left = lint(changed("Pipelines run for weeks.", "say here why", OVERRIDE))
    assert "the rationale of E is still 'say here why'" in told(left, "warnings")[0][1]


def test_an_override_that_changes_nothing_is_told(lint: Lint) -> None:
    run = lint("rubric: ours\nversion: 1.0.0\nextends: reproscore@1.0.0\nlicense: CC0-1.0\n")
    assert told(run, "warnings") == [
        (3, "it judges exactly as reproscore@1.0.0 does: their policy digests are equal")
    ]


def test_a_missing_licence_is_told_as_publishing_would(lint: Lint) -> None:
    run = lint(changed("license: CC0-1.0\n", "", OVERRIDE))
    assert told(run, "warnings") == [(3, "the rubric states no licence")]


# -- the registry ----------------------------------------------------------------------------------------------


@pytest.fixture
def published(filled: Rubrary, tmp_path: Path) -> Rubrary:
    """The command line in a folder whose registry has small@1.0.0."""
    (tmp_path / "small.yaml").write_text(SMALL)
    assert filled("rubric", "publish", "small.yaml").status == 0
    return filled


@pytest.mark.parametrize(
    ("version", "old", "new", "least", "level"),
    [
        ("1.1.0", "threshold: 40", "threshold: 30", "2.0.0", "major"),
        ("1.0.1", "license:", "rounding: {decimals: 1}\nlicense:", "1.1.0", "minor"),
    ],
)
def test_too_small_a_step_from_the_version_on_record_is_told(
    published: Rubrary, lint: Lint, version: str, old: str, new: str, least: str, level: str
) -> None:
    text = changed("version: 1.0.0", f"version: {version}", changed(old, new))
    run = lint(text)
    assert run.status == 0
    ((line, message),) = told(run, "warnings")
    assert (line, f"since small@1.0.0 the change is {level}" in message) == (2, True)
    (verdict,) = run.json
    assert verdict["earlier"] == "small@1.0.0"
    assert (verdict["version"]["step"], verdict["version"]["least"], verdict["version"]["enough"]) == (
        level, least, False,
    )  # fmt: skip
    enough = lint(changed(f"version: {version}", f"version: {least}", text))
    assert told(enough, "warnings") == []


def test_the_step_is_counted_from_the_latest_earlier_version(
    published: Rubrary, lint: Lint, tmp_path: Path
) -> None:
    (tmp_path / "two.yaml").write_text(
        changed("version: 1.0.0", "version: 1.10.0", changed("A small", "The small"))
    )
    (tmp_path / "three.yaml").write_text(
        changed("version: 1.0.0", "version: 1.9.0", changed("A small", "My small"))
    )
    assert published("rubric", "publish", "two.yaml", "three.yaml").status == 0
    (verdict,) = lint(changed("version: 1.0.0", "version: 1.11.0")).json
    assert verdict["earlier"] == "small@1.10.0"


def test_other_content_under_a_published_version_is_an_error_with_both_digests(
    published: Rubrary, lint: Lint
) -> None:
    known = published("rubric", "digest", "small@1.0.0", "--format", "json").json[0]["contentDigest"]
    run = lint(changed("points: 20", "points: 10"))
    assert run.status == 1
    ((line, message),) = told(run, "errors")
    (verdict,) = run.json
    assert line == 2
    assert known in message
    assert verdict["contentDigest"] in message
    assert verdict["errors"][0]["hint"].endswith("raise the version, at least to 2.0.0")


def test_the_published_file_itself_still_passes(published: Rubrary, lint: Lint) -> None:
    assert told(lint(SMALL), "errors") == []
    commented = lint(f"# a comment\n{SMALL}")
    assert "the policy is the same" in told(commented, "errors")[0][1]
    assert commented.json[0]["errors"][0]["hint"].endswith("at least to 1.0.1")


def test_the_name_of_a_shipped_version_is_taken_everywhere(lint: Lint) -> None:
    run = lint(changed("rubric: small", "rubric: reproscore"))
    assert run.status == 1
    assert "reproscore@1.0.0 is already published with other content" in told(run, "errors")[0][1]
