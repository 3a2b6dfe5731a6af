from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rubrary.ledger import Ledger, NewDeposit, Subject

BASE = "https://registry.example.org/"
NS = "https://w3id.org/rubrary/ns#"
TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
SHAPES = hashlib.sha256(b"").hexdigest()  # of a graph without statements

MakeDeposit = Callable[..., NewDeposit]


@pytest.fixture
def make_deposit() -> MakeDeposit:
    """Builds an assessment of its own IRI that mentions a snapshot which it does not define."""

    def make(name: str, *, title: str = "A title", **others: object) -> NewDeposit:
        topic, snapshot = f"{BASE}assessment/{name}", "https://archive.example.org/snapshot"
        lines = sorted(
            (
                f"<{topic}> {TYPE} <{NS}Assessment> .\n",
                f'<{topic}> <http://purl.org/dc/terms/title> "{title}" .\n',
                f"<{snapshot}> {TYPE} <{NS}Snapshot> .\n",
                f"<{snapshot}> {TYPE} <{NS}UnknownRevision> .\n",
            )
        )
        nquads = "".join(lines).encode()
        facts: dict[str, object] = {
            "digest": hashlib.sha256(nquads).hexdigest(),
            "nquads": nquads,
            "topic": topic,
            "topic_class": "Assessment",
            "subjects": (
                Subject(topic, f"{NS}Assessment", owned=True),
                Subject(snapshot, f"{NS}Snapshot", owned=False),
                Subject(snapshot, f"{NS}UnknownRevision", owned=False),
            ),
            "submitter": "https://orcid.org/0000-0000-0000-0000",
            "shapes_digest": SHAPES,
        }
        return NewDeposit(**(facts | others))  # type: ignore[arg-type]

    return make


@pytest.fixture
def clock() -> Callable[[], datetime]:
    """A clock that is a minute later at every look."""
    start, looks = datetime(2026, 1, 31, 12, tzinfo=UTC), iter(range(10**6))
    return lambda: start + timedelta(minutes=next(looks))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "registry" / "ledger.sqlite"


@pytest.fixture
def ledger(path: Path, clock: Callable[[], datetime]) -> Iterator[Ledger]:
    """An empty ledger that knows the shapes of ``make_deposit``; its clock was looked at once."""
    with Ledger.create(path, base=BASE, clock=clock) as made:
        made.put_shapes(SHAPES, "# no shapes\n")
        yield made
