"""Judges deposits. One engine decides, the other explains a refusal, and they must agree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Literal

from pyoxigraph import NamedNode, Triple

from rubrary.errors import RegistryError
from rubrary.terms import RUB, rdf
from rubrary.validation.engine import Engine
from rubrary.validation.fast import FastEngine
from rubrary.validation.report import Finding, Report, Severity
from rubrary.validation.shape_folder import ShapeFolder
from rubrary.validation.vocabulary import term_findings

EngineChoice = Literal["auto", "fast", "explain"]


class Validator:
    """Shapes, compiled once, and the verdict on deposits. Safe to share between threads.

    Args:
        folder: the shapes.
        engine: ``auto`` decides by the fast engine and explains refusals by pySHACL, or uses pySHACL alone
            where the fast engine is not installed; ``fast`` and ``explain`` use one engine alone. The
            verdicts are the same.

    Raises:
        RegistryError: ``engine`` is ``fast`` and the ``shacl`` package is missing, or it cannot compile
            the shapes.
    """

    def __init__(self, folder: ShapeFolder, *, engine: EngineChoice = "auto") -> None:
        self._folder = folder
        self._alone = engine == "fast"
        self._fast = None if engine == "explain" else _fast_engine(folder, required=engine == "fast")

    @classmethod
    def load(cls, folder: Path, *, engine: EngineChoice = "auto") -> Validator:
        """Read and compile the shapes in ``folder``.

        Raises:
            MalformedInput: a file is not Turtle.
            RegistryError: no shape targets anything, or they cannot be compiled.
        """
        return cls(ShapeFolder.read(folder), engine=engine)

    @property
    def digest(self) -> str:
        """SHA-256 of the shapes' canonical N-Quads: which shapes a verdict was given by."""
        return self._folder.digest

    @property
    def turtle(self) -> str:
        """The shapes as their authors wrote them."""
        return self._folder.turtle

    @property
    def classes(self) -> frozenset[str]:
        """IRIs of the classes whose instances are judged."""
        return self._folder.classes

    def validate(self, deposit: Sequence[Triple], context: Sequence[Triple] = ()) -> Report:
        """Judge ``deposit``.

        ``context`` is what it refers to and what is on record already: the rubric versions, the schemes'
        concepts, the types of other known nodes. It is not judged again. No error is raised for what a
        deposit says: whatever is wrong is a finding.
        """
        types = _types(deposit)
        if self.classes.isdisjoint(types):
            return Report.of([_nothing_to_validate(types, self.classes)])
        judged = self.classes & (types | _types_on_record(deposit, context))
        return Report.of([*term_findings(deposit), *self._shape_findings(deposit, context, judged)])

    @cached_property
    def _explaining(self) -> Engine:
        # Loading it takes a third of a second, which a run that refuses nothing need not spend.
        from rubrary.validation.explain import ExplainingEngine  # noqa: PLC0415

        return ExplainingEngine(self._folder)

    def _shape_findings(
        self, deposit: Sequence[Triple], context: Sequence[Triple], judged: frozenset[str]
    ) -> list[Finding]:
        data = [*deposit, *context]
        if self._fast is None:
            return _about(deposit, self._explaining.judge(data, judged))
        decided = _about(deposit, self._fast.judge(data, judged))
        accepted = Report.of(decided).accepted
        if self._alone or (accepted and all(map(_usable, decided))):
            return decided
        explained = _about(deposit, self._explaining.judge(data, judged))
        if Report.of(explained).accepted != accepted:
            return [*decided, *explained, _disagreement(accepted)]
        return explained


def _fast_engine(folder: ShapeFolder, *, required: bool) -> Engine | None:
    try:
        return FastEngine(folder)
    except ImportError as error:
        if required:
            raise RegistryError("the fast SHACL engine is not installed", hint="pip install shacl") from error
        return None


def _about(deposit: Iterable[Triple], findings: list[Finding]) -> list[Finding]:
    """Findings on the deposit's own nodes; blank nodes are always its own, and no focus means all of it."""
    if not findings:
        return findings
    own = {triple.subject.value for triple in deposit if isinstance(triple.subject, NamedNode)}
    return [
        finding
        for finding in findings
        if not finding.focus or finding.focus.startswith("_:") or finding.focus in own
    ]


def _usable(finding: Finding) -> bool:
    """Whether a person can find what it is about: the fast engine relabels blank nodes."""
    return not any((text or "").startswith("_:") for text in (finding.focus, finding.value))


def _types(triples: Iterable[Triple]) -> set[str]:
    return {
        triple.object.value
        for triple in triples
        if triple.predicate == rdf.type and isinstance(triple.object, NamedNode)
    }


def _types_on_record(deposit: Iterable[Triple], context: Iterable[Triple]) -> set[str]:
    """Types that the context knows of nodes which the deposit describes without typing them.

    They are judged too: leaving ``rdf:type`` out is no way past the shapes.
    """
    typed = {triple.subject for triple in deposit if triple.predicate == rdf.type}
    untyped = {triple.subject for triple in deposit} - typed
    return _types(triple for triple in context if triple.subject in untyped) if untyped else set()


def _nothing_to_validate(types: set[str], classes: frozenset[str]) -> Finding:
    held = ", ".join(sorted(types)) or "no type at all"
    known = ", ".join(sorted(iri.replace(RUB, "rub:") for iri in classes))
    return Finding(
        severity=Severity.VIOLATION,
        focus="",
        path=rdf.type.value,
        value=None,
        message=f"There is nothing to validate: the file holds {held}, which no shape judges.",
        remedy=f"give the nodes a type (rdf:type) that is known here: {known}",
        component="NothingToValidate",
    )


def _disagreement(fast_accepted: bool) -> Finding:
    fast, other = ("accepts", "refuses") if fast_accepted else ("refuses", "accepts")
    return Finding(
        severity=Severity.VIOLATION,
        focus="",
        path=None,
        value=None,
        message=f"The two SHACL engines disagree: the fast one {fast} this deposit, the other {other} it.",
        remedy="report this as a fault; until it is mended the deposit stays out",
        component="EnginesDisagree",
    )
