"""Put on record that an archive applies a rubric version."""

from __future__ import annotations

from dataclasses import replace

from rubrary.errors import Conflict, MalformedInput, NotFound, UsageError
from rubrary.graph import literal
from rubrary.graph.write import record_triples
from rubrary.pipeline.deposit import Result, append
from rubrary.pipeline.examine import Examiner
from rubrary.pipeline.registry import Registry
from rubrary.readers.record_adoption import adoption_name
from rubrary.readers.record_fields import SLUG, is_address
from rubrary.records import AdoptionRecord, ArchiveRecord
from rubrary.rubric import RubricVersion, policy_digest
from rubrary.terms import rub


def adopt(
    registry: Registry,
    version: RubricVersion,
    *,
    archive: str,
    starts: str,
    submitter: str,
    title: str | None = None,
    name: str | None = None,
    replaces: str | None = None,
) -> Result:
    """Deposit the adoption of a rubric version that is on record.

    Args:
        registry: where to.
        version: what is adopted.
        archive: IRI of the archive, or its id below the registry's base.
        starts: from when on: YYYY-MM-DD, YYYY-MM or YYYY.
        submitter: who says so, for the catalogue.
        title: name of the archive; needed when it is not on record yet.
        name: end of the adoption's IRI; made from archive and rubric if left out.
        replaces: IRI or id of an earlier adoption that ends with this one.

    Raises:
        Conflict: the version was withdrawn.
        NotFound: the version is not on record, or the archive is unknown and has no title.
        UsageError: the date, the archive or the name cannot be one.
    """
    published = registry.ledger.defining(version.iri)
    if published is not None and published.withdrawn_by is not None:
        raise Conflict(f"{version.reference} was withdrawn", hint="Adopt another version of it.")
    if published is None:
        raise NotFound(
            f"{version.reference} is not on record here",
            hint="Publish it first: rubrary rubric publish FILE.",
        )
    adopter = _below(registry, "archive", archive)
    described = _archive(registry, adopter, title)
    record = AdoptionRecord(
        iri=_below(registry, "adoption", name or adoption_name(adopter, version)),
        archive=adopter,
        rubric=version.iri,
        policy_digest=policy_digest(version.policy),
        starts=_date(starts),
        replaces=_below(registry, "adoption", replaces) if replaces else None,
    )
    examiner = Examiner(registry.knowledge(), registry.validator)
    triples = record_triples([*described, record])
    examined = examiner.examine(triples, f"adoption of {version.reference}")
    result = append(registry, examined, shapes=registry.remember_shapes(), submitter=submitter)
    if isinstance(result.error, Conflict):
        hint = "What is on record never changes: give this adoption another --id, and name the other in --replaces."
        return replace(result, error=Conflict(result.error.message, hint=hint))
    return result


def _archive(registry: Registry, iri: str, title: str | None) -> list[ArchiveRecord]:
    if title is not None:
        return [ArchiveRecord(iri, title)]
    if rub.Archive.value not in registry.ledger.classes_of([iri]).get(iri, ()):
        raise NotFound(
            f"no archive <{iri}> is on record", hint="Name it with --title, and it is described, too."
        )
    return []


def _below(registry: Registry, kind: str, text: str) -> str:
    """An IRI as it stands; an id below the base."""
    if is_address(text):
        return text
    if not SLUG.fullmatch(text):
        raise UsageError(
            f"{text!r} is neither an IRI nor an id",
            hint="Write an address in full, or lower-case letters, digits, '.', '_' and '-'.",
        )
    return f"{registry.base}{kind}/{text}"


def _date(text: str) -> str:
    try:
        literal.date(text)
    except MalformedInput as error:
        raise UsageError(f"{text!r} is not a date", hint="Write YYYY-MM-DD, YYYY-MM or YYYY.") from error
    return text
