from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubrary.errors import InputError, LimitExceeded, MalformedInput, UsageError
from rubrary.readers import is_crate_folder, read, readable_suffixes
from rubrary.readers.detect import choose

BASE = "http://127.0.0.1:8000/"
CRATE = b"""{"@context": "https://w3id.org/ro/crate/1.1/context", "@graph": [
 {"@id": "ro-crate-metadata.json", "about": {"@id": "./"}},
 {"@id": "./", "@type": "Dataset", "name": "x"}]}"""


@pytest.mark.parametrize(
    ("name", "data", "module"),
    [
        ("a.ttl", b"<a> <p> 1 .", "rdf"),
        ("A.TTL", b"<a> <p> 1 .", "rdf"),
        ("a.trig", b"", "rdf"),
        ("a.nt", b"", "rdf"),
        ("a.nq", b"", "rdf"),
        ("a.rdf", b"", "rdf"),
        ("a.xml", b"", "rdf"),
        ("a.owl", b"", "rdf"),
        ("a.jsonld", b"{}", "rdf"),
        ("a.json", b'{"@id": "a"}', "rdf"),
        ("a.json", b'{"http://e/p": "a"}', "rdf"),
        ("a.json", b"[]", "rdf"),
        ("ro-crate-metadata.json", CRATE, "rocrate"),
        ("my-metadata.jsonld", CRATE, "rocrate"),
        ("a.zip", b"", "rocrate"),
        ("upload", b"PK\x03\x04", "rocrate"),
    ],
)
def test_a_file_finds_its_reader_by_name_and_content(name: str, data: bytes, module: str) -> None:
    assert choose(data, name).__name__ == f"rubrary.readers.{module}"  # type: ignore[attr-defined]


def test_a_media_type_decides_where_the_name_says_nothing() -> None:
    (draft,) = read(
        Path(), name="<request>", data=b"<a> <p> 1 .", base=BASE, media_type="text/turtle; charset=utf-8"
    )
    assert draft.source == "<request>"
    (crate,) = read(Path(), name="<request>", data=CRATE, base=BASE, media_type="application/ld+json")
    assert "/crate/" in str(crate.triples[0])


@pytest.mark.parametrize("name", ["a.docx", "a", "a.csv"])
def test_an_unknown_format_is_refused_with_those_that_are_read(name: str) -> None:
    with pytest.raises(MalformedInput) as caught:
        choose(b"x", name)
    assert ".ttl" in str(caught.value.hint)


@pytest.mark.parametrize(("name", "data"), [("a.yaml", b"other: 1\n"), ("a.json", b'{"other": 1}')])
def test_yaml_and_json_of_no_known_kind_are_refused(name: str, data: bytes) -> None:
    with pytest.raises(MalformedInput, match="no kind that is known"):
        choose(data, name)


def test_a_huge_file_is_refused_without_being_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.ttl"
    with path.open("wb") as file:
        file.truncate(2 * 1024**3)
    with pytest.raises(LimitExceeded, match="2147483648 bytes"):
        read(path, base=BASE)


def test_bytes_above_the_limit_are_refused() -> None:
    with pytest.raises(LimitExceeded):
        read(Path(), name="a.ttl", data=b"<a> <p> 1 .", base=BASE, size_limit=5)


def test_a_missing_file_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file"):
        read(tmp_path / "a.ttl", base=BASE)


def test_a_pipe_is_refused_instead_of_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe.ttl"
    os.mkfifo(path)
    with pytest.raises(MalformedInput, match="neither a file nor a folder"):
        read(path, base=BASE)


def test_an_empty_file_is_refused_whatever_its_format(tmp_path: Path) -> None:
    for suffix in readable_suffixes():
        path = tmp_path / f"empty{suffix}"
        path.write_bytes(b"")
        with pytest.raises(MalformedInput, match="empty"):
            read(path, base=BASE)


def test_a_folder_is_a_crate_only_with_its_metadata_file(tmp_path: Path) -> None:
    assert not is_crate_folder(tmp_path)
    with pytest.raises(MalformedInput, match=r"ro-crate-metadata\.json"):
        read(tmp_path, base=BASE)
    (tmp_path / "ro-crate-metadata.json").write_bytes(CRATE)
    assert is_crate_folder(tmp_path)
    assert len(read(tmp_path, base=BASE)) == 1


@settings(deadline=None)
@given(st.binary(max_size=120), st.sampled_from(sorted(readable_suffixes())))
def test_random_bytes_end_in_drafts_or_an_input_error(data: bytes, suffix: str) -> None:
    try:
        assert read(Path(), name=f"x{suffix}", data=data, base=BASE)
    except InputError as error:
        assert error.place is not None
