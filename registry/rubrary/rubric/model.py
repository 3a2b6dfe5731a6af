"""A rubric version: the policy that judges, and what is said about it.

Weights, thresholds and points are ``Decimal``: they are what a person wrote, so 0.30 is exactly 0.3.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

from rubrary.errors import Place, Problem

#: How far from 1 a sum of weights may be. The published rubrics are read with this tolerance.
SUM_TOLERANCE = Decimal("0.01")


class ScaleKind(StrEnum):
    """Which values a scale has."""

    BINARY = "binary"
    TIERED = "tiered"
    CONTINUOUS = "continuous"
    NOMINAL = "nominal"
    COUNT = "count"
    QUANTITY = "quantity"


class PolicyStatus(StrEnum):
    """How a rubric file stands to its source. The notations of the scheme ``rubric-status``."""

    AS_PUBLISHED = "as-published"
    RECONSTRUCTED = "reconstructed"


class Method(StrEnum):
    """How a score is derived. The notations of the scheme ``aggregation``; ``rubrary.scoring`` does each."""

    GATED_WEIGHTED_SUM = "gated-weighted-sum"
    WEIGHTED_MEAN_OF_AVAILABLE = "weighted-mean-of-available"
    COVERAGE_BLEND = "coverage-blend"
    COMPLETENESS = "completeness"
    COUNT_PRESENT = "count-present"
    ALL_OF = "all-of"
    MINIMUM_TIER = "minimum-tier"
    WEIGHTED_TREE = "weighted-tree"


class RoundingMode(StrEnum):
    """How a score is rounded when it is shown."""

    HALF_EVEN = "half-even"


@dataclass(frozen=True, slots=True)
class Gate:
    """What holds a weak dimension down: below ``threshold`` τ a raw value x counts (x/τ)^k · τ.

    Attributes:
        threshold: τ, above 0, at most 100.
        exponent: k, at least 1; 1 means no gate.
    """

    threshold: Decimal
    exponent: Decimal


@dataclass(frozen=True, slots=True)
class Dimension:
    """A part of a score's profile.

    Attributes:
        id: unique in its rubric version.
        title: its name for people.
        weight: its share of the score, 0 to 1; in a tree its weight beside its siblings, at least 0.
        gate: what holds it down when it is weak; ``None`` counts it as it is.
        description: what it covers.
        parent: id of the dimension that it is a part of, in a tree.
    """

    id: str
    title: str
    weight: Decimal
    gate: Gate | None = None
    description: str | None = None
    parent: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer on a nominal scale; ``value`` is the number that it counts as, if it counts as one."""

    notation: str
    value: Decimal | None = None

    def __str__(self) -> str:
        """``present (1)``, or the notation alone."""
        return self.notation if self.value is None else f"{self.notation} ({self.value:f})"


@dataclass(frozen=True, slots=True)
class Scale:
    """The values a criterion can have.

    Attributes:
        kind: binary (only the two ends), tiered, continuous, nominal (answers in words), count (a whole
            number), or quantity (any number from the least on).
        minimum: the least value; on a nominal scale the least number that an answer counts as.
        maximum: the greatest value; ``None`` where there is none: answers that are no numbers, counts.
        tiers: all values of a tiered scale, ascending; empty when the tiers are not listed.
        answers: all answers of a nominal scale, in the order of the file.
        scheme: name of the SKOS scheme whose concepts the answers are, by their notations.
    """

    kind: ScaleKind
    minimum: Decimal = Decimal(0)
    maximum: Decimal | None = Decimal(100)
    tiers: tuple[Decimal, ...] = ()
    answers: tuple[Answer, ...] = ()
    scheme: str | None = None

    def admits(self, value: float) -> bool:
        """Whether a measurement on this scale can count as that number (no NaN)."""
        if self.answers:
            return value in {float(answer.value) for answer in self.answers if answer.value is not None}
        if self.kind is ScaleKind.BINARY:
            return value in {float(self.minimum), float(self.maximum or 0)}
        if self.tiers:
            return value in {float(tier) for tier in self.tiers}
        if self.kind is ScaleKind.COUNT and not float(value).is_integer():
            return False
        return float(self.minimum) <= value and (self.maximum is None or value <= float(self.maximum))

    def answer(self, notation: str) -> Answer | None:
        """The answer with that notation; ``None`` when the scale has no such answer."""
        return next((answer for answer in self.answers if answer.notation == notation), None)

    def __str__(self) -> str:
        """The scale in words: ``tiered: 0, 50, 100``."""
        if self.answers:
            values = [str(answer) for answer in self.answers]
        elif self.tiers:
            values = [f"{tier:f}" for tier in self.tiers]
        elif self.maximum is None:
            values = [f"{self.minimum:f} or more"]
        else:
            joint = " or " if self.kind is ScaleKind.BINARY else " to "
            values = [f"{self.minimum:f}{joint}{self.maximum:f}"]
        return f"{self.kind}: {', '.join(values)}"


@dataclass(frozen=True, slots=True)
class Criterion:
    """A question that is answered about a snapshot.

    Attributes:
        id: unique in its rubric version.
        title: its name for people.
        question: what is asked, in plain words.
        dimension: id of the dimension it counts in; ``None`` for a probe, which score rules name themselves.
        weight: its share of its dimension, or of the rules that name it, 0 to 1; in a tree its weight beside
            its siblings, at least 0.
        scale: the values it can have.
        detector: id of the detector that answers it; ``None`` when people do.
        stand_in: the value that stands for "not applicable"; ``None`` leaves the criterion out instead and
            shares its weight among the others.
    """

    id: str
    title: str
    question: str
    dimension: str | None
    weight: Decimal
    scale: Scale
    detector: str | None = None
    stand_in: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points that are taken off when a value is strictly below a threshold.

    Attributes:
        id: unique among the penalties.
        on: id of the dimension (its raw value counts) or criterion that is looked at.
        below: the threshold, 0 to 100.
        points: what is taken off, 0 to 100.
        title: its name for people.
    """

    id: str
    on: str
    below: Decimal
    points: Decimal
    title: str


@dataclass(frozen=True, slots=True)
class Top:
    """The tier above all criteria's, and its condition.

    Attributes:
        criterion: id of the criterion that must stand at the top of its scale, as must all others.
        tier: what the score is then.
    """

    criterion: str
    tier: Decimal


@dataclass(frozen=True, slots=True)
class ScoreRule:
    """How one score is derived.

    Attributes:
        id: unique in its rubric version (``RRS``).
        title: its name for people.
        method: how.
        clamp_minimum: the least value the score may have.
        clamp_maximum: the greatest.
        over: ids of the criteria it looks at; empty for methods that use dimensions or other scores.
        of: ids of the two scores it blends, readiness first; else empty.
        alpha_minimum: least weight of the second score in a blend, 0 to 1; ``None`` elsewhere.
        alpha_maximum: its weight at full coverage, at least ``alpha_minimum``; ``None`` elsewhere.
        top: what lifts a minimum tier above its criteria; ``None`` elsewhere.
    """

    id: str
    title: str
    method: Method
    clamp_minimum: Decimal = Decimal(0)
    clamp_maximum: Decimal = Decimal(100)
    over: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    alpha_minimum: Decimal | None = None
    alpha_maximum: Decimal | None = None
    top: Top | None = None


@dataclass(frozen=True, slots=True)
class Rounding:
    """How scores are rounded for people. What is stored is never rounded.

    Attributes:
        decimals: digits after the point, 0 to 10.
        mode: what happens to a value half-way.
    """

    decimals: int = 2
    mode: RoundingMode = RoundingMode.HALF_EVEN


@dataclass(frozen=True, slots=True)
class Policy:
    """All that decides a score. Tuples keep the order of the file, which is the order of the arithmetic."""

    dimensions: tuple[Dimension, ...]
    criteria: tuple[Criterion, ...]
    penalties: tuple[Penalty, ...]
    scores: tuple[ScoreRule, ...]
    rounding: Rounding

    def criteria_of(self, dimension: str) -> tuple[Criterion, ...]:
        """The criteria that count in a dimension."""
        return tuple(criterion for criterion in self.criteria if criterion.dimension == dimension)

    def parts_of(self, dimension: str | None) -> tuple[Dimension, ...]:
        """The dimensions right below one, or with ``None`` those below no other."""
        return tuple(part for part in self.dimensions if part.parent == dimension)

    def criterion(self, identifier: str) -> Criterion:
        """The criterion with that id.

        Raises:
            KeyError: there is none.
        """
        for criterion in self.criteria:
            if criterion.id == identifier:
                return criterion
        raise KeyError(identifier)


@dataclass(frozen=True, slots=True)
class Change:
    """One field that an override sets; ``before`` is ``None`` for what the baseline does not have."""

    field: str
    before: str | None
    after: str

    def __str__(self) -> str:
        return f"{self.field} {self.before if self.before is not None else 'none'} → {self.after}"


@dataclass(frozen=True, slots=True)
class Override:
    """What a community changed in one part of its baseline, and why.

    Attributes:
        target: the part as the end of its IRI: ``E``, ``dep_pinning``, ``RCS``, ``penalty-no_environment``;
            empty for the rounding, which belongs to the rubric version itself.
        changes: the fields that differ.
        rationale: why, in the community's words.
        place: where the file makes the change.
    """

    target: str
    changes: tuple[Change, ...]
    rationale: str | None = None
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class RubricVersion:
    """An immutable, citable version of a rubric.

    Attributes:
        policy: what decides a score, with the baseline's part resolved.
        name: the rubric's name, the same in all versions.
        version: its version, as text.
        iri: identifies the version; ``<iri>#<id>`` its parts.
        title: its name for people.
        description: what it is for.
        license: SPDX identifier of the licence of the rubric's text.
        source: IRI of the publication that defines it.
        extends: IRI of the baseline it changes.
        overrides: what it changes there.
        source_text: the file, verbatim.
        status: how the file stands to its source; ``None`` where it does not say.
        missing: what the file lacks of its source, in words.
        warnings: what a curator should mend but need not.
    """

    policy: Policy
    name: str
    version: str
    iri: str
    title: str
    description: str | None
    license: str | None
    source: str | None
    extends: str | None
    overrides: tuple[Override, ...]
    source_text: str
    status: PolicyStatus | None = None
    missing: str | None = None
    warnings: tuple[Problem, ...] = ()

    @property
    def reference(self) -> str:
        """``name@version``, as ``extends`` names it."""
        return f"{self.name}@{self.version}"
