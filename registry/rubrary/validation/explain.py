"""The engine that explains: pySHACL, a hundred times slower, thorough, and able to decide alone."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

import pyoxigraph as ox
import pyshacl
import rdflib
from rdflib import RDF
from rdflib.collection import Collection
from rdflib.namespace import SH

from rubrary.validation.engine import COMPILED_SETS, engine_failure
from rubrary.validation.report import Finding, Severity, Term
from rubrary.validation.shape_folder import ShapeFolder

_NAME = "explaining SHACL"
_SEVERITY = {
    str(SH.Violation): Severity.VIOLATION,
    str(SH.Warning): Severity.WARNING,
    str(SH.Info): Severity.INFO,
}
# pySHACL patches rdflib while it runs and keeps state of its own: one validation at a time.
_ONE_AT_A_TIME = threading.Lock()

_Node = rdflib.term.Node


class ExplainingEngine:
    """Shapes as pySHACL reads them, parsed once. Nothing is imported (owl:imports) and nothing inferred."""

    def __init__(self, folder: ShapeFolder) -> None:
        def parsed(classes: frozenset[str]) -> rdflib.Graph:
            return _rdflib_graph(folder.targeting(classes))

        self._all_shapes = parsed(folder.classes)
        self._parsed = lru_cache(maxsize=COMPILED_SETS)(parsed)

    def judge(self, data: Sequence[ox.Triple], classes: frozenset[str]) -> list[Finding]:
        """All results, with messages."""
        graph = _rdflib_graph(data)
        try:
            with _ONE_AT_A_TIME:
                _, report, _ = pyshacl.validate(
                    graph,
                    shacl_graph=self._parsed(classes),
                    inplace=True,
                    inference="none",
                    do_owl_imports=False,
                )
        # Whatever it trips over (it fails on NaN decimals, for one) must refuse the deposit, not end us.
        except Exception as error:
            return [engine_failure(_NAME, error)]
        if not isinstance(report, rdflib.Graph):
            return [engine_failure(_NAME, report)]
        return [self._finding(report, result) for result in report.objects(None, SH.result)]

    def _finding(self, report: rdflib.Graph, result: _Node) -> Finding:
        def one(predicate: rdflib.URIRef) -> _Node | None:
            return report.value(result, predicate, any=True)

        shape = one(SH.sourceShape)
        value, component = one(SH.value), one(SH.sourceConstraintComponent)
        severity = one(SH.resultSeverity)
        finding = Finding.worded(
            _SEVERITY.get(str(severity), Severity.VIOLATION),
            _plain(one(SH.focusNode)) or "",
            self._message(report, result, shape),
            path=_path(report, one(SH.resultPath)),
            value=_plain(value),
            shape=_plain(shape),
            component=str(component).removeprefix(str(SH)) if component else None,
        )
        return replace(finding, term=_ox_term(value))

    def _message(self, report: rdflib.Graph, result: _Node, shape: _Node | None) -> str:
        """The result's message, unless pySHACL worded one itself because the shape has none."""
        declared = shape is not None and (
            (shape, SH.message, None) in self._all_shapes or (result, SH.sourceConstraint, None) in report
        )
        messages = sorted(str(message) for message in report.objects(result, SH.resultMessage))
        return messages[0] if declared and messages else ""


def _rdflib_graph(triples: Iterable[ox.Triple]) -> rdflib.Graph:
    """The same triples for rdflib, with blank node labels and lexical forms kept."""
    graph = rdflib.Graph(bind_namespaces="none")
    for triple in triples:
        graph.add((_rdflib_term(triple.subject), _rdflib_term(triple.predicate), _rdflib_term(triple.object)))
    return graph


def _rdflib_term(term: object) -> rdflib.URIRef | rdflib.BNode | rdflib.Literal:
    if isinstance(term, ox.NamedNode):
        return rdflib.URIRef(term.value)
    if isinstance(term, ox.BlankNode):
        return rdflib.BNode(term.value)
    if isinstance(term, ox.Literal):
        if term.language:
            return rdflib.Literal(term.value, lang=term.language)
        return rdflib.Literal(term.value, datatype=rdflib.URIRef(term.datatype.value), normalize=False)
    raise TypeError(f"{term} is no RDF 1.1 term")


def _ox_term(node: _Node | None) -> Term | None:
    if isinstance(node, rdflib.URIRef):
        return ox.NamedNode(str(node))
    if isinstance(node, rdflib.BNode):
        return ox.BlankNode(str(node))
    if isinstance(node, rdflib.Literal):
        if node.language:
            return ox.Literal(str(node), language=node.language)
        datatype = ox.NamedNode(str(node.datatype)) if node.datatype else None
        return ox.Literal(str(node), datatype=datatype)
    return None


def _plain(node: _Node | None) -> str | None:
    if node is None:
        return None
    return f"_:{node}" if isinstance(node, rdflib.BNode) else str(node)


def _path(graph: rdflib.Graph, node: _Node | None) -> str | None:
    """An IRI as it is; a compound path in SPARQL's syntax, as the fast engine gives it."""
    if node is None or isinstance(node, rdflib.URIRef):
        return None if node is None else str(node)
    return _compound(graph, node)


def _compound(graph: rdflib.Graph, node: _Node) -> str:
    if isinstance(node, rdflib.URIRef):
        return f"<{node}>"
    if (node, RDF.first, None) in graph:
        return "/".join(_compound(graph, part) for part in Collection(graph, node))
    for predicate, form in (
        (SH.inversePath, "^{}"),
        (SH.zeroOrMorePath, "({})*"),
        (SH.oneOrMorePath, "({})+"),
    ):
        inner = graph.value(node, predicate)
        if inner is not None:
            return form.format(_compound(graph, inner))
    inner = graph.value(node, SH.zeroOrOnePath)
    if inner is not None:
        return f"({_compound(graph, inner)})?"
    choices = graph.value(node, SH.alternativePath)
    if choices is None:
        return "(a compound path)"
    return "(" + "|".join(_compound(graph, part) for part in Collection(graph, choices)) + ")"
