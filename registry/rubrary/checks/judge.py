"""Derives a finding again and compares: published, recomputed, verdict."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rubrary.checks.data import Data
from rubrary.checks.item import Finding, Recomputed, Verdict
from rubrary.checks.printed import Printed, agrees
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
    found = found if isinstance(found, Recomputed) else Recomputed(found)
    if not isinstance(found.value, str) and not math.isfinite(found.value):
        reason = found.note or "the statistic is not defined for these data"
        return Checked(finding, Verdict.CANNOT_BE_RECOMPUTED, reason=reason)
    same = agrees(Printed.read(finding.published), found.value, finding.tolerance)
    verdict = Verdict.MATCH if same else Verdict.DEVIATES
    return Checked(finding, verdict, found.value, found.note, tuple(sorted(read)))
