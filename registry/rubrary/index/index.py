"""The index of a registry: made, brought up to date with the ledger, rebuilt.

index/meta.json      base IRI and the version of this layout
index/lock           flock: one writer
index/store/         the writer's RocksDB
index/store.new/     a rebuild in progress; a leftover when nobody holds the lock
index/generations/   immutable copies, which queries read
index/current        which of them is current
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from rubrary.errors import RegistryError
from rubrary.index.entry import Entry
from rubrary.index.errors import IndexBusy
from rubrary.index.generations import Generations, Published
from rubrary.index.store import WriterStore
from rubrary.index.vocabulary import Vocabulary

_LAYOUT = 2
#: A batch is applied when it holds so many bytes or rows.
BATCH_BYTES = 8 * 1024 * 1024
BATCH_ROWS = 5_000
#: Long runs publish what they have so far at this interval, in seconds.
PUBLISH_EVERY = 2.0


class Index:
    """The index in ``folder``. Opening it costs nothing; writing needs ``writer()``."""

    def __init__(self, folder: Path, base: str, vocabulary: Path | None) -> None:
        self.folder = folder
        self.base = base
        self._vocabulary = vocabulary
        self._generations = Generations(folder)

    @classmethod
    def create(
        cls, folder: Path, base: str, *, vocabulary: Path | None = None, replace: bool = False
    ) -> Index:
        """Makes an empty index whose first generation holds the vocabulary.

        Args:
            folder: where; it may exist if it is empty.
            base: the registry's base IRI, ending with ``/``.
            vocabulary: folder of Turtle files; the shipped ontology when left out.
            replace: whether it may take the place of one that this release cannot read.

        Raises:
            RegistryError: there is an index already.
            ValueError: the base does not end with ``/``.
        """
        if not base.endswith("/"):
            raise ValueError(f"the base IRI {base!r} does not end with '/'")
        folder.mkdir(parents=True, exist_ok=True)
        if replace:
            shutil.rmtree(folder / "store", ignore_errors=True)
        elif (folder / "meta.json").exists():
            raise RegistryError(f"there is an index in {folder} already")
        (folder / "meta.json").write_text(json.dumps({"layout": _LAYOUT, "base": base}) + "\n")
        index = cls(folder, base, vocabulary)
        with index.writer():
            return index

    @classmethod
    def open(cls, folder: Path, *, vocabulary: Path | None = None) -> Index:
        """The index that ``create`` made.

        Raises:
            RegistryError: there is none, or another release made it in another layout.
        """
        try:
            meta = json.loads((folder / "meta.json").read_text())
            layout, base = meta["layout"], meta["base"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise RegistryError(
                f"there is no index in {folder}: {error}",
                hint="Rebuild the index with `rubrary reindex`.",
            ) from error
        if layout != _LAYOUT or not isinstance(base, str):
            raise RegistryError(
                f"the index in {folder} has another layout ({layout!r}, not {_LAYOUT})",
                hint="Rebuild the index with `rubrary reindex`; nothing is lost, it is made from the ledger.",
            )
        return cls(folder, base, vocabulary)

    def published(self) -> Published:
        """The generation that queries read now.

        Raises:
            RegistryError: there is none.
        """
        return self._generations.current()

    def current_generation(self) -> Path:
        """Folder of the generation that queries read now."""
        return self.published().path

    def last_sequence(self) -> int:
        """The last row of the ledger that queries see; 0 for none."""
        return self.published().sequence

    @contextmanager
    def writer(self) -> Iterator[IndexWriter]:
        """The only writer, until the ``with`` statement ends. Clears leftovers of crashes away.

        Raises:
            IndexBusy: another process (or thread) is writing.
            RegistryError: the store is damaged; ``rebuild`` mends that.
        """
        with self._locked(), closing(WriterStore(self.folder / "store", self.base)) as store:
            yield self._open_writer(store)

    def rebuild(self, entries: Iterable[Entry]) -> int:
        """Makes the index anew from all rows, beside the old one, which queries read until the end.

        Works on an index that is damaged. Returns the number of rows applied.

        Raises:
            IndexBusy: another process is writing.
        """
        with self._locked():
            return self._rebuild(entries)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with (self.folder / "lock").open("a+") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                lock.seek(0)
                holder = lock.read().strip() or "unknown"
                raise IndexBusy(
                    f"the index in {self.folder} is being written by another process ({holder})",
                    hint="The ledger is safe; that process, or the next start, indexes what is new.",
                ) from None
            lock.seek(0)
            lock.truncate()
            lock.write(f"process {os.getpid()}\n")
            lock.flush()
            self._clear_leftovers()
            yield

    def _clear_leftovers(self) -> None:
        store, fresh, old = (self.folder / name for name in ("store", "store.new", "store.old"))
        if fresh.exists() and not store.exists() and old.exists():
            fresh.rename(store)  # a rebuild was complete, and killed between its two renames
        shutil.rmtree(fresh, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)
        self._generations.clean()

    def _open_writer(self, store: WriterStore) -> IndexWriter:
        changed = store.prepare(Vocabulary(self._vocabulary))
        writer = IndexWriter(store, self._generations, changed=changed)
        if writer.ahead():
            writer.publish()
        return writer

    def _rebuild(self, entries: Iterable[Entry]) -> int:
        store, fresh, old = (self.folder / name for name in ("store", "store.new", "store.old"))
        # Closed before its folder is renamed.
        with closing(WriterStore(fresh, self.base)) as built:
            built.prepare(Vocabulary(self._vocabulary))
            applied = IndexWriter(built, self._generations).fill(entries)
            built.optimize()
        if store.exists():
            store.rename(old)
        fresh.rename(store)
        shutil.rmtree(old, ignore_errors=True)
        with closing(WriterStore(store, self.base)) as renamed:
            IndexWriter(renamed, self._generations).publish()
        return applied


class IndexWriter:
    """Applies rows of the ledger; made by ``Index.writer``, valid while that holds the lock."""

    def __init__(self, store: WriterStore, generations: Generations, *, changed: bool = False) -> None:
        self._store = store
        self._generations = generations
        self._changed = changed

    @property
    def last_sequence(self) -> int:
        """The last row of the ledger that was applied; 0 for none. Ask the ledger for those after it."""
        return self._store.marker()[0]

    @property
    def state(self) -> str:
        """The ledger's state digest after that row."""
        return self._store.marker()[1]

    def catch_up(self, entries: Iterable[Entry]) -> int:
        """Applies rows in batches and publishes one generation at the end, in long runs one every 2 s too.

        Rows that were applied before are passed over. Returns the number of rows applied.

        Raises:
            RegistryError: a row cannot be applied. The batches before its own are, and stay.
        """
        applied = self.fill(entries, publishing=True)
        self._store.optimize()
        if applied or self.ahead():
            self.publish()
        return applied

    def ahead(self) -> bool:
        """Whether the store holds what queries do not see yet: a crash or a new vocabulary leaves it so."""
        try:
            current = self._generations.current()
        except RegistryError:
            return True
        sequence = self.last_sequence
        return sequence > current.sequence or (self._changed and sequence == current.sequence)

    def fill(self, entries: Iterable[Entry], *, publishing: bool = False) -> int:
        """Applies rows in batches; publishes at intervals only, if at all. ``catch_up`` is for most uses."""
        last, published, applied = self.last_sequence, time.monotonic(), 0
        batch: list[Entry] = []
        size = 0
        for entry in entries:
            if entry.seq <= last:
                continue
            last = entry.seq
            batch.append(entry)
            size += len(entry.nquads or b"")
            if size >= BATCH_BYTES or len(batch) >= BATCH_ROWS:
                self._store.apply(batch)
                applied += len(batch)
                batch, size = [], 0
                if publishing and time.monotonic() - published >= PUBLISH_EVERY:
                    self.publish()
                    published = time.monotonic()
        self._store.apply(batch)
        return applied + len(batch)

    def publish(self) -> Published:
        """Lets queries see what was applied so far."""
        self._changed = False
        return self._generations.publish(self._store.rocks, *self._store.marker())
