"""Terms that their vocabulary does not define: a slip of the pen that would otherwise pass in silence.

SHACL looks only at what shapes name; ``rub:titel`` would be stored and never found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pyoxigraph import NamedNode, Triple

from rubrary.terms import compact, rdf
from rubrary.validation.report import Finding, Severity
from rubrary.vocabularies import nearest, undefined_terms


def term_findings(deposit: Sequence[Triple]) -> Iterator[Finding]:
    """A violation for every use of a property or class that its own vocabulary does not define."""
    slips = set(undefined_terms(deposit))
    for triple in deposit if slips else ():
        for term in (triple.predicate, triple.object if triple.predicate == rdf.type else None):
            if isinstance(term, NamedNode) and term in slips:
                yield _finding(triple, term)


def _finding(triple: Triple, term: NamedNode) -> Finding:
    kind = "property" if term == triple.predicate else "class"
    near = nearest(term.value)
    focus = triple.subject.value if isinstance(triple.subject, NamedNode) else str(triple.subject)
    finding = Finding(
        severity=Severity.VIOLATION,
        focus=focus,
        path=triple.predicate.value,
        value=term.value,
        message=f"Its vocabulary defines no {kind} {compact(term.value)}.",
        remedy=f"did you mean {compact(near)}?" if near else "use a term that the vocabulary defines",
        component="UndefinedTerm",
    )
    return replace(finding, term=term)
