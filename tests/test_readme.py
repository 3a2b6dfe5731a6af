"""The README is true: its session runs and prints what it says, and its links lead somewhere."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
ENVIRONMENT = {"COLUMNS": "150", "LANG": "C.UTF-8", "HOME": "/nonexistent", "PATH": "/usr/bin:/bin"}


def session() -> Iterator[tuple[str, list[str]]]:
    """Each command of the console blocks with the lines that it prints."""
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *printed = part.splitlines()
            yield command, printed


def says(line: str) -> re.Pattern[str]:
    return re.compile(".*".join(re.escape(part) for part in line.rstrip().split("…")) + r"\s*")


def run(command: str, folder: Path) -> list[str]:
    program, *arguments = shlex.split(command)
    words = [sys.executable, "-m", "rubrary", *arguments] if program == "rubrary" else [program, *arguments]
    done = subprocess.run(words, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout.splitlines()


def agrees(expected: list[str], printed: list[str]) -> bool:
    """Whether the lines match; ``…`` in a line stands for any text."""
    return len(expected) == len(printed) and all(
        says(line).fullmatch(shown.rstrip()) for line, shown in zip(expected, printed, strict=True)
    )


def test_the_session_prints_what_the_readme_says(tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    steps = list(session())
    assert len(steps) > 5
    for command, expected in steps:
        if command.startswith("cat "):
            (tmp_path / command.removeprefix("cat ")).write_text("\n".join(expected) + "\n", encoding="utf-8")
            continue
        printed = run(command, tmp_path)
        assert agrees(expected, printed), f"$ {command}\n" + "\n".join(printed)


def test_the_two_commands_are_targets_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    commands = re.findall(r"^    make (\w+)", README, re.MULTILINE)
    assert commands == ["demo", "test"]
    assert all(re.search(rf"^{command}:", makefile, re.MULTILINE) for command in commands)


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "CONTRIBUTING.md",
        *sorted(str(p.relative_to(ROOT)) for p in (ROOT / "docs").rglob("*.md")),
    ],
)
def test_links_lead_to_files_that_are_there(page: str) -> None:
    path = ROOT / page
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), target
