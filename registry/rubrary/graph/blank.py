"""Refuses blank nodes that would make canonicalisation hang.

RDFC-1.0 hashes each blank node by its own statements first, which is cheap. Only nodes whose statements look
the same (here: *alike*) are then told apart by their neighbours, and that part tries every order of alike
neighbours: a clique of ten takes minutes, a chain of a thousand alike nodes three. So the work is estimated
before it is begun.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import factorial

from pyoxigraph import BlankNode, Quad

from rubrary.errors import MalformedInput, Place

#: Most blank nodes of one deposit.
BLANK_NODE_LIMIT = 10_000
#: Most work, in steps of roughly a quarter of a microsecond: about one second.
_WORK_LIMIT = 4_000_000
_FACTORIAL_LIMIT = 9
_HINT = "give these nodes IRIs of their own"


def _no_ways() -> dict[str, set[str]]:
    return defaultdict(set)


@dataclass(slots=True)
class _Blanks:
    """The blank nodes of a graph: their statements without labels, and their links to other blank nodes."""

    shape: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    links: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    ways: dict[str, dict[str, set[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(set))
    )


def refuse_costly_blank_nodes(quads: Iterable[Quad], source: str | None = None) -> None:
    """Let a graph pass if canonicalising its blank nodes takes about a second at the most.

    Raises:
        MalformedInput: more than ``BLANK_NODE_LIMIT`` blank nodes, a cycle of them (a node that refers to
            itself included), or so many that look alike that telling them apart takes too long.
    """
    blanks = _collect(quads)
    reason = _reason(blanks) if blanks.shape else None
    if reason is not None:
        raise MalformedInput(reason, place=Place(source) if source else None, hint=_HINT)


def _reason(blanks: _Blanks) -> str | None:
    if len(blanks.shape) > BLANK_NODE_LIMIT:
        return f"{len(blanks.shape)} blank nodes are more than the {BLANK_NODE_LIMIT} that a deposit may have"
    in_circle = _count_in_circles(blanks)
    if in_circle:
        return f"blank nodes refer to each other in a circle ({in_circle} are involved)"
    return _costly(blanks)


def _collect(quads: Iterable[Quad]) -> _Blanks:
    blanks = _Blanks()
    for quad in quads:
        subject = quad.subject.value if isinstance(quad.subject, BlankNode) else None
        target = quad.object.value if isinstance(quad.object, BlankNode) else None
        predicate = quad.predicate.value
        if subject is not None:
            blanks.shape[subject].append(
                f"{predicate} _" if target is not None else f"{predicate} {quad.object}"
            )
        if target is not None:
            blanks.shape[target].append(
                f"_ {predicate}" if subject is not None else f"{quad.subject} {predicate}"
            )
        if subject is not None and target is not None:
            blanks.links[subject].add(target)
            blanks.ways[subject][f">{predicate}"].add(target)
            blanks.ways[target][f"<{predicate}"].add(subject)
    return blanks


def _count_in_circles(blanks: _Blanks) -> int:
    incoming: Counter[str] = Counter(target for targets in blanks.links.values() for target in targets)
    ready = [node for node in blanks.shape if not incoming[node]]
    left = len(blanks.shape)
    while ready:
        node = ready.pop()
        left -= 1
        for target in blanks.links.get(node, ()):
            incoming[target] -= 1
            if not incoming[target]:
                ready.append(target)
    return left


def _costly(blanks: _Blanks) -> str | None:
    look = {node: "\n".join(sorted(shape)) for node, shape in blanks.shape.items()}
    count = Counter(look.values())
    alike = {node for node, seen in look.items() if count[seen] > 1}
    work = 0
    seen: set[str] = set()
    for start in alike:
        if start in seen:
            continue
        component = _component(start, blanks, alike)
        seen |= component
        if len(component) > 1:
            work += _work(component, blanks, look)
        if work > _WORK_LIMIT:
            return f"telling apart {len(component)} blank nodes that look alike and hang together is too slow"
    return None


def _neighbours(node: str, blanks: _Blanks, among: set[str]) -> set[str]:
    return {other for others in blanks.ways[node].values() for other in others if other in among}


def _component(start: str, blanks: _Blanks, alike: set[str]) -> set[str]:
    component = {start}
    queue = [start]
    while queue:
        for other in _neighbours(queue.pop(), blanks, alike) - component:
            component.add(other)
            queue.append(other)
    return component


def _work(component: set[str], blanks: _Blanks, look: dict[str, str]) -> int:
    """An upper estimate of the steps for one group of alike nodes that hang together."""
    size = len(component)
    edges = sum(len(_neighbours(node, blanks, component)) for node in component) // 2
    if edges >= size or size**3 > _WORK_LIMIT:
        return _WORK_LIMIT + 1
    work = 1
    for node in component:
        for others in blanks.ways[node].values():
            groups = Counter(look[other] for other in others if other in component)
            for members in groups.values():
                work *= factorial(min(members, _FACTORIAL_LIMIT))
        if work > _WORK_LIMIT:
            return work
    return work * size**3
