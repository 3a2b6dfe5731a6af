"""The policy changed, the repositories scored anew, and how well that tells success from failure.

Weights, gates and penalties act on the scores of the five categories, which are the same under every change
made here. So the repositories are scored from these under a policy whose only criteria are the categories (and
what a penalty looks at): the same arithmetic of :mod:`rubrary.scoring`, a tenth of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import product

from rubrary.assessment import Measurement
from rubrary.checks.data import Data
from rubrary.checks.reproscore.sample import CATEGORIES, Sample, sample
from rubrary.resources import data_folder
from rubrary.rubric import Criterion, Dimension, Gate, Policy, Scale, ScaleKind, read_rubric
from rubrary.scoring import score_sheet
from rubrary.statistics import auc, kendall

Weights = Mapping[str, float]

_WHOLE = Scale(ScaleKind.CONTINUOUS)
#: Which penalty looks at which category: E and A by their scores, S by its seeds.
_OWN_PENALTY = {"E": "no_environment", "A": "no_data", "S": "no_seeds"}


@dataclass(frozen=True)
class Rescorer:
    """Scores all repositories under a changed policy.

    Attributes:
        sample: the repositories.
        policy: the published policy with the categories as criteria.
        sheets: what was measured, one a repository.
    """

    sample: Sample
    policy: Policy
    sheets: tuple[tuple[Measurement, ...], ...]

    def scores(self, policy: Policy) -> tuple[float, ...]:
        """The RRS of each repository, with two decimals."""
        return tuple(self.sample.shown(score_sheet(policy, sheet)[0]) for sheet in self.sheets)

    def area(self, policy: Policy) -> float:
        """AUC of success against failure under a policy."""
        return auc(self.sample.success, self.scores(policy), resamples=0).estimate

    def weighted(self, weights: Weights) -> Policy:
        """The policy with other weights of its categories."""
        return changed(self.policy, lambda part: replace(part, weight=_decimal(weights[part.id])))

    @property
    def weights(self) -> dict[str, float]:
        """The published weights."""
        return {part.id: float(part.weight) for part in self.policy.dimensions}


def rescorer(data: Data) -> Rescorer:
    """The study's repositories, ready to be scored anew."""
    found = data.derived(sample)
    looked_at = [
        found.policy.criterion(penalty.on)
        for penalty in found.policy.penalties
        if penalty.on not in CATEGORIES
    ]
    policy = replace(
        found.policy,
        criteria=(
            *(_category(part) for part in found.policy.dimensions),
            *(replace(criterion, dimension=None) for criterion in looked_at),
        ),
        scores=tuple(rule for rule in found.policy.scores if rule.id == "RRS"),
    )
    sheets = tuple(
        (
            *(Measurement(part.dimension, value=part.raw) for part in one.readiness.dimensions),
            *(Measurement(criterion.id, value=one.values[criterion.id]) for criterion in looked_at),
        )
        for one in found.repositories
    )
    return Rescorer(found, policy, sheets)


def changed(policy: Policy, change: Callable[[Dimension], Dimension]) -> Policy:
    """The policy with each category changed."""
    return replace(policy, dimensions=tuple(map(change, policy.dimensions)))


def without(scorer: Rescorer, category: str) -> Policy:
    """The policy without a category: its penalty goes with it, its weight is shared among the others."""
    rest = 1 - scorer.weights[category]
    weights = {name: 0 if name == category else weight / rest for name, weight in scorer.weights.items()}
    return replace(
        scorer.weighted(weights),
        penalties=tuple(part for part in scorer.policy.penalties if part.id != _OWN_PENALTY.get(category)),
    )


def rescaled(scorer: Rescorer, category: str, factor: float) -> Policy:
    """The policy with the weight of one category multiplied, the others sharing what remains of 1."""
    weight = scorer.weights[category] * factor
    share = (1 - weight) / (1 - scorer.weights[category])
    return scorer.weighted(
        {name: weight if name == category else other * share for name, other in scorer.weights.items()}
    )


def gated(policy: Policy, *, threshold: float | None = None, exponent: float | None = None) -> Policy:
    """The policy with one threshold τ, or one exponent k, for the gates of all categories."""

    def change(part: Dimension) -> Dimension:
        if part.gate is None:
            return part
        tau = part.gate.threshold if threshold is None else _decimal(threshold)
        return replace(part, gate=Gate(tau, part.gate.exponent if exponent is None else _decimal(exponent)))

    return changed(policy, change)


#: How the weight of a category is multiplied: 20 factors, evenly from a half to one and a half.
FACTORS = tuple(0.5 + step / 19 for step in range(20))


def stability(data: Data) -> dict[str, tuple[float, ...]]:
    """For each category Kendall's τ between the published ranking and that of each of ``FACTORS``."""
    scorer = data.derived(rescorer)
    published = scorer.scores(scorer.policy)
    return {
        name: tuple(
            kendall(published, scorer.scores(rescaled(scorer, name, factor))).statistic for factor in FACTORS
        )
        for name in CATEGORIES
    }


def weight_grid(data: Data) -> dict[tuple[int, ...], float]:
    """AUC for each way to share ten tenths among the five categories, each having one at least."""
    scorer = data.derived(rescorer)
    tenths = [found for found in product(range(1, 7), repeat=5) if sum(found) == 10]
    return {
        found: scorer.area(
            scorer.weighted({name: part / 10 for name, part in zip(CATEGORIES, found, strict=True)})
        )
        for found in tenths
    }


#: The thresholds of the gate sweep.
THRESHOLDS = tuple(range(10, 75, 5))


def gate_sweep(data: Data) -> dict[int, float]:
    """AUC with one threshold for the gates of all categories, for each of ``THRESHOLDS``."""
    scorer = data.derived(rescorer)
    return {threshold: scorer.area(gated(scorer.policy, threshold=threshold)) for threshold in THRESHOLDS}


def leave_one_out(data: Data) -> dict[str, float]:
    """AUC without each of the categories."""
    scorer = data.derived(rescorer)
    return {name: scorer.area(without(scorer, name)) for name in CATEGORIES}


def bioinformatics(data: Data) -> tuple[float, ...]:
    """The RRS of each repository under the community rubric that the paper shows."""
    scorer = data.derived(rescorer)
    path = data_folder("examples") / "rubrics" / "bioinformatics-v1.yaml"
    text = path.read_text(encoding="utf-8")
    community = read_rubric(text, source=path.name, base="https://w3id.org/rubrary/", baselines=data.rubric)
    parts = {part.id: part for part in community.policy.dimensions}
    return scorer.scores(changed(scorer.policy, lambda part: parts[part.id]))


def _category(part: Dimension) -> Criterion:
    return Criterion(part.id, part.title, part.title, part.id, Decimal(1), _WHOLE)


def _decimal(value: float) -> Decimal:
    return Decimal(repr(value))
