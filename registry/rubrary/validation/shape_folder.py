"""The folder of SHACL shapes, read once: one file a class, all of them one shapes graph."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from pyoxigraph import NamedNode, Quad, RdfFormat, Triple, parse

from rubrary.errors import MalformedInput, Place, RegistryError
from rubrary.graph.canonical import canonicalize
from rubrary.validation.report import SH

_TARGET_CLASS = NamedNode(SH + "targetClass")
_TARGETS = {
    _TARGET_CLASS,
    *(NamedNode(SH + name) for name in ("targetNode", "targetSubjectsOf", "targetObjectsOf")),
}


@dataclass(frozen=True, slots=True)
class ShapeFolder:
    """A shapes graph as read.

    Attributes:
        turtle: the files' text, one after the other in order of their names.
        triples: the graph.
        digest: SHA-256 of its canonical N-Quads; equal graphs have equal digests however they are written.
        classes: IRIs of the classes whose instances the shapes judge.
    """

    turtle: str
    triples: tuple[Triple, ...]
    digest: str
    classes: frozenset[str]

    def targeting(self, classes: frozenset[str]) -> tuple[Triple, ...]:
        """The part of the graph that judges instances of ``classes``.

        What else the data graph holds (the rubric version, say) is then looked up but not judged again,
        which halves the time. Shapes with another kind of target stay.
        """
        statements: dict[object, list[Triple]] = defaultdict(list)
        waiting: list[object] = []
        for triple in self.triples:
            if triple.predicate == _TARGET_CLASS and _iri(triple.object) not in classes:
                continue
            statements[triple.subject].append(triple)
            if triple.predicate in _TARGETS:
                waiting.append(triple.subject)
        reached: dict[object, list[Triple]] = {}
        while waiting:
            node = waiting.pop()
            if node not in reached:
                reached[node] = statements.get(node, [])
                waiting.extend(triple.object for triple in reached[node])
        return tuple(triple for held in reached.values() for triple in held)

    @classmethod
    def read(cls, folder: Path) -> ShapeFolder:
        """Read every ``*.ttl`` file of ``folder``.

        Raises:
            MalformedInput: a file is not Turtle in UTF-8; its place says where.
            RegistryError: the folder is missing, or holds no shape with a target: such shapes would let
                everything pass.
        """
        if not folder.is_dir():
            raise RegistryError(f"the folder of shapes {folder} does not exist")
        texts: list[str] = []
        quads: list[Quad] = []
        for path in sorted(folder.glob("*.ttl")):
            text, parsed = _read_file(path)
            texts.append(f"# {path.name}\n{text.rstrip()}\n")
            quads.extend(parsed)
        triples = tuple(quad.triple for quad in quads)
        if not any(triple.predicate in _TARGETS for triple in triples):
            raise RegistryError(
                f"no shape in {folder} targets anything, so every deposit would pass",
                hint="a shape needs sh:targetClass; reinstall rubrary if the folder should hold its shapes",
            )
        classes = (_iri(triple.object) for triple in triples if triple.predicate == _TARGET_CLASS)
        digest = canonicalize(quads).digest
        return cls("\n".join(texts), triples, digest, frozenset(iri for iri in classes if iri))


def _read_file(path: Path) -> tuple[str, list[Quad]]:
    try:
        text = path.read_text(encoding="utf-8")
        # Renamed, so that equal labels in two files stay two nodes.
        return text, list(parse(text, format=RdfFormat.TURTLE, rename_blank_nodes=True))
    except UnicodeDecodeError as error:
        raise MalformedInput("the shape file is not UTF-8", place=Place(str(path))) from error
    except SyntaxError as error:
        place = Place(str(path), error.lineno, error.offset)
        raise MalformedInput(f"the shape file is not Turtle: {error.msg}", place=place) from error


def _iri(term: object) -> str | None:
    return term.value if isinstance(term, NamedNode) else None
