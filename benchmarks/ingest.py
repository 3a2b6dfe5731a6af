"""How fast deposits go through parse → SHACL → ledger → index, against the same with pySHACL alone."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

from study import BASE, turtles

from rubrary.index.answer import QueryLimits
from rubrary.index.service import QueryService
from rubrary.pipeline.deposit import append, bring_index_up_to_date
from rubrary.pipeline.examine import Examiner, examine_file
from rubrary.pipeline.publish import publish_shipped
from rubrary.pipeline.registry import Registry
from rubrary.resources import data_folder
from rubrary.validation import Validator

#: How many deposits pySHACL is timed on: it takes about half a second for each.
PYSHACL_SAMPLE = 40
#: How many deposits are put on record one by one, each until it can be queried.
SINGLE_SAMPLE = 60


def main() -> None:
    documents = list(turtles())
    print(f"{len(documents)} deposits, {sum(len(data) for _, data in documents) / 1e6:.1f} MB of Turtle")
    with tempfile.TemporaryDirectory() as folder:
        bulk(Path(folder) / "all", documents, "auto")
        some = sample(documents)
        fast = bulk(Path(folder) / "fast", some, "auto")
        slow = bulk(Path(folder) / "slow", some, "explain")
        single(Path(folder) / "single", documents)
    print(f"ratio                         {slow / fast:.1f} × (aim: at least 30)")


def sample(documents: list[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    """The study, the first papers, and the runs on their repositories: nothing refers outside the sample."""
    papers = PYSHACL_SAMPLE // 2  # each has an assessment and an attempt
    return documents[: 1 + papers] + documents[371:][:PYSHACL_SAMPLE]


def bulk(folder: Path, documents: list[tuple[str, bytes]], engine: str) -> float:
    """Seconds a deposit, indexing included."""
    with Registry.create(folder, BASE) as registry:
        list(publish_shipped(registry))
        validator = Validator.load(data_folder("shapes"), engine=engine)
        examiner = Examiner(registry.knowledge(), validator)
        shapes = registry.remember_shapes()
        refused = 0
        begun = time.perf_counter()
        for source, data in documents:
            for examined in examine_file(examiner, Path(), name=f"{source}.ttl", data=data):
                refused += append(registry, examined, shapes=shapes, submitter="benchmark").refused
        ledgered = time.perf_counter()
        bring_index_up_to_date(registry)
        ended = time.perf_counter()
    each = (ended - begun) / len(documents)
    print(
        f"{engine:8} {len(documents):5} deposits   {1 / each:7.1f} a second   {each * 1000:6.2f} ms each "
        f"(of which index {(ended - ledgered) / len(documents) * 1000:.2f} ms), {refused} refused"
    )
    return each


def single(folder: Path, documents: list[tuple[str, bytes]]) -> None:
    """Milliseconds until one deposit is durable, and until a query sees it."""
    durable, queryable = [], []
    with (
        Registry.create(folder, BASE) as registry,
        QueryService(registry.index_folder, QueryLimits(workers=1)) as queries,
    ):
        list(publish_shipped(registry))
        examiner = Examiner(registry.knowledge(), registry.validator)
        shapes = registry.remember_shapes()
        bring_index_up_to_date(registry)
        queries.run("ASK {}").read()
        for source, data in documents[:371]:
            for examined in examine_file(examiner, Path(), name=f"{source}.ttl", data=data):
                append(registry, examined, shapes=shapes, submitter="benchmark")
        bring_index_up_to_date(registry)
        for source, data in documents[371:][:SINGLE_SAMPLE]:
            begun = time.perf_counter()
            (examined,) = examine_file(examiner, Path(), name=f"{source}.ttl", data=data)
            append(registry, examined, shapes=shapes, submitter="benchmark")
            durable.append(time.perf_counter() - begun)
            bring_index_up_to_date(registry)
            topic = examined.topic.iri if examined.topic else ""
            assert b"true" in queries.run(f"ASK {{ <{topic}> ?p ?o }}", ["json"]).read()
            queryable.append(time.perf_counter() - begun)
    print(f"one deposit, median           {statistics.median(durable) * 1000:.1f} ms until durable (aim: 10)")
    print(
        f"                              {statistics.median(queryable) * 1000:.1f} ms until queryable (aim: 100)"
    )


if __name__ == "__main__":
    main()
