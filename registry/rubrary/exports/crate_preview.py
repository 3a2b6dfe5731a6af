"""The page of a bundle, for people who open the folder: ``ro-crate-preview.html``.

Everything on it comes from depositors, so the template escapes every value, only web addresses become links,
and the page forbids itself scripts and anything from elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from rubrary.exports.crate_entities import is_web_address
from rubrary.exports.crate_facts import BundleFacts, FoundMeasurement, FoundScore, Run
from rubrary.graph.read import local_id
from rubrary.rubric import RubricVersion, policy_digest
from rubrary.rubric.number import shortest
from rubrary.schemes import label_of
from rubrary.scoring.rounding import rounded
from rubrary.terms import dcterms, foaf, rub, schema


@dataclass(frozen=True, slots=True)
class _ScoreLine:
    iri: str
    name: str
    origin: str
    value: str
    coverage: str | None
    bounds: str | None
    contribution: str | None
    unclamped: str | None


@dataclass(frozen=True, slots=True)
class _MeasurementLine:
    title: str
    dimension: str
    weight: str
    value: str
    status: str
    found: FoundMeasurement


@dataclass(frozen=True, slots=True)
class _AttemptLine:
    iri: str
    name: str
    outcomes: str
    failure: str | None
    ended: str | None
    scores: list[_ScoreLine]


def preview_html(version: RubricVersion, facts: BundleFacts, parts: list[tuple[str, str, int, str]]) -> bytes:
    """The page in UTF-8.

    Args:
        version: the rubric version.
        facts: what the deposits say.
        parts: path, name, size in bytes and SHA-256 of each file of the bundle.
    """
    page, run = _Page(version, facts), facts.assessment
    paper = run.one("aboutPaper")
    instrument = run.one("instrument") or ""
    html = _template().render(
        version=version,
        digest=policy_digest(version.policy),
        run=run,
        snapshot=run.snapshots[0],
        name=facts.snapshot_name(run.snapshots[0]),
        swhid=facts.all.one(run.snapshots[0], rub.swhid),
        paper=paper,
        paper_title=(facts.title(paper) if paper else None) or paper,
        study=run.study,
        study_title=(facts.title(run.study) if run.study else None) or run.study,
        study_source=facts.all.one(run.study, dcterms.source) if run.study else None,
        agent=(facts.all.one(run.agent, foaf.name) if run.agent else None) or run.agent,
        instrument=facts.all.one(instrument, foaf.name) or instrument,
        instrument_version=facts.all.one(instrument, schema.softwareVersion),
        instrument_digest=run.one("instrumentDigest"),
        method=label_of(run.one("method") or ""),
        scores=[page.score(score) for score in run.scores if not score.dimension],
        dimensions=page.dimensions(run),
        composites=[page.score(score) for score in facts.composites],
        headline=page.score(facts.headline) if facts.headline else None,
        measurements=[page.measurement(found) for found in run.measurements],
        attempts=[page.attempt(attempt) for attempt in facts.attempts],
        policy=version.policy,
        parts=parts,
    )
    return html.encode()


class _Page:
    def __init__(self, version: RubricVersion, facts: BundleFacts) -> None:
        self._version = version
        self._facts = facts
        self._criteria = {one.id: one for one in version.policy.criteria}
        self._dimensions = {one.id: one.title for one in version.policy.dimensions}

    def _shown(self, value: float | None) -> str:
        return "not applicable" if value is None else str(rounded(value, self._version.policy.rounding))

    def score(self, score: FoundScore) -> _ScoreLine:
        numbers = score.numbers
        dimension = local_id(score.dimension) if score.dimension else None
        bounds = [self._shown(numbers[name]) for name in ("lower", "upper") if name in numbers]
        return _ScoreLine(
            iri=score.iri,
            name=self._dimensions.get(dimension, dimension) if dimension else local_id(score.metric),
            origin=score.origin,
            value=self._shown(score.value),
            coverage=f"{numbers['coverage']:.0%}" if "coverage" in numbers else None,
            bounds=" to ".join(bounds) if len(bounds) == 2 else None,
            contribution=self._shown(numbers["contribution"]) if "contribution" in numbers else None,
            unclamped=self._shown(numbers["unclamped"])
            if numbers.get("unclamped", score.value) != score.value
            else None,
        )

    def dimensions(self, run: Run) -> list[_ScoreLine]:
        """The scores of the dimensions in the policy's order, the computed ones first."""
        order = list(self._dimensions)
        found = [(local_id(score.dimension), score) for score in run.scores if score.dimension]
        found.sort(
            key=lambda pair: (pair[1].published, order.index(pair[0]) if pair[0] in order else len(order))
        )
        return [self.score(score) for _, score in found]

    def measurement(self, found: FoundMeasurement) -> _MeasurementLine:
        measured = found.measurement
        criterion = self._criteria.get(measured.criterion)
        dimension = criterion.dimension if criterion else None
        value = measured.notation or ""
        return _MeasurementLine(
            title=criterion.title if criterion else measured.criterion,
            dimension=self._dimensions.get(dimension, "") if dimension else "",
            weight=shortest(criterion.weight) if criterion else "",
            value=f"{measured.value:g}" if measured.value is not None else value,
            status=measured.status.value.replace("-", " "),
            found=found,
        )

    def attempt(self, run: Run) -> _AttemptLine:
        outcomes = sorted({value.value for value in run.facts.values(run.iri, rub.outcome)})
        return _AttemptLine(
            iri=run.iri,
            name=", ".join(map(self._facts.snapshot_name, run.snapshots)),
            outcomes=", ".join(map(label_of, outcomes)),
            failure=run.one("failureMessage"),
            ended=run.ended,
            scores=[self.score(score) for score in run.scores],
        )


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("rubrary.exports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.tests["web_address"] = is_web_address
    return environment.get_template("preview.html")
