"""Making and opening registries."""

from __future__ import annotations

from pathlib import Path

import pytest

from rubrary.errors import RegistryError, UsageError
from rubrary.pipeline.config import FILE, checked_base
from rubrary.pipeline.registry import Registry

BASE = "https://archive.example.org/"


def test_a_new_registry_opens_again_with_its_base(tmp_path: Path) -> None:
    Registry.create(tmp_path / "r", "https://archive.example.org").close()
    with Registry.open(tmp_path / "r") as registry:
        assert registry.base == BASE
        assert registry.ledger.head().seq == 0


def test_a_folder_that_holds_something_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("precious")
    with pytest.raises(UsageError, match="is not empty"):
        Registry.create(tmp_path, BASE)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_folder_without_registry_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(RegistryError) as caught:
        Registry.open(tmp_path)
    assert caught.value.hint is not None
    assert "rubrary init" in caught.value.hint


@pytest.mark.parametrize(
    "text", ["base = 'x'\nformat = 99\n", "not toml [", "format = 1\nbase = 'ftp://x/'\n"]
)
def test_damaged_or_newer_settings_are_told_apart_from_none(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    with pytest.raises((RegistryError, UsageError)):
        Registry.open(tmp_path)


@pytest.mark.parametrize(
    "text",
    ["archive.example.org", "ftp://x/", "http://", "https://x/?q=1", "https://x/#y", "https://x/a b", ""],
)
def test_what_cannot_be_a_base_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        checked_base(text)
