"""Where in a text a term of a graph is written, found by looking: parsers of RDF keep no positions."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from rubrary.errors import Place

#: Longest part of a value that is looked for; a longer one may be wrapped or escaped in the text.
_NEEDLE_LIMIT = 200


def place_in(text: str, needles: Iterable[str], source: str) -> Place:
    """The place of the first of ``needles`` that occurs in ``text``; only ``source`` when none does.

    The needles come in order of preference (the whole IRI before its local name). One that begins and ends
    like a word is found as a whole word only, so that ``a1`` is not found in ``a10``.
    """
    for needle in needles:
        offset = _offset(text, needle[:_NEEDLE_LIMIT], whole=len(needle) <= _NEEDLE_LIMIT)
        if offset is not None:
            return place_at(text, offset, source)
    return Place(source)


def place_at(text: str, offset: int, source: str) -> Place:
    """The line and column, both from 1, of the character at ``offset``."""
    return Place(source, text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


def iri_needles(iri: str) -> tuple[str, ...]:
    """How an IRI may be written in a text, most certain first.

    Whole; relative to some base, in brackets or quotes; by its last part after a prefix; its last part alone.
    """
    found = [f"<{iri}>", f'"{iri}"', iri]
    steps = iri.rstrip("/#").split("/")
    for start in range(3, len(steps)):
        tail = "/".join(steps[start:])
        found.extend((f"<{tail}>", f'"{tail}"'))
    if "#" in iri:
        fragment = iri[iri.index("#") :]
        found.extend((f"<{fragment}>", f'"{fragment}"'))
    local = re.split(r"[/#:]", iri.rstrip("/#"))[-1]
    if len(local) > 1:
        found.extend((f":{local}", local))
    return tuple(found)


def literal_needles(value: str) -> tuple[str, ...]:
    """How the text of a literal may be written: as it is, or with the escapes that Turtle and JSON share."""
    escaped = json.dumps(value, ensure_ascii=False)
    return tuple(dict.fromkeys((f'"{value}"', escaped, json.dumps(value), value)))


def _offset(text: str, needle: str, *, whole: bool) -> int | None:
    if not needle:
        return None
    start = text.find(needle)
    while start >= 0:
        end = start + len(needle)
        inside = (
            whole and needle[-1].isalnum() and end < len(text) and (text[end].isalnum() or text[end] == "_")
        )
        before = needle[0].isalnum() and start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_")
        if not inside and not before:
            return start
        start = text.find(needle, end)
    return None
