"""Publish rubric versions: those that the release ships, and those of a community's files. None ever changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rubrary.errors import Conflict, InputError, Place
from rubrary.graph.canonical import triples_of
from rubrary.graph.read import Facts
from rubrary.pipeline.deposit import Examine, Result, append, deposit_files
from rubrary.pipeline.examine import Examined, Examiner
from rubrary.pipeline.registry import Registry
from rubrary.pipeline.sources import name_of
from rubrary.rubric import rubric_triples, shipped
from rubrary.terms import rub

SUBMITTER = "rubrary release"


@dataclass(frozen=True, slots=True)
class Digests:
    """The two digests of a rubric version: of all of it, and of what decides a score."""

    content: str
    policy: str


@dataclass(frozen=True, slots=True)
class Published:
    """What became of one rubric file.

    Attributes:
        result: the verdict, as for any deposit.
        own: the digests of the file's version; ``None`` where it defines none.
        on_record: those of the version on record that has its name and number, where that is another.
    """

    result: Result
    own: Digests | None = None
    on_record: Digests | None = None


def publish_shipped(registry: Registry) -> Iterator[Result]:
    """Append every shipped rubric version; what is on record already stays as it is."""
    examiner = Examiner(registry.knowledge(), registry.validator)
    shapes = registry.remember_shapes()
    for version in shipped():
        examined = examiner.examine(rubric_triples(version), f"{version.reference} (shipped)")
        yield append(registry, examined, shapes=shapes, submitter=SUBMITTER)


def publish_files(
    registry: Registry,
    paths: Sequence[Path],
    examine: Examine,
    *,
    submitter: str,
    done: Callable[[Path], None] = lambda _: None,
) -> Iterator[Published]:
    """Put the rubric version of each file on record, in whatever order they extend one another.

    The same content again is the same version. Other content under a name and number on record is refused.

    Args:
        registry: where to.
        paths: rubric files.
        examine: reads and judges one file.
        submitter: who publishes, for the catalogue.
        done: called with each path whose fate is settled.
    """
    only_rubrics = _OnlyRubrics(examine)
    for result in deposit_files(registry, paths, only_rubrics, submitter=submitter, done=done):
        yield _published(registry, result)


@dataclass(frozen=True)
class _OnlyRubrics:
    """Refuses files that hold anything else."""

    examine: Examine

    def __call__(self, path: Path) -> Sequence[Examined]:
        found = self.examine(path)
        for one in found:
            if one.report.accepted and (one.topic is None or one.topic.kind != "RubricVersion"):
                raise InputError(
                    f"it holds {f'the record of a {one.topic.kind}' if one.topic else 'no record'}, not a rubric",
                    place=Place(name_of(path)),
                    hint="Records are put on record by `rubrary deposit`.",
                )
        return found


def _published(registry: Registry, result: Result) -> Published:
    examined = result.examined
    if examined is None or examined.topic is None or examined.topic.kind != "RubricVersion":
        return Published(result)
    topic = examined.topic.iri
    own = _digests(examined.canonical.digest, examined.canonical.nquads, topic)
    known = registry.ledger.defining(topic)
    if not isinstance(result.error, Conflict) or known is None or known.digest == own.content:
        return Published(result, own)
    on_record = _digests(known.digest, known.nquads or b"", topic)
    since = "withdrawn, but " if known.withdrawn_by else ""
    judged = (
        "the same policy"
        if own.policy == on_record.policy
        else f"policy {on_record.policy}, not {own.policy}"
    )
    if not on_record.policy:
        judged = "its bytes were erased"
    error = Conflict(
        f"<{topic}> is {since}on record with other content: {on_record.content}, not {own.content} ({judged})",
        place=Place(result.source),
        hint="What is published never changes: raise the version. `rubrary rubric lint` says to which number.",
    )
    return Published(replace(result, error=error), own, on_record)


def _digests(content: str, nquads: bytes, topic: str) -> Digests:
    return Digests(content, Facts(triples_of(nquads)).one(topic, rub.policyDigest) or "")
