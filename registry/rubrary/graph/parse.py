"""RDF text to quads, strictly: what parsers let pass and a registry cannot use is an error with its place."""

from __future__ import annotations

import codecs
import re

from pyoxigraph import BlankNode, DefaultGraph, Literal, NamedNode, Quad, RdfFormat, parse

from rubrary.errors import LimitExceeded, MalformedInput, Place
from rubrary.graph.entities import refuse_entities
from rubrary.graph.jsonld import expand_contexts
from rubrary.graph.literal import ill_typed
from rubrary.graph.nesting import place_of_fault, refuse_deep_elements
from rubrary.graph.place import iri_needles, place_at, place_in
from rubrary.terms import PREFIXES
from rubrary.yaml_source import EMPTY_HINT

#: Largest text that is parsed, in bytes.
SIZE_LIMIT = 64 * 1024 * 1024

#: What ``parse_rdf`` reads.
SYNTAXES = (
    RdfFormat.TURTLE,
    RdfFormat.TRIG,
    RdfFormat.N_TRIPLES,
    RdfFormat.N_QUADS,
    RdfFormat.JSON_LD,
    RdfFormat.RDF_XML,
)

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_NOT_IN_IRI = re.compile(r"[\x00-\x20<>\"{}|\\^`\x7f-\x9f]")
#: What XML cannot hold, so that answers to queries could not be written.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
_WIDE_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)

_N_HINT = 'write one statement a line: IRIs in <…>, texts in "…", and a full stop at its end'
_TURTLE_HINT = (
    "a statement is subject, predicate, object and a full stop; look at this place and just before it"
)
#: Syntax → what to do about text that breaks its rules.
_SYNTAX_HINTS = {
    RdfFormat.N_TRIPLES: _N_HINT,
    RdfFormat.N_QUADS: _N_HINT,
    RdfFormat.TURTLE: _TURTLE_HINT,
    RdfFormat.TRIG: _TURTLE_HINT,
    RdfFormat.RDF_XML: "look for a tag that is not closed, a missing xmlns:… declaration, or another kind of XML",
    RdfFormat.JSON_LD: "look up what the JSON-LD context says of the terms used here",
}
_PREFIX_HINT = "declare the prefix with @prefix, or write the whole IRI in <…>"
#: What the parser says → what to do about it, whatever the syntax.
_HINTS = (
    ("No scheme found", "write the whole IRI, with https:// or another scheme"),
    ("Invalid IRI", "percent-encode characters that an IRI cannot hold (a space is %20)"),
    ("UTF-8", "save the file as UTF-8"),
)


def parse_rdf(
    data: bytes, syntax: RdfFormat | str, *, base: str, source: str, size_limit: int = SIZE_LIMIT
) -> list[Quad]:
    """The statements of an RDF text, in their order. Nothing is ever fetched.

    Args:
        data: the text in UTF-8; a byte order mark is skipped.
        syntax: one of ``SYNTAXES``, or its media type.
        base: the absolute IRI that relative IRIs are resolved against.
        source: what to call the text in errors.
        size_limit: most bytes that are read.

    Raises:
        MalformedInput: it is not the syntax it claims, not UTF-8, empty, or holds a literal outside its
            datatype, an IRI that is none, a quoted triple or a string with a writing direction.
        LimitExceeded: it is larger, or nested deeper, than is read.
    """
    chosen = _syntax(syntax, source)
    if len(data) > size_limit:
        raise LimitExceeded(
            f"{len(data)} bytes are more than the {size_limit} that are read",
            place=Place(source),
            hint="split it into several files",
        )
    text = decode_text(data, source)
    if not text.strip():
        raise MalformedInput("the file is empty", place=Place(source), hint=EMPTY_HINT)
    if chosen == RdfFormat.JSON_LD:
        return checked_quads(
            parse_json_ld(expand_contexts(text, source=source), text, base=base, source=source), text, source
        )
    if chosen == RdfFormat.RDF_XML:
        refuse_entities(text, source)
        refuse_deep_elements(text, source)
    return checked_quads(_quads(text, chosen, base=base, written=text, source=source), text, source)


def parse_json_ld(expanded: str, written: str, *, base: str, source: str) -> list[Quad]:
    """The statements of JSON-LD whose contexts are inlined; ``written`` is the text that errors show."""
    return _quads(expanded, RdfFormat.JSON_LD, base=base, written=written, source=source)


def decode_text(data: bytes, source: str) -> str:
    """Bytes in UTF-8 as text, without a byte order mark.

    Raises:
        MalformedInput: they are not UTF-8; it says at which byte and line, and names UTF-16 by its mark.
    """
    for mark, name in _WIDE_MARKS:
        if data.startswith(mark):
            raise MalformedInput(
                f"the file is {name}, not UTF-8", place=Place(source), hint="save the file as UTF-8"
            )
    body = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        skipped = len(data) - len(body)
        before = body[: error.start]
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8")) + 1
        raise MalformedInput(
            f"not UTF-8: byte {error.start + skipped} is 0x{body[error.start]:02x} ({error.reason})",
            place=Place(source, before.count(b"\n") + 1, column),
            hint="save the file as UTF-8",
        ) from error
    if "\0" in text:
        raise MalformedInput(
            "the file holds NUL characters: it is UTF-16 without its mark, or no text",
            place=place_at(text, text.index("\0"), source),
            hint="save the file as UTF-8",
        )
    return text


def checked_quads(quads: list[Quad], text: str, source: str) -> list[Quad]:
    """The quads themselves, if each of their terms is one that a registry can keep and query.

    Raises:
        MalformedInput: there are none, or a term is refused; the place is where ``text`` first has it.
    """
    if not quads:
        raise MalformedInput(
            "the file holds no statements",
            place=Place(source),
            hint="keys without a meaning in the JSON-LD context are ignored; look there first"
            if text.lstrip().startswith(("{", "["))
            else "comments and prefixes alone say nothing; add statements",
        )
    seen: set[str] = set()
    for quad in quads:
        for term in (quad.subject, quad.predicate, quad.object, quad.graph_name):
            if isinstance(term, NamedNode):
                if term.value not in seen:
                    seen.add(term.value)
                    _check_iri(term.value, text, source)
            elif isinstance(term, Literal):
                _check_literal(term, quad, text, source)
            elif not isinstance(term, BlankNode | DefaultGraph):
                raise MalformedInput(
                    "a statement about a statement (quoted triple) is not accepted",
                    place=place_in(text, ("<<", "{|"), source),
                    hint="describe the statement with a node of its own",
                )
    return quads


def _syntax(syntax: RdfFormat | str, source: str) -> RdfFormat:
    found = RdfFormat.from_media_type(syntax) if isinstance(syntax, str) else syntax
    if found is None or found not in SYNTAXES:
        known = ", ".join(known.media_type for known in SYNTAXES)
        raise MalformedInput(f"{syntax} is not read", place=Place(source), hint=f"what is read: {known}")
    return found


def _quads(text: str, syntax: RdfFormat, *, base: str, written: str, source: str) -> list[Quad]:
    try:
        # An explicit base, for a relative IRI without one is an error in some syntaxes and lost in others.
        return list(parse(text, format=syntax, base_iri=base if _takes_base(syntax) else None))
    except SyntaxError as error:
        raise _worded(error, written, source, syntax) from error
    except ValueError as error:
        raise MalformedInput(str(error), place=Place(source), hint=_SYNTAX_HINTS[syntax]) from error


def _takes_base(syntax: RdfFormat) -> bool:
    return syntax not in {RdfFormat.N_TRIPLES, RdfFormat.N_QUADS}


def _worded(error: SyntaxError, text: str, source: str, syntax: RdfFormat) -> MalformedInput:
    message = re.sub(r"^Parser error at line .*?: ", "", error.msg)
    hint = next((hint for sign, hint in _HINTS if sign in message), _SYNTAX_HINTS[syntax])
    if syntax in {RdfFormat.TURTLE, RdfFormat.TRIG} and "prefix" in message:
        hint = _PREFIX_HINT
    if syntax != RdfFormat.JSON_LD and error.lineno:
        place = Place(source, error.lineno, error.offset)
    elif syntax == RdfFormat.RDF_XML and (broken := place_of_fault(text, source)):
        place = broken
    else:
        quoted = re.search(r"'(.+?)'", message)
        place = place_in(text, (quoted[1],) if quoted else (), source)
    return MalformedInput(message, place=place, hint=hint)


def _check_iri(iri: str, text: str, source: str) -> None:
    bad = _NOT_IN_IRI.search(iri)
    scheme = iri.partition(":")[0]
    if scheme in PREFIXES:
        # JSON-LD takes schema:Dataset for an IRI when the context does not declare the prefix.
        raise MalformedInput(
            f"<{iri}> is not an IRI: the prefix {scheme}: has not been declared",
            place=place_in(text, iri_needles(iri), source),
            hint=f'declare it: "{scheme}": "{PREFIXES[scheme]}"',
        )
    if bad is None and _SCHEME.match(iri):
        return
    reason = f"the character {bad[0]!r} cannot be in an IRI" if bad else "it is relative"
    raise MalformedInput(
        f"<{iri}> is not an IRI: {reason}",
        place=place_in(text, iri_needles(iri), source),
        hint="percent-encode it (a space is %20)" if bad else "write the whole IRI, with its scheme",
    )


def _check_literal(literal: Literal, quad: Quad, text: str, source: str) -> None:
    if literal.direction is not None:
        raise MalformedInput(
            f"{literal} has a writing direction, which is not accepted",
            place=place_in(text, (f"--{literal.direction}", literal.value), source),
            hint="leave the direction out",
        )
    control = _CONTROL.search(literal.value)
    if control is not None:
        code = ord(control[0])
        raise MalformedInput(
            f"the value of <{quad.predicate.value}> holds a control character (U+{code:04X})",
            place=place_in(text, (control[0], f"\\u{code:04x}", f"\\u{code:04X}"), source),
            hint="take it out; colour codes of a terminal are such characters",
        )
    reason = ill_typed(literal)
    if reason is not None:
        raise MalformedInput(
            f"{_short(literal)} as value of <{quad.predicate.value}>: {reason}",
            place=_literal_place(literal, text, source),
            hint="mend the value, or give it the datatype that it has",
        )


def _short(literal: Literal) -> str:
    value = literal.value if len(literal.value) <= 80 else literal.value[:79] + "…"
    return f'"{value}"^^<{literal.datatype.value}>'


def _literal_place(literal: Literal, text: str, source: str) -> Place:
    # The value may occur earlier with another type, so look for it with its type beside it first.
    type_name = re.split(r"[#/]", literal.datatype.value)[-1]
    near = re.search(rf"{re.escape(literal.value[:200])}[^\n]{{0,80}}{re.escape(type_name)}", text)
    if near is not None:
        return place_at(text, near.start(), source)
    return place_in(text, (f'"{literal.value}"', literal.value), source)
