"""Terms in our own namespace that nobody defined: a slip of the pen that would otherwise pass in silence.

SHACL looks only at what shapes name; ``rub:titel`` would be stored and never found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from pyoxigraph import NamedNode, RdfFormat, Triple, parse

from rubrary.errors import RegistryError
from rubrary.resources import data_folder
from rubrary.terms import RUB, rdf, rub
from rubrary.validation.report import Finding, Severity


def defined_terms(ontology: Path | None = None) -> frozenset[str]:
    """IRIs in our namespace that the ontology defines or ``terms`` names.

    Raises:
        RegistryError: a file of the ontology is not Turtle.
    """
    named = {term.value for term in vars(rub).values() if isinstance(term, NamedNode)}
    folder = ontology or data_folder("ontology")
    for path in sorted(folder.glob("*.ttl")):
        try:
            quads = list(parse(path=path, format=RdfFormat.TURTLE))
        except SyntaxError as error:
            raise RegistryError(f"the ontology's file {path} is not Turtle: {error}") from error
        named.update(quad.subject.value for quad in quads if isinstance(quad.subject, NamedNode))
    return frozenset(iri for iri in named if iri.startswith(RUB))


def undefined_terms(deposit: Sequence[Triple], defined: frozenset[str]) -> Iterator[Finding]:
    """A violation for every property and class of our namespace in ``deposit`` that is not defined."""
    used: set[object] = {triple.predicate for triple in deposit}
    used |= {triple.object for triple in deposit if triple.predicate == rdf.type}
    slips = {
        term
        for term in used
        if isinstance(term, NamedNode) and term.value.startswith(RUB) and term.value not in defined
    }
    for triple in deposit if slips else ():
        for term in (triple.predicate, triple.object if triple.predicate == rdf.type else None):
            if isinstance(term, NamedNode) and term in slips:
                yield _finding(triple, term, defined)


def _finding(triple: Triple, term: NamedNode, defined: frozenset[str]) -> Finding:
    kind = "property" if term == triple.predicate else "class"
    near = get_close_matches(term.value, defined, n=1)
    focus = triple.subject.value if isinstance(triple.subject, NamedNode) else str(triple.subject)
    finding = Finding(
        severity=Severity.VIOLATION,
        focus=focus,
        path=triple.predicate.value,
        value=term.value,
        message=f"The ontology has no {kind} rub:{term.value.removeprefix(RUB)}.",
        remedy=f"did you mean rub:{near[0].removeprefix(RUB)}?" if near else "see the ontology for its terms",
        component="UndefinedTerm",
    )
    return replace(finding, term=term)
