"""Examine files in a process that can be killed: the parent's side."""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType

from rubrary.errors import InputError, LimitExceeded, Place
from rubrary.killable.errors import DeadlinePassed, WorkerDied, WorkerFault
from rubrary.killable.frames import Record
from rubrary.killable.launch import Limits
from rubrary.killable.process import WorkerProcess
from rubrary.pipeline.examine import Examined
from rubrary.pipeline.sources import name_of
from rubrary.pipeline.wire import error_from_json, examined_from_json

#: Seconds that one file may take, explanations of refusals included.
DEADLINE = 60.0
#: Memory of the examining process.
MEMORY = 2 * 1024**3
#: It writes nothing but what SQLite needs to read a ledger that others write (its shared-memory file).
_FILE_BYTES = 16 * 1024**2


class ExaminerProcess:
    """Reads and judges files one by one in a worker; a file that takes too long costs the worker, not us.

    Args:
        base: the registry's base IRI.
        ledger: path of the ledger to know records from; ``None`` to know only what the release ships.
        learn: let a file refer to what an earlier file of the same run brought, although nothing is deposited.
        deadline: seconds that one file may take.
    """

    def __init__(
        self, base: str, ledger: Path | None, *, learn: bool = False, deadline: float = DEADLINE
    ) -> None:
        self._base = base
        self._ledger = ledger.absolute() if ledger else None
        self._learn = learn
        self._deadline = deadline
        self._worker: WorkerProcess | None = None

    def __enter__(self) -> ExaminerProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._drop()

    def __call__(self, path: Path) -> list[Examined]:
        """The verdicts on the deposits of one file.

        Raises:
            InputError: it cannot be read, or takes more time or memory than allowed.
        """
        return self.examine(path=path, name=name_of(path))

    def examine(self, *, path: Path | None = None, name: str, data: bytes = b"") -> list[Examined]:
        """The same for a file, or for bytes that go by a name where there is no ``path``."""
        place = Place(name)
        if self._worker is None:
            self._worker = WorkerProcess(
                "rubrary.pipeline.examiner_worker", Limits(memory_bytes=MEMORY, file_bytes=_FILE_BYTES)
            )
        record: Record = {
            "path": str(path.absolute()) if path else "",  # a worker does not share our working folder
            "name": name,
            "base": self._base,
            "ledger": str(self._ledger or ""),
            "learn": self._learn,
        }
        try:
            with self._worker.request(record, data, deadline=self._deadline) as response:
                answer = json.loads(response.read())
        except DeadlinePassed as error:
            self._drop()
            raise LimitExceeded(
                f"reading and checking it took longer than {self._deadline:g} s",
                place=place,
                hint="Split it, or give blank nodes IRIs: graphs of interlinked blank nodes take exponential time.",
            ) from error
        except WorkerDied as error:
            self._drop()
            raise LimitExceeded(
                f"it needs more memory than the {MEMORY // 1024**2} MiB allowed, or crashed the reader",
                place=place,
                hint="Split it into smaller deposits.",
            ) from error
        except WorkerFault as error:
            raise InputError(
                f"the reader failed on it ({error.kind}: {error.message})",
                place=place,
                hint="This is a fault of Rubrary; please report it with the file.",
            ) from error
        if "error" in answer:
            raise error_from_json(answer["error"])
        return [examined_from_json(one) for one in answer["examined"]]

    def _drop(self) -> None:
        if self._worker is not None:
            self._worker.close()
            self._worker = None
