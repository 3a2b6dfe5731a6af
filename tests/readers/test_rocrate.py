from __future__ import annotations

import hashlib
import io
import json
import stat
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubrary.errors import InputError, LimitExceeded, MalformedInput
from rubrary.graph.canonical import canonicalize
from rubrary.graph.parse import parse_rdf
from rubrary.readers import rocrate
from rubrary.readers.crate_metadata import leaves_crate
from rubrary.readers.draft import Draft

BASE = "http://127.0.0.1:8000/"
NAME = "ro-crate-metadata.json"
PROFILE = "https://w3id.org/rubrary/profile/0.1"

Entity = dict[str, Any]


def metadata(*entities: Entity, root: Entity | None = None, descriptor: Entity | None = None) -> Entity:
    return {
        "@context": "https://w3id.org/ro/crate/1.1/context",
        "@graph": [
            {
                "@id": NAME,
                "@type": "CreativeWork",
                "about": {"@id": "./"},
                "conformsTo": {"@id": "https://w3id.org/ro/crate/1.1"},
                **(descriptor or {}),
            },
            {"@id": "./", "@type": "Dataset", "name": "A crate", **(root or {})},
            *entities,
        ],
    }


def read(document: Entity) -> list[Draft]:
    return rocrate.read(json.dumps(document, indent=1).encode(), base=BASE, source=NAME)


def fault(document: Entity) -> MalformedInput:
    with pytest.raises(MalformedInput) as caught:
        read(document)
    assert caught.value.place is not None
    assert caught.value.place.source == NAME
    return caught.value


def packed(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def unpack(data: bytes) -> list[Draft]:
    return rocrate.read(data, base=BASE, source="bundle.zip")


def test_the_metadata_of_a_crate_is_a_graph_under_its_own_digest() -> None:
    document = metadata({"@id": "data.csv", "@type": "File", "name": "rows"})
    data = json.dumps(document).encode()
    (draft,) = rocrate.read(data, base=BASE, source=NAME)
    own = f"{BASE}crate/{hashlib.sha256(data).hexdigest()}/"
    assert f'<{own}data.csv> <http://schema.org/name> "rows"' in map(str, draft.triples)


@pytest.mark.parametrize("version", ["1.0", "1.1", "1.2", "1.3", "1.1-DRAFT"])
def test_crates_of_each_version_are_read(version: str) -> None:
    document = metadata(descriptor={"conformsTo": {"@id": f"https://w3id.org/ro/crate/{version}"}})
    document["@context"] = [f"https://w3id.org/ro/crate/{version}/context", {"@base": None}]
    assert len(read(document)) == 1


def test_a_crate_of_an_unknown_version_is_refused() -> None:
    assert (
        "2.0" in fault(metadata(descriptor={"conformsTo": {"@id": "https://w3id.org/ro/crate/2.0"}})).message
    )


def test_conforms_to_may_be_a_list() -> None:
    profiles = [{"@id": "https://w3id.org/ro/crate/1.1"}, {"@id": "https://example.org/profile"}]
    assert len(read(metadata(descriptor={"conformsTo": profiles}, root={"conformsTo": profiles}))) == 1


def test_the_old_name_of_the_metadata_file_is_read() -> None:
    document = metadata()
    document["@graph"][0]["@id"] = "ro-crate-metadata.jsonld"
    (draft,) = unpack(packed({"ro-crate-metadata.jsonld": json.dumps(document).encode()}))
    assert draft.source == "bundle.zip/ro-crate-metadata.jsonld"


@pytest.mark.parametrize(
    "nested",
    [
        {"author": {"@type": "Person", "name": "A"}},
        {"author": [{"@id": "#a"}, {"name": "A"}]},
        {"author": {"@id": "#a", "name": "A"}},
        {"author": {"@list": [{"name": "A"}]}},
    ],
)
def test_an_entity_inside_another_is_refused_with_its_place(nested: Entity) -> None:
    error = fault(metadata(root=nested))
    assert "@graph[1].author" in error.message
    assert error.place is not None
    assert error.place.line is not None
    assert error.place.line > 12


def test_values_with_a_type_are_no_nested_entities() -> None:
    read(
        metadata(
            root={"datePublished": {"@value": "2026-01-01", "@type": "http://www.w3.org/2001/XMLSchema#date"}}
        )
    )


@pytest.mark.parametrize("again", ["./", "data.csv", "./data.csv"])
def test_an_id_that_is_described_twice_is_refused(again: str) -> None:
    assert "twice" in fault(metadata({"@id": "data.csv"}, {"@id": again})).message


def test_an_entity_without_an_id_is_refused() -> None:
    assert "@graph[2]" in fault(metadata({"name": "x"})).message


@pytest.mark.parametrize(
    "document",
    [
        {"@context": {}, "@graph": []},
        {"@graph": []},
        {"@context": {}, "@graph": {}},
        metadata(descriptor={"about": {"@id": "#nowhere"}}),
        metadata(descriptor={"about": None}),
        metadata(root={"@type": "File"}),
    ],
)
def test_a_crate_without_descriptor_or_root_is_refused(document: Entity) -> None:
    fault(document)


@pytest.mark.parametrize(
    "identifier",
    [
        "../secret",
        "a/../../secret",
        "%2e%2e/secret",
        "%252e%252e/secret",
        "..%2fsecret",
        "a/%2E%2E/b",
        "/etc/hostname",
        "%2fetc/hostname",
        "//example.org/x",
        "..%5csecret",
        "C:/x",
        "a%00",
    ],
)
def test_an_id_that_leaves_the_crate_is_refused_wherever_it_stands(identifier: str) -> None:
    assert identifier in fault(metadata({"@id": identifier, "@type": "File"})).message
    assert identifier in fault(metadata(root={"hasPart": [{"@id": identifier}]})).message


@pytest.mark.parametrize(
    "identifier", ["data/a..b.csv", "#../x", "https://e.org/../x", "_:a", "swh:1:rev:0", "a%20b", "..."]
)
def test_an_id_that_stays_in_the_crate_or_is_an_iri_is_accepted(identifier: str) -> None:
    assert leaves_crate(identifier) is None


def test_an_id_with_a_space_is_refused() -> None:
    assert "'my data.csv'" in fault(metadata({"@id": "my data.csv", "@type": "File"})).message


def deposit(text: str) -> bytes:
    return canonicalize(parse_rdf(text.encode(), "text/turtle", base=BASE, source="x")).nquads


DEPOSIT = deposit('<assessment/1> <http://purl.org/dc/terms/title> "one" .')
OTHER = deposit('<assessment/2> <http://purl.org/dc/terms/title> "two", "three" .')


def bundle(**deposits: bytes) -> dict[str, bytes]:
    parts = [
        {
            "@id": f"deposits/{name}.nq",
            "@type": "File",
            "encodingFormat": ["application/n-quads", {"@id": "https://www.w3.org/TR/n-quads/"}],
            "sha256": hashlib.sha256(data).hexdigest(),
        }
        for name, data in deposits.items()
    ]
    root = {"conformsTo": [{"@id": PROFILE}], "hasPart": [{"@id": part["@id"]} for part in parts]}
    files = {f"deposits/{name}.nq": data for name, data in deposits.items()}
    return {NAME: json.dumps(metadata(*parts, root=root)).encode(), "rubric.yaml": b"rubric: x\n", **files}


def test_a_score_bundle_gives_its_deposits_in_the_order_of_its_parts() -> None:
    drafts = unpack(packed(bundle(b=DEPOSIT, a=OTHER)))
    assert [draft.source for draft in drafts] == ["bundle.zip/deposits/b.nq", "bundle.zip/deposits/a.nq"]
    assert [canonicalize(draft.triples).nquads for draft in drafts] == [DEPOSIT, OTHER]
    assert "rubric.yaml" in drafts[0].files


def test_a_score_bundle_in_a_folder_is_the_same_as_in_an_archive(tmp_path: Path) -> None:
    for name, data in bundle(a=DEPOSIT).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    (draft,) = rocrate.read_folder(tmp_path, base=BASE, source="bundle")
    assert draft.source == "bundle/deposits/a.nq"
    assert draft.triples == unpack(packed(bundle(a=DEPOSIT)))[0].triples


def test_one_folder_around_a_crate_in_an_archive_is_taken_off() -> None:
    files = {f"my-crate/{name}": data for name, data in bundle(a=DEPOSIT).items()}
    assert unpack(packed(files))[0].source == "bundle.zip/deposits/a.nq"


def test_an_altered_deposit_is_refused_by_name() -> None:
    files = bundle(a=DEPOSIT) | {"deposits/a.nq": DEPOSIT.replace(b"one", b"two")}
    with pytest.raises(MalformedInput, match="altered") as caught:
        unpack(packed(files))
    assert str(caught.value.place) == "bundle.zip/deposits/a.nq"


def test_a_deposit_that_is_named_by_another_digest_is_refused() -> None:
    with pytest.raises(MalformedInput, match="altered"):
        unpack(packed(bundle(**{hashlib.sha256(OTHER).hexdigest(): DEPOSIT})))


def test_a_deposit_that_is_not_in_canonical_form_is_refused() -> None:
    with pytest.raises(MalformedInput, match="canonical"):
        unpack(packed(bundle(a=b"\n" + DEPOSIT)))


def test_a_missing_deposit_is_refused() -> None:
    files = bundle(a=DEPOSIT)
    del files["deposits/a.nq"]
    with pytest.raises(MalformedInput, match=r"no file 'deposits/a\.nq'"):
        unpack(packed(files))


def test_the_metadata_of_a_score_bundle_alone_is_not_enough() -> None:
    with pytest.raises(MalformedInput) as caught:
        rocrate.read(bundle(a=DEPOSIT)[NAME], base=BASE, source=NAME)
    assert "folder" in str(caught.value.hint)


def test_a_link_in_a_folder_is_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside.nq"
    outside.write_bytes(DEPOSIT)
    folder = tmp_path / "crate"
    (folder / "deposits").mkdir(parents=True)
    (folder / NAME).write_bytes(bundle(a=DEPOSIT)[NAME])
    (folder / "deposits" / "a.nq").symlink_to(outside)
    with pytest.raises(MalformedInput, match="no file"):
        rocrate.read_folder(folder, base=BASE, source="crate")


@pytest.mark.parametrize("name", ["/x", "../x", "a/../x", "a//x", "./x", "C:/x", "a\\x", "/".join("a" * 40)])
def test_an_archive_with_a_name_that_leaves_it_is_refused(name: str) -> None:
    files = bundle(a=DEPOSIT)
    with pytest.raises(MalformedInput, match="entry"):
        unpack(packed({**files, name: b"x"}))


def test_an_archive_with_a_name_twice_is_refused() -> None:
    data = packed({NAME: bundle(a=DEPOSIT)[NAME], "a.txt": b"1", "b.txt": b"2"})
    with pytest.raises(MalformedInput, match="twice"):
        unpack(data.replace(b"b.txt", b"a.txt"))


def test_an_archive_with_a_link_is_refused() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        entry = zipfile.ZipInfo(NAME)
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(entry, "/etc/hostname")
    with pytest.raises(MalformedInput, match="link"):
        unpack(buffer.getvalue())


def test_an_archive_that_would_unpack_to_far_more_is_refused() -> None:
    with pytest.raises(LimitExceeded, match="unpack"):
        unpack(packed({**bundle(a=DEPOSIT), "zeros": bytes(16 * 1024**2)}))


def test_an_archive_with_too_many_files_is_refused() -> None:
    with pytest.raises(LimitExceeded, match="files"):
        unpack(packed({f"f{number}": b"" for number in range(10_001)}))


def test_an_archive_inside_an_archive_stays_closed() -> None:
    inner = packed({"x": bytes(1024)})
    assert len(unpack(packed({**bundle(a=DEPOSIT), "inner.zip": inner}))) == 1


@settings(deadline=None)
@given(st.integers(0, 2000), st.binary(min_size=1, max_size=8))
def test_a_damaged_archive_ends_in_drafts_or_an_input_error(offset: int, damage: bytes) -> None:
    data = bytearray(packed(bundle(a=DEPOSIT)))
    start = offset % len(data)
    data[start : start + len(damage)] = damage
    try:
        assert unpack(bytes(data))
    except InputError as error:
        assert error.place is not None


def test_a_truncated_archive_is_refused() -> None:
    data = packed(bundle(a=DEPOSIT))
    for end in range(4, len(data), 40):
        with pytest.raises(InputError):
            unpack(data[:end])
