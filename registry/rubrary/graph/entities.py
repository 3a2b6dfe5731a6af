"""Refuses XML entities that fetch or that grow: an RDF/XML file of a kilobyte can hold gigabytes of text.

OWL files abbreviate namespaces with entities, so those stay allowed.
"""

from __future__ import annotations

import re
from collections import Counter

from rubrary.errors import LimitExceeded, MalformedInput
from rubrary.graph.place import place_at

#: How much longer than itself a file may become when its entities are filled in, in characters.
_GROWTH_LIMIT = 4 * 1024 * 1024
_ENTITY_LIMIT = 1000

_DECLARATION = re.compile(r"<!ENTITY\s+(%\s+)?([^\s\"'>%]+)\s+(?:(\"[^\"]*\"|'[^']*')|(SYSTEM|PUBLIC)\b)")
_DECLARATION_START = re.compile(r"<!ENTITY")
_REFERENCE = re.compile(r"&([^\s;&#<>\"']{1,100});")


def refuse_entities(text: str, source: str) -> None:
    """Let an XML text pass if its entities are internal and stay small when filled in.

    Raises:
        MalformedInput: an entity is external, a parameter entity, refers to itself, or cannot be read.
        LimitExceeded: the entities would grow the text by more than some megabytes.
    """
    values: dict[str, str] = {}
    last = 0
    for start in _DECLARATION_START.finditer(text):
        place = place_at(text, start.start(), source)
        match = _DECLARATION.match(text, start.start())
        if match is None or match[1] or match[4]:
            raise MalformedInput(
                "only simple internal XML entities are accepted; nothing outside the file is read",
                place=place,
                hint="write the text or the IRI in its place",
            )
        values[match[2]] = match[3][1:-1]
        last = match.end()
        if len(values) > _ENTITY_LIMIT:
            raise LimitExceeded(f"more than {_ENTITY_LIMIT} XML entities", place=place)
    if values and _growth(values, text[last:]) > _GROWTH_LIMIT:
        raise LimitExceeded(
            "the XML entities of the file would fill megabytes of text",
            place=place_at(text, text.find("<!ENTITY"), source),
            hint="write the text in its place",
        )


def _growth(values: dict[str, str], body: str) -> int:
    """How many characters the references in ``body`` stand for; a circle of entities counts as endless."""
    uses = {name: Counter(_REFERENCE.findall(value)) for name, value in values.items()}
    length = {name: len(value) for name, value in values.items()}
    # Lengths settle after as many rounds as entities nest; what has not settled by then grows without end.
    for _ in range(len(values) + 1):
        after = {
            name: min(
                _GROWTH_LIMIT + 1,
                len(values[name]) + sum(length.get(used, 0) * count for used, count in uses[name].items()),
            )
            for name in values
        }
        if after == length:
            break
        length = after
    else:
        return _GROWTH_LIMIT + 1
    references = Counter(_REFERENCE.findall(body))
    return sum(length.get(name, 0) * count for name, count in references.items())
