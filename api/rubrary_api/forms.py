"""The forms in which things are served: media types, their short names and labels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pyoxigraph import RdfFormat, Triple, serialize

from rubrary.terms import PREFIXES

HTML = "text/html"
YAML = "application/yaml"
ZIP = "application/zip"

#: RDF forms on offer, the first one preferred, with the ``format`` value and the label of each.
RDF_FORMS: dict[str, tuple[RdfFormat, str, str]] = {
    "text/turtle": (RdfFormat.TURTLE, "ttl", "Turtle"),
    "application/ld+json": (RdfFormat.JSON_LD, "jsonld", "JSON-LD"),
    "application/n-triples": (RdfFormat.N_TRIPLES, "nt", "N-Triples"),
    "application/rdf+xml": (RdfFormat.RDF_XML, "rdf", "RDF/XML"),
}

_SHORT = {short: media for media, (_, short, _) in RDF_FORMS.items()} | {
    "html": HTML, "yaml": YAML, "zip": ZIP, "nq": "application/n-quads",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Alternate:
    """Another form of a page: where it is and what it is called."""

    media_type: str
    href: str
    label: str


def media_type_of(short: str) -> str | None:
    """The media type that a ``format`` value names."""
    return _SHORT.get(short)


def alternates(address: str, *, extra: Iterable[tuple[str, str, str]] = ()) -> list[Alternate]:
    """Links to the RDF forms of the page at an address, and to further ones (media type, format, label)."""
    joint = "&" if "?" in address else "?"
    forms = [(media, short, label) for media, (_, short, label) in RDF_FORMS.items()]
    return [
        Alternate(media, f"{address}{joint}format={short}", label) for media, short, label in (*forms, *extra)
    ]


def rdf_bytes(triples: Iterable[Triple], media_type: str) -> bytes:
    """Triples in one of the RDF forms, with our prefixes where the form has such."""
    written = serialize(triples, format=RDF_FORMS[media_type][0], prefixes=PREFIXES)
    return written or b""
