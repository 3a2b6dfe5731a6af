"""Answers that were given before. A generation of the index never changes, so they stay true as long as it lasts."""

from __future__ import annotations

import re
from collections import OrderedDict
from dataclasses import dataclass

from rubrary.index.answer import Dataset, Header

#: Answers longer than this, in bytes, are streamed and not kept.
KEPT_LENGTH = 64 * 1024
#: Bytes of all answers kept.
KEPT_TOTAL = 32 * 1024**2


@dataclass(frozen=True, slots=True)
class Question:
    """What an answer depends on.

    Attributes:
        generation: name of the generation of the index.
        query: the query's text.
        format: name of the answer's format.
        dataset: the data set that the protocol named, if it did.
    """

    generation: str
    query: str
    format: str
    dataset: Dataset | None


#: Functions whose value differs from call to call.
_FLEETING = re.compile(r"\b(?:NOW|RAND|UUID|STRUUID|BNODE)\b", re.IGNORECASE)


def repeatable(query: str) -> bool:
    """Whether a query gives the same answer each time on the same generation."""
    return _FLEETING.search(query) is None


class Answers:
    """The answers to the latest questions, least recently asked ones forgotten first. For one event loop."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Question, tuple[Header, bytes]] = OrderedDict()
        self._size = 0

    def find(self, question: Question) -> tuple[Header, bytes] | None:
        """The answer, if it is kept."""
        found = self._kept.get(question)
        if found is not None:
            self._kept.move_to_end(question)
        return found

    def keep(self, question: Question, header: Header, body: bytes) -> None:
        """Remember an answer of at most ``KEPT_LENGTH`` bytes."""
        if question in self._kept:
            return
        self._kept[question] = (header, body)
        self._size += _cost(question, body)
        while self._size > KEPT_TOTAL:
            oldest, (_, forgotten) = self._kept.popitem(last=False)
            self._size -= _cost(oldest, forgotten)


def _cost(question: Question, body: bytes) -> int:
    return len(body) + len(question.query) + 512
