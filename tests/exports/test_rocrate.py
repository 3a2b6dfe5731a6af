from __future__ import annotations

import hashlib
import io
import json
import zipfile
from dataclasses import replace
from typing import Any

import pytest

from rubrary.errors import NotFound, RegistryError
from rubrary.exports.crate_context import CONTEXT, PROFILE
from rubrary.exports.rocrate import BundleContent, write_bundle
from rubrary.graph.contexts import known_context
from rubrary.graph.jsonld import inline_contexts
from rubrary.graph.parse import parse_json_ld
from rubrary.graph.read import Facts
from rubrary.readers import rocrate
from rubrary.rubric import policy_digest
from rubrary.terms import dqv, rub

METADATA = "ro-crate-metadata.json"
PREVIEW = "ro-crate-preview.html"

Entity = dict[str, Any]


def files(content: BundleContent) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(write_bundle(content))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def entities(content: BundleContent) -> dict[str, Entity]:
    graph = json.loads(files(content)[METADATA])["@graph"]
    assert len({entity["@id"] for entity in graph}) == len(graph)
    return {entity["@id"]: entity for entity in graph}


def ids(value: Any) -> list[str]:
    return [one["@id"] for one in (value if isinstance(value, list) else [value])]


def test_the_same_content_gives_the_same_bytes(content: BundleContent) -> None:
    assert write_bundle(content) == write_bundle(content)


def test_the_order_of_the_other_deposits_does_not_matter(content: BundleContent) -> None:
    first, *others = content.deposits
    turned = replace(content, deposits=(first, *reversed(others), first))
    assert write_bundle(turned) == write_bundle(content)


def test_every_part_is_listed_and_every_listed_part_is_there(content: BundleContent) -> None:
    stored, described = files(content), entities(content)
    assert set(ids(described["./"]["hasPart"])) == stored.keys() - {METADATA, PREVIEW}
    for name in ids(described["./"]["hasPart"]):
        assert described[name]["sha256"] == hashlib.sha256(stored[name]).hexdigest()
        assert described[name]["contentSize"] == str(len(stored[name]))


def test_the_deposits_are_the_bytes_on_record(content: BundleContent) -> None:
    stored = files(content)
    for row in content.deposits:
        assert stored[f"deposits/{row.digest}.nq"] == row.nquads


def test_the_rubric_is_the_text_as_it_was_written(content: BundleContent) -> None:
    assert files(content)["rubric/reproscore-1.0.0.yaml"].decode() == content.version.source_text


@pytest.mark.parametrize("name", ["content", "bare_content", "manual_content"])
def test_the_reader_of_bundles_gets_the_same_deposits_back(name: str, request: pytest.FixtureRequest) -> None:
    content: BundleContent = request.getfixturevalue(name)
    drafts = rocrate.read(write_bundle(content), base="http://127.0.0.1:8000/", source="bundle.zip")
    assert {draft.source for draft in drafts} == {
        f"bundle.zip/deposits/{row.digest}.nq" for row in content.deposits
    }


def test_the_root_says_what_the_bundle_is_and_when_the_run_ended(content: BundleContent) -> None:
    root = entities(content)["./"]
    assert ids(root["conformsTo"]) == ["https://w3id.org/ro/wfrun/process/0.5", PROFILE]
    assert root["datePublished"] == "2026-06-30T10:12:31+00:00"
    assert root["name"] == "Score bundle: größe/notebooks @ 3f1c0a9, rubric reproscore@1.0.0"
    assert ids(root["license"]) == ["https://spdx.org/licenses/CC-BY-4.0"]
    assert ids(root["citation"]) == ["https://doi.org/10.1000/example"]


def test_a_licence_that_nobody_stated_is_not_made_up(bare_content: BundleContent) -> None:
    described = entities(bare_content)
    assert described[ids(described["./"]["license"])[0]]["name"] == "No licence stated"


def test_all_parts_of_the_policy_are_described(content: BundleContent) -> None:
    described, version = entities(content), content.version
    rubric = described[version.iri]
    assert set(rubric["@type"]) == {"CreativeWork", "DefinedTermSet", "Benchmark"}
    policy = version.policy
    parts = [*(one.id for one in policy.dimensions), *(one.id for one in policy.criteria)]
    parts += [*(one.id for one in policy.scores), *(f"penalty-{one.id}" for one in policy.penalties)]
    terms = ids(rubric["hasDefinedTerm"])
    assert {f"{version.iri}#{part}" for part in parts} <= set(terms)
    assert all("DefinedTerm" in described[term]["@type"] for term in terms)
    environment = described[f"{version.iri}#E"]
    assert (environment["dimensionWeight"], environment["gateThreshold"], environment["gateExponent"]) == (
        0.3,
        40,
        1.5,
    )
    assert described[ids(rubric["identifier"])[0]]["value"] == policy_digest(policy)


def test_a_measurement_without_a_value_says_why_and_has_none(content: BundleContent) -> None:
    described = entities(content)
    found = [entity for entity in described.values() if "QualityMeasurement" in entity["@type"]]
    assert len(found) == 26 + 2
    open_ones = [entity for entity in found if not entity["description"].startswith("Measured")]
    assert {ids(entity["measurementStatus"])[0].rpartition("/")[2] for entity in open_ones} == {
        "not-applicable",
        "not-attempted",
    }
    assert not any("value" in entity for entity in open_ones)


def test_published_and_computed_scores_are_told_apart(content: BundleContent) -> None:
    described = entities(content)
    computed = described[f"{content.assessment}#RRS"]
    published = described[f"{content.assessment}#published-RRS"]
    assert (computed["name"], published["name"]) == ("RRS (computed)", "RRS (published)")
    assert "published" in published["description"]
    assert published["value"] == 58.5
    assert "coverage" in computed
    assert "coverage" not in published


def test_the_score_of_a_dimension_that_is_not_applicable_has_no_value(content: BundleContent) -> None:
    assert "value" not in entities(content)[f"{content.assessment}#published-RRS-S"]


def test_an_outcome_score_that_is_not_defined_is_left_out(bare_content: BundleContent) -> None:
    stored = files(bare_content)
    scores = json.loads(stored["scores.json"])
    assert {score["metric"] for score in scores["scores"]} == {"RRS"} | {f"RRS-{part}" for part in "EADCS"}
    assert "null" not in stored["scores.json"].decode()
    assert "null" not in stored[METADATA].decode()


def test_a_composite_names_both_of_its_scores_and_leads_the_review(content: BundleContent) -> None:
    described = entities(content)
    composite = described["https://registry.example/composite/1"]
    assert len(ids(composite["wasDerivedFrom"])) == 2
    assert composite["alpha"] == 0.35
    assert described["#rating"]["ratingValue"] == 52.25
    assert described["#rating"]["reviewAspect"] == "RCS"


def test_without_a_composite_the_readiness_score_leads(bare_content: BundleContent) -> None:
    assert entities(bare_content)["#rating"]["reviewAspect"] == "RRS"


def test_an_attempt_that_ended_in_failure_says_so_with_its_error(content: BundleContent) -> None:
    attempt = entities(content)["https://registry.example/attempt/1"]
    assert attempt["@type"] == "CreateAction"
    assert attempt["actionStatus"] == "http://schema.org/FailedActionStatus"
    assert attempt["error"].startswith("ModuleNotFoundError")
    assert attempt["endTime"] == "2026-06-30T10:12:31+00:00"


def test_code_that_people_ran_is_what_ran(manual_attempt_content: BundleContent) -> None:
    attempt = entities(manual_attempt_content)["https://registry.example/attempt/1"]
    assert ids(attempt["instrument"]) == [ids(attempt["object"])[0]]
    assert attempt["actionStatus"] == "http://schema.org/CompletedActionStatus"
    assert "error" not in attempt
    assert attempt["description"] == "Everything ran. Outcome: success. a warning."


def test_an_unknown_revision_is_called_unknown(bare_content: BundleContent) -> None:
    described = entities(bare_content)
    snapshot = described["https://registry.example/snapshot/unknown-1"]
    assert snapshot["version"] == "unknown"
    assert "identifier" not in snapshot
    assert "unknown revision" in files(bare_content)[PREVIEW].decode()


def test_people_who_assess_are_no_program(manual_content: BundleContent) -> None:
    described = entities(manual_content)
    action = described[manual_content.assessment]
    assert action["@type"] == "AssessAction"
    assert described[ids(action["agent"])[0]]["@type"] == "Person"
    assert described[ids(action["instrument"])[0]]["@type"] == "CreativeWork"


def test_who_ran_a_program_is_not_made_up(bare_content: BundleContent) -> None:
    described = entities(bare_content)
    operator = described[ids(described[bare_content.assessment]["agent"])[0]]
    assert operator["name"] == "Operator not recorded"


def test_the_page_holds_no_markup_of_depositors(content: BundleContent) -> None:
    page = files(content)[PREVIEW].decode()
    assert "<script" not in page
    assert "<b>" not in page
    assert "&lt;script&gt;" in page
    assert "Größe &amp; &lt;b&gt;Wirkung&lt;/b&gt; 数据" in page


def test_the_page_links_nothing_but_web_addresses_and_the_files(content: BundleContent) -> None:
    deposit = content.deposits[0]
    evil = (deposit.nquads or b"").replace(b"https://doi.org/10.1000/example", b"javascript:alert(1)")
    digest = hashlib.sha256(evil).hexdigest()
    changed = replace(content, deposits=(replace(deposit, nquads=evil, digest=digest), *content.deposits[1:]))
    page = files(changed)[PREVIEW].decode()
    assert "javascript:alert(1)" in page
    assert 'href="javascript' not in page


def test_the_evidence_is_in_a_file_of_its_own(content: BundleContent, bare_content: BundleContent) -> None:
    report = json.loads(files(content)["evidence/report.json"])
    (measured,) = report["measurements"]
    assert measured["evidence"][0]["path"] == "env/größe.txt"
    assert measured["evidence"][0]["start_line"] == 3
    bare = replace(bare_content, deposits=tuple(without_evidence(row) for row in bare_content.deposits))
    assert json.loads(files(bare)["evidence/report.json"])["measurements"] == []


def without_evidence(row: Any) -> Any:
    lines = (row.nquads or b"").splitlines(keepends=True)
    return replace(row, nquads=b"".join(line for line in lines if rub.hasEvidence.value.encode() not in line))


def test_the_metadata_is_rdf_in_which_the_scores_are_found(content: BundleContent) -> None:
    text = files(content)[METADATA].decode()
    inlined = inline_contexts(json.loads(text), text, source=METADATA, own_base=False)
    quads = parse_json_ld(json.dumps(inlined), text, base="https://registry.example/crate/", source=METADATA)
    facts = Facts(quad.triple for quad in quads)
    score = f"{content.assessment}#RRS"
    assert facts.one(score, rub.unclampedValue) is not None
    assert facts.one(score, dqv.computedOn) is not None
    assert facts.number(f"{content.version.iri}#E", rub.dimensionWeight) == 0.3


def test_our_terms_hide_none_of_the_contexts() -> None:
    own = CONTEXT[2]
    assert isinstance(own, dict)
    others = known_context("https://w3id.org/ro/crate/1.1/context") or {}
    assert {term for term in own if term in others and others[term] != own[term]} == set()


def test_a_deposit_whose_bytes_were_erased_is_refused(content: BundleContent) -> None:
    first, second, *others = content.deposits
    with pytest.raises(RegistryError, match="erased"):
        write_bundle(replace(content, deposits=(first, replace(second, nquads=None), *others)))


def test_a_deposit_without_the_assessment_is_refused(content: BundleContent) -> None:
    with pytest.raises(NotFound):
        write_bundle(replace(content, assessment="https://registry.example/assessment/2"))
