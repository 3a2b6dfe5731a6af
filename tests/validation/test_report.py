from __future__ import annotations

import rdflib
from rdflib import RDF
from rdflib.namespace import SH

from rubrary.errors import Place
from rubrary.validation import Finding, Report, Severity
from rubrary.validation.report import words_for

VIOLATION = Finding(
    severity=Severity.VIOLATION,
    focus="https://example.org/a",
    path="https://example.org/p",
    value="x y",
    message="It is wrong.",
    remedy="mend it.",
    shape="https://example.org/shape",
    component="ClassConstraintComponent",
    place=Place("a.ttl", 3, 5),
)
WARNING = Finding(Severity.WARNING, "_:b", "(<https://example.org/p>)+", None, "It is odd.")


def test_a_report_accepts_unless_a_violation_is_in_it() -> None:
    assert Report().accepted
    assert Report.of([WARNING]).accepted
    assert not Report.of([WARNING, VIOLATION]).accepted


def test_the_gravest_comes_first_and_each_once() -> None:
    assert Report.of([WARNING, VIOLATION, WARNING]).findings == (VIOLATION, WARNING)


def test_json_is_flat() -> None:
    assert Report.of([VIOLATION]).as_json() == [
        {
            "severity": "violation",
            "focus": "https://example.org/a",
            "path": "https://example.org/p",
            "value": "x y",
            "message": "It is wrong.",
            "remedy": "mend it.",
            "shape": "https://example.org/shape",
            "component": "ClassConstraintComponent",
            "source": "a.ttl",
            "line": 3,
            "column": 5,
        }
    ]


def test_a_finding_reads_as_one_line() -> None:
    assert str(VIOLATION) == (
        "a.ttl:3:5: violation: <https://example.org/a> <https://example.org/p>: It is wrong. (x y)"
        " To mend: mend it."
    )


def test_the_rdf_form_is_a_validation_report() -> None:
    graph = rdflib.Graph().parse(data=Report.of([VIOLATION, WARNING]).as_turtle(), format="turtle")
    (report,) = graph.subjects(RDF.type, SH.ValidationReport)
    assert graph.value(report, SH.conforms) == rdflib.Literal(False)
    results = list(graph.objects(report, SH.result))
    assert len(results) == 2
    assert {graph.value(result, SH.resultSeverity) for result in results} == {SH.Violation, SH.Warning}
    focus = rdflib.URIRef("https://example.org/a")
    (grave,) = graph.subjects(SH.focusNode, focus)
    assert graph.value(grave, SH.resultPath) == rdflib.URIRef("https://example.org/p")
    assert graph.value(grave, SH.sourceConstraintComponent) == SH.ClassConstraintComponent
    assert str(graph.value(grave, SH.resultMessage)) == "It is wrong. To mend: mend it."


def test_an_accepting_report_conforms_in_rdf() -> None:
    graph = rdflib.Graph().parse(data=Report.of([WARNING]).as_turtle(), format="turtle")
    assert (None, SH.conforms, rdflib.Literal(True)) in graph


def test_places_are_filled_in_where_they_are_missing() -> None:
    place = Place("b.ttl", 1)
    placed = Report.of([VIOLATION, WARNING]).placed(lambda finding: place)
    assert [finding.place for finding in placed.findings] == [VIOLATION.place, place]


def test_a_component_nobody_knows_has_words_too() -> None:
    assert words_for("NoSuchConstraintComponent") == words_for(None)
    assert words_for("MinCountConstraintComponent") == "A value is missing."


def test_a_text_is_split_into_message_and_remedy() -> None:
    finding = Finding.worded(Severity.WARNING, "x", "It is odd. To mend: look.")
    assert (finding.message, finding.remedy) == ("It is odd.", "look.")
    assert Finding.worded(Severity.WARNING, "x", "It is odd.").remedy is None
