"""Whether scores tell successes from failures."""

from __future__ import annotations

import pytest

from rubrary.statistics import UnsuitableData, cohens_d, readiness_and_outcome

_LABELS = [True, True, True, False, False, False]
_SCORES = [60.0, 80.0, 70.0, 20.0, 75.0, 10.0]


def test_the_two_classes_are_described_and_compared() -> None:
    found = readiness_and_outcome(_LABELS, _SCORES)
    assert (found.positive.n, found.positive.mean, found.positive.median) == (3, 70, 70)
    assert (found.negative.n, found.negative.mean, found.negative.median) == (3, 35, 20)
    assert found.auc.estimate == pytest.approx(7 / 9)
    assert found.mann_whitney.statistic == 7
    assert found.cohens_d == pytest.approx(cohens_d([60, 80, 70], [20, 75, 10]))
    assert found.correlation.statistic > 0


def test_turning_the_labels_turns_every_sign() -> None:
    found = readiness_and_outcome([not label for label in _LABELS], _SCORES, resamples=0)
    assert found.auc.estimate == pytest.approx(2 / 9)
    assert found.cohens_d < 0
    assert found.correlation.statistic < 0


@pytest.mark.parametrize(
    ("labels", "scores", "words"),
    [
        ([True, True], [1, 2], "all 2 labels are true"),
        ([True, False, False], [1, 2, 3], "first group: 2 or more values are needed, and there is 1"),
        ([True, True, False, False], [5, 5, 5, 5], "nothing varies"),
    ],
)
def test_what_cannot_be_compared(labels: list[bool], scores: list[float], words: str) -> None:
    with pytest.raises(UnsuitableData, match=words):
        readiness_and_outcome(labels, scores)
