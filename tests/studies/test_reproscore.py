"""The invented study: what its rows become."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pyoxigraph import NamedNode, Triple

from rubrary import studies
from rubrary.assessment import Origin, Status
from rubrary.errors import InputError
from rubrary.graph.write import record_triples
from rubrary.records import AssessmentRecord, AttemptRecord, PaperRecord, StudyRecord
from rubrary.resources import data_folder
from rubrary.rubric import instrument_digest, rubric_triples, shipped_rubric
from rubrary.schemes import scheme_graph
from rubrary.studies import StudyItem
from rubrary.terms import RUBRIC, SCHEME
from rubrary.validation import Severity, Validator

BASE = "https://registry.example/"
FIXTURES = Path(__file__).parent / "fixtures"
REVISION = "https://archive.softwareheritage.org/swh:1:rev:"

Read = Callable[[Path], list[StudyItem]]
Spoil = Callable[[str, str, str], Path]


def papers(items: list[StudyItem]) -> list[PaperRecord]:
    return [record for item in items for record in item.records if isinstance(record, PaperRecord)]


def assessments(items: list[StudyItem]) -> dict[str, AssessmentRecord]:
    found = [record for item in items for record in item.records if isinstance(record, AssessmentRecord)]
    return {record.iri.removeprefix(f"{BASE}assessment/reproscore-"): record for record in found}


def attempts(items: list[StudyItem]) -> dict[str, AttemptRecord]:
    found = [record for item in items for record in item.records if isinstance(record, AttemptRecord)]
    return {record.iri.removeprefix(f"{BASE}attempt/reproscore-"): record for record in found}


def test_items_come_as_study_papers_then_assessment_and_attempt_of_each_row(items: list[StudyItem]) -> None:
    assert [(item.source, type(item.records[0])) for item in items] == [
        ("scores.csv", StudyRecord),
        ("articles.csv:2", PaperRecord),
        ("articles.csv:4", PaperRecord),
        ("scores.csv:2", AssessmentRecord),
        ("scores.csv:2", AttemptRecord),
        ("scores.csv:3", AssessmentRecord),
        ("scores.csv:3", AttemptRecord),
        ("scores.csv:4", AssessmentRecord),
        ("scores.csv:4", AttemptRecord),
        ("scores.csv:5", AssessmentRecord),
        ("scores.csv:5", AttemptRecord),
    ]
    assert all(item.problem is None for item in items)


def test_two_runs_give_equal_records(items: list[StudyItem], read_study: Read) -> None:
    assert read_study(FIXTURES) == items


def test_the_study_names_its_publication_and_that_its_licence_is_unclear(items: list[StudyItem]) -> None:
    (study,) = items[0].records
    assert isinstance(study, StudyRecord)
    assert study.iri == f"{BASE}study/reproscore-2026"
    assert study.source == "https://arxiv.org/abs/2605.13275"
    assert study.license is None
    assert "GPL-3.0" in (study.description or "")
    assert "MIT" in (study.description or "")


# -- papers --------------------------------------------------------------------------------------------------


def test_a_paper_has_its_doi_date_and_all_its_scored_repositories(items: list[StudyItem]) -> None:
    paper = papers(items)[0]
    assert paper.iri == "https://doi.org/10.5555/tides.2023.1"
    assert paper.doi == "10.5555/Tides.2023.1"
    assert paper.title == "A model of tides, with notebooks"
    assert paper.issued == "2023-03-26"
    assert [(part.iri, part.kind, part.title) for part in paper.artifacts] == [
        ("https://code.example/tidal-lab/tide-model", "code", "tidal-lab/tide-model"),
        ("https://code.example/tidal-lab/gauge-data", "code", "tidal-lab/gauge-data"),
    ]


def test_an_empty_title_is_replaced_by_the_doi_and_an_empty_date_left_out(items: list[StudyItem]) -> None:
    paper = papers(items)[1]
    assert paper.title == "10.5555/reef.7"
    assert paper.issued is None


def test_only_authors_with_an_orcid_are_persons_and_each_once(items: list[StudyItem]) -> None:
    creators = papers(items)[0].creators
    assert [(person.iri, person.kind, person.name) for person in creators] == [
        ("https://orcid.org/0000-0002-1825-0097", "person", "Ann B. Example")
    ]


def test_a_journal_that_is_listed_in_two_spellings_is_one_venue(items: list[StudyItem]) -> None:
    first, second = (paper.venue for paper in papers(items))
    assert first == second
    assert first
    assert first.iri == f"{BASE}venue/journal-of-invented-seas"
    assert first.title == "Journal of Invented Seas"
    assert first.issn == "0000-0019"


def test_a_licence_key_of_the_hosting_site_is_an_spdx_licence_where_it_names_one(
    items: list[StudyItem],
) -> None:
    licenses = [part.license for paper in papers(items) for part in paper.artifacts]
    assert licenses == ["https://spdx.org/licenses/BSD-3-Clause", None, None, None]


def test_another_spelling_of_an_address_is_another_artifact_without_git_suffix(
    items: list[StudyItem],
) -> None:
    assert [part.iri for part in papers(items)[1].artifacts] == [
        "https://code.example/reef-watch/reef-survey",
        "https://code.example/reef-watch/Reef-Survey",
    ]


# -- snapshots -----------------------------------------------------------------------------------------------


def test_the_scored_commit_and_the_executed_one_may_be_the_same_snapshot(items: list[StudyItem]) -> None:
    assert attempts(items)["11"].snapshots == (assessments(items)["11"].snapshot,)


def test_another_commit_executed_than_scored_is_another_snapshot_of_the_same_artifact(
    items: list[StudyItem],
) -> None:
    scored, (executed,) = assessments(items)["12"].snapshot, attempts(items)["12"].snapshots
    assert scored.iri == REVISION + "b" * 40
    assert executed.iri == REVISION + "c" * 40
    assert scored.artifact == executed.artifact == "https://code.example/tidal-lab/gauge-data"


def test_an_unknown_commit_is_a_snapshot_of_unknown_revision(items: list[StudyItem]) -> None:
    snapshot = assessments(items)["13"].snapshot
    assert snapshot.iri == f"{BASE}snapshot/reproscore-13-unknown"
    assert not snapshot.known
    assert attempts(items)["13"].snapshots[0].known


def test_one_commit_under_two_addresses_is_one_snapshot_of_two_artifacts(items: list[StudyItem]) -> None:
    (one,), (other,) = attempts(items)["13"].snapshots, attempts(items)["14"].snapshots
    assert one.iri == other.iri
    assert one.artifact != other.artifact


# -- assessments ---------------------------------------------------------------------------------------------


def test_an_assessment_has_the_26_sub_metrics_as_printed(items: list[StudyItem]) -> None:
    run = assessments(items)["11"]
    values = {found.criterion: found.value for found in run.measurements}
    assert len(values) == 26
    assert values["docstring_coverage"] == 33.33
    assert values["dep_pinning"] == 80
    assert {found.status for found in run.measurements} == {Status.MEASURED}
    assert run.rubric == f"{RUBRIC}reproscore/1.0.0"
    assert run.paper == "https://doi.org/10.5555/tides.2023.1"
    assert run.source == f"{BASE}study/reproscore-2026"


def test_the_instrument_is_the_published_scorer_not_ours(items: list[StudyItem]) -> None:
    run = assessments(items)["11"]
    assert run.instrument.iri == f"{BASE}instrument/reproscore-1.0.0"
    detectors = {found.criterion: "1.0.0" for found in run.measurements}
    assert run.instrument.digest == instrument_digest("reproscore", "1.0.0", detectors)
    assert (run.agent.kind, run.agent.iri) == ("software", f"{BASE}agent/reproscore-1.0.0")


def test_a_published_score_stands_beside_the_computed_one(items: list[StudyItem]) -> None:
    run = assessments(items)["11"]
    (published,), (computed,) = run.published, run.scores
    assert (published.metric, published.origin, published.value) == ("RRS", Origin.PUBLISHED, 75.03)
    assert (computed.metric, computed.origin) == ("RRS", Origin.COMPUTED)
    assert computed.value == pytest.approx(75.028475, abs=1e-9)
    assert [(part.dimension, part.raw, part.contribution) for part in published.dimensions] == [
        ("E", 75.0, 22.5),
        ("A", 70.0, 17.5),
        ("D", 75.14, 15.03),
        ("C", 83.33, 12.5),
        ("S", 75.0, 7.5),
    ]


@pytest.mark.parametrize(
    ("row", "penalties"),
    [("11", ()), ("12", ("no_environment",)), ("13", ("no_environment", "no_data", "no_seeds"))],
)
def test_points_taken_off_are_penalties_of_both_scores(
    items: list[StudyItem], row: str, penalties: tuple[str, ...]
) -> None:
    run = assessments(items)[row]
    assert run.published[0].penalties == penalties
    assert run.scores[0].penalties == penalties


def test_a_clamped_score_keeps_its_unclamped_value(items: list[StudyItem]) -> None:
    run = assessments(items)["13"]
    assert run.published[0].value == 0
    assert run.scores[0].value == 0
    assert run.scores[0].unclamped < -40


def test_times_come_from_the_record_of_the_repository(items: list[StudyItem]) -> None:
    run = assessments(items)["11"]
    assert run.started == datetime(2026, 5, 11, 10, 21, 28, 552096, tzinfo=UTC)
    assert run.ended == datetime(2026, 5, 11, 10, 21, 32, 52096, tzinfo=UTC)


def test_without_such_a_record_they_come_from_the_row_and_its_duration(items: list[StudyItem]) -> None:
    run = assessments(items)["12"]
    assert run.started == datetime(2026, 5, 11, 10, 22, tzinfo=UTC)
    assert run.ended == datetime(2026, 5, 11, 10, 22, 0, 460000, tzinfo=UTC)


# -- attempts ------------------------------------------------------------------------------------------------


def test_an_attempt_has_its_failure_mode_message_and_counts(items: list[StudyItem]) -> None:
    run = attempts(items)["12"]
    assert run.outcomes == (f"{SCHEME}failure-mode/missing_module",)
    assert run.failure_message == "ModuleNotFoundError"
    assert (run.executed, run.succeeded) == (4, 1)
    assert run.protocol == "https://doi.org/10.1093/gigascience/giad113"


def test_a_success_has_no_failure_message(items: list[StudyItem]) -> None:
    assert attempts(items)["11"].failure_message is None


def test_the_share_of_notebooks_that_ran_is_a_probe_with_its_outcome_score(items: list[StudyItem]) -> None:
    run = attempts(items)["12"]
    assert [(found.criterion, found.value) for found in run.measurements] == [("notebooks", 25)]
    (score,) = run.scores
    assert (score.metric, score.value, score.coverage) == ("ROS", 25, pytest.approx(0.1))


def test_an_attempt_without_notebooks_has_no_outcome_score(spoil: Spoil, read_study: Read) -> None:
    folder = spoil("reproscore/scores.csv", "install_dep,0,1,", "install_dep,0,0,")
    run = attempts(read_study(folder))["13"]
    assert run.executed == 0
    assert (run.measurements, run.scores, run.rubric) == ((), (), None)


def test_readiness_and_outcome_are_never_in_one_record_and_no_composite_is_made(
    items: list[StudyItem],
) -> None:
    assert {score.metric for run in assessments(items).values() for score in run.scores} == {"RRS"}
    assert {score.metric for run in attempts(items).values() for score in run.scores} == {"ROS"}


# -- as deposits ---------------------------------------------------------------------------------------------


def test_every_record_passes_the_shapes(items: list[StudyItem]) -> None:
    validator = Validator.load(data_folder("shapes"))
    graphs = [record_triples(item.records) for item in items]
    context = [*scheme_graph(), *rubric_triples(shipped_rubric("reproscore@1.0.0"))]
    known = [triple for graph in graphs[:3] for triple in graph]
    for item, graph in zip(items, graphs, strict=True):
        report = validator.validate(graph, [*context, *known])
        refused = [finding for finding in report.findings if finding.severity is Severity.VIOLATION]
        assert not refused, item.source


def test_what_lies_under_the_base_is_described_the_same_in_every_deposit(items: list[StudyItem]) -> None:
    described: dict[NamedNode, set[frozenset[Triple]]] = {}
    for item in items:
        by_subject: dict[NamedNode, set[Triple]] = {}
        for triple in record_triples(item.records):
            if isinstance(triple.subject, NamedNode) and triple.subject.value.startswith(BASE):
                by_subject.setdefault(triple.subject, set()).add(triple)
        for subject, triples in by_subject.items():
            described.setdefault(subject, set()).add(frozenset(triples))
    assert [subject for subject, texts in described.items() if len(texts) > 1] == []


# -- where the files are -------------------------------------------------------------------------------------


@pytest.mark.parametrize("below", ["", "reproscore"])
def test_the_path_is_the_folder_of_both_data_sets_or_that_of_the_scores(
    items: list[StudyItem], read_study: Read, below: str
) -> None:
    assert read_study(FIXTURES / below) == items


def test_the_path_may_be_the_current_folder(
    items: list[StudyItem], read_study: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FIXTURES / "reproscore")
    assert read_study(Path()) == items


@pytest.mark.parametrize(
    "file",
    [
        "reproscore/scores.csv",
        "reproscore/repos.jsonl",
        "fair-jupyter/articles.csv",
        "fair-jupyter/repositories.csv",
        "fair-jupyter/journal.csv",
        "fair-jupyter/authors_reproscore_subset.csv",
    ],
)
def test_a_missing_file_is_named_with_what_is_expected_where(
    tmp_path: Path, read_study: Read, file: str
) -> None:
    shutil.copytree(FIXTURES, tmp_path / "study")
    (tmp_path / "study" / file).unlink()
    with pytest.raises(InputError) as caught:
        read_study(tmp_path / "study")
    assert Path(file).name in caught.value.message
    assert "fair-jupyter" in (caught.value.hint or "")


def test_the_rubric_has_to_be_given() -> None:
    with pytest.raises(InputError, match=r"reproscore@1\.0\.0"):
        studies.find("reproscore").read(FIXTURES, base=BASE, rubrics={})
