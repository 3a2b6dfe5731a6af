"""Rubric versions by what people call them: a file, ``name@version`` or an IRI; and the list of all known ones."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import semver
from pyoxigraph import NamedNode

from rubrary.errors import InputError, NotFound, Place, UsageError
from rubrary.graph.canonical import canonicalize, triples_of
from rubrary.graph.read import Facts
from rubrary.ledger import Ledger, Row
from rubrary.pipeline.config import DEFAULT_BASE
from rubrary.pipeline.knowledge import Knowledge
from rubrary.pipeline.sources import name_of
from rubrary.rubric import Baselines, RubricVersion, policy_digest, read_rubric, rubric_triples, shipped
from rubrary.terms import RUBRIC, dcat, dcterms, rub
from rubrary.yaml_source import SIZE_LIMIT, decode

log = logging.getLogger(__name__)

_FILE_SUFFIXES = (".yaml", ".yml", ".json")


@dataclass(frozen=True, slots=True)
class KnownPolicy:
    """A rubric version that is shipped, on record, or both.

    Attributes:
        reference: ``name@version``.
        iri: identifies it.
        title: its name for people.
        status: how it stands to its source (``as-published``, ``reconstructed``); ``None`` where it does not say.
        extends: IRI of its baseline.
        policy_digest: 64 hexadecimal digits; equal ones judge alike.
        content_digest: 64 hexadecimal digits of its whole graph.
        shipped: whether this release brings it.
        on_record: whether it is deposited in this registry.
    """

    reference: str
    iri: str
    title: str
    status: str | None
    extends: str | None
    policy_digest: str
    content_digest: str
    shipped: bool
    on_record: bool


class Policies:
    """The rubric versions of one registry and of the release.

    Args:
        base: the registry's base IRI; files are read as if they were published there.
        ledger: the registry's records; ``None`` to know only what the release ships.
    """

    def __init__(self, base: str = DEFAULT_BASE, ledger: Ledger | None = None) -> None:
        self.base = base
        self.ledger = ledger
        self.knowledge = Knowledge(base, ledger)

    def find(self, reference: str) -> RubricVersion:
        """The version that a file defines, or that has this ``name@version`` or IRI.

        What the release ships is found in every registry, also in one where it is not deposited.

        Raises:
            UsageError: a file is meant, but is not there.
            NotFound: no version has that name or IRI.
            InputError: the file defines no usable policy.
        """
        path = Path(reference)
        # A name holds no slash, and a file that is there is what a person means.
        if path.is_file():
            return read_file(path, self.base, self.by_name)
        if reference.lower().endswith(_FILE_SUFFIXES):
            raise UsageError(f"{reference}: no such file", hint="Check the spelling of the path.")
        return self.by_name(reference)

    def by_name(self, reference: str) -> RubricVersion:
        """The version with that ``name@version`` or IRI, on record or shipped; usable as ``baselines``.

        Raises:
            NotFound: there is none; the hint names the versions that the name has.
        """
        try:
            return self.knowledge.rubric(reference)
        except NotFound:
            pass
        for version in shipped():
            if reference in (version.reference, version.iri):
                return version
        raise NotFound(f"no rubric version {reference!r} is known here", hint=self._hint(reference))

    def names(self, version: RubricVersion) -> bool:
        """Whether ``name@version`` means this very version here."""
        try:
            return self.by_name(version.reference).iri == version.iri
        except NotFound:
            return True  # nothing else bears the name

    def on_record(self) -> Iterator[RubricVersion]:
        """Every version on record that this release can read."""
        for known in self.known:
            try:
                if known.on_record:
                    yield self.by_name(known.iri)
            except InputError as error:
                log.warning("%s is passed over: %s", known.reference, error)

    def _hint(self, reference: str) -> str:
        name = reference.partition("@")[0]
        same = [known.reference for known in self.known if known.reference.partition("@")[0] == name]
        if same:
            return f"Known versions: {', '.join(same)}."
        return "`rubrary rubric list` shows what is known; a file is named by its path."

    @cached_property
    def known(self) -> tuple[KnownPolicy, ...]:
        """Every version that is shipped or on record, by name and version; no withdrawn ones. Looked up once."""
        found: dict[str, KnownPolicy] = {}
        for row in self._rows():
            if (policy := _of_row(row)) is not None:
                found[policy.iri] = policy
        for version in shipped():
            if version.iri not in found:
                found[version.iri] = _of_version(version)
        return tuple(sorted(found.values(), key=lambda known: (*_order(known.reference), known.iri)))

    def _rows(self) -> Iterator[Row]:
        if self.ledger is not None:
            yield from self.ledger.of_kind("RubricVersion", mentioning=[rub.RubricVersion.value])

    def earlier(self, version: RubricVersion) -> RubricVersion | None:
        """The latest known version of the same rubric that comes before this one."""
        before = [
            known
            for known in self.known
            if known.reference.partition("@")[0] == version.name
            and known.iri != version.iri
            and _order(known.reference) < _order(version.reference)
        ]
        return self.by_name(before[-1].iri) if before else None


def read_file(path: Path, base: str, baselines: Baselines) -> RubricVersion:
    """The rubric version that a file defines; a file that is shipped, to the letter, keeps its own IRI.

    Raises:
        InputError: it defines no usable policy, or cannot be read.
    """
    text = read_text(path)
    for version in shipped():
        if version.source_text == text:
            return version
    return read_rubric(text, source=name_of(path), base=base, baselines=baselines)


def read_text(path: Path) -> str:
    """The text of a rubric file.

    Raises:
        InputError: the file cannot be opened, is not UTF-8 or larger than 1 MiB.
    """
    source = name_of(path)
    try:
        with path.open("rb") as handle:
            data = handle.read(SIZE_LIMIT + 1)
    except OSError as error:
        raise InputError(f"it cannot be read: {error.strerror}", place=Place(source)) from error
    return decode(data, source=source)


def content_digest(version: RubricVersion) -> str:
    """64 hexadecimal digits of the version's whole graph, words included."""
    return canonicalize(rubric_triples(version)).digest


def number_of(version: str) -> semver.Version:
    """A version for comparing; the two numbers of a short form stand for three.

    The reader of files takes pre-release names that semantic versioning does not; these are passed over.
    """
    try:
        return semver.Version.parse(version, optional_minor_and_patch=True)
    except ValueError:
        return semver.Version.parse(re.split("[-+]", version, maxsplit=1)[0], optional_minor_and_patch=True)


def shown_reference(iri: str) -> str:
    """``name@version`` of a rubric version's IRI, for people."""
    return "@".join(iri.rsplit("/", 2)[1:]) if "/rubric/" in iri else iri


def is_shipped(iri: str) -> bool:
    """Whether the IRI lies where the release mints."""
    return iri.startswith(RUBRIC)


def _order(reference: str) -> tuple[str, semver.Version]:
    name, _, version = reference.partition("@")
    return name, number_of(version)


def _of_version(version: RubricVersion) -> KnownPolicy:
    return KnownPolicy(
        reference=version.reference,
        iri=version.iri,
        title=version.title,
        status=version.status.value if version.status else None,
        extends=version.extends,
        policy_digest=policy_digest(version.policy),
        content_digest=content_digest(version),
        shipped=True,
        on_record=False,
    )


def _of_row(row: Row) -> KnownPolicy | None:
    """What a deposit says of the version that it holds; ``None`` where its bytes were erased."""
    if row.nquads is None:
        return None
    facts = Facts(triples_of(row.nquads))

    def said(predicate: NamedNode) -> str | None:
        return facts.one(row.topic, predicate)

    status = said(rub.rubricStatus)
    return KnownPolicy(
        reference=f"{said(rub.rubricName)}@{said(dcat.version)}",
        iri=row.topic,
        title=said(dcterms.title) or "",
        status=status.rpartition("/")[2] if status else None,
        extends=said(rub.extends),
        policy_digest=said(rub.policyDigest) or "",
        content_digest=row.digest,
        shipped=is_shipped(row.topic),
        on_record=True,
    )
