from __future__ import annotations

from collections.abc import Callable

from pyoxigraph import Triple

from rubrary.terms import RUB
from rubrary.validation.vocabulary import term_findings

Reader = Callable[[str], list[Triple]]


def test_terms_of_vocabularies_we_do_not_know_are_left_alone(triples: Reader) -> None:
    deposit = triples("<p> a <https://example.org/Any> ; <https://example.org/any> rub:Nonsense .")
    assert list(term_findings(deposit)) == []


def test_a_misspelt_term_is_refused_with_the_nearest_one(triples: Reader) -> None:
    (finding,) = term_findings(triples("<p> rub:publishdIn <v> ."))
    assert finding.focus == "https://example.org/p"
    assert finding.value == f"{RUB}publishdIn"
    assert finding.remedy == "did you mean rub:publishedIn?"


def test_a_misspelt_class_is_refused(triples: Reader) -> None:
    (finding,) = term_findings(triples("<p> a rub:Papers ."))
    assert "class rub:Papers" in finding.message


def test_a_term_far_from_all_others_is_refused_without_a_guess(triples: Reader) -> None:
    (finding,) = term_findings(triples("<p> rub:zzzzqqqq <v> ."))
    assert finding.value == f"{RUB}zzzzqqqq"
    assert "did you mean" not in (finding.remedy or "")
