"""The area under the ROC curve."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubrary.statistics import UnsuitableData, auc

_items = st.lists(st.tuples(st.booleans(), st.integers(0, 20)), min_size=2, max_size=40).filter(
    lambda items: len({label for label, _ in items}) == 2
)


def test_auc_is_the_share_of_pairs_in_order() -> None:
    labels, values = [True, True, False, False], [0.9, 0.4, 0.5, 0.1]
    assert auc(labels, values, resamples=0).estimate == pytest.approx(3 / 4)


def test_auc_of_separated_groups_is_one_without_doubt() -> None:
    found = auc([True, True, True, False, False], [7, 8, 9, 1, 2])
    assert (found.estimate, found.low, found.high) == (1, 1, 1)


def test_the_interval_holds_the_estimate_and_is_the_same_each_time() -> None:
    labels = [index % 3 == 0 for index in range(60)]
    values = [float(index * 7 % 23) + 4 * label for index, label in enumerate(labels)]
    first, second = auc(labels, values), auc(labels, values)
    assert first == second
    assert 0 < first.low < first.estimate < first.high <= 1  # type: ignore[operator]
    assert auc(labels, values, seed=1).low != first.low


def test_without_resamples_there_is_no_interval() -> None:
    found = auc([True, False], [2, 1], resamples=0)
    assert (found.low, found.high) == (None, None)


@settings(deadline=None)
@given(_items)
def test_turning_the_labels_turns_the_area(items: list[tuple[bool, int]]) -> None:
    labels, values = [label for label, _ in items], [value for _, value in items]
    area = auc(labels, values, resamples=0).estimate
    assert 0 <= area <= 1
    assert auc([not label for label in labels], values, resamples=0).estimate == pytest.approx(1 - area)


@pytest.mark.parametrize(
    ("labels", "values", "words"),
    [
        ([True, True], [1, 2], "all 2 labels are true"),
        ([False, False], [1, 2], "all 2 labels are false"),
        ([True, False], [1], "2 and 1"),
        ([True, False, False], [1, 2, 3], "single item"),
        ([True, False], [1, float("nan")], "position 2"),
    ],
)
def test_what_has_no_area(labels: list[bool], values: list[float], words: str) -> None:
    with pytest.raises(UnsuitableData, match=words):
        auc(labels, values)


def test_a_negative_number_of_resamples_is_refused() -> None:
    with pytest.raises(UnsuitableData, match="not -1"):
        auc([True, False], [2, 1], resamples=-1)
