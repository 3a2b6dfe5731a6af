"""Derives findings again and compares: published, recomputed, verdict."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from statistics import StatisticsError

from rubrary.checks.data import Data
from rubrary.checks.item import Finding, Recomputed, StudyCheck, Verdict
from rubrary.checks.printed import Printed, agrees, as_printed
from rubrary.errors import QueryError, RegistryError, RubraryError


@dataclass(frozen=True, slots=True)
class Checked:
    """A finding with its verdict.

    Attributes:
        finding: what was printed.
        verdict: how it stands to the data.
        value: what the data gives; ``None`` when it cannot be recomputed.
        reason: why it cannot be recomputed, or what is to be known of the recomputed value.
        selections: names of the selections that it was derived from.
    """

    finding: Finding
    verdict: Verdict
    value: float | str | None = None
    reason: str | None = None
    selections: tuple[str, ...] = ()

    @property
    def printed(self) -> Printed:
        """The printed value, taken apart."""
        return Printed.read(self.finding.published)

    @property
    def shown(self) -> str:
        """The recomputed value for people, with two digits more than the printed one; empty where there is none."""
        return "" if self.value is None else as_printed(self.printed, self.value)


@dataclass(frozen=True, slots=True)
class CheckedStudy:
    """All findings of a study with their verdicts.

    Attributes:
        check: what was checked.
        findings: the verdicts, in the order of the check.
        data: the rows that they were derived from, for figures.
    """

    check: StudyCheck
    findings: tuple[Checked, ...]
    data: Data

    def count(self, verdict: Verdict) -> int:
        """How many findings have that verdict."""
        return sum(found.verdict is verdict for found in self.findings)

    def by_place(self) -> dict[str, list[Checked]]:
        """The findings by the table or section that prints them, in order of first appearance."""
        places: dict[str, list[Checked]] = {}
        for found in self.findings:
            places.setdefault(found.finding.place, []).append(found)
        return places


def check_study(
    check: StudyCheck, data: Data, done: Callable[[Checked], None] = lambda _: None
) -> CheckedStudy:
    """The verdict on each finding of a study.

    Args:
        check: the study.
        data: its rows.
        done: called with each finding that is judged.

    Raises:
        QueryError, RegistryError: a selection did not give its rows.
    """
    found = []
    for finding in check.FINDINGS:
        found.append(judge(finding, data))
        done(found[-1])
    return CheckedStudy(check, tuple(found), data)


def judge(finding: Finding, data: Data) -> Checked:
    """The verdict on one finding.

    Raises:
        QueryError, RegistryError: a selection did not give its rows.
    """
    if finding.recompute is None:
        return Checked(finding, Verdict.CANNOT_BE_RECOMPUTED, reason=finding.reason)
    with data.reading() as read:
        try:
            found = finding.recompute(data)
        except (QueryError, RegistryError):
            raise
        except RubraryError as error:
            return Checked(finding, Verdict.CANNOT_BE_RECOMPUTED, reason=error.message)
        except (ArithmeticError, StatisticsError) as error:  # a share of nothing, the mean of no values
            reason = f"the value is not defined for the rows on record: {error}"
            return Checked(finding, Verdict.CANNOT_BE_RECOMPUTED, reason=reason)
    found = found if isinstance(found, Recomputed) else Recomputed(found)
    if not isinstance(found.value, str) and not math.isfinite(found.value):
        reason = found.note or "the statistic is not defined for these data"
        return Checked(finding, Verdict.CANNOT_BE_RECOMPUTED, reason=reason)
    same = agrees(Printed.read(finding.published), found.value, finding.tolerance)
    verdict = Verdict.MATCH if same else Verdict.DEVIATES
    return Checked(finding, verdict, found.value, found.note, tuple(sorted(read)))
