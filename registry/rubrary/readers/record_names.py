"""The IRIs of what a record file names, and where in the file each is written."""

from __future__ import annotations

import re
import unicodedata

from rubrary.errors import Place
from rubrary.readers.record_fields import is_address
from rubrary.readers.record_parts import Artifact, Badge, Paper
from rubrary.readers.record_problems import Step, place_of
from rubrary.snapshot import doi_iri
from rubrary.yaml_source import Located

_SLUG = re.compile(r"[a-z0-9][a-z0-9._-]*")
_PAPER_END = 60


class Names:
    """Mints IRIs below a base and remembers the first place of each.

    Args:
        root: the file.
        base: the registry's base IRI, which ends with ``/``.
    """

    def __init__(self, root: Located, base: str) -> None:
        self._root = root
        self._base = base
        self.places: dict[str, Place] = {}

    def place(self, *steps: Step) -> Place:
        """Where a part of the file is written."""
        return place_of(self._root, *steps)

    def mark(self, iri: str, *steps: Step) -> str:
        """Remember where an IRI comes from; gives the IRI."""
        self.places.setdefault(iri, self.place(*steps))
        return iri

    def below(self, kind: str, end: str) -> str:
        """``<base>kind/end``."""
        return f"{self._base}{kind}/{end}"

    def paper(self, paper: Paper) -> str:
        """The DOI's IRI; else the address; else one below the base."""
        if paper.doi:
            return doi_iri(paper.doi)
        return paper.url or self.below("paper", paper.id or "")

    def artifact(self, artifact: Artifact) -> str:
        """The repository's address; else the DOI's IRI; else the address; else one below the base."""
        if artifact.repository:
            return repository_iri(artifact.repository)
        if artifact.doi:
            return doi_iri(artifact.doi)
        return artifact.url or self.below("artifact", artifact.id or "")

    def referred(self, kind: str, text: str) -> str | None:
        """The IRI that a reference means: an address, a DOI (of a paper), or an id below the base."""
        if kind == "paper" and _is_doi(text):
            return doi_iri(text)
        if is_address(text):
            return text
        return self.below(kind, text) if _SLUG.fullmatch(text) else None

    def badge(self, badge: Badge, target: str) -> str:
        """One below the base, made from badge and target where the file names none."""
        end = slug(target.removeprefix("https://doi.org/").removeprefix("https://"))[-_PAPER_END:]
        return self.below("badge", badge.id or f"{badge.badge}-{end.strip('-')}")


def repository_iri(address: str) -> str:
    """The address of a repository in its one form: no ``.git``, no slash at its end, host in lower case."""
    scheme, _, rest = address.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}://{host.lower()}{slash}{path}".rstrip("/").removesuffix(".git")


def slug(name: str) -> str:
    """A name as the end of an IRI: lower-case ASCII letters, digits, ``.`` and ``-``; empty if none is left."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9.]+", "-", plain).strip("-.")


def _is_doi(text: str) -> bool:
    try:
        doi_iri(text)
    except ValueError:
        return False
    return bool(re.match(r"(?:https?://(?:dx\.)?doi\.org/|doi:|10\.)", text, re.IGNORECASE))
