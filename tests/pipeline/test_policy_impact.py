"""What a change of policy does to the scores on record."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from policy_samples import CHECKLIST, SMALL, changed, read
from rubrary import studies
from rubrary.assessment import Measurement, Status
from rubrary.graph.write import record_triples
from rubrary.pipeline.deposit import append
from rubrary.pipeline.examine import Examiner
from rubrary.pipeline.policy_diff import diff
from rubrary.pipeline.policy_diff_rdf import diff_triples
from rubrary.pipeline.policy_impact import Impact, fitting, impact
from rubrary.pipeline.registry import Registry
from rubrary.pipeline.stored_runs import StoredComposite, StoredRun, read_runs
from rubrary.records import Agent, AssessmentRecord, CompositeRecord, Record
from rubrary.rubric import read_rubric, shipped_rubric
from rubrary.scoring import score_sheet
from rubrary.terms import dqv, rub
from rubrary.vocabularies import undefined_terms
from samples import BASE, assessment_record, attempt_record, paper_record

COMMENTS = (
    "{id: comments, dimension: D, weight: 0.5, question: Are there comments?, scale: {kind: continuous}}"
)
MANUAL = "{id: manual, dimension: D, weight: 0.25, question: Is there a manual?, scale: {kind: binary}}"
STATIC = ("pinned", "readme", "comments")


def run(name: str, *values: float, criteria: tuple[str, ...] = STATIC) -> StoredRun:
    """A run that measured the criteria in order."""
    measured = tuple(
        Measurement(criterion, value=value) for criterion, value in zip(criteria, values, strict=True)
    )
    return StoredRun(f"urn:{name}", read(SMALL).iri, f"urn:of-{name}", measured, (f"urn:{name}#score",))


RUNS = (run("a", 100, 100, 80), run("b", 100, 50, 30), run("c", 0, 100, 100), run("d", 0, 0, 0))


def compared(*pairs: tuple[str, str], runs: tuple[StoredRun | StoredComposite, ...] = RUNS) -> Impact:
    return impact(read(SMALL).policy, changed(SMALL, *pairs).policy, runs)


WEIGHTS = (("weight: 0.6,", "weight: 0.2,"), ("weight: 0.4}", "weight: 0.8}"))


def test_the_same_policy_moves_nothing() -> None:
    (metric,) = compared().metrics
    assert (metric.metric, len(metric.moves), metric.moved) == ("RRS", 4, ())
    assert metric.spearman is not None
    assert metric.spearman.statistic == pytest.approx(1)
    assert metric.mean_shift == 0


def test_other_weights_move_scores_and_ranks() -> None:
    (metric,) = compared(*WEIGHTS).metrics
    # 0.6·E + 0.4·D − 20 where E is below 10; E has a gate that only touches values below 40.
    assert [move.before for move in metric.moves] == pytest.approx([96, 76, 20, 0])
    assert [move.after for move in metric.moves] == pytest.approx([92, 52, 60, 0])
    assert [move.run for move in metric.moved] == ["urn:c", "urn:b", "urn:a"]
    assert metric.mean_shift == pytest.approx((-4 - 24 + 40 + 0) / 4)
    assert metric.mean_distance == pytest.approx((4 + 24 + 40) / 4)
    assert metric.zeros == (1, 1)
    assert metric.spearman is not None
    assert metric.kendall is not None
    # b and c change places: one of six pairs.
    assert metric.spearman.statistic == pytest.approx(0.8)
    assert metric.kendall.statistic == pytest.approx(2 / 3)


def test_who_crosses_a_threshold_is_named() -> None:
    (metric,) = compared(*WEIGHTS).metrics
    assert [move.subject for move in metric.rises_to(60)] == ["urn:of-c"]
    assert [move.subject for move in metric.falls_below(60)] == ["urn:of-b"]
    assert metric.rises_to(100) == metric.falls_below(1) == ()


def test_a_criterion_that_is_gone_is_passed_over_and_a_new_one_is_missing_not_zero() -> None:
    shrunk = compared(
        (f"  - {COMMENTS}\n", ""),
        ("id: readme, dimension: D, weight: 0.5", "id: readme, dimension: D, weight: 1"),
    ).metrics[0]
    assert [move.after for move in shrunk.moves] == pytest.approx([100, 80, 20, 0])
    grown = compared(
        (COMMENTS, f"{COMMENTS}\n  - {MANUAL}"),
        ("id: readme, dimension: D, weight: 0.5", "id: readme, dimension: D, weight: 0.25"),
    ).metrics[0]
    assert grown.moves[0].after == pytest.approx(60 + 40 * (0.25 * 100 + 0.5 * 80) / 75)


def test_measurements_that_a_policy_cannot_take_are_listed_with_the_reason() -> None:
    found = compared(("tiers: [0, 50, 100]", "tiers: [0, 100]"))
    assert found.runs == 3
    ((iri, reason),) = found.unfit
    assert iri == "urn:b"
    assert "readme" in reason


def test_ranks_of_too_few_or_equal_scores_are_undefined_with_the_reason() -> None:
    few = compared(*WEIGHTS, runs=RUNS[:2]).metrics[0]
    assert few.spearman is None
    assert few.undefined is not None
    equal = compared(*WEIGHTS, runs=(RUNS[0], RUNS[0], RUNS[0])).metrics[0]
    assert equal.kendall is None


def test_composites_of_scores_in_different_runs_are_made_again() -> None:
    probes = run("e", 100, 50, criteria=("ran", "passed"))
    composite = StoredComposite("urn:both", "urn:of-a", "urn:a#score", "urn:e#score")
    lost = StoredComposite("urn:lost", "urn:of-x", "urn:x#score", "urn:e#score")
    found = compared(("alpha_max: 0.7", "alpha_max: 0.5"), runs=(composite, lost, *RUNS, probes))
    moves = {metric.metric: metric.moves for metric in found.metrics}
    assert [move.run for move in moves["RCS"]] == ["urn:both"]
    assert moves["RCS"][0].before == pytest.approx(0.3 * 96 + 0.7 * 85)
    assert moves["RCS"][0].after == pytest.approx(0.5 * 96 + 0.5 * 85)


def test_as_rdf_an_impact_says_its_numbers_in_terms_that_are_defined() -> None:
    before, after = read(SMALL), changed(SMALL, *WEIGHTS)
    triples = diff_triples(diff(before, after), impact(before.policy, after.policy, RUNS), 60.0)
    assert undefined_terms(triples) == []
    node = next(triple.object for triple in triples if triple.predicate == rub.hasImpact)
    said = {triple.predicate: triple.object.value for triple in triples if triple.subject == node}
    numbers = (rub.scoredRuns, rub.movedRuns, rub.zerosBefore, rub.zerosAfter, rub.threshold)
    assert [said[number] for number in numbers] == ["4", "3", "1", "1", "60"]
    assert float(said[rub.spearmanRho]) == pytest.approx(0.8)
    assert (said[rub.risesTo], said[rub.fallsBelow]) == ("urn:c", "urn:b")
    assert said[dqv.isMeasurementOf] == f"{after.iri}#RRS"


def test_a_version_that_asks_the_same_fits_and_one_that_shares_only_ids_does_not() -> None:
    small, heavier = read(SMALL), changed(SMALL, *WEIGHTS, ("version: 1.0.0", "version: 2.0.0"))
    alike = changed(SMALL, ("version: 1.0.0", "version: 1.0.1"), ("points: 20", "points: 10"))
    other = changed(CHECKLIST, ("id: seeds", "id: pinned"), ("[seeds,", "[pinned,"))
    found = fitting(small, heavier, [alike, other, read(CHECKLIST)])
    assert [version.reference for version in found] == ["small@1.0.0", "small@2.0.0", "small@1.0.1"]


def put(registry: Registry, *records: Record) -> None:
    """Deposit some records as one."""
    examined = Examiner(registry.knowledge(), registry.validator).examine(record_triples(records), "test")
    result = append(registry, examined, shapes=registry.remember_shapes(), submitter="test")
    assert not result.refused, list(map(str, examined.report.violations))


def probed(name: str) -> Record:
    policy = shipped_rubric("reproscore@1.0.0")
    measured = (Measurement("install", value=100), Measurement("tests", Status.NOT_ATTEMPTED))
    mine = assessment_record()
    return replace(
        attempt_record(name),
        rubric=policy.iri,
        instrument=mine.instrument,
        measurements=measured,
        scores=score_sheet(policy.policy, measured),
    )


def test_runs_are_read_from_the_ledger_without_withdrawn_ones(registry: Registry) -> None:
    version = shipped_rubric("reproscore@1.0.0")
    one, two = assessment_record("one"), assessment_record("two", value=0)
    put(registry, paper_record())
    put(registry, one)
    put(registry, two)
    put(registry, attempt_record("without-probes"))
    put(registry, probed("probed"))
    found = {run.iri: run for run in read_runs(registry.ledger, [version])}
    assert list(found) == [one.iri, two.iri, f"{BASE}attempt/probed"]
    first = found[one.iri]
    assert isinstance(first, StoredRun)
    assert {m.criterion: m.value for m in first.measurements} == {
        m.criterion: m.value for m in one.measurements
    }
    assert first.subject == "https://github.com/example/notebook-paper"
    assert first.scores == (f"{one.iri}#RRS",)
    registry.ledger.withdraw(two.iri, reason="test", submitter="test")
    assert two.iri not in {run.iri for run in read_runs(registry.ledger, [version])}
    assert list(read_runs(registry.ledger, [read(SMALL)])) == []


def test_composites_are_read_whether_or_not_they_stand_alone(registry: Registry) -> None:
    version = shipped_rubric("reproscore@1.0.0")
    assessment, attempt = assessment_record(), probed("probed")
    put(registry, paper_record())
    measured = (*assessment.measurements, *attempt.measurements)
    (blend,) = (score for score in score_sheet(version.policy, measured) if score.metric == "RCS")
    composite = CompositeRecord(
        f"{BASE}composite/one", version.iri, blend, f"{assessment.iri}#RRS", f"{attempt.iri}#ROS",
        (assessment.snapshot.iri,), Agent(f"{BASE}agent/curators", "organization", "Curators of the example archive"),
    )  # fmt: skip
    put(registry, assessment, attempt, composite)
    put(registry, replace(composite, iri=f"{BASE}composite/two"))
    found = [one.iri for one in read_runs(registry.ledger, [version]) if isinstance(one, StoredComposite)]
    assert found == [f"{BASE}composite/one", f"{BASE}composite/two"]
    whole = impact(version.policy, version.policy, read_runs(registry.ledger, [version]))
    assert {metric.metric: len(metric.moves) for metric in whole.metrics} == {"RRS": 1, "ROS": 1, "RCS": 2}


@pytest.mark.study
def test_the_published_rank_agreement_of_default_and_bioinformatics_comes_out(study_data: Path) -> None:
    folder = study_data / "reproscore"
    if not folder.is_dir():
        pytest.skip(f"no folder reproscore in {study_data} (set RUBRARY_STUDY_DATA)")
    default = shipped_rubric("reproscore@1.0.0")
    text = (Path(__file__).parents[2] / "examples" / "rubrics" / "bioinformatics-v1.yaml").read_text("utf-8")
    community = read_rubric(text, source="bioinformatics-v1.yaml", base=BASE, baselines=shipped_rubric)
    items = studies.find("reproscore").read(folder, base=BASE, rubrics={"reproscore@1.0.0": default})
    runs = (
        StoredRun(record.iri, record.rubric, record.snapshot.iri, record.measurements)
        for item in items
        for record in item.records
        if isinstance(record, AssessmentRecord)
    )
    (metric,) = impact(default.policy, community.policy, runs).metrics
    assert len(metric.moves) == 423
    assert metric.spearman is not None
    assert round(metric.spearman.statistic, 3) == 0.957
    assert metric.zeros == (172, 209)
