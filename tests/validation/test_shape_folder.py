from __future__ import annotations

from pathlib import Path

import pytest

from rubrary.errors import MalformedInput, RegistryError
from rubrary.terms import rub
from rubrary.validation import Validator
from rubrary.validation.shape_folder import ShapeFolder


def test_an_empty_folder_refuses_to_start(tmp_path: Path) -> None:
    with pytest.raises(RegistryError, match="targets anything"):
        Validator.load(tmp_path)


def test_shapes_without_a_target_refuse_to_start(tmp_path: Path) -> None:
    (tmp_path / "a.ttl").write_text(
        "<https://example.org/s> a <http://www.w3.org/ns/shacl#NodeShape> .", encoding="utf-8"
    )
    with pytest.raises(RegistryError, match="every deposit would pass"):
        Validator.load(tmp_path)


def test_a_missing_folder_refuses_to_start(tmp_path: Path) -> None:
    with pytest.raises(RegistryError, match="does not exist"):
        Validator.load(tmp_path / "none")


def test_a_broken_file_is_named_with_its_line(folder: Path) -> None:
    (folder / "broken.ttl").write_text("<https://example.org/a> <https://example.org/b>\n.", encoding="utf-8")
    with pytest.raises(MalformedInput) as caught:
        ShapeFolder.read(folder)
    assert str(caught.value.place).endswith("broken.ttl:2:1")


def test_a_file_that_is_not_utf8_is_named(folder: Path) -> None:
    (folder / "latin.ttl").write_bytes("# é".encode("latin-1"))
    with pytest.raises(MalformedInput, match="not UTF-8"):
        ShapeFolder.read(folder)


def test_the_digest_is_of_the_graph_and_not_of_its_text(folder: Path) -> None:
    before = ShapeFolder.read(folder)
    path = folder / "paper.ttl"
    path.write_text("# a comment\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    path.rename(folder / "renamed.ttl")
    after = ShapeFolder.read(folder)
    assert after.digest == before.digest
    assert after.turtle != before.turtle


def test_the_digest_tells_a_change(folder: Path) -> None:
    before = ShapeFolder.read(folder).digest
    path = folder / "paper.ttl"
    path.write_text(path.read_text(encoding="utf-8").replace("minCount 1", "minCount 2"), encoding="utf-8")
    assert ShapeFolder.read(folder).digest != before


def test_blank_nodes_of_two_files_stay_apart(folder: Path) -> None:
    for name in ("a", "b"):
        (folder / f"{name}.ttl").write_text(
            f"_:x <https://example.org/in> <https://example.org/{name}> .", encoding="utf-8"
        )
    subjects = {
        triple.subject
        for triple in ShapeFolder.read(folder).triples
        if triple.predicate.value == "https://example.org/in"
    }
    assert len(subjects) == 2


def test_shapes_of_other_classes_are_left_out(folder: Path) -> None:
    shapes = ShapeFolder.read(folder)
    assert shapes.targeting(frozenset()) == ()
    assert set(shapes.targeting(frozenset({rub.Paper.value}))) == set(shapes.triples)
