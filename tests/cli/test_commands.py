"""The main job, command by command, in text and JSON, with its exit statuses."""

from __future__ import annotations

import csv
import io
import json
import shutil
import socket
import sqlite3
import zipfile
from pathlib import Path

import pytest

from rubrary.resources import data_folder
from rubrary.rubric import shipped
from samples import BASE, PAPER, paper_record, turtle

COMMANDS = (
    "init", "validate", "deposit", "query", "crate", "serve", "verify", "reindex", "backup", "withdraw", "demo",
    "study", "rubric",
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help(rubrary, command) -> None:
    shown = rubrary(command, "--help")
    assert shown.status == 0
    assert "Usage" in shown.out


def test_a_wrong_command_line_exits_with_two(rubrary) -> None:
    assert rubrary("validate").status == 2
    assert rubrary("nonsense").status == 2
    assert rubrary("query").status == 2
    assert rubrary("deposit", "nowhere.ttl").status == 2


def test_init_publishes_the_shipped_rubrics(rubrary) -> None:
    made = rubrary("init", "here", "--base", "https://archive.example.org", "--format", "json")
    assert made.status == 0
    assert made.json["base"] == "https://archive.example.org/"
    assert made.json["published"] == [version.iri for version in shipped()]
    assert "https://w3id.org/rubrary/rubric/reproscore/1.0.0" in made.json["published"]
    again = rubrary("init", "here")
    assert again.status == 2
    assert "is not empty" in again.err


def test_a_missing_registry_is_said_with_the_next_step(rubrary) -> None:
    missing = rubrary("query", "ASK {}")
    assert missing.status == 1
    assert "rubrary init" in missing.err


def test_the_registry_is_named_by_option_or_environment(rubrary, monkeypatch) -> None:
    rubrary("init", "elsewhere")
    assert rubrary("query", "ASK {}", "--registry", "elsewhere", "--format", "json").json["boolean"] is True
    monkeypatch.setenv("RUBRARY_REGISTRY", "elsewhere")
    assert rubrary("query", "ASK {}").status == 0


def test_init_makes_the_registry_that_the_environment_names(rubrary, monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("RUBRARY_REGISTRY", "named")
    made = rubrary("init")
    assert "Next: rubrary deposit FILE… , rubrary serve\n" in made.out
    assert rubrary("query", "ASK {}").status == 0
    assert not (tmp_path / ".rubrary").exists()


def test_init_elsewhere_says_how_the_next_commands_find_it(rubrary) -> None:
    assert "rubrary deposit --registry 'my registry' FILE…" in rubrary("init", "my registry").out


def test_validate_writes_nothing_and_names_file_line_node_path_value_and_remedy(filled, tmp_path) -> None:
    text = (
        turtle(paper_record("Other title")).decode().replace('10.5555/example.1"', 'doi:10.5555/example.1"')
    )
    (tmp_path / "bad.ttl").write_text(text)
    before = filled("verify", "--format", "json").json
    shown = filled("validate", "bad.ttl")
    assert shown.status == 1
    for part in ("bad.ttl:", "path", "value", "wrong", "mend", "doi:10.5555"):
        assert part in shown.out
    report = filled("validate", "bad.ttl", "--format", "json").json
    finding = next(f for f in report[0]["findings"] if f["severity"] == "violation")
    assert finding["line"] is not None
    assert finding["path"].endswith("identifier")
    assert filled("verify", "--format", "json").json == before


def test_validate_needs_no_registry(rubrary, tmp_path) -> None:
    (tmp_path / "paper.ttl").write_bytes(turtle(paper_record()))
    assert rubrary("validate", "paper.ttl").status == 0
    assert not (tmp_path / ".rubrary").exists()


def test_the_same_content_again_is_the_same_deposit(filled) -> None:
    first = filled("deposit", "paper.ttl", "--format", "json").json[0]
    assert first["status"] == "known"
    assert first["sequence"] == len(shipped()) + 1


def test_a_folder_goes_on_past_bad_files_and_lists_them(filled, tmp_path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(25):
        text = turtle(paper_record()).replace(b"example.1", f"many.{number}".encode())
        (folder / f"{number:02}.ttl").write_bytes(text)
    (folder / "07.ttl").write_bytes(b"<a> <b> .")
    (folder / "notes.txt").write_text("no RDF: passed over")
    done = filled("deposit", "many")
    assert done.status == 1
    assert "24 deposited, 1 refused" in done.out
    assert "07.ttl" in done.out
    assert "03.ttl" not in done.out
    assert filled("deposit", "many/0*.ttl").status == 1


def test_a_run_counts_the_deposits_with_warnings(filled, tmp_path) -> None:
    unlicensed = "rubrary: 1\nartifacts: [{kind: code, title: x, repository: 'https://example.org/x'}]\n"
    (tmp_path / "unlicensed.yaml").write_text(unlicensed)
    (tmp_path / "licensed.yaml").write_text(unlicensed.replace("x'}", "y', license: MIT}"))
    done = filled("deposit", "unlicensed.yaml", "licensed.yaml")
    assert "2 deposited; 1 with warnings" in done.out


def test_query_answers_as_table_csv_json_and_turtle(filled) -> None:
    text = "SELECT ?title { ?p a rub:Paper ; dcterms:title ?title }"
    assert "An example paper" in filled("query", text, "--format", "table").out
    rows = list(csv.reader(io.StringIO(filled("query", text).out)))
    assert rows == [["title"], ["An example paper"]]
    assert filled("query", text, "--format", "json").json["results"]["bindings"]
    graph = filled("query", "CONSTRUCT { ?p a rub:Paper } { ?p a rub:Paper }", "--format", "turtle")
    assert PAPER in graph.out
    assert filled("query", text, "--format", "turtle").status == 2


def test_a_format_that_cannot_hold_the_answer_is_said_with_those_that_can(filled) -> None:
    refused = filled("query", "ASK { ?s ?p ?o }", "--format", "csv")
    assert refused.status == 2
    assert "yes or no, which cannot be written as csv" in refused.err
    assert "table, json, xml" in refused.err
    assert "turtle, ntriples, jsonld, rdfxml" in filled("query", "DESCRIBE <a:b>", "--format", "json").err


def test_query_reads_a_file(filled, tmp_path) -> None:
    (tmp_path / "q.rq").write_text("ASK { ?s a rub:Assessment }")
    assert '"boolean":true' in filled("query", "-f", "q.rq").out
    (tmp_path / "latin.rq").write_bytes(b"ASK { ?s ?p '\xe9' }")
    assert filled("query", "-f", "latin.rq").status == 1


def test_query_timeout_really_ends_it(filled) -> None:
    heavy = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
    ended = filled("query", heavy, "--timeout", "0.5")
    assert ended.status == 1
    assert "the query was ended after 0." in ended.err


def test_query_errors_tell_the_place(filled) -> None:
    wrong = filled("query", "SELECT ?x WHERE { ?x ?y }")
    assert wrong.status == 1
    assert "1:" in wrong.err
    assert filled("query", "DROP ALL").status == 1


def test_crate_writes_the_bundle_of_an_assessment(filled, tmp_path) -> None:
    done = filled("crate", f"{BASE}assessment/one", "-o", "bundle.zip")
    assert done.status == 0, done.err
    with zipfile.ZipFile(tmp_path / "bundle.zip") as bundle:
        names = set(bundle.namelist())
        metadata = json.loads(bundle.read("ro-crate-metadata.json"))
    assert "rubric/reproscore-1.0.0.yaml" in names
    assert metadata["@graph"]
    assert filled("crate", f"{BASE}assessment/one", "-o", "bundle.zip").status == 2
    assert filled("crate", f"{BASE}assessment/none", "-o", "none.zip").status == 1
    assert not (tmp_path / "none.zip").exists()


@pytest.mark.parametrize(
    "command",
    [
        ("crate", f"{BASE}assessment/one", "-o", "paper.ttl/one.zip"),
        ("init", "paper.ttl/registry"),
        ("backup", "paper.ttl/copy"),
    ],
    ids=lambda command: command[0],
)
def test_a_place_that_cannot_be_written_to_is_named(filled, command) -> None:
    done = filled(*command)
    assert done.status == 1
    assert "paper.ttl/" in done.err
    assert "--verbose" in done.err


def test_a_bundle_can_be_validated_and_brings_nothing_new(filled) -> None:
    filled("crate", f"{BASE}assessment/one", "-o", "bundle.zip")
    assert filled("validate", "bundle.zip").status == 0
    statuses = {result["status"] for result in filled("deposit", "bundle.zip", "--format", "json").json}
    assert statuses == {"known"}


def test_verify_finds_a_changed_row(filled, tmp_path) -> None:
    sound = filled("verify", "--format", "json").json
    assert sound["problems"] == []
    assert filled("verify", "--expect-state", sound["state"]).status == 0
    assert filled("verify", "--expect-state", "0" * 64).status == 1
    connection = sqlite3.connect(tmp_path / ".rubrary" / "ledger.sqlite")
    connection.execute("UPDATE ledger SET accepted_at = '2020-01-01T00:00:00+00:00' WHERE seq = 2")
    connection.commit()
    connection.close()
    damaged = filled("verify")
    assert damaged.status == 1
    assert "sequence 2" in damaged.out


def test_reindex_gives_the_same_answers(filled, tmp_path) -> None:
    text = "SELECT ?s { ?s a rub:Measurement } ORDER BY ?s"
    before = filled("query", text).out
    shutil.rmtree(tmp_path / ".rubrary" / "index")
    assert filled("reindex").status == 0
    assert filled("query", text).out == before


def test_a_backup_is_a_registry(filled) -> None:
    text = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"
    assert filled("backup", "copy").status == 0
    assert filled("query", text, "--registry", "copy").out == filled("query", text).out
    assert filled("verify", "--registry", "copy").status == 0
    assert filled("backup", "copy").status == 2


def test_withdraw_takes_the_statements_out_and_leaves_the_reason(filled) -> None:
    assert filled("withdraw", f"{BASE}attempt/one", "--reason", "wrong commit").status == 0
    assert "false" in filled("query", f"ASK {{ <{BASE}attempt/one> a rub:ReproductionAttempt }}").out
    assert "wrong commit" in filled("query", "SELECT ?r { ?d rub:withdrawnBecause ?r }").out
    assert filled("withdraw", f"{BASE}attempt/one", "--reason", "again").status == 1
    assert filled("deposit", "attempt.ttl").status == 1


def test_demo_makes_and_fills_a_registry_and_goes_on_with_it(rubrary, tmp_path) -> None:
    done = rubrary("demo", "--no-serve")
    assert done.status == 0, done.out
    assert rubrary("demo", "--no-serve").status == 0
    for path in sorted((data_folder("examples") / "queries").glob("*.rq")):
        answer = rubrary("query", "-f", path)
        assert answer.status == 0, answer.err
        assert len(answer.out.splitlines()) > 1, path.name


def test_a_taken_port_is_said_with_a_hint(rubrary) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = rubrary("demo", "--port", port)
    assert done.status == 1
    assert "is taken" in done.err
    assert "--port" in done.err


def test_a_public_server_needs_a_public_base(rubrary) -> None:
    rubrary("init")
    refused = rubrary("serve", "--host", "0.0.0.0")
    assert refused.status == 2
    assert "--base" in refused.err


def test_study_list_and_unknown_study(rubrary) -> None:
    assert [study["name"] for study in rubrary("study", "list", "--format", "json").json] == [
        "llm4se-smells",
        "ml-code-completeness",
        "nsai-2025",
        "raff-2019",
        "reproscore",
    ]
    rubrary("init")
    assert rubrary("study", "import", "nonsense", ".").status == 1


def test_a_study_is_imported_twice_without_doubling(rubrary) -> None:
    fixtures = Path(__file__).parent.parent / "studies" / "fixtures"
    rubrary("init")
    first = rubrary("study", "import", "reproscore", fixtures, "--format", "json")
    second = rubrary("study", "import", "reproscore", fixtures, "--format", "json")
    deposited = [result for result in first.json if result["status"] == "deposited"]
    assert deposited
    assert not [result for result in second.json if result["status"] == "deposited"]
