"""Follow the ledger: whoever appends to it, the index of a running server has it within a moment."""

from __future__ import annotations

import logging
import time
from threading import Event, Thread

from rubrary.errors import RegistryError
from rubrary.index.errors import IndexBusy
from rubrary.index.index import Index, IndexWriter
from rubrary.pipeline.registry import Registry, entries

log = logging.getLogger(__name__)

#: Seconds between two looks at the ledger.
_LOOK_EVERY = 0.02
#: Seconds that the index stays open after the last new row, in case another follows. Then the lock is free for
#: `rubrary reindex` and for others.
_LINGER = 0.5
#: Seconds to wait after a failure, such as a full disk.
_BACK_OFF = 2.0


class LedgerFollower:
    """A thread that applies new rows of the ledger to the index. Start it, and stop it before you close."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._index = Index.open(registry.index_folder)
        self._stop = Event()
        self._thread = Thread(target=self._run, name="ledger-follower", daemon=True)

    def start(self) -> None:
        """Catch up once, then follow in the background."""
        self._look()
        self._thread.start()

    def stop(self) -> None:
        """End the thread and wait for it."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(_LOOK_EVERY):
            self._look()

    def _look(self) -> None:
        try:
            if self._registry.ledger.changed(self._index.last_sequence()):
                with self._index.writer() as writer:
                    self._apply(writer)
        except IndexBusy:
            log.debug("another process is writing the index")
        except (RegistryError, OSError):
            log.exception("the index could not be brought up to date; trying again in %s s", _BACK_OFF)
            self._stop.wait(_BACK_OFF)

    def _apply(self, writer: IndexWriter) -> None:
        idle_since = time.monotonic()
        while time.monotonic() - idle_since < _LINGER and not self._stop.is_set():
            if self._registry.ledger.changed(writer.last_sequence):
                writer.catch_up(entries(self._registry.ledger, writer.last_sequence))
                idle_since = time.monotonic()
            self._stop.wait(_LOOK_EVERY)
