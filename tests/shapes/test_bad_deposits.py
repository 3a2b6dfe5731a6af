"""Every edit in ``bad/`` of a good deposit is refused or doubted, by both engines, by the shape it names."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from pyoxigraph import RdfFormat, Triple, parse

from rubrary.resources import data_folder
from rubrary.validation import Report, Severity, Validator

HERE = Path(__file__).parent
SHAPE = "https://w3id.org/rubrary/shape/"
PREFIXES = """
@base <http://127.0.0.1:8000/> .
@prefix rub: <https://w3id.org/rubrary/ns#> .
@prefix prov: <http://www.w3.org/ns/prov#> .
@prefix dqv: <http://www.w3.org/ns/dqv#> .
"""


@dataclass(frozen=True)
class Case:
    """One edit: ``old`` text of the deposit becomes ``new``, and ``shape`` objects.

    ``extra`` is Turtle added to the context, ``value`` what the finding must name, ``others`` whether
    other shapes may object as gravely.
    """

    deposit: str
    name: str
    old: str
    new: str
    shape: str
    severity: str = "violation"
    value: str | None = None
    extra: str = ""
    prefix: str = ""
    others: bool = False

    def triples(self) -> list[Triple]:
        text = (HERE / "good" / f"{self.deposit}.ttl").read_text(encoding="utf-8")
        assert self.old in text, "the edit no longer fits the deposit"
        edited = self.prefix + text.replace(self.old, self.new)
        return [quad.triple for quad in parse(edited, format=RdfFormat.TURTLE)]

    def context(self, shared: Sequence[Triple]) -> list[Triple]:
        extra = parse(PREFIXES + self.extra, format=RdfFormat.TURTLE)
        return [*shared, *(quad.triple for quad in extra)]


def all_cases() -> list[Case]:
    return [
        Case(path.stem, **case)
        for path in sorted((HERE / "bad").glob("*.toml"))
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    ]


CASES = all_cases()


def named(case: Case) -> str:
    return f"{case.deposit}: {case.name}"


def assert_objects(case: Case, report: Report) -> None:
    said = "\n".join(str(finding) for finding in report.findings)
    found = [finding for finding in report.findings if finding.shape == SHAPE + case.shape]
    assert found, f"{case.shape} says nothing; the report is:\n{said}"
    assert {finding.severity.value for finding in found} == {case.severity}
    if not case.others:
        assert report.accepted is (case.severity != "violation"), said
    if case.value is not None:
        assert case.value in {finding.value for finding in found}, said
    for finding in found:
        assert len(finding.message) > 20, "a finding says what is wrong"
        assert finding.remedy, "a finding says how to mend it"
        assert "{?" not in finding.message + finding.remedy, "a placeholder was left unfilled"


@pytest.mark.parametrize("case", CASES, ids=named)
def test_both_engines_object_to_a_bad_deposit(
    case: Case, fast: Validator, thorough: Validator, context: list[Triple]
) -> None:
    deposit, around = case.triples(), case.context(context)
    explained, decided = thorough.validate(deposit, around), fast.validate(deposit, around)
    for report in (explained, decided):
        assert_objects(case, report)
    assert summary(decided) == summary(explained)


def summary(report: Report) -> set[tuple[Severity, str, str | None]]:
    """Who says what about which node; the fast engine has labels of its own for blank nodes."""
    return {
        (finding.severity, "_:" if finding.focus.startswith("_:") else finding.focus, finding.shape)
        for finding in report.findings
    }


def test_every_shape_that_can_object_has_a_deposit_that_it_objects_to() -> None:
    shapes = (path.read_text(encoding="utf-8") for path in sorted(data_folder("shapes").glob("*.ttl")))
    written = {line.split()[0] for text in shapes for line in text.splitlines() if line.startswith("shape:")}
    tested = {f"shape:{case.shape}" for case in CASES}
    assert tested <= written
    # A node shape that only gathers property shapes cannot object by itself.
    assert {shape for shape in written - tested if f"{shape}-" not in "".join(tested)} == set()
