"""What every check offers, how findings are judged, and how a study's rows are read."""

from __future__ import annotations

import math
from statistics import fmean

import pytest

from rubrary import checks
from rubrary.checks import Columns, Data, Finding, Recomputed, Verdict, judge
from rubrary.errors import InputError, NotFound, QueryTimeout
from rubrary.index.query import check_query
from rubrary.rubric import shipped_rubric

ROWS = {"mode": ["good", "bad", "good"], "score": [40.0, 20, 60.0], "note": ["a", None, "c"]}


def data(**selections: Columns) -> Data:
    found = {"runs": Columns(ROWS, "runs"), "none": Columns({"score": []}, "none"), **selections}
    return Data(found.__getitem__, shipped_rubric)


def finding(published: str, recompute) -> Finding:
    return Finding("f", "A statement.", published, "Table 1", "a mean", recompute)


# -- the modules of the package ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", checks.names())
def test_every_check_says_what_it_checks_and_its_selections_are_sparql(name: str) -> None:
    check = checks.find(name)
    assert name == check.NAME
    assert check.TITLE
    assert check.SOURCE.startswith("https://")
    assert check.STUDY is None or check.STUDY.startswith("study/")
    for text in check.SELECTIONS.values():
        assert check_query(text).kind == "solutions"


@pytest.mark.parametrize("name", checks.names())
def test_the_findings_and_figures_of_a_check_have_names_of_their_own(name: str) -> None:
    check = checks.find(name)
    assert check.FINDINGS
    for parts in (check.FINDINGS, checks.figures(check)):
        assert len({part.id for part in parts}) == len(parts)


@pytest.mark.parametrize("name", checks.names())
def test_a_statement_is_a_sentence_and_says_where_it_is_printed(name: str) -> None:
    for one in checks.find(name).FINDINGS:
        assert one.statement[-1] in ".?!", one.id
        assert one.where, one.id
        assert one.published, one.id


def test_an_unknown_study_is_refused_with_the_names_of_those_that_can_be_checked() -> None:
    with pytest.raises(NotFound) as caught:
        checks.find("nothing")
    assert all(name in (caught.value.hint or "") for name in checks.names())


# -- findings ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", "a b", "a/b", "-a", "a--b"])
def test_the_id_of_a_finding_can_end_an_iri(name: str) -> None:
    with pytest.raises(ValueError, match="cannot end an IRI"):
        Finding(name, "A statement.", "1", "Table 1", reason="no data")


def test_a_finding_is_recomputed_or_says_why_not() -> None:
    with pytest.raises(ValueError, match="one of them"):
        Finding("f", "A statement.", "1", "Table 1")
    with pytest.raises(ValueError, match="one of them"):
        Finding("f", "A statement.", "1", "Table 1", "a mean", lambda data: 1.0, "no data")
    with pytest.raises(ValueError, match="how it is recomputed"):
        Finding("f", "A statement.", "1", "Table 1", recompute=lambda data: 1.0)


def test_a_value_that_comes_out_again_matches() -> None:
    checked = judge(finding("40", lambda data: sum(data["runs"].numbers("score")) / 3), data())
    assert (checked.verdict, checked.value, checked.selections) == (Verdict.MATCH, 40.0, ("runs",))


def test_a_value_that_does_not_deviates_and_keeps_its_note() -> None:
    checked = judge(finding("41", lambda data: Recomputed(40.0, "one row more")), data())
    assert (checked.verdict, checked.value, checked.reason) == (Verdict.DEVIATES, 40.0, "one row more")


def test_what_has_no_data_cannot_be_recomputed() -> None:
    told = judge(Finding("f", "A statement.", "1", "Table 1", reason="the log is not published"), data())
    empty = judge(finding("1", lambda data: len(data["none"])), data())
    unbound = judge(finding("1", lambda data: len(data["runs"].texts("note"))), data())
    for checked in (told, empty, unbound):
        assert checked.verdict is Verdict.CANNOT_BE_RECOMPUTED
        assert checked.value is None
    assert told.reason == "the log is not published"
    assert empty.reason == "the registry has no rows for the selection 'none'"
    assert unbound.reason == "a row of the selection 'runs' has no text for ?note"


def test_a_statistic_that_is_not_defined_cannot_be_recomputed() -> None:
    def refused(data: Data) -> float:
        raise InputError("a group has no values")

    assert judge(finding("1", refused), data()).reason == "a group has no values"
    for empty in (lambda data: 1 / 0, lambda data: fmean([])):
        checked = judge(finding("1", empty), data())
        assert checked.verdict is Verdict.CANNOT_BE_RECOMPUTED
        assert "not defined for the rows on record" in (checked.reason or "")
    undefined = judge(finding("1", lambda data: math.nan), data())
    assert undefined.verdict is Verdict.CANNOT_BE_RECOMPUTED
    assert "not defined" in (undefined.reason or "")


def test_a_query_without_an_answer_is_an_error_and_no_verdict() -> None:
    def late(name: str) -> Columns:
        raise QueryTimeout("the query was ended after 1 s")

    with pytest.raises(QueryTimeout):
        judge(finding("1", lambda data: len(data["runs"])), Data(late, shipped_rubric))


# -- data ----------------------------------------------------------------------------------------------------


def test_columns_give_numbers_texts_and_groups() -> None:
    runs = data()["runs"]
    assert len(runs) == 3
    assert runs.variables == ("mode", "score", "note")
    assert runs.numbers("score") == (40.0, 20.0, 60.0)
    assert runs.texts("mode") == ("good", "bad", "good")
    assert runs.cells("note") == ("a", None, "c")
    assert runs.groups("score", by="mode") == {"good": (40.0, 60.0), "bad": (20.0,)}
    assert runs.where("mode", "good").numbers("score") == (40.0, 60.0)
    with pytest.raises(NotFound):
        runs.numbers("mode")


def test_a_selection_is_asked_for_once_and_what_is_derived_is_computed_once() -> None:
    asked: list[str] = []
    built: list[int] = []

    def select(name: str) -> Columns:
        asked.append(name)
        return Columns(ROWS, name)

    def total(data: Data) -> float:
        built.append(1)
        return sum(data["runs"].numbers("score"))

    source = Data(select, shipped_rubric)
    first = judge(finding("120", lambda data: data.derived(total)), source)
    second = judge(finding("40", lambda data: data.derived(total) / 3), source)
    assert (asked, built) == (["runs"], [1])
    assert first.verdict is second.verdict is Verdict.MATCH
    assert first.selections == second.selections == ("runs",), "also where the result was there already"


def test_a_finding_names_only_the_selections_that_it_used() -> None:
    source = data(more=Columns({"x": [1]}, "more"))
    judge(finding("3", lambda data: len(data["runs"])), source)
    assert judge(finding("1", lambda data: len(data["more"])), source).selections == ("more",)
