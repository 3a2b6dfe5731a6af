"""The published data sets: all of it is read, and says what its authors print."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rubrary import studies
from rubrary.records import AssessmentRecord, AttemptRecord, PaperRecord, Record
from rubrary.rubric import shipped_rubric
from rubrary.studies import StudyItem

pytestmark = pytest.mark.study


@pytest.fixture(scope="module")
def published(study_data: Path) -> list[StudyItem]:
    if not (study_data / "reproscore").is_dir():
        pytest.skip(f"no folder reproscore in {study_data} (set RUBRARY_STUDY_DATA)")
    rubrics = {"reproscore@1.0.0": shipped_rubric("reproscore@1.0.0")}
    read = studies.find("reproscore").read
    return list(read(study_data / "reproscore", base="https://registry.example/", rubrics=rubrics))


@pytest.fixture(scope="module")
def records(published: list[StudyItem]) -> list[Record]:
    return [record for item in published for record in item.records]


@pytest.fixture(scope="module")
def assessments(records: list[Record]) -> list[AssessmentRecord]:
    return [record for record in records if isinstance(record, AssessmentRecord)]


@pytest.fixture(scope="module")
def attempts(records: list[Record]) -> list[AttemptRecord]:
    return [record for record in records if isinstance(record, AttemptRecord)]


def test_everything_is_read_without_a_problem(published: list[StudyItem]) -> None:
    assert [item for item in published if item.problem] == []
    kinds = Counter(type(record).__name__ for item in published for record in item.records)
    assert kinds == {"StudyRecord": 1, "PaperRecord": 370, "AssessmentRecord": 423, "AttemptRecord": 423}


def test_no_two_records_share_an_iri(records: list[Record]) -> None:
    assert len({record.iri for record in records}) == len(records)


def test_in_165_rows_another_commit_was_executed_than_scored(
    assessments: list[AssessmentRecord], attempts: list[AttemptRecord]
) -> None:
    pairs = zip(assessments, attempts, strict=True)
    assert sum(scored.snapshot.iri != run.snapshots[0].iri for scored, run in pairs) == 165


def test_two_scored_commits_are_unknown(
    assessments: list[AssessmentRecord], attempts: list[AttemptRecord]
) -> None:
    assert sum(not run.snapshot.known for run in assessments) == 2
    assert all(run.snapshots[0].known for run in attempts)


def test_the_423_rows_are_418_known_or_unknown_commits(assessments: list[AssessmentRecord]) -> None:
    commits = {run.snapshot.swhid for run in assessments}
    assert len(commits) == 418
    assert len({run.snapshot.artifact for run in assessments}) == 423


def test_every_readiness_score_comes_out_again(assessments: list[AssessmentRecord]) -> None:
    for run in assessments:
        (published,), (computed,) = run.published, run.scores
        assert computed.value == pytest.approx(published.value, abs=0.01), run.iri
        assert computed.penalties == published.penalties, run.iri
        for part, printed in zip(computed.dimensions, published.dimensions, strict=True):
            assert part.raw == pytest.approx(printed.raw, abs=0.011), run.iri
            assert part.contribution == pytest.approx(printed.contribution, abs=0.011), run.iri


def test_172_readiness_scores_are_clamped_to_zero(assessments: list[AssessmentRecord]) -> None:
    assert sum(run.published[0].value == 0 for run in assessments) == 172


def test_the_outcomes_have_the_printed_counts(attempts: list[AttemptRecord]) -> None:
    counts = Counter(run.outcomes[0].rpartition("/")[2] for run in attempts)
    assert counts == {
        "success": 84,
        "install_dep": 85,
        "missing_module": 85,
        "missing_data": 84,
        "code_error": 85,
    }


def test_every_paper_has_a_doi_a_title_and_a_repository(records: list[Record]) -> None:
    papers = [record for record in records if isinstance(record, PaperRecord)]
    assert all(paper.iri.startswith("https://doi.org/10.") and paper.title for paper in papers)
    assert sum(len(paper.artifacts) for paper in papers) == 423
