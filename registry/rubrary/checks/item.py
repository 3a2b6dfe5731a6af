"""What a paper printed, how it is derived again, and what a module that checks a study offers.

A check module is one module (or package) of :mod:`rubrary.checks`::

    NAME = "tiny"                                   # as on the command line; the importer's name
    TITLE = "Tiny: ten repositories"
    SOURCE = "https://doi.org/10.5555/tiny"         # the publication that prints the numbers
    STUDY = "study/tiny-2026"                       # IRI of its rub:Study below the registry's base
    SELECTIONS = {"runs": "SELECT ?mode ?score { … prov:hadPrimarySource <study/tiny-2026> … }"}
    FINDINGS = (
        Finding(
            id="mean",
            statement="The mean readiness is 41.2.",
            published="41.2",
            where="Table 1",
            derivation="mean of the readiness scores",
            recompute=lambda data: fmean(data["runs"].numbers("score")),
        ),
        Finding("lost", "Five repositories were gone.", "5", "section 3", reason="no log of it is published"),
    )
    FIGURES = ()                                    # optional
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from rubrary.checks.data import Data

if TYPE_CHECKING:  # loading matplotlib takes half a second, and only the report with figures needs it
    from matplotlib.axes import Axes

#: What a finding is called: it ends an IRI.
_ID = re.compile(r"[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*")


class Verdict(StrEnum):
    """How a printed value stands to its data. The notations of the scheme ``verdict``."""

    MATCH = "match"
    DEVIATES = "deviates"
    CANNOT_BE_RECOMPUTED = "cannot-be-recomputed"

    @property
    def words(self) -> str:
        """The verdict for people."""
        return self.value.replace("-", " ")


@dataclass(frozen=True, slots=True)
class Recomputed:
    """What the data gives: a number in the printed unit, or a text where a text is printed.

    Attributes:
        value: the value, unrounded. NaN means that the statistic is not defined for these data.
        note: what a reader should know of it, as why it deviates.
    """

    value: float | str
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One number or statement that a paper printed.

    Attributes:
        id: unique in its module; it ends the finding's IRI, so letters, digits and single ``-_.``.
        statement: what it says, as a sentence in plain words.
        published: the value as printed: ``0.0424``, ``10.55 %``, ``1.5e-9``, ``< .001``, ``≥ 0.911``, or a text
            such as ``22/26``. See :mod:`rubrary.checks.printed`.
        where: where it is printed (``Table 3, row E``). What stands before the first comma heads a group of findings.
        derivation: how the value is derived, in words: which statistic over which rows. Required with
            ``recompute``.
        recompute: derives it again from the registry. A bare number or text stands for a ``Recomputed`` without
            a note. :class:`~rubrary.errors.RubraryError` means that it cannot be, with its message as reason.
        reason: why it cannot be recomputed, where there is no ``recompute``.
        tolerance: the greatest deviation that still matches, in the printed unit; ``None``: half a unit of the
            last printed digit.
    """

    id: str
    statement: str
    published: str
    where: str
    derivation: str | None = None
    recompute: Callable[[Data], Recomputed | float | str] | None = None
    reason: str | None = None
    tolerance: Decimal | None = None

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.id):
            raise ValueError(f"{self.id!r} cannot end an IRI")
        if (self.recompute is None) is (self.reason is None):
            raise ValueError(f"{self.id}: give recompute or reason, one of them")
        if self.recompute is not None and not self.derivation:
            raise ValueError(f"{self.id}: say in derivation how it is recomputed")

    @property
    def place(self) -> str:
        """The table or section that prints it, without the row."""
        return self.where.partition(",")[0]


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture of the study for the HTML report.

    Attributes:
        id: unique in its module.
        title: what it shows, in a few words.
        draw: draws it and gives its text alternative: what a reader who cannot see it should know, with the
            numbers that matter.
        size: width and height in inches.
    """

    id: str
    title: str
    draw: Callable[[Axes, Data], str]
    size: tuple[float, float] = (7.0, 3.6)


class StudyCheck(Protocol):
    """A module of :mod:`rubrary.checks`. ``FIGURES``, a tuple of :class:`Figure`, is optional.

    Attributes:
        NAME: what a person calls it on the command line; the name of the study's importer.
        TITLE: its name for people.
        SOURCE: IRI of the publication that prints the numbers.
        STUDY: IRI of the study's ``rub:Study``, relative to the registry's base; ``None`` where the study's data
            are not at hand and nothing can be imported.
        SELECTIONS: SPARQL ``SELECT`` queries by name; :class:`~rubrary.checks.data.Data` gives their rows. The
            prefixes of :mod:`rubrary.terms` are known, relative IRIs are the registry's. Name the study in each
            (``prov:hadPrimarySource <study/…>``), for a registry holds other records, too.
        FINDINGS: what was printed, in the order of the paper.
    """

    NAME: str
    TITLE: str
    SOURCE: str
    STUDY: str | None
    SELECTIONS: Mapping[str, str]
    FINDINGS: tuple[Finding, ...]
