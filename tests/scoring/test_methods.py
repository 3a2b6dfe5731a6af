"""The methods of checklists, inventories, smells, maturity and trees, on small policies of our own."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrary.assessment import Measurement, Score, Status
from rubrary.errors import InputError
from rubrary.rubric import Method, Policy, answered, read_rubric, shipped_rubric
from rubrary.scoring import score_sheet
from rubrary.scoring.methods import methods

HEAD = "rubric: r\nversion: 1.0.0\ntitle: R\nlicense: CC0-1.0\n"
ITEMS = "criteria:\n" + "".join(
    f"  - {{id: {name}, question: Q, scale: {{kind: nominal, scheme: answer, answers: {{Y: 1, N: 0}}}}}}\n"
    for name in "abcd"
)
TIERS = (
    "criteria:\n"
    + "".join(
        f"  - {{id: {name}, question: Q, scale: {{kind: tiered, tiers: [0, 1, 2]}}}}\n" for name in "abc"
    )
    + "  - {id: again, question: Q, scale: {kind: binary, maximum: 1}}\n"
)
TREE = """\
dimensions:
  - {id: root, title: Root, weight: 1}
  - {id: left, title: Left, parent: root, weight: 3}
  - {id: right, title: Right, parent: root, weight: 1}
criteria:
  - {id: a, dimension: left, weight: 2, question: Q, scale: {kind: continuous, maximum: 1}}
  - {id: b, dimension: left, weight: 1, question: Q, scale: {kind: continuous, maximum: 1}}
  - {id: c, dimension: right, weight: 7, question: Q, scale: {kind: continuous, maximum: 1}}
scores: [{id: s, method: weighted-tree}]
"""


def policy(text: str) -> Policy:
    return read_rubric(
        HEAD + text, source="r.yaml", base="https://a.example/", baselines=shipped_rubric
    ).policy


COMPLETENESS = policy(ITEMS + "scores: [{id: s, method: completeness}]\n")
SMELLS = policy(ITEMS + "scores: [{id: s, method: count-present}]\n")
INVENTORY = policy(ITEMS + "scores: [{id: s, method: all-of}]\n")
MATURITY = policy(TIERS + "scores: [{id: s, method: minimum-tier, top: {criterion: again, tier: 3}}]\n")
PAPER = policy(TREE)


def answers(of: Policy, given: Mapping[str, str]) -> list[Measurement]:
    """``Y`` and ``N`` as they are, ``NA`` as not applicable, ``?`` as not attempted."""
    without = {"NA": Status.NOT_APPLICABLE, "?": Status.NOT_ATTEMPTED}
    return [
        Measurement(name, without[text]) if text in without else answered(of.criterion(name), text)
        for name, text in given.items()
    ]


def numbers(given: Mapping[str, float | None]) -> list[Measurement]:
    return [
        Measurement(name, Status.NOT_APPLICABLE) if value is None else Measurement(name, value=value)
        for name, value in given.items()
    ]


def only(of: Policy, measurements: list[Measurement]) -> Score:
    (score,) = score_sheet(of, measurements)
    return score


def seen(score: Score) -> tuple[float, float, float, float]:
    return score.value, score.coverage, score.lower, score.upper


def test_every_method_of_the_scheme_has_its_module() -> None:
    assert set(methods()) == set(Method)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"a": "Y", "b": "Y", "c": "N", "d": "N"}, (0.5, 1, 0.5, 0.5)),
        ({"a": "Y", "b": "NA", "c": "NA", "d": "N"}, (0.5, 1, 0.5, 0.5)),
        ({"a": "Y", "b": "NA", "c": "NA", "d": "NA"}, (1, 1, 1, 1)),
        ({"a": "Y", "b": "N", "c": "?"}, (0.5, 0.5, 0.25, 0.75)),
    ],
)
def test_completeness_is_the_share_of_yes_among_yes_and_no(
    given: dict[str, str], expected: tuple[float, ...]
) -> None:
    assert seen(only(COMPLETENESS, answers(COMPLETENESS, given))) == expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"a": "Y", "b": "Y", "c": "N", "d": "N"}, (2, 1, 2, 2)),
        ({"a": "N", "b": "N", "c": "N", "d": "NA"}, (0, 1, 0, 0)),
        ({"a": "Y", "b": "N"}, (1, 0.5, 1, 3)),
    ],
)
def test_smells_are_counted_and_those_not_looked_for_could_be_there(
    given: dict[str, str], expected: tuple[float, ...]
) -> None:
    assert seen(only(SMELLS, answers(SMELLS, given))) == expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"a": "Y", "b": "Y", "c": "Y", "d": "NA"}, (1, 1, 1, 1)),
        ({"a": "Y", "b": "Y", "c": "Y"}, (1, 0.75, 0, 1)),
        ({"a": "Y", "b": "N", "c": "?"}, (0, 0.5, 0, 0)),
    ],
)
def test_an_inventory_is_complete_or_not_and_one_gap_decides(
    given: dict[str, str], expected: tuple[float, ...]
) -> None:
    assert seen(only(INVENTORY, answers(INVENTORY, given))) == expected


@pytest.mark.parametrize("of", [COMPLETENESS, SMELLS, INVENTORY])
@pytest.mark.parametrize("text", ["NA", "?"])
def test_nothing_answered_is_no_score(of: Policy, text: str) -> None:
    assert score_sheet(of, answers(of, dict.fromkeys("abcd", text))) == ()


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"a": 2, "b": 1, "c": 2, "again": 1}, (1, 1, 1, 1)),
        ({"a": 2, "b": 2, "c": 2, "again": 0}, (2, 1, 2, 2)),
        ({"a": 2, "b": 2, "c": 2, "again": 1}, (3, 1, 3, 3)),
        ({"a": 2, "b": 2, "c": 2}, (2, 0.75, 2, 3)),
        ({"a": 2, "b": 2, "again": 1}, (2, 0.75, 0, 3)),
        ({"a": 0, "again": 1}, (0, 0.5, 0, 0)),
        ({"a": 2, "b": 2, "c": 2, "again": None}, (2, 1, 2, 2)),
    ],
)
def test_the_tier_is_the_least_axis_and_the_top_needs_a_reproduction(
    given: dict[str, float | None], expected: tuple[float, ...]
) -> None:
    assert seen(only(MATURITY, numbers(given))) == expected


def test_a_node_is_the_weighted_mean_of_its_children() -> None:
    score = only(PAPER, numbers({"a": 1, "b": 0, "c": 0.5}))
    assert score.value == pytest.approx((3 * (2 / 3) + 1 * 0.5) / 4)
    by_node = {part.dimension: part for part in score.dimensions}
    assert by_node["left"].raw == pytest.approx(2 / 3)
    assert by_node["root"].raw == pytest.approx(score.value)
    assert by_node["left"].contribution + by_node["right"].contribution == pytest.approx(score.value)


def test_a_missing_leaf_widens_the_bounds_and_one_that_does_not_apply_is_left_out() -> None:
    missing = only(PAPER, numbers({"a": 1, "b": 0}))
    assert missing.value == pytest.approx(2 / 3)
    assert (missing.coverage, missing.lower, missing.upper) == pytest.approx((0.75, 0.5, 0.75))
    left_out = only(PAPER, numbers({"a": 1, "b": 0, "c": None}))
    assert (left_out.coverage, left_out.lower, left_out.upper) == pytest.approx((1, 2 / 3, 2 / 3))


def test_an_answer_that_the_scale_does_not_have_is_refused_with_those_it_has() -> None:
    with pytest.raises(InputError, match="'maybe', which is not on its nominal scale") as caught:
        score_sheet(COMPLETENESS, [Measurement("a", notation="maybe")])
    assert caught.value.hint == "values of it: Y, N"
    with pytest.raises(InputError, match="not on its nominal scale"):
        score_sheet(COMPLETENESS, [Measurement("a", value=1.0)])


@given(st.fixed_dictionaries({name: st.sampled_from(["Y", "N", "NA", "?"]) for name in "abcd"}))
@pytest.mark.parametrize("of", [COMPLETENESS, SMELLS, INVENTORY])
def test_bounds_are_what_the_missing_answers_could_make_of_it(of: Policy, given: dict[str, str]) -> None:
    scores = score_sheet(of, answers(of, given))
    if not scores:
        return
    open_ends = [name for name, text in given.items() if text == "?"]
    reachable = [
        only(of, answers(of, {**given, **dict(zip(open_ends, filled, strict=True))})).value
        for filled in itertools.product("YN", repeat=len(open_ends))
    ]
    assert (scores[0].lower, scores[0].upper) == (min(reachable), max(reachable))
    assert scores[0].lower <= scores[0].value <= scores[0].upper
