"""Scales beyond two ends: answers in words, counts, quantities."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest
from pyoxigraph import Literal, NamedNode, Triple

from rubrary.errors import InputError, InvalidRubric
from rubrary.rubric import (
    Answer,
    Method,
    PolicyStatus,
    RubricVersion,
    ScaleKind,
    answered,
    policy_json,
    rubric_from_triples,
    rubric_triples,
    shipped_rubric,
)
from rubrary.terms import rub, scheme_concept, skos

Read = Callable[[str], RubricVersion]

ASKS = """\
rubric: asks
version: 1.0.0
title: It only asks
license: CC0-1.0
status: reconstructed
missing: The wording of the questions.
criteria:
  - id: code
    question: Code?
    scale: {kind: nominal, scheme: presence, answers: {present: 1, partial: 0.5, absent: 0}}
  - {id: venue, question: Which venue?, scale: {kind: nominal, answers: [journal, conference]}}
  - {id: pages, question: How long?, scale: {kind: count}}
  - {id: share, question: How many of each page?, scale: {kind: quantity, minimum: -2}}
scores:
  - {id: met, method: completeness}
"""


def test_answers_have_an_order_a_number_or_none_and_a_concept(read: Read) -> None:
    policy = read(ASKS).policy
    code, venue = policy.criterion("code").scale, policy.criterion("venue").scale
    assert code.answers == (
        Answer("present", Decimal(1)),
        Answer("partial", Decimal("0.5")),
        Answer("absent", Decimal(0)),
    )
    assert (code.minimum, code.maximum) == (0, 1)
    assert (venue.kind, venue.maximum) == (ScaleKind.NOMINAL, None)
    assert (
        answered(policy.criterion("code"), "partial").concept == scheme_concept("presence", "partial").value
    )
    assert answered(policy.criterion("venue"), "journal").concept is None
    with pytest.raises(InputError, match="no answer 'jornal'") as caught:
        answered(policy.criterion("venue"), "jornal")
    assert caught.value.hint == "did you mean 'journal'?"


def test_a_count_is_whole_and_a_quantity_is_any_number_from_its_least(read: Read) -> None:
    policy = read(ASKS).policy
    pages, share = policy.criterion("pages").scale, policy.criterion("share").scale
    assert pages.admits(400) and not pages.admits(1.5) and not pages.admits(-1)
    assert share.admits(-1.5) and share.admits(1e9) and not share.admits(-3)


def test_the_ends_of_listed_tiers_are_the_first_and_the_last(read: Read) -> None:
    text = ASKS.replace("kind: count", "kind: tiered, tiers: [2, 0, 1]")
    assert str(read(text).policy.criterion("pages").scale) == "tiered: 0, 1, 2"
    assert read(text).policy.criterion("pages").scale.maximum == 2
    wider = text.replace("tiers: [2, 0, 1]", "tiers: [2, 0, 1], maximum: 100")
    assert read(wider).policy.criterion("pages").scale.maximum == 100


def test_scales_say_themselves_in_words(read: Read) -> None:
    policy = read(ASKS).policy
    assert [str(criterion.scale) for criterion in policy.criteria] == [
        "nominal: present (1), partial (0.5), absent (0)",
        "nominal: journal, conference",
        "count: 0 or more",
        "quantity: -2 or more",
    ]
    assert str(shipped_rubric("reproscore@1.0.0").policy.criterion("install").scale) == "binary: 0 or 100"


def test_a_score_looks_at_what_has_numbers_and_weights_are_not_needed(read: Read) -> None:
    version = read(ASKS)
    assert version.policy.scores[0].over == ("code",)
    assert version.warnings == ()
    assert not any(triple.predicate == rub.criterionWeight for triple in rubric_triples(version))


def test_status_and_answers_are_in_the_graph_and_come_back(read: Read) -> None:
    version = read(ASKS)
    graph = rubric_triples(version)
    assert version.status is PolicyStatus.RECONSTRUCTED
    node, answer = NamedNode(version.iri), NamedNode(f"{version.iri}#code-answer-partial")
    assert Triple(node, rub.rubricStatus, scheme_concept("rubric-status", "reconstructed")) in graph
    assert Triple(node, rub.missingFromSource, Literal("The wording of the questions.")) in graph
    assert Triple(answer, skos.notation, Literal("partial")) in graph
    assert Triple(answer, rub.valueConcept, scheme_concept("presence", "partial")) in graph
    assert rubric_from_triples(graph, baselines=shipped_rubric) == version


def test_what_an_answer_counts_as_is_policy_and_its_concept_is_not(read: Read) -> None:
    digested = policy_json(read(ASKS).policy)
    assert policy_json(read(ASKS.replace("partial: 0.5", "partial: 0.4")).policy) != digested
    assert policy_json(read(ASKS.replace("scheme: presence, ", "")).policy) == digested


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("answers: [journal, conference]", "answers: [a, a]", "f.yaml:11:"),
        ("answers: [journal, conference]", "answers: [a b, c]", "'a b' cannot be an answer"),
        ("answers: [journal, conference]", "answers: []", "must be a list of at least one item"),
        (", answers: [journal, conference]", "", "has no answers"),
        (
            "answers: [journal, conference]",
            "answers: [a], tiers: [1]",
            "a nominal scale has answers, no tiers",
        ),
        ("partial: 0.5", "some: 0.5", "the scheme presence has no answer 'some'"),
        ("partial: 0.5", "partial: half", "must be a number, not 'half'"),
        (
            "present: 1, partial: 0.5, absent: 0",
            "present: 1, absent: 1",
            "the minimum must be below the maximum",
        ),
        ("scheme: presence", "scheme: presents", "scheme of scale of the criterion 'code' is 'presents'"),
        ("kind: count", "kind: count, answers: [a, b]", "only a nominal scale has answers"),
        ("method: completeness", "method: completeness, over: [venue]", "needs numbers between two ends"),
        ("method: completeness", "method: completeness, over: [code, codes]", "names 'codes'"),
        ("status: reconstructed", "status: draft", "status of the rubric is 'draft'"),
    ],
)
def test_what_is_wrong_with_a_scale_is_said(read: Read, old: str, new: str, said: str) -> None:
    assert old in ASKS
    with pytest.raises(InvalidRubric) as caught:
        read(ASKS.replace(old, new))
    assert said in "\n".join(f"{problem.place}: {problem.message}" for problem in caught.value.problems)


def test_a_reconstruction_that_does_not_say_what_it_lacks_is_a_warning(read: Read) -> None:
    version = read(ASKS.replace("missing: The wording of the questions.\n", ""))
    assert [warning.hint for warning in version.warnings] == ["add 'missing: …'"]


TREE = """\
rubric: tree
version: 1.0.0
title: A tree
license: CC0-1.0
dimensions:
  - {id: root, title: Root, weight: 1}
  - {id: left, title: Left, parent: root, weight: 3}
  - {id: right, title: Right, parent: root, weight: 1}
criteria:
  - {id: a, dimension: left, weight: 2, question: A?, scale: {kind: continuous, maximum: 1}}
  - {id: b, dimension: left, weight: 1, question: B?, scale: {kind: continuous, maximum: 1}}
  - {id: c, dimension: right, weight: 7, question: C?, scale: {kind: continuous, maximum: 1}}
scores:
  - {id: whole, method: weighted-tree}
"""


def test_a_tree_has_weights_of_any_size(read: Read) -> None:
    version = read(TREE)
    assert version.policy.scores[0].method is Method.WEIGHTED_TREE
    assert (version.policy.scores[0].clamp_minimum, version.policy.scores[0].clamp_maximum) == (0, 1)
    assert [part.id for part in version.policy.parts_of("root")] == ["left", "right"]
    assert rubric_from_triples(rubric_triples(version), baselines=shipped_rubric) == version


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("parent: root, weight: 3", "parent: rot, weight: 3", "names the unknown parent 'rot'"),
        ("id: root, title: Root", "id: root, title: Root, parent: left", "lies below itself"),
        ("weight: 7", "weight: -7", "is -7, which is not at least 0"),
        ("weight: 7", "weight: 0", "everything below the dimension 'right' has the weight 0"),
        ("method: weighted-tree", "method: gated-weighted-sum", "but no score adds up a tree"),
        ("method: weighted-tree", "method: weighted-tree, over: [a]", "has no use for over"),
        (
            "method: weighted-tree",
            "method: weighted-tree, top: {criterion: a, tier: 2}",
            "has no use for top",
        ),
        ("id: c, dimension: right", "id: c, dimension: left", "no criterion is in the dimension 'right'"),
    ],
)
def test_what_is_wrong_with_a_tree_is_said(read: Read, old: str, new: str, said: str) -> None:
    assert old in TREE
    with pytest.raises(InvalidRubric) as caught:
        read(TREE.replace(old, new))
    assert said in str(caught.value)
