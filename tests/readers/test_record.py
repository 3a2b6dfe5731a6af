"""Record files: what a curator writes by hand, and what is said when it is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode, Triple

from rubrary.errors import InputError, InvalidRecord, MalformedInput, Place, Problem
from rubrary.graph.read import Facts, measurements_of, stated_scores
from rubrary.pipeline.examine import Examiner, examine_file
from rubrary.pipeline.knowledge import Knowledge
from rubrary.pipeline.registry import release_validator
from rubrary.readers import Draft, read
from rubrary.readers.record_schema import FILE, schema_text
from rubrary.resources import data_folder
from rubrary.terms import dcterms, dqv, prov, rdf, rub, scheme_concept
from rubrary.validation import Report

BASE = "http://127.0.0.1:8000/"
COMMIT = "4d1e7c0b9a8f36251c4e8d7f0a2b3c5d6e9f8071"
SNAPSHOT = f"https://archive.softwareheritage.org/swh:1:rev:{COMMIT}"
DOCS = Path(__file__).parents[2] / "docs" / "record-file.md"
EXAMPLES = re.findall(r"```yaml\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)

PAPER = """\
rubrary: 1
paper:
  doi: 10.5555/Tide-Gauges
  title: Sea level
  artifacts:
    - {kind: code, title: tides, repository: "https://github.com/example/tides.git", license: MIT}
"""
ASSESSMENT = f"""\
assessment:
  id: one
  rubric: reproscore@1.0.0
  snapshot: {{commit: {COMMIT}}}
  method: manual
  assessor: {{organization: Example archive}}
  ended: 2026-03-02T11:30:00+02:00
  measurements:
    dep_pinning: 60
    ci_presence: yes
"""
ATTEMPT = f"""\
attempt:
  id: two
  outcome: success
  team: {{software: runner, version: 1.10}}
  snapshot: {{commit: {COMMIT}}}
  probes: {{install: yes, execution: no}}
"""


def draft_of(text: str, name: str = "record.yaml") -> Draft:
    (draft,) = read(Path(), name=name, data=text.encode(), base=BASE)
    return draft


def problems_of(text: str) -> tuple[Problem, ...]:
    with pytest.raises(InvalidRecord) as caught:
        draft_of(text)
    return caught.value.problems


def said(text: str) -> str:
    return "\n".join(f"{problem} | {problem.hint}" for problem in problems_of(text))


def verdict(text: str) -> Report:
    examiner = Examiner(Knowledge(BASE), release_validator())
    (examined,) = examine_file(examiner, Path(), name="record.yaml", data=text.encode())
    return examined.report


def test_a_paper_becomes_its_doi_in_lower_case_with_its_artifact() -> None:
    triples = draft_of(PAPER).triples
    paper = NamedNode("https://doi.org/10.5555/tide-gauges")
    assert Triple(paper, dcterms.identifier, Literal("10.5555/tide-gauges")) in triples
    assert Triple(paper, rub.hasArtifact, NamedNode("https://github.com/example/tides")) in triples


def test_an_assessment_is_about_the_files_paper_and_its_one_code_artifact() -> None:
    triples = draft_of(PAPER + ASSESSMENT).triples
    run = NamedNode(f"{BASE}assessment/one")
    assert Triple(run, rub.aboutPaper, NamedNode("https://doi.org/10.5555/tide-gauges")) in triples
    assert Triple(run, rub.assesses, NamedNode(SNAPSHOT)) in triples
    artifact = NamedNode("https://github.com/example/tides")
    assert Triple(NamedNode(SNAPSHOT), prov.specializationOf, artifact) in triples


def test_yes_and_no_are_the_ends_of_a_binary_scale() -> None:
    facts = Facts(draft_of(PAPER + ASSESSMENT + ATTEMPT).triples)
    assert {m.criterion: m.value for m in measurements_of(facts, f"{BASE}assessment/one")}[
        "ci_presence"
    ] == 100
    assert {m.criterion: m.value for m in measurements_of(facts, f"{BASE}attempt/two")}["execution"] == 0


def test_readiness_outcome_and_composite_are_computed_and_stay_apart() -> None:
    scores = stated_scores(Facts(draft_of(PAPER + ASSESSMENT + ATTEMPT).triples))
    by_metric = {score.metric.rpartition("#")[2]: score for score in scores}
    assert by_metric["RRS"].activity == f"{BASE}assessment/one"
    assert by_metric["ROS"].activity == f"{BASE}attempt/two"
    assert by_metric["RCS"].readiness == f"{BASE}assessment/one#RRS"
    assert by_metric["RCS"].outcome == f"{BASE}attempt/two#ROS"
    assert verdict(PAPER + ASSESSMENT + ATTEMPT).accepted


@pytest.mark.parametrize("status", ["not-applicable", "not-attempted", "failed"])
def test_a_composite_over_a_probe_without_value_is_accepted(status: str) -> None:
    report = verdict(PAPER + ASSESSMENT + ATTEMPT.replace("execution: no", f"execution: {status}"))
    assert report.accepted, report.violations


def test_without_probes_there_is_no_composite() -> None:
    attempt = re.sub(r"  probes.*\n", "", ATTEMPT)
    triples = draft_of(PAPER + ASSESSMENT + attempt).triples
    assert not [triple for triple in triples if triple.object == rub.CompositeScore]


def test_a_version_keeps_its_text() -> None:
    assert '"1.10"' in "\n".join(map(str, draft_of(PAPER + ATTEMPT + "  rubric: reproscore@1.0.0\n").triples))


def test_two_readings_of_one_rubric_by_hand_have_the_same_instrument() -> None:
    digests = {
        triple.object
        for assessor in ("{organization: A}", "{name: Bo}")
        for triple in draft_of(
            PAPER + ASSESSMENT.replace("{organization: Example archive}", assessor)
        ).triples
        if triple.predicate == rub.instrumentDigest
    }
    assert len(digests) == 1


def test_a_stated_score_that_the_answers_do_not_give_is_refused_with_both_values() -> None:
    full = (data_folder("examples") / "assessment.yaml").read_text("utf-8")
    text = full.replace("\nattempt:", "  scores: {RRS: 61}\n\nattempt:")
    (finding,) = (found for found in verdict(text).violations if "RRS" in found.message)
    assert "61.0000" in finding.message
    assert finding.place is not None
    assert text.splitlines()[(finding.place.line or 0) - 1] == "  scores: {RRS: 61}"


def test_a_stated_score_of_incomplete_answers_is_a_warning() -> None:
    (finding,) = verdict(PAPER + ASSESSMENT + "  scores: {RRS: 61}\n").warnings
    assert "61.0000" in finding.message


def test_a_stated_score_within_a_hundredth_stays_as_stated() -> None:
    (given,) = (
        s.value
        for s in stated_scores(Facts(draft_of(PAPER + ASSESSMENT).triples))
        if s.metric.endswith("#RRS")
    )
    text = f"{PAPER}{ASSESSMENT}  scores: {{RRS: {given + 0.005}}}\n"
    assert verdict(text).accepted
    scores = stated_scores(Facts(draft_of(text).triples))
    assert given + 0.005 in [score.value for score in scores]


def test_a_published_score_stands_beside_the_computed_one_and_needs_a_source() -> None:
    text = PAPER + ASSESSMENT + "  published: {RRS: 61}\n"
    assert "names no source" in said(text)
    facts = Facts(draft_of(text + "  source: example-study\n").triples)
    assert sorted(s.published for s in stated_scores(facts) if s.metric.endswith("#RRS")) == [False, True]
    assert (
        facts.one(f"{BASE}assessment/one#published-RRS", prov.hadPrimarySource)
        == f"{BASE}study/example-study"
    )


def test_what_is_on_record_is_named_by_doi_id_or_address() -> None:
    text = (
        PAPER
        + ASSESSMENT
        + "  paper: doi:10.5555/Other\n  source: audit\n  informed_by: https://example.org/a\n"
    )
    facts = Facts(draft_of(text).triples)
    run = f"{BASE}assessment/one"
    assert facts.one(run, rub.aboutPaper) == "https://doi.org/10.5555/other"
    assert facts.one(run, prov.hadPrimarySource) == f"{BASE}study/audit"
    assert facts.one(run, prov.wasInformedBy) == "https://example.org/a"


def test_an_unknown_revision_is_a_snapshot_of_its_own() -> None:
    triples = draft_of(PAPER + ASSESSMENT.replace(f"commit: {COMMIT}", "revision: unknown")).triples
    assert Triple(NamedNode(f"{BASE}snapshot/assessment-one"), rdf.type, rub.UnknownRevision) in triples


def test_a_badge_goes_to_the_files_paper_from_its_venue() -> None:
    text = PAPER + "  venue: {id: examples, title: Examples}\nbadges:\n  - badge: acm-artifacts-available\n"
    triples = draft_of(text).triples
    (award,) = {triple.subject for triple in triples if triple.object == rub.BadgeAward}
    assert Triple(award, prov.wasAttributedTo, NamedNode(f"{BASE}venue/examples")) in triples
    assert verdict(text).accepted
    assert "awarded twice" in said(text + "  - badge: acm-artifacts-available\n")


def test_an_outcome_may_be_a_code_a_concept_or_several() -> None:
    text = (
        PAPER
        + "attempt:\n  id: a\n  team: {name: Bo}\n  outcome: [O1, {scheme: failure-mode, code: success}]\n"
    )
    outcomes = {triple.object for triple in draft_of(text).triples if triple.predicate == rub.outcome}
    assert outcomes == {scheme_concept("nsai-outcome", "O1"), scheme_concept("failure-mode", "success")}


def test_json_says_the_same_as_yaml() -> None:
    record = {"rubrary": 1, "paper": {"doi": "10.5555/x", "title": "X", "issued": "2023"}}
    yaml = "rubrary: 1\npaper: {doi: 10.5555/x, title: X, issued: 2023}\n"
    assert draft_of(json.dumps(record), "record.json").triples == draft_of(yaml).triples


# -- what is wrong -------------------------------------------------------------------------------------------

WRONG: list[tuple[str, int, str, str]] = [
    (
        PAPER.replace("title: Sea", "titel: Sea"),
        4,
        "paper has an unknown key 'titel'",
        "did you mean 'title'?",
    ),
    (PAPER.replace("title: Sea", "titel: Sea"), 2, "paper has no title", "add 'title: …'"),
    (PAPER.replace("10.5555/Tide-Gauges", "tide"), 3, "'tide' is not a DOI", "10.1145"),
    (PAPER.replace("kind: code", "kind: cod"), 6, "'cod' is none of the codes of artifact-kind", "'code'"),
    (PAPER.replace("rubrary: 1", "rubrary: 2"), 1, "only form 1 is known", "rubrary: 1"),
    (PAPER.replace("rubrary: 1\n", ""), 1, "the file has no rubrary", "add"),
    ("rubrary: 1\n", 1, "the file holds no record", "add a section"),
    ("rubrary: 1\npaper:\n", 2, "paper is empty", "fill it in"),
    ("rubrary: 1\npaper: x\n", 2, "paper must be a mapping of keys, not 'x'", "key: value"),
    ("rubrary: 1\nbadges: x\n", 2, "badges must be a list, not 'x'", "'- '"),
    (PAPER + ASSESSMENT.replace(COMMIT, "12ab"), 10, "'12ab' is not a full git commit hash", "40"),
    (PAPER + ASSESSMENT.replace(f"commit: {COMMIT}", "revision: v1.0"), 10, "not exact", "commit"),
    (PAPER + ASSESSMENT.replace("T11:30:00+02:00", "T11:30:00"), 13, "has no time zone", "+00:00"),
    (
        PAPER + ASSESSMENT.replace("reproscore@1", "reproscor@1"),
        9,
        "the rubric 'reproscor@1.0.0' is unknown here",
        "",
    ),
    (
        PAPER + ASSESSMENT.replace("dep_pinning", "dep_pining"),
        15,
        "has no criterion 'dep_pining'",
        "'dep_pinning'",
    ),
    (
        PAPER + ASSESSMENT.replace("pinning: 60", "pinning: 160"),
        15,
        "160 is not on the criterion's",
        "0 to 100",
    ),
    (PAPER + ASSESSMENT.replace("yes", "maybe"), 16, "'maybe' is no answer", "100 (yes) or 0 (no)"),
    (PAPER + ASSESSMENT.replace("dep_pinning: 60", "install: yes"), 15, "does not belong", "attempt.probes"),
    (PAPER + ASSESSMENT.replace("one", "One!"), 8, "'One!' is not an id", "lower-case"),
    (PAPER + ASSESSMENT.replace("manual", "automated"), 11, "no instrument", "instrument"),
    (
        PAPER + ASSESSMENT.replace("organization: Ex", "name: Bo, url: Ex"),
        12,
        "is not a web address",
        "https://",
    ),
    (PAPER + ASSESSMENT + "  scores: {RCS: 3}\n", 17, "RCS is a composite", "composite"),
    (PAPER + ASSESSMENT + "  scores: {ROS: 3}\n", 17, "no answer of this section gives ROS", "leave it out"),
    (
        PAPER + ASSESSMENT + "composite: {id: x}\n",
        17,
        "needs an assessment and an attempt",
        "take this section",
    ),
    (PAPER + ATTEMPT, 12, "attempt has probes, but no rubric", "rubric: name@version"),
    (PAPER + ATTEMPT.replace("success", "O9"), 9, "'O9' is no outcome", "O1"),
    (
        PAPER.replace("kind: code", "kind: data") + ASSESSMENT,
        10,
        "does not say of which artifact",
        "artifact: <",
    ),
    (PAPER + ASSESSMENT + "  source: https://x y\n", 17, "names no study", "its IRI"),
    (PAPER + ASSESSMENT + "  informed_by: Earlier one\n", 17, "names no assessment", "its id"),
    (PAPER + "badges: [{badge: acm-artifacts-available}]\n", 7, "does not say who awarded it", "issuer"),
]


@pytest.mark.parametrize(("text", "line", "message", "hint"), WRONG, ids=[row[2] for row in WRONG])
def test_what_is_wrong_is_said_with_its_line_and_how_to_mend_it(
    text: str, line: int, message: str, hint: str
) -> None:
    found = [problem for problem in problems_of(text) if message in problem.message]
    assert found, said(text)
    assert found[0].place is not None
    assert (found[0].place.source, found[0].place.line) == ("record.yaml", line)
    assert hint in (found[0].hint or "")


def test_all_problems_are_said_at_once_in_the_order_of_the_file() -> None:
    text = PAPER.replace("title: Sea", "titel: Sea") + ASSESSMENT.replace("60", "160").replace(
        "manual", "hand"
    )
    lines = [problem.place.line for problem in problems_of(text) if problem.place]
    assert lines == sorted(lines)
    assert {4, 11, 15} <= set(lines)


def test_a_finding_of_the_shapes_carries_the_line_of_the_node() -> None:
    text = PAPER + ASSESSMENT + "  started: 2026-03-03T00:00:00+00:00\n"
    places = {finding.place.line for finding in verdict(text).violations if finding.place}
    assert places == {7}


def test_a_second_document_is_refused() -> None:
    with pytest.raises(MalformedInput, match="second document"):
        draft_of(f"{PAPER}---\n{PAPER}")


@pytest.mark.parametrize(
    "data", [b"rubrary: \xff", b"rubrary: &a 1", b"rubrary: 1\nrubrary: 1\n", b'{"rubrary": 1,}']
)
def test_what_is_not_plain_yaml_is_refused_with_a_line(data: bytes) -> None:
    with pytest.raises(InputError) as caught:
        read(Path(), name="record.yaml", data=data, base=BASE)
    assert caught.value.place is not None
    assert caught.value.place.line is not None


_KEYS = st.sampled_from(
    [
        *("rubrary", "paper", "assessment", "attempt", "badges", "study", "artifacts", "composite"),
        *(
            "id",
            "title",
            "doi",
            "kind",
            "snapshot",
            "commit",
            "revision",
            "rubric",
            "outcome",
            "team",
            "name",
        ),
        *(
            "measurements",
            "probes",
            "dep_pinning",
            "install",
            "value",
            "evidence",
            "lines",
            "scores",
            "ended",
        ),
    ]
)
_LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=8),
    st.sampled_from(["reproscore@1.0.0", COMMIT, "code", "10.5555/x", "2026-03-02T11:30:00+00:00", "unknown", "O1"]),
)  # fmt: skip
_TREES = st.recursive(
    _LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(_KEYS, inner, max_size=5)),
    max_leaves=25,
)


@settings(deadline=None)
@given(st.dictionaries(_KEYS, _TREES, max_size=6))
def test_any_json_under_our_keys_ends_in_a_draft_or_in_problems_with_places(tree: dict[str, object]) -> None:
    text = json.dumps({"rubrary": 1, **tree})
    try:
        assert draft_of(text, "record.json").triples
    except InvalidRecord as error:
        assert all(problem.place and problem.place.line for problem in error.problems)
    except InputError as error:
        assert error.place


# -- beside the reader ---------------------------------------------------------------------------------------


def test_the_json_schema_is_up_to_date() -> None:
    assert FILE.read_text("utf-8") == schema_text(), "run: python -m rubrary.readers.record_schema"


def test_every_part_and_key_of_the_schema_is_described() -> None:
    schema = json.loads(FILE.read_text("utf-8"))
    for part in schema["$defs"].values():
        assert part["description"]
        assert part["additionalProperties"] is False
        assert all("description" in key for key in part["properties"].values())


@pytest.mark.parametrize("text", EXAMPLES, ids=range(len(EXAMPLES)))
def test_every_example_of_the_curators_page_is_accepted(text: str) -> None:
    assert verdict(text).accepted


@pytest.fixture
def rubric_file() -> Callable[[str], Draft]:
    return lambda text: draft_of(text, "ours.yaml")


def test_a_rubric_file_is_the_deposit_of_one_version(rubric_file: Callable[[str], Draft]) -> None:
    text = (data_folder("examples") / "rubrics" / "bioinformatics-v1.yaml").read_text("utf-8")
    version = NamedNode(f"{BASE}rubric/bioinformatics-v1/1.0")
    assert Triple(version, rdf.type, rub.RubricVersion) in rubric_file(text).triples


def test_an_override_is_placed_at_the_line_that_makes_it(rubric_file: Callable[[str], Draft]) -> None:
    draft = rubric_file("name: ours\nversion: '1.0'\ncategories:\n  C:\n    {tau: 30, k: 2}\n")
    assert draft.place_of(f"{BASE}rubric/ours/1.0#override-1") == Place("ours.yaml", 5, 5)


def test_a_shipped_rubric_file_keeps_the_iri_of_the_release(rubric_file: Callable[[str], Draft]) -> None:
    text = (data_folder("rubrics") / "reproscore-1.0.0.yaml").read_text("utf-8")
    version = NamedNode("https://w3id.org/rubrary/rubric/reproscore/1.0.0")
    assert Triple(version, rdf.type, rub.RubricVersion) in rubric_file(text).triples


def test_scores_have_no_value_that_json_could_not_hold() -> None:
    values = [t.object for t in draft_of(PAPER + ASSESSMENT).triples if t.predicate == dqv.value]
    assert all(isinstance(value, Literal) and value.value.lower() not in {"nan", "inf"} for value in values)
