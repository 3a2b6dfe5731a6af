"""The page of the field's faults names tests that exist, and leaves no fault out."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "field-faults.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(tests/[^`:]+)::(test_\w+)`", PAGE)


@pytest.mark.parametrize(("file", "name"), NAMED, ids=[name for _, name in NAMED])
def test_each_named_test_exists(file: str, name: str) -> None:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    assert name in {
        node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def test_every_fault_is_covered_or_said_not_to_be() -> None:
    rows = {int(number): line for line in PAGE.splitlines() for number in re.findall(r"^\| (\d+) \|", line)}
    missing = PAGE.partition("Not covered yet")[2]
    assert all("::test_" in line for line in rows.values())
    assert set(rows) | {int(number) for number in re.findall(r"\b(\d\d),", missing)} == set(range(1, 31))
