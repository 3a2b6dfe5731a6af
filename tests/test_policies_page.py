"""docs/policies.md is true: its sessions run, in order, and print what it says."""

from __future__ import annotations

import re
from pathlib import Path

from test_readme import ROOT, run, says

PAGE = (ROOT / "docs" / "policies.md").read_text(encoding="utf-8")


def sessions() -> list[tuple[str, list[str]]]:
    """Each command of the console blocks with the lines that it prints."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *printed = part.splitlines()
            found.append((command, printed))
    return found


def agrees(expected: list[str], printed: list[str]) -> bool:
    """Whether the lines match in order; a line that is ``…`` stands for any lines, within a line for any text."""
    if not expected:
        return not printed
    first, *rest = expected
    if first == "…":
        return any(agrees(rest, printed[start:]) for start in range(len(printed) + 1))
    return bool(printed and says(first).fullmatch(printed[0].rstrip())) and agrees(rest, printed[1:])


def test_the_sessions_print_what_the_page_says(tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for command, expected in sessions():
        if command.startswith("cat "):
            text = "\n".join(expected) + "\n"
            (tmp_path / command.removeprefix("cat ")).write_text(text, encoding="utf-8")
            continue
        printed = run(command, tmp_path)
        assert agrees(expected, printed), f"$ {command}\n" + "\n".join(printed)


def test_every_command_of_the_group_is_on_the_page() -> None:
    words = set(re.findall(r"^\$ rubrary rubric (\w+)", PAGE, re.MULTILINE))
    assert words | {"digest"} == {"list", "show", "new", "lint", "diff", "publish", "digest", "adopt"}
    assert "rubrary rubric digest" in PAGE
