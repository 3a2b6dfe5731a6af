"""Cohen's κ."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubrary.statistics import UnsuitableData, cohens_kappa, compare_ratings

_answers = st.lists(st.sampled_from(["Y", "N", "NA"]), min_size=2, max_size=40).filter(
    lambda answers: len(set(answers)) > 1
)


def test_kappa_of_a_textbook_table() -> None:
    # 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: observed 0.7, by chance 0.5.
    first = ["Y"] * 25 + ["N"] * 25
    second = ["Y"] * 20 + ["N"] * 5 + ["Y"] * 10 + ["N"] * 15
    found = cohens_kappa(first, second)
    assert found.kappa == pytest.approx(0.4)
    assert (found.share, found.n) == (0.7, 50)
    assert found.low < 0.4 < found.high


@given(_answers)
def test_equal_raters_agree_fully(answers: list[str]) -> None:
    found = cohens_kappa(answers, answers)
    assert found.kappa == pytest.approx(1)
    assert found.share == 1
    assert found.high <= 1


@given(_answers, st.randoms())
def test_who_is_first_does_not_matter(answers: list[str], random: object) -> None:
    other = list(answers)
    random.shuffle(other)  # type: ignore[attr-defined]
    forward, back = cohens_kappa(answers, other), cohens_kappa(other, answers)
    assert forward.kappa == pytest.approx(back.kappa)
    assert -1 <= forward.low <= forward.kappa <= forward.high <= 1


def test_merging_counts_not_applicable_as_no() -> None:
    first, second = ["Y", "N", "NA", "N"], ["Y", "NA", "N", "N"]
    assert cohens_kappa(first, second).share == 0.5
    assert cohens_kappa(first, second, merge={"NA": "N"}).kappa == pytest.approx(1)


def test_one_answer_everywhere_has_no_kappa() -> None:
    with pytest.raises(UnsuitableData, match="both raters answered 'Y' to all 3 items"):
        cohens_kappa(["Y"] * 3, ["Y"] * 3)


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ([], [], "no items"),
        (["Y", "N"], ["Y"], "2 and 1"),
        (["Y", ""], ["Y", "N"], "position 2 is missing"),
        (["Y", "N"], ["Y", None], "position 2 is missing"),
    ],
)
def test_answers_that_cannot_be_compared(first: list[str], second: list[str], words: str) -> None:
    with pytest.raises(UnsuitableData, match=words):
        cohens_kappa(first, second)


def test_ratings_are_counted_with_numbers_by_size_and_words_after_them() -> None:
    found = compare_ratings(["100", "20", "NA"], ["100", "100", "NA"])
    assert found.answers == ("20", "100", "NA")
    assert found.table == ((0, 1, 0), (0, 1, 0), (0, 0, 1))
    assert found.as_answered.share == pytest.approx(2 / 3)
    assert found.merged is None


def test_ratings_are_compared_with_and_without_merging() -> None:
    found = compare_ratings(["Y", "N", "NA", "N"], ["Y", "NA", "N", "N"], {"NA": "N"})
    assert found.as_answered.share == 0.5
    assert found.merged is not None
    assert found.merged.share == 1
    assert found.answers == ("N", "NA", "Y"), "the table holds the answers as they are"


def test_one_rater_without_variation_has_an_interval_all_the_same() -> None:
    found = cohens_kappa(["Y", "Y", "Y"], ["Y", "Y", "N"])
    assert found.kappa == pytest.approx(0)
    assert found.low <= found.kappa <= found.high
