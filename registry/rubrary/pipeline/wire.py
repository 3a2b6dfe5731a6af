"""How verdicts and errors cross from the examining process to the one that writes: as JSON, never pickled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from rubrary import errors
from rubrary.errors import InputError, Place, Problem, RubraryError
from rubrary.graph.canonical import Canonical
from rubrary.pipeline.authority import Claim
from rubrary.pipeline.examine import Examined
from rubrary.pipeline.topic import Topic
from rubrary.validation import Finding, Report, Severity

Json = dict[str, object]


def examined_to_json(examined: Examined) -> Json:
    """A verdict with the canonical bytes, which are UTF-8 by their definition."""
    return {
        "nquads": examined.canonical.nquads.decode(),
        "source": examined.source,
        "digest": examined.canonical.digest,
        "triples": examined.canonical.triple_count,
        "topic": [examined.topic.iri, examined.topic.kind] if examined.topic else None,
        "claims": [[claim.iri, claim.class_iri, claim.defines] for claim in examined.claims],
        "findings": examined.report.as_json(),
    }


def examined_from_json(header: Json) -> Examined:
    """The counterpart of :func:`examined_to_json`."""
    topic = cast("list[str] | None", header["topic"])
    claims = cast("list[tuple[str, str, bool]]", header["claims"])
    return Examined(
        source=str(header["source"]),
        canonical=Canonical(
            str(header["nquads"]).encode(), str(header["digest"]), cast("int", header["triples"])
        ),
        topic=Topic(*topic) if topic else None,
        claims=tuple(Claim(*claim) for claim in claims),
        report=Report(tuple(_finding(found) for found in cast("list[Json]", header["findings"]))),
    )


def error_to_json(error: RubraryError) -> Json:
    """An error with its place, hint and, where there are several, its problems."""
    return {
        "kind": type(error).__name__,
        "message": error.message,
        "place": _place_to_json(error.place),
        "hint": error.hint,
        "problems": [
            [problem.message, _place_to_json(problem.place), problem.hint, problem.unresolved]
            for problem in getattr(error, "problems", ())
        ],
    }


def error_from_json(header: Mapping[str, object]) -> RubraryError:
    """The counterpart of :func:`error_to_json`; an unknown kind becomes an :class:`InputError`."""
    found = cast("list[tuple[str, object, str | None, bool]]", header["problems"])
    problems = [Problem(message, _place(place), hint, late) for message, place, hint, late in found]
    kind = getattr(errors, str(header["kind"]), InputError)
    if problems:  # such errors are made of their problems
        return cast("Callable[..., RubraryError]", kind)(*problems)
    return cast(
        "RubraryError",
        kind(str(header["message"]), place=_place(header["place"]), hint=cast("str | None", header["hint"])),
    )


def _finding(found: Json) -> Finding:
    def text(name: str) -> str | None:
        return cast("str | None", found[name])

    place = _place([found["source"], found["line"], found["column"]]) if found["source"] else None
    return Finding(
        severity=Severity(str(found["severity"])),
        focus=str(found["focus"]),
        path=text("path"),
        value=text("value"),
        message=str(found["message"]),
        remedy=text("remedy"),
        shape=text("shape"),
        component=text("component"),
        place=place,
    )


def _place_to_json(place: Place | None) -> list[str | int | None] | None:
    return [place.source, place.line, place.column] if place else None


def _place(found: object) -> Place | None:
    if found is None:
        return None
    source, line, column = cast("tuple[str, int | None, int | None]", found)
    return Place(source, line, column)
