"""``rubrary study check``: a small registry of ours, checked against what a paper of ours is said to print."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from rubrary import checks
from rubrary.graph.write import record_triples
from rubrary.pipeline.deposit import append, bring_index_up_to_date
from rubrary.pipeline.examine import Examiner
from rubrary.pipeline.publish import publish_shipped
from rubrary.pipeline.registry import Registry
from samples import BASE
from tiny_check import TINY, VERDICTS, records

OF_THE_RELEASE = checks._checks


@pytest.fixture(autouse=True)
def tiny(monkeypatch) -> None:
    """Make the check known, as if it were a module of the package."""
    monkeypatch.setattr(checks, "_checks", lambda: {"tiny": TINY})


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("tiny") / "registry"
    with Registry.create(folder, BASE) as registry:
        list(publish_shipped(registry))
        examiner = Examiner(registry.knowledge(), registry.validator)
        shapes = registry.remember_shapes()
        for record in records():
            examined = examiner.examine(record_triples([record]), "tiny")
            assert not append(registry, examined, shapes=shapes, submitter="tiny").refused
        bring_index_up_to_date(registry)
    return folder


@pytest.fixture
def study(rubrary, made, tmp_path):
    """The command line in a folder with a registry that holds the study."""
    shutil.copytree(made, tmp_path / ".rubrary")
    return rubrary


def test_each_finding_has_its_verdict_beside_published_and_recomputed(study) -> None:
    run = study("study", "check", "tiny")
    assert run.status == 0, "a deviation is a finding and no error"
    lines = run.out.splitlines()
    words = [" ".join(line.split()) for line in lines]
    assert "match 50.0 50.000 The mean readiness is 50.0." in words
    assert "deviates 3 2 Three repositories were scored." in words
    assert "match high high The best is called high." in words
    assert lines[-1] == "7 findings: 3 match, 1 deviates, 3 cannot be recomputed"


def test_the_reason_is_said_of_what_deviates_or_cannot_be_recomputed(study) -> None:
    out = study("study", "check", "tiny").out
    assert "→ one of <them> is gone" in out
    assert "→ no log of it is published" in out
    assert "→ the registry has no rows for the selection 'nothing'" in out
    assert "3 or more values are needed" in out


def test_findings_stand_under_the_table_that_prints_them(study) -> None:
    lines = study("study", "check", "tiny").out.splitlines()
    heads = [line for line in lines if line in {"Table 1", "section 2", "section 3"}]
    assert heads == ["Table 1", "section 2", "section 3"]


def test_json_has_the_unrounded_values_and_the_queries(study) -> None:
    found = study("study", "check", "tiny", "--format", "json").json
    assert {one["id"]: one["verdict"] for one in found["findings"]} == VERDICTS
    assert found["counts"] == {"match": 3, "deviates": 1, "cannot-be-recomputed": 3}
    first, *_, last = found["findings"]
    assert (first["published"], first["recomputed"], first["selections"]) == ("50.0", 50.0, ["scores"])
    assert first["derivation"] == "mean of RRS"
    assert last["recomputed"] is None
    assert "rub:Assessment" in found["selections"]["scores"]
    assert "deposit" not in found


def test_a_study_that_was_not_imported_is_an_error_with_the_command_that_imports_it(filled) -> None:
    run = filled("study", "check", "tiny")
    assert run.status == 1
    assert f"there is no <{BASE}study/example>" in run.err
    assert "rubrary study import" in run.err


def test_the_hint_names_the_importer_and_the_registry(rubrary, monkeypatch) -> None:
    monkeypatch.setattr(checks, "_checks", OF_THE_RELEASE)
    rubrary("init", "elsewhere")
    run = rubrary("study", "check", "reproscore", "--registry", "elsewhere")
    assert run.status == 1
    assert "rubrary study import --registry elsewhere reproscore PATH" in run.err


def test_an_unknown_study_is_an_error_with_the_names_that_are_known(study) -> None:
    run = study("study", "check", "tinny")
    assert run.status == 1
    assert "tinny" in run.err
    assert "tiny" in run.err


# -- files ---------------------------------------------------------------------------------------------------


def test_the_name_of_the_file_says_the_form(study, tmp_path) -> None:
    for name, begin in (
        ("a.html", "<!DOCTYPE html>"),
        ("a.json", "{"),
        ("a.txt", "Tiny: <two> repositories"),
    ):
        run = study("study", "check", "tiny", "-o", name)
        assert run.status == 0
        assert run.out == ""
        assert "7 findings" in run.err
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(begin)


def test_a_file_is_not_overwritten_unless_asked(study, tmp_path) -> None:
    (tmp_path / "a.json").write_text("mine")
    assert study("study", "check", "tiny", "-o", "a.json").status == 2
    assert (tmp_path / "a.json").read_text() == "mine"
    assert study("study", "check", "tiny", "-o", "a.json", "--force").status == 0
    assert json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))["study"] == "tiny"


def test_the_page_goes_to_standard_output_without_a_file(study) -> None:
    out = study("study", "check", "tiny", "--format", "html").out
    assert out.startswith("<!DOCTYPE html>")
    assert out.rstrip().endswith("</html>")


# -- on record -----------------------------------------------------------------------------------------------

FINDINGS = """
SELECT ?finding ?verdict ?printed ?number ?value ?text ?reason ?query {
  ?finding a rub:PublishedFinding ; rub:verdict/skos:notation ?verdict ; rub:reportedText ?printed ;
    prov:hadPrimarySource <study/example> ; dcterms:source <https://doi.org/10.5555/tiny> .
  OPTIONAL { ?finding rub:reportedValue ?number } OPTIONAL { ?finding rub:reproducedValue ?value }
  OPTIONAL { ?finding rub:reproducedText ?text } OPTIONAL { ?finding rub:verdictReason ?reason }
  OPTIONAL { ?finding rub:query ?query }
}
"""


def recorded(study) -> dict[str, dict[str, str]]:
    rows = study("query", FINDINGS, "--format", "json").json["results"]["bindings"]
    return {
        row["finding"]["value"].rpartition("/")[2]: {name: term["value"] for name, term in row.items()}
        for row in rows
    }


def test_findings_on_record_are_found_in_sparql(study) -> None:
    run = study("study", "check", "tiny", "--record")
    assert run.status == 0
    assert "deposited" in run.out
    found = recorded(study)
    assert {name: one["verdict"] for name, one in found.items()} == VERDICTS
    assert (found["mean"]["printed"], found["mean"]["number"]) == ("50.0", "50")
    assert float(found["mean"]["value"]) == 50.0
    assert "prov:hadPrimarySource <study/example>" in found["mean"]["query"]
    assert found["best"]["text"] == "high"
    assert "number" not in found["bound"], "the number of a bound is not the published value"
    assert found["lost"]["reason"] == "no log of it is published"
    assert "value" not in found["lost"]


def test_the_same_findings_are_the_same_deposit(study) -> None:
    first = study("study", "check", "tiny", "--record", "--format", "json").json["deposit"]
    again = study("study", "check", "tiny", "--record", "--format", "json").json["deposit"]
    assert (first["status"], again["status"]) == ("deposited", "known")
    assert first["digest"] == again["digest"]
    assert first["kind"] == "PublishedFinding"


def test_other_findings_are_a_deposit_beside_the_first(study, monkeypatch) -> None:
    first = study("study", "check", "tiny", "--record", "--format", "json").json["deposit"]
    monkeypatch.setattr(TINY, "FINDINGS", TINY.FINDINGS[:2])
    second = study("study", "check", "tiny", "--record", "--format", "json").json["deposit"]
    assert second["status"] == "deposited"
    assert second["digest"] != first["digest"]


def test_nothing_is_put_on_record_unless_asked(study) -> None:
    study("study", "check", "tiny")
    assert recorded(study) == {}
