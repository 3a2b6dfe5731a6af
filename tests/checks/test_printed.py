"""When a recomputed value is the printed one."""

from __future__ import annotations

from decimal import Decimal

import pytest

from rubrary.checks.printed import Printed, agrees, as_printed


@pytest.mark.parametrize(
    ("text", "number", "bound"),
    [
        ("0.0424", "0.0424", ""),
        (".502", "0.502", ""),
        ("−0.0144", "-0.0144", ""),
        ("10.55 %", "10.55", ""),
        ("5,497", "5497", ""),
        ("1.5e-9", "1.5e-9", ""),
        ("< .001", "0.001", "<"),
        ("≥ 0.911", "0.911", "≥"),
    ],
)
def test_a_printed_number_is_taken_apart(text: str, number: str, bound: str) -> None:
    assert Printed.read(text) == Printed(text, Decimal(number), bound)


@pytest.mark.parametrize("text", ["22/26", "48/37/321/42/7", "1,2", "five", "", "0.1 to 0.2"])
def test_everything_else_is_a_text(text: str) -> None:
    assert Printed.read(text).number is None


@pytest.mark.parametrize(
    ("text", "half"), [("0.36", "0.005"), ("48", "0.5"), ("1.5e-9", "5e-11"), ("9.10 %", "0.005")]
)
def test_half_a_unit_of_the_last_printed_digit_is_allowed(text: str, half: str) -> None:
    assert Printed.read(text).half_unit == Decimal(half)


@pytest.mark.parametrize(
    ("text", "value", "same"),
    [
        ("0.36", 0.3551, True),
        ("0.36", 0.355, True),
        ("0.36", 0.365, True),
        ("0.36", 0.3549, False),
        ("0.36", 0.3651, False),
        ("-0.36", -0.3649, True),
        ("0.36", -0.36, False),
        ("48", 48, True),
        ("48", 49, False),
        ("10.55 %", 10.549, True),
        ("1.5e-9", 1.523e-9, True),
        ("1.5e-9", 1.56e-9, False),
        ("< .001", 0.000999, True),
        ("< .001", 0.001, False),
        ("> 5", 5.01, True),
        ("> 5", 5.0, False),
        ("≥ 0.911", 0.9106, True),
        ("≥ 0.911", 0.9104, False),
        ("≤ 0.581", 0.5814, True),
        ("≤ 0.581", 0.5816, False),
    ],
)
def test_a_value_matches_when_it_rounds_to_the_printed_digits(text: str, value: float, same: bool) -> None:
    assert agrees(Printed.read(text), value) is same


def test_a_stated_tolerance_takes_the_place_of_the_printed_digits() -> None:
    printed = Printed.read("0.4711")
    assert agrees(printed, 0.479, Decimal("0.01"))
    assert not agrees(printed, 0.482, Decimal("0.01"))
    assert not agrees(Printed.read("48"), 48.2, Decimal(0))


def test_texts_are_the_same_but_for_white_space() -> None:
    assert agrees(Printed.read("48 / 37"), "48  /  37")
    assert not agrees(Printed.read("22/26"), "22/27")


def test_a_text_is_never_matched_by_a_number() -> None:
    assert not agrees(Printed.read("22/26"), 22 / 26)


@pytest.mark.parametrize(
    ("text", "value", "shown"),
    [
        ("0.0424", 0.04239587, "0.042396"),
        ("92 %", 82.142857, "82.14"),
        ("423", 423, "423"),
        ("100.0", 100.0, "100.000"),
        ("1.5e-9", 1.523456e-9, "1.523e-09"),
        ("< .001", 0.000123456, "0.0001235"),
        ("0.0", 4.5136e-20, "4.514e-20"),
        ("22/26", "22/27", "22/27"),
    ],
)
def test_a_recomputed_value_is_shown_with_two_digits_more_than_the_printed_one(
    text: str, value: float | str, shown: str
) -> None:
    assert as_printed(Printed.read(text), value) == shown
