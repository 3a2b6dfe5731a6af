from __future__ import annotations

import pytest
from pyoxigraph import Literal, NamedNode

from rubrary.index.functions import find_functions
from rubrary.index.functions.gate import call

_GATE = NamedNode("https://w3id.org/rubrary/ns#gate")


def test_functions_are_found_by_walking_the_package() -> None:
    assert find_functions()[_GATE] is call


@pytest.mark.parametrize(
    ("x", "gated"), [(100, 1.0), (40, 0.4), (39.99999, 0.4), (20, 0.5**1.5 * 0.4), (0, 0.0), (55.5, 0.555)]
)
def test_the_gate_is_linear_from_its_threshold_on_and_bends_below(x: float, gated: float) -> None:
    found = call(
        Literal(x),
        Literal(40),
        Literal("1.5", datatype=NamedNode("http://www.w3.org/2001/XMLSchema#decimal")),
    )
    assert float(found.value) == pytest.approx(gated, abs=1e-6)


@pytest.mark.parametrize("bad", [("x", 40, 1.5), (-1, 40, 1.5), (101, 40, 1.5), (5, 0, 1.5), (5, 40, 0)])
def test_the_gate_refuses_what_is_out_of_range(bad: tuple[object, ...]) -> None:
    with pytest.raises(ValueError, match=r"not a number|out of range"):
        call(*(Literal(value) for value in bad))  # type: ignore[arg-type]
