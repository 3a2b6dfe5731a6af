"""A rubric version as RDF, and back.

The graph is made from the file, and the file is in the graph (``rub:sourceText``). Reading makes the graph
again from that text and compares, so what a query sees and what the scoring uses can never disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal

from pyoxigraph import Literal, NamedNode, Triple

from rubrary.errors import InvalidRubric, Place, Problem
from rubrary.rubric.digest import policy_digest
from rubrary.rubric.extends import Baselines
from rubrary.rubric.method import Weighting, weighting_of
from rubrary.rubric.model import Criterion, Method, Override, Penalty, RubricVersion, ScoreRule
from rubrary.rubric.number import shortest
from rubrary.rubric.read import read_rubric
from rubrary.terms import RUBRIC, dcat, dcterms, rdf, rub, scheme_concept, skos, xsd

_SPDX = "https://spdx.org/licenses/"
_SHOWN = 10


def rubric_triples(version: RubricVersion) -> list[Triple]:
    """The graph of a rubric version, without blank nodes.

    ``<iri>`` is the version, ``<iri>#<id>`` its dimensions, criteria and score metrics,
    ``#<rule>-<dimension>`` the metric of a dimension in a gated sum, ``#penalty-<id>`` and ``#override-<n>``
    the rest.
    """
    return [
        *_version(version),
        *_dimensions(version),
        *_criteria(version),
        *(triple for rule in version.policy.scores for triple in _score(version, rule)),
        *(triple for penalty in version.policy.penalties for triple in _penalty(version, penalty)),
        *(
            triple
            for number, override in enumerate(version.overrides, start=1)
            for triple in _override(version, number, override)
        ),
    ]


def rubric_from_triples(
    triples: Iterable[Triple], *, baselines: Baselines, source: str = "<deposit>"
) -> RubricVersion:
    """The rubric version that a graph holds.

    Args:
        triples: the whole graph of one rubric version.
        baselines: gives the version that its text extends.
        source: what errors call the graph.

    Raises:
        InvalidRubric: the graph holds no rubric version or several, its source text defines no usable policy,
            or the text and the rest of the graph say different things; the differing triples are listed.
        MalformedInput: the source text is not YAML.
    """
    given = set(triples)
    node, text = _find_source(given, source)
    version = _read_again(node, text, baselines, source)
    expected = set(rubric_triples(version))
    problems = [
        *_differences(expected - given, "the graph lacks what its source text says", source),
        *_differences(given - expected, "the graph says what its source text does not", source),
    ]
    if problems:
        raise InvalidRubric(*problems)
    return version


def base_of(version: str) -> str:
    """The base IRI under which a rubric version is minted: what comes before ``rubric/<name>/<version>``."""
    return version.rsplit("/", 2)[0].removesuffix("rubric")


def _find_source(triples: set[Triple], source: str) -> tuple[str, str]:
    nodes = [
        triple.subject
        for triple in triples
        if triple.predicate == rdf.type and triple.object == rub.RubricVersion
    ]
    if len(nodes) != 1 or not isinstance(nodes[0], NamedNode):
        raise _refuse(f"the graph must hold one rubric version with an IRI, not {len(nodes)}", source)
    texts = [
        triple.object
        for triple in triples
        if triple.subject == nodes[0] and triple.predicate == rub.sourceText
    ]
    if len(texts) != 1 or not isinstance(texts[0], Literal):
        raise _refuse(f"the rubric version must have one rub:sourceText, not {len(texts)}", source)
    return nodes[0].value, texts[0].value


def _read_again(node: str, text: str, baselines: Baselines, source: str) -> RubricVersion:
    version = read_rubric(
        text,
        source=f"{source} (rub:sourceText)",
        base=base_of(node),
        baselines=baselines,
        shipped=node.startswith(RUBRIC),
    )
    if version.iri != node:
        raise _refuse(f"the source text defines {version.iri}, but the graph describes {node}", source)
    return version


def _differences(triples: set[Triple], what: str, source: str) -> Iterator[Problem]:
    listed = sorted(map(str, triples))
    for triple in listed[:_SHOWN]:
        yield Problem(f"{what}: {triple}", Place(source), "make the graph from the file, not by hand")
    if len(listed) > _SHOWN:
        yield Problem(f"{what}: {len(listed) - _SHOWN} more triples", Place(source))


def _refuse(message: str, source: str) -> InvalidRubric:
    return InvalidRubric(Problem(message, Place(source)))


def _version(version: RubricVersion) -> Iterator[Triple]:
    node, work = NamedNode(version.iri), NamedNode(version.iri.rpartition("/")[0])
    yield Triple(work, rdf.type, rub.Rubric)
    yield Triple(work, rub.rubricName, Literal(version.name))
    yield Triple(node, rdf.type, rub.RubricVersion)
    yield Triple(node, dcterms.isVersionOf, work)
    yield Triple(node, rub.rubricName, Literal(version.name))
    yield Triple(node, dcat.version, Literal(version.version))
    yield Triple(node, dcterms.title, Literal(version.title))
    yield Triple(node, rub.policyDigest, Literal(policy_digest(version.policy)))
    yield Triple(node, rub.sourceText, Literal(version.source_text))
    if version.description:
        yield Triple(node, dcterms.description, Literal(version.description))
    if version.license:
        yield Triple(node, dcterms.license, NamedNode(_SPDX + version.license))
    if version.source:
        yield Triple(node, dcterms.source, NamedNode(version.source))
    if version.extends:
        yield Triple(node, rub.extends, NamedNode(version.extends))
    if version.status:
        yield Triple(node, rub.rubricStatus, scheme_concept("rubric-status", version.status.value))
    if version.missing:
        yield Triple(node, rub.missingFromSource, Literal(version.missing))


def _dimensions(version: RubricVersion) -> Iterator[Triple]:
    weighted = _weighted(version)
    for dimension in version.policy.dimensions:
        node = _part(version, dimension.id)
        yield Triple(NamedNode(version.iri), rub.hasDimension, node)
        yield from _named(node, rub.Dimension, dimension.id, dimension.title)
        if weighted:
            yield Triple(node, rub.dimensionWeight, _decimal(dimension.weight))
        if dimension.parent:
            yield Triple(node, rub.partOf, _part(version, dimension.parent))
        if dimension.description:
            yield Triple(node, skos.definition, Literal(dimension.description, language="en"))
        if dimension.gate:
            yield Triple(node, rub.gateThreshold, _decimal(dimension.gate.threshold))
            yield Triple(node, rub.gateExponent, _decimal(dimension.gate.exponent))


def _criteria(version: RubricVersion) -> Iterator[Triple]:
    weighted = _weighted(version)
    for criterion in version.policy.criteria:
        node = _part(version, criterion.id)
        yield Triple(NamedNode(version.iri), rub.hasCriterion, node)
        yield from _named(node, rub.Criterion, criterion.id, criterion.title)
        yield Triple(node, rub.question, Literal(criterion.question))
        if weighted:
            yield Triple(node, rub.criterionWeight, _decimal(criterion.weight))
        yield from _scale(version, criterion)
        if criterion.dimension:
            yield Triple(node, rub.inDimension, _part(version, criterion.dimension))
        if criterion.detector:
            yield Triple(node, rub.detector, Literal(criterion.detector))
        if criterion.stand_in is not None:
            yield Triple(node, rub.notApplicableValue, _decimal(criterion.stand_in))


def _scale(version: RubricVersion, criterion: Criterion) -> Iterator[Triple]:
    node, scale = _part(version, criterion.id), criterion.scale
    yield Triple(node, rub.scaleKind, Literal(scale.kind.value))
    if not scale.answers:
        yield Triple(node, rub.scaleMinimum, _decimal(scale.minimum))
    if not scale.answers and scale.maximum is not None:
        yield Triple(node, rub.scaleMaximum, _decimal(scale.maximum))
    for answer in scale.answers:
        possible = _part(version, f"{criterion.id}-answer-{answer.notation}")
        yield Triple(node, rub.hasAnswer, possible)
        yield Triple(possible, rdf.type, rub.Answer)
        yield Triple(possible, skos.notation, Literal(answer.notation))
        if answer.value is not None:
            yield Triple(possible, rub.answerValue, _decimal(answer.value))
        if scale.scheme:
            yield Triple(possible, rub.valueConcept, scheme_concept(scale.scheme, answer.notation))


def _score(version: RubricVersion, rule: ScoreRule) -> Iterator[Triple]:
    node = _part(version, rule.id)
    yield Triple(NamedNode(version.iri), rub.hasScoreMetric, node)
    yield from _named(node, rub.ScoreMetric, rule.id, rule.title)
    yield Triple(node, rub.aggregationMethod, scheme_concept("aggregation", rule.method.value))
    for name in rule.over:
        yield Triple(node, rub.overCriterion, _part(version, name))
    yield Triple(node, rub.clampMinimum, _decimal(rule.clamp_minimum))
    yield Triple(node, rub.clampMaximum, _decimal(rule.clamp_maximum))
    if rule.alpha_minimum is not None and rule.alpha_maximum is not None:
        yield Triple(node, rub.alphaMinimum, _decimal(rule.alpha_minimum))
        yield Triple(node, rub.alphaMaximum, _decimal(rule.alpha_maximum))
    if rule.method is not Method.GATED_WEIGHTED_SUM:
        return
    for dimension in version.policy.dimensions:
        identifier = f"{rule.id}-{dimension.id}"
        inner = _part(version, identifier)
        yield Triple(NamedNode(version.iri), rub.hasScoreMetric, inner)
        yield from _named(inner, rub.ScoreMetric, identifier, f"{rule.title}: {dimension.title}")
        yield Triple(inner, rub.inDimension, _part(version, dimension.id))
        yield Triple(inner, rub.aggregationMethod, scheme_concept("aggregation", "weighted-mean"))


def _penalty(version: RubricVersion, penalty: Penalty) -> Iterator[Triple]:
    node = _part(version, f"penalty-{penalty.id}")
    yield Triple(NamedNode(version.iri), rub.hasPenalty, node)
    yield from _named(node, rub.Penalty, penalty.id, penalty.title)
    yield Triple(node, rub.penaltyOn, _part(version, penalty.on))
    yield Triple(node, rub.penaltyBelow, _decimal(penalty.below))
    yield Triple(node, rub.penaltyPoints, _decimal(penalty.points))


def _override(version: RubricVersion, number: int, override: Override) -> Iterator[Triple]:
    node = _part(version, f"override-{number}")
    baseline = version.extends or ""
    target = f"{baseline}#{override.target}" if override.target else baseline
    yield Triple(NamedNode(version.iri), rub.hasOverride, node)
    yield Triple(node, rdf.type, rub.Override)
    yield Triple(node, rub.overrides, NamedNode(target))
    yield Triple(node, dcterms.description, Literal("; ".join(map(str, override.changes))))
    if override.rationale:
        yield Triple(node, rub.rationale, Literal(override.rationale))


def _weighted(version: RubricVersion) -> bool:
    """Whether weights mean something; where no score uses them, saying them would mislead."""
    return weighting_of(rule.method for rule in version.policy.scores) is not Weighting.UNUSED


def _named(node: NamedNode, kind: NamedNode, identifier: str, title: str) -> Iterator[Triple]:
    yield Triple(node, rdf.type, kind)
    yield Triple(node, skos.notation, Literal(identifier))
    yield Triple(node, skos.prefLabel, Literal(title, language="en"))


def _part(version: RubricVersion, identifier: str) -> NamedNode:
    return NamedNode(f"{version.iri}#{identifier}")


def _decimal(number: Decimal) -> Literal:
    return Literal(shortest(number), datatype=xsd.decimal)
