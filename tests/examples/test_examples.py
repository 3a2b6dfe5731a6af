"""The shipped examples are accepted, and every example query answers over them."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyoxigraph import Quad, QuerySolutions, Store

from rubrary.graph.canonical import triples_of
from rubrary.pipeline.examine import Examined, Examiner, examine_file
from rubrary.pipeline.knowledge import Knowledge
from rubrary.pipeline.registry import release_validator
from rubrary.resources import data_folder
from rubrary.rubric import rubric_triples, shipped_rubric
from rubrary.schemes import ontology_triples, scheme_graph
from rubrary.terms import rub

EXAMPLES = data_folder("examples")
# The study first: the case studies name it as their source.
FILES = [
    EXAMPLES / "nsai-audit.yaml",
    *sorted(path for path in EXAMPLES.glob("*.yaml") if path.stem != "nsai-audit"),
    EXAMPLES / "paper.ttl",
    *sorted((EXAMPLES / "rubrics").glob("*.yaml")),
]
QUERIES = sorted((EXAMPLES / "queries").glob("*.rq"))


@pytest.fixture(scope="module")
def examined() -> dict[str, list[Examined]]:
    """The verdicts on all examples, each knowing those before it."""
    examiner = Examiner(Knowledge("http://127.0.0.1:8000/"), release_validator())
    return {path.stem: examine_file(examiner, path, name=path.name, learn=True) for path in FILES}


@pytest.fixture(scope="module")
def store(examined: dict[str, list[Examined]]) -> Store:
    made = Store()
    graphs = [triples_of(one.canonical.nquads) for found in examined.values() for one in found]
    for triples in (
        *graphs,
        rubric_triples(shipped_rubric("reproscore@1.0.0")),
        scheme_graph(),
        ontology_triples(),
    ):
        made.extend(Quad(triple.subject, triple.predicate, triple.object) for triple in triples)
    return made


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_example_is_one_deposit_that_is_accepted(
    examined: dict[str, list[Examined]], path: Path
) -> None:
    (one,) = examined[path.stem]
    assert one.report.accepted, "\n".join(map(str, one.report.violations))


@pytest.mark.parametrize("name", ["scallop", "logicity", "mars"])
def test_the_case_studies_are_attempts_with_outcome_o1(
    examined: dict[str, list[Examined]], name: str
) -> None:
    text = examined[name][0].canonical.nquads.decode()
    assert "scheme/nsai-outcome/O1>" in text
    assert rub.hasComparison.value in text


def test_the_full_record_shows_all_three_scores(store: Store) -> None:
    classes = f"{rub.Score} {rub.CompositeScore}"
    rows = store.query(
        "SELECT ?metric WHERE { ?score a ?class ; <http://www.w3.org/ns/dqv#isMeasurementOf> ?metric ."
        f" VALUES ?class {{ {classes} }} }}"
    )
    assert isinstance(rows, QuerySolutions)
    assert sorted(row["metric"].value.rpartition("#")[2] for row in rows) == ["RCS", "ROS", "RRS"]


def test_there_are_seven_queries() -> None:
    assert len(QUERIES) == 7


@pytest.mark.parametrize("path", QUERIES, ids=lambda path: path.stem)
def test_each_query_says_what_it_answers_and_answers(store: Store, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith("#+ summary: ")
    rows = store.query(text)
    assert isinstance(rows, QuerySolutions)
    assert list(rows)


def test_the_readme_names_every_example() -> None:
    readme = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    missing = [path.name for path in (*FILES, *QUERIES) if path.name not in readme]
    assert not missing
