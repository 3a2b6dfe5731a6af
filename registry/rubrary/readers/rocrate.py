"""Reads RO-Crates 1.0 to 1.3: a folder, a .zip, or the metadata file alone.

A score bundle of Rubrary (profile ``https://w3id.org/rubrary/profile/…``) carries the deposits themselves, in
canonical form, and those are what is read. Of any other crate the metadata graph is the deposit.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path, PurePath
from urllib.parse import unquote

from pyoxigraph import RdfFormat

from rubrary.errors import MalformedInput, Place
from rubrary.graph.canonical import canonicalize
from rubrary.graph.json_text import JsonObject
from rubrary.graph.jsonld import inline_contexts
from rubrary.graph.parse import checked_quads, decode_text, parse_json_ld, parse_rdf
from rubrary.readers.crate_files import INSIDE_HINT, CrateFiles, FolderFiles, ZipFiles, metadata_name
from rubrary.readers.crate_metadata import (
    CrateMetadata,
    leaves_crate,
    plain_id,
    read_metadata,
    references,
)
from rubrary.readers.draft import Draft, Rubrics
from rubrary.readers.rdf import drafts_of

SUFFIXES = (".zip",)
MEDIA_TYPES = ("application/zip",)

#: What a crate conforms to when it carries deposits; a version follows.
PROFILE = "https://w3id.org/rubrary/profile/"
_N_QUADS = "application/n-quads"
_DEPOSIT = re.compile(r"deposits/[^/]+\.nq")
_DIGEST = re.compile(r"[0-9a-f]{64}")


def read(
    data: bytes,
    *,
    base: str,
    source: str,
    rubrics: Rubrics | None = None,  # noqa: ARG001 - crates name rubric versions by IRI
    media_type: str | None = None,
) -> list[Draft]:
    """The deposits of a crate in a .zip, or those of a metadata file that stands alone.

    Raises:
        MalformedInput: it is no crate, or a file of it is missing or was altered.
        LimitExceeded: it is too large, nested too deep, or an archive that would unpack to too much.
    """
    if data.startswith(b"PK") or PurePath(source).suffix.lower() == ".zip" or media_type in MEDIA_TYPES:
        return _read_files(ZipFiles(data, source), base=base, source=source)
    metadata = read_metadata(decode_text(data, source), source)
    if _is_bundle(metadata):
        raise MalformedInput(
            "the deposits of a score bundle lie in files beside its metadata",
            place=Place(source),
            hint="give the whole folder, or the .zip",
        )
    return _metadata_draft(metadata, data, (), base=base, source=source)


def read_folder(folder: Path, *, base: str, source: str) -> list[Draft]:
    """The deposits of a crate in a folder.

    Raises:
        MalformedInput: it is no crate, or a file of it is missing or was altered.
        LimitExceeded: it holds too many files, or one that is too large.
    """
    return _read_files(FolderFiles(folder, source), base=base, source=source)


def is_crate_folder(path: Path) -> bool:
    """Whether a folder holds the metadata file of a crate; not so where it cannot be looked into."""
    try:
        return path.is_dir() and metadata_name(entry.name for entry in path.iterdir()) is not None
    except OSError:
        return False


def _read_files(files: CrateFiles, *, base: str, source: str) -> list[Draft]:
    name = metadata_name(files.names)
    if name is None:
        raise MalformedInput(
            "there is no ro-crate-metadata.json, so this is no RO-Crate",
            place=Place(source),
            hint="it lies at the top of a crate",
        )
    data = files.read(name)
    where = f"{source}/{name}"
    metadata = read_metadata(decode_text(data, where), where)
    if _is_bundle(metadata):
        return _bundle_drafts(metadata, files, source=source, where=where)
    others = tuple(other for other in files.names if other != name)
    return _metadata_draft(metadata, data, others, base=base, source=where)


def _is_bundle(metadata: CrateMetadata) -> bool:
    return any(profile.startswith(PROFILE) for profile in metadata.profiles()) and bool(_deposits(metadata))


def _deposits(metadata: CrateMetadata) -> list[JsonObject]:
    return [
        part
        for part in metadata.parts()
        if _DEPOSIT.fullmatch(plain_id(str(part["@id"]))) and _N_QUADS in references(part, "encodingFormat")
    ]


def _metadata_draft(
    metadata: CrateMetadata, data: bytes, files: tuple[str, ...], *, base: str, source: str
) -> list[Draft]:
    """The metadata as one graph; what is relative in it lies under an IRI made of the file's own digest."""
    own = f"{base}crate/{hashlib.sha256(data).hexdigest()}/"
    inlined = inline_contexts(
        metadata.document, metadata.text, source=source, own_base=False, check_id=leaves_crate
    )
    quads = parse_json_ld(json.dumps(inlined), metadata.text, base=own, source=source)
    drafts = drafts_of(checked_quads(quads, metadata.text, source), text=metadata.text, source=source)
    return [Draft(draft.source, draft.triples, files, draft.text, draft.file) for draft in drafts]


def _bundle_drafts(metadata: CrateMetadata, files: CrateFiles, *, source: str, where: str) -> list[Draft]:
    for name in metadata.entities:
        reason = leaves_crate(name)
        if reason is not None:
            raise MalformedInput(f"{name!r} is refused: {reason}", place=Place(where), hint=INSIDE_HINT)
    drafts = []
    for part in _deposits(metadata):
        name = unquote(plain_id(str(part["@id"])))
        place = f"{source}/{name}"
        data = files.read(name)
        _refuse_altered(part, name, data, place)
        quads = parse_rdf(data, RdfFormat.N_QUADS, base="", source=place)
        if canonicalize(quads, source=place).nquads != data:
            raise MalformedInput(
                "the deposit is not in canonical form, so its digest says nothing",
                place=Place(place),
                hint="make the bundle anew, or deposit the file by itself",
            )
        others = tuple(other for other in files.names if other != name)
        triples = tuple(quad.triple for quad in quads)
        drafts.append(Draft(place, triples, others, decode_text(data, place)))
    return drafts


def _refuse_altered(part: JsonObject, name: str, data: bytes, place: str) -> None:
    """Compare a file with the digest that the metadata states and with the one that is its name."""
    digest = hashlib.sha256(data).hexdigest()
    stated = part.get("sha256")
    stem = name.rsplit("/", 1)[-1].removesuffix(".nq")
    named = stem if _DIGEST.fullmatch(stem) else None
    for expected in (stated, named):
        if expected is not None and str(expected).lower() != digest:
            raise MalformedInput(
                f"the file was altered: its SHA-256 is {digest}, and the bundle says {expected}",
                place=Place(place),
                hint="get the bundle again from where it was published",
            )
