from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pyoxigraph import Triple

from rubrary.errors import RegistryError
from rubrary.terms import RUB, rub
from rubrary.validation.vocabulary import defined_terms, undefined_terms

Reader = Callable[[str], list[Triple]]


def test_the_terms_we_write_are_defined() -> None:
    assert {rub.Paper.value, rub.publishedIn.value} <= defined_terms()


def test_a_term_of_the_ontology_is_defined(tmp_path: Path) -> None:
    (tmp_path / "o.ttl").write_text(
        f"<{RUB}novel> a <http://www.w3.org/2002/07/owl#Class> .", encoding="utf-8"
    )
    assert f"{RUB}novel" in defined_terms(tmp_path)


def test_an_ontology_that_is_not_turtle_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "o.ttl").write_text("no", encoding="utf-8")
    with pytest.raises(RegistryError, match="not Turtle"):
        defined_terms(tmp_path)


def test_terms_of_others_are_not_ours_to_define(triples: Reader) -> None:
    deposit = triples("<p> a <https://example.org/Any> ; <https://example.org/any> rub:Nonsense .")
    assert list(undefined_terms(deposit, defined_terms())) == []


def test_a_term_far_from_all_others_is_refused_without_a_guess(triples: Reader) -> None:
    (finding,) = undefined_terms(triples("<p> rub:zzzzqqqq <v> ."), frozenset({rub.Paper.value}))
    assert finding.focus == "https://example.org/p"
    assert finding.value == f"{RUB}zzzzqqqq"
