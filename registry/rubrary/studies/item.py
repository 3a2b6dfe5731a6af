"""What a study gives, and what a module that reads one offers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from rubrary.errors import InputError
from rubrary.records import Record
from rubrary.rubric import RubricVersion


@dataclass(frozen=True, slots=True)
class StudyItem:
    """One deposit of a study, or the reason why a part of its data makes none.

    Attributes:
        source: where it stands in the study's files, as ``scores.csv:12``: the file and the line in which the
            row begins, counted from 1.
        records: what belongs in one deposit; empty when there is a problem.
        problem: what is wrong there and what to do about it.
    """

    source: str
    records: tuple[Record, ...] = ()
    problem: str | None = None

    @classmethod
    def of(cls, fault: InputError, source: str | None = None) -> StudyItem:
        """The item that reports ``fault`` at its place, or at ``source`` for one that has no place in a file."""
        problem = f"{fault.message}; {fault.hint}" if fault.hint else fault.message
        return cls(source or (str(fault.place) if fault.place else ""), problem=problem)


class Study(Protocol):
    """A module of :mod:`rubrary.studies`.

    Attributes:
        NAME: what a person calls it on the command line.
        TITLE: its name for people.
        RUBRICS: the rubric versions, as ``name@version``, that its records apply; they have to be on record
            before its items are deposited.
        FILES: which files it expects below the path, in words.
    """

    NAME: str
    TITLE: str
    RUBRICS: tuple[str, ...]
    FILES: str

    def read(self, folder: Path, *, base: str, rubrics: Mapping[str, RubricVersion]) -> Iterator[StudyItem]:
        """The study's deposits in a fixed order, each after those that it refers to.

        Args:
            folder: where the study's files are.
            base: the registry's base IRI, which ends with ``/``; new IRIs are minted below it.
            rubrics: the rubric versions of ``RUBRICS``, by ``name@version``.

        Raises:
            InputError: a file is missing, or a rubric version was not given. All else that is wrong becomes
                an item with a ``problem``, and the rest goes on.
        """
