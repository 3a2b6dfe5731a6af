"""What is already on record, as far as judging a new deposit needs it.

A deposit is validated together with the rubric versions, scheme concepts and other records that it refers to.
This module finds them: in the ledger, in what the release ships, and, when many files are validated without
being deposited, in the files already accepted in the same run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from pyoxigraph import NamedNode, Triple

from rubrary.assessment import Score
from rubrary.errors import NotFound
from rubrary.graph.canonical import canonicalize, triples_of
from rubrary.graph.read import Facts, stated_score
from rubrary.ledger import Ledger
from rubrary.pipeline.topic import description_digests
from rubrary.rubric.model import RubricVersion
from rubrary.rubric.rdf import rubric_from_triples, rubric_triples
from rubrary.rubric.shipped import shipped
from rubrary.schemes import scheme_graph
from rubrary.terms import RUBRIC, dcterms, rdf, rub, skos

#: What a rubric version says in words. No shape asks for it, and it is most of the graph's text.
_WORDS = frozenset({rub.sourceText, rub.question, skos.prefLabel, skos.definition, dcterms.description})


@dataclass(frozen=True, slots=True)
class _Rules:
    """A rubric version without its words, and the IRIs that it describes."""

    triples: tuple[Triple, ...] = ()
    subjects: frozenset[str] = frozenset()

    @classmethod
    def of(cls, graph: Iterable[Triple]) -> _Rules:
        rules = tuple(triple for triple in graph if triple.predicate not in _WORDS)
        return cls(rules, frozenset(t.subject.value for t in rules if isinstance(t.subject, NamedNode)))


class Knowledge:
    """The records that a new deposit may refer to.

    Args:
        base: the registry's base IRI.
        ledger: the records of a registry; ``None`` to know only what the release ships.
    """

    def __init__(self, base: str, ledger: Ledger | None = None) -> None:
        self.base = base
        self._ledger = ledger
        self._rubrics: dict[str, RubricVersion] = {}
        self._rubric_graphs: dict[str, list[Triple]] = {}
        self._rules: dict[str, _Rules] = {}
        self._accepted: dict[str, set[str]] = {}
        self._accepted_graphs: dict[str, list[Triple]] = {}
        self._descriptions_seen: dict[str, str] = {}

    # -- rubrics ---------------------------------------------------------------------------------------------

    @cached_property
    def _shipped(self) -> dict[str, RubricVersion]:
        return {version.iri: version for version in shipped()}

    @cached_property
    def released_digests(self) -> frozenset[str]:
        """The digests of the deposits that the release ships."""
        return frozenset(canonicalize(rubric_triples(version)).digest for version in self._shipped.values())

    def released(self, reference: str) -> str | None:
        """IRI of the rubric version ``name@version`` that the release ships, if it ships one of that name."""
        found = (iri for iri, version in self._shipped.items() if version.reference == reference)
        return next(found, None)

    def rubric(self, name: str) -> RubricVersion:
        """The rubric version with that IRI or ``name@version``.

        Raises:
            NotFound: no such rubric version is on record.
        """
        for iri in self._rubric_iris(name):
            if (version := self._rubric_by_iri(iri)) is not None:
                return version
        raise NotFound(
            f"no rubric version {name!r} is on record",
            hint="Deposit the rubric's file first, or correct the name (as in reproscore@1.0.0).",
        )

    def rubric_of(self, iri: str) -> RubricVersion | None:
        """The rubric version that an IRI names, or that a criterion's or metric's IRI belongs to."""
        return self._rubric_by_iri(iri.partition("#")[0])

    def _rubric_iris(self, name: str) -> Iterator[str]:
        if "@" in name and "/" not in name:
            path = name.replace("@", "/", 1)
            yield f"{self.base}rubric/{path}"
            yield f"{RUBRIC}{path}"
        else:
            yield name

    def _rubric_by_iri(self, iri: str) -> RubricVersion | None:
        if iri not in self._rubrics:
            graph = self._rubric_graph(iri)
            if graph is None:
                return None
            self._rubrics[iri] = self._shipped.get(iri) or rubric_from_triples(graph, baselines=self.rubric)
        return self._rubrics[iri]

    def _rubric_graph(self, iri: str) -> list[Triple] | None:
        if iri not in self._rubric_graphs:
            graph = self._graph_about(iri)
            if graph is None and self._ledger is None and iri in self._shipped:
                graph = rubric_triples(self._shipped[iri])
            if graph is None or Triple(NamedNode(iri), rdf.type, rub.RubricVersion) not in graph:
                return None
            self._rubric_graphs[iri] = graph
        return self._rubric_graphs[iri]

    # -- records ---------------------------------------------------------------------------------------------

    def _graph_about(self, iri: str) -> list[Triple] | None:
        """The graph of the deposit that defines an IRI, or whose topic it is."""
        if iri in self._accepted_graphs:
            return self._accepted_graphs[iri]
        row = self._ledger.defining(iri) if self._ledger else None
        return triples_of(row.nquads) if row and row.nquads is not None else None

    def classes_of(self, iris: Iterable[str]) -> dict[str, set[str]]:
        """The classes of those IRIs that some record describes."""
        wanted = set(iris)
        found = {iri: set(self._accepted[iri]) for iri in wanted if iri in self._accepted}
        if self._ledger:
            for iri, classes in self._ledger.classes_of(wanted - found.keys()).items():
                found[iri] = set(classes)
        return found

    def description_of(self, iri: str) -> str | None:
        """Digest of what the first deposit on record that types an IRI says of it."""
        if iri not in self._descriptions_seen:
            rows = self._ledger.describing(iri, limit=1) if self._ledger else ()
            graph = triples_of(rows[0].nquads) if rows and rows[0].nquads is not None else None
            if graph is None:
                return None
            self._descriptions_seen[iri] = description_digests(graph, [iri])[iri]
        return self._descriptions_seen[iri]

    def score_of(self, iri: str) -> Score | None:
        """A score on record, as it is stated."""
        graph = self._graph_about(iri)
        return stated_score(Facts(graph), iri) if graph is not None else None

    def learn(self, subjects: dict[str, list[str]], graph: list[Triple]) -> None:
        """Take an accepted but not deposited graph into account, for files that refer to it."""
        for iri, classes in subjects.items():
            self._accepted.setdefault(iri, set()).update(classes)
            self._accepted_graphs.setdefault(iri, graph)

    # -- context ---------------------------------------------------------------------------------------------

    def context_for(self, triples: Iterable[Triple]) -> list[Triple]:
        """What a validator has to see beside a deposit: what it refers to, and no more."""
        subjects: set[str] = set()
        objects: set[str] = set()
        for triple in triples:
            subject, value = triple.subject, triple.object
            if isinstance(subject, NamedNode):
                subjects.add(subject.value)
            if isinstance(value, NamedNode):
                objects.add(value.value)
        wanted = objects - subjects
        concepts = sorted(wanted & _concepts().keys())
        context = [triple for iri in concepts for triple in _concepts()[iri]]
        # Criteria, metrics and concepts are there already; only the ledger knows the rest.
        unknown = wanted.difference(concepts)
        for iri in sorted({iri.partition("#")[0] for iri in wanted if "/rubric/" in iri} - subjects):
            rules = self._rubric_rules(iri)
            context += rules.triples
            unknown -= rules.subjects
        context += self._descriptions(unknown)
        return context

    def _rubric_rules(self, iri: str) -> _Rules:
        if iri not in self._rules:
            graph = self._rubric_graph(iri)
            if graph is None:
                return _Rules()
            self._rules[iri] = _Rules.of(graph)
        return self._rules[iri]

    def _descriptions(self, wanted: set[str]) -> Iterator[Triple]:
        for iri, classes in sorted(self.classes_of(wanted).items()):
            for cls in sorted(classes):
                yield Triple(NamedNode(iri), rdf.type, NamedNode(cls))
            if rub.Score.value in classes:
                graph = self._graph_about(iri) or ()
                yield from (triple for triple in graph if triple.subject == NamedNode(iri))


@cache
def _concepts() -> dict[str, list[Triple]]:
    """The triples of each scheme and concept, with each concept its scheme's type beside it."""
    by_subject: dict[str, list[Triple]] = {}
    for triple in scheme_graph():
        if isinstance(triple.subject, NamedNode) and triple.predicate not in _WORDS:
            by_subject.setdefault(triple.subject.value, []).append(triple)
    return {
        iri: said
        + [triple for triple in by_subject.get(iri.rpartition("/")[0], ()) if triple.predicate == rdf.type]
        for iri, said in by_subject.items()
    }
