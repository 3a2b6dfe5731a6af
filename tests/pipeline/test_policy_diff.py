"""What differs between two rubric versions, part by part, as values and as RDF."""

from __future__ import annotations

from decimal import Decimal

import pytest
from pyoxigraph import BlankNode, NamedNode, RdfFormat, serialize

from policy_samples import CHECKLIST, SMALL, changed, read
from rubrary.pipeline.policy_diff import ChangeKind, PartKind, diff
from rubrary.pipeline.policy_diff_rdf import diff_triples
from rubrary.rubric import shipped_rubric
from rubrary.terms import rub, scheme_concept
from rubrary.vocabularies import undefined_terms


def told(old: str, *pairs: tuple[str, str]) -> list[str]:
    """Each change as one line."""
    return [
        f"{change.kind} {change.name}: {field.field} {field.before} → {field.after}"
        for change in diff(read(old), changed(old, *pairs)).changes
        for field in change.fields
    ]


def test_a_version_does_not_differ_from_itself() -> None:
    same = diff(read(SMALL), read(SMALL))
    assert same.changes == ()
    assert same.same_policy


@pytest.mark.parametrize(
    ("pairs", "lines"),
    [
        (
            [("weight: 0.6,", "weight: 0.7,"), ("weight: 0.4}", "weight: 0.3}")],
            [
                "changed the dimension E: weight 0.6 → 0.7",
                "changed the dimension D: weight 0.4 → 0.3",
            ],
        ),
        ([("threshold: 40", "threshold: 30")], ["changed the dimension E: gate threshold 40 → 30"]),
        (
            [("weight: 0.4}", "weight: 0.4, gate: {threshold: 20, exponent: 2}}")],
            [
                "changed the dimension D: gate threshold None → 20",
                "changed the dimension D: gate exponent None → 2",
            ],
        ),
        (
            [("tiers: [0, 50, 100]", "tiers: [0, 25, 100]")],
            ["changed the criterion readme: scale tiered: 0, 50, 100 → tiered: 0, 25, 100"],
        ),
        (
            [("comments?, scale: {kind: continuous}", "comments?, scale: {kind: continuous}, not_applicable: 50")],
            ["changed the criterion comments: not applicable left out → counts as 50"],
        ),
        ([("below: 10}", "below: 20}")], ["changed the penalty nothing: below 10 → 20"]),
        ([("points: 20", "points: 15")], ["changed the penalty nothing: points 20 → 15"]),
        ([("alpha_max: 0.7", "alpha_max: 0.5")], ["changed the score RCS: alpha_max 0.7 → 0.5"]),
        (
            [("gated-weighted-sum}", "gated-weighted-sum, clamp: [0, 90]}")],
            ["changed the score RRS: greatest 100 → 90"],
        ),
        ([("license", "rounding: {decimals: 1}\nlicense")], ["changed the rounding: decimals 2 → 1"]),
        (
            [("Did it run?", "Did it run to the end?")],
            ["changed the criterion ran: question Did it run? → Did it run to the end?"],
        ),
        ([("title: A small rubric", "title: Ours")], ["changed the rubric: title A small rubric → Ours"]),
    ],
)  # fmt: skip
def test_each_change_is_told_by_part_and_field(pairs: list[tuple[str, str]], lines: list[str]) -> None:
    assert told(SMALL, *pairs) == lines


def test_a_part_that_came_or_went_is_told_with_all_that_it_has() -> None:
    renamed = diff(read(SMALL), changed(SMALL, ("ran,", "run,"))).changes
    gone, new = [change for change in renamed if change.part is PartKind.CRITERION]
    assert (gone.kind, gone.id, new.kind, new.id) == (ChangeKind.REMOVED, "ran", ChangeKind.ADDED, "run")
    assert {field.field for field in gone.fields} == {
        "weight", "scale", "not applicable", "title", "question",
    }  # fmt: skip
    assert all(field.after is None for field in gone.fields)
    assert all(field.before is None for field in new.fields)


def test_the_same_number_written_otherwise_is_no_change() -> None:
    assert (
        told(SMALL, ("weight: 0.6,", "weight: 0.60,"), ("tiers: [0, 50, 100]", "tiers: [0, 50.0, 100]")) == []
    )


def test_only_what_decides_a_score_makes_another_policy() -> None:
    words = diff(read(SMALL), changed(SMALL, ("Did it run?", "Did it run at all?")))
    assert words.same_policy
    assert not any(change.decides for change in words.changes)
    weights = diff(read(CHECKLIST), changed(CHECKLIST, ("{Y: 1, N: 0}", "{Y: 1, N: 0, NA: 0}")))
    assert not weights.same_policy
    assert all(change.decides for change in weights.changes)


def test_weights_that_nothing_uses_are_no_change() -> None:
    assert told(CHECKLIST, ("{id: kind,", "{id: kind, weight: 0.5,")) == []


def test_a_number_says_how_far_it_moved() -> None:
    (change,) = diff(read(SMALL), changed(SMALL, ("threshold: 40", "threshold: 30.5"))).changes
    assert change.fields[0].shift == Decimal("-9.5")
    (scale,) = diff(read(SMALL), changed(SMALL, ("tiers: [0, 50, 100]", "tiers: [0, 25, 100]"))).changes
    assert scale.fields[0].shift is None


def test_as_rdf_each_change_names_its_part_of_the_version_that_has_it() -> None:
    before = read(SMALL)
    after = changed(SMALL, ("{id: nothing,", "{id: bare,"), ("threshold: 40", "threshold: 30"))
    triples = diff_triples(diff(before, after))
    parts = {triple.object.value for triple in triples if triple.predicate == rub.changedPart}
    assert parts == {f"{after.iri}#E", f"{before.iri}#penalty-nothing", f"{after.iri}#penalty-bare"}
    kinds = {triple.object for triple in triples if triple.predicate == rub.changeKind}
    assert kinds == {scheme_concept("policy-change", kind) for kind in ("added", "removed", "changed")}
    gate = next(t.subject for t in triples if t.predicate == rub.changedField)
    said = {t.predicate: t.object.value for t in triples if t.subject == gate}
    assert (said[rub.changedField], said[rub.valueBefore], said[rub.valueAfter]) == (
        "gate threshold",
        "40",
        "30",
    )


def test_the_rdf_is_turtle_in_terms_that_are_defined() -> None:
    triples = diff_triples(diff(shipped_rubric("reproscore@1.0.0"), read(SMALL)))
    assert undefined_terms(triples) == []
    assert all(isinstance(triple.subject, BlankNode | NamedNode) for triple in triples)
    assert b"PolicyDifference" in (serialize(triples, format=RdfFormat.TURTLE) or b"")
