"""What validation found, for people, for programs (JSON) and as RDF (a ``sh:ValidationReport``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Triple, serialize

from rubrary.errors import Place
from rubrary.terms import PREFIXES, rdf, xsd

SH = "http://www.w3.org/ns/shacl#"
#: Namespace of what we check beside SHACL, where RDF wants a constraint component.
CHECK = "https://w3id.org/rubrary/check/"
#: Between what is wrong and how to mend it, in every ``sh:message`` of our shapes.
REMEDY_MARK = "To mend: "

Term = NamedNode | BlankNode | Literal
Json = dict[str, str | int | None]

_WORDS = {
    "MinCountConstraintComponent": "A value is missing.",
    "MaxCountConstraintComponent": "There are more values than allowed.",
    "DatatypeConstraintComponent": "The value has another datatype than it must have.",
    "ClassConstraintComponent": "The value is nothing known of the kind that belongs here.",
    "NodeKindConstraintComponent": "An IRI, a blank node or a literal stands where another of them belongs.",
    "PatternConstraintComponent": "The value is not written in the form that it must have.",
    "InConstraintComponent": "The value is none of those allowed.",
    "HasValueConstraintComponent": "A value that must be there is missing.",
    "MinInclusiveConstraintComponent": "The value is too small.",
    "MinExclusiveConstraintComponent": "The value is too small.",
    "MaxInclusiveConstraintComponent": "The value is too large.",
    "MaxExclusiveConstraintComponent": "The value is too large.",
    "MinLengthConstraintComponent": "The text is too short.",
    "MaxLengthConstraintComponent": "The text is too long.",
    "LanguageInConstraintComponent": "The text is in a language that is not allowed.",
    "UniqueLangConstraintComponent": "Two texts have the same language.",
    "EqualsConstraintComponent": "Two properties that must have the same values differ.",
    "DisjointConstraintComponent": "Two properties that must differ share a value.",
    "LessThanConstraintComponent": "The value is not less than the one it is compared with.",
    "LessThanOrEqualsConstraintComponent": "The value is greater than the one it is compared with.",
    "NotConstraintComponent": "It is what it must not be.",
    "AndConstraintComponent": "It does not meet all the conditions that it must meet.",
    "OrConstraintComponent": "It meets none of the conditions of which it must meet one.",
    "XoneConstraintComponent": "It does not meet exactly one of the conditions.",
    "NodeConstraintComponent": "The value is not described as it must be.",
    "ClosedConstraintComponent": "It has a property that is not foreseen.",
    "QualifiedMinCountConstraintComponent": "Too few of the values are of the kind required.",
    "QualifiedMaxCountConstraintComponent": "Too many of the values are of one kind.",
}


class Severity(StrEnum):
    """How grave a finding is: a violation refuses the deposit, the others are stored and shown."""

    VIOLATION = "violation"
    WARNING = "warning"
    INFO = "info"


_RANK = {Severity.VIOLATION: 0, Severity.WARNING: 1, Severity.INFO: 2}


def words_for(component: str | None) -> str:
    """What is wrong, in words, where a shape says nothing; ``component`` is SHACL's local name."""
    return _WORDS.get(component or "", "A rule of the registry's shapes is not met.")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong or doubtful.

    Attributes:
        severity: whether it refuses the deposit.
        focus: the node it is about: an IRI, ``_:label``, or empty if it is about the whole deposit.
        path: the property, as an IRI or in SPARQL's path syntax.
        value: the offending value: an IRI, ``_:label`` or a literal's text.
        message: what is wrong, for a person.
        remedy: how to mend it.
        shape: IRI of the shape that says so.
        component: local name of the SHACL constraint component, or of a check of ours.
        place: file and line, where the format has them.
        term: ``value`` as an RDF term, for the report in RDF.
    """

    severity: Severity
    focus: str
    path: str | None
    value: str | None
    message: str
    remedy: str | None = None
    shape: str | None = None
    component: str | None = None
    place: Place | None = None
    term: Term | None = field(default=None, compare=False, repr=False)

    @classmethod
    def worded(cls, severity: Severity, focus: str, text: str, **rest: str | None) -> Finding:
        """A finding whose ``text`` may hold both message and remedy, as our shapes write them."""
        message, _, remedy = text.partition(REMEDY_MARK)
        return cls(
            severity=severity,
            focus=focus,
            path=rest.get("path"),
            value=rest.get("value"),
            message=message.strip() or words_for(rest.get("component")),
            remedy=remedy.strip() or None,
            shape=rest.get("shape"),
            component=rest.get("component"),
        )

    @property
    def order(self) -> tuple[int, str, str, str, str, str, str]:
        """Sort key: the gravest first, then by node; the same findings are always in the same order."""
        rank = _RANK[self.severity]
        texts = (self.focus, self.path, self.shape, self.component, self.value, self.message)
        focus, path, shape, component, value, message = (text or "" for text in texts)
        return rank, focus, path, shape, component, value, message

    def as_json(self) -> Json:
        """Flat, with ``source``, ``line`` and ``column`` for the place."""
        return {
            "severity": self.severity.value,
            "focus": self.focus,
            "path": self.path,
            "value": self.value,
            "message": self.message,
            "remedy": self.remedy,
            "shape": self.shape,
            "component": self.component,
            "source": self.place.source if self.place else None,
            "line": self.place.line if self.place else None,
            "column": self.place.column if self.place else None,
        }

    def __str__(self) -> str:
        where = " ".join(f"<{part}>" for part in (self.focus, self.path) if part)
        said = "" if self.value in (None, self.focus) else f" ({self.value})"
        mend = f" {REMEDY_MARK}{self.remedy}" if self.remedy else ""
        place = f"{self.place}: " if self.place else ""
        return f"{place}{self.severity}: {where + ': ' if where else ''}{self.message}{said}{mend}"


@dataclass(frozen=True, slots=True)
class Report:
    """All findings on one deposit, the gravest first, each once."""

    findings: tuple[Finding, ...] = ()

    @classmethod
    def of(cls, findings: Iterable[Finding]) -> Report:
        """A report of findings in any order."""
        return cls(tuple(sorted(dict.fromkeys(findings), key=lambda finding: finding.order)))

    @property
    def accepted(self) -> bool:
        """Whether no finding is a violation. A lone warning does not refuse a deposit."""
        return not any(finding.severity is Severity.VIOLATION for finding in self.findings)

    @property
    def violations(self) -> tuple[Finding, ...]:
        """The findings that refuse the deposit."""
        return tuple(finding for finding in self.findings if finding.severity is Severity.VIOLATION)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """The findings that are accepted, stored and shown."""
        return tuple(finding for finding in self.findings if finding.severity is Severity.WARNING)

    def placed(self, place_of: Callable[[Finding], Place | None]) -> Report:
        """The same report with places, from a reader that remembers where each node was written."""
        return Report(
            tuple(
                finding if finding.place else replace(finding, place=place_of(finding))
                for finding in self.findings
            )
        )

    def as_json(self) -> list[Json]:
        """One object a finding, in the report's order."""
        return [finding.as_json() for finding in self.findings]

    def as_turtle(self) -> str:
        """The report as a ``sh:ValidationReport``; ``sh:conforms`` is false only if a finding refuses."""
        report = BlankNode("report")
        triples = [
            Triple(report, rdf.type, _sh("ValidationReport")),
            Triple(report, _sh("conforms"), Literal(str(self.accepted).lower(), datatype=xsd.boolean)),
        ]
        for number, finding in enumerate(self.findings, start=1):
            node = BlankNode(f"result{number}")
            triples.append(Triple(report, _sh("result"), node))
            triples.extend(_result_triples(node, finding))
        data = serialize(triples, format=RdfFormat.TURTLE, prefixes={"sh": SH, **PREFIXES})
        return (data or b"").decode("utf-8")


def _sh(name: str) -> NamedNode:
    return NamedNode(SH + name)


def _node(name: str) -> NamedNode | BlankNode:
    return BlankNode(name[2:]) if name.startswith("_:") else NamedNode(name)


def _result_triples(node: BlankNode, finding: Finding) -> Iterable[Triple]:
    component = finding.component or "Rule"
    base = SH if component.endswith("ConstraintComponent") else CHECK
    text = finding.message + (f" {REMEDY_MARK}{finding.remedy}" if finding.remedy else "")
    yield Triple(node, rdf.type, _sh("ValidationResult"))
    yield Triple(node, _sh("resultSeverity"), _sh(finding.severity.value.capitalize()))
    yield Triple(node, _sh("sourceConstraintComponent"), NamedNode(base + component))
    yield Triple(node, _sh("resultMessage"), Literal(text))
    if finding.focus:
        yield Triple(node, _sh("focusNode"), _node(finding.focus))
    # A compound path is a structure of the shapes graph; the shape, which is named, leads to it.
    if finding.path and finding.path[0] not in "(<^_":
        yield Triple(node, _sh("resultPath"), NamedNode(finding.path))
    if finding.value is not None:
        yield Triple(node, _sh("value"), finding.term or Literal(finding.value))
    if finding.shape:
        yield Triple(node, _sh("sourceShape"), _node(finding.shape))
