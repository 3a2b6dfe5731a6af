from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.index.conftest import deposit

from rubrary.errors import RegistryError
from rubrary.index.index import Index
from rubrary.index.pointer import NoGeneration, hold_current


def _names(index: Index) -> set[str]:
    return {path.name for path in (index.folder / "generations").iterdir()}


def test_only_the_current_generation_stays_when_nobody_reads(index: Index) -> None:
    for seq in range(1, 4):
        with index.writer() as writer:
            writer.catch_up([deposit(seq)])
        assert _names(index) == {index.current_generation().name}


def test_a_generation_that_is_read_stays_until_it_is_let_go(index: Index) -> None:
    name, path, held = hold_current(str(index.folder))
    with index.writer() as writer:
        writer.catch_up([deposit(1)])
    assert _names(index) == {name, index.current_generation().name}
    assert Path(path, "CURRENT").exists()
    os.close(held)
    with index.writer():
        pass
    assert _names(index) == {index.current_generation().name}


def test_leftovers_of_a_crash_are_cleared_and_never_become_current(index: Index) -> None:
    home = index.folder / "generations"
    (home / "gen-77").mkdir()
    (home / "gen-5.dead").mkdir()
    (index.folder / "current.new").write_text("gen-77\n9\n")
    before = index.published()
    with index.writer():
        pass
    assert index.published() == before
    assert _names(index) == {before.path.name}
    assert not (index.folder / "current.new").exists()


def test_a_reader_that_finds_its_generation_gone_asks_again(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rubrary.index import pointer  # noqa: PLC0415 - patched here only

    answers = [("gen-0", 0, ""), pointer.read_pointer(str(index.folder))]
    monkeypatch.setattr(pointer, "read_pointer", lambda _: answers.pop(0))
    name, _, held = hold_current(str(index.folder))
    os.close(held)
    assert name == index.current_generation().name


def test_an_index_without_a_generation_says_so(tmp_path: Path) -> None:
    with pytest.raises(NoGeneration):
        hold_current(str(tmp_path))
    (tmp_path / "current").write_text("gen-1\n0\n\n")
    with pytest.raises(NoGeneration):
        hold_current(str(tmp_path))


def test_a_lost_pointer_is_written_again_by_the_next_writer(index: Index) -> None:
    (index.folder / "current").unlink()
    with pytest.raises(RegistryError, match="no current generation"):
        index.last_sequence()
    with index.writer():
        pass
    assert index.last_sequence() == 0
