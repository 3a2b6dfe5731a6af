"""The entities of a crate's metadata: flat, each described once, with nothing but texts, numbers and references.

https://www.researchobject.org/ro-crate/specification/1.1/
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal

from rubrary.errors import MalformedInput

Reference = dict[str, str]
Scalar = str | int | float | Reference
Value = Scalar | list[Reference] | None
Entity = dict[str, Scalar | list[str] | list[Reference]]


class Entities:
    """Collects entities; a thing that plays two parts (an agent that is the instrument too) becomes one."""

    def __init__(self) -> None:
        self._by_id: dict[str, Entity] = {}

    def add(self, identifier: str, types: str | Iterable[str], values: Mapping[str, Value]) -> Reference:
        """Describe a thing, and get the reference to it.

        A value of ``None`` says nothing and is left out, as is an empty list. Of a thing that is described
        again, the first description of each property stands, and the types are joined.

        Raises:
            MalformedInput: the identifier has white space in it; JSON-LD parsers drop such things silently.
        """
        if not identifier or any(character.isspace() for character in identifier):
            raise MalformedInput(f"{identifier!r} cannot identify anything in a crate")
        entity = self._by_id.setdefault(identifier, {"@id": identifier})
        named = [types] if isinstance(types, str) else list(types)
        entity["@type"] = _joined(entity.get("@type", []), named)
        for key, value in values.items():
            if isinstance(value, list):
                if value:
                    entity.setdefault(key, value if len(value) > 1 else value[0])
            elif value is not None:
                entity.setdefault(key, value)
        return reference(identifier)

    def __contains__(self, identifier: str) -> bool:
        return identifier in self._by_id

    def __iter__(self) -> Iterator[Entity]:
        return iter(self._by_id.values())


def reference(identifier: str) -> Reference:
    """A reference to an entity."""
    return {"@id": identifier}


def references(identifiers: Iterable[str]) -> list[Reference]:
    """References to several, each once, in the order given."""
    return [reference(identifier) for identifier in dict.fromkeys(identifiers)]


def number(value: float | Decimal) -> int | float:
    """A number as JSON should show it: ``40`` rather than ``40.0``, else binary64 in its shortest form."""
    plain = float(value)
    return int(plain) if plain.is_integer() and abs(plain) < 2**53 else plain


def is_web_address(iri: str) -> bool:
    """Whether a browser can go there. IRIs come from depositors, and ``javascript:`` is an IRI too."""
    return iri.lower().startswith(("https://", "http://"))


def _joined(known: object, more: list[str]) -> str | list[str]:
    """The types of a thing, each once. RO-Crate wants a single value bare, not as a list of one."""
    before = (
        [known]
        if isinstance(known, str)
        else [str(name) for name in known]
        if isinstance(known, list)
        else []
    )
    types = list(dict.fromkeys([*before, *more]))
    return types[0] if len(types) == 1 else types
