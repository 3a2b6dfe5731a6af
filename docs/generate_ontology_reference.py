"""Write docs/ontology.md from the ontology and its schemes: ``python docs/generate_ontology_reference.py``.

A test compares the file with what this gives, so a change of the ontology is never without its reference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from pyoxigraph import Literal, NamedNode, Triple

from rubrary.schemes import ontology_triples, scheme_graph, schemes
from rubrary.terms import DCTERMS, OWL, PREFIXES, RDF, RDFS, RUB, SCHEME, SKOS, rdf

TARGET = Path(__file__).with_name("ontology.md")

_SHOWN_PREFIXES = {**PREFIXES, "fabio": "http://purl.org/spar/fabio/", "ftr": "https://w3id.org/ftr#"}

_INTRODUCTION = """\
# The Rubrary ontology

<!-- Generated from ontology/ by docs/generate_ontology_reference.py: edit the ontology, then run that. -->

The words that records in a Rubrary registry are made of. `rub:` stands for <https://w3id.org/rubrary/ns#>.
The ontology itself is [`ontology/rubrary.ttl`](../ontology/rubrary.ttl), the lists of codes are the files in
[`ontology/schemes/`](../ontology/schemes/). Both are in the public domain
([CC0 1.0](https://creativecommons.org/publicdomain/zero/1.0/)).

- [Classes](#classes): the things that records are about.
- [Properties](#properties): what can be said of them.
- [Schemes](#schemes): the closed lists that some properties choose their values from.

“Is also” names the terms of other vocabularies that hold as well, so that software which knows them can
read the records: every `rub:Measurement`, for instance, is a `dqv:QualityMeasurement`. “Close to” names terms
that mean nearly the same without holding in full.
"""


class _Facts:
    """The statements about each subject, in the order of the file."""

    def __init__(self, triples: Iterable[Triple]) -> None:
        self._objects: dict[tuple[str, str], list[NamedNode | Literal]] = {}
        self.subjects: dict[str, None] = {}
        for triple in triples:
            if isinstance(triple.subject, NamedNode) and isinstance(triple.object, NamedNode | Literal):
                self.subjects.setdefault(triple.subject.value)
                key = (triple.subject.value, triple.predicate.value)
                self._objects.setdefault(key, []).append(triple.object)

    def all(self, subject: str, predicate: str) -> list[str]:
        return [found.value for found in self._objects.get((subject, predicate), [])]

    def text(self, subject: str, predicate: str) -> str:
        return " ".join(self.all(subject, predicate))

    def of_type(self, *types: str) -> list[str]:
        return [term for term in self.subjects if set(self.all(term, rdf.type.value)) & set(types)]


def reference() -> str:
    """The reference of the ontology as Markdown."""
    facts = _Facts(ontology_triples())
    parts = [_INTRODUCTION, *_classes(facts), *_properties(facts), *_schemes()]
    return "\n".join(parts)


def _short(iri: str) -> str:
    for prefix, namespace in _SHOWN_PREFIXES.items():
        if iri.startswith(namespace):
            return f"{prefix}:{iri.removeprefix(namespace)}"
    return f"<{iri}>"


def _link(iri: str) -> str:
    name = f"`{_short(iri)}`"
    return f"[{name}](#{_anchor(iri)})" if iri.startswith(RUB) else name


def _anchor(iri: str) -> str:
    # Classes and properties may differ in case only (rub:Instrument, rub:instrument), headings must not.
    local = iri.removeprefix(RUB)
    return f"class-{local}" if local[0].isupper() else f"property-{local}"


def _links(iris: Iterable[str]) -> str:
    return ", ".join(_link(iri) for iri in iris)


def _classes(facts: _Facts) -> Iterator[str]:
    yield "## Classes\n"
    for cls in facts.of_type(f"{OWL}Class"):
        yield f'### <a id="{_anchor(cls)}"></a>`{_short(cls)}`: {facts.text(cls, f"{RDFS}label")}\n'
        yield facts.text(cls, f"{SKOS}definition") + "\n"
        used = [
            term
            for term in facts.of_type(f"{OWL}ObjectProperty", f"{OWL}DatatypeProperty")
            if cls in facts.all(term, f"{RDFS}domain")
        ]
        rows = (
            ("Is also", facts.all(cls, f"{RDFS}subClassOf")),
            ("Is never", _disjoint(facts, cls)),
            ("Close to", facts.all(cls, f"{SKOS}closeMatch") + facts.all(cls, f"{RDFS}seeAlso")),
            ("Its own properties", used),
        )
        lines = [f"- {name}: {_links(iris)}" for name, iris in rows if iris]
        if lines:
            yield "\n".join(lines) + "\n"


def _disjoint(facts: _Facts, cls: str) -> list[str]:
    """The classes that are disjoint with this one, whichever side of the pair says it."""
    stated = facts.all(cls, f"{OWL}disjointWith")
    return stated + [other for other in facts.subjects if cls in facts.all(other, f"{OWL}disjointWith")]


def _properties(facts: _Facts) -> Iterator[str]:
    yield "## Properties\n"
    yield "“On” is the class of the thing described, “value” what it is given. A dash: several fit.\n"
    rows = ["| property | meaning | on | value | is also |", "|---|---|---|---|---|"]
    for term in sorted(facts.of_type(f"{OWL}ObjectProperty", f"{OWL}DatatypeProperty"), key=str.lower):
        cells = (
            f'<a id="{_anchor(term)}"></a>`{_short(term)}`',
            _cell(facts.text(term, f"{SKOS}definition")),
            _links(facts.all(term, f"{RDFS}domain")) or "–",
            _value(facts, term),
            _links(facts.all(term, f"{RDFS}subPropertyOf")),
        )
        rows.append(f"| {' | '.join(cells)} |")
    yield "\n".join(rows) + "\n"


def _value(facts: _Facts, term: str) -> str:
    ranges = facts.all(term, f"{RDFS}range")
    # The ontology says rdfs:Literal where a value may be an integer, a decimal or a double alike.
    words = {f"{RDFS}Literal": "number", f"{RDF}PlainLiteral": "text"}
    return ", ".join(words.get(iri) or _link(iri) for iri in ranges) or "–"


def _schemes() -> Iterator[str]:
    facts = _Facts(scheme_graph())
    yield "## Schemes\n"
    yield (
        f"Each code is a SKOS concept with the IRI `{SCHEME}<scheme>/<code>`. A scheme of outcomes says\n"
        "how a reproduction attempt ended; the values of `rub:outcome` come from such schemes only.\n"
    )
    for scheme in schemes().values():
        yield f"### {scheme.name}: {scheme.title}\n"
        outcome = " A scheme of outcomes." if scheme.is_outcome else ""
        yield facts.text(scheme.iri, f"{SKOS}definition") + outcome + "\n"
        if note := facts.text(scheme.iri, f"{SKOS}scopeNote"):
            yield note + "\n"
        sources = [iri for iri in facts.all(scheme.iri, f"{DCTERMS}source") if not RUB.startswith(iri)]
        if sources:
            yield "Source: " + ", ".join(f"<{iri}>" for iri in sources) + "\n"
        rows = ["| code | name | meaning |", "|---|---|---|"]
        for concept in scheme.concepts.values():
            note = facts.text(concept.iri, f"{SKOS}scopeNote")
            meaning = _cell(f"{concept.definition} *{note}*" if note else concept.definition)
            rows.append(f"| `{concept.notation}` | {_cell(concept.label)} | {meaning} |")
        yield "\n".join(rows) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


if __name__ == "__main__":
    TARGET.write_text(reference(), encoding="utf-8")
