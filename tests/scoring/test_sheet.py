"""Scores follow from measurements and policy alone, and say what they do not know."""

from __future__ import annotations

import csv
import math
import random
from collections.abc import Iterable
from decimal import Decimal, localcontext
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrary.assessment import Measurement, Score, Status
from rubrary.errors import InputError
from rubrary.rubric import Criterion, Method, Policy, ScaleKind, read_rubric, shipped_rubric
from rubrary.scoring import composite, score_sheet
from rubrary.scoring.gated_weighted_sum import gate
from rubrary.scoring.methods import methods

POLICY = shipped_rubric("reproscore@1.0.0").policy
READINESS = tuple(criterion for criterion in POLICY.criteria if criterion.dimension is not None)
PROBES = tuple(criterion for criterion in POLICY.criteria if criterion.dimension is None)


def measured(values: dict[str, float]) -> list[Measurement]:
    return [Measurement(name, value=value) for name, value in values.items()]


def everything(value: float, criteria: Iterable[Criterion] = READINESS) -> dict[str, float]:
    return {criterion.id: value for criterion in criteria}


def only(policy: Policy, measurements: list[Measurement]) -> Score:
    (score,) = score_sheet(policy, measurements)
    return score


def without_stand_ins() -> Policy:
    """The same policy, but what does not apply is left out."""
    names = [criterion.id for criterion in READINESS if criterion.stand_in is not None]
    lines = "".join(f"  - {{id: {name}, not_applicable: omit, rationale: r}}\n" for name in names)
    text = f"rubric: omit\nversion: 1.0.0\nextends: reproscore@1.0.0\ncriteria:\n{lines}"
    return read_rubric(text, source="f", base="https://a.example/", baselines=shipped_rubric).policy


OMITTING = without_stand_ins()


def test_every_method_of_the_file_format_has_one_module() -> None:
    assert set(methods()) == set(Method)


def test_a_perfect_repository_scores_one_hundred() -> None:
    score = only(POLICY, measured(everything(100)))
    assert score.value == pytest.approx(100, abs=1e-9)
    assert score.penalties == ()
    assert [part.contribution for part in score.dimensions] == pytest.approx([30, 25, 20, 15, 10])


def test_an_empty_repository_scores_zero_and_keeps_its_unclamped_value() -> None:
    score = only(POLICY, measured(everything(0)))
    assert (score.value, score.unclamped) == (0, -45)
    assert score.penalties == ("no_environment", "no_data", "no_seeds")


def test_a_policy_without_a_measurement_gives_no_score() -> None:
    assert score_sheet(POLICY, []) == ()
    nobody = [Measurement(criterion.id, Status.NOT_ATTEMPTED) for criterion in POLICY.criteria]
    assert score_sheet(POLICY, nobody) == ()


def test_constants_alone_are_no_score() -> None:
    nothing = [Measurement(criterion.id, Status.NOT_APPLICABLE) for criterion in READINESS]
    assert score_sheet(POLICY, nothing) == ()


@pytest.mark.parametrize(
    ("raw", "counts"),
    [(0, 0), (10, 0.05), (20, 0.4 * 0.5**1.5), (39.99, 0.4 * (39.99 / 40) ** 1.5), (40, 0.4), (100, 1)],
)
def test_the_gate_holds_a_weak_dimension_down(raw: float, counts: float) -> None:
    assert gate(raw, POLICY.dimensions[0].gate) == pytest.approx(counts, abs=1e-12)


def test_a_dimension_without_a_gate_counts_as_it_is() -> None:
    assert gate(20, None) == 0.2


def test_a_dimension_shows_its_raw_value_and_its_points() -> None:
    values = everything(100) | {"container_spec": 0, "env_bootstrap": 0, "python_version_declared": 0}
    environment = only(POLICY, measured(values)).dimensions[0]
    assert environment.raw == pytest.approx(25, abs=1e-9)
    assert environment.contribution == pytest.approx(30 * 0.4 * (25 / 40) ** 1.5, abs=1e-9)


@pytest.mark.parametrize(
    ("seeds", "penalties"), [(50, ()), (49.99, ("no_seeds",)), (0, ("no_seeds",)), (100, ())]
)
def test_seeds_are_penalised_strictly_below_fifty(seeds: float, penalties: tuple[str, ...]) -> None:
    score = only(POLICY, measured(everything(100) | {"seed_management": seeds}))
    assert score.penalties == penalties


def test_penalties_are_strict_on_dimensions_too() -> None:
    none = {"container_spec": 0.0, "env_bootstrap": 0.0, "python_version_declared": 0.0}
    at_ten = everything(100) | none | {"dep_pinning": 40}
    below = everything(100) | none | {"dep_pinning": 39}
    assert only(POLICY, measured(at_ten)).penalties == ()
    assert only(POLICY, measured(below)).penalties == ("no_environment",)


def test_a_constant_stands_for_not_applicable_where_the_policy_has_one() -> None:
    values = everything(0)
    del values["docstring_coverage"], values["hardware_requirements"]
    away = [
        Measurement("docstring_coverage", Status.NOT_APPLICABLE),
        Measurement("hardware_requirements", Status.NOT_APPLICABLE),
    ]
    by_constant = only(POLICY, measured(values) + away)
    measured_so = only(POLICY, measured(values | {"docstring_coverage": 50, "hardware_requirements": 100}))
    assert by_constant == measured_so


def test_elsewhere_the_weight_of_what_does_not_apply_is_shared_in_its_dimension() -> None:
    values = everything(100) | {"dep_pinning": 20}
    del values["container_spec"]
    score = only(POLICY, [*measured(values), Measurement("container_spec", Status.NOT_APPLICABLE)])
    raw = (0.25 * 20 + 0.25 * 100 + 0.20 * 100) / 0.70
    assert score.dimensions[0].raw == pytest.approx(raw, abs=1e-9)
    assert (score.coverage, score.lower, score.upper) == (1, score.value, score.value)
    assert "container_spec" not in score.criteria


def test_a_dimension_of_which_nothing_applies_gives_its_weight_to_the_others() -> None:
    inside = {criterion.id for criterion in POLICY.criteria_of("C")}
    values = {name: value for name, value in everything(100).items() if name not in inside}
    away = [Measurement(name, Status.NOT_APPLICABLE) for name in inside]
    score = only(OMITTING, measured(values) + away)
    assert score.value == pytest.approx(100, abs=1e-9)
    portability = score.dimensions[3]
    assert (portability.raw, portability.contribution, portability.coverage) == (None, 0, 1)
    assert (score.coverage, score.lower, score.upper) == (1, score.value, score.value)


@pytest.mark.parametrize("status", [Status.NOT_ATTEMPTED, Status.FAILED, None])
def test_a_missing_measurement_is_never_zero(status: Status | None) -> None:
    values = everything(100)
    del values["container_spec"]
    extra = [Measurement("container_spec", status)] if status else []
    score = only(POLICY, measured(values) + extra)
    assert score.value == pytest.approx(100, abs=1e-9)
    assert score.coverage == pytest.approx(1 - 0.30 * 0.30, abs=1e-12)
    assert score.dimensions[0].coverage == pytest.approx(0.7)
    assert score.lower == pytest.approx(91, abs=1e-9)
    assert score.upper == pytest.approx(100, abs=1e-9)


def test_a_dimension_nobody_looked_at_is_unknown_and_bounded_with_its_penalty() -> None:
    inside = {criterion.id for criterion in POLICY.criteria_of("E")}
    score = only(POLICY, measured({k: v for k, v in everything(100).items() if k not in inside}))
    assert score.dimensions[0].raw is None
    assert score.dimensions[0].coverage == 0
    assert score.value == pytest.approx(100, abs=1e-9)
    assert score.lower == pytest.approx(70 - 20, abs=1e-9)
    assert score.upper == pytest.approx(100, abs=1e-9)


def probes(**values: float) -> list[Measurement]:
    return measured(values)


def test_an_outcome_is_the_mean_of_the_probes_that_were_run() -> None:
    outcome = only(POLICY, probes(install=100, execution=0))
    assert outcome.metric == "ROS"
    assert outcome.value == pytest.approx(100 * 0.30 / 0.55, abs=1e-9)
    assert outcome.coverage == pytest.approx(0.55)
    assert outcome.lower == pytest.approx(30, abs=1e-9)
    assert outcome.upper == pytest.approx(75, abs=1e-9)


def blend_of(readiness: float, outcome: dict[str, float]) -> Score:
    rrs = Score("RRS", readiness, readiness, 1, readiness, readiness)
    return composite(POLICY, rrs, only(POLICY, measured(outcome)))


def test_the_composite_has_the_values_of_the_specification() -> None:
    notebooks_only = blend_of(72, {"notebooks": 60})
    assert (notebooks_only.alpha, notebooks_only.value) == pytest.approx((0.10, 70.8), abs=1e-9)
    full: dict[str, float] = {
        "install": 100,
        "execution": 100,
        "determinism": 44,
        "notebooks": 100,
        "imports": 50,
        "tests": 0,
    }
    score = blend_of(72, full)
    assert (score.alpha, score.value) == pytest.approx((0.70, 76.76), abs=1e-9)
    three = blend_of(72, {"install": 100, "execution": 100, "determinism": 100})
    assert three.alpha == pytest.approx(0.525, abs=1e-12)


def test_there_is_no_composite_without_an_outcome() -> None:
    assert [score.metric for score in score_sheet(POLICY, measured(everything(100)))] == ["RRS"]
    sheet = score_sheet(POLICY, measured(everything(100)) + probes(install=100))
    assert [score.metric for score in sheet] == ["RRS", "ROS", "RCS"]
    assert sheet[2] == composite(POLICY, sheet[0], sheet[1])


def test_a_composite_of_other_scores_is_refused() -> None:
    readiness = only(POLICY, measured(everything(100)))
    with pytest.raises(InputError, match="no composite of RRS and RRS"):
        composite(POLICY, readiness, readiness)


def test_a_published_outcome_weighs_by_its_stated_coverage() -> None:
    rrs, ros = Score("RRS", 72, 72, 1, 72, 72), Score("ROS", 60, 60, 0.75, 45, 70)
    assert composite(POLICY, rrs, ros).alpha == pytest.approx(0.525)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (Measurement("nothing", value=1), "no criterion 'nothing'"),
        (Measurement("doc_structure", value=25), "measured twice"),
        (Measurement("install", value=50), "not on its binary scale"),
        (Measurement("install", value=math.nan), "not on its binary scale"),
        (Measurement("determinism", value=math.nan), "not on its continuous scale"),
        (Measurement("determinism", value=math.inf), "not on its continuous scale"),
        (Measurement("determinism", value=100.01), "not on its continuous scale"),
        (Measurement("determinism", value=-0.01), "not on its continuous scale"),
        (Measurement("data_pointer", value=50), "not on its tiered scale"),
        (Measurement("install"), "has no value"),
        (Measurement("install", notation="Y"), "not on its binary scale"),
        (Measurement("install", Status.FAILED, 0), "has the value 0 but the status failed"),
    ],
)
def test_a_measurement_that_does_not_fit_is_refused(wrong: Measurement, says: str) -> None:
    with pytest.raises(InputError, match=says):
        score_sheet(POLICY, [Measurement("doc_structure", value=25), wrong])


def values_of(criterion: Criterion) -> st.SearchStrategy[float]:
    scale = criterion.scale
    if scale.kind is ScaleKind.BINARY:
        return st.sampled_from([0.0, 100.0])
    if scale.tiers:
        return st.sampled_from([float(tier) for tier in scale.tiers])
    return st.floats(0, 100)


def measurement_of(criterion: Criterion) -> st.SearchStrategy[Measurement]:
    value = values_of(criterion).map(lambda value: Measurement(criterion.id, value=value))
    status = st.sampled_from([Status.NOT_APPLICABLE, Status.NOT_ATTEMPTED, Status.FAILED])
    return value | value | status.map(lambda status: Measurement(criterion.id, status))


COMPLETE = st.fixed_dictionaries({criterion.id: values_of(criterion) for criterion in POLICY.criteria})
PARTIAL = st.tuples(*(measurement_of(criterion) for criterion in POLICY.criteria)).map(list)
POLICIES = st.sampled_from([POLICY, OMITTING])


@given(POLICIES, PARTIAL, st.integers())
def test_the_order_of_measurements_changes_no_bit(
    policy: Policy, measurements: list[Measurement], seed: int
) -> None:
    shuffled = random.Random(seed).sample(measurements, len(measurements))
    assert score_sheet(policy, shuffled) == score_sheet(policy, measurements)


@given(POLICIES, PARTIAL)
def test_bounds_hold_the_value_within_the_clamp(policy: Policy, measurements: list[Measurement]) -> None:
    for score in score_sheet(policy, measurements):
        assert 0 <= score.lower <= score.value <= score.upper <= 100
        assert 0 <= score.coverage <= 1


@given(POLICIES, COMPLETE)
def test_a_complete_score_is_exact(policy: Policy, values: dict[str, float]) -> None:
    for score in score_sheet(policy, measured(values)):
        assert (score.coverage, score.lower, score.upper) == (1, score.value, score.value)


@given(POLICIES, PARTIAL, st.data())
def test_whatever_was_missing_the_score_stays_in_its_bounds(
    policy: Policy, measurements: list[Measurement], data: st.DataObject
) -> None:
    before = {score.metric: score for score in score_sheet(policy, measurements)}
    looked = [
        Measurement(item.criterion, value=data.draw(values_of(policy.criterion(item.criterion))))
        if item.status in {Status.NOT_ATTEMPTED, Status.FAILED}
        else item
        for item in measurements
    ]
    for score in score_sheet(policy, looked):
        if score.metric in before:
            known = before[score.metric]
            assert known.lower - 1e-9 <= score.value <= known.upper + 1e-9


@given(COMPLETE, st.sampled_from(POLICY.criteria), st.data())
def test_no_score_falls_when_a_criterion_rises(
    values: dict[str, float], criterion: Criterion, data: st.DataObject
) -> None:
    better = data.draw(values_of(criterion).filter(lambda value: value >= values[criterion.id]))
    before = score_sheet(POLICY, measured(values))
    after = score_sheet(POLICY, measured(values | {criterion.id: better}))
    for old, new in zip(before, after, strict=True):
        assert new.value >= old.value - 1e-9


def in_decimals(policy: Policy, values: dict[str, float]) -> Decimal:
    """The readiness score along another path: forty decimal digits."""
    with localcontext() as context:
        context.prec = 40
        exact = {name: Decimal(value) for name, value in values.items()}
        total = Decimal(0)
        for dimension in policy.dimensions:
            inside = policy.criteria_of(dimension.id)
            exact[dimension.id] = raw = sum((part.weight * exact[part.id] for part in inside), Decimal(0))
            rule = dimension.gate
            assert rule is not None
            if 0 < raw < rule.threshold:
                raw = (raw / rule.threshold) ** rule.exponent * rule.threshold
            total += dimension.weight * raw
        total -= sum(part.points for part in policy.penalties if exact[part.on] < part.below)
        return min(Decimal(100), max(Decimal(0), total))


@given(COMPLETE)
def test_binary_and_decimal_arithmetic_agree(values: dict[str, float]) -> None:
    (score, *_) = score_sheet(POLICY, measured(values))
    # A raw value at a penalty's very threshold may fall on either side of it; such an input is no test.
    raws = {part.dimension: part.raw or 0 for part in score.dimensions}
    for penalty in POLICY.penalties:
        if penalty.on in raws and abs(raws[penalty.on] - float(penalty.below)) < 1e-9:
            return
    assert abs(Decimal(score.value) - in_decimals(POLICY, values)) < Decimal("1e-9")


@pytest.mark.study
def test_the_published_readiness_scores_come_out_again(study_data: Path) -> None:
    with (study_data / "reproscore" / "scores.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 423
    points = {"no_environment": "penalty_E", "no_data": "penalty_A", "no_seeds": "penalty_seed"}
    for row in rows:
        values = {name[4:]: float(value) for name, value in row.items() if name.startswith("sub_")}
        score = only(POLICY, measured(values))
        assert abs(score.value - float(row["rrs"])) < 0.01
        assert {points[name] for name in score.penalties} == {
            column for column in points.values() if float(row[column])
        }
        for part in score.dimensions:
            assert part.raw is not None
            assert abs(part.raw - float(row[f"cat_{part.dimension}_raw"])) < 0.011
            assert abs(part.contribution - float(row[f"cat_{part.dimension}_gated"])) < 0.011
