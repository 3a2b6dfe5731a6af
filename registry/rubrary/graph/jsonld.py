"""JSON-LD made safe before a parser sees it: contexts inlined, and nothing left that parsers silently drop.

A JSON-LD processor leaves out what it does not understand: a subject whose ``@id`` has a space vanishes with
all its statements, and so does everything with a relative IRI under ``"@base": null``. Each such thing is an
error here. Contexts come from :mod:`rubrary.graph.contexts`; no other is loaded.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from rubrary.errors import MalformedInput
from rubrary.graph.contexts import known_context, known_context_names
from rubrary.graph.json_text import (
    JsonObject,
    JsonValue,
    Pointer,
    place_of,
    pointer_text,
    read_json,
)

#: Asked of each value that names a node; gives the reason why it is refused.
IdCheck = Callable[[str], str | None]

_NOT_IN_IRI = re.compile(r"[\x00-\x20<>\"{}|\\^`\x7f-\x9f]")
#: Most contexts inside contexts.
_CONTEXT_DEPTH = 16


def expand_contexts(text: str, *, source: str) -> str:
    """JSON-LD text as JSON-LD text without references to contexts elsewhere and without ``"@base": null``.

    Raises:
        MalformedInput: it is not JSON-LD, names a context that we do not carry, or holds an IRI, type or key
            that a parser would silently drop.
        LimitExceeded: it is nested too deep.
    """
    document = read_json(text, source)
    return json.dumps(inline_contexts(document, text, source=source))


def inline_contexts(
    document: JsonValue, text: str, *, source: str, own_base: bool = True, check_id: IdCheck | None = None
) -> JsonValue:
    """The document with each context in place of its IRI.

    Args:
        document: what ``text`` holds.
        text: the text itself, to find places in.
        source: what to call it in errors.
        own_base: whether the document may set ``@base`` (never to ``null``, which would drop data); where
            not, each ``@base`` is taken out, so that the base given to the parser counts.
        check_id: an additional check of each value that names a node.

    Raises:
        MalformedInput: see :func:`expand_contexts`.
    """
    return _Reader(text, source, own_base, check_id).document(document)


@dataclass(slots=True)
class _Reader:
    """One pass over one document; collects what its contexts say as it goes down."""

    text: str
    source: str
    own_base: bool
    check_id: IdCheck | None
    terms: set[str] = field(default_factory=set)
    id_keys: set[str] = field(default_factory=lambda: {"@id"})
    type_keys: set[str] = field(default_factory=lambda: {"@type"})
    iri_terms: set[str] = field(default_factory=set)
    opaque_terms: set[str] = field(default_factory=set)
    map_terms: set[str] = field(default_factory=set)

    def document(self, document: JsonValue) -> JsonValue:
        items = document if isinstance(document, list) else [document]
        if not items or not all(isinstance(item, dict) for item in items):
            raise self.refusal(
                "JSON-LD is an object, or a list of objects", (), "put it in { }, with an @context and an @id"
            )
        return self.value(document, ())

    def refusal(self, message: str, pointer: Pointer, hint: str | None = None) -> MalformedInput:
        where = f" (at {pointer_text(pointer)})" if pointer else ""
        return MalformedInput(message + where, place=place_of(self.text, pointer, self.source), hint=hint)

    # Nodes and values

    def value(self, value: JsonValue, pointer: Pointer) -> JsonValue:
        if isinstance(value, list):
            return [self.value(item, (*pointer, place)) for place, item in enumerate(value)]
        if isinstance(value, dict):
            return self.object(value, pointer)
        return value

    def object(self, node: JsonObject, pointer: Pointer) -> JsonObject:
        found: JsonObject = {}
        if "@context" in node:
            # First, whatever the order in the text: it says what the other keys mean.
            found["@context"] = self.context(node["@context"], (*pointer, "@context"), 0)
        is_json = node.get("@type") == "@json"
        for key, value in node.items():
            if key == "@context":
                continue
            here = (*pointer, key)
            self.check_key(key, here)
            if key in self.opaque_terms or (key == "@value" and is_json):
                found[key] = value
            elif key in self.map_terms and isinstance(value, dict):
                found[key] = {k: self.value(v, (*here, k)) for k, v in value.items()}
            else:
                self.check_value(key, value, here)
                found[key] = self.value(value, here)
        return found

    def check_key(self, key: str, pointer: Pointer) -> None:
        if key == "@direction":
            raise self.refusal("a writing direction is not accepted", pointer, "leave @direction out")
        if key not in self.terms and _NOT_IN_IRI.search(key):
            raise self.refusal(
                f"the key {key!r} is neither a term nor an IRI and would be dropped",
                pointer,
                "write it without spaces, or define it in the context",
            )

    def check_value(self, key: str, value: JsonValue, pointer: Pointer) -> None:
        names_node = key in self.id_keys or key in self.iri_terms
        names_type = key in self.type_keys
        if not (names_node or names_type):
            return
        if key in self.id_keys and not isinstance(value, str):
            raise self.refusal("an @id is one string", pointer, "give each node one IRI, in quotes")
        for place, item in enumerate(value) if isinstance(value, list) else ((None, value),):
            if not isinstance(item, str):
                if names_type:
                    raise self.refusal(
                        "a @type is a string, or a list of strings", pointer, "name the classes"
                    )
                continue
            self.check_iri(item, pointer if place is None else (*pointer, place), is_node=names_node)

    def check_iri(self, iri: str, pointer: Pointer, *, is_node: bool) -> None:
        bad = _NOT_IN_IRI.search(iri)
        if bad is not None and iri not in self.terms:
            raise self.refusal(
                f"{iri!r} is not an IRI: the character {bad[0]!r} cannot be in one",
                pointer,
                "percent-encode it (a space is %20); no space stands after the colon of a prefix",
            )
        if is_node and self.check_id is not None:
            reason = self.check_id(iri)
            if reason is not None:
                raise self.refusal(
                    f"{iri!r} is refused: {reason}",
                    pointer,
                    "name a file below the folder by its path from there, or give a whole IRI",
                )

    # Contexts

    def context(self, context: JsonValue, pointer: Pointer, depth: int) -> JsonValue:
        if depth > _CONTEXT_DEPTH:
            raise self.refusal("contexts are nested too deep", pointer, "write the terms into one context")
        if isinstance(context, str):
            return self.remote(context, pointer)
        if isinstance(context, list):
            return [self.context(item, (*pointer, place), depth + 1) for place, item in enumerate(context)]
        if context is None:
            return None
        if not isinstance(context, dict):
            raise self.refusal(
                "a context is an object, the IRI of a known one, or a list of these",
                pointer,
                f"known are {known_context_names()}",
            )
        return self.definitions(context, pointer, depth)

    def remote(self, iri: str, pointer: Pointer) -> JsonValue:
        known = known_context(iri)
        if known is None:
            raise self.refusal(
                f"the context {iri!r} is not one that is known here, and nothing is fetched",
                pointer,
                f"inline it: put its object in place of its IRI. Known are {known_context_names()}",
            )
        self.terms.update(known)
        return known

    def definitions(self, context: JsonObject, pointer: Pointer, depth: int) -> JsonObject:
        found: JsonObject = {}
        for term, meaning in context.items():
            here = (*pointer, term)
            if term == "@import":
                raise self.refusal("@import would load another context", here, "inline it")
            if term == "@base" and self.drops_base(meaning, here):
                continue
            found[term] = self.definition(term, meaning, here, depth)
        return found

    def drops_base(self, base: JsonValue, pointer: Pointer) -> bool:
        if base is None or not self.own_base:
            return True
        if not isinstance(base, str) or _NOT_IN_IRI.search(base):
            raise self.refusal(
                "@base is not an IRI", pointer, "write a whole IRI without spaces, or leave it out"
            )
        return False

    def definition(self, term: str, meaning: JsonValue, pointer: Pointer, depth: int) -> JsonValue:
        if term == "@vocab" and isinstance(meaning, str) and _NOT_IN_IRI.search(meaning):
            raise self.refusal("@vocab is not an IRI", pointer, "write a whole IRI without spaces")
        if not term.startswith("@"):
            self.terms.add(term)
        if meaning == "@id":
            self.id_keys.add(term)
        elif meaning == "@type":
            self.type_keys.add(term)
        if not isinstance(meaning, dict) or term.startswith("@"):
            return meaning
        self.note_term(term, meaning)
        if "@context" not in meaning:
            return meaning
        scoped = self.context(meaning["@context"], (*pointer, "@context"), depth + 1)
        return {**meaning, "@context": scoped}

    def note_term(self, term: str, meaning: JsonObject) -> None:
        if meaning.get("@id") == "@id":
            self.id_keys.add(term)
        if meaning.get("@id") == "@type":
            self.type_keys.add(term)
        if meaning.get("@type") in ("@id", "@vocab"):
            self.iri_terms.add(term)
        if meaning.get("@type") == "@json":
            self.opaque_terms.add(term)
        if "@container" in meaning and meaning["@container"] not in ("@list", "@set"):
            self.map_terms.add(term)
