"""Run the command line in this process, as a person would in a folder of theirs."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from rubrary.cli import main


@dataclass(frozen=True)
class Run:
    """What a command did."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> object:
        """Its output as JSON."""
        return json.loads(self.out)


Rubrary = Callable[..., Run]


@pytest.fixture
def rubrary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Rubrary:
    """Runs ``rubrary`` with arguments in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RUBRARY_REGISTRY", raising=False)

    def run(*arguments: str | Path) -> Run:
        monkeypatch.setattr("sys.argv", ["rubrary", *map(str, arguments)])
        capsysbinary.readouterr()
        status = 0
        try:
            main()
        except SystemExit as stop:
            status = int(stop.code or 0)
        captured = capsysbinary.readouterr()
        return Run(status, captured.out.decode(), captured.err.decode())

    return run
