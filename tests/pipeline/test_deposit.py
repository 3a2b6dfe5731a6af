"""Depositing: what is accepted, what is refused and why, and that a refusal leaves no trace."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from pyoxigraph import Literal, NamedNode, Triple

from rubrary.errors import Conflict
from rubrary.graph.write import record_triples
from rubrary.index.index import Index
from rubrary.pipeline.deposit import Result, Status, append, bring_index_up_to_date, deposit_files
from rubrary.pipeline.examine import Examined, Examiner, examine_file
from rubrary.pipeline.registry import Registry
from rubrary.records import Record, StudyRecord, Venue
from rubrary.rubric import rubric_triples, shipped
from rubrary.terms import dcterms
from samples import BASE, PAPER, assessment_record, paper_record, turtle


def put(registry: Registry, examiner: Examiner, *records: Record) -> Result:
    examined = examiner.examine(record_triples(records), "test")
    return append(registry, examined, shapes=registry.remember_shapes(), submitter="test")


def messages(result: Result) -> str:
    assert result.examined is not None
    return "\n".join(str(finding) for finding in result.examined.report.findings)


def test_a_paper_and_an_assessment_of_its_repository_are_put_on_record(
    registry: Registry, examiner: Examiner
) -> None:
    assert put(registry, examiner, paper_record()).status is Status.DEPOSITED
    result = put(registry, examiner, assessment_record(paper=PAPER))
    assert result.status is Status.DEPOSITED, messages(result)
    assert registry.ledger.defining(f"{BASE}assessment/one") is not None


def test_the_same_content_again_is_the_same_deposit(registry: Registry, examiner: Examiner) -> None:
    first = put(registry, examiner, paper_record())
    again = put(registry, examiner, paper_record())
    assert (again.status, again.seq) == (Status.KNOWN, first.seq)


def test_a_second_deposit_cannot_define_what_another_one_defines(
    registry: Registry, examiner: Examiner
) -> None:
    put(registry, examiner, paper_record())
    put(registry, examiner, assessment_record(value=100))
    before = registry.ledger.head()
    result = put(registry, examiner, assessment_record(value=0))
    assert result.refused
    assert isinstance(result.error, Conflict)
    assert f"{BASE}assessment/one" in str(result.error)
    assert registry.ledger.head() == before


def test_other_content_under_a_published_rubric_version_is_refused(
    registry: Registry, examiner: Examiner
) -> None:
    version = shipped()[0]
    altered = [
        Triple(t.subject, t.predicate, Literal("Another title")) if t.predicate == dcterms.title else t
        for t in rubric_triples(version)
    ]
    result = append(registry, examiner.examine(altered, "test"), shapes="0" * 64, submitter="test")
    assert result.refused


def test_minting_under_a_base_of_somebody_else_is_refused(registry: Registry, examiner: Examiner) -> None:
    result = put(registry, examiner, assessment_record(base="https://elsewhere.example.org/"))
    assert result.refused
    assert "base that is not this registry's" in messages(result)


@pytest.mark.parametrize("path", ["catalog", "record/7", "deposit/x", ".well-known/void", "sparql"])
def test_the_registrys_own_addresses_cannot_be_minted(
    registry: Registry, examiner: Examiner, path: str
) -> None:
    result = put(registry, examiner, replace(assessment_record(), iri=BASE + path))
    assert result.refused
    assert "registry itself" in messages(result)


def test_release_terms_cannot_be_defined_by_a_depositor(registry: Registry, examiner: Examiner) -> None:
    record = replace(assessment_record(), iri="https://w3id.org/rubrary/assessment/x")
    result = put(registry, examiner, record)
    assert result.refused
    assert "release" in messages(result)


def test_a_shared_thing_is_described_once(registry: Registry, examiner: Examiner) -> None:
    put(registry, examiner, paper_record(venue="Journal of Examples"))
    other = replace(
        paper_record(),
        iri="https://doi.org/10.5555/example.2",
        doi="10.5555/example.2",
        venue=Venue(f"{BASE}venue/examples", "Another Journal"),
    )
    result = put(registry, examiner, other)
    assert result.refused
    assert "described otherwise" in messages(result)
    same = replace(other, venue=Venue(f"{BASE}venue/examples", "Journal of Examples"))
    assert put(registry, examiner, same).status is Status.DEPOSITED


def test_a_score_that_its_measurements_do_not_give_is_refused_with_both_values(
    registry: Registry, examiner: Examiner
) -> None:
    put(registry, examiner, paper_record())
    result = put(registry, examiner, assessment_record(rrs=61.0))
    assert result.refused
    assert "61.0000" in messages(result)
    assert "100.0000" in messages(result)


def test_a_score_within_a_hundredth_is_accepted(registry: Registry, examiner: Examiner) -> None:
    put(registry, examiner, paper_record())
    assert put(registry, examiner, assessment_record(rrs=99.995)).status is Status.DEPOSITED


def test_a_published_score_stays_as_published_beside_ours(registry: Registry, examiner: Examiner) -> None:
    put(registry, examiner, paper_record())
    put(registry, examiner, StudyRecord(f"{BASE}study/example", "A study", "https://example.org/study"))
    result = put(registry, examiner, assessment_record(published=61.0))
    assert result.status is Status.DEPOSITED, messages(result)
    assert "As published: RRS is stated as 61.0000" in messages(result)


def test_a_misspelt_term_is_named_with_the_nearest_one(registry: Registry, examiner: Examiner) -> None:
    triples = [
        Triple(t.subject, NamedNode("http://purl.org/dc/terms/tittle"), t.object)
        if t.predicate == dcterms.title
        else t
        for t in record_triples([paper_record()])
    ]
    result = append(registry, examiner.examine(triples, "test"), shapes="0" * 64, submitter="test")
    assert result.refused
    assert "tittle" in messages(result)
    assert "did you mean dcterms:title?" in messages(result)


def test_files_may_refer_to_each_other_in_any_order(
    registry: Registry, examiner: Examiner, tmp_path: Path
) -> None:
    (tmp_path / "a.ttl").write_bytes(turtle(assessment_record(paper=PAPER)))
    (tmp_path / "b.ttl").write_bytes(turtle(paper_record()))
    paths = [tmp_path / "a.ttl", tmp_path / "b.ttl"]
    done: list[Path] = []

    def examine(path: Path) -> list[Examined]:
        return examine_file(examiner, path, name=path.name)

    results = list(deposit_files(registry, paths, examine, submitter="test", done=done.append))
    assert [result.status for result in results] == [Status.DEPOSITED, Status.DEPOSITED]
    assert sorted(done) == paths


def test_a_bad_file_does_not_stop_the_rest(registry: Registry, examiner: Examiner, tmp_path: Path) -> None:
    (tmp_path / "a.ttl").write_bytes(b"<x> <y> .")
    (tmp_path / "b.ttl").write_bytes(turtle(assessment_record(paper="https://doi.org/10.5555/unknown")))
    (tmp_path / "c.ttl").write_bytes(turtle(paper_record()))

    def examine(path: Path) -> list[Examined]:
        return examine_file(examiner, path, name=path.name)

    paths = sorted(tmp_path.glob("*.ttl"))
    results = list(deposit_files(registry, paths, examine, submitter="test"))
    by_source = {Path(result.source).name: result for result in results}
    assert by_source["a.ttl"].refused
    assert by_source["b.ttl"].refused
    assert "10.5555/unknown" in messages(by_source["b.ttl"])
    assert by_source["c.ttl"].status is Status.DEPOSITED


def test_what_is_deposited_can_be_queried(registry: Registry, examiner: Examiner) -> None:
    put(registry, examiner, paper_record())
    assert bring_index_up_to_date(registry)
    assert Index.open(registry.index_folder).last_sequence() == registry.ledger.head().seq


def test_a_held_index_does_not_keep_a_deposit_from_being_acknowledged(
    registry: Registry, examiner: Examiner
) -> None:
    with Index.open(registry.index_folder).writer():
        put(registry, examiner, paper_record())
        assert not bring_index_up_to_date(registry)
    assert bring_index_up_to_date(registry)
