"""The archive of a record file, and its adoption of a rubric version."""

from __future__ import annotations

from rubrary import records
from rubrary.errors import Problem
from rubrary.readers.draft import Rubrics
from rubrary.readers.record_answers import resolve_rubric
from rubrary.readers.record_names import slug
from rubrary.readers.record_parts import Adoption, Archive
from rubrary.readers.record_things import Things
from rubrary.rubric import RubricVersion, policy_digest
from rubrary.rubric.check import fragments
from rubrary.rubric.fields import suggest
from rubrary.yaml_source import Kind, Located

_END = 80


def adopted_rubric(root: Located, rubrics: Rubrics) -> tuple[RubricVersion | None, list[Problem]]:
    """The rubric version that the section ``adoption`` names, and what is wrong with the name.

    Args:
        root: the file.
        rubrics: gives the rubric versions on record.
    """
    section = root.get("adoption")
    named = section.get("rubric") if section and section.kind is Kind.MAPPING else None
    problems: list[Problem] = []
    return resolve_rubric(named, rubrics, problems) if named else None, problems


def archive_record(archive: Archive, things: Things) -> records.ArchiveRecord:
    """The archive that the file describes; every file has to say the same of it."""
    iri = archive.url or things.names.below("archive", archive.id or "")
    things.names.mark(iri, "archive")
    return records.ArchiveRecord(iri, archive.title, archive.page, archive.description)


def adoption_record(
    adoption: Adoption, archive: records.ArchiveRecord | None, version: RubricVersion, things: Things
) -> records.AdoptionRecord | None:
    """The adoption; ``None`` after noting why there is none."""
    own = archive.iri if archive else None
    adopter = things.reference("archive", adoption.archive, own, "adoption", "archive")
    if adopter is None:
        if adoption.archive is None:
            things.fault(
                "does not say which archive", "add 'archive: <id or IRI>' or a section archive", "adoption"
            )
        return None
    replaces = things.reference("adoption", adoption.replaces, None, "adoption", "replaces")
    end = adoption.id or adoption_name(adopter, version)
    iri = things.names.mark(things.names.below("adoption", end), "adoption")
    return records.AdoptionRecord(
        iri=iri,
        archive=adopter,
        rubric=version.iri,
        policy_digest=policy_digest(version.policy),
        starts=adoption.starts,
        overrides=_overrides(adoption, version, iri, things),
        replaces=replaces,
        description=adoption.description,
    )


def adoption_name(archive: str, version: RubricVersion) -> str:
    """The end of an adoption's IRI where nobody chose one: from the archive's IRI and the rubric version."""
    short = archive.partition("/archive/")[2] or archive.partition("://")[2]
    return f"{slug(short)[-_END:].strip('-.')}-{slug(version.name)}-{slug(version.version)}"


def _overrides(
    adoption: Adoption, version: RubricVersion, iri: str, things: Things
) -> tuple[records.AdoptionOverride, ...]:
    known = set(fragments(version.policy))
    made = []
    for number, override in enumerate(adoption.overrides):
        # A penalty may be named by its id alone.
        names = (override.part, f"penalty-{override.part}")
        part = next((name for name in names if name in known), None)
        if part is None:
            things.fault(
                f"is {override.part!r}, which {version.reference} does not have",
                suggest(override.part, known),
                "adoption",
                "overrides",
                number,
                "part",
            )
            continue
        things.names.mark(f"{iri}#override-{number + 1}", "adoption", "overrides", number)
        made.append(records.AdoptionOverride(f"{version.iri}#{part}", override.change, override.rationale))
    return tuple(made)
