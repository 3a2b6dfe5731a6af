"""Read from a registry what a published study printed is derived from, and put the findings on record."""

from __future__ import annotations

from contextlib import AbstractContextManager
from types import TracebackType

from pyoxigraph import Literal, NamedNode, QueryBoolean, QueryResultsFormat, parse_query_results

from rubrary import studies
from rubrary.checks import CheckedStudy, Columns, Data, StudyCheck
from rubrary.checks.data import Cell
from rubrary.errors import NotFound
from rubrary.graph import literal
from rubrary.graph.canonical import canonicalize
from rubrary.graph.write import record_triples
from rubrary.index.answer import QueryLimits
from rubrary.index.service import QueryService
from rubrary.pipeline.deposit import Result, append
from rubrary.pipeline.examine import Examiner
from rubrary.pipeline.registry import Registry
from rubrary.records import FindingRecord
from rubrary.terms import rub, xsd

#: A selection reads all rows of a study at once.
LIMITS = QueryLimits(timeout=600.0, memory_bytes=4 * 1024**3, workers=1, rows=10_000_000, bytes=2 * 1024**3)

#: Digits of the digest that ends the folder of a check's findings.
_DIGITS = 12


class StudyData(AbstractContextManager[Data]):
    """The rows of a study's selections, from a registry; use it in a ``with`` statement.

    Args:
        registry: an open registry.
        check: the check whose selections they are.
    """

    def __init__(self, registry: Registry, check: StudyCheck) -> None:
        self._check = check
        self._service = QueryService(registry.index_folder, LIMITS)
        self._rubric = registry.knowledge().rubric

    def __enter__(self) -> Data:
        return Data(self._select, self._rubric)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._service.close()

    def _select(self, name: str) -> Columns:
        with self._service.run(self._check.SELECTIONS[name], ["json"]) as result:
            return columns(result.read(), name)


def require_imported(registry: Registry, check: StudyCheck, option: str = "") -> None:
    """Make sure that the study is on record; one without data to import needs none.

    Args:
        registry: where it should be.
        check: the study.
        option: what a command needs to find the registry, for the hint.

    Raises:
        NotFound: it is not.
    """
    if check.STUDY is None:
        return
    iri = registry.base + check.STUDY
    if rub.Study.value not in registry.knowledge().classes_of([iri]).get(iri, ()):
        importer = check.NAME if check.NAME in studies.names() else "NAME"
        raise NotFound(
            f"the study {check.NAME} is not in this registry: there is no <{iri}>",
            hint=f"Import its data first: rubrary study import{option} {importer} PATH (see docs/studies.md).",
        )


def columns(answer: bytes, name: str) -> Columns:
    """An answer in SPARQL JSON as columns: numbers, truth values, and texts or IRIs as texts.

    Args:
        answer: the answer to a ``SELECT``.
        name: the selection's name, for messages.
    """
    rows = parse_query_results(answer, format=QueryResultsFormat.JSON)
    if isinstance(rows, QueryBoolean):
        raise TypeError(f"the selection {name!r} is no SELECT")
    variables = [variable.value for variable in rows.variables]
    found: dict[str, list[Cell]] = {variable: [] for variable in variables}
    for row in rows:
        for variable in variables:
            found[variable].append(_cell(row[variable]))
    return Columns(found, name)


def _cell(term: object) -> Cell:
    if isinstance(term, Literal):
        return _value(term)
    if isinstance(term, NamedNode):
        return term.value
    return None if term is None else str(term)


def _value(term: Literal) -> Cell:
    if term.datatype == xsd.integer:
        return int(term.value)
    if literal.is_number(term):
        return literal.number(term)
    if term.datatype == xsd.boolean:
        return term.value in {"true", "1"}
    return term.value


def record_findings(registry: Registry, checked: CheckedStudy) -> Result:
    """Put the findings of a study on record, in one deposit.

    The deposit follows from what was found: the same findings are the same deposit, other ones a deposit of their
    own beside it.

    Raises:
        RegistryError: the ledger cannot be written to.
    """
    folder = f"{registry.base}finding/{checked.check.NAME}/"
    digest = canonicalize(record_triples(finding_records(checked, registry.base, folder))).digest
    records = finding_records(checked, registry.base, f"{folder}{digest[:_DIGITS]}/")
    name = f"study check {checked.check.NAME}"
    examined = Examiner(registry.knowledge(), registry.validator).examine(record_triples(records), name)
    return append(registry, examined, shapes=registry.remember_shapes(), submitter=name)


def finding_records(checked: CheckedStudy, base: str, folder: str) -> list[FindingRecord]:
    """The findings as records.

    Args:
        checked: the findings.
        base: the registry's base IRI.
        folder: what their IRIs begin with; their ids follow.
    """
    check = checked.check
    return [
        FindingRecord(
            iri=folder + found.finding.id,
            statement=found.finding.statement,
            verdict=found.verdict.value,
            source=check.SOURCE,
            reported_text=found.finding.published,
            reported=None if found.printed.bound else found.printed.number,
            reproduced=_significant(found.value),
            reproduced_text=found.value if isinstance(found.value, str) else None,
            tolerance=found.finding.tolerance,
            where=found.finding.where,
            derivation=found.finding.derivation,
            queries=tuple(check.SELECTIONS[name].strip() for name in found.selections),
            reason=found.reason,
            study=None if check.STUDY is None else base + check.STUDY,
        )
        for found in checked.findings
    ]


def _significant(value: float | str | None) -> float | None:
    """A number to ten significant digits: the last ones of a statistic differ between machines."""
    return None if value is None or isinstance(value, str) else float(f"{value:.10g}")
