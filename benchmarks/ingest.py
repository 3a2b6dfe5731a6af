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
from rubrary.validation import EngineChoice, Validator

#: How many runs pySHACL is timed on, with their papers: it takes about half a second for each.
PYSHACL_SAMPLE = 200
#: How many deposits are put on record one by one, each until it can be queried.
SINGLE_SAMPLE = 60


def main() -> None:
    documents = list(turtles())
    print(f"{len(documents)} deposits, {sum(len(data) for _, data in documents) / 1e6:.1f} MB of Turtle")
    with tempfile.TemporaryDirectory() as folder:
        with Way(Path(folder) / "all", "auto") as alone:
            for document in documents:
                alone.take(document)
            alone.index()
        single(Path(folder) / "single", documents)
        fast, slow = side_by_side(Path(folder), sample(documents))
    print(f"ratio                         {slow / fast:.1f} × (aim: at least 30)")


def side_by_side(folder: Path, documents: list[tuple[str, bytes]]) -> tuple[float, float]:
    """Seconds a deposit with each engine, in turn for each document: the machine's moods meet both alike."""
    with Way(folder / "fast", "auto") as fast, Way(folder / "slow", "explain") as slow:
        for document in documents:
            fast.take(document)
            slow.take(document)
        return fast.index(), slow.index()


class Way:
    """One way of taking deposits into a registry of its own, timed.

    Args:
        folder: the registry's folder.
        engine: ``auto`` as in production, ``explain`` for pySHACL alone.
    """

    def __init__(self, folder: Path, engine: EngineChoice) -> None:
        self.engine = engine
        self.registry = Registry.create(folder, BASE)
        list(publish_shipped(self.registry))
        validator = Validator.load(data_folder("shapes"), engine=engine)
        self.examiner = Examiner(self.registry.knowledge(), validator)
        self.shapes = self.registry.remember_shapes()
        self.seconds = 0.0
        self.count = self.refused = 0

    def __enter__(self) -> Way:
        return self

    def __exit__(self, *_: object) -> None:
        self.registry.close()

    def take(self, document: tuple[str, bytes]) -> None:
        """Parse, judge and append one document."""
        source, data = document
        begun = time.perf_counter()
        for examined in examine_file(self.examiner, Path(), name=f"{source}.ttl", data=data):
            result = append(self.registry, examined, shapes=self.shapes, submitter="benchmark")
            self.refused += result.refused
        self.seconds += time.perf_counter() - begun
        self.count += 1

    def index(self) -> float:
        """Index all of them; prints what it took and gives the seconds a deposit."""
        begun = time.perf_counter()
        bring_index_up_to_date(self.registry)
        indexing = time.perf_counter() - begun
        each = (self.seconds + indexing) / self.count
        print(
            f"{self.engine:8} {self.count:5} deposits   {1 / each:7.1f} a second   {each * 1000:6.2f} ms each "
            f"(of which index {indexing / self.count * 1000:.2f} ms), {self.refused} refused"
        )
        return each


def sample(documents: list[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    """The study, the first papers, and the runs on their repositories: nothing refers outside the sample."""
    papers = PYSHACL_SAMPLE // 2  # each has an assessment and an attempt
    return documents[: 1 + papers] + documents[371:][:PYSHACL_SAMPLE]


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
