from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rubrary import terms
from rubrary.index.answer import QueryLimits
from rubrary.index.entry import DEPOSIT, WITHDRAWAL, Entry
from rubrary.index.index import Index
from rubrary.index.service import QueryService

BASE = "http://127.0.0.1:8000/"
#: Seconds; never awaited when all is well.
PATIENCE = 60.0
VALUE = "http://www.w3.org/ns/dqv#value"


def state_at(seq: int) -> str:
    return hashlib.sha256(str(seq).encode()).hexdigest()


def deposit(seq: int, nquads: bytes | None = None, *, size: int = 5, **fields: str) -> Entry:
    """A deposit of ``size`` measurements, or of the statements given."""
    if nquads is None:
        nquads = b"".join(
            f'<{BASE}assessment/{seq}#m{n}> <{VALUE}> "{n}.0"^^<{terms.XSD}double> .\n'.encode()
            for n in range(size)
        )
    return Entry(
        seq=seq,
        kind=DEPOSIT,
        digest=hashlib.sha256(nquads).hexdigest(),
        nquads=nquads,
        topic=fields.get("topic", f"{BASE}assessment/{seq}"),
        topic_class=fields.get("topic_class", "Assessment"),
        accepted_at="2026-01-31T12:00:00+00:00",
        submitter="curator",
        state=state_at(seq),
        shapes_digest="5" * 64,
        findings=("a warning",),
    )


def withdrawal(seq: int, of: Entry, reason: str = "The form was filled in twice.") -> Entry:
    return Entry(
        seq=seq,
        kind=WITHDRAWAL,
        digest=state_at(-seq),
        nquads=b"",
        topic=of.topic,
        topic_class=of.topic_class,
        accepted_at="2026-02-01T12:00:00+00:00",
        submitter="curator",
        state=state_at(seq),
        reason=reason,
        withdraws=of.digest,
    )


@pytest.fixture
def vocabulary(tmp_path: Path) -> Path:
    folder = tmp_path / "vocabulary"
    folder.mkdir()
    (folder / "a.ttl").write_text('<https://w3id.org/rubrary/ns#Paper> <http://e.org/label> "Paper"@en .\n')
    return folder


@pytest.fixture
def index(tmp_path: Path, vocabulary: Path) -> Index:
    return Index.create(tmp_path / "index", BASE, vocabulary=vocabulary)


@pytest.fixture
def service(index: Index) -> Iterator[QueryService]:
    limits = QueryLimits(timeout=PATIENCE, memory_bytes=512 * 1024**2, workers=1)
    with QueryService(index.folder, limits) as running:
        yield running


@pytest.fixture
def ask(service: QueryService) -> Callable[[str], list[str]]:
    """Runs a SELECT and gives the lines of its TSV without the names."""

    def run(query: str) -> list[str]:
        return service.run(query, ["tsv"]).read().decode().splitlines()[1:]

    return run
