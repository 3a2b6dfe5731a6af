"""Records of ours that several tests put on record: one paper, and assessments of its repository."""

from __future__ import annotations

from datetime import UTC, datetime

from pyoxigraph import RdfFormat, serialize

from rubrary.assessment import Measurement, Origin, Score
from rubrary.graph.write import record_triples
from rubrary.records import (
    Agent,
    Artifact,
    AssessmentRecord,
    AttemptRecord,
    Instrument,
    PaperRecord,
    Record,
    Venue,
)
from rubrary.rubric import instrument_digest, shipped_rubric
from rubrary.scoring import score_sheet
from rubrary.snapshot import Snapshot
from rubrary.terms import SCHEME

BASE = "http://127.0.0.1:8000/"
REPOSITORY = "https://github.com/example/notebook-paper"
PAPER = "https://doi.org/10.5555/example.1"


def paper_record(title: str = "An example paper", venue: str = "Journal of Examples") -> PaperRecord:
    """A paper with one code repository."""
    artifact = Artifact(REPOSITORY, "code", "notebook-paper", REPOSITORY, "https://spdx.org/licenses/MIT")
    return PaperRecord(
        PAPER, title, "10.5555/example.1", "2025", Venue(f"{BASE}venue/examples", venue), (), (artifact,)
    )


def assessment_record(
    name: str = "one",
    *,
    base: str = BASE,
    value: float = 100.0,
    rrs: float | None = None,
    published: float | None = None,
    paper: str | None = None,
) -> AssessmentRecord:
    """An assessment in which every static criterion has one value; ``rrs`` overrides what this gives."""
    version = shipped_rubric("reproscore@1.0.0")
    static = [criterion.id for criterion in version.policy.criteria if criterion.dimension]
    measurements = tuple(Measurement(criterion, value=value) for criterion in static)
    scores = score_sheet(version.policy, measurements)
    if rrs is not None:
        scores = tuple(Score(s.metric, rrs, rrs, 1.0, rrs, rrs, s.criteria) for s in scores)
    printed = (
        ()
        if published is None
        else (Score("RRS", published, published, 1, published, published, origin=Origin.PUBLISHED),)
    )
    digest = instrument_digest("hand", "1.0.0", dict.fromkeys(static, "1.0.0"))
    return AssessmentRecord(
        iri=f"{base}assessment/{name}",
        snapshot=Snapshot.at_commit("3f1c0a9be6a1de3c8c3b2a7d0f4d1b0e5a6c7d80", REPOSITORY),
        rubric=version.iri,
        method="manual",
        agent=Agent(f"{base}agent/curators", "organization", "Curators of the example archive"),
        instrument=Instrument(f"{base}instrument/hand-1.0.0", "reading by hand", "1.0.0", digest),
        ended=datetime(2026, 6, 30, 10, 12, 31, tzinfo=UTC),
        measurements=measurements,
        scores=scores,
        published=printed,
        paper=paper,
        source=f"{base}study/example" if printed else None,
    )


def turtle(*records: Record) -> bytes:
    """Records as a Turtle file."""
    return serialize(record_triples(records), format=RdfFormat.TURTLE) or b""


def attempt_record(name: str = "one", *, mode: str = "missing_module") -> AttemptRecord:
    """An attempt at the same snapshot that ended in one of the failure modes."""
    return AttemptRecord(
        iri=f"{BASE}attempt/{name}",
        outcomes=(f"{SCHEME}failure-mode/{mode}",),
        agent=Agent(f"{BASE}agent/curators", "organization", "Curators of the example archive"),
        method="manual",
        snapshots=(Snapshot.at_commit("3f1c0a9be6a1de3c8c3b2a7d0f4d1b0e5a6c7d80", REPOSITORY),),
        paper=PAPER,
        executed=3,
        succeeded=1,
        failure_message="ModuleNotFoundError",
        ended=datetime(2026, 7, 1, 9, 0, 0, tzinfo=UTC),
    )
