"""A writing process: appends deposits to a ledger and prints each number once it is acknowledged.

Usage: writer.py LEDGER NAME COUNT [CONTESTED]. With CONTESTED, deposit n also defines ``contested/n``, as
every other writer's deposit n does; one that is refused for it prints ``refused n``.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from rubrary.errors import Conflict
from rubrary.ledger import Ledger, NewDeposit, Subject

#: Digest of shapes without a statement.
SHAPES = hashlib.sha256(b"").hexdigest()
NS = "https://w3id.org/rubrary/ns#"


def deposit(base: str, name: str, number: int, *, contested: bool) -> NewDeposit:
    topic = f"{base}assessment/{name}-{number}"
    nquads = f"<{topic}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <{NS}Assessment> .\n".encode()
    iris = [topic, *(f"{topic}#m{n}" for n in range(20))]
    if contested:
        iris.append(f"{base}contested/{number}")
    return NewDeposit(
        digest=hashlib.sha256(nquads).hexdigest(),
        nquads=nquads,
        topic=topic,
        topic_class="Assessment",
        subjects=tuple(Subject(iri, f"{NS}Assessment", owned=True) for iri in iris),
        submitter=name,
        shapes_digest=SHAPES,
    )


def say(words: str) -> None:
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


def main() -> None:
    path, name, count, *contested = sys.argv[1:]
    with Ledger.open(Path(path)) as ledger:
        say("ready")
        for number in range(int(count)):
            try:
                accepted = ledger.append(deposit(ledger.base, name, number, contested=bool(contested)))
            except Conflict:
                say(f"refused {number}")
            else:
                say(f"{accepted.seq} {accepted.digest}")


if __name__ == "__main__":
    main()
