"""The record form: what a curator may write in one file, section by section.

The descriptions are for people; :func:`rubrary.readers.record_schema.record_schema` carries them into editors.
What a section means in RDF is in :mod:`rubrary.readers.record_build`.
"""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BeforeValidator, Field, model_validator

from rubrary.readers.record_fields import (
    Address,
    Answer,
    Count,
    Duration,
    Flag,
    Leaf,
    Moment,
    Number,
    Slug,
    Text,
    fault,
    one_of,
)
from rubrary.readers.record_parts import (
    Adoption,
    Agent,
    Archive,
    Artifact,
    Badge,
    Evidence,
    Instrument,
    Paper,
    Part,
    Snapshot,
    Study,
)
from rubrary.readers.record_shorthand import Alone, Short
from rubrary.rubric.fields import suggest
from rubrary.schemes import Concept, schemes
from rubrary.yaml_source import Located


def _read_form(value: object) -> object:
    text = value.text if isinstance(value, Located) else value
    if text != "1":
        raise fault(f"is {text!r}, but only form 1 is known", "write 'rubrary: 1'")
    return 1


class Measurement(Part):
    """The answer to one criterion, alone or with the evidence for it."""

    value: Answer = Field(
        description="A number on the criterion's scale, yes or no, or not-applicable, not-attempted, failed."
    )
    evidence: tuple[Evidence, ...] = Field((), description="What the answer rests on.")


_VALUE = Short("value", {"type": ["number", "string", "boolean"]})
Measurements = dict[str, Annotated[Measurement, BeforeValidator(_VALUE.expand), _VALUE]]


class Outcome(Part):
    """How an attempt ended: a code of an outcome scheme."""

    code: Text = Field(description="The code, such as O1 or missing_module.")
    scheme: Text | None = Field(None, description="The scheme, needed where two schemes have the code.")

    @model_validator(mode="after")
    def _known(self) -> Self:
        names = [name for name, scheme in schemes().items() if scheme.is_outcome]
        if self.scheme and self.scheme not in names:
            raise fault(f"{self.scheme!r} is not an outcome scheme", suggest(self.scheme, names))
        if len(self.concepts) != 1:
            codes = [code for name in names for code in schemes()[name].concepts]
            said = "is in several schemes" if self.concepts else "is no outcome"
            hint = "name the scheme, as in {scheme: nsai-outcome, code: O1}"
            raise fault(f"{self.code!r} {said}", hint if self.concepts else suggest(self.code, codes))
        return self

    @property
    def concepts(self) -> list[Concept]:
        """The concepts with that code, in the scheme named or in all outcome schemes."""
        return [
            scheme.concepts[self.code]
            for name, scheme in schemes().items()
            if scheme.is_outcome and self.scheme in (None, name) and self.code in scheme.concepts
        ]


_CODE = Short("code", {"type": "string"})
_ALONE = Alone()
Outcomes = Annotated[
    tuple[Annotated[Outcome, BeforeValidator(_CODE.expand), _CODE], ...],
    Field(min_length=1),
    BeforeValidator(_ALONE.expand),
    _ALONE,
]


class Cause(Part):
    """Why an attempt failed."""

    missing: Annotated[str, one_of("artifact-kind")] | None = Field(None, description="What was missing.")
    how: Annotated[str, one_of("missing-cause")] | None = Field(None, description="How it was missing.")
    description: Text | None = Field(None, description="In words, where neither fits.")


class Repair(Part):
    """What had to be changed before it ran."""

    kind: Annotated[str, one_of("repair-kind")] = Field(description="What was changed.")
    minimal: Flag = Field(description="Whether the protocol allows it.")
    description: Text | None = Field(None, description="In words.")


class Comparison(Part):
    """A reported result beside the reproduced one, or a bound on how far they lie apart."""

    metric: Text = Field(description="What was compared, such as MRR.")
    task: Text | None = Field(None, description="On which task.")
    reported: Number | None = Field(None, description="The value in the paper.")
    reproduced: Number | None = Field(None, description="The value of the attempt.")
    deviation_at_most: Number | None = Field(None, description="A bound, where only that is known.")
    unit: Text | None = Field(None, description="Unit, such as 'percentage point'.")
    tolerance: Number | None = Field(None, description="Deviation that still counts as reproduced.")
    tolerance_kind: Annotated[str, one_of("tolerance-kind")] | None = Field(
        None, description="How the tolerance is meant."
    )
    within_tolerance: Flag | None = Field(None, description="Whether it is close enough.")
    claim_holds: Flag | None = Field(None, description="Whether the paper's claim holds all the same.")


class Assessment(Part):
    """One run of a rubric over one snapshot: readiness, what the repository contains."""

    id: Slug = Field(description="A short name, the end of its IRI; never used twice.")
    snapshot: Snapshot = Field(description="What was looked at.")
    rubric: Text = Field(description="The rubric version: name@version or its IRI.")
    method: Annotated[str, one_of("method")] = Field(description="How it was done.")
    assessor: Agent = Field(description="Who did it.")
    instrument: Instrument | None = Field(None, description="What measured; reading by hand if left out.")
    started: Moment | None = Field(None, description="When it began, with time zone.")
    ended: Moment = Field(description="When it ended, with time zone.")
    measurements: Measurements = Field(min_length=1, description="The answer to each criterion, by its id.")
    scores: dict[str, Number] = Field(
        default_factory=dict, description="Scores you state yourself; they are checked against ours."
    )
    published: dict[str, Number] = Field(
        default_factory=dict, description="Scores as a source prints them; they stay as printed."
    )
    paper: Text | None = Field(None, description="The paper, where it is not in this file: DOI, IRI or id.")
    source: Text | None = Field(None, description="The study it comes from: its id or IRI.")
    informed_by: Text | None = Field(None, description="An earlier assessment that it takes up: id or IRI.")


class Attempt(Part):
    """One attempt at rerunning: outcome, how it went."""

    id: Slug = Field(description="A short name, the end of its IRI; never used twice.")
    outcome: Outcomes = Field(description="How it ended: a code, {scheme, code}, or a list of them.")
    team: Agent = Field(description="Who did it.")
    method: Annotated[str, one_of("method")] | None = Field(None, description="How it was done.")
    snapshot: Snapshot | None = Field(None, description="What was executed.")
    paper: Text | None = Field(None, description="The paper, where it is not in this file: DOI, IRI or id.")
    rubric: Text | None = Field(None, description="The rubric of the probes; the assessment's if left out.")
    instrument: Instrument | None = Field(None, description="What ran the probes; people if left out.")
    probes: Measurements = Field(default_factory=dict, description="The result of each probe, by its id.")
    scores: dict[str, Number] = Field(
        default_factory=dict, description="Scores you state yourself; they are checked against ours."
    )
    started: Moment | None = Field(None, description="When it began, with time zone.")
    ended: Moment | None = Field(None, description="When it ended, with time zone.")
    wall_time: Duration | None = Field(None, description="How long it ran, such as PT3H.")
    hardware: Text | None = Field(None, description="The machine, in words.")
    protocol: Address | None = Field(None, description="Publication of the protocol that was followed.")
    executed: Count | None = Field(None, description="How many notebooks or tasks were executed.")
    succeeded: Count | None = Field(None, description="How many of them succeeded.")
    failure_message: Text | None = Field(None, description="The error that ended it.")
    causes: tuple[Cause, ...] = Field((), description="Why it failed.")
    repairs: tuple[Repair, ...] = Field((), description="What had to be changed before it ran.")
    comparisons: tuple[Comparison, ...] = Field((), description="Reported results beside reproduced ones.")
    description: Text | None = Field(None, description="In words.")
    source: Text | None = Field(None, description="The study it comes from: its id or IRI.")


class Composite(Part):
    """The composite of the file's assessment and attempt. It is made without this section, too."""

    id: Slug | None = Field(None, description="A short name; the assessment's if left out.")
    value: Number | None = Field(None, description="The value you state yourself; it is checked.")


#: Sections that make no record by themselves.
_NO_RECORD = {"rubrary", "composite"}


class RecordFile(Part):
    """One file, one deposit. Apart from the form's version every section is optional; one has to be there."""

    rubrary: Annotated[int, Leaf(_read_form, {"const": 1})] = Field(description="Version of this form: 1.")
    study: Study | None = None
    paper: Paper | None = None
    artifacts: tuple[Artifact, ...] = Field((), description="Artifacts that belong to no paper of this file.")
    assessment: Assessment | None = None
    attempt: Attempt | None = None
    composite: Composite | None = None
    badges: tuple[Badge, ...] = Field((), description="Badges awarded.")
    archive: Archive | None = None
    adoption: Adoption | None = None

    @model_validator(mode="after")
    def _holds_something(self) -> Self:
        if not any(getattr(self, name) for name in type(self).model_fields if name not in _NO_RECORD):
            hint = "add a section: paper, assessment, attempt, badges, study, archive or adoption"
            raise fault("holds no record", hint)
        return self
