"""Scores are rounded for people, half to even, from their shortest decimal text."""

from __future__ import annotations

import pytest

from rubrary.rubric import Rounding
from rubrary.scoring import rounded


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (70.8, "70.80"),
        (0.125, "0.12"),
        (0.135, "0.14"),
        (2.675, "2.68"),
        (2.665, "2.66"),
        (100.0, "100.00"),
        (1e-7, "0.00"),
        (-0.001, "0.00"),
        (0, "0.00"),
    ],
)
def test_two_decimals_half_to_even(value: float, shown: str) -> None:
    assert str(rounded(value, Rounding())) == shown


def test_a_policy_may_want_none() -> None:
    assert str(rounded(0.5, Rounding(decimals=0))) == "0"
    assert str(rounded(1.5, Rounding(decimals=0))) == "2"
