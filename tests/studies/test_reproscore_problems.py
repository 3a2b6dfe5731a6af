"""What is wrong in a study's files is reported at its line, and the rest goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rubrary.studies import StudyItem

SCORES, REPOS = "reproscore/scores.csv", "reproscore/repos.jsonl"
REPOSITORIES, ARTICLES = "fair-jupyter/repositories.csv", "fair-jupyter/articles.csv"
JOURNALS, AUTHORS = "fair-jupyter/journal.csv", "fair-jupyter/authors_reproscore_subset.csv"

Read = Callable[[Path], list[StudyItem]]
Spoil = Callable[[str, str, str], Path]


def problems(items: list[StudyItem]) -> dict[str, str]:
    return {item.source: item.problem for item in items if item.problem}


def kept(items: list[StudyItem]) -> list[StudyItem]:
    return [item for item in items if item.records]


@pytest.mark.parametrize(
    ("old", "new", "column", "value"),
    [
        ("missing_module,1,4,0.46,6.01", "missing_module,1,4,0.46,six", "rrs", "six"),
        ("missing_module,1,4,0.46,6.01", "missing_module,1,4,0.46,", "rrs", ""),
        ("0.46,6.01,20", "0.46,6.01,17", "penalty_E", "17"),
        ("0.46,6.01,20", "0.46,600,20", "rrs", "600"),
        ("23.75,4.75", "23.75,-4.75", "cat_D_gated", "-4.75"),
        ("100,50.0,100,100,100,100,0,0,0,0,100\r\nreef", "100,50.0,100,100,100,100,0,0,0,0,NaN\r\nreef",
         "sub_hardware_requirements", "NaN"),
    ],
)  # fmt: skip
def test_a_bad_number_costs_the_assessment_but_not_the_attempt_nor_the_other_rows(
    spoil: Spoil, read_study: Read, items: list[StudyItem], old: str, new: str, column: str, value: str
) -> None:
    found = read_study(spoil(SCORES, old, new))
    assert list(problems(found)) == ["scores.csv:3"]
    assert f"column {column}: {value!r}" in problems(found)["scores.csv:3"]
    assert kept(found) == [item for item in items if item != items[5]]


def test_a_value_that_is_not_on_the_criterions_scale_is_reported(spoil: Spoil, read_study: Read) -> None:
    found = problems(read_study(spoil(SCORES, ",82.5,12.38,54.0,5.4,0,", ",82.5,12.38,54.0,5.4,0.0,")))
    assert found == {}
    found = problems(read_study(spoil(SCORES, ",54.0,5.4,0.0,0,", ",54.0,5.4,0,33,")))
    assert "container_spec" in found["scores.csv:3"]
    assert "33" in found["scores.csv:3"]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("missing_module,1,4", "exploded,1,4", "column failure_mode: 'exploded'"),
        ("missing_module,1,4", "missing_module,5,4", "column success_nb_count: '5'"),
        ("missing_module,1,4", "missing_module,1,x", "column total_exec_count: 'x'"),
    ],
)
def test_a_bad_outcome_costs_the_attempt_but_not_the_assessment(
    spoil: Spoil, read_study: Read, items: list[StudyItem], old: str, new: str, reason: str
) -> None:
    found = read_study(spoil(SCORES, old, new))
    assert reason in problems(found)["scores.csv:3"]
    assert kept(found) == [item for item in items if item != items[6]]


@pytest.mark.parametrize(
    ("file", "old", "new", "reason"),
    [
        (SCORES, "gauge-data,12,", "gauge-data,x,", "column giga_repo_id: 'x' is not a whole number"),
        (SCORES, "gauge-data,12,", "gauge-data,99,", "is not an id in repositories.csv"),
        (SCORES, "gauge-data,12,", "gauge-data,11,", "is already in line 2"),
        (SCORES, "https://code.example/tidal-lab/gauge-data,", "git@code.example:x/y,", "web address"),
        (SCORES, "https://code.example/tidal-lab/gauge-data,", "https://code.example/a b/y,", "web address"),
        (SCORES, "b" * 40, "b" * 39, "column cloned_commit"),
        (REPOSITORIES, "c" * 40, "HEAD", "column commit: 'HEAD' is not a full commit hash"),
        (REPOSITORIES, "12,1,code", "12,77,code", "belongs to the article '77'"),
        (SCORES, "2026-05-11T10:22:00.000000+00:00", "2026-05-11 10:22", "column score_timestamp_utc"),
        (SCORES, "missing_module,1,4,0.46", "missing_module,1,4,", "column score_seconds"),
    ],
)
def test_a_row_that_cannot_be_joined_is_reported_and_the_rest_goes_on(
    spoil: Spoil, read_study: Read, items: list[StudyItem], file: str, old: str, new: str, reason: str
) -> None:
    found = read_study(spoil(file, old, new))
    (problem,) = problems(found).values()
    assert reason in problem
    runs = [item for item in kept(found) if item.source.startswith("scores.csv:")]
    assert runs == [*items[3:5], *items[7:]]


def test_a_row_with_too_few_fields_is_reported_and_the_rest_goes_on(
    spoil: Spoil, read_study: Read, items: list[StudyItem]
) -> None:
    found = read_study(spoil(SCORES, "missing_module,1,4,0.46,6.01,20", "missing_module,1,4"))
    assert "has 49 fields, but the header has 52" in problems(found)["scores.csv:3"]
    assert kept(found)[-4:] == items[-4:]


def test_bytes_that_are_not_utf8_are_reported_and_the_rest_goes_on(
    spoil: Spoil, read_study: Read, items: list[StudyItem]
) -> None:
    found = read_study(spoil(SCORES, "ModuleNotFoundError", "caf\udce9"))
    assert "column dominant_reason" in problems(found)["scores.csv:3"]
    assert "not UTF-8" in problems(found)["scores.csv:3"]
    assert kept(found) == [item for item in items if item != items[6]]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("10.5555/Tides.2023.1", "tides 2023", "column doi: 'tides 2023' is not a DOI"),
        ("10.5555/Tides.2023.1", "", "column doi: '' is empty"),
        ("2023-03-26", "26.03.2023", "column published_date: '26.03.2023' is not a date"),
        ("2023-03-26", "2023-02-30", "column published_date"),
        ("1,1,\"A model", "1,9,\"A model", "column journal_id: '9' is not an id in journal.csv"),
    ],
)  # fmt: skip
def test_a_paper_that_cannot_be_read_is_reported_with_all_its_rows(
    spoil: Spoil, read_study: Read, items: list[StudyItem], old: str, new: str, reason: str
) -> None:
    found = read_study(spoil(ARTICLES, old, new))
    assert list(problems(found)) == ["articles.csv:2", "scores.csv:2", "scores.csv:3"]
    assert reason in problems(found)["articles.csv:2"]
    assert "articles.csv:2" in problems(found)["scores.csv:3"]
    assert kept(found) == [items[0], items[2], *items[7:]]


def test_what_is_wrong_in_articles_that_nothing_was_scored_of_is_no_problem(items: list[StudyItem]) -> None:
    assert problems(items) == {}


@pytest.mark.parametrize("orcid", ["0000-0002-1825-0098", "0000-0002-1825", "https://example.org/me"])
def test_a_wrong_orcid_costs_the_creator_but_not_the_paper(
    spoil: Spoil, read_study: Read, items: list[StudyItem], orcid: str
) -> None:
    found = read_study(spoil(AUTHORS, "https://orcid.org/0000-0001-5109-3700", orcid))
    assert f"column orcid: {orcid!r} is not an ORCID iD" in problems(found)[f"{Path(AUTHORS).name}:6"]
    assert len(kept(found)) == len(items)


def test_a_malformed_issn_is_reported_and_its_papers_with_it(spoil: Spoil, read_study: Read) -> None:
    found = problems(read_study(spoil(JOURNALS, "1,Journal of Invented Seas,,,0000-0019", "1,J,,,19")))
    assert "column issn_epub: '19' is not an ISSN" in found["journal.csv:2"]
    assert "articles.csv:2" in found


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('{"schema"', '["schema"', "the line is not JSON"),
        ('"giga_repo_id":14', '"giga_repo_id":"14"', "giga_repo_id is not a whole number"),
        ('"giga_repo_id":14', '"giga_repo_id":13', "giga_repo_id 13 is already in line 1"),
        ('_end_utc":"2026-05-11T10:24:02.300000+00:00"', '_end_utc":"2026-05-11T10:24:02"', "time zone"),
        (
            '_end_utc":"2026-05-11T10:24:02.300000+00:00"',
            '_end_utc":"2025-05-11T10:24:02+00:00"',
            "before it",
        ),
        ('"giga_repo_commit":"dd', '"giga_repo_commit":1,"x":"dd', "giga_repo_commit is not text"),
        ('{"schema"', "[" * 5000, "the line is not JSON"),
    ],
)
def test_a_bad_line_of_json_is_reported_and_the_row_gives_the_times(
    spoil: Spoil, read_study: Read, items: list[StudyItem], old: str, new: str, reason: str
) -> None:
    found = read_study(spoil(REPOS, old, new))
    (problem,) = problems(found).values()
    assert reason in problem
    assert len(kept(found)) == len(items)


def test_two_files_that_disagree_on_the_executed_commit_are_reported(spoil: Spoil, read_study: Read) -> None:
    found = problems(read_study(spoil(REPOS, "a" * 40, "f" * 40)))
    assert list(found) == ["scores.csv:2"]
    assert "repos.jsonl:3" in found["scores.csv:2"]
    assert "repositories.csv:3" in found["scores.csv:2"]


def test_an_id_that_stands_twice_in_a_table_is_reported_and_the_first_is_used(
    spoil: Spoil, read_study: Read, items: list[StudyItem]
) -> None:
    found = read_study(spoil(ARTICLES, "3,1,Never scored", "1,1,Scored again"))
    assert "is already the id of line 2" in problems(found)["articles.csv:6"]
    assert kept(found) == items


def test_a_byte_order_mark_is_read_over(spoil: Spoil, read_study: Read, items: list[StudyItem]) -> None:
    assert read_study(spoil(SCORES, "repo,", "\ufeffrepo,")) == items


@pytest.mark.parametrize(
    ("file", "old", "new", "reason"),
    [
        (SCORES, "sub_dep_pinning", "dep_pinning", "the header lacks the column sub_dep_pinning"),
        (SCORES, ",giga_repo_id", ",id", "the header lacks the column giga_repo_id"),
        (ARTICLES, "id,journal_id,name,pmid,pmc,doi", "id;journal_id;name;pmid;pmc;doi", "semicolons"),
        (JOURNALS, "issn_epub", "issn", "the header lacks the column issn_epub"),
    ],
)
def test_a_file_with_another_header_is_the_only_item(
    spoil: Spoil, read_study: Read, file: str, old: str, new: str, reason: str
) -> None:
    (item,) = read_study(spoil(file, old, new))
    assert item.source == f"{Path(file).name}:1"
    assert reason in (item.problem or "")
    assert "as published" in (item.problem or "")
