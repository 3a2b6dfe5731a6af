"""The findings of a study as one HTML page that needs nothing else: tables, figures, queries.

Texts come from check modules and from depositors' data, so the template escapes every value, and the page forbids
itself scripts and anything from elsewhere.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from rubrary import __version__
from rubrary.checks import figures
from rubrary.checks.drawing import Drawing, draw
from rubrary.checks.item import Figure, Verdict
from rubrary.checks.judge import CheckedStudy
from rubrary.errors import QueryError, RegistryError, RubraryError

log = logging.getLogger(__name__)

#: A sign for each verdict, so that colour is not all that tells them apart.
SIGNS = {Verdict.MATCH: "✓", Verdict.DEVIATES: "≠", Verdict.CANNOT_BE_RECOMPUTED: "?"}


def report_html(
    checked: CheckedStudy,
    *,
    base: str,
    sequence: int,
    state: str,
    done: Callable[[Figure], None] = lambda _: None,
) -> bytes:
    """The page in UTF-8. The same findings in the same state of the registry give the same bytes.

    Args:
        checked: the findings.
        base: the registry's base IRI.
        sequence: the last row of its ledger.
        state: its state digest there.
        done: called with each figure that is drawn.

    Raises:
        QueryError, RegistryError: a selection did not give its rows.
    """
    html = _template().render(
        check=checked.check,
        places=checked.by_place(),
        unmatched=[found for found in checked.findings if found.verdict is not Verdict.MATCH],
        counts={verdict: checked.count(verdict) for verdict in Verdict},
        total=len(checked.findings),
        signs=SIGNS,
        drawings=_drawings(checked, done),
        base=base,
        sequence=sequence,
        state=state,
        version=__version__,
    )
    return html.encode()


def _drawings(checked: CheckedStudy, done: Callable[[Figure], None]) -> list[Drawing]:
    """The figures; one that cannot be drawn from the rows at hand is left out, as its findings say why."""
    found = []
    for figure in figures(checked.check):
        try:
            found.append(draw(figure, checked.data))
        except (QueryError, RegistryError):
            raise
        except RubraryError as error:
            log.info("the figure %s cannot be drawn: %s", figure.id, error)
        done(figure)
    return found


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("rubrary.checks"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("report.html")
