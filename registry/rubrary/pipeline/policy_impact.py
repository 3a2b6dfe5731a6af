"""What a change of policy does to the scores on record.

Every stored run is scored from its measurements under both policies, and the two scores are compared. What the
deposits state as scores is not used, so policies differ here and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from rubrary.assessment import Score
from rubrary.errors import InputError
from rubrary.pipeline.stored_runs import StoredComposite, StoredRun
from rubrary.rubric import Criterion, Policy, RubricVersion
from rubrary.scoring import composite, score_sheet
from rubrary.statistics import TestResult, UnsuitableData, kendall, spearman

#: Two ways of adding up the same numbers agree this closely.
_SAME = 1e-9


@dataclass(frozen=True, slots=True)
class Move:
    """One score under both policies.

    Attributes:
        run: IRI of the run (or composite) that it is a score of.
        subject: IRI of what was looked at.
        before: the score under the earlier policy, unrounded.
        after: the score under the later one.
    """

    run: str
    subject: str
    before: float
    after: float

    @property
    def shift(self) -> float:
        """How far it moved, up or down."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class MetricImpact:
    """What happens to one score that both policies have.

    Attributes:
        metric: its id.
        moves: every score, moved or not, in the order of the ledger; never empty.
        spearman: rank correlation ρ of the scores before and after; ``None`` where it is not defined.
        kendall: rank correlation τ-b likewise.
        undefined: why a correlation is not defined.
    """

    metric: str
    moves: tuple[Move, ...]
    spearman: TestResult | None
    kendall: TestResult | None
    undefined: str | None = None

    @property
    def moved(self) -> tuple[Move, ...]:
        """The scores that are not the same, the largest shift first."""
        found = [move for move in self.moves if abs(move.shift) > _SAME]
        return tuple(sorted(found, key=lambda move: (-abs(move.shift), move.run)))

    @property
    def mean_shift(self) -> float:
        """Mean of all shifts, signs kept."""
        return fmean(move.shift for move in self.moves)

    @property
    def mean_distance(self) -> float:
        """Mean of all shifts, signs dropped."""
        return fmean(abs(move.shift) for move in self.moves)

    @property
    def zeros(self) -> tuple[int, int]:
        """How many scores are exactly 0 before and after."""
        return sum(move.before == 0 for move in self.moves), sum(move.after == 0 for move in self.moves)

    def rises_to(self, threshold: float) -> tuple[Move, ...]:
        """The scores that were below the threshold and are not any more."""
        return tuple(move for move in self.moves if move.before < threshold <= move.after)

    def falls_below(self, threshold: float) -> tuple[Move, ...]:
        """The scores that were not below the threshold and now are."""
        return tuple(move for move in self.moves if move.after < threshold <= move.before)


@dataclass(frozen=True, slots=True)
class Impact:
    """What a change of policy does to a registry.

    Attributes:
        runs: how many runs were scored under both policies.
        metrics: one for each score that both policies have and that any run defines under both.
        unfit: runs whose measurements one of the policies cannot take, with the reason.
    """

    runs: int
    metrics: tuple[MetricImpact, ...]
    unfit: tuple[tuple[str, str], ...] = ()


def fitting(
    before: RubricVersion, after: RubricVersion, known: Iterable[RubricVersion]
) -> tuple[RubricVersion, ...]:
    """The versions whose runs say something under both policies: these two, and those that ask the same.

    Another version fits when it shares criteria with both, and asks each shared one in the same words on the
    same scale: the same id in an unrelated checklist is another question.
    """
    found = {before.iri: before, after.iri: after}
    for version in known:
        if all(_asks_alike(version.policy, one.policy) for one in (before, after)):
            found.setdefault(version.iri, version)
    return tuple(found.values())


def _asks_alike(one: Policy, other: Policy) -> bool:
    mine, yours = _criteria(one), _criteria(other)
    shared = mine.keys() & yours.keys()
    return bool(shared) and all(
        (mine[key].question, mine[key].scale) == (yours[key].question, yours[key].scale) for key in shared
    )


def _criteria(policy: Policy) -> dict[str, Criterion]:
    return {criterion.id: criterion for criterion in policy.criteria}


def impact(
    before: Policy,
    after: Policy,
    stored: Iterable[StoredRun | StoredComposite],
    done: Callable[[], None] = lambda: None,
) -> Impact:
    """Score everything under both policies.

    A criterion that a policy does not have is passed over for it; one that was not measured stays missing, and
    is never zero.

    Args:
        before: the policy to compare with.
        after: the policy that is looked at.
        stored: runs, and the composites of their scores in any place among them.
        done: called after each.
    """
    table = _Table(before, after)
    composites: list[StoredComposite] = []
    for one in stored:
        if isinstance(one, StoredRun):
            table.add(one)
        else:
            composites.append(one)
        done()
    for one in composites:
        table.add_composite(one)
    return table.impact()


@dataclass
class _Table:
    """The scores under both policies, run by run."""

    before: Policy
    after: Policy
    runs: int = 0
    moves: dict[str, list[Move]] = field(default_factory=dict)
    unfit: list[tuple[str, str]] = field(default_factory=list)
    by_score: dict[str, tuple[Mapping[str, Score], Mapping[str, Score]]] = field(default_factory=dict)

    def add(self, run: StoredRun) -> None:
        try:
            sheets = _sheet(self.before, run), _sheet(self.after, run)
        except InputError as error:
            self.unfit.append((run.iri, error.message))
            return
        self.runs += 1
        self.by_score.update(dict.fromkeys(run.scores, sheets))
        for metric in sheets[0].keys() & sheets[1].keys():
            self._note(metric, run, sheets[0][metric], sheets[1][metric])

    def add_composite(self, one: StoredComposite) -> None:
        if one.readiness not in self.by_score or one.outcome not in self.by_score:
            return  # its parts were withdrawn, or made under another rubric
        found: dict[str, list[Score]] = {}
        for side, policy in enumerate((self.before, self.after)):
            readiness, outcome = self.by_score[one.readiness][side], self.by_score[one.outcome][side]
            for score in _blends(policy, readiness, outcome):
                found.setdefault(score.metric, []).append(score)
        for metric, scores in found.items():
            if len(scores) == 2:
                self._note(metric, one, *scores)

    def _note(self, metric: str, run: StoredRun | StoredComposite, before: Score, after: Score) -> None:
        move = Move(run.iri, run.subject, before.value, after.value)
        self.moves.setdefault(metric, []).append(move)

    def impact(self) -> Impact:
        """All of it, the scores in the order of the earlier policy."""
        metrics = (
            _metric(rule.id, self.moves[rule.id]) for rule in self.before.scores if rule.id in self.moves
        )
        return Impact(self.runs, tuple(metrics), tuple(self.unfit))


def _sheet(policy: Policy, run: StoredRun) -> dict[str, Score]:
    known = _criteria(policy)
    asked = [measurement for measurement in run.measurements if measurement.criterion in known]
    return {score.metric: score for score in score_sheet(policy, asked)}


def _blends(policy: Policy, readiness: Mapping[str, Score], outcome: Mapping[str, Score]) -> Iterable[Score]:
    for rule in policy.scores:
        if len(rule.of) == 2 and rule.of[0] in readiness and rule.of[1] in outcome:
            yield composite(policy, readiness[rule.of[0]], outcome[rule.of[1]])


def _metric(metric: str, moves: Sequence[Move]) -> MetricImpact:
    first, second = [move.before for move in moves], [move.after for move in moves]
    try:
        return MetricImpact(metric, tuple(moves), spearman(first, second), kendall(first, second))
    except UnsuitableData as error:
        return MetricImpact(metric, tuple(moves), None, None, error.message)
