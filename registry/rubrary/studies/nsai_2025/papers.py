"""Papers of the audit: their identifiers, venues and repositories."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from pyoxigraph import NamedNode

from rubrary.errors import MalformedInput
from rubrary.records import Artifact, PaperRecord, Venue
from rubrary.snapshot import doi_iri
from rubrary.studies.table import Row

_ARXIV = re.compile(r"arxiv\.org/(?:abs|pdf|html)/(\d{4}\.\d{4,5})")
_NUMBER = re.compile(r"[0-9]{1,15}")
_YEAR = re.compile(r"([0-9]{4})(?:\.0)?")
_SLUG = re.compile(r"[^a-z0-9]+")


def paper_id(row: Row) -> str:
    """The number that the study gives a paper.

    Raises:
        MalformedInput: it is not a number.
    """
    value = row.required("paper_id")
    if not _NUMBER.fullmatch(value):
        raise row.fault("paper_id", "is not a number", "write the number as published")
    return value


def paper_iri(base: str, identifier: str, stated: str) -> str:
    """A paper by its DOI, else by the address that was typed, else under the registry's base.

    An arXiv number is a DOI, too.
    """
    arxiv = _ARXIV.search(stated.lower())
    if arxiv:
        return doi_iri(f"10.48550/arXiv.{arxiv[1]}")
    try:
        return doi_iri(stated)
    except ValueError:
        return stated if _is_address(stated) else f"{base}paper/nsai-{identifier}"


def paper_record(row: Row, iri: str, base: str) -> tuple[PaperRecord, MalformedInput | None]:
    """The paper of a row of outcomes, and what is wrong with its repository, if anything is.

    Raises:
        MalformedInput: a field cannot be read.
    """
    artifacts, fault = _artifacts(row)
    return (
        PaperRecord(
            iri=iri,
            title=row.required("title"),
            doi=iri.partition("doi.org/")[2] if iri.startswith("https://doi.org/") else None,
            issued=_issued(row),
            venue=_venue(row, base),
            artifacts=artifacts,
        ),
        fault,
    )


def _issued(row: Row) -> str | None:
    for column in ("publication_year", "year_answer"):
        text = row.text(column)
        year = _YEAR.fullmatch(text)
        if year:
            return year[1]  # 1013 is one of them: the shapes doubt it, and it stays as it was typed
        if text:
            raise row.fault(column, "is not a year", "write four digits")
    return None


def _venue(row: Row, base: str) -> Venue | None:
    group = row.text("venue_group")
    if not group:
        return None
    kind = row.text("venue_class") or None
    # One name holds venues of several classes, as a publisher's journals and proceedings.
    slug = _SLUG.sub("-", f"{group} {kind or ''}".lower()).strip("-")
    return Venue(f"{base}venue/nsai-{slug}", group, kind=kind)


def _artifacts(row: Row) -> tuple[tuple[Artifact, ...], MalformedInput | None]:
    """The repositories, which the table separates by semicolons; and what is wrong with one of them."""
    found: dict[str, Artifact] = {}
    fault = None
    for address in filter(None, map(str.strip, row.text("repository_url").split(";"))):
        path = urlsplit(address).path.strip("/") if _is_address(address) else ""
        if path:
            found[address] = Artifact(address, "code", path.removesuffix(".git"), repository=address)
        else:
            hint = "write the address of the repository; the row is taken without this one"
            fault = row.fault(
                "repository_url", f"holds {address!r}, which is no address of a repository", hint
            )
    return tuple(found.values()), fault


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(NamedNode(text).value)
        return parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        return False
