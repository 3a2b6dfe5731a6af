"""``repos.jsonl``: when each repository was scored, and which commit the notebook study executed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from rubrary.errors import MalformedInput, Place
from rubrary.studies.table import bounded_lines

_HINT = "use repos.jsonl as published: one JSON object a line"


@dataclass(frozen=True, slots=True)
class RepoRecord:
    """What one line says of a repository.

    Attributes:
        line: its line, counted from 1.
        started: when scoring began.
        ended: when it ended, not before ``started``.
        executed: the commit that was executed, as written.
    """

    line: int
    started: datetime
    ended: datetime
    executed: str


@dataclass(frozen=True, slots=True)
class RepoRecords:
    """The lines by repository id, and what was wrong in others."""

    by_id: Mapping[str, RepoRecord]
    faults: tuple[MalformedInput, ...]


def read_repos(path: Path, wanted: set[str]) -> RepoRecords:
    """The lines about the repositories whose ids are wanted.

    Raises:
        LimitExceeded: a line is far too long.
    """
    found: dict[str, RepoRecord] = {}
    faults: list[MalformedInput] = []
    for place, text in _lines(path):
        try:
            identifier, record = _record(text, place)
            if identifier in found:
                raise _fault(place, f"giga_repo_id {identifier} is already in line {found[identifier].line}")
        except MalformedInput as fault:
            faults.append(fault)
            continue
        if identifier in wanted:
            found[identifier] = record
    return RepoRecords(found, tuple(faults))


def moment(value: object) -> datetime | None:
    """A time with its zone in ISO 8601, of 1900 to 2999, or ``None`` where ``value`` is no such text."""
    try:
        found = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    # Near the ends of the calendar a change of zone would leave it.
    return found if found and found.tzinfo and 1900 <= found.year < 3000 else None


def _lines(path: Path) -> Iterator[tuple[Place, str]]:
    # A byte that is not UTF-8 becomes U+FFFD and can only spoil the one value it is in.
    with path.open(encoding="utf-8-sig", errors="replace", newline="\n") as stream:
        for number, line in enumerate(bounded_lines(stream, path.name), start=1):
            if line.strip():
                yield Place(path.name, number), line


def _record(text: str, place: Place) -> tuple[str, RepoRecord]:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _fault(place, f"the line is not JSON: {error}") from error
    truth = _member(value, "ground_truth")
    identifier, executed = _member(truth, "giga_repo_id"), _member(truth, "giga_repo_commit")
    if not isinstance(identifier, int) or isinstance(identifier, bool):
        raise _fault(place, f"ground_truth.giga_repo_id is not a whole number: {identifier!r}")
    if not isinstance(executed, str):
        raise _fault(place, f"ground_truth.giga_repo_commit is not text: {executed!r}")
    started, ended = (_time(value, f"score_timestamp_{end}_utc", place) for end in ("start", "end"))
    if ended < started:
        raise _fault(place, f"scoring ends at {ended.isoformat()}, before it starts")
    return str(identifier), RepoRecord(place.line or 0, started, ended, executed)


def _time(value: object, key: str, place: Place) -> datetime:
    found = moment(_member(value, key))
    if found is None:
        raise _fault(place, f"{key} is not a time with time zone: {_member(value, key)!r}")
    return found


def _member(value: object, key: str) -> object:
    return value.get(key) if isinstance(value, dict) else None


def _fault(place: Place, message: str) -> MalformedInput:
    return MalformedInput(message, place=place, hint=_HINT)
