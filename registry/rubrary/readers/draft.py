"""A deposit-to-be: what a reader makes of a file, whatever its format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from pyoxigraph import BlankNode, Literal, NamedNode, Triple

from rubrary.errors import Place
from rubrary.graph.place import iri_needles, literal_needles, place_in
from rubrary.rubric import RubricVersion

#: Gives the rubric version that a name such as ``reproscore@1.0.0`` means.
Rubrics: TypeAlias = Callable[[str], RubricVersion]


@dataclass(frozen=True, slots=True)
class Draft:
    """One graph that a person wants to deposit.

    Attributes:
        source: what to call it in messages; names the graph too where a file has several.
        triples: its statements as the file has them; one that stands twice is here twice.
        files: the other files that came with it in a crate, relative to the crate's root.
        text: the text that it was read from, to find lines in; empty where the format has none.
        file: the file that ``text`` is, where ``source`` says more than that.
        places: where the nodes were written, by IRI, for readers that remember it.
    """

    source: str
    triples: tuple[Triple, ...]
    files: tuple[str, ...] = ()
    text: str = field(default="", repr=False)
    file: str = ""
    places: Mapping[str, Place] = field(default_factory=dict, repr=False, compare=False)

    def place_of(self, term: NamedNode | BlankNode | Literal | str) -> Place | None:
        """Where the text first has the term, at best; ``None`` where it cannot be found.

        A string is taken for an IRI or for the text of a literal, bare or as SPARQL writes it.
        """
        iri = term.value if isinstance(term, NamedNode) else str(term).removeprefix("<").removesuffix(">")
        if iri in self.places:
            return self.places[iri]
        if not self.text or isinstance(term, BlankNode):
            return None
        place = place_in(self.text, _needles(term), self.file or self.source)
        return place if place.line is not None else None


class Reader(Protocol):
    """A module of this package that reads one format. Adding a module adds the format."""

    #: File suffixes, with their dot, in lower case.
    SUFFIXES: tuple[str, ...]
    #: Media types, without parameters.
    MEDIA_TYPES: tuple[str, ...]

    def read(
        self,
        data: bytes,
        *,
        base: str,
        source: str,
        rubrics: Rubrics | None = None,
        media_type: str | None = None,
    ) -> list[Draft]:
        """The deposits-to-be that the bytes hold.

        Args:
            data: the file's content.
            base: the registry's base IRI.
            source: the file's name, for messages; its suffix tells the syntax where no media type is given.
            rubrics: gives the rubric versions that are on record, for formats that refer to them by name.
            media_type: what the sender says it is.

        Raises:
            InputError: it cannot be read in this format.
        """
        ...


def _needles(term: NamedNode | Literal | str) -> tuple[str, ...]:
    if isinstance(term, NamedNode):
        return iri_needles(term.value)
    if isinstance(term, Literal):
        return literal_needles(term.value)
    if term.startswith("<") and term.endswith(">"):
        return iri_needles(term[1:-1])
    if term.startswith('"') and '"' in term[1:]:
        value = term[1 : term.rindex('"')]
        return literal_needles(value)
    return iri_needles(term) if ":" in term and " " not in term else literal_needles(term)
