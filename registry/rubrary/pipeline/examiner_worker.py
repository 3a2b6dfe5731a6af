"""The process that reads what strangers hand in: it parses, canonicalises and validates, and never writes.

Run through :class:`rubrary.pipeline.examiner.ExaminerProcess`, which kills it when it takes too long. A request
names a file (or brings its bytes); the answer is one JSON document with the verdicts, or with the error.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from rubrary.errors import RubraryError
from rubrary.killable.child import Reply
from rubrary.killable.frames import Record
from rubrary.ledger import Ledger
from rubrary.pipeline.examine import Examiner, examine_file
from rubrary.pipeline.knowledge import Knowledge
from rubrary.pipeline.registry import release_validator
from rubrary.pipeline.wire import error_to_json, examined_to_json


@cache
def _examiner(base: str, ledger: str) -> Examiner:
    knowledge = Knowledge(base, Ledger.open(Path(ledger)) if ledger else None)
    return Examiner(knowledge, release_validator())


def handle(request: Record, body: bytes, reply: Reply) -> None:
    """Answer one request: fields ``path``, ``name``, ``base``, ``ledger`` (empty: none), ``learn``.

    Where ``path`` is empty the body is the file.
    """
    examiner = _examiner(str(request["base"]), str(request["ledger"]))
    path = str(request["path"])
    name = str(request["name"])
    answer: dict[str, object]
    try:
        examined = examine_file(
            examiner, Path(path), name=name, data=None if path else body, learn=bool(request["learn"])
        )
        answer = {"examined": [examined_to_json(one) for one in examined]}
    except RubraryError as error:
        answer = {"error": error_to_json(error)}
    reply.header({})
    reply.write(json.dumps(answer, ensure_ascii=False).encode())
    reply.end({})


#: Compiling the shapes and importing the validators is most of a start; done before the first request comes.
release_validator()
