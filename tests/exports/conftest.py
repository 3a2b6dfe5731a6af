"""A bundle's content, made of small records of ours."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from pyoxigraph import Triple

from rubrary.assessment import DimensionScore, Measurement, Origin, Score, Status
from rubrary.evidence import Evidence
from rubrary.exports.rocrate import BundleContent
from rubrary.graph.canonical import canonicalize
from rubrary.graph.write import record_triples
from rubrary.ledger import Kind, Row
from rubrary.records import (
    Agent,
    Artifact,
    AssessmentRecord,
    AttemptRecord,
    CompositeRecord,
    Instrument,
    PaperRecord,
    StudyRecord,
    Venue,
)
from rubrary.rubric import rubric_triples, shipped_rubric
from rubrary.scoring import score_sheet
from rubrary.snapshot import Snapshot
from rubrary.terms import scheme_concept

BASE = "https://registry.example/"
COMMIT = "3f1c0a9be6a1de3c8c3b2a7d0f4d1b0e5a6c7d80"
ARTIFACT = "https://code.example/größe/notebooks"
SNAPSHOT = Snapshot.at_commit(COMMIT, ARTIFACT)
PAPER = "https://doi.org/10.1000/example"
ASSESSMENT = f"{BASE}assessment/1"
ATTEMPT = f"{BASE}attempt/1"
VERSION = shipped_rubric("reproscore@1.0.0")
SCORER = Agent(f"{BASE}agent/scorer", "software", "scorer", "1.4.2")
INSTRUMENT = Instrument(f"{BASE}instrument/scorer-1.4.2", "scorer", "1.4.2", "ab" * 32)
ENDED = datetime(2026, 6, 30, 10, 12, 31, tzinfo=UTC)
MARKUP = "<script>alert('x')</script>"


def row(triples: list[Triple], topic: str, topic_class: str) -> Row:
    canonical = canonicalize(triples)
    return Row(
        seq=1,
        kind=Kind.DEPOSIT,
        digest=canonical.digest,
        nquads=canonical.nquads,
        topic=topic,
        topic_class=topic_class,
        accepted_at="2026-07-01T00:00:00+00:00",
        submitter="tests",
        shapes_digest="00" * 32,
        state="11" * 32,
    )


def measurements() -> tuple[Measurement, ...]:
    """One for each criterion of a dimension: most measured, one not applicable, one not attempted."""
    seen = Evidence(f"No lock file {MARKUP}", "env/größe.txt", 3, 4, MARKUP, "Add one", None)
    found = []
    for number, criterion in enumerate(VERSION.policy.criteria):
        if criterion.dimension is None:
            continue
        scale = criterion.scale
        values = {
            0: scale.minimum,
            1: scale.maximum,
            2: scale.tiers[1] if len(scale.tiers) > 2 else scale.maximum,
        }
        evidence = (seen,) if number == 0 else ()
        found.append(Measurement(criterion.id, value=float(values[number % 3]), evidence=evidence))
    found[1] = Measurement(found[1].criterion, Status.NOT_APPLICABLE)
    found[4] = Measurement(found[4].criterion, Status.NOT_ATTEMPTED)
    return tuple(found)


def assessment_record() -> AssessmentRecord:
    scores = tuple(score for score in score_sheet(VERSION.policy, measurements()) if score.metric == "RRS")
    parts = (DimensionScore("E", 41.0, 12.3, 1.0), DimensionScore("S", None, 0.0, 1.0))
    published = Score("RRS", 58.5, 58.5, 1.0, 58.5, 58.5, dimensions=parts, origin=Origin.PUBLISHED)
    return AssessmentRecord(
        iri=ASSESSMENT,
        snapshot=SNAPSHOT,
        rubric=VERSION.iri,
        method="automated",
        agent=SCORER,
        instrument=INSTRUMENT,
        started=datetime(2026, 6, 30, 10, 0, tzinfo=UTC),
        ended=ENDED,
        measurements=measurements(),
        scores=scores,
        published=(published,),
        paper=PAPER,
        source=f"{BASE}study/1",
    )


def attempt_record() -> AttemptRecord:
    probes = (Measurement("install", value=100.0), Measurement("notebooks", value=50.0))
    scores = tuple(score for score in score_sheet(VERSION.policy, probes) if score.metric == "ROS")
    return AttemptRecord(
        iri=ATTEMPT,
        outcomes=(scheme_concept("failure-mode", "missing_module").value,),
        agent=SCORER,
        instrument=INSTRUMENT,
        snapshots=(SNAPSHOT,),
        paper=PAPER,
        rubric=VERSION.iri,
        measurements=probes,
        scores=scores,
        ended=ENDED,
        failure_message=f"ModuleNotFoundError: {MARKUP}",
    )


def paper_record() -> PaperRecord:
    return PaperRecord(
        PAPER,
        "Größe & <b>Wirkung</b> 数据",
        doi="10.1000/example",
        issued="2025-03-01",
        venue=Venue(f"{BASE}venue/1", "Journal of Examples", "1234-5679"),
        creators=(Agent("https://orcid.org/0000-0002-1825-0097", "person", "Josiah Carberry"),),
        artifacts=(Artifact(ARTIFACT, "code", "größe/notebooks", ARTIFACT, "https://spdx.org/licenses/MIT"),),
    )


def bundle_content(
    change: Callable[[AssessmentRecord], AssessmentRecord] = lambda record: record, *, whole: bool = True
) -> BundleContent:
    """A content; ``change`` makes another assessment of it, and without ``whole`` it holds little else."""
    assessment = change(assessment_record())
    deposits = [
        row(record_triples([assessment]), assessment.iri, "Assessment"),
        row(rubric_triples(VERSION), VERSION.iri, "RubricVersion"),
    ]
    if whole:
        attempt = attempt_record()
        blend = replace(attempt.scores[0], metric="RCS", value=52.25, unclamped=52.25, alpha=0.35)
        composite = CompositeRecord(
            f"{BASE}composite/1",
            VERSION.iri,
            blend,
            f"{ASSESSMENT}#RRS",
            f"{ATTEMPT}#ROS",
            (SNAPSHOT.iri,),
            SCORER,
        )
        study = StudyRecord(
            f"{BASE}study/1",
            "A study",
            "https://doi.org/10.1000/study",
            "https://spdx.org/licenses/CC-BY-4.0",
        )
        deposits += [
            row(record_triples([paper_record()]), PAPER, "Paper"),
            row(record_triples([study]), study.iri, "Study"),
            row(record_triples([attempt]), ATTEMPT, "ReproductionAttempt"),
            row(record_triples([composite]), composite.iri, "CompositeScore"),
        ]
    return BundleContent(BASE, ASSESSMENT, VERSION, tuple(deposits))


@pytest.fixture(scope="session")
def content() -> BundleContent:
    """An assessment with paper, study, attempt and composite."""
    return bundle_content()


@pytest.fixture(scope="session")
def bare_content() -> BundleContent:
    """Nothing but an assessment, at a revision that nobody recorded, of nobody's study."""
    unknown = Snapshot(f"{BASE}snapshot/unknown-1", ARTIFACT)
    return bundle_content(
        lambda record: replace(record, snapshot=unknown, source=None, paper=None, published=()), whole=False
    )


@pytest.fixture(scope="session")
def manual_content() -> BundleContent:
    """An assessment that a person made by a protocol."""
    reader = Agent("https://orcid.org/0000-0002-1825-0097", "person", "Josiah Carberry")
    return bundle_content(lambda record: replace(record, method="manual", agent=reader), whole=False)


@pytest.fixture(scope="session")
def manual_attempt_content() -> BundleContent:
    """The whole, but people ran the code by a protocol, and it ran."""
    ran = replace(
        attempt_record(),
        outcomes=(scheme_concept("failure-mode", "success").value,),
        method="manual",
        agent=Agent("https://orcid.org/0000-0002-1825-0097", "person", "Josiah Carberry"),
        description="Everything ran",
        failure_message="a warning",
    )
    content = bundle_content()
    deposits = [
        row(record_triples([ran]), ATTEMPT, "ReproductionAttempt") if deposit.topic == ATTEMPT else deposit
        for deposit in content.deposits
    ]
    return replace(content, deposits=tuple(deposits))
