"""Things that a crate only points to: licences, publications, concepts of schemes."""

from __future__ import annotations

from rubrary.exports.crate_entities import Entities, Reference, Value, is_web_address
from rubrary.schemes import label_of

SPDX = "https://spdx.org/licenses/"


def add_license(entities: Entities, iri: str) -> Reference:
    """Describe a licence by its address; one of SPDX's list by its identifier there."""
    name = iri.rstrip("/").rpartition("/")[2] or iri
    spdx = iri.startswith(SPDX)
    values: dict[str, Value] = {
        "name": name,
        "description": f"{name} (SPDX licence list)" if spdx else f"The licence at {iri}",
        "identifier": name if spdx else None,
        "url": iri,
    }
    return entities.add(iri, "CreativeWork", values)


def add_source(entities: Entities, iri: str) -> Reference:
    """Describe a publication of which no more than its address is known."""
    values: dict[str, Value] = {"name": iri, "description": "The publication at this address.", "url": iri}
    return entities.add(iri, "CreativeWork", values)


def add_concept(entities: Entities, iri: str) -> Reference:
    """Describe a concept of a scheme by its label."""
    scheme, _, notation = iri.rpartition("/")
    values: dict[str, Value] = {
        "name": label_of(iri),
        "description": f"{label_of(iri)} ({scheme.rpartition('/')[2]})",
        "termCode": notation,
        "url": iri if is_web_address(iri) else None,
    }
    return entities.add(iri, "DefinedTerm", values)
