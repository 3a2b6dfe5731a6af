"""The ontology and its schemes as a graph of the index, so that queries can join labels and definitions."""

from __future__ import annotations

import hashlib
from pathlib import Path

from pyoxigraph import NamedNode, RdfFormat, parse, serialize

from rubrary.errors import RegistryError
from rubrary.resources import data_folder

#: Name of the graph that holds the ontology and its schemes.
VOCABULARY = NamedNode("https://w3id.org/rubrary/ns")


class Vocabulary:
    """The Turtle files below a folder.

    Args:
        folder: where they are; the shipped ``ontology`` folder when left out.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._files = sorted((folder or data_folder("ontology")).rglob("*.ttl"))

    @property
    def digest(self) -> str:
        """SHA-256 over all files: a store that names another one holds another release's vocabulary."""
        total = hashlib.sha256()
        for file in self._files:
            total.update(hashlib.sha256(file.read_bytes()).digest())
        return total.hexdigest()

    def statements(self) -> bytes:
        """All statements, as N-Triples.

        Raises:
            RegistryError: a shipped file is not Turtle.
        """
        parts: list[bytes] = []
        for file in self._files:
            try:
                quads = list(parse(path=str(file), format=RdfFormat.TURTLE, rename_blank_nodes=True))
            except SyntaxError as error:
                raise RegistryError(f"the vocabulary file {file} is not Turtle: {error}") from error
            written = serialize(quads, format=RdfFormat.N_TRIPLES)
            parts.append(written or b"")
        return b"".join(parts)
