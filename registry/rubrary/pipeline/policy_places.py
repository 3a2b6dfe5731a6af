"""Where in a rubric file each part is written, in the long form and in the paper's short form."""

from __future__ import annotations

from collections.abc import Iterator

from rubrary.errors import Place
from rubrary.pipeline.policy_diff import PartKind
from rubrary.rubric.short_form import PENALTIES, PROBES, is_short_form
from rubrary.yaml_source import Located

_SECTIONS = {
    PartKind.DIMENSION: "dimensions",
    PartKind.CRITERION: "criteria",
    PartKind.PENALTY: "penalties",
    PartKind.SCORE: "scores",
}


class PartPlaces:
    """Finds the parts of one file.

    Args:
        root: the file.
    """

    def __init__(self, root: Located) -> None:
        self._root = root
        parts = _short_parts(root) if is_short_form(root) else _long_parts(root)
        self._places = {(kind, identifier): node.place for kind, identifier, node in parts}

    def key(self, name: str) -> Place:
        """Where the value of a key at the top is; the file's begin where it has none."""
        node = self._root.get(name)
        return node.place if node else self._root.place

    def of(self, part: PartKind, identifier: str) -> Place | None:
        """Where the file writes a part; ``None`` where the part comes from the baseline."""
        return self._places.get((part, identifier))


Found = Iterator[tuple[PartKind, str, Located]]


def _long_parts(root: Located) -> Found:
    for kind, key in _SECTIONS.items():
        section = root.get(key)
        for item in section.children if section else ():
            if (named := item.get("id")) is not None:
                yield kind, named.text, item


def _short_parts(root: Located) -> Found:
    for key, node in _entries(root, "categories"):
        yield PartKind.DIMENSION, key, node
    for key, node in _entries(root, "ros_components"):
        yield PartKind.CRITERION, PROBES.get(key, key), node
    given = dict(_entries(root, "penalties"))
    for identifier, keys in PENALTIES.items():
        written = [given[key] for key in keys if key in given]
        if written:
            yield PartKind.PENALTY, identifier, written[0]


def _entries(root: Located, key: str) -> Iterator[tuple[str, Located]]:
    section = root.get(key)
    return ((name.text, node) for name, node in section.entries()) if section else iter(())
