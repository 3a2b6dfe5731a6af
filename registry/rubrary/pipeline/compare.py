"""Whether two assessments can be compared, and if not, why."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rubrary.errors import NotFound
from rubrary.graph.canonical import triples_of
from rubrary.graph.read import Facts, computed_scores
from rubrary.pipeline.registry import Registry
from rubrary.rubric import RubricVersion, policy_digest
from rubrary.terms import prov, rub


class Difference(StrEnum):
    """What two assessments do not have in common. The notations of the scheme ``comparability``."""

    OTHER_POLICY = "other-policy"
    OTHER_VERSION = "other-version"
    OTHER_INSTRUMENT = "other-instrument"
    OTHER_COVERAGE = "other-coverage"
    OTHER_SNAPSHOT = "other-snapshot"


#: These forbid a comparison; the others are caveats of one.
REASONS = frozenset({Difference.OTHER_POLICY, Difference.OTHER_VERSION, Difference.OTHER_INSTRUMENT})
_SAME = 1e-9


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two assessments.

    Attributes:
        iri: identifies it.
        subject: IRI of the snapshot or paper that it judges.
        rubric: the rubric version that it applies.
        policy_digest: of that version; equal ones judge alike.
        instrument_digest: of what measured; ``None`` where nothing is named.
        scores: its computed scores by metric: value and coverage.
        informed_by: IRI of the assessment whose measurements it uses, if it did not measure itself.
    """

    iri: str
    subject: str
    rubric: RubricVersion
    policy_digest: str
    instrument_digest: str | None
    scores: dict[str, tuple[float, float]]
    informed_by: str | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two assessments side by side.

    Attributes:
        first: one.
        second: the other.
        differences: what they do not have in common, reasons before caveats.
    """

    first: Side
    second: Side
    differences: tuple[Difference, ...]

    @property
    def comparable(self) -> bool:
        """Whether a score of one may be held against a score of the other."""
        return not REASONS & set(self.differences)

    @property
    def rescoring(self) -> str | None:
        """The rubric version under which both could be scored, where the policy is what keeps them apart."""
        policies = {Difference.OTHER_POLICY, Difference.OTHER_VERSION} & set(self.differences)
        if not policies or Difference.OTHER_INSTRUMENT in self.differences:
            return None
        return self.first.rubric.reference


def compare(registry: Registry, first: str, second: str) -> Comparison:
    """The two assessments, or those that two scores belong to.

    Raises:
        NotFound: one of them is not on record, or names no rubric version that is.
    """
    one, other = _side(registry, first), _side(registry, second)
    return Comparison(one, other, tuple(_differences(one, other)))


def _differences(one: Side, other: Side) -> list[Difference]:
    found: list[Difference] = []
    if one.policy_digest != other.policy_digest:
        same_work = one.rubric.name == other.rubric.name
        found.append(Difference.OTHER_VERSION if same_work else Difference.OTHER_POLICY)
    # Where no instrument is named, nobody knows whether it was the same.
    if one.instrument_digest is None or one.instrument_digest != other.instrument_digest:
        found.append(Difference.OTHER_INSTRUMENT)
    shared = one.scores.keys() & other.scores.keys()
    if any(abs(one.scores[metric][1] - other.scores[metric][1]) > _SAME for metric in shared):
        found.append(Difference.OTHER_COVERAGE)
    if one.subject != other.subject:
        found.append(Difference.OTHER_SNAPSHOT)
    return found


def _side(registry: Registry, iri: str) -> Side:
    run = iri.partition("#")[0]
    hint = "give the IRI of an assessment, or of one of its scores"
    row = registry.ledger.defining(run)
    if row is None:
        raise NotFound(f"<{iri}> is not on record", hint=hint)
    facts = Facts(triples_of(row.nquads or b""))
    if run not in facts.of_type(rub.Assessment):
        raise NotFound(f"<{iri}> is no assessment", hint=hint)
    version = registry.knowledge().rubric_of(facts.one(run, rub.appliesRubric) or "")
    if version is None:
        raise NotFound(f"the rubric version of <{run}> is not on record")
    return Side(
        iri=run,
        subject=facts.one(run, rub.assesses) or "",
        rubric=version,
        policy_digest=policy_digest(version.policy),
        instrument_digest=facts.one(run, rub.instrumentDigest),
        scores=_scores(facts, run),
        informed_by=facts.one(run, prov.wasInformedBy),
    )


def _scores(facts: Facts, run: str) -> dict[str, tuple[float, float]]:
    coverages = {
        metric: (score.value, facts.number(score.iri, rub.coverage))
        for metric, score in computed_scores(facts, run).items()
    }
    return {metric: (value, part) for metric, (value, part) in coverages.items() if part is not None}
