"""Many tests at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrary.statistics import UnsuitableData, benjamini_hochberg

_ps = st.lists(st.floats(0, 1), min_size=1, max_size=50)


def test_the_example_of_benjamini_and_hochberg() -> None:
    # Benjamini & Hochberg 1995, section 3: at 0.05, the four smallest of fifteen are rejected.
    ps = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719]
    ps += [0.6528, 0.7590, 1.0]
    adjusted = benjamini_hochberg(ps)
    assert sum(p <= 0.05 for p in adjusted) == 4
    assert adjusted[0] == pytest.approx(0.0015)
    assert adjusted[3] == pytest.approx(0.035625)


@given(_ps)
def test_adjusting_keeps_the_order_and_never_lowers(ps: list[float]) -> None:
    adjusted = benjamini_hochberg(ps)
    assert len(adjusted) == len(ps)
    assert all(p * (1 - 1e-12) <= q <= 1 for p, q in zip(ps, adjusted, strict=True))
    in_order = [q for _, q in sorted(zip(ps, adjusted, strict=True))]
    assert in_order == sorted(in_order)


def test_a_single_test_needs_no_adjusting() -> None:
    assert benjamini_hochberg([0.04]) == (0.04,)


@pytest.mark.parametrize("ps", [[], [1.2], [-0.1], [float("nan")]])
def test_what_is_no_p_value_is_refused(ps: list[float]) -> None:
    with pytest.raises(UnsuitableData):
        benjamini_hochberg(ps)
