"""Collecting a score bundle from a registry: all that belongs to an assessment, and nothing else."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rubrary.assessment import Measurement
from rubrary.errors import NotFound
from rubrary.graph.write import record_triples
from rubrary.pipeline.bundle import bundle_bytes
from rubrary.pipeline.deposit import Status, append, deposit_files
from rubrary.pipeline.examine import Examined, Examiner, examine_file
from rubrary.pipeline.publish import publish_shipped
from rubrary.pipeline.registry import Registry
from rubrary.records import AttemptRecord, CompositeRecord, Record
from rubrary.rubric import shipped_rubric
from rubrary.scoring import composite, score_sheet
from rubrary.snapshot import Snapshot
from samples import BASE, PAPER, REPOSITORY, assessment_record, attempt_record, paper_record

VERSION = shipped_rubric("reproscore@1.0.0")
ONE = f"{BASE}assessment/one"


def put(registry: Registry, examiner: Examiner, record: Record) -> str:
    """Put a record on record; gives the digest of its deposit."""
    examined = examiner.examine(record_triples([record]), "test")
    result = append(registry, examined, shapes=registry.remember_shapes(), submitter="test")
    assert result.status is Status.DEPOSITED, [str(finding) for finding in examined.report.findings]
    return examined.canonical.digest


def held(data: bytes) -> set[str]:
    """Digests of the deposits in a bundle."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {Path(name).stem for name in archive.namelist() if name.startswith("deposits/")}


def scores_of(data: bytes) -> Any:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return json.loads(archive.read("scores.json"))


def probed_attempt() -> AttemptRecord:
    """An attempt at a later commit than the one that was assessed, with an outcome score."""
    probes = (Measurement("install", value=100.0), Measurement("notebooks", value=50.0))
    return replace(
        attempt_record("later"),
        snapshots=(Snapshot.at_commit("a" * 40, REPOSITORY),),
        rubric=VERSION.iri,
        instrument=assessment_record().instrument,
        measurements=probes,
        scores=tuple(score for score in score_sheet(VERSION.policy, probes) if score.metric == "ROS"),
    )


def composite_record(name: str, assessment: str) -> CompositeRecord:
    assessed, ran = assessment_record(assessment), probed_attempt()
    readiness = next(score for score in assessed.scores if score.metric == "RRS")
    return CompositeRecord(
        f"{BASE}composite/{name}",
        VERSION.iri,
        composite(VERSION.policy, readiness, ran.scores[0]),
        f"{assessed.iri}#RRS",
        f"{ran.iri}#ROS",
        (assessed.snapshot.iri, ran.snapshots[0].iri),
        assessed.agent,
    )


def test_a_bundle_holds_assessment_rubric_and_paper(registry: Registry, examiner: Examiner) -> None:
    digests = {
        put(registry, examiner, paper_record()),
        put(registry, examiner, assessment_record(paper=PAPER)),
    }
    rubric = registry.ledger.defining(VERSION.iri)
    assert rubric is not None
    assert held(bundle_bytes(registry, ONE)) == digests | {rubric.digest}


def test_attempts_at_the_same_snapshot_belong_to_it(registry: Registry, examiner: Examiner) -> None:
    put(registry, examiner, paper_record())
    put(registry, examiner, assessment_record())
    same = put(registry, examiner, attempt_record())
    other = put(registry, examiner, probed_attempt())
    digests = held(bundle_bytes(registry, ONE))
    assert same in digests
    assert other not in digests


def test_a_composite_brings_the_attempt_that_it_names_though_another_commit_was_run(
    registry: Registry, examiner: Examiner
) -> None:
    put(registry, examiner, paper_record())
    put(registry, examiner, assessment_record())
    put(registry, examiner, assessment_record("two"))
    attempt = put(registry, examiner, probed_attempt())
    own = put(registry, examiner, composite_record("one", "one"))
    foreign = put(registry, examiner, composite_record("two", "two"))
    data = bundle_bytes(registry, ONE)
    assert {own, attempt} <= held(data)
    assert foreign not in held(data)
    assert [score["iri"] for score in scores_of(data)["composites"]] == [f"{BASE}composite/one"]


def test_what_was_withdrawn_is_left_out(registry: Registry, examiner: Examiner) -> None:
    put(registry, examiner, paper_record())
    put(registry, examiner, assessment_record())
    attempt = put(registry, examiner, attempt_record())
    registry.ledger.withdraw(attempt, reason="a mistake", submitter="test")
    assert attempt not in held(bundle_bytes(registry, ONE))


def test_no_bundle_is_made_of_a_withdrawn_assessment_or_of_something_else(
    registry: Registry, examiner: Examiner
) -> None:
    put(registry, examiner, paper_record())
    digest = put(registry, examiner, assessment_record())
    registry.ledger.withdraw(digest, reason="a mistake", submitter="test")
    for iri in (ONE, PAPER, f"{BASE}assessment/none"):
        with pytest.raises(NotFound):
            bundle_bytes(registry, iri)


def test_a_bundle_of_a_registry_can_be_deposited_in_another(
    registry: Registry, examiner: Examiner, tmp_path: Path
) -> None:
    put(registry, examiner, paper_record())
    put(registry, examiner, assessment_record(paper=PAPER))
    bundle = tmp_path / "bundle.zip"
    bundle.write_bytes(bundle_bytes(registry, ONE))
    with Registry.create(tmp_path / "other", BASE) as other:
        list(publish_shipped(other))
        judge = Examiner(other.knowledge(), other.validator)

        def examine(path: Path) -> list[Examined]:
            return examine_file(judge, path, name=path.name)

        results = list(deposit_files(other, [bundle], examine, submitter="test"))
        assert {result.status for result in results} == {Status.DEPOSITED, Status.KNOWN}
        assert bundle_bytes(other, ONE) == bundle.read_bytes()
