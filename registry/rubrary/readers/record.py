"""Reads record files: the plain YAML or JSON that a curator writes by hand (``docs/record-file.md``).

One file is one deposit. All that is wrong in a file is said at once, with lines; what the shapes find later is
placed in the file too, for the draft remembers where each node was written.
"""

from __future__ import annotations

from rubrary.errors import InvalidRecord, Place, Problem
from rubrary.graph.write import record_triples
from rubrary.readers.draft import Draft, Rubrics
from rubrary.readers.record_adoption import adopted_rubric
from rubrary.readers.record_answers import read_answers
from rubrary.readers.record_build import build_records
from rubrary.readers.record_names import Names
from rubrary.readers.record_problems import check_form
from rubrary.readers.record_things import Things
from rubrary.rubric import shipped_rubric
from rubrary.yaml_source import Kind, decode, load

SUFFIXES = (".yaml", ".yml", ".json")
MEDIA_TYPES = ("application/yaml", "application/json")
#: A file with one of these at its top is a record file; without ``rubrary: 1`` it is told so.
KEYS = ("rubrary", "paper", "assessment", "attempt", "badges", "study", "artifacts", "archive", "adoption")


def read(
    data: bytes,
    *,
    base: str,
    source: str,
    rubrics: Rubrics | None = None,
    media_type: str | None = None,
) -> list[Draft]:
    """The one deposit-to-be of a record file.

    Args:
        data: the file.
        base: the registry's base IRI; records get their IRIs below it.
        source: the file's name, for messages.
        rubrics: gives the rubric versions on record; those of the release if left out.
        media_type: what the sender says it is.

    Raises:
        MalformedInput: it is not UTF-8, YAML or JSON, is empty or has several documents.
        LimitExceeded: it is too large or nested too deep.
        InvalidRecord: it is not in the form, names an unknown rubric, or answers what that does not ask.
    """
    is_json = True if media_type and media_type.endswith("json") else None
    root = load(decode(data, source=source), source=source, is_json=is_json)
    if root.kind is not Kind.MAPPING:
        raise InvalidRecord(Problem(f"a record must be a mapping of keys, not a {root.kind}", root.place))
    file, problems = check_form(root)
    answers, more = read_answers(root, rubrics or shipped_rubric)
    adopted, still_more = adopted_rubric(root, rubrics or shipped_rubric)
    problems += more + still_more
    things = Things(Names(root, base))
    made = build_records(file, things, answers, adopted) if file and not problems else []
    problems += things.problems
    if problems:
        raise InvalidRecord(*sorted(problems, key=_order))
    return [Draft(source, tuple(record_triples(made)), places=things.names.places)]


def _order(problem: Problem) -> tuple[int, int]:
    place = problem.place or Place("")
    return place.line or 0, place.column or 0
