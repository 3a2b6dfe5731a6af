from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from pyoxigraph import Literal, NamedNode, Triple

from rubrary.errors import RegistryError
from rubrary.resources import data_folder
from rubrary.terms import dcterms, rdf, rub
from rubrary.validation import EngineChoice, Finding, Severity, Validator
from rubrary.validation.fast import FastEngine

Reader = Callable[[str], list[Triple]]
ENGINES: tuple[EngineChoice, ...] = ("auto", "fast", "explain")

GOOD = '<p> a rub:Paper ; dcterms:title "T" ; dcterms:creator <me> .'
DOUBTFUL = '<p> a rub:Paper ; dcterms:title "T" .'
BAD = "<p> a rub:Paper ; dcterms:creator <me> ."


@pytest.mark.parametrize("engine", ENGINES)
def test_a_violation_refuses(engine: EngineChoice, folder: Path, triples: Reader) -> None:
    report = Validator.load(folder, engine=engine).validate(triples(BAD))
    assert not report.accepted
    (finding,) = report.findings
    assert finding.focus == "https://example.org/p"
    assert finding.path == dcterms.title.value
    assert finding.message == "A paper has a title."
    assert finding.remedy == "add dcterms:title."
    assert finding.shape == "https://example.org/shape/Paper-title"
    assert finding.component == "MinCountConstraintComponent"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_lone_warning_does_not_refuse(engine: EngineChoice, folder: Path, triples: Reader) -> None:
    report = Validator.load(folder, engine=engine).validate(triples(DOUBTFUL))
    assert report.accepted
    (finding,) = report.warnings
    assert finding.message == "A value is missing.", "a shape without a message gets words all the same"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_good_deposit_has_no_findings(engine: EngineChoice, folder: Path, triples: Reader) -> None:
    assert Validator.load(folder, engine=engine).validate(triples(GOOD)).findings == ()


@pytest.mark.parametrize("engine", ENGINES)
def test_an_unknown_reference_is_named(engine: EngineChoice, folder: Path, triples: Reader) -> None:
    deposit = triples(GOOD + "<p> dcterms:identifier <nowhere> .")
    report = Validator.load(folder, engine=engine).validate(deposit)
    assert [finding.value for finding in report.violations] == ["https://example.org/nowhere"]
    known = triples("<nowhere> a rub:Venue .")
    assert Validator.load(folder, engine=engine).validate(deposit, known).accepted


@pytest.mark.parametrize("engine", ENGINES)
def test_the_context_is_not_judged_again(engine: EngineChoice, folder: Path, triples: Reader) -> None:
    context = triples("<other> a rub:Paper .")
    assert Validator.load(folder, engine=engine).validate(triples(GOOD), context).findings == ()


@pytest.mark.parametrize("engine", ENGINES)
def test_leaving_the_type_out_is_no_way_past_the_shapes(
    engine: EngineChoice, folder: Path, triples: Reader
) -> None:
    (folder / "venue.ttl").write_text(
        """@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix rub: <https://w3id.org/rubrary/ns#> .
        @prefix dcterms: <http://purl.org/dc/terms/> .
        <https://example.org/shape/Venue> a sh:NodeShape ; sh:targetClass rub:Venue ;
            sh:property [ sh:path dcterms:title ; sh:maxCount 0 ] .""",
        encoding="utf-8",
    )
    deposit = triples(GOOD + '<v> dcterms:title "Hijacked" .')
    report = Validator.load(folder, engine=engine).validate(deposit, triples("<v> a rub:Venue ."))
    assert [finding.focus for finding in report.violations] == ["https://example.org/v"]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("deposit", ["<x> a <Unicorn> .", '<x> dcterms:title "T" .'])
def test_a_deposit_that_nothing_judges_is_refused(
    deposit: str, engine: EngineChoice, folder: Path, triples: Reader
) -> None:
    report = Validator.load(folder, engine=engine).validate(triples(deposit))
    assert not report.accepted
    (finding,) = report.findings
    assert "nothing to validate" in finding.message
    assert ("https://example.org/Unicorn" in finding.message) is ("Unicorn" in deposit)
    assert "rub:Paper" in str(finding.remedy)


def test_no_deposit_at_all_is_refused(folder: Path) -> None:
    assert not Validator.load(folder).validate([]).accepted


def test_a_term_of_ours_that_nobody_defined_is_refused(folder: Path, triples: Reader) -> None:
    deposit = triples(GOOD + "<p> rub:publishdIn <v> . <q> a rub:Papper .")
    report = Validator.load(folder).validate(deposit)
    assert {(finding.value, finding.remedy) for finding in report.violations} == {
        (f"{rub.publishedIn.value.replace('shedIn', 'shdIn')}", "did you mean rub:publishedIn?"),
        (rub.Paper.value.replace("Paper", "Papper"), "did you mean rub:Paper?"),
    }


def test_without_the_fast_engine_the_other_gives_the_verdicts(
    folder: Path, triples: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "shacl", None)
    validator = Validator.load(folder)
    assert not validator.validate(triples(BAD)).accepted
    assert validator.validate(triples(DOUBTFUL)).accepted
    assert validator.validate(triples(GOOD)).accepted
    with pytest.raises(RegistryError, match="not installed"):
        Validator.load(folder, engine="fast")


def test_engines_that_disagree_refuse(folder: Path, triples: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses_all(self: FastEngine, data: Sequence[Triple], classes: frozenset[str]) -> list[Finding]:
        return [Finding(Severity.VIOLATION, "https://example.org/p", None, None, "No.")]

    monkeypatch.setattr(FastEngine, "judge", refuses_all)
    report = Validator.load(folder).validate(triples(GOOD))
    assert not report.accepted
    assert any("disagree" in finding.message for finding in report.findings)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_literal_that_breaks_an_engine_refuses_and_does_not_escape(engine: EngineChoice) -> None:
    validator = Validator.load(data_folder("shapes"), engine=engine)
    agreement = NamedNode("https://example.org/a")
    nan = Literal("NaN", datatype=NamedNode("http://www.w3.org/2001/XMLSchema#decimal"))
    value = NamedNode("http://www.w3.org/ns/dqv#value")
    deposit = [Triple(agreement, rdf.type, rub.AgreementMeasurement), Triple(agreement, value, nan)]
    assert not validator.validate(deposit).accepted


@pytest.mark.parametrize("engine", ENGINES)
def test_nothing_is_imported(engine: EngineChoice, folder: Path, triples: Reader) -> None:
    deposit = triples(
        GOOD + "<p> <http://www.w3.org/2002/07/owl#imports> <http://127.0.0.1:9/never-fetched> ."
    )
    assert Validator.load(folder, engine=engine).validate(deposit).accepted


@pytest.mark.parametrize("engine", ENGINES)
def test_findings_come_in_one_order_and_once(engine: EngineChoice, folder: Path, triples: Reader) -> None:
    deposit = triples(" ".join(f"<p{number}> a rub:Paper ." for number in range(9)))
    validator = Validator.load(folder, engine=engine)
    first, second = validator.validate(deposit), validator.validate(deposit[::-1])
    assert first == second
    assert [finding.severity for finding in first.findings] == (
        [Severity.VIOLATION] * 9 + [Severity.WARNING] * 9
    )
    assert [f.focus for f in first.violations] == sorted(f.focus for f in first.violations)


def test_a_doubtful_blank_node_keeps_its_label(folder: Path, triples: Reader) -> None:
    deposit = triples('[] a rub:Paper ; dcterms:title "T" .')
    label = str(deposit[0].subject)
    report = Validator.load(folder).validate(deposit)
    assert report.accepted
    assert [finding.focus for finding in report.warnings] == [label]


def test_one_validator_serves_threads(folder: Path, triples: Reader) -> None:
    validator = Validator.load(folder)
    verdicts: list[tuple[bool, bool]] = []

    def judge() -> None:
        for _ in range(3):
            good, bad = validator.validate(triples(GOOD)), validator.validate(triples(BAD))
            verdicts.append((good.accepted, bad.accepted))

    threads = [threading.Thread(target=judge) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert verdicts == [(True, False)] * 12


def test_a_validator_tells_its_shapes(folder: Path) -> None:
    validator = Validator.load(folder)
    assert validator.classes == {rub.Paper.value}
    assert len(validator.digest) == 64
    assert "A paper has a title." in validator.turtle
