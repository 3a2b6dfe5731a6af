"""The study's deposits in order: study, papers, then assessment and attempt of each row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from rubrary.errors import InputError, LimitExceeded, MalformedInput
from rubrary.records import Artifact, AssessmentRecord, AttemptRecord, StudyRecord
from rubrary.rubric import RubricVersion
from rubrary.studies.item import StudyItem
from rubrary.studies.reproscore.fair_jupyter import FairJupyter, load
from rubrary.studies.reproscore.identify import artifact_iri, repository_id, snapshot, unknown_row
from rubrary.studies.reproscore.layout import Files
from rubrary.studies.reproscore.papers import artifact, creators, paper_iri, paper_record
from rubrary.studies.reproscore.repos import RepoRecords, moment, read_repos
from rubrary.studies.reproscore.runs import Runs, Subject, score_columns
from rubrary.studies.reproscore.venues import Venues, venues
from rubrary.studies.table import Row, rows

_MAX_SECONDS = 10**7  # four months


@dataclass
class _Papers:
    """What the first pass over the scores found, and which papers could not be made."""

    artifacts: dict[str, dict[str, Artifact]] = field(default_factory=dict)
    broken: dict[str, MalformedInput] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Joined:
    """The tables beside the scores."""

    study: FairJupyter
    repos: RepoRecords
    venues: Venues


def items(files: Files, base: str, rubric: RubricVersion) -> Iterator[StudyItem]:
    """The items of the study; a file that cannot be read at all is the only one."""
    columns = score_columns(rubric.policy)
    try:
        wanted = {
            row.cells["giga_repo_id"].strip().lstrip("0") or "0" for row in _readable(files.scores, columns)
        }
        study = load(files, wanted)
        joined = _Joined(study, read_repos(files.repos, wanted), venues(study.journals.values(), base))
    except (MalformedInput, LimitExceeded) as fault:
        yield StudyItem.of(fault)
        return
    record = study_record(base)
    yield StudyItem(files.scores.name, (record,))
    for found in (*study.faults, *joined.repos.faults, *joined.venues.faults):
        yield StudyItem.of(found)
    papers = _first_pass(_readable(files.scores, columns), study)
    yield from _paper_items(papers, joined)
    yield from _run_items(rows(files.scores, columns), Runs(base, record.iri, rubric), joined, papers, base)


def study_record(base: str) -> StudyRecord:
    """The data set itself."""
    return StudyRecord(
        iri=f"{base}study/reproscore-2026",
        title="ReproScore: readiness scores and execution outcomes of 423 repositories, run 20260511_101920",
        source="https://arxiv.org/abs/2605.13275",
        version="20260511_101920",
        description=(
            "Published at github.com/myVSR/reproscore (commit 5b4de0124a482d6266c39b0538a8e8da75cd68fa). Its "
            "licence is unclear: LICENSE and README say GPL-3.0, CITATION.cff says MIT. Papers, executed "
            "commits and outcomes come from the study of notebooks behind PubMed Central articles, "
            "published at github.com/fusion-jena/fairjupyter "
            "(commit 68c331989c68ff2374c502b04d1023ae9b137fcb, GPL-3.0)."
        ),
    )


def _readable(path: Path, columns: tuple[str, ...]) -> Iterator[Row]:
    return (row for row in rows(path, columns) if isinstance(row, Row))


# -- papers --------------------------------------------------------------------------------------------------


def _first_pass(scores: Iterator[Row], study: FairJupyter) -> _Papers:
    """Papers in order of first appearance. What is wrong in a row is said when the row's turn comes."""
    found = _Papers()
    for row in scores:
        try:
            repository = study.repositories[repository_id(row, "giga_repo_id")]
            article = repository.cells["article_id"]
            if article in study.articles:
                part = artifact(row, repository)
                found.artifacts.setdefault(article, {}).setdefault(part.iri, part)
        except (KeyError, MalformedInput):
            continue
    return found


def _paper_items(papers: _Papers, joined: _Joined) -> Iterator[StudyItem]:
    for key, artifacts in papers.artifacts.items():
        article = joined.study.articles[key]
        persons, faults = creators(joined.study.authors.get(key, ()))
        try:
            record = paper_record(article, joined.venues.by_journal, persons, tuple(artifacts.values()))
        except MalformedInput as fault:
            papers.broken[key] = fault
            yield StudyItem.of(fault)
            continue
        yield StudyItem(str(article.place), (record,))
        for unnamed in faults:
            yield StudyItem.of(unnamed)


# -- runs ----------------------------------------------------------------------------------------------------


def _run_items(
    scores: Iterator[Row | MalformedInput], runs: Runs, joined: _Joined, papers: _Papers, base: str
) -> Iterator[StudyItem]:
    lines: dict[str, int] = {}
    for row in scores:
        if isinstance(row, MalformedInput):
            yield StudyItem.of(row)
            continue
        try:
            subject = _subject(row, joined, papers, base)
            if subject.id in lines:
                what = f"is already in line {lines[subject.id]}"
                raise row.fault("giga_repo_id", what, "keep one of the two rows")
        except MalformedInput as fault:
            yield StudyItem.of(fault)
            continue
        lines[subject.id] = row.line
        yield _run_item(row, subject, runs.assessment)
        yield _run_item(row, subject, runs.attempt)


def _run_item(
    row: Row, subject: Subject, make: Callable[[Row, Subject], AssessmentRecord | AttemptRecord]
) -> StudyItem:
    try:
        return StudyItem(str(row.place), (make(row, subject),))
    except InputError as fault:
        # The policy's own complaint has no place in a file.
        return StudyItem.of(fault, str(row.place))


def _subject(row: Row, joined: _Joined, papers: _Papers, base: str) -> Subject:
    identifier = repository_id(row, "giga_repo_id")
    repository = joined.study.repositories.get(identifier)
    if repository is None:
        raise unknown_row(row, "giga_repo_id", "repositories.csv")
    iri = artifact_iri(row, "clone_url")
    snapshots = f"{base}snapshot/reproscore-{identifier}"
    started, ended = _times(row, identifier, joined.repos)
    _check_executed(row, repository, identifier, joined.repos)
    return Subject(
        id=identifier,
        paper=_paper(row, repository, joined.study.articles, papers),
        scored=snapshot(row, "cloned_commit", iri, f"{snapshots}-unknown"),
        executed=snapshot(repository, "commit", iri, f"{snapshots}-executed-unknown"),
        started=started,
        ended=ended,
    )


def _paper(row: Row, repository: Row, articles: Mapping[str, Row], papers: _Papers) -> str:
    key = repository.cells["article_id"]
    article = articles.get(key)
    if article is None:
        what = f"belongs to the article {key!r} ({repository.place}), which articles.csv does not have"
        raise row.fault("giga_repo_id", what, "add that article, or leave this row out")
    if key in papers.broken:
        what = f"belongs to an article that could not be read ({article.place})"
        raise row.fault("giga_repo_id", what, "mend that article first")
    return paper_iri(article)


def _times(row: Row, identifier: str, repos: RepoRecords) -> tuple[datetime, datetime]:
    """From ``repos.jsonl``; else the row's own start and its duration, which is rounded."""
    record = repos.by_id.get(identifier)
    if record:
        return record.started, record.ended
    started = moment(row.required("score_timestamp_utc"))
    if started is None:
        what, hint = "is not a time with time zone", "write it as 2026-05-11T10:21:28+00:00"
        raise row.fault("score_timestamp_utc", what, hint)
    return started, started + timedelta(seconds=row.number("score_seconds", least=0, greatest=_MAX_SECONDS))


def _check_executed(row: Row, repository: Row, identifier: str, repos: RepoRecords) -> None:
    record = repos.by_id.get(identifier)
    if record and record.executed != repository.cells["commit"].strip():
        source = f"repos.jsonl:{record.line}"
        what = f"was executed at {record.executed!r} ({source}), but not so in {repository.place}"
        raise row.fault("giga_repo_id", what, "correct whichever of the two is wrong")
