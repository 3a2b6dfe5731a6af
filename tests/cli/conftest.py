"""Run the command line in this process, as a person would in a folder of theirs."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from rubrary.cli import main
from rubrary.graph.write import record_triples
from rubrary.pipeline.deposit import append, bring_index_up_to_date
from rubrary.pipeline.examine import Examiner
from rubrary.pipeline.publish import publish_shipped
from rubrary.pipeline.registry import Registry
from samples import BASE, PAPER, assessment_record, attempt_record, paper_record, turtle


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

RECORDS = {"paper": paper_record(), "assessment": assessment_record(paper=PAPER), "attempt": attempt_record()}


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


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A registry with a paper, an assessment and an attempt, made once and copied for each test."""
    folder = tmp_path_factory.mktemp("template") / "registry"
    with Registry.create(folder, BASE) as registry:
        list(publish_shipped(registry))
        examiner = Examiner(registry.knowledge(), registry.validator)
        shapes = registry.remember_shapes()
        for record in RECORDS.values():
            examined = examiner.examine(record_triples([record]), "template")
            assert not append(registry, examined, shapes=shapes, submitter="template").refused
        bring_index_up_to_date(registry)
    return folder


@pytest.fixture
def filled(rubrary: Rubrary, tmp_path: Path, template: Path) -> Rubrary:
    """The command line in a folder with that registry in ./.rubrary, and its records as files."""
    shutil.copytree(template, tmp_path / ".rubrary")
    for name, record in RECORDS.items():
        (tmp_path / f"{name}.ttl").write_bytes(turtle(record))
    return rubrary
