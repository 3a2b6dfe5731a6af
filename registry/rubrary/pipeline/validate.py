"""Judge files without writing: the dry run of a deposit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rubrary.errors import RubraryError
from rubrary.pipeline.deposit import Examine, Result, Status, may_resolve
from rubrary.pipeline.sources import name_of


def validate_files(
    paths: Sequence[Path], examine: Examine, *, done: Callable[[Path], None] = lambda _: None
) -> Iterator[Result]:
    """The verdict on each deposit of each file.

    A file that refers to what a later file of the same run brings is judged again after it, as a deposit would.
    """
    held: dict[Path, list[Result]] = {}
    for path in paths:
        results = _judge(path, examine)
        if any(may_resolve(result) for result in results):
            held[path] = results
            continue
        yield from results
        done(path)
    while held:
        again = {path: _judge(path, examine) for path in held}
        settled = [
            path for path, results in again.items() if not any(may_resolve(result) for result in results)
        ]
        for path in settled or list(again):
            yield from again[path]
            done(path)
            del held[path]


def _judge(path: Path, examine: Examine) -> list[Result]:
    try:
        examined = examine(path)
    except RubraryError as error:
        return [Result(name_of(path), Status.REFUSED, error=error)]
    return [
        Result(one.source, Status.ACCEPTED if one.report.accepted and one.topic else Status.REFUSED, one)
        for one in examined
    ]
