"""Kaplan–Meier."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrary.statistics import UnsuitableData, kaplan_meier

#: Freireich 1963, weeks of remission under 6-MP; the second is whether the relapse was seen.
_WEEKS = [6, 6, 6, 6, 7, 9, 10, 10, 11, 13, 16, 17, 19, 20, 22, 23, 25, 32, 32, 34, 35]
_RELAPSED = [1, 1, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0]


def test_the_curve_of_the_leukaemia_trial() -> None:
    found = kaplan_meier(_WEEKS, [bool(seen) for seen in _RELAPSED])
    assert found.times == (6, 7, 10, 13, 16, 22, 23)
    assert found.at_risk == (21, 17, 15, 12, 11, 7, 6)
    assert found.survival == pytest.approx((0.857, 0.807, 0.753, 0.690, 0.627, 0.538, 0.448), abs=5e-4)
    assert found.median == 23
    # Klein & Moeschberger 2003, section 4.3: log-log bounds at 10 weeks.
    assert (found.low[0], found.high[0]) == pytest.approx((0.6197, 0.9516), abs=5e-4)


def test_a_share_of_nought_has_no_interval() -> None:
    found = kaplan_meier([1, 2], [True, True])
    assert found.survival == (0.5, 0)
    assert (found.low[1], found.high[1]) == (None, None)
    assert found.median == 1


def test_the_median_is_open_when_more_than_half_survive() -> None:
    assert kaplan_meier([1, 2, 3], [True, False, False]).median is None


@given(st.lists(st.tuples(st.integers(0, 50), st.booleans()), min_size=1, max_size=40))
def test_the_curve_falls_within_its_bounds(items: list[tuple[int, bool]]) -> None:
    durations, observed = [time for time, _ in items], [seen for _, seen in items]
    if not any(observed):
        with pytest.raises(UnsuitableData, match="none of the"):
            kaplan_meier(durations, observed)
        return
    found = kaplan_meier(durations, observed)
    assert list(found.survival) == sorted(found.survival, reverse=True)
    assert list(found.times) == sorted(set(found.times))
    for share, low, high in zip(found.survival, found.low, found.high, strict=True):
        assert 0 <= share <= 1
        assert (low is None) == (high is None)
        if low is not None:
            assert low - 1e-12 <= share <= high + 1e-12  # type: ignore[operator]


@pytest.mark.parametrize(
    ("durations", "observed", "words"),
    [([], [], "1 or more"), ([1], [True, False], "1 and 2"), ([-1, 2], [True, True], "-1 is less")],
)
def test_what_has_no_survival_curve(durations: list[float], observed: list[bool], words: str) -> None:
    with pytest.raises(UnsuitableData, match=words):
        kaplan_meier(durations, observed)
