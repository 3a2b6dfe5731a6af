"""The query that tells which archives apply a policy."""

from __future__ import annotations

import pytest
from pyoxigraph import Quad, QuerySolutions, Store

from policy_samples import SMALL, read
from rubrary.graph.write import record_triples
from rubrary.records import AdoptionOverride, AdoptionRecord, ArchiveRecord
from rubrary.resources import data_folder
from rubrary.rubric import RubricVersion, policy_digest, rubric_triples

BASE = "http://127.0.0.1:8000/"
QUERY = (data_folder("examples") / "queries" / "archives-by-policy.rq").read_text("utf-8")
SHIPPED = "https://w3id.org/rubrary/rubric/reproscore/1.0.0"

OURS = read(SMALL)
#: The same policy in other words, under another name.
ALIKE = read(SMALL.replace("rubric: small", "rubric: petit").replace("Did it run?", "A-t-il tourné ?"))
OTHER = read(SMALL.replace("1.0.0", "2.0.0").replace("points: 20", "points: 10"))
ARCHIVES = {name: ArchiveRecord(f"{BASE}archive/{name}", f"Archive {name}") for name in "abcd"}


def adoption(
    name: str, archive: str, version: RubricVersion, starts: str, replaces: str | None = None
) -> AdoptionRecord:
    override = AdoptionOverride(f"{version.iri}#E", "weight 0.7", "Because.")
    return AdoptionRecord(
        f"{BASE}adoption/{name}",
        ARCHIVES[archive].iri,
        version.iri,
        policy_digest(version.policy),
        starts,
        (override,) if archive == "b" else (),
        f"{BASE}adoption/{replaces}" if replaces else None,
    )


def answer(*adoptions: AdoptionRecord) -> list[tuple[str, str, str, str]]:
    """Title, rubric, date and overrides of each row of the query, asked of small 1.0.0."""
    store = Store()
    for triples in (
        *map(rubric_triples, (OURS, ALIKE, OTHER)),
        record_triples([*ARCHIVES.values(), *adoptions]),
    ):
        store.extend(Quad(triple.subject, triple.predicate, triple.object) for triple in triples)
    assert SHIPPED in QUERY
    rows = store.query(QUERY.replace(SHIPPED, OURS.iri))
    assert isinstance(rows, QuerySolutions)
    names = ("title", "rubric", "since", "otherwise")
    return [tuple(row[name].value for name in names) for row in rows]  # type: ignore[misc]


def test_archives_are_found_by_policy_whatever_the_rubric_is_called() -> None:
    found = answer(
        adoption("1", "a", OURS, "2020-05-01"),
        adoption("2", "b", ALIKE, "2021"),
        adoption("3", "c", OTHER, "2020"),
    )
    assert found == [
        ("Archive a", "small@1.0.0", "2020-05-01", ""),
        ("Archive b", "petit@1.0.0", "2021", "E: weight 0.7"),
    ]


@pytest.mark.parametrize("starts", ["9999", "9999-01", "9999-01-01"])
def test_an_adoption_that_has_not_begun_is_left_out(starts: str) -> None:
    assert answer(adoption("1", "a", OURS, starts)) == []


def test_a_replaced_adoption_ends_when_its_successor_begins() -> None:
    first = adoption("1", "a", OURS, "2020")
    assert answer(first, adoption("2", "a", OTHER, "2021-03", replaces="1")) == []
    assert len(answer(first, adoption("2", "a", OTHER, "9999", replaces="1"))) == 1
    assert len(answer(first, adoption("2", "b", OTHER, "2021", replaces=None))) == 1
