"""Studies that judge papers: the NSAI audit, Raff 2019, LLM-for-SE smells, on small tables of our own."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from rubrary import studies
from rubrary.assessment import Status
from rubrary.graph.write import record_triples
from rubrary.pipeline.deposit import Status as Outcome
from rubrary.pipeline.publish import publish_shipped
from rubrary.pipeline.registry import Registry
from rubrary.pipeline.study import import_study
from rubrary.records import AssessmentRecord, AttemptRecord, FindingRecord, PaperRecord
from rubrary.rubric import shipped_rubric
from rubrary.studies import StudyItem
from rubrary.studies.nsai_2025.runs import OUTCOME_COLUMNS
from rubrary.studies.raff_2019 import COLUMNS
from rubrary.terms import scheme_concept

BASE = "https://registry.example/"

T = TypeVar("T")
Rows = list[dict[str, str]]

NSAI: dict[str, str] = {
    "paper_id": "7",
    "title": "Rules from pictures",
    "doi_or_url": "https://arxiv.org/pdf/2101.00001",
    "year_answer": "2021",
    "outcome": "full",
    "annotator": "annotator-01",
    "assessed_on": "2025-07-31",
    "repository_url": "https://github.com/example/rules; https://github.com/example/data",
    "has_codebase": "Yes",
    "all_artifacts_public": "Yes",
    "results_reproduced": "Yes",
    "outcome_form": "Fully reproduced within reported variance",
    "reproducible_all_artifacts": "1",
    "venue_group": "arXiv",
    "publication_year": "2021.0",
    "venue_class": "preprint",
}
SCREENED = {"paper_id": "7", "title": "Rules from pictures", "year": "2021", "decision": "in-scope"}
RAFF: dict[str, str] = dict.fromkeys(COLUMNS.values(), "3") | {
    "Reproduced": "Yes", "Year": "1999", "Year Attempted": "2013", "Type": "Tech Report",
    "Primary Topic": "Kernel/SVMs", "Author Code Available": "No", "Authors Reply": "N/A",
    "Rigor vs Empirical": "Balance", "Has Appendix": "Yes", "Looks Intimidating": "No", "Paper Readability": "Ok",
    "Algo Difficulty": "Low", "Pseudo Code": "Code-Like", "Data Available": "Yes", "Uses Exemplar Toy Problem": "No",
    "Exact Compute Used": "No", "Hyperparameters Specified": "Partial", "Compute Needed": "500 CPUs",
}  # fmt: skip
TABLES = {
    "table3_smell_distribution": [{"smell": "Data", "papers": 1, "percent": 50.0, "recomputed": 50.0}],
    "table4_badges_by_year": {"years": [2020], "n": [2], "available": [1]},
    "table5_badges_by_smell": [
        {"year": 2020, "badges": "A+R", "papers": 1}
        | dict.fromkeys(("legal", "code", "data", "doc", "env", "model", "version"), 0)
    ],
}


def write(path: Path, columns: tuple[str, ...], rows: Rows) -> None:
    lines = [",".join(columns), *(",".join(row.get(column, "") for column in columns) for row in rows)]
    path.write_text("\n".join(lines) + "\n", "utf-8")


def nsai(folder: Path, *rows: dict[str, str], screened: Rows | None = None) -> list[StudyItem]:
    write(folder / "outcomes.csv", OUTCOME_COLUMNS, [NSAI | row for row in rows])
    columns = ("paper_id", "title", "year", "decision", "exclusion_reasons")
    write(folder / "screening.csv", columns, [SCREENED] if screened is None else screened)
    return read("nsai-2025", folder)


def raff(folder: Path, *rows: dict[str, str]) -> list[StudyItem]:
    write(
        folder / "reproducable_blind.csv",
        ("Reproduced", "Year Attempted", *COLUMNS.values()),
        [RAFF | row for row in rows],
    )
    return read("raff-2019", folder)


def llm4se(folder: Path, tables: str | None = None) -> list[StudyItem]:
    papers = [{"paper_id": f"X_{n}", "year": "2020", "source": "X"} for n in (1, 2)]
    write(folder / "paper_ids.csv", ("paper_id", "year", "source"), papers)
    (folder / "published_tables.json").write_text(json.dumps(TABLES) if tables is None else tables)
    return read("llm4se-smells", folder)


def read(name: str, folder: Path) -> list[StudyItem]:
    study = studies.find(name)
    rubrics = {reference: shipped_rubric(reference) for reference in study.RUBRICS}
    return list(study.read(folder, base=BASE, rubrics=rubrics))


def of(kind: type[T], items: list[StudyItem]) -> list[T]:
    return [record for item in items for record in item.records if isinstance(record, kind)]


def problems(items: list[StudyItem]) -> list[str]:
    return [f"{item.source}: {item.problem}" for item in items if item.problem]


@pytest.mark.parametrize(
    ("name", "make", "expected"),
    [
        (
            "nsai-2025",
            lambda folder: nsai(folder, {}),
            {"Study": 1, "Paper": 1, "Assessment": 2, "ReproductionAttempt": 1},
        ),
        (
            "raff-2019",
            lambda folder: raff(folder, {}),
            {"Study": 1, "Paper": 1, "Assessment": 1, "ReproductionAttempt": 1},
        ),
        ("llm4se-smells", llm4se, {"Study": 1, "Paper": 2, "PublishedFinding": 11}),
    ],
)
def test_all_of_a_study_is_accepted(
    tmp_path: Path, name: str, make: Callable[[Path], list[StudyItem]], expected: dict[str, int]
) -> None:
    assert problems(make(tmp_path)) == []
    with Registry.create(tmp_path / "registry", BASE) as registry:
        list(publish_shipped(registry))
        results = list(import_study(registry, studies.find(name), tmp_path))
        again = list(import_study(registry, studies.find(name), tmp_path))
    assert not [str(result) for result in results if result.refused]
    kinds = Counter(
        result.examined.topic.kind for result in results if result.examined and result.examined.topic
    )
    assert kinds == expected
    assert {result.status for result in again} == {Outcome.KNOWN}


def test_a_rerun_has_its_outcome_its_paper_and_what_the_form_says(tmp_path: Path) -> None:
    (paper,) = of(PaperRecord, items := nsai(tmp_path, {}))
    (attempt,) = of(AttemptRecord, items)
    assert paper.iri == attempt.paper == "https://doi.org/10.48550/arxiv.2101.00001"
    assert paper.issued == "2021"
    assert paper.venue is not None and paper.venue.kind == "preprint"
    assert [artifact.iri for artifact in paper.artifacts] == [
        "https://github.com/example/rules",
        "https://github.com/example/data",
    ]
    assert attempt.outcomes == (scheme_concept("nsai-outcome", "O1").value,)
    assert attempt.comparisons[0].claim_holds is True


def test_a_contradiction_stays_as_it_is(tmp_path: Path) -> None:
    (attempt,) = of(
        AttemptRecord,
        nsai(tmp_path, {"outcome": "missing_artifacts", "outcome_form": "Partially reproduced"}),
    )
    assert attempt.outcomes == (scheme_concept("nsai-outcome", "O3").value,)
    assert attempt.comparisons[0].claim_holds is True
    assert attempt.description == "Verdict on the form: Partially reproduced."


def test_a_late_exclusion_is_recorded_with_its_reason(tmp_path: Path) -> None:
    items = nsai(tmp_path, {"outcome": "late_exclusion", "late_exclusion": "Not attempted - off topic"})
    assert of(AttemptRecord, items)[0].outcomes == (scheme_concept("nsai-late-exclusion", "off-topic").value,)


def test_what_was_not_looked_at_part_by_part_is_not_attempted(tmp_path: Path) -> None:
    inventory = next(run for run in of(AssessmentRecord, nsai(tmp_path, {})) if "inventory" in run.iri)
    status = {found.criterion: found.status for found in inventory.measurements}
    assert status["code"] is Status.MEASURED
    assert status["weights"] is Status.NOT_ATTEMPTED
    assert {score.metric: (score.lower, score.upper) for score in inventory.scores}["complete"] == (0, 1)


def test_two_rows_with_one_address_are_two_papers(tmp_path: Path) -> None:
    items = nsai(tmp_path, {}, {"paper_id": "8"})
    assert [paper.iri for paper in of(PaperRecord, items)] == [
        "https://doi.org/10.48550/arxiv.2101.00001",
        f"{BASE}paper/nsai-8",
    ]


def test_the_year_1013_stays_as_it_was_typed_and_is_doubted(tmp_path: Path) -> None:
    nsai(tmp_path, {"publication_year": "", "year_answer": "1013"})
    with Registry.create(tmp_path / "registry", BASE) as registry:
        list(publish_shipped(registry))
        results = list(import_study(registry, studies.find("nsai-2025"), tmp_path))
    assert not [result for result in results if result.refused]
    doubts = [
        finding.message
        for result in results
        if result.examined
        for finding in result.examined.report.findings
    ]
    assert any("year" in message.lower() or "issued" in message.lower() for message in doubts), doubts


def test_screening_keeps_decision_and_labels(tmp_path: Path) -> None:
    out = {
        "paper_id": "9",
        "title": "A survey",
        "year": "2020",
        "decision": "out-of-scope",
        "exclusion_reasons": "survey; no-eval",
    }
    items = nsai(tmp_path, {}, screened=[out])
    screening = next(run for run in of(AssessmentRecord, items) if "screening" in run.iri)
    assert {found.criterion: found.notation for found in screening.measurements} == {
        "decision": "out-of-scope",
        "survey": "Yes",
        "no_eval": "Yes",
    }
    assert screening.subject == f"{BASE}paper/nsai-9"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"outcome": "perhaps"}, "outcomes.csv:2: column outcome: 'perhaps' is no answer"),
        ({"paper_id": "x"}, "outcomes.csv:2: column paper_id: 'x' is not a number"),
        ({"assessed_on": "31.7.2025"}, "column assessed_on: '31.7.2025' is not a day"),
        ({"publication_year": "soon"}, "column publication_year: 'soon' is not a year"),
        ({"repository_url": "https://github.com"}, "which is no address of a repository"),
        ({"has_codebase": ""}, "column has_codebase: '' is empty"),
    ],
)
def test_what_is_wrong_in_a_row_is_said_and_the_rest_goes_on(
    tmp_path: Path, change: dict[str, str], said: str
) -> None:
    items = nsai(tmp_path, change, {"paper_id": "8", "doi_or_url": ""})
    assert any(said in line for line in problems(items)), problems(items)
    assert f"{BASE}attempt/nsai-8" in [attempt.iri for attempt in of(AttemptRecord, items)]


def test_the_features_of_a_paper_are_measurements_and_its_outcome_is_none_of_them(tmp_path: Path) -> None:
    items = raff(tmp_path, {})
    (features,), (attempt,) = of(AssessmentRecord, items), of(AttemptRecord, items)
    found = {
        one.criterion: one.value if one.notation is None else one.notation for one in features.measurements
    }
    assert len(found) == 26
    assert (found["year"], found["type"], found["topic"]) == (1999, "Tech-Report", "Kernel-SVMs")
    assert found["compute"] == "Cluster"
    status = {one.criterion: one.status for one in features.measurements}
    assert status["authors_reply"] is Status.NOT_APPLICABLE
    assert attempt.outcomes == (scheme_concept("reproduced", "yes").value,)
    assert f"<{features.iri}>" not in {str(triple.subject) for triple in record_triples([attempt])}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"Reproduced": "Maybe"}, "column Reproduced: 'Maybe' is neither Yes nor No"),
        ({"Pages": "eight"}, "column Pages: 'eight' is not a whole number"),
        ({"Algo Difficulty": "Hi"}, "column Algo Difficulty: 'Hi' is no answer of this feature"),
    ],
)
def test_a_row_of_features_that_breaks_is_said_and_the_rest_goes_on(
    tmp_path: Path, change: dict[str, str], said: str
) -> None:
    items = raff(tmp_path, change, {})
    assert any(said in line for line in problems(items)), problems(items)
    assert len(of(AttemptRecord, items)) == 1


def test_a_printed_cell_is_a_finding_that_cannot_be_recomputed(tmp_path: Path) -> None:
    cells = {finding.iri.rpartition("/")[2]: finding for finding in of(FindingRecord, llm4se(tmp_path))}
    assert cells["table3-data"].reported == 1
    assert cells["table5-2020-a-r-papers"].where == "Table 5"
    assert {finding.verdict for finding in cells.values()} == {"cannot-be-recomputed"}


@pytest.mark.parametrize("tables", ["{", "{}", "[" * 100_000])
def test_tables_that_are_not_those_of_the_paper_are_said(tmp_path: Path, tables: str) -> None:
    items = llm4se(tmp_path, tables)
    assert any("published_tables.json" in line for line in problems(items))
    assert len(of(PaperRecord, items)) == 2


@pytest.mark.parametrize("name", ["nsai-2025", "raff-2019", "llm4se-smells"])
def test_a_folder_without_the_files_is_said(tmp_path: Path, name: str) -> None:
    with pytest.raises(Exception, match="the folder has no"):
        read(name, tmp_path)


def completeness(folder: Path, *rows: dict[str, str]) -> list[StudyItem]:
    first = {
        "url": "https://github.com/example/net",
        "stars": "3",
        "python": "1",
        "training": "1",
        "evaluation": "1",
    }
    first |= {"pretrained_model": "0", "results": "0", "dependencies": "1"}
    path = folder / "ml_code_completeness_neurips2019.csv"
    write(path, tuple(first), [first | row for row in rows])
    return read("ml-code-completeness", folder)


def test_a_repository_has_its_five_items_and_their_share(tmp_path: Path) -> None:
    (run,) = of(AssessmentRecord, items := completeness(tmp_path, {}))
    assert problems(items) == []
    assert {score.metric: score.value for score in run.scores} == {"items": 3, "completeness": 0.6}
    assert run.snapshot is not None and not run.snapshot.known
    with Registry.create(tmp_path / "registry", BASE) as registry:
        list(publish_shipped(registry))
        results = list(import_study(registry, studies.find("ml-code-completeness"), tmp_path))
    assert [result for result in results if result.refused] == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"url": "net"}, "column url: 'net' is not a web address"),
        (
            {"url": "https://github.com/example/b", "results": "maybe"},
            "column results: 'maybe' is neither 1 nor 0",
        ),
        ({}, "is already in line 2"),
    ],
)
def test_a_repository_that_cannot_be_taken_is_said(tmp_path: Path, change: dict[str, str], said: str) -> None:
    items = completeness(tmp_path, {}, change, {"url": "https://github.com/example/other"})
    assert any(said in line for line in problems(items)), problems(items)
    assert len(of(AssessmentRecord, items)) == 2
