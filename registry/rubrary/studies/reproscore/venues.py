"""Journals as venues. The table lists many journals twice, in two spellings: each is one venue."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rubrary.errors import MalformedInput
from rubrary.records import Venue
from rubrary.studies.reproscore.identify import slug
from rubrary.studies.table import Row

_ISSN = re.compile(r"[0-9]{4}-[0-9]{3}[0-9X]")


@dataclass(frozen=True, slots=True)
class Venues:
    """The venue of each journal id, and what was wrong in the table's rows."""

    by_journal: Mapping[str, Venue]
    faults: tuple[MalformedInput, ...]


def venues(journals: Iterable[Row], base: str) -> Venues:
    """One venue for all rows that share an ISSN or, where one has none, a name but for case and signs.

    The first row gives title and ISSN, so every paper says the same of the venue.
    """
    by_issn: dict[str, Venue] = {}
    by_slug: dict[str, Venue] = {}
    by_journal: dict[str, Venue] = {}
    faults: list[MalformedInput] = []
    for row in journals:
        try:
            title, issn = " ".join(row.required("name").split()), _issn(row)
        except MalformedInput as fault:
            faults.append(fault)
            continue
        end = slug(title) or f"journal-{slug(row.cells['id'])}"
        venue = by_issn.get(issn) if issn else None
        venue = venue or _namesake(by_slug.get(end), issn)
        if venue is None:
            # Two journals of one name and two ISSNs are two venues.
            end = f"{end}-{issn}" if end in by_slug else end
            venue = by_slug[end] = Venue(f"{base}venue/{end}", title, issn)
        if issn:
            by_issn.setdefault(issn, venue)
        by_journal[row.cells["id"]] = venue
    return Venues(by_journal, tuple(faults))


def _namesake(venue: Venue | None, issn: str | None) -> Venue | None:
    if venue and venue.issn and issn and venue.issn != issn:
        return None
    return venue


def _issn(row: Row) -> str | None:
    issn = row.text("issn_epub")
    if issn and not _ISSN.fullmatch(issn):
        raise row.fault("issn_epub", "is not an ISSN", "write it as 1471-2105, or leave the field empty")
    return issn or None
