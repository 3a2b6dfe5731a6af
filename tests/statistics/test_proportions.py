"""Shares with Wilson's interval."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrary.statistics import UnsuitableData, wilson


def test_wilson_of_a_textbook_share() -> None:
    # Newcombe 1998, Table I: 81 of 263.
    found = wilson(81, 263)
    assert found.estimate == pytest.approx(0.3080, abs=5e-5)
    assert (found.low, found.high) == pytest.approx((0.2553, 0.3662), abs=5e-5)


def test_wilson_of_none_and_of_all() -> None:
    # Newcombe 1998, Table I: 0 of 20.
    assert (wilson(0, 20).low, wilson(0, 20).high) == pytest.approx((0.0, 0.1611), abs=5e-5)
    assert (wilson(20, 20).low, wilson(20, 20).high) == pytest.approx((0.8389, 1.0), abs=5e-5)


@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_stays_within_nought_and_one_around_its_estimate(case: tuple[int, int]) -> None:
    found = wilson(*case)
    assert found.low is not None
    assert found.high is not None
    assert 0 <= found.low <= found.estimate <= found.high <= 1
    assert found.low < found.high


@given(st.integers(1, 500), st.floats(0.5, 0.98))
def test_a_higher_level_is_a_wider_interval(trials: int, level: float) -> None:
    narrow, wide = wilson(trials // 2, trials, level), wilson(trials // 2, trials, level + 0.01)
    assert wide.high - wide.low > narrow.high - narrow.low  # type: ignore[operator]


@pytest.mark.parametrize(("successes", "trials"), [(0, 0), (-1, 5), (6, 5)])
def test_impossible_counts_are_refused(successes: int, trials: int) -> None:
    with pytest.raises(UnsuitableData):
        wilson(successes, trials)


@pytest.mark.parametrize("level", [0.0, 1.0, 95.0])
def test_a_level_outside_nought_and_one_is_refused(level: float) -> None:
    with pytest.raises(UnsuitableData, match="between 0 and 1"):
        wilson(1, 2, level)
