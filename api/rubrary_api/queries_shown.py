"""The example queries that come with the release, as the query page shows them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rubrary.resources import data_folder


@dataclass(frozen=True, slots=True)
class Example:
    """One query with what it answers, in a sentence."""

    summary: str
    text: str


@cache
def examples() -> tuple[Example, ...]:
    """The queries of ``examples/queries``, by file name."""
    found = []
    for path in sorted((data_folder("examples") / "queries").glob("*.rq")):
        lines = path.read_text(encoding="utf-8").splitlines()
        summary = next(
            (line.removeprefix("#+ summary:").strip() for line in lines if line.startswith("#+ summary:")),
            path.stem,
        )
        found.append(Example(summary, "\n".join(line for line in lines if not line.startswith("#+"))))
    return tuple(found)
