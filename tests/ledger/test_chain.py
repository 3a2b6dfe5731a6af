from __future__ import annotations

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrary.ledger import GENESIS, next_state

digests = st.binary(min_size=32, max_size=32).map(bytes.hex)
facts = st.fixed_dictionaries(
    {
        "seq": st.integers(1, 2**53 - 1),
        "kind": st.sampled_from(["deposit", "withdrawal"]),
        "digest": digests,
        "accepted_at": st.text("0123456789-T:+", min_size=1),
    }
)


def test_the_first_state_is_a_known_value():
    """A test vector for other implementations."""
    row = {"seq": 1, "kind": "deposit", "digest": "ab" * 32, "accepted_at": "2026-01-31T12:00:00+00:00"}
    assert next_state(GENESIS, **row) == "57323d3050bfcdfd04de1e47cb81f533e120175e03a27222db2d9500f336eeba"


@given(digests, facts)
def test_a_state_is_the_hash_of_the_one_before_and_sorted_compact_json(previous, row):
    text = json.dumps(row, sort_keys=True, separators=(",", ":"))
    expected = hashlib.sha256(bytes.fromhex(previous) + text.encode()).hexdigest()
    assert next_state(previous, **row) == expected


@given(digests, facts, digests, facts)
def test_another_past_or_another_row_gives_another_state(previous, row, other_previous, other_row):
    same = (previous, row) == (other_previous, other_row)
    assert (next_state(previous, **row) == next_state(other_previous, **other_row)) == same


def test_a_state_that_is_not_hexadecimal_is_refused():
    with pytest.raises(ValueError, match="hexadecimal"):
        next_state("x" * 64, seq=1, kind="deposit", digest="", accepted_at="")
