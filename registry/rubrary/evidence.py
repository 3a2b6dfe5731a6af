"""What was seen: the ground a measurement stands on. Evidence never judges."""

from __future__ import annotations

from dataclasses import dataclass

#: The longest excerpt that a record keeps, in characters. Longer ones are cut when evidence is made.
EXCERPT_LIMIT = 200


@dataclass(frozen=True, slots=True)
class Evidence:
    """One observation in a file of a snapshot, or in a document elsewhere.

    Attributes:
        message: what it means, one sentence.
        path: file relative to the snapshot's root, with ``/`` between parts.
        start_line: first line, counted from 1.
        end_line: last line, at least ``start_line``.
        excerpt: the text seen, at most ``EXCERPT_LIMIT`` characters, never a credential's value.
        remedy: how to mend it, where there is something to mend.
        source: IRI of the document it was seen in, where that is not the snapshot.
    """

    message: str
    path: str | None = None
    start_line: int | None = None
    end_line: int | None = None
    excerpt: str | None = None
    remedy: str | None = None
    source: str | None = None

    def __post_init__(self) -> None:
        if self.excerpt is not None and len(self.excerpt) > EXCERPT_LIMIT:
            object.__setattr__(self, "excerpt", self.excerpt[: EXCERPT_LIMIT - 1] + "…")
