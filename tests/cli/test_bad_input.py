"""What ``validate`` and ``deposit`` say of bad input, whoever made it and for whatever reason.

All files of :mod:`bad_files` are handed in at once, as a person with a folder of them would, and each is then
looked up in what was said. The process is a real one, so that a traceback or a raw control code would show.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from rich.text import Text

from bad_files import Bad, bad_files
from rubrary.cli.console import plain
from rubrary.ledger import Head, Ledger
from samples import BASE, attempt_record, turtle

BAD = bad_files()
_AS_TEXT = {"PYTHONIOENCODING": "utf-8", "COLUMNS": "80"}


@dataclass(frozen=True)
class Told:
    """What a command said of all bad files."""

    status: int
    out: str
    err: str
    seconds: float

    def of(self, bad: Bad) -> list[dict[str, object]]:
        """The results on one file."""
        name = bad.source or bad.name
        return [
            result
            for result in json.loads(self.out)
            # A graph within a file, and a file within a crate, have longer names.
            if result["source"] == name
            or result["source"].startswith((f"{name} (", f"{name}/"))
            or name == f"{result['source']}/ro-crate-metadata.json"
        ]


@dataclass(frozen=True)
class Runs:
    """The same files given to both commands, and the ledger's head before and after each."""

    validate: Told
    deposit: Told
    text: Told
    heads: tuple[Head, ...]


def _run(folder: Path, *arguments: str, **environment: str) -> Told:
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "rubrary", *arguments],
        cwd=folder,
        capture_output=True,
        env={**os.environ, **_AS_TEXT, **environment},
        timeout=120,
        check=False,
    )
    took = time.monotonic() - started
    return Told(done.returncode, done.stdout.decode(), done.stderr.decode(), took)


def _shown(name: str) -> str:
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in name)


def _head(folder: Path) -> Head:
    with Ledger.open(folder / ".rubrary" / "ledger.sqlite") as ledger:
        return ledger.head()


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory, template: Path) -> Runs:
    folder = tmp_path_factory.mktemp("bad")
    shutil.copytree(template, folder / ".rubrary")
    for bad in BAD:
        bad.write(folder)
    files = ("--", *(bad.argument for bad in BAD))
    heads, told = [_head(folder)], []
    for command in (("validate", "--format", "json"), ("deposit", "--format", "json"), ("deposit",)):
        told.append(_run(folder, *command, *files))
        heads.append(_head(folder))
    return Runs(*told, heads=tuple(heads))


def test_no_bad_file_changes_the_ledger_or_ends_the_run(runs: Runs) -> None:
    assert len(set(runs.heads)) == 1
    for told in (runs.validate, runs.deposit, runs.text):
        assert told.status == 1
        assert told.err == "" or told is runs.text
        assert "Traceback" not in told.out + told.err


@pytest.mark.parametrize("command", ["validate", "deposit"])
@pytest.mark.parametrize("bad", BAD, ids=[ascii(bad.name)[1:-1] for bad in BAD])
def test_a_bad_file_is_refused_with_its_place_a_reason_and_the_next_step(
    runs: Runs, bad: Bad, command: str
) -> None:
    results = (runs.validate if command == "validate" else runs.deposit).of(bad)
    assert results
    assert {result["status"] for result in results} == {"refused"}
    errors = [error for result in results for error in result["errors"]]
    errors += [
        {**finding, "hint": finding["remedy"]}
        for result in results
        for finding in result["findings"]
        if finding["severity"] == "violation"
    ]
    assert errors
    for error in errors:
        assert error["message"]
        assert error["hint"]
    if bad.line is not None:
        assert bad.line in {error["line"] for error in errors}
    said = " ".join(str(error.get(key)) for error in errors for key in ("message", "hint", "focus", "value"))
    for part in bad.says:
        assert part in said


@pytest.mark.parametrize("bad", BAD, ids=[ascii(bad.name)[1:-1] for bad in BAD])
def test_the_words_for_people_say_the_same(runs: Runs, bad: Bad) -> None:
    for result in runs.deposit.of(bad):
        said = runs.text.out.replace("\\u009b", "\\x9b")
        assert f"✘ {_shown(result['source'])}  refused" in said
        for error in result["errors"]:
            assert str(error["message"]).splitlines()[0][:60] in said
            if error["line"] is not None:
                assert f"{_shown(error['source'])}:{error['line']}" in said


def test_nothing_of_a_file_reaches_the_terminal_as_a_control_code(runs: Runs) -> None:
    for told in (runs.validate, runs.deposit, runs.text):
        assert not {char for char in told.out + told.err if not char.isprintable() and char not in "\n\xa0"}


def test_a_long_value_is_cut_for_people_and_whole_for_machines(runs: Runs) -> None:
    assert len(runs.text.out) < 500_000
    assert len(runs.deposit.out) > 5_000_000
    assert "characters)" in runs.text.out


@pytest.mark.parametrize(
    "text", ["a[b]", r"\[red]", "[/nothing]", "[red", "[0, 1]", r"\[1]", ":key:", "x\\", r"\[red\."]
)
def test_text_is_shown_as_it_is_whatever_markup_it_resembles(text: str) -> None:
    assert Text.from_markup(f"[bold]about[/bold] {plain(text)}", emoji=False).plain == f"about {text}"


# What is not a file with bytes in it


def test_two_gigabytes_are_refused_at_once(filled, tmp_path) -> None:
    with (tmp_path / "huge.ttl").open("wb") as file:
        os.truncate(file.fileno(), 2 * 1024**3)
    started = time.monotonic()
    told = filled("deposit", "huge.ttl")
    assert time.monotonic() - started < 10
    assert told.status == 1
    assert "huge.ttl: 2147483648 bytes are more than the 67108864 that are read" in told.out
    assert "split it" in told.out


def test_what_is_no_file_is_refused_and_does_not_stop_the_others(filled, tmp_path) -> None:
    os.mkfifo(tmp_path / "a-fifo.ttl")
    (tmp_path / "b-dangling.ttl").symlink_to("nowhere.ttl")
    (tmp_path / "c-loop.ttl").symlink_to("c-loop.ttl")
    told = filled("deposit", "*.ttl", "/dev/zero", "--format", "json")
    assert told.status == 1
    said = {result["source"]: result for result in told.json}
    for name, message in (
        ("a-fifo.ttl", "neither a file nor a folder"),
        ("b-dangling.ttl", "a link that leads nowhere"),
        ("c-loop.ttl", "cannot be read"),
        ("/dev/zero", "neither a file nor a folder"),
    ):
        (error,) = said[name]["errors"]
        assert message in error["message"]
        assert error["hint"]
    assert said["paper.ttl"]["status"] == "known"
    assert filled("validate", "b-dangling.ttl").status == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_what_may_not_be_read_is_refused_and_does_not_stop_the_others(filled, tmp_path) -> None:
    shutil.copy(tmp_path / "paper.ttl", tmp_path / "locked.ttl")
    (tmp_path / "locked.ttl").chmod(0)
    (tmp_path / "folder").mkdir(mode=0)
    told = filled("deposit", "locked.ttl", "folder", "paper.ttl", "--format", "json")
    assert told.status == 1
    assert [result["status"] for result in told.json] == ["refused", "refused", "known"]
    assert "Permission denied" in told.out


def test_a_folder_named_like_a_file_is_a_folder(filled, tmp_path) -> None:
    folder = tmp_path / "folder.ttl"
    folder.mkdir()
    empty = filled("validate", "folder.ttl", "paper.ttl")
    assert empty.status == 2
    assert "folder.ttl: there is no file to read in it" in empty.err
    (folder / "again").symlink_to(folder)
    (folder / "paper.ttl").write_bytes((tmp_path / "paper.ttl").read_bytes())
    told = filled("validate", "folder.ttl", "--format", "json")
    assert [result["source"] for result in told.json] == ["folder.ttl/paper.ttl"]


def test_a_name_that_looks_like_a_glob_is_a_name_first(filled, tmp_path) -> None:
    (tmp_path / "paper.ttl").rename(tmp_path / "[ap]aper*.ttl")
    assert filled("deposit", "[ap]aper*.ttl", "--format", "json").json[0]["status"] == "known"


def test_a_name_longer_than_names_can_be_is_wrong_usage(rubrary) -> None:
    told = rubrary("validate", "x" * 5000 + ".ttl")
    assert told.status == 2
    assert "no such file" in told.err


def test_a_link_in_a_crate_is_not_followed(filled, tmp_path) -> None:
    crate = tmp_path / "crate"
    crate.mkdir()
    (tmp_path / "secret.json").write_text('{"secret": 1}')
    (crate / "ro-crate-metadata.json").symlink_to(tmp_path / "secret.json")
    told = filled("validate", "crate")
    assert told.status == 1
    assert "secret" not in told.out
    assert "no ro-crate-metadata.json" in told.out


# Deposits that contradict what is on record, or each other


def test_validate_says_of_a_conflict_what_deposit_says(filled, tmp_path) -> None:
    (tmp_path / "other.ttl").write_bytes(turtle(attempt_record(mode="missing_data")))
    said = [filled(command, "other.ttl", "--format", "json") for command in ("validate", "deposit")]
    assert [run.status for run in said] == [1, 1]
    first, second = (run.json[0]["errors"] for run in said)
    assert first == second
    assert f"<{BASE}attempt/one> is already defined by deposit" in first[0]["message"]


def test_two_files_of_one_run_may_not_define_the_same(filled, tmp_path) -> None:
    (tmp_path / "a.ttl").write_bytes(turtle(attempt_record("new")))
    (tmp_path / "b.ttl").write_bytes(turtle(attempt_record("new", mode="missing_data")))
    for command, accepted in (("validate", "accepted"), ("deposit", "deposited")):
        told = filled(command, "a.ttl", "b.ttl", "--format", "json")
        assert [result["status"] for result in told.json] == [accepted, "refused"]
        assert f"<{BASE}attempt/new> is already defined by" in told.json[1]["errors"][0]["message"]


@pytest.mark.parametrize("command", ["validate", "deposit"])
def test_a_record_may_come_before_the_rubric_that_it_names(filled, tmp_path, command) -> None:
    rubric = "rubric: mine\nversion: 1.0.0\ntitle: Mine\nlicense: CC-BY-4.0\ncriteria:\n"
    rubric += "  - {id: a, title: A, weight: 1, scale: {kind: binary}, question: Is a there?}\n"
    (tmp_path / "z.yaml").write_text(rubric)
    (tmp_path / "y.yaml").write_text(
        rubric.replace("1.0.0", "1.1.0\nextends: mine@1.0.0").partition("crit")[0]
    )
    (tmp_path / "a.yaml").write_text(
        "rubrary: 1\nartifacts: [{kind: code, title: A, repository: 'https://github.com/example/a', license: MIT}]\n"
        "assessment:\n  id: two\n  rubric: mine@1.0.0\n"
        "  snapshot: {commit: 4f1c0a9be6a1de3c8c3b2a7d0f4d1b0e5a6c7d80, artifact: https://github.com/example/a}\n"
        "  method: manual\n  assessor: {organization: Us}\n  ended: 2026-03-02T11:30:00+00:00\n"
        "  measurements: {a: yes}\n"
    )
    told = filled(command, "a.yaml", "y.yaml", "z.yaml", "--format", "json")
    assert told.status == 0, told.out


def test_a_terminal_without_unicode_gets_escapes_and_valid_json(tmp_path) -> None:
    (tmp_path / "é.ttl").write_text('<a> <b> "é"')
    ascii_only = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    told = _run(tmp_path, "validate", "é.ttl", "--format", "json", **ascii_only)
    assert json.loads(told.out)[0]["source"] == "é.ttl"
    told = _run(tmp_path, "validate", "é.ttl", **ascii_only)
    assert told.status == 1
    assert r"\xe9.ttl" in told.out
