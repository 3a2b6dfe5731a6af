"""One registry on disk: its settings, its ledger (the system of record) and its index (derived)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import TracebackType

from rubrary.errors import UsageError
from rubrary.index.entry import Entry
from rubrary.index.index import Index
from rubrary.ledger import Ledger, Row
from rubrary.pipeline.config import Config, checked_base, read_config, write_config
from rubrary.pipeline.knowledge import Knowledge
from rubrary.resources import data_folder
from rubrary.validation import Validator

LEDGER_FILE = "ledger.sqlite"
INDEX_FOLDER = "index"


@cache
def release_validator() -> Validator:
    """The shapes of this release, compiled once in a process."""
    return Validator.load(data_folder("shapes"))


class Registry:
    """An open registry; use it as a context manager.

    Args:
        folder: the registry's folder.
        config: its settings.
        ledger: its open ledger.
    """

    def __init__(self, folder: Path, config: Config, ledger: Ledger) -> None:
        self.folder = folder
        self.config = config
        self.ledger = ledger

    @classmethod
    def create(cls, folder: Path, base: str) -> Registry:
        """Make a new, empty registry in a folder that is empty or does not exist.

        Raises:
            UsageError: the folder holds something, or the base is no base IRI.
        """
        config = Config(base=checked_base(base))
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise UsageError(
                f"{folder} is not empty",
                hint="Name a new folder, or go on with the registry that is there.",
            )
        folder.mkdir(parents=True, exist_ok=True)
        ledger = Ledger.create(folder / LEDGER_FILE, base=config.base)
        Index.create(folder / INDEX_FOLDER, config.base)
        # The settings come last: a folder without them is not a registry yet, so a crash leaves none half made.
        write_config(folder, config)
        return cls(folder, config, ledger)

    @classmethod
    def open(cls, folder: Path) -> Registry:
        """Open an existing registry.

        Raises:
            RegistryError: there is none, or it is damaged.
        """
        config = read_config(folder)
        return cls(folder, config, Ledger.open(folder / LEDGER_FILE))

    def __enter__(self) -> Registry:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the ledger."""
        self.ledger.close()

    @property
    def base(self) -> str:
        """The IRI under which the registry mints, ending in ``/``."""
        return self.config.base

    @property
    def index_folder(self) -> Path:
        """Where the derived index lies."""
        return self.folder / INDEX_FOLDER

    @property
    def validator(self) -> Validator:
        """The compiled shapes of this release."""
        return release_validator()

    def knowledge(self) -> Knowledge:
        """What is on record, for judging deposits and reading records."""
        return Knowledge(self.base, self.ledger)

    def remember_shapes(self) -> str:
        """Store the shapes in force, so that old rows can be checked under the shapes of their day."""
        self.ledger.put_shapes(self.validator.digest, self.validator.turtle)
        return self.validator.digest


def entries(ledger: Ledger, after: int) -> Iterator[Entry]:
    """The ledger's rows after a sequence number, as the index takes them."""
    for row in ledger.rows(after=after):
        yield _entry(row)


def _entry(row: Row) -> Entry:
    return Entry(
        seq=row.seq,
        kind=row.kind,
        digest=row.digest,
        nquads=row.nquads,
        topic=row.topic,
        topic_class=row.topic_class,
        accepted_at=row.accepted_at,
        submitter=row.submitter,
        shapes_digest=row.shapes_digest,
        findings=tuple(finding["message"] for finding in json.loads(row.findings_json)),
        reason=row.reason,
        withdraws=row.withdraws,
        state=row.state,
    )
