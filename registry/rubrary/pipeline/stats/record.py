"""An agreement that was computed, as a record that can be deposited."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pyoxigraph import NamedNode

from rubrary.errors import InputError, UsageError
from rubrary.pipeline.stats.analysis import Analysis
from rubrary.pipeline.stats.selection import Selection
from rubrary.records import AgreementRecord
from rubrary.statistics import Agreement, Ratings

#: The last part of the record's IRI.
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
#: Columns with the IRIs of the two activities that gave the answers.
_RUNS = ("firstRun", "secondRun")
METRIC = "Cohen's κ"


def agreement_record(
    base: str,
    name: str,
    analysis: Analysis,
    selection: Selection,
    *,
    query: str,
    compared: Sequence[str] = (),
    study: str | None = None,
    merge: Mapping[str, str] | None = None,
) -> AgreementRecord:
    """The record of an agreement: its value, what was compared, and how in words.

    Args:
        base: the registry's base IRI; the record is ``<base>agreement/<name>``.
        name: last part of its IRI: letters, digits, ``.``, ``_`` and ``-``.
        analysis: of one part.
        selection: its rows; ``firstRun`` and ``secondRun``, where it has them, are what was compared.
        query: the selection's text, which the record keeps.
        compared: IRIs of what was compared, besides.
        study: IRI of the study whose data it is.
        merge: the answers that were merged; then κ is that of the merged answers.

    Raises:
        UsageError: the name cannot end an IRI, or nothing says what was compared.
        InputError: the analysis has several parts, or what was compared is no absolute IRI.
    """
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"{name!r} cannot be the last part of an IRI",
            hint="Use letters, digits, dots, underscores and hyphens, for example screening-2026.",
        )
    if len(analysis.parts) != 1:
        raise InputError(
            f"the selection has {len(analysis.parts)} parts, and a record holds the agreement of one",
            hint="Select one of them: a query with a FILTER on ?part.",
        )
    ratings = analysis.parts[0].result
    if not isinstance(ratings, Ratings):
        raise TypeError(f"{analysis.name} is no agreement")
    runs = [*compared, *_runs(selection)]
    if not runs and study is None:
        raise UsageError(
            "nothing says what was compared",
            hint="Give --compared IRI, --study IRI, or the columns ?firstRun and ?secondRun in the selection.",
        )
    agreement = ratings.merged or ratings.as_answered
    return AgreementRecord(
        iri=f"{base}agreement/{name}",
        metric=METRIC,
        value=agreement.kappa,
        compared=tuple(dict.fromkeys(_absolute(iri) for iri in runs)),
        source=_absolute(study) if study is not None else None,
        description=_words(agreement, merge or {}, query),
    )


def _runs(selection: Selection) -> list[str]:
    columns = [name for name in _RUNS if selection.has(name)]
    return sorted(
        {term.value for row in selection.rows for name in columns if isinstance(term := row[name], NamedNode)}
    )


def _absolute(iri: str) -> str:
    try:
        NamedNode(iri)
    except ValueError as error:
        raise InputError(
            f"{iri!r} is not an absolute IRI", hint="Give it in full, as `rubrary query` shows it."
        ) from error
    return iri


def _words(agreement: Agreement, merge: Mapping[str, str], query: str) -> str:
    merged = "".join(f" {old} was taken as {new}." for old, new in merge.items())
    return (
        f"κ = {agreement.kappa:.4g}, 95 % interval {agreement.low:.4g} to {agreement.high:.4g}; the same answer on "
        f"{agreement.share * agreement.n:.0f} of {agreement.n} items.{merged} Selected by: {query.strip()}"
    )
