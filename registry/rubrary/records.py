"""What a deposit says, as values: papers and their artifacts, assessments, attempts, badges, studies.

These are the shapes between a reader or a study importer on one side and the graph on the other. Every IRI
is absolute. Readiness (:class:`AssessmentRecord`) and outcome (:class:`AttemptRecord`) are different records;
nothing here holds both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Literal

from rubrary.assessment import Measurement, Score
from rubrary.snapshot import Snapshot

AgentKind = Literal["software", "person", "organization"]


@dataclass(frozen=True, slots=True)
class Agent:
    """Who or what assessed, ran or wrote: a person (by ORCID where there is one), organisation or program."""

    iri: str
    kind: AgentKind
    name: str
    version: str | None = None


@dataclass(frozen=True, slots=True)
class Instrument:
    """What measured: a scorer in one version, or a protocol that people follow.

    ``digest`` covers the detectors and their versions; scores of two instruments are not comparable.
    """

    iri: str
    name: str
    version: str
    digest: str


@dataclass(frozen=True, slots=True)
class Venue:
    """A journal, conference or preprint server; ``kind`` is a notation of the scheme ``venue-class``."""

    iri: str
    title: str
    issn: str | None = None
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class Artifact:
    """A part of a paper's artifact bundle; ``kind`` is a notation of the scheme ``artifact-kind``."""

    iri: str
    kind: str
    title: str
    repository: str | None = None
    license: str | None = None
    availability: str | None = None


@dataclass(frozen=True, slots=True)
class PaperRecord:
    """A paper and what it points to. ``issued`` is a year, year and month, or full date (ISO 8601)."""

    iri: str
    title: str
    doi: str | None = None
    issued: str | None = None
    venue: Venue | None = None
    creators: tuple[Agent, ...] = ()
    artifacts: tuple[Artifact, ...] = ()


@dataclass(frozen=True, slots=True)
class AssessmentRecord:
    """One run of a rubric version over one snapshot, or over the text of a paper: readiness, never outcome.

    ``published`` holds scores as a source printed them; ``scores`` those that the policy gives. Without
    ``snapshot`` it is the paper itself that was judged.
    """

    iri: str
    snapshot: Snapshot | None
    rubric: str
    method: str
    agent: Agent
    instrument: Instrument
    ended: datetime | None
    measurements: tuple[Measurement, ...]
    scores: tuple[Score, ...] = ()
    published: tuple[Score, ...] = ()
    started: datetime | None = None
    paper: str | None = None
    source: str | None = None
    informed_by: str | None = None

    @property
    def subject(self) -> str:
        """IRI of what was judged.

        Raises:
            ValueError: the record names neither a snapshot nor a paper.
        """
        subject = self.snapshot.iri if self.snapshot else self.paper
        if subject is None:
            raise ValueError(f"{self.iri} judges neither a snapshot nor a paper")
        return subject


@dataclass(frozen=True, slots=True)
class FailureCause:
    """Why an attempt failed: which kind of artifact was missing, and how; or words where neither fits."""

    description: str | None = None
    missing_kind: str | None = None
    missing_cause: str | None = None


@dataclass(frozen=True, slots=True)
class Repair:
    """What had to be changed before it ran; ``minimal`` repairs are within a protocol's allowance."""

    kind: str
    minimal: bool
    description: str | None = None


@dataclass(frozen=True, slots=True)
class ResultComparison:
    """A reported value beside the reproduced one, or a bound on their deviation if only that is known."""

    metric: str
    task: str | None = None
    reported: Decimal | None = None
    reproduced: Decimal | None = None
    deviation_at_most: Decimal | None = None
    unit: str | None = None
    tolerance_kind: str | None = None
    tolerance: Decimal | None = None
    within_tolerance: bool | None = None
    claim_holds: bool | None = None


@dataclass(frozen=True, slots=True)
class AttemptRecord:
    """One attempt at rerunning, and how it went: outcome, never readiness.

    ``outcomes`` are concept IRIs of outcome schemes. ``measurements`` are execution probes and need a
    ``rubric``.
    """

    iri: str
    outcomes: tuple[str, ...]
    agent: Agent
    method: str = "automated"
    snapshots: tuple[Snapshot, ...] = ()
    paper: str | None = None
    rubric: str | None = None
    instrument: Instrument | None = None
    measurements: tuple[Measurement, ...] = ()
    scores: tuple[Score, ...] = ()
    started: datetime | None = None
    ended: datetime | None = None
    protocol: str | None = None
    hardware: str | None = None
    wall_time: timedelta | None = None
    executed: int | None = None
    succeeded: int | None = None
    failure_message: str | None = None
    causes: tuple[FailureCause, ...] = ()
    repairs: tuple[Repair, ...] = ()
    comparisons: tuple[ResultComparison, ...] = ()
    description: str | None = None
    source: str | None = None


@dataclass(frozen=True, slots=True)
class CompositeRecord:
    """A composite of one readiness score and one outcome score: a third thing that names both."""

    iri: str
    rubric: str
    score: Score
    readiness: str
    outcome: str
    snapshots: tuple[str, ...]
    agent: Agent


@dataclass(frozen=True, slots=True)
class BadgeRecord:
    """A badge that a venue awarded to a paper or artifact; ``badge`` is a concept IRI."""

    iri: str
    target: str
    badge: str
    issuer: Venue
    issued: str | None = None


@dataclass(frozen=True, slots=True)
class StudyRecord:
    """A published study whose data the registry holds; ``rights`` says in words what no licence says."""

    iri: str
    title: str
    source: str
    license: str | None = None
    version: str | None = None
    description: str | None = None
    rights: str | None = None


@dataclass(frozen=True, slots=True)
class AgreementRecord:
    """How far assessors agree, as a statistic of that name.

    ``compared`` are IRIs of the assessments, measurements, scores or attempts that gave the answers; where they
    are not on record, ``source`` names the study.
    """

    iri: str
    metric: str
    value: float
    compared: tuple[str, ...] = ()
    source: str | None = None
    description: str | None = None


@dataclass(frozen=True, slots=True)
class FindingRecord:
    """What a paper printed, beside what the registry's data gives.

    Attributes:
        iri: identifies it.
        statement: what it says, as a sentence.
        verdict: a notation of the scheme ``verdict``.
        source: IRI of the publication that prints it.
        reported_text: the value as printed.
        reported: its number; ``None`` where it is a text or a bound.
        reproduced: the recomputed number, unrounded.
        reproduced_text: the recomputed value, where it is a text.
        tolerance: the greatest deviation that counts as the same, where the printed digits do not say.
        where: the table or section that prints it.
        derivation: how it is derived, in words.
        queries: the SPARQL selections that it is derived from.
        reason: why it cannot be recomputed, or what is to be known of the recomputed value.
        study: IRI of the study whose data it is; ``None`` where they are not at hand.
    """

    iri: str
    statement: str
    verdict: str
    source: str
    reported_text: str
    reported: Decimal | None = None
    reproduced: float | None = None
    reproduced_text: str | None = None
    tolerance: Decimal | None = None
    where: str | None = None
    derivation: str | None = None
    queries: tuple[str, ...] = ()
    reason: str | None = None
    study: str | None = None


@dataclass(frozen=True, slots=True)
class ArchiveRecord:
    """An organization that keeps deposits and applies policies to them; ``page`` is its web page."""

    iri: str
    title: str
    page: str | None = None
    description: str | None = None


@dataclass(frozen=True, slots=True)
class AdoptionOverride:
    """What an archive does otherwise than the policy that it adopts; ``part`` is the IRI of the policy's part."""

    part: str
    change: str
    rationale: str | None = None


@dataclass(frozen=True, slots=True)
class AdoptionRecord:
    """That an archive applies a rubric version from a date on (a year, year and month, or full date).

    ``policy_digest`` is the rubric version's, so that the same policy is found whatever host names it.
    ``replaces`` is an earlier adoption that ends with this one.
    """

    iri: str
    archive: str
    rubric: str
    policy_digest: str
    starts: str
    overrides: tuple[AdoptionOverride, ...] = ()
    replaces: str | None = None
    description: str | None = None


Record = (
    PaperRecord
    | Artifact
    | AssessmentRecord
    | AttemptRecord
    | CompositeRecord
    | BadgeRecord
    | StudyRecord
    | AgreementRecord
    | FindingRecord
    | ArchiveRecord
    | AdoptionRecord
)


@dataclass(frozen=True, slots=True)
class RecordSet:
    """Several records that belong in one deposit, in the order in which a person wrote them."""

    records: tuple[Record, ...] = field(default_factory=tuple)
