"""The repositories of the study, each with its outcome, sub-metrics and printed category scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from rubrary.assessment import Measurement, Score
from rubrary.checks.data import Columns, Data
from rubrary.errors import NotFound
from rubrary.rubric import Policy
from rubrary.scoring import composite, rounded, score_sheet

#: The failure modes in the order of the paper's tables.
MODES = ("success", "install_dep", "missing_module", "missing_data", "code_error")
#: The categories, by the letters that the paper gives them.
CATEGORIES = {
    "E": "environment specification",
    "A": "data accessibility",
    "D": "documentation",
    "C": "code portability",
    "S": "reproducibility signals",
}
RUBRIC = "reproscore@1.0.0"


@dataclass(frozen=True, slots=True)
class Repository:
    """One scored and executed repository.

    Attributes:
        mode: how its notebooks ended.
        executed: notebooks that were run.
        succeeded: those that ran to their end.
        values: its 26 sub-metrics.
        printed: its category scores as printed, with two decimals.
        readiness: its RRS with its categories, from the sub-metrics.
    """

    mode: str
    executed: float
    succeeded: float
    values: Mapping[str, float]
    printed: Mapping[str, float]
    readiness: Score

    @property
    def success(self) -> bool:
        """Whether its notebooks ran without an error."""
        return self.mode == "success"


@dataclass(frozen=True)
class Sample:
    """All repositories of which the registry holds the outcome, the sub-metrics and the printed scores."""

    policy: Policy
    repositories: tuple[Repository, ...]

    @cached_property
    def success(self) -> tuple[bool, ...]:
        """Which repositories ran without an error."""
        return tuple(one.success for one in self.repositories)

    def of(self, mode: str) -> tuple[Repository, ...]:
        """The repositories of one failure mode."""
        return tuple(one for one in self.repositories if one.mode == mode)

    def printed(self, category: str) -> tuple[float, ...]:
        """The printed scores of a category."""
        return tuple(one.printed[category] for one in self.repositories)

    def printed_by_mode(self, category: str) -> dict[str, tuple[float, ...]]:
        """The same by failure mode.

        Raises:
            NotFound: a mode has no repository.
        """
        return self.by_mode(self.printed(category))

    def sub_metric(self, name: str) -> tuple[float, ...]:
        """The values of a sub-metric."""
        return tuple(one.values[name] for one in self.repositories)

    @cached_property
    def outcomes(self) -> tuple[Score, ...]:
        """The outcome score (ROS) of each repository, from the four probes that its failure mode gives."""
        return tuple(_outcome(self.policy, one) for one in self.repositories)

    @cached_property
    def composites(self) -> tuple[Score, ...]:
        """The composite (RCS) of each repository."""
        pairs = zip(self.repositories, self.outcomes, strict=True)
        return tuple(composite(self.policy, one.readiness, outcome) for one, outcome in pairs)

    def by_mode(self, values: Iterable[float]) -> dict[str, tuple[float, ...]]:
        """Values of the repositories, in their order, by failure mode.

        Raises:
            NotFound: a mode has no repository.
        """
        pairs = list(zip(self.repositories, values, strict=True))
        groups = {mode: tuple(value for one, value in pairs if one.mode == mode) for mode in MODES}
        if empty := [mode for mode, group in groups.items() if not group]:
            raise NotFound(f"the registry has no repository of mode {', '.join(empty)}")
        return groups

    def shown(self, score: Score) -> float:
        """A score as the authors print it: with two decimals. Ranks, and so ties, are those of printed scores."""
        return float(rounded(score.value, self.policy.rounding))


def sample(data: Data) -> Sample:
    """The study's repositories; one that the registry holds in part is left out.

    Raises:
        NotFound: it holds none, or not the rubric version.
    """
    policy = data.rubric(RUBRIC).policy
    values = _table(data["measurements"], "criterion")
    printed = _table(data["published"], "category")
    wanted = {criterion.id for criterion in policy.criteria if criterion.dimension}
    found = []
    attempts = data["attempts"]
    columns = (
        attempts.texts("id"),
        attempts.texts("mode"),
        *map(attempts.numbers, ("executed", "succeeded")),
    )
    for name, mode, executed, succeeded in zip(*columns, strict=True):
        if wanted <= values.get(name, {}).keys() and CATEGORIES.keys() <= printed.get(name, {}).keys():
            readiness = _readiness(policy, values[name])
            found.append(Repository(mode, executed, succeeded, values[name], printed[name], readiness))
    if not found:
        raise NotFound("no repository has an outcome, sub-metrics and printed scores")
    return Sample(policy, tuple(found))


def probes(one: Repository) -> dict[str, float]:
    """The execution probes I, X, N and E′ that the failure mode and the counts of notebooks give.

    Installation failed where the mode says so, execution succeeded only in ``success``, imports failed in
    ``missing_module``; notebooks is the share that ran to its end. Determinism and tests were not looked at.
    """
    return {
        "install": 0.0 if one.mode == "install_dep" else 100.0,
        "execution": 100.0 if one.success else 0.0,
        "notebooks": 100 * one.succeeded / one.executed if one.executed else 0.0,
        "imports": 0.0 if one.mode == "missing_module" else 100.0,
    }


def _outcome(policy: Policy, one: Repository) -> Score:
    measurements = [Measurement(name, value=value) for name, value in probes(one).items()]
    return next(score for score in score_sheet(policy, measurements) if score.metric == "ROS")


def _readiness(policy: Policy, values: Mapping[str, float]) -> Score:
    measurements = [Measurement(name, value=value) for name, value in values.items()]
    return next(score for score in score_sheet(policy, measurements) if score.metric == "RRS")


def _table(rows: Columns, key: str) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for name, column, value in zip(rows.texts("id"), rows.texts(key), rows.numbers("value"), strict=True):
        found.setdefault(name, {})[column] = value
    return found
