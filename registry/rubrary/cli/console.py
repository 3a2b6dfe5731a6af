"""Where the command line prints, and how: for people on a terminal, plain elsewhere, JSON when asked."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from rubrary.errors import RubraryError, UsageError

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


class Format(StrEnum):
    """How a command answers."""

    TEXT = "text"
    JSON = "json"


def emit_json(document: object) -> None:
    """One JSON document on standard output."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=2) + "\n")


def plain(text: str) -> str:
    """Text from a file or a person, safe to print: no terminal control codes, no markup."""
    shown = "".join(char if char.isprintable() or char == "\n" else f"\\x{ord(char):02x}" for char in text)
    return shown.replace("[", r"\[")


def show_error(error: RubraryError) -> None:
    """An error in words, with its hint, on standard error."""
    problems = getattr(error, "problems", ())
    if problems:
        for problem in problems:
            place = f"{plain(str(problem.place))}: " if problem.place else ""
            err.print(f"[red]error[/red] {place}{plain(problem.message)}")
            if problem.hint:
                err.print(f"  [dim]→ {plain(problem.hint)}[/dim]")
        return
    err.print(f"[red]error[/red] {plain(str(error))}")
    if error.hint:
        err.print(f"  [dim]→ {plain(error.hint)}[/dim]")


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
