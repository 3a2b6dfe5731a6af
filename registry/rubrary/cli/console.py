"""Where the command line prints, and how: for people on a terminal, plain elsewhere, JSON when asked."""

from __future__ import annotations

import codecs
import io
import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from rubrary.errors import RubraryError, UsageError

out = Console(highlight=False, soft_wrap=True, emoji=False)
err = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)

#: A bracket with the backslashes before it, and what would make it the start of markup.
_BRACKET = re.compile(r"(\\*)\[(?=([a-z#/@][^[]*?\])?)")
#: A non-breaking space is not printable to Python, yet harmless.
_HARMLESS = frozenset("\n\u00a0")


class Format(StrEnum):
    """How a command answers."""

    TEXT = "text"
    JSON = "json"


def emit_json(document: object) -> None:
    """One JSON document on standard output. What a terminal might obey is escaped."""
    # Elsewhere than in UTF-8, é could come out as something that is not JSON.
    ascii_only = codecs.lookup(sys.stdout.encoding or "ascii").name != "utf-8"
    text = json.dumps(document, ensure_ascii=ascii_only, indent=2)
    sys.stdout.write("".join(map(_json_character, text)) + "\n")


def _json_character(char: str) -> str:
    if char.isprintable() or char in _HARMLESS:
        return char
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else json.dumps(char)[1:-1]


def plain(text: str, *, limit: int | None = None) -> str:
    """Text from a file or a person, safe to print: no terminal control codes, no markup.

    A text of more than ``limit`` characters is cut there, and its length is told.
    """
    if limit is not None and len(text) > limit:
        text = f"{text[:limit]}… ({len(text)} characters)"
    return _BRACKET.sub(_escaped, "".join(map(_character, text)))


def plain_line(text: str, *, limit: int | None = None) -> str:
    """The same on one line, for names and values."""
    return plain(text, limit=limit).replace("\n", r"\n")


def _character(char: str) -> str:
    if char.isprintable() or char in _HARMLESS:
        return char
    return f"\\x{ord(char):02x}" if ord(char) < 0x100 else f"\\u{ord(char):04x}"


def _escaped(match: re.Match[str]) -> str:
    """Rich takes an even number of backslashes before markup for half as many that are meant."""
    before, start = match.groups()
    if start:
        return rf"{before * 2}\["
    return rf"{before}\[" if before else "["


def speak_any_encoding() -> None:
    """Let a character that the terminal's encoding lacks come out as an escape, not end the command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def show_error(error: RubraryError) -> None:
    """An error in words, with its hint, on standard error."""
    problems = getattr(error, "problems", ())
    if problems:
        for problem in problems:
            place = f"{plain_line(str(problem.place))}: " if problem.place else ""
            err.print(f"[red]error[/red] {place}{plain(problem.message)}")
            if problem.hint:
                err.print(f"  [dim]→ {plain(problem.hint)}")
        return
    err.print(f"[red]error[/red] {plain(str(error))}")
    if error.hint:
        err.print(f"  [dim]→ {plain(error.hint)}")


def exit_status(error: RubraryError) -> int:
    """2 for a wrong command, 1 for everything else that went wrong."""
    return 2 if isinstance(error, UsageError) else 1


@contextmanager
def progress_bar(label: str, total: int | None) -> Iterator[Progress]:
    """A progress bar on standard error; silent when that is not a terminal.

    The caller advances the one task with id 0.
    """
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=err,
    )
    bar.add_task(label, total=total)
    if not err.is_terminal:  # a progress that is only disabled still prints a line when it stops
        yield bar
        return
    with bar:
        yield bar
