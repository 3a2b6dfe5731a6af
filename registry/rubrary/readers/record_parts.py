"""What the sections of a record file are made of: papers, artifacts, agents, evidence, badges, archives, studies."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from rubrary.readers.record_fields import (
    Address,
    Commit,
    Count,
    Date,
    Doi,
    Issn,
    License,
    Orcid,
    Path,
    Slug,
    Swhid,
    Text,
    Version,
    fault,
    one_of,
)
from rubrary.readers.record_shorthand import Alone

_ALONE = Alone()
Lines = Annotated[tuple[Count, ...], BeforeValidator(_ALONE.expand), _ALONE]


class Part(BaseModel):
    """A mapping of the file; keys that it does not know are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)


class Venue(Part):
    """A journal, conference or preprint server."""

    id: Slug = Field(description="Short name, the end of its IRI; the same in every file.")
    title: Text = Field(description="Its name as people know it.")
    issn: Issn | None = Field(None, description="ISSN, such as 1471-2105.")


class Person(Part):
    """An author."""

    name: Text = Field(description="Full name.")
    orcid: Orcid | None = Field(None, description="ORCID iD.")


class Artifact(Part):
    """A part of a paper's artifact bundle. One of repository, doi, url or id identifies it."""

    kind: Annotated[str, one_of("artifact-kind")] = Field(description="What it is.")
    title: Text = Field(description="Its name.")
    repository: Address | None = Field(None, description="Address of its repository, without .git.")
    doi: Doi | None = Field(None, description="Its DOI, for example of a Zenodo record.")
    url: Address | None = Field(None, description="Its address, where it is no repository and has no DOI.")
    id: Slug | None = Field(None, description="A short name, where it has no address.")
    license: License | None = Field(None, description="SPDX identifier, such as MIT.")
    availability: Annotated[str, one_of("availability")] | None = Field(
        None, description="Whether it can be had."
    )

    @model_validator(mode="after")
    def _identified(self) -> Self:
        if not (self.repository or self.doi or self.url or self.id):
            raise fault("says nothing that identifies it", "add repository, doi, url or id")
        return self


class Paper(Part):
    """The paper. One of doi, url or id identifies it, in this order."""

    doi: Doi | None = Field(None, description="Its DOI, bare: 10.1145/3591280.")
    url: Address | None = Field(None, description="Its address, where it has no DOI.")
    id: Slug | None = Field(None, description="A short name, where it has neither.")
    title: Text = Field(description="Its title.")
    issued: Date | None = Field(None, description="Published: YYYY-MM-DD, YYYY-MM or YYYY.")
    venue: Venue | None = Field(None, description="Where it appeared.")
    creators: tuple[Person, ...] = Field((), description="Its authors, in order.")
    artifacts: tuple[Artifact, ...] = Field((), description="Code, data and what else belongs to it.")

    @model_validator(mode="after")
    def _identified(self) -> Self:
        if not (self.doi or self.url or self.id):
            raise fault("says nothing that identifies it", "add its doi; without one its url, or an id")
        return self


class Agent(Part):
    """A person (orcid, name), an organization, or a program (software, version)."""

    orcid: Orcid | None = Field(None, description="ORCID iD of a person.")
    name: Text | None = Field(None, description="Name of a person.")
    organization: Text | None = Field(None, description="Name of an organization.")
    url: Address | None = Field(None, description="Address of the organization, which then is its IRI.")
    software: Text | None = Field(None, description="Name of a program that did it by itself.")
    version: Version | None = Field(None, description="Version of that program.")
    id: Slug | None = Field(None, description="A short name, where one cannot be made from the name.")

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        kinds = [key for key in ("name", "organization", "software") if getattr(self, key)]
        if len(kinds) != 1:
            raise fault("must be one of a person, an organization and a program", _AGENT_HINT)
        stray = [key for key, kind in _AGENT_KEYS.items() if getattr(self, key) and kind != kinds[0]]
        if stray:
            raise fault(f"has {stray[0]}, which does not go with {kinds[0]}", _AGENT_HINT)
        if self.software and not self.version:
            raise fault("names a program without its version", "add 'version: …'")
        return self


_AGENT_KEYS = {"orcid": "name", "url": "organization", "version": "software"}
_AGENT_HINT = "write {name, orcid}, {organization, url} or {software, version}"


class Snapshot(Part):
    """An artifact at an exact revision: commit, swhid, or 'revision: unknown'."""

    artifact: Address | None = Field(
        None, description="Address of the artifact; the file's one code artifact if left out."
    )
    commit: Commit | None = Field(None, description="Full git commit hash.")
    swhid: Swhid | None = Field(None, description="Core SWHID, where there is no git commit.")
    revision: Text | None = Field(None, description="'unknown', if nobody recorded the revision.")
    id: Slug | None = Field(None, description="A short name for an unknown revision.")

    @model_validator(mode="after")
    def _one_revision(self) -> Self:
        given = [key for key in ("commit", "swhid", "revision") if getattr(self, key)]
        if len(given) != 1:
            hint = "write 'commit: <40 digits>', 'swhid: …' or 'revision: unknown'"
            raise fault("must say its revision in exactly one way", hint)
        if self.revision and self.revision != "unknown":
            hint = "write a git commit as 'commit: <40 digits>'; a tag or branch can move"
            raise fault(f"has the revision {self.revision!r}, which is not exact", hint)
        return self


class Instrument(Part):
    """What measured: a scorer in one version, or a protocol that people follow."""

    name: Text = Field(description="Its name.")
    version: Version = Field(description="Its version.")
    detectors: dict[str, Version] = Field(
        default_factory=dict, description="Version of each detector by id, if it is made of detectors."
    )


class Evidence(Part):
    """One thing that was seen, and where."""

    message: Text = Field(description="What was seen, in one sentence.")
    path: Path | None = Field(None, description="File, from the snapshot's root.")
    lines: Lines = Field((), description="First and last line: [3, 7]; or one line.")
    excerpt: Text | None = Field(None, description="The text seen, up to 200 characters. No credentials.")
    remedy: Text | None = Field(None, description="How to mend it.")
    source: Address | None = Field(None, description="The document, where it is not in the snapshot.")

    @model_validator(mode="after")
    def _line_order(self) -> Self:
        if self.lines and not (len(self.lines) <= 2 and 0 < self.lines[0] <= self.lines[-1]):
            raise fault("has lines that are no range", "write [first, last], counted from 1")
        return self


class Badge(Part):
    """A badge that a venue awarded."""

    badge: Annotated[str, one_of("badge")] = Field(description="Which badge.")
    target: Text | None = Field(None, description="What was awarded: 'paper' (default) or an IRI.")
    issuer: Venue | None = Field(None, description="Who awarded it; the paper's venue if left out.")
    issued: Date | None = Field(None, description="When: YYYY-MM-DD, YYYY-MM or YYYY.")
    id: Slug | None = Field(None, description="A short name; made from badge and target if left out.")


class Archive(Part):
    """An organization that keeps deposits and applies policies to them. Its url or an id identifies it."""

    url: Address | None = Field(None, description="Its address, which then is its IRI.")
    id: Slug | None = Field(None, description="A short name, where it has no address of its own.")
    title: Text = Field(description="Its name.")
    page: Address | None = Field(None, description="Its web page, where that is another address.")
    description: Text | None = Field(None, description="In words.")

    @model_validator(mode="after")
    def _identified(self) -> Self:
        if not (self.url or self.id):
            raise fault("says nothing that identifies it", "add its url; without one an id")
        return self


class AdoptionOverride(Part):
    """What an archive does otherwise than the policy that it adopts."""

    part: Text = Field(description="Id of the dimension, criterion, penalty or score.")
    change: Text = Field(description="What is otherwise, such as 'weight 0.35'.")
    rationale: Text | None = Field(None, description="Why.")


class Adoption(Part):
    """That an archive applies a rubric version from a date on."""

    id: Slug | None = Field(None, description="A short name; made from archive and rubric if left out.")
    archive: Text | None = Field(None, description="The archive, where it is not in this file: id or IRI.")
    rubric: Text = Field(description="The rubric version: name@version or its IRI.")
    starts: Date = Field(alias="from", description="From when on: YYYY-MM-DD, YYYY-MM or YYYY.")
    replaces: Text | None = Field(None, description="An earlier adoption that ends with it: id or IRI.")
    overrides: tuple[AdoptionOverride, ...] = Field((), description="What the archive does otherwise.")
    description: Text | None = Field(None, description="In words.")


class Study(Part):
    """A published study whose data the registry holds."""

    id: Slug = Field(description="A short name, the end of its IRI.")
    title: Text = Field(description="Its title.")
    source: Address = Field(description="Where its data is published.")
    license: License | None = Field(None, description="SPDX identifier of the data's licence.")
    rights: Text | None = Field(None, description="What may be done with the data, where no licence says.")
    version: Version | None = Field(None, description="Version of the data.")
    description: Text | None = Field(None, description="In words.")
