"""Judge one deposit-to-be: canonical form, digest, topic, authority, SHACL, scores. Nothing is written here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from pyoxigraph import Triple

from rubrary.assessment import Score
from rubrary.errors import InvalidRubric, Place
from rubrary.graph.canonical import Canonical, canonical_graph, triples_of
from rubrary.graph.read import Facts, stated_score
from rubrary.pipeline.authority import Claim, claims, contradictions, trespasses
from rubrary.pipeline.causes import without_consequences
from rubrary.pipeline.knowledge import Knowledge
from rubrary.pipeline.score_check import check_scores
from rubrary.pipeline.topic import Topic, description_digests, topic_of, typed_subjects
from rubrary.readers import Draft, read
from rubrary.rubric.rdf import rubric_from_triples
from rubrary.validation import Finding, Report, Severity, Validator


@dataclass(frozen=True, slots=True)
class Examined:
    """A deposit-to-be with the verdict on it.

    Attributes:
        source: where it came from, for messages.
        canonical: its canonical bytes and digest.
        topic: what it is about; ``None`` when it holds nothing that the registry keeps.
        claims: the IRIs that it types.
        report: all findings; the deposit is acceptable when none is a violation.
    """

    source: str
    canonical: Canonical
    topic: Topic | None
    claims: tuple[Claim, ...]
    report: Report


class Examiner:
    """Examines deposits one by one; shapes are compiled once.

    Args:
        knowledge: what is already on record.
        validator: the compiled shapes.
    """

    def __init__(self, knowledge: Knowledge, validator: Validator) -> None:
        self.knowledge = knowledge
        self._validator = validator

    def examine(self, triples: Iterable[Triple], source: str) -> Examined:
        """The verdict on one graph.

        Raises:
            MalformedInput: the graph has no canonical form (cycles of blank nodes).
        """
        canonical, graph = canonical_graph(triples, source=source)
        subjects = typed_subjects(graph)
        facts = Facts(graph)
        topic = topic_of(facts)
        made = claims(subjects, topic.iri if topic else "", self.knowledge.base)
        findings = [
            *self._validator.validate(graph, self.knowledge.context_for(graph)).findings,
            *trespasses(
                subjects,
                self.knowledge.base,
                released=canonical.digest in self.knowledge.released_digests,
            ),
            *self._contradictions(graph, made),
        ]
        report = Report.of(without_consequences(findings, facts))
        if report.accepted:
            findings += self._second_look(graph, facts, topic)
            report = Report.of(findings)
        return Examined(
            source=source,
            canonical=canonical,
            topic=topic,
            claims=made,
            report=report,
        )

    def _contradictions(self, graph: Sequence[Triple], made: tuple[Claim, ...]) -> list[Finding]:
        shared = {
            claim.iri for claim in made if not claim.defines and claim.iri.startswith(self.knowledge.base)
        }
        return contradictions(description_digests(graph, shared), self.knowledge.description_of)

    def _second_look(self, graph: Sequence[Triple], facts: Facts, topic: Topic | None) -> list[Finding]:
        """What can only be asked of a graph whose form is right."""
        if topic and topic.kind == "RubricVersion":
            return self._rubric_agrees(graph, topic)

        def score_of(iri: str) -> Score | None:
            return stated_score(facts, iri) or self.knowledge.score_of(iri)

        return check_scores(facts, self.knowledge.rubric_of, score_of)

    def _rubric_agrees(self, graph: Sequence[Triple], topic: Topic) -> list[Finding]:
        try:
            version = rubric_from_triples(graph, baselines=self.knowledge.rubric)
        except InvalidRubric as error:
            return [Finding(Severity.VIOLATION, topic.iri, None, None, str(error), error.hint)]
        if (shipped := self.knowledge.released(version.reference)) in (None, version.iri):
            return []
        # Two versions of one name and number would make every `name@version` mean either.
        message = (
            f"{version.reference} is the name of <{shipped}>, which the release publishes with other content."
        )
        return [
            Finding(Severity.VIOLATION, topic.iri, None, None, message, "Give it another name or version.")
        ]


def examine_file(
    examiner: Examiner, path: Path, *, name: str, data: bytes | None = None, learn: bool = False
) -> list[Examined]:
    """The verdicts on all deposits of one file, findings with their lines where the format has lines.

    Args:
        examiner: what judges.
        path: the file or RO-Crate folder; ignored when ``data`` is given.
        name: how to call it in messages; its suffix tells the format.
        data: the file's bytes, where they did not come from a file.
        learn: take what is accepted into account for files that follow, although nothing is deposited.

    Raises:
        InputError: it cannot be read.
    """
    knowledge = examiner.knowledge
    found = []
    for draft in read(path, name=name, data=data, base=knowledge.base, rubrics=knowledge.rubric):
        examined = examiner.examine(draft.triples, draft.source)
        if learn and examined.report.accepted:
            graph = triples_of(examined.canonical.nquads)
            knowledge.learn(typed_subjects(graph), graph)
        placed = examined.report.placed(partial(_place, draft))
        found.append(replace(examined, report=placed))
    return found


def _place(draft: Draft, finding: Finding) -> Place | None:
    """The line of the value, or else of the node, that a finding is about."""
    for text in (finding.value, finding.focus):
        if text and (place := draft.place_of(text)):
            return place
    return None
