"""What must pass: good deposits of every class, and titles in any language."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from pyoxigraph import NamedNode, RdfFormat, Triple, parse

from rubrary.resources import data_folder
from rubrary.terms import RUB, rdf
from rubrary.validation import Validator

HERE = Path(__file__).parent
GOOD = [*sorted((HERE / "good").glob("*.ttl")), HERE / "context" / "rubric.ttl"]
#: Shapes of these exist to refuse them.
NEVER_DEPOSITED = {f"{RUB}Record", f"{RUB}Deposit", f"{RUB}Tombstone"}
#: A superclass that nobody needs to name; its subclasses are deposited.
ABSTRACT = {"http://www.w3.org/ns/prov#Agent"}


def triples(text: str) -> list[Triple]:
    return [quad.triple for quad in parse(text, format=RdfFormat.TURTLE)]


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_a_good_deposit_passes_both_engines_without_a_warning(
    path: Path, fast: Validator, thorough: Validator, context: Sequence[Triple]
) -> None:
    deposit = triples(path.read_text(encoding="utf-8"))
    assert fast.validate(deposit, context).findings == ()
    assert thorough.validate(deposit, context).findings == ()


def test_every_class_that_is_judged_has_a_good_deposit(fast: Validator) -> None:
    deposited = {
        triple.object.value
        for path in GOOD
        for triple in triples(path.read_text(encoding="utf-8"))
        if triple.predicate == rdf.type and isinstance(triple.object, NamedNode)
    }
    assert fast.classes - deposited == NEVER_DEPOSITED | ABSTRACT


@pytest.mark.parametrize("title", ['"Titel"@de', '"Title"', '"Title"@en , "Titel"@de , "Titre"@fr-CA'])
def test_a_title_may_have_a_language(title: str, fast: Validator, thorough: Validator) -> None:
    deposit = triples(
        f"""
        @prefix rub: <https://w3id.org/rubrary/ns#> .
        @prefix dcterms: <http://purl.org/dc/terms/> .
        <https://example.org/paper> a rub:Paper ; dcterms:title {title} .
        <https://example.org/venue> a rub:Venue ; dcterms:title {title} .
        """
    )
    assert fast.validate(deposit).findings == ()
    assert thorough.validate(deposit).findings == ()


@pytest.mark.parametrize("number", ["5", "5.0", "5.0e0"])
def test_a_number_may_be_an_integer_a_decimal_or_a_double(
    number: str, fast: Validator, thorough: Validator
) -> None:
    deposit = triples(
        f"""
        @prefix rub: <https://w3id.org/rubrary/ns#> .
        @prefix dqv: <http://www.w3.org/ns/dqv#> .
        @prefix prov: <http://www.w3.org/ns/prov#> .
        <https://example.org/a> a rub:AgreementMeasurement ; rub:metricName "κ" ; dqv:value {number} ;
            prov:hadPrimarySource <https://example.org/s> .
        """
    )
    known = triples("<https://example.org/s> a <https://w3id.org/rubrary/ns#Study> .")
    assert fast.validate(deposit, known).findings == ()
    assert thorough.validate(deposit, known).findings == ()


EXAMPLES = data_folder("examples") if (HERE.parents[1] / "examples").is_dir() else HERE
CONCEPTS = sorted((data_folder("ontology") / "schemes").glob("*.ttl"))


@pytest.mark.parametrize("path", sorted(EXAMPLES.rglob("*.ttl")), ids=lambda path: path.stem)
def test_both_engines_agree_on_a_shipped_example(path: Path, fast: Validator, thorough: Validator) -> None:
    text = path.read_text(encoding="utf-8")
    deposit = [
        quad.triple for quad in parse(text, format=RdfFormat.TURTLE, base_iri="http://127.0.0.1:8000/")
    ]
    concepts = [t for scheme in CONCEPTS for t in triples(scheme.read_text(encoding="utf-8"))]
    decided, explained = fast.validate(deposit, concepts), thorough.validate(deposit, concepts)
    assert decided.accepted is explained.accepted, str(explained.violations)
