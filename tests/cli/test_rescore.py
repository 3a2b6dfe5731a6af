"""``rubrary rescore`` and ``rubrary compare``, on a registry with one assessment and a policy of our own."""

from __future__ import annotations

import pytest

from rubrary.rubric import read_rubric, shipped_rubric
from rubrary.scoring import score_sheet
from samples import BASE, assessment_record, turtle

OURS = """\
name: ours
version: "1.0"
license: CC0-1.0
categories:
  E: {weight: 0.10, tau: 40, k: 1.5, rationale: We keep images.}
  A: {weight: 0.45, tau: 30, k: 1.5, rationale: Data matter most to us.}
"""
SOURCE = f"{BASE}assessment/one"
HALF = f"{BASE}assessment/half"


@pytest.fixture
def archive(filled, tmp_path):
    """The command line in a folder with that registry, a second assessment of half marks, and our rubric."""
    (tmp_path / "ours.yaml").write_text(OURS)
    (tmp_path / "half.ttl").write_bytes(turtle(assessment_record("half", value=0.0)))
    assert filled("deposit", "ours.yaml", "half.ttl").status == 0
    return filled


def test_a_rescored_assessment_is_what_scoring_afresh_gives_and_names_what_measured(archive) -> None:
    done = archive("rescore", "--rubric", "ours@1.0", "--format", "json")
    assert done.status == 0
    by_source = {found["source"]: found for found in done.json}
    assert set(by_source) == {SOURCE, HALF}
    policy = read_rubric(OURS, source="ours.yaml", base=BASE, baselines=shipped_rubric).policy
    for source, value in ((SOURCE, 100.0), (HALF, 0.0)):
        fresh = score_sheet(policy, assessment_record(value=value).measurements)
        assert [score["value"] for score in by_source[source]["scores"]] == [score.value for score in fresh]
    new = by_source[SOURCE]["assessment"]
    asked = f"ASK {{ <{new}> prov:wasInformedBy <{SOURCE}> ; rub:appliesRubric <{BASE}rubric/ours/1.0> }}"
    assert '"boolean":true' in archive("query", asked).out
    derived = (
        f"ASK {{ <{new}#RRS> prov:wasDerivedFrom <{new}#dep_pinning> . "
        f"<{new}#dep_pinning> prov:wasDerivedFrom <{SOURCE}#dep_pinning> }}"
    )
    assert '"boolean":true' in archive("query", derived).out


def test_again_is_the_same_deposit_and_what_was_rescored_is_not_scored_again(archive) -> None:
    first = archive("rescore", "--rubric", "ours@1.0", "--format", "json").json
    second = archive("rescore", "--rubric", "ours@1.0", "--format", "json").json
    assert [found["assessment"] for found in first] == [found["assessment"] for found in second]
    assert {found["deposit"]["status"] for found in second} == {"known"}
    assert "2 already on record" in archive("rescore", "--rubric", "ours@1.0").out
    back = archive("rescore", "--rubric", "reproscore@1.0.0")
    assert "no assessment to score" in back.out


def test_a_query_chooses_and_a_dry_run_writes_nothing(archive) -> None:
    where = f"SELECT ?a {{ VALUES ?a {{ <{HALF}> }} }}"
    done = archive("rescore", "--rubric", "ours@1.0", "--where", where, "--dry-run")
    assert done.status == 0
    assert "1 would be scored" in done.out
    assert HALF in done.out
    assert '"boolean":false' in archive("query", "ASK { ?a prov:wasInformedBy ?b }").out
    assert archive("rescore", "--rubric", "ours@1.0", "--where", "ASK {}").status == 2


def test_what_cannot_be_scored_is_listed_with_the_reason(archive) -> None:
    done = archive("rescore", "--rubric", "rmm@1.0.0")
    assert done.status == 1
    assert "none of its measurements is of a criterion that rmm@1.0.0 scores" in done.out
    assert "0 scored, 0 already on record, 2 cannot be" in done.out
    assert archive("rescore", "--rubric", "nothing@1.0.0").status == 1


def test_the_same_policy_and_instrument_are_comparable_and_another_coverage_is_a_caveat(archive) -> None:
    found = archive("compare", SOURCE, f"{HALF}#RRS", "--format", "json").json
    assert found["comparable"] is True
    assert found["reasons"] == found["caveats"] == []
    assert [side["scores"]["RRS"]["value"] for side in found["assessments"]] == [100.0, 0.0]


def test_another_policy_is_a_reason_and_the_way_out_is_said(archive) -> None:
    new = archive("rescore", "--rubric", "ours@1.0", "--format", "json").json[0]["assessment"]
    done = archive("compare", SOURCE, new)
    assert done.status == 0
    assert "not comparable" in done.out
    assert "other-policy" in done.out
    assert "rubrary rescore --rubric reproscore@1.0.0" in done.out
    assert archive("compare", SOURCE, new, "--strict").status == 1


@pytest.mark.parametrize("iri", [f"{BASE}assessment/none", f"{BASE}attempt/one", "not an iri"])
def test_what_is_no_assessment_on_record_is_said(archive, iri: str) -> None:
    done = archive("compare", SOURCE, iri)
    assert done.status == 1
    assert "give the IRI of an assessment" in done.err


def test_a_query_scores_under_any_policy_on_record_what_rescoring_gives(archive) -> None:
    versions = {
        "ours@1.0": f"{BASE}rubric/ours/1.0",
        "reproscore@1.0.0": shipped_rubric("reproscore@1.0.0").iri,
    }
    scores = " ".join(f'(rub:score(?a, <{iri}>, "RRS") AS ?s{n})' for n, iri in enumerate(versions.values()))
    rows = archive("query", f"SELECT ?a {scores} {{ ?a a rub:Assessment }}", "--format", "json").json
    found = {
        row["a"]["value"]: [float(row[name]["value"]) for name in ("s0", "s1")]
        for row in rows["results"]["bindings"]
    }
    dry = archive("rescore", "--rubric", "ours@1.0", "--dry-run", "--format", "json").json
    assert {one["source"]: one["scores"][0]["value"] for one in dry} == {
        iri: both[0] for iri, both in found.items()
    }
    assert (found[SOURCE][1], found[HALF][1]) == (100.0, 0.0)


@pytest.mark.parametrize(
    "arguments",
    [
        '<urn:nothing>, <{ours}>, "RRS"',
        '<{one}>, <urn:nothing>, "RRS"',
        '<{one}>, <{ours}>, "none"',
        '"x", <{ours}>, "RRS"',
    ],
)
def test_a_score_that_is_not_defined_is_unbound(archive, arguments: str) -> None:
    text = arguments.format(ours=f"{BASE}rubric/ours/1.0", one=SOURCE)
    rows = archive("query", f"SELECT (rub:score({text}) AS ?s) {{}}", "--format", "json").json
    assert rows["results"]["bindings"] == [{}]


def test_what_is_missing_under_the_other_policy_is_in_its_bounds_and_never_zero(archive, tmp_path) -> None:
    text = "rubric: more\nversion: 1.0.0\ntitle: More\nlicense: CC0-1.0\ncriteria:\n"
    text += "  - {id: ci_presence, weight: 0.5, question: CI?, scale: {kind: binary}}\n"
    text += "  - {id: extra, weight: 0.5, question: More?, scale: {kind: binary}}\n"
    text += "scores: [{id: both, method: weighted-mean-of-available, over: [ci_presence, extra]}]\n"
    (tmp_path / "more.yaml").write_text(text)
    assert archive("deposit", "more.yaml").status == 0
    found = {
        one["source"]: one for one in archive("rescore", "--rubric", "more@1.0.0", "--format", "json").json
    }
    (score,) = found[SOURCE]["scores"]
    assert (score["value"], score["coverage"], score["lower"], score["upper"]) == (100.0, 0.5, 50.0, 100.0)
