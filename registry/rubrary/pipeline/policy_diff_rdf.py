"""A policy difference as RDF: ``rub:PolicyDifference`` with its changes and, where there is one, its impact.

It describes two rubric versions and is no record, so its nodes are blank.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from pyoxigraph import BlankNode, Literal, NamedNode, Triple

from rubrary.graph import literal
from rubrary.pipeline.policy_diff import ChangeKind, PartChange, PartKind, PolicyDiff
from rubrary.pipeline.policy_impact import Impact, MetricImpact
from rubrary.pipeline.version_advice import advise
from rubrary.terms import dqv, rdf, rub, scheme_concept


def diff_triples(
    difference: PolicyDiff, impact: Impact | None = None, threshold: float | None = None
) -> list[Triple]:
    """The graph of a difference.

    Args:
        difference: what differs.
        impact: what that does to a registry's scores, if one was looked at.
        threshold: the value that runs are said to rise to or fall below.
    """
    node = BlankNode("difference")
    step = advise(difference).level
    triples = [
        Triple(node, rdf.type, rub.PolicyDifference),
        Triple(node, rub.earlierPolicy, NamedNode(difference.before.iri)),
        Triple(node, rub.laterPolicy, NamedNode(difference.after.iri)),
    ]
    if step:
        triples.append(Triple(node, rub.versionStep, scheme_concept("version-step", step)))
    changes = (one for change in difference.changes for one in _changes(difference, change))
    for number, said in enumerate(changes, start=1):
        inner = BlankNode(f"change-{number}")
        triples += [Triple(node, rub.hasChange, inner), Triple(inner, rdf.type, rub.PolicyChange)]
        triples += [Triple(inner, predicate, value) for predicate, value in said]
    for number, metric in enumerate(impact.metrics if impact else (), start=1):
        inner = BlankNode(f"impact-{number}")
        triples += [Triple(node, rub.hasImpact, inner), Triple(inner, rdf.type, rub.PolicyImpact)]
        triples += [
            Triple(inner, predicate, value) for predicate, value in _impact(difference, metric, threshold)
        ]
    # Together, what is said of one node reads best.
    return sorted(triples, key=lambda triple: triple.subject != node)


Said = tuple[NamedNode, NamedNode | Literal]


def _changes(difference: PolicyDiff, change: PartChange) -> Iterator[list[Said]]:
    """What is said of a change: one node for a part that came or went, one for each field of another."""
    version = difference.before if change.kind is ChangeKind.REMOVED else difference.after
    fragment = f"penalty-{change.id}" if change.part is PartKind.PENALTY else change.id
    common: list[Said] = [
        (rub.changeKind, scheme_concept("policy-change", change.kind)),
        (rub.changedPart, NamedNode(f"{version.iri}#{fragment}" if fragment else version.iri)),
    ]
    if change.kind is not ChangeKind.CHANGED:
        yield common
        return
    for field in change.fields:
        said = [*common, (rub.changedField, literal.text(field.field))]
        if field.before is not None:
            said.append((rub.valueBefore, literal.text(field.before)))
        if field.after is not None:
            said.append((rub.valueAfter, literal.text(field.after)))
        yield said


def _impact(difference: PolicyDiff, metric: MetricImpact, threshold: float | None) -> Iterator[Said]:
    yield dqv.isMeasurementOf, NamedNode(f"{difference.after.iri}#{metric.metric}")
    yield rub.scoredRuns, literal.integer(len(metric.moves))
    yield rub.movedRuns, literal.integer(len(metric.moved))
    yield rub.meanShift, literal.double(metric.mean_shift)
    yield rub.meanDistance, literal.double(metric.mean_distance)
    if metric.spearman and metric.kendall:
        yield rub.spearmanRho, literal.double(metric.spearman.statistic)
        yield rub.kendallTau, literal.double(metric.kendall.statistic)
    zeros_before, zeros_after = metric.zeros
    yield rub.zerosBefore, literal.integer(zeros_before)
    yield rub.zerosAfter, literal.integer(zeros_after)
    if threshold is not None:
        yield rub.threshold, literal.decimal(Decimal(repr(threshold)))
        for move in metric.rises_to(threshold):
            yield rub.risesTo, NamedNode(move.run)
        for move in metric.falls_below(threshold):
            yield rub.fallsBelow, NamedNode(move.run)
