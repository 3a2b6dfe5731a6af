"""Which number a changed rubric needs."""

from __future__ import annotations

import pytest

from policy_samples import CHECKLIST, SMALL, changed, read
from rubrary.pipeline.policy_diff import diff
from rubrary.pipeline.version_advice import Advice, Level, advise


def advice(text: str, *pairs: tuple[str, str]) -> Advice:
    return advise(diff(read(text), changed(text, *pairs)))


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (SMALL, "threshold: 40", "threshold: 30"),
        (SMALL, "points: 20", "points: 15"),
        (SMALL, "tiers: [0, 50, 100]", "tiers: [0, 100]"),
        (SMALL, "alpha_max: 0.7", "alpha_max: 0.6"),
        (SMALL, "  - {id: nothing,", "  - {id: none,"),
        (CHECKLIST, "over: [seeds, machine]", "over: [seeds]"),
        (CHECKLIST, "{id: kind,", "{id: sort,"),
        (CHECKLIST, "theory, experiment", "theory"),
    ],
)
def test_what_can_change_a_score_or_is_gone_is_major(text: str, old: str, new: str) -> None:
    assert advice(text, (old, new)).level is Level.MAJOR


def test_a_new_criterion_is_major_where_an_earlier_score_counts_it() -> None:
    line = (
        "  - {id: more, dimension: D, weight: 0, question: Is there more?, scale: {kind: binary}}\npenalties:"
    )
    found = advice(SMALL, ("penalties:", line))
    assert found.level is Level.MAJOR
    assert found.reasons[0].text == "the criterion more is new and counts in a score that was there before"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "scores:",
            "  - {id: more, question: Is there more?, scale: {kind: nominal, answers: [a, b]}}\nscores:",
        ),
        ("scores:", "scores:\n  - {id: both, method: all-of, over: [seeds, machine]}"),
        ("theory, experiment", "theory, experiment, both"),
        ("license:", "rounding: {decimals: 0}\nlicense:"),
        ("{id: kind,", "{id: kind, detector: paper_kind,"),
    ],
)
def test_what_is_new_and_changes_no_earlier_score_is_minor(old: str, new: str) -> None:
    assert advice(CHECKLIST, (old, new)).level is Level.MINOR


def test_words_are_a_patch() -> None:
    assert advice(SMALL, ("title: A small rubric", "title: Ours")).level is Level.PATCH
    asked = advice(SMALL, ("Did it run?", "Did it run at all?"))
    assert asked.level is Level.PATCH
    assert "major, should it now ask something else" in asked.reasons[0].text


def test_nothing_changed_asks_for_nothing() -> None:
    assert advice(SMALL) == Advice(None, (), "1.0.0", enough=True)


@pytest.mark.parametrize(
    ("number", "change", "least"),
    [
        ("1.2.3", ("threshold: 40", "threshold: 30"), "2.0.0"),
        ("1.2.3", ("license:", "rounding: {decimals: 0}\nlicense:"), "1.3.0"),
        ("1.2.3", ("A small", "The small"), "1.2.4"),
        ("0.2.3", ("threshold: 40", "threshold: 30"), "0.3.0"),
        ('"1.2"', ("A small", "The small"), "1.2.1"),
        ("2.0.0-rc.1", ("threshold: 40", "threshold: 30"), "2.0.0-rc.2"),
    ],
)
def test_the_least_number_follows_semantic_versioning(
    number: str, change: tuple[str, str], least: str
) -> None:
    text = SMALL.replace("version: 1.0.0", f"version: {number}")
    found = advice(text, change)
    assert found.least == least
    assert not found.enough
    assert advice(text, change, (f"version: {number}", f"version: {least}")).enough


def test_the_largest_steps_come_first() -> None:
    found = advice(SMALL, ("A small", "The small"), ("threshold: 40", "threshold: 30"))
    assert [reason.level for reason in found.reasons] == [Level.MAJOR, Level.PATCH]


def test_between_different_rubrics_a_number_is_neither_enough_nor_too_small() -> None:
    assert advise(diff(read(SMALL), read(CHECKLIST))).enough is None
