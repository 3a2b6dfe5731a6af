from __future__ import annotations

import time

import pyoxigraph as ox
import pytest
from tests.index.conftest import BASE, PATIENCE, deposit

from rubrary.errors import QueryFailed, QueryRefused, QueryTimeout, RegistryError, UsageError
from rubrary.index.answer import Dataset, QueryLimits
from rubrary.index.errors import AnswerTooLarge, NotAcceptable
from rubrary.index.formats import FORMATS
from rubrary.index.index import Index
from rubrary.index.service import QueryService

COUNT = "SELECT (COUNT(*) AS ?n) { ?s dqv:value ?v }"

#: Queries that would take hours or all memory.
PATHOLOGICAL = [
    "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }",
    "SELECT DISTINCT ?a ?d ?g { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?c ?f ?i",
    "ASK { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . FILTER(CONCAT(STR(?a), STR(?d), STR(?g)) = 'x') }",
    "SELECT * { ?a ?b ?c . OPTIONAL { ?d ?e ?f . ?g ?h ?i . FILTER(?c = ?f + ?i) } } ORDER BY ?a",
    "SELECT * { ?a (!rub:x|^!rub:x)* ?b . ?c (!rub:x)* ?d . ?e (!rub:x)* ?f } ORDER BY ?d",
    "CONSTRUCT { ?a ?e ?i } { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . FILTER(STR(?a) = STR(?i)) }",
    "SELECT * { ?a ?b ?c . FILTER NOT EXISTS { ?g ?h ?i . ?j ?k ?l . ?m ?n ?o . FILTER(?l = STR(?i)) } }",
]


@pytest.fixture
def filled(index: Index) -> Index:
    with index.writer() as writer:
        writer.catch_up(deposit(seq, size=20) for seq in range(1, 51))
    return index


@pytest.mark.parametrize("query", PATHOLOGICAL)
def test_the_deadline_ends_a_pathological_query_and_the_next_is_answered(
    filled: Index, service: QueryService, query: str
) -> None:
    started = time.monotonic()
    with pytest.raises((QueryTimeout, QueryFailed)):
        service.run(query, timeout=0.5).read()
    assert time.monotonic() - started < PATIENCE
    assert service.run(COUNT, ["csv"]).read() == b"n\r\n1000\r\n"


def test_a_query_that_eats_memory_dies_alone(filled: Index) -> None:
    limits = QueryLimits(timeout=PATIENCE, memory_bytes=256 * 1024**2, workers=2)
    with QueryService(filled.folder, limits) as service:
        with service.run("SELECT * { ?s ?p ?o }") as other, pytest.raises(QueryFailed, match="memory"):
            service.run("SELECT DISTINCT ?a ?d ?g { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?i").read()
            assert other.header.sequence == 50
        assert service.run(COUNT, ["csv"]).read() == b"n\r\n1000\r\n"


def test_a_query_that_crashes_the_parser_is_an_error_of_that_query(service: QueryService) -> None:
    with pytest.raises((QueryFailed, QueryRefused)):
        service.run("SELECT * { FILTER(" + "1+" * 200_000 + "1) }").read()
    assert service.run("ASK {}", ["json"]).read() == b'{"head":{},"boolean":true}'


def test_an_answer_says_which_state_of_the_registry_it_is_from(index: Index, service: QueryService) -> None:
    for seq in (1, 2):
        with index.writer() as writer:
            writer.catch_up([deposit(seq)])
        result = service.run(COUNT, ["tsv"])
        assert (result.header.sequence, result.header.state) == (seq, index.published().state)
        assert result.trailer is None
        assert result.read() == f"?n\n{5 * seq}\n".encode()
        assert result.trailer is not None
        assert result.trailer.rows == 1


@pytest.mark.parametrize("name", FORMATS["solutions"])
def test_solutions_come_in_every_format(filled: Index, service: QueryService, name: str) -> None:
    result = service.run("SELECT ?s ?v { ?s dqv:value ?v }", [name])
    data = result.read()
    assert result.header.media_type == FORMATS["solutions"][name]
    assert result.trailer is not None
    assert result.trailer.rows == 1000
    if name != "csv":
        parsed = {"json": ox.QueryResultsFormat.JSON, "xml": ox.QueryResultsFormat.XML}.get(
            name, ox.QueryResultsFormat.TSV
        )
        answer = ox.parse_query_results(data, parsed)
        assert isinstance(answer, ox.QuerySolutions)
        assert len(list(answer)) == 1000


@pytest.mark.parametrize("name", FORMATS["graph"])
def test_graphs_come_in_every_format(filled: Index, service: QueryService, name: str) -> None:
    result = service.run("CONSTRUCT WHERE { ?s dqv:value ?v }", [name])
    format_ = {
        "turtle": ox.RdfFormat.TURTLE,
        "ntriples": ox.RdfFormat.N_TRIPLES,
        "nquads": ox.RdfFormat.N_QUADS,
        "jsonld": ox.RdfFormat.JSON_LD,
        "rdfxml": ox.RdfFormat.RDF_XML,
    }[name]
    assert len(list(ox.parse(result.read(), format_))) == 1000
    assert (result.header.kind, result.header.media_type) == ("graph", FORMATS["graph"][name])


def test_the_first_format_that_suits_is_taken_and_none_is_an_error(service: QueryService) -> None:
    def chosen(query: str, formats: list[str]) -> str:
        with service.run(query, formats) as result:
            return result.header.format

    assert chosen("ASK {}", ["csv", "turtle", "xml"]) == "xml"
    assert chosen("SELECT * {}", []) == "json"
    assert chosen("DESCRIBE rub:Paper", []) == "turtle"
    for query, formats in (("ASK {}", ["csv"]), ("SELECT * {}", ["turtle"]), ("DESCRIBE <x>", ["json"])):
        with pytest.raises(NotAcceptable):
            service.run(query, formats)


@pytest.mark.parametrize(
    "query",
    [
        "CONSTRUCT { <http://e.org/s> <http://e.org/p> ?p } { ?s ?p ?o }",
        "CONSTRUCT { ?s a rub:Thing . ?s a rub:Thing } { ?s ?p ?o }",
        "DESCRIBE ?s { ?s dqv:value ?v . ?t dqv:value ?v }",
    ],
)
def test_a_graph_repeats_no_triple(filled: Index, service: QueryService, query: str) -> None:
    lines = service.run(query, ["ntriples"]).read().splitlines()
    assert lines
    assert len(lines) == len(set(lines))


def test_a_data_set_is_honoured_from_the_protocol_and_from_the_query(
    filled: Index, service: QueryService
) -> None:
    first, second = (f"{BASE}deposit/{deposit(seq, size=20).digest}" for seq in (1, 2))
    named = "SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s dqv:value ?v } }"

    def count(query: str, dataset: Dataset | None = None) -> int:
        return int(service.run(query, ["tsv"], dataset=dataset).read().split()[1])

    both = COUNT.replace("{", f"FROM <{first}> FROM <{second}> {{", 1)
    assert count(COUNT) == 1000
    assert count(named) == 1000
    assert count(both) == 40
    assert count(named.replace("{", f"FROM NAMED <{first}> {{", 1)) == 20
    assert count(COUNT.replace("{", f"FROM NAMED <{first}> {{", 1)) == 0
    assert count(COUNT, Dataset(default=(first,))) == 20
    assert count(both, Dataset(default=(first,))) == 20
    assert count(named, Dataset(default=(first,))) == 0
    assert count(named, Dataset(named=(first, second))) == 40
    assert count(COUNT, Dataset(named=(first,))) == 0
    assert count(COUNT, Dataset(default=("http://e.org/unknown",))) == 0
    with pytest.raises(UsageError, match="no IRI"):
        count(COUNT, Dataset(default=("not an iri",)))


def test_an_answer_beyond_the_limits_is_an_error_and_never_cut_short(filled: Index) -> None:
    everything = "SELECT ?s ?v { ?s dqv:value ?v }"
    with QueryService(filled.folder, QueryLimits(timeout=PATIENCE, rows=999, workers=1)) as service:
        for name in FORMATS["solutions"]:
            with pytest.raises(AnswerTooLarge, match="999 rows"):
                service.run(everything, [name]).read()
            assert service.run(f"{everything} LIMIT 999", [name]).read()
        with pytest.raises(AnswerTooLarge, match="999 rows"):
            service.run("CONSTRUCT WHERE { ?s dqv:value ?v }").read()
    with QueryService(filled.folder, QueryLimits(timeout=PATIENCE, bytes=100_000, workers=1)) as service:
        with pytest.raises(AnswerTooLarge, match="100000 bytes"):
            service.run(everything).read()
        assert service.run(COUNT).read()


def test_a_failing_function_leaves_unbound_and_is_counted(service: QueryService) -> None:
    result = service.run("SELECT (rub:gate('x', 40, 1.5) AS ?a) (rub:gate(50, 40, 1.5) AS ?b) {}", ["csv"])
    assert result.read() == b"a,b\r\n,0.5\r\n"
    assert result.trailer is not None
    assert result.trailer.failed_calls == 1
    with pytest.raises(QueryRefused, match="not supported"):
        service.run("SELECT (rub:nothing(1) AS ?x) {}")


def test_a_syntax_error_has_its_place(service: QueryService) -> None:
    with pytest.raises(QueryRefused) as caught:
        service.run("SELECT * {\n  ?s ?p }")
    assert caught.value.place is not None
    assert caught.value.place.line == 2


def test_a_lost_index_is_named_as_such(index: Index, service: QueryService) -> None:
    (index.folder / "current").unlink()
    with pytest.raises(RegistryError, match="no current generation"):
        service.run("ASK {}")


def test_no_deposit_can_pass_for_the_catalogue(index: Index, service: QueryService) -> None:
    rub = "https://w3id.org/rubrary/ns#"
    lie = (
        f"<{BASE}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/ns/dcat#Catalog> .\n"
        f'<{BASE}> <{rub}lastSequence> "99"^^<http://www.w3.org/2001/XMLSchema#integer> .\n'
        f'<{BASE}> <{rub}stateDigest> "lie" .\n'
    )
    with index.writer() as writer:
        writer.catch_up([deposit(1, lie.encode())])
    with service.run("ASK {}") as result:
        assert result.header.sequence == 1
