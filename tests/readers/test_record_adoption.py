"""The sections ``archive`` and ``adoption`` of a record file."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyoxigraph import Literal, NamedNode, Triple

from rubrary.errors import InvalidRecord, Problem
from rubrary.pipeline.examine import Examined, Examiner, examine_file
from rubrary.pipeline.knowledge import Knowledge
from rubrary.pipeline.registry import release_validator
from rubrary.readers import Draft, read
from rubrary.rubric import policy_digest, shipped_rubric
from rubrary.terms import dcat, dcterms, prov, rdf, rub, xsd

BASE = "http://127.0.0.1:8000/"
RUBRIC = shipped_rubric("reproscore@1.0.0")
ARCHIVE = """\
rubrary: 1
archive: {id: sea-ice, title: The sea ice archive, page: "https://archive.example.org/"}
"""
ADOPTION = """\
adoption:
  rubric: reproscore@1.0.0
  from: 2026-06-01
  overrides:
    - {part: E, change: weight 0.35, rationale: Our code runs for weeks.}
    - {part: no_data, change: 0 points, rationale: Our data cannot be shared.}
"""
NODE = NamedNode(f"{BASE}adoption/sea-ice-reproscore-1.0.0")


def draft_of(text: str) -> Draft:
    (draft,) = read(Path(), name="record.yaml", data=text.encode(), base=BASE)
    return draft


def problems_of(text: str) -> tuple[Problem, ...]:
    with pytest.raises(InvalidRecord) as caught:
        draft_of(text)
    return caught.value.problems


def examined(*texts: str) -> list[Examined]:
    """The verdicts on several files, each knowing those before it."""
    examiner = Examiner(Knowledge(BASE), release_validator())
    return [
        one
        for number, text in enumerate(texts)
        for one in examine_file(examiner, Path(), name=f"{number}.yaml", data=text.encode(), learn=True)
    ]


def test_an_adoption_names_archive_rubric_digest_and_date() -> None:
    triples = draft_of(ARCHIVE + ADOPTION).triples
    for predicate, value in (
        (rdf.type, rub.Adoption),
        (prov.wasAttributedTo, NamedNode(f"{BASE}archive/sea-ice")),
        (rub.appliesRubric, NamedNode(RUBRIC.iri)),
        (rub.policyDigest, Literal(policy_digest(RUBRIC.policy))),
        (dcterms.issued, Literal("2026-06-01", datatype=xsd.date)),
    ):
        assert Triple(NODE, predicate, value) in triples


def test_its_overrides_are_of_parts_of_that_rubric() -> None:
    triples = draft_of(ARCHIVE + ADOPTION).triples
    parts = [triple.object.value for triple in triples if triple.predicate == rub.overrides]
    assert parts == [f"{RUBRIC.iri}#E", f"{RUBRIC.iri}#penalty-no_data"]
    reasons = [triple.object.value for triple in triples if triple.predicate == rub.rationale]
    assert reasons == ["Our code runs for weeks.", "Our data cannot be shared."]


def test_an_archive_is_described_with_or_without_an_adoption() -> None:
    alone = draft_of(ARCHIVE).triples
    archive = NamedNode(f"{BASE}archive/sea-ice")
    assert Triple(archive, dcterms.title, Literal("The sea ice archive")) in alone
    assert Triple(archive, dcat.landingPage, NamedNode("https://archive.example.org/")) in alone
    elsewhere = draft_of("rubrary: 1\narchive: {url: 'https://zenodo.example/', title: Z}\n").triples
    assert elsewhere[0].subject == NamedNode("https://zenodo.example/")


@pytest.mark.parametrize("text", [ARCHIVE, ARCHIVE + ADOPTION])
def test_archives_and_adoptions_are_accepted(text: str) -> None:
    (one,) = examined(text)
    assert one.report.accepted, list(map(str, one.report.violations))
    assert one.topic is not None
    assert one.topic.kind == ("Adoption" if "adoption" in text else "Archive")


def test_several_adoptions_may_describe_the_same_archive() -> None:
    second = ADOPTION.replace("reproscore", "rmm").partition("  overrides")[0]
    one, two = examined(ARCHIVE + ADOPTION, ARCHIVE + second)
    assert one.report.accepted
    assert two.report.accepted
    assert not any(claim.defines for claim in two.claims if claim.iri.endswith("archive/sea-ice"))


def test_an_adoption_may_name_an_archive_and_an_adoption_on_record() -> None:
    more = "  id: next\n  archive: sea-ice\n  replaces: sea-ice-reproscore-1.0.0\n"
    later = "rubrary: 1\n" + ADOPTION.replace("adoption:\n", f"adoption:\n{more}")
    one, two = examined(ARCHIVE + ADOPTION, later)
    assert one.report.accepted
    assert two.report.accepted, list(map(str, two.report.violations))
    assert f"<{BASE}adoption/next> <{dcterms.replaces.value}> {NODE} ." in two.canonical.nquads.decode()
    (unknown,) = examined(later)
    assert not unknown.report.accepted


def test_an_override_without_reason_is_a_warning() -> None:
    (one,) = examined((ARCHIVE + ADOPTION).replace(", rationale: Our code runs for weeks.", ""))
    assert one.report.accepted
    assert [finding.place.line for finding in one.report.findings if finding.place] == [7]


@pytest.mark.parametrize(
    ("old", "new", "line", "message", "hint"),
    [
        ("from:", "form:", 3, "adoption has no from", "add 'from: …'"),
        ("from:", "form:", 5, "adoption has an unknown key 'form'", "'from'"),
        ("from:", "starts:", 5, "adoption has an unknown key 'starts'", ""),
        ("2026-06-01", "soon", 5, "adoption.from: 'soon' is not a date", "YYYY"),
        ("reproscore@", "repro@", 4, "the rubric 'repro@1.0.0' is unknown here", "reproscore@1.0.0"),
        ("part: E", "part: X", 7, "is 'X', which reproscore@1.0.0 does not have", "known here"),
        ("part: no_data", "part: no_dta", 8, "is 'no_dta'", "known here"),
        ("id: sea-ice", "id: Sea Ice", 2, "'Sea Ice' is not an id", "lower-case"),
        ("id: sea-ice, ", "", 2, "says nothing that identifies it", "url"),
        (ARCHIVE, "rubrary: 1\n", 2, "does not say which archive", "section archive"),
        ("  rubric:", "  archive: Sea Ice\n  rubric:", 4, "names no archive", "its IRI"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old: str, new: str, line: int, message: str, hint: str) -> None:
    text = ARCHIVE + ADOPTION
    assert old in text
    problems = problems_of(text.replace(old, new))
    found = [problem for problem in problems if message in problem.message]
    assert found, list(map(str, problems))
    assert found[0].place is not None
    assert found[0].place.line == line
    assert hint in (found[0].hint or "")


def test_an_unknown_rubric_may_come_with_another_file() -> None:
    (problem,) = problems_of((ARCHIVE + ADOPTION).replace("reproscore@1.0.0", "ours@1.0.0"))
    assert problem.unresolved
