"""Content negotiation: which of the forms on offer a client wants (RFC 9110, section 12.5.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MediaRange:
    """One element of an Accept header: ``type/subtype`` with wildcards, and its weight from 0 to 1."""

    kind: str
    subtype: str
    quality: float

    def matches(self, media_type: str) -> bool:
        """Whether a media type (without parameters) falls in the range."""
        kind, _, subtype = media_type.partition("/")
        return self.kind in ("*", kind) and self.subtype in ("*", subtype)

    @property
    def precision(self) -> int:
        """0 for ``*/*``, 1 for ``type/*``, 2 for a full media type: the more precise range decides."""
        return (self.kind != "*") + (self.subtype != "*")


def parse_accept(header: str) -> list[MediaRange]:
    """The ranges of an Accept header; elements that are not well-formed are passed over."""
    ranges = []
    for element in header.split(","):
        media, *parameters = (part.strip() for part in element.split(";"))
        kind, slash, subtype = media.lower().partition("/")
        if slash and kind and subtype:
            ranges.append(MediaRange(kind, subtype, _quality(parameters)))
    return ranges


def _quality(parameters: Sequence[str]) -> float:
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "q":
            try:
                return min(max(float(value), 0.0), 1.0)
            except ValueError:
                return 0.0
    return 1.0


def choose(accept: str | None, offers: Sequence[str]) -> str | None:
    """The offered media type that the client likes best, or ``None`` if it takes none of them.

    Among equally liked ones the earlier offer wins. No header, or an empty one, takes anything.
    """
    if not accept or not accept.strip():
        return offers[0] if offers else None
    ranges = parse_accept(accept)
    best: tuple[float, str] | None = None
    for offer in offers:
        matching = [candidate for candidate in ranges if candidate.matches(offer)]
        if not matching:
            continue
        quality = max(matching, key=lambda candidate: candidate.precision).quality
        if quality > 0 and (best is None or quality > best[0]):
            best = (quality, offer)
    return best[1] if best else None
