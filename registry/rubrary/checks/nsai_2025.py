"""What the NSAI audit printed: how 455 reruns ended, by year and venue, and the screening before them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rubrary.checks.data import Data
from rubrary.checks.item import Figure, Finding, Recomputed
from rubrary.figures.outcomes import draw_outcomes
from rubrary.figures.style import whiskers
from rubrary.figures.trend import draw_trends
from rubrary.statistics import chi_square, outcome_shares, outcome_trends, wilson

if TYPE_CHECKING:  # loading matplotlib takes half a second, and only the report with figures needs it
    from matplotlib.axes import Axes

NAME = "nsai-2025"
TITLE = "NSAI audit: how 455 reruns ended"
SOURCE = "https://github.com/Brandonio-c/NSAI-2025-Survey"
STUDY = "study/nsai-2025"
SELECTIONS = {
    "attempts": """
# How the rerun of each paper ended, late exclusions left out
SELECT DISTINCT ?attempt ?outcome ?year ?class ?outlet ?public ?all {
  ?attempt a rub:ReproductionAttempt ; prov:hadPrimarySource <study/nsai-2025> ; rub:aboutPaper ?paper ;
           rub:outcome ?concept .
  ?concept skos:inScheme <https://w3id.org/rubrary/scheme/nsai-outcome> ; skos:notation ?outcome .
  OPTIONAL { ?paper dcterms:issued ?issued BIND(SUBSTR(STR(?issued), 1, 4) AS ?year) }
  OPTIONAL { ?paper rub:publishedIn ?venue . ?venue dcterms:title ?outlet ; rub:venueClass/skos:notation ?class }
  BIND(IRI(REPLACE(STR(?attempt), "/attempt/nsai-", "/assessment/nsai-inventory-")) AS ?inventory)
  ?m1 prov:wasGeneratedBy ?inventory ; dqv:value ?public ; dqv:isMeasurementOf ?c1 .
  FILTER(STRENDS(STR(?c1), "#all_artifacts_public"))
  ?m2 prov:wasGeneratedBy ?inventory ; dqv:value ?all ; dqv:isMeasurementOf ?c2 .
  FILTER(STRENDS(STR(?c2), "#reproducible_all_artifacts"))
} ORDER BY ?attempt
""",
    "screening": """
# The decision on each paper that was screened
SELECT DISTINCT ?assessment ?decision {
  ?assessment a rub:Assessment ; prov:hadPrimarySource <study/nsai-2025> .
  ?m prov:wasGeneratedBy ?assessment ; dqv:value ?decision ; dqv:isMeasurementOf ?of .
  FILTER(STRENDS(STR(?of), "/nsai-screening/1.0.0#decision"))
} ORDER BY ?assessment
""",
    "excluded": """
# Papers that were excluded while they were to be rerun
SELECT DISTINCT ?attempt ?reason {
  ?attempt a rub:ReproductionAttempt ; prov:hadPrimarySource <study/nsai-2025> ; rub:outcome ?concept .
  ?concept skos:inScheme <https://w3id.org/rubrary/scheme/nsai-late-exclusion> ; skos:notation ?reason .
} ORDER BY ?attempt
""",
}
_GOOD = {"O1", "O2"}
_WORDS = {
    "O1": "fully reproduced",
    "O2": "partially reproduced",
    "O3": "artifacts missing",
    "O4": "code missing",
    "O5": "failed with artifacts",
}


def count(outcome: str, data: Data) -> float:
    """How many reruns ended so."""
    return len(data["attempts"].where("outcome", outcome))


def share(outcomes: tuple[str, ...], data: Data) -> Recomputed:
    """The share of reruns that ended in one of the outcomes, in per cent, with its Wilson interval."""
    rows = data["attempts"]
    found = wilson(len(rows.where("outcome", *outcomes)), len(rows))
    note = f"95 % interval (Wilson) {found.low:.2%} to {found.high:.2%} of {len(rows)}"
    return Recomputed(100 * found.estimate, note)


def good_of(column: str, value: str, data: Data) -> str:
    """How many of the reruns with that answer were reproduced at least in part: ``85/137``."""
    rows = data["attempts"].where(column, value)
    return f"{len(rows.where('outcome', *_GOOD))}/{len(rows)}"


def good_with_artifacts(_: None, data: Data) -> Recomputed:
    """How many of the reruns with outcome O1, O2 or O5 were reproduced at least in part."""
    rows = data["attempts"].where("outcome", "O1", "O2", "O5")
    note = (
        "the denominator holds the papers whose results came out: O5 is the only outcome of those with all "
        "artifacts that is a failure. Like for like the two next rates are to be read beside it"
    )
    return Recomputed(f"{len(rows.where('outcome', *_GOOD))}/{len(rows)}", note)


def by_class(statistic: str, data: Data) -> float:
    """χ² between the class of the venue and being reproduced at least in part: its statistic or p."""
    table: dict[str, list[int]] = {}
    rows = data["attempts"]
    for kind, outcome in zip(rows.texts("class"), rows.texts("outcome"), strict=True):
        table.setdefault(kind, [0, 0])[outcome not in _GOOD] += 1
    found = chi_square([table[kind] for kind in sorted(table)])
    return found.statistic if statistic == "χ²" else found.p


def screened(data: Data) -> Recomputed:
    """How many papers the screening table holds."""
    note = "the table holds the papers that Rayyan kept: 150 duplicates of 2,506 imported ones were removed"
    return Recomputed(len(data["screening"]), note)


def in_scope(data: Data) -> Recomputed:
    """How many of them are in scope."""
    found = len(data["screening"].where("decision", "in-scope"))
    return Recomputed(
        found, "the table's decision in-scope; the papers that were read in full are not marked in it"
    )


def attempted(data: Data) -> float:
    """How many papers were rerun."""
    return len(data["attempts"])


def set_aside(data: Data) -> float:
    """How many papers were excluded late."""
    return len(data["excluded"])


def _count(outcome: str, published: str) -> Finding:
    return Finding(
        id=f"count-{outcome.lower()}",
        statement=f"{published} of 455 reruns: {_WORDS[outcome]}.",
        published=published,
        where="results, outcomes of the reruns",
        derivation=f"count of attempts with the outcome {outcome}",
        recompute=partial(count, outcome),
    )


def _share(name: str, outcomes: tuple[str, ...], published: str, words: str) -> Finding:
    return Finding(
        id=f"share-{name}",
        statement=f"{published} of the papers were {words}.",
        published=published,
        where="results, outcomes of the reruns",
        derivation=f"share of attempts with the outcome {' or '.join(outcomes)}, with its Wilson interval",
        recompute=partial(share, outcomes),
    )


FINDINGS = (
    Finding(
        id="attempted",
        statement="455 papers were rerun.",
        published="455",
        where="abstract",
        derivation="count of attempts with an outcome O1 to O5",
        recompute=attempted,
    ),
    _count("O1", "48"),
    _count("O2", "37"),
    _count("O3", "321"),
    _count("O4", "42"),
    _count("O5", "7"),
    _share("full", ("O1",), "10.55 %", "fully reproduced"),
    _share("partial", ("O2",), "8.13 %", "partially reproduced"),
    _share("either", ("O1", "O2"), "18.68 %", "reproduced at least in part"),
    Finding(
        id="class-chi-square",
        statement="Whether a paper was reproduced does not go with the class of its venue: χ² = 2.263.",
        published="2.263",
        where="results by class of venue",
        derivation="χ² of conference, journal and preprint by reproduced at least in part or not",
        recompute=partial(by_class, "χ²"),
    ),
    Finding(
        id="class-p",
        statement="Whether a paper was reproduced does not go with the class of its venue: p = 0.3225.",
        published="0.3225",
        where="results by class of venue",
        derivation="p of the same test",
        recompute=partial(by_class, "p"),
    ),
    Finding(
        id="with-artifacts",
        statement="With complete artifacts 85 of 92 papers were reproduced.",
        published="85/92",
        where="results, role of artifacts",
        derivation="attempts with the outcome O1 or O2, of those with O1, O2 or O5",
        recompute=partial(good_with_artifacts, None),
    ),
    Finding(
        id="with-public-artifacts",
        statement="Of the papers whose form says that all artifacts are public, 85 of 137 were reproduced.",
        published="85/137",
        where="like-for-like rate beside 85/92, from the published table",
        derivation="attempts with the outcome O1 or O2, of those with the answer Yes to all_artifacts_public",
        recompute=partial(good_of, "public", "Yes"),
    ),
    Finding(
        id="with-all-artifacts",
        statement="Of the papers that the derived fields call reproducible with all artifacts, 33 of 40 were.",
        published="33/40",
        where="like-for-like rate beside 85/92, from the published table",
        derivation="attempts with the outcome O1 or O2, of those with the answer Yes to reproducible_all_artifacts",
        recompute=partial(good_of, "all", "Yes"),
    ),
    Finding(
        id="flow-found",
        statement="The search found 5,497 records.",
        published="5,497",
        where="screening flow",
        reason="records of the search before the removal of duplicates are not in the published table",
    ),
    Finding(
        id="flow-screened",
        statement="2,479 records were screened.",
        published="2,479",
        where="screening flow",
        derivation="count of papers with a screening decision",
        recompute=screened,
    ),
    Finding(
        id="flow-in-scope",
        statement="1,365 records passed the first screening.",
        published="1,365",
        where="screening flow",
        derivation="count of papers with the screening decision in-scope",
        recompute=in_scope,
    ),
    Finding(
        id="flow-read",
        statement="1,304 papers were read in full.",
        published="1,304",
        where="screening flow",
        reason="the published table does not say which papers were read in full",
    ),
    Finding(
        id="flow-rerun",
        statement="455 papers remained to be rerun.",
        published="455",
        where="screening flow",
        derivation="count of attempts with an outcome O1 to O5",
        recompute=attempted,
    ),
    Finding(
        id="late-exclusions",
        statement="61 papers were excluded while they were to be rerun.",
        published="61",
        where="published table of outcomes",
        derivation="count of attempts whose outcome is a late exclusion",
        recompute=set_aside,
    ),
)


def draw_by_year(axes: Axes, data: Data) -> str:
    """The rate of each outcome by year of publication; years that cannot be are left out."""
    rows = data["attempts"]
    pairs = [
        (int(str(year)), _WORDS[outcome])
        for year, outcome in zip(rows.cells("year"), rows.texts("outcome"), strict=True)
        if str(year).startswith("20")
    ]
    text = draw_trends(axes, outcome_trends([year for year, _ in pairs], [outcome for _, outcome in pairs]))
    return f"{text} {len(rows) - len(pairs)} papers of earlier or impossible years are left out."


def draw_by_group(column: str, axes: Axes, data: Data) -> str:
    """The share of papers reproduced at least in part, by class of venue or outlet."""
    rows = data["attempts"]
    outcomes = ["reproduced" if outcome in _GOOD else "not reproduced" for outcome in rows.texts("outcome")]
    return draw_outcomes(axes, outcome_shares(outcomes, rows.texts(column)))


def draw_rates(axes: Axes, data: Data) -> str:
    """The share of papers reproduced at least in part in each outlet, with Wilson intervals."""
    rows = data["attempts"]
    table: dict[str, list[int]] = {}
    for outlet, outcome in zip(rows.texts("outlet"), rows.texts("outcome"), strict=True):
        table.setdefault(outlet, [0, 0])[outcome not in _GOOD] += 1
    names = sorted(table, key=lambda name: -sum(table[name]))
    found = {name: wilson(table[name][0], sum(table[name])) for name in names}
    axes.errorbar(
        [100 * found[name].estimate for name in names],
        range(len(names)),
        xerr=[[100 * whiskers(found[name])[side] for name in names] for side in (0, 1)],
        fmt="o",
        capsize=2,
    )
    axes.set_yticks(range(len(names)), [f"{name} ({sum(table[name])})" for name in names], fontsize="small")
    axes.invert_yaxis()
    axes.set_xlabel("reproduced at least in part, % (line: 95 % interval)")
    words = "; ".join(f"{name} {table[name][0]} of {sum(table[name])}" for name in names)
    return f"Papers reproduced at least in part by outlet: {words}."


FIGURES = (
    Figure("by-year", "Outcomes by year of publication", draw_by_year),
    Figure("by-class", "Reproduced at least in part, by class of venue", partial(draw_by_group, "class")),
    Figure("by-outlet", "Reproduced at least in part, by outlet", draw_rates, size=(7.0, 6.0)),
)
