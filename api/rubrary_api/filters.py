"""How values look on pages: names, numbers, links. Everything else Jinja escapes by itself."""

from __future__ import annotations

import re
from collections.abc import Callable

from pyoxigraph import NamedNode

from rubrary.rubric.model import Rounding
from rubrary.scoring import rounded
from rubrary.snapshot import short_revision
from rubrary.terms import compact
from rubrary_api.addresses import address_of

_IRI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s<>\"{}|\\^`]+")
_RUBRIC = re.compile(r"/rubric/([^/#]+)/([^/#]+)$")
_SWHID = re.compile(r"swh:1:(\w+):([0-9a-f]{7})[0-9a-f]{33}")


def is_iri(text: object) -> bool:
    """Whether a value is an absolute IRI, so that it may stand between angle brackets in a query."""
    if not isinstance(text, str) or not _IRI.fullmatch(text):
        return False
    try:
        NamedNode(text)
    except ValueError:
        return False
    return True


def name(iri: str) -> str:
    """The shortest telling name of an IRI: prefixed, or its last part."""
    if not is_iri(iri):
        return iri
    short = compact(iri)
    if not short.startswith("<"):
        return short
    if "doi.org/" in iri:
        return iri.partition("doi.org/")[2]
    if match := _SWHID.search(iri):
        return f"swh:1:{match[1]}:{match[2]}"
    if match := _RUBRIC.search(iri):
        return f"{match[1]} {match[2]}"
    return iri.rstrip("/").rpartition("#")[2].rpartition("/")[2] or iri


def short(iri: str) -> str:
    """A snapshot's revision in seven digits, or its name."""
    return short_revision(iri) or name(iri)


def plural(kind: str, count: str) -> str:
    """The words of a class name for so many of them."""
    text = words(kind)
    if count == "1":
        return text
    return text[:-1] + "ies" if text.endswith("y") else text + "s"


def words(kind: str) -> str:
    """A class name as words: ``ReproductionAttempt`` as ``reproduction attempt``."""
    local = re.split(r"[/#]", kind)[-1]
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", local).lower()


def shown(value: float | str, places: int = 2) -> str:
    """A number rounded half to even for display, without trailing noise; text that is no number as it is."""
    try:
        return f"{rounded(float(value), Rounding(decimals=places)):f}"
    except ValueError:
        return str(value)


def filters(base: str) -> dict[str, Callable[..., object]]:
    """The filters of the templates, for a registry with that base."""

    def href(iri: str) -> str:
        return address_of(iri, base)

    return {"href": href, "name": name, "short": short, "words": words, "plural": plural, "rounded": shown}
