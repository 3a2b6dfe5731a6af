"""``rubrary stats`` on the registry's own model and on selections."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rubrary.graph.write import record_triples
from rubrary.pipeline.deposit import append, bring_index_up_to_date
from rubrary.pipeline.examine import Examiner
from rubrary.pipeline.publish import publish_shipped
from rubrary.pipeline.registry import Registry
from rubrary.records import Agent, Artifact, AssessmentRecord, FailureCause, PaperRecord, Record, Venue
from rubrary.rubric import shipped_rubric
from rubrary.scoring import score_sheet
from rubrary.snapshot import Snapshot
from rubrary.terms import SCHEME
from samples import BASE, assessment_record, attempt_record

ANALYSES = ("agreement", "outcomes", "cooccurrence", "trend", "readiness")
#: Of eight repositories, the four with the best readiness but one run.
MODES = (
    "code_error",
    "missing_data",
    "missing_data",
    "success",
    "code_error",
    "success",
    "success",
    "success",
)
VALUES = """VALUES (?item ?first ?second ?outcome ?group ?year ?category ?label ?score) {
  (1 "Y" "Y" "ok" "a" 2020 "data" true 9) (2 "N" "NA" "no" "a" "2020-05-01" "code" false 1)
  (3 "NA" "N" "ok" "b" "2021"^^xsd:gYear "data" true 7) (4 "N" "N" "no" "b" 2021 "code" false 8)
  (1 "Y" "Y" "ok" "a" 2020 "code" true 9)
}"""


def select(columns: str, where: str = "FILTER(?item > 0)") -> str:
    """A selection of the small table above."""
    return f"SELECT DISTINCT {columns} {{ {VALUES} {where} }}"


def _repository(number: int) -> Iterator[Record]:
    repository = f"https://github.com/example/survey-{number}"
    snapshot = Snapshot.at_commit(f"{number + 1:040x}", repository)
    paper = f"https://doi.org/10.5555/survey.{number}"
    yield PaperRecord(
        paper, f"Survey {number}", f"10.5555/survey.{number}", f"{2020 + number % 2}",
        Venue(f"{BASE}venue/examples", "Journal of Examples"), (),
        (Artifact(repository, "code", "survey", repository, "https://spdx.org/licenses/MIT"),),
    )  # fmt: skip
    yield _assessment(f"survey-{number}", snapshot, paper, met=3 * number + 5)
    failed = MODES[number] != "success"
    yield replace(
        attempt_record(f"survey-{number}", mode=MODES[number]),
        snapshots=(snapshot,),
        paper=paper,
        causes=(FailureCause(missing_kind="data"), FailureCause(missing_kind="code"))[: 1 + number % 2]
        if failed
        else (),
    )


def _assessment(name: str, snapshot: Snapshot, paper: str, *, met: int) -> AssessmentRecord:
    """An assessment in which so many criteria are met in full and the others not at all."""
    record = assessment_record(name, paper=paper)
    measurements = tuple(
        replace(one, value=100.0 if at < met else 0.0) for at, one in enumerate(record.measurements)
    )
    scores = score_sheet(shipped_rubric("reproscore@1.0.0").policy, measurements)
    return replace(record, snapshot=snapshot, measurements=measurements, scores=scores)


def _second_reading() -> Record:
    """Another team's answers about the repository number 3, where it saw one criterion more that is met."""
    snapshot = Snapshot.at_commit(f"{4:040x}", "https://github.com/example/survey-3")
    record = _assessment("second", snapshot, "https://doi.org/10.5555/survey.3", met=15)
    return replace(record, agent=Agent(f"{BASE}agent/others", "organization", "Other curators"))


@pytest.fixture(scope="session")
def surveyed_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A registry with eight papers, their assessments and attempts, and a second reading of one."""
    folder = tmp_path_factory.mktemp("surveyed") / "registry"
    records = [record for number in range(8) for record in _repository(number)]
    with Registry.create(folder, BASE) as registry:
        list(publish_shipped(registry))
        examiner = Examiner(registry.knowledge(), registry.validator)
        shapes = registry.remember_shapes()
        for record in [*records, _second_reading()]:
            examined = examiner.examine(record_triples([record]), "survey")
            assert not append(registry, examined, shapes=shapes, submitter="survey").refused, record
        bring_index_up_to_date(registry)
    return folder


@pytest.fixture
def surveyed(rubrary, tmp_path: Path, surveyed_template: Path):
    """The command line in a folder with that registry in ./.rubrary."""
    shutil.copytree(surveyed_template, tmp_path / ".rubrary")
    return rubrary


def result(run, part: int = 0) -> dict:
    """The result of one part of an answer in JSON."""
    assert run.status == 0, run.err
    return run.json["parts"][part]["result"]


# -- the built-in selections ---------------------------------------------------------------------------------


def test_outcomes_are_counted_within_their_scheme(surveyed) -> None:
    run = surveyed("stats", "outcomes", "--format", "json")
    assert [part["part"] for part in run.json["parts"]] == ["failure-mode"]
    shares = {share["outcome"]: share["count"] for share in result(run)["overall"]["shares"]}
    assert shares == {"code_error": 2, "missing_data": 2, "success": 4}


def test_outcomes_are_followed_over_the_years_of_the_papers(surveyed) -> None:
    trends = {
        one["outcome"]: one for one in result(surveyed("stats", "trend", "--format", "json"))["outcomes"]
    }
    assert [(y["year"], y["count"], y["n"]) for y in trends["success"]["years"]] == [
        (2020, 1, 4),
        (2021, 3, 4),
    ]
    assert trends["success"]["trend"]["statistic"] > 0


def test_missing_kinds_are_paired(surveyed) -> None:
    found = result(surveyed("stats", "cooccurrence", "--format", "json"))
    assert found["n"] == 4
    assert found["categories"] == [["data", 4], ["code", 1]]


def test_readiness_is_set_beside_the_outcome_of_the_same_artifact(surveyed) -> None:
    run = surveyed("stats", "readiness", "--format", "json")
    found = result(run)
    assert run.json["parts"][0]["part"].startswith("RRS of reproscore@1.0.0, instrument ")
    assert (found["positive"]["n"], found["negative"]["n"]) == (4, 4)
    assert found["auc"]["estimate"] == pytest.approx(15 / 16)
    assert found["auc"]["low"] <= found["auc"]["estimate"] <= found["auc"]["high"]
    assert "values" not in found["positive"]


def test_two_assessors_are_compared_criterion_by_criterion(surveyed) -> None:
    run = surveyed("stats", "agreement", "--format", "json")
    found = result(run)
    assert run.json["parts"][0]["part"] == (
        "reproscore@1.0.0: Curators of the example archive and Other curators"
    )
    # Of the 26 criteria, those on a continuous scale are left out, and one of the others differs.
    assert found["answers"] == ["0", "100"]
    (neither, second_only), (first_only, both) = found["table"]
    assert (second_only, first_only) == (1, 0)
    assert neither + both + 1 == found["as_answered"]["n"] == 18
    assert found["as_answered"]["share"] == pytest.approx(17 / 18)


def test_a_registry_without_data_says_so(rubrary) -> None:
    rubrary("init")
    for name in ANALYSES:
        run = rubrary("stats", name)
        assert run.status == 1
        assert "the selection gives no rows" in run.err
        assert "--show-query" in run.err


@pytest.mark.parametrize("name", ANALYSES)
def test_the_built_in_selection_can_be_shown_and_given_back(surveyed, tmp_path: Path, name: str) -> None:
    shown = surveyed("stats", name, "--show-query")
    assert shown.status == 0
    (tmp_path / "mine.rq").write_text(shown.out, encoding="utf-8")
    built_in = surveyed("stats", name, "--format", "json")
    assert surveyed("stats", name, "--select", "mine.rq", "--format", "json").json == built_in.json
    assert surveyed("stats", name, "--show-query", "--select", "mine.rq").status == 2


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("agreement", "Cohen's κ as answered = "),
        ("outcomes", "success           4   8  50.00 %"),
        ("cooccurrence", "data          4  100.0 %"),
        ("trend", "linear trend: linear-by-linear z = "),
        ("readiness", "AUC = 0.9375 (95 % bootstrap interval "),
    ],
)
def test_the_text_says_the_same(surveyed, name: str, words: str) -> None:
    run = surveyed("stats", name)
    assert run.status == 0
    assert words in run.out


# -- selections of one's own ---------------------------------------------------------------------------------


def test_agreement_with_and_without_merging(surveyed) -> None:
    selection = select("?item ?first ?second")
    plain = result(surveyed("stats", "agreement", "--select", selection, "--format", "json"))
    assert plain["as_answered"]["share"] == 0.5
    assert plain["merged"] is None
    merged = surveyed("stats", "agreement", "--select", selection, "--merge", "NA=N", "--format", "json")
    assert result(merged)["merged"]["kappa"] == pytest.approx(1)
    shown = surveyed("stats", "agreement", "--select", selection, "--merge", "NA=N")
    assert "Cohen's κ merged = 1.000" in shown.out


@pytest.mark.parametrize("merge", [["NA"], ["=N"], ["NA="], ["NA=N", "NA=Y"]])
def test_a_merge_that_cannot_be_read_is_wrong_usage(surveyed, merge: list[str]) -> None:
    options = [part for text in merge for part in ("--merge", text)]
    assert surveyed("stats", "agreement", *options).status == 2


def test_outcomes_by_group(surveyed) -> None:
    selection = select("?item ?outcome ?group")
    found = result(surveyed("stats", "outcomes", "--select", selection, "--format", "json"))
    assert [(group["name"], group["n"]) for group in found["groups"]] == [("a", 2), ("b", 2)]
    assert found["difference"]["p"] == 1
    assert found["small_expected"] == 4
    assert (
        "4 cells have an expected count below 5" in surveyed("stats", "outcomes", "--select", selection).out
    )


def test_an_unbound_group_is_a_group(surveyed) -> None:
    selection = "SELECT ?outcome ?group { VALUES (?outcome ?group) { (1 'b') (2 UNDEF) } }"
    found = result(surveyed("stats", "outcomes", "--select", selection, "--format", "json"))
    assert [group["name"] for group in found["groups"]] == ["(none)", "b"]


def test_years_are_years_or_begin_dates(surveyed) -> None:
    selection = select("?item ?year ?outcome")
    found = result(surveyed("stats", "trend", "--select", selection, "--format", "json"))
    assert [(year["year"], year["n"]) for year in found["outcomes"][0]["years"]] == [(2020, 2), (2021, 2)]


def test_categories_of_items(surveyed) -> None:
    selection = select("?item ?category")
    found = result(surveyed("stats", "cooccurrence", "--select", selection, "--format", "json"))
    assert found["n"] == 4
    assert found["categories"] == [["code", 3], ["data", 2]]
    assert found["pairs"][0]["count"] == 1
    rare = surveyed("stats", "cooccurrence", "--select", selection, "--least", "3")
    assert rare.status == 1
    assert "there is 1 that 3 items or more have" in rare.err


def test_labels_are_truth_values_or_named_successes(surveyed) -> None:
    by_label = surveyed("stats", "readiness", "--select", select("?item ?label ?score"), "--format", "json")
    named = (
        select("?item ?label ?score").replace("?outcome", "?label").replace("?label ?score)", "?was ?score)")
    )
    by_name = surveyed("stats", "readiness", "--select", named, "--success", "ok", "--format", "json")
    assert result(by_label) == result(by_name)
    assert result(by_label)["auc"]["estimate"] == 0.75
    refused = surveyed("stats", "readiness", "--select", named)
    assert refused.status == 1
    assert "?label is not true or false in row 1: 'ok'" in refused.err
    assert "--success" in refused.err


def test_a_concept_can_be_named_shortly_or_in_full(surveyed) -> None:
    number = "xsd:integer(SUBSTR(STR(?a), STRLEN(STR(?a))))"
    selection = f"SELECT ?label ?score {{ ?a rub:outcome ?label . BIND({number} AS ?score) }}"
    found = [
        result(surveyed("stats", "readiness", "--select", selection, "--success", label, "--format", "json"))
        for label in ("failure-mode/success", f"{SCHEME}failure-mode/success")
    ]
    assert found[0] == found[1]
    assert found[0]["positive"]["n"] == 4


def test_no_resamples_no_interval_and_a_seed_gives_the_same_again(surveyed) -> None:
    found = result(surveyed("stats", "readiness", "--resamples", "0", "--format", "json"))
    assert (found["auc"]["low"], found["auc"]["high"]) == (None, None)
    runs = [surveyed("stats", "readiness", "--seed", "7", "--format", "json").json for _ in range(2)]
    assert runs[0] == runs[1]


def test_parts_are_analysed_apart_and_one_that_cannot_be_says_why(surveyed) -> None:
    selection = select("?item ?label ?score ?part", 'BIND(IF(?item < 4, "first", "rest") AS ?part)')
    run = surveyed("stats", "readiness", "--select", selection, "--resamples", "0", "--format", "json")
    assert run.status == 1, "the first part has two true and one false, the rest a single item"
    assert "2 or more values are needed" in run.err
    selection = select("?item ?first ?second ?part", 'BIND(IF(?item < 4, "one", "two") AS ?part)')
    run = surveyed("stats", "agreement", "--select", selection, "--format", "json")
    assert [(part["part"], part["rows"], part["result"] is None) for part in run.json["parts"]] == [
        ("one", 3, False), ("two", 1, True),
    ]  # fmt: skip
    assert "both raters answered 'N'" in run.json["parts"][1]["reason"]
    assert "nothing computed" in surveyed("stats", "agreement", "--select", selection).out


def test_rows_with_an_unbound_column_are_left_out_and_counted(surveyed) -> None:
    selection = select("?item ?outcome", "").replace('"no" "b"', 'UNDEF "b"')
    run = surveyed("stats", "outcomes", "--select", selection, "--format", "json")
    assert run.json["left_out"] == 1
    assert result(run)["overall"]["n"] == 3
    assert (
        "1 row left out: a column is unbound there"
        in surveyed("stats", "outcomes", "--select", selection).out
    )


# -- bad input -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "selection", "words"),
    [
        ("outcomes", select("?item ?group"), "the selection has no column ?outcome; it has ?item ?group"),
        ("agreement", select("?item"), "no column ?first and no ?second"),
        ("outcomes", "SELECT ?outcome { FILTER(false) }", "the selection gives no rows"),
        ("outcomes", "SELECT ?outcome { VALUES ?outcome { UNDEF } }", "no row of the selection has ?outcome"),
        ("outcomes", "ASK { ?s ?p ?o }", "a selection is a SELECT query, and this is ASK"),
        ("outcomes", "SELECT ?outcome { ?s ?p }", "SPARQL"),
        ("outcomes", "DELETE WHERE { ?s ?p ?o }", "update"),
        ("outcomes", select("?item ?outcome").replace("DISTINCT ", ""), "the item '1' is in the selection twice"),
        ("agreement", select("?item ?first ?second").replace("DISTINCT ", ""), "the item '1' is in the"),
        ("trend", "SELECT ?year ?outcome { VALUES (?year ?outcome) { (2020 1) ('MMXX' 2) } }",
         "?year is not a year in row 2: 'MMXX'"),
        ("readiness", "SELECT ?label ?score { VALUES (?label ?score) { (true '1') (false 1) } }",
         "?score is not a number in row 1: '1'"),
        ("readiness", "SELECT ?label ?score { VALUES (?label ?score) { (true 'INF'^^xsd:double) (false 1) } }",
         "?score is not a number in row 1: 'INF'"),
        ("readiness", "SELECT ?label ?score { VALUES (?label ?score) { (true 2) (true 1) } }",
         "all 2 labels are true"),
        ("readiness", "SELECT ?label ?score { VALUES (?label ?score) { (3 2) (true 1) } }",
         "?label is not true or false in row 1: '3'"),
        ("cooccurrence", "SELECT ?item ?category { VALUES (?item ?category) { (1 'a') (2 'a') } }", "there is 1"),
    ],
)  # fmt: skip
def test_what_cannot_be_analysed_is_said(surveyed, name: str, selection: str, words: str) -> None:
    run = surveyed("stats", name, "--select", selection)
    assert run.status == 1
    assert words in run.err
    assert "Traceback" not in run.err


def test_a_selection_that_is_neither_file_nor_query_is_wrong_usage(surveyed, tmp_path: Path) -> None:
    run = surveyed("stats", "outcomes", "--select", "nowhere.rq")
    assert run.status == 2
    (tmp_path / "latin.rq").write_bytes("SELECT ?outcome { BIND('é' AS ?outcome) }".encode("latin-1"))
    run = surveyed("stats", "outcomes", "--select", "latin.rq")
    assert run.status == 1
    assert "not UTF-8" in run.err


def test_a_missing_registry_is_said_with_the_next_step(rubrary) -> None:
    run = rubrary("stats", "outcomes")
    assert run.status == 1
    assert "rubrary init" in run.err


def test_a_query_that_takes_too_long_is_ended(surveyed) -> None:
    endless = "SELECT (COUNT(*) AS ?outcome) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"
    run = surveyed("stats", "outcomes", "--select", endless, "--timeout", "0.5")
    assert run.status == 1
    assert "was ended after" in run.err


# -- figures -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["agreement", "outcomes", "trend", "readiness"])
def test_a_figure_is_drawn_and_described(surveyed, tmp_path: Path, name: str) -> None:
    run = surveyed("stats", name, "-o", f"{name}.svg", "--format", "json")
    assert run.status == 0, run.err
    assert run.json["figure"]["file"] == f"{name}.svg"
    assert len(run.json["figure"]["alternative"]) > 40
    assert (tmp_path / f"{name}.svg").read_bytes().startswith(b"<?xml")


def test_a_figure_of_categories_as_png(surveyed, tmp_path: Path) -> None:
    run = surveyed("stats", "cooccurrence", "--select", select("?item ?category"), "-o", "pairs.png")
    assert "Drew pairs.png" in run.out
    assert (tmp_path / "pairs.png").read_bytes().startswith(b"\x89PNG")


def test_a_figure_is_never_overwritten_unasked(surveyed, tmp_path: Path) -> None:
    (tmp_path / "old.png").write_bytes(b"old")
    refused = surveyed("stats", "outcomes", "-o", "old.png")
    assert refused.status == 2
    assert (tmp_path / "old.png").read_bytes() == b"old"
    assert surveyed("stats", "outcomes", "-o", "old.png", "--force").status == 0
    assert (tmp_path / "old.png").read_bytes() != b"old"


def test_other_kinds_of_picture_are_wrong_usage(surveyed) -> None:
    run = surveyed("stats", "outcomes", "-o", "picture.pdf")
    assert run.status == 2
    assert ".png or .svg" in run.err


def test_a_folder_that_is_not_there_is_said(surveyed) -> None:
    run = surveyed("stats", "outcomes", "-o", "nowhere/picture.png")
    assert run.status == 1
    assert "nowhere" in run.err


# -- recording an agreement ----------------------------------------------------------------------------------


def test_an_agreement_can_be_deposited_and_queried(surveyed, tmp_path: Path) -> None:
    made = surveyed("stats", "agreement", "--record", "readers-2026", "--format", "json")
    assert made.json["record"] == {"file": "readers-2026.ttl", "iri": f"{BASE}agreement/readers-2026"}
    kappa = result(made)["as_answered"]["kappa"]
    done = surveyed("deposit", "readers-2026.ttl", "--format", "json")
    assert done.status == 0, done.out
    assert done.json[0]["kind"] == "AgreementMeasurement"
    assert done.json[0]["findings"] == []
    asked = surveyed(
        "query",
        "SELECT ?value ?of ?text { ?a a rub:AgreementMeasurement ; rub:metricName ?name ; dqv:value ?value ; "
        "prov:wasDerivedFrom ?of ; dcterms:description ?text }",
        "--format", "json",
    )  # fmt: skip
    rows = asked.json["results"]["bindings"]
    assert {row["of"]["value"] for row in rows} == {f"{BASE}assessment/second", f"{BASE}assessment/survey-3"}
    assert float(rows[0]["value"]["value"]) == pytest.approx(kappa)
    assert "the same answer on 17 of 18 items" in rows[0]["text"]["value"]


def test_the_next_step_is_told(surveyed) -> None:
    run = surveyed("stats", "agreement", "--record", "readers")
    assert "Next: rubrary deposit readers.ttl" in run.out


def test_a_selection_without_runs_needs_what_was_compared(surveyed) -> None:
    selection = select("?item ?first ?second")
    refused = surveyed("stats", "agreement", "--select", selection, "--record", "mine")
    assert refused.status == 2
    assert "--compared" in refused.err
    compared = ("--compared", f"{BASE}assessment/second", "--merge", "NA=N")
    assert surveyed("stats", "agreement", "--select", selection, "--record", "mine", *compared).status == 0
    assert surveyed("deposit", "mine.ttl").status == 0
    text = surveyed("query", "SELECT ?t { ?a a rub:AgreementMeasurement ; dcterms:description ?t }").out
    assert "NA was taken as N" in text
    assert "VALUES" in text, "the selection is kept"


def test_a_record_needs_a_name_that_ends_an_iri_and_absolute_iris(surveyed) -> None:
    assert surveyed("stats", "agreement", "--record", "two words").status == 2
    assert surveyed("stats", "agreement", "--record", "../up").status == 2
    assert surveyed("stats", "agreement", "--compared", f"{BASE}assessment/second").status == 2
    run = surveyed("stats", "agreement", "--record", "mine", "--study", "no iri")
    assert run.status == 1
    assert "'no iri' is not an absolute IRI" in run.err


def test_a_record_is_of_one_part_and_never_overwritten_unasked(surveyed, tmp_path: Path) -> None:
    selection = select("?item ?first ?second ?part", "BIND(STR(?item < 3) AS ?part)")
    run = surveyed("stats", "agreement", "--select", selection, "--record", "parts", "--study", BASE)
    assert run.status == 1
    assert "has 2 parts" in run.err
    (tmp_path / "old.ttl").write_text("old")
    assert surveyed("stats", "agreement", "--record", "old").status == 2
    assert (tmp_path / "old.ttl").read_text() == "old"


# -- start-up ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", *ANALYSES])
def test_each_command_has_help(rubrary, name: str) -> None:
    run = rubrary("stats", *([name] if name else []), "--help")
    assert run.status == 0
    assert "Usage" in run.out


def test_the_command_line_starts_without_loading_the_libraries() -> None:
    heavy = ("numpy", "scipy", "statsmodels", "pandas", "matplotlib")
    code = f"import sys, rubrary.cli.app; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"
