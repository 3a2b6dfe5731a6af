"""The metadata of an RO-Crate, read strictly: flat, each entity with one ``@id``, nothing outside the crate.

https://www.researchobject.org/ro-crate/specification/1.2/
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote

from rubrary.errors import MalformedInput
from rubrary.graph.json_text import (
    JsonObject,
    JsonValue,
    Pointer,
    place_of,
    pointer_text,
    read_json,
)
from rubrary.readers.crate_files import METADATA_NAMES

_RO_CRATE = "https://w3id.org/ro/crate/"
_VERSION = re.compile(re.escape(_RO_CRATE) + r"1\.[0-3](?:[.-].*)?/?")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
_MOST_DECODINGS = 5


@dataclass(frozen=True, slots=True)
class CrateMetadata:
    """What a metadata file says.

    Attributes:
        text: the file.
        document: the same as JSON.
        entities: the entities by ``@id``, in the order of the file; a leading ``./`` is taken off.
        descriptor: the entity that describes the file itself.
        root: the entity of the crate as a whole.
    """

    text: str
    document: JsonObject
    entities: dict[str, JsonObject]
    descriptor: JsonObject
    root: JsonObject

    def profiles(self) -> set[str]:
        """What the descriptor and the crate as a whole say that they conform to."""
        return {*references(self.descriptor, "conformsTo"), *references(self.root, "conformsTo")}

    def parts(self) -> list[JsonObject]:
        """The entities that the root lists as its parts, in its order, as far as they are described."""
        ids = (plain_id(part) for part in references(self.root, "hasPart"))
        return [self.entities[part] for part in ids if part in self.entities]


def read_metadata(text: str, source: str) -> CrateMetadata:
    """Read the text of a metadata file.

    Raises:
        MalformedInput: it is not flat JSON-LD with a descriptor and a root; the place says where.
        LimitExceeded: it is nested too deep.
    """
    document = read_json(text, source)
    graph = document.get("@graph") if isinstance(document, dict) else None
    if not isinstance(document, dict) or not isinstance(graph, list) or "@context" not in document:
        raise _refusal(
            "RO-Crate metadata is an object with @context and @graph", (), text, source, "put both at its top"
        )
    entities: dict[str, JsonObject] = {}
    for number, entity in enumerate(graph):
        here: Pointer = ("@graph", number)
        if not isinstance(entity, dict) or not isinstance(entity.get("@id"), str):
            raise _refusal("an entity of the crate has no @id", here, text, source, "give it one")
        name = plain_id(str(entity["@id"]))
        if name in entities:
            raise _refusal(
                f"the @id {name!r} is described twice", (*here, "@id"), text, source, "merge the two"
            )
        for key, value in entity.items():
            _refuse_nesting(value, (*here, key), text, source)
        entities[name] = entity
    descriptor = _descriptor(entities, text, source)
    return CrateMetadata(text, document, entities, descriptor, _root(descriptor, entities, text, source))


def is_metadata(document: JsonValue) -> bool:
    """Whether JSON looks like the metadata of a crate: some entity is the metadata file."""
    graph = document.get("@graph") if isinstance(document, dict) else None
    return isinstance(graph, list) and any(
        isinstance(entity, dict) and _is_descriptor(str(entity.get("@id"))) for entity in graph
    )


def plain_id(identifier: str) -> str:
    """An ``@id`` without a leading ``./``, so that two ways to write a path are one."""
    return identifier.removeprefix("./") or "./"


def references(entity: JsonObject, key: str) -> list[str]:
    """The ``@id`` of everything that a property refers to, whether it holds one thing or a list."""
    value = entity.get(key)
    items = value if isinstance(value, list) else [value]
    found = (item.get("@id") if isinstance(item, dict) else item for item in items)
    return [item for item in found if isinstance(item, str)]


def leaves_crate(identifier: str) -> str | None:
    """Why an ``@id`` would reach outside the crate's folder; ``None`` when it stays inside or is an IRI."""
    if _SCHEME.match(identifier) or identifier.startswith(("_:", "#", "?")):
        return None
    decoded = identifier
    for _ in range(_MOST_DECODINGS):
        before, decoded = decoded, unquote(decoded)
        if before == decoded:
            break
    else:
        return "it is percent-encoded over and over"
    path = re.split(r"[?#]", decoded, maxsplit=1)[0]
    if any(ord(character) < 32 for character in path) or "\\" in path:
        return "it has a control character or a backslash in it"
    if path.startswith("/") or re.match(r"[A-Za-z]:", path):
        return "it is an absolute path; paths in a crate are relative to its root"
    if ".." in path.split("/"):
        return "it leads out of the crate's folder"
    return None


def _refusal(
    message: str, pointer: Pointer, text: str, source: str, hint: str | None = None
) -> MalformedInput:
    where = f" (at {pointer_text(pointer)})" if pointer else ""
    return MalformedInput(message + where, place=place_of(text, pointer, source), hint=hint)


def _refuse_nesting(value: JsonValue, pointer: Pointer, text: str, source: str) -> None:
    if isinstance(value, list):
        for number, item in enumerate(value):
            _refuse_nesting(item, (*pointer, number), text, source)
    elif isinstance(value, dict) and pointer[-1] in {"@reverse", "@list", "@set"}:
        for key, item in value.items():
            _refuse_nesting(item, (*pointer, key), text, source)
    elif isinstance(value, dict) and "@value" not in value:
        for key in ("@list", "@set"):
            if key in value:
                _refuse_nesting(value[key], (*pointer, key), text, source)
                return
        if "@id" not in value:
            raise _refusal("an entity inside another has no @id", pointer, text, source, _FLAT)
        if len(value) > 1:
            raise _refusal("an entity is described inside another", pointer, text, source, _FLAT)


_FLAT = 'describe it in @graph with an @id, and refer to it by {"@id": …}'


def _is_descriptor(identifier: str) -> bool:
    return identifier.rsplit("/", 1)[-1] in METADATA_NAMES


def _descriptor(entities: dict[str, JsonObject], text: str, source: str) -> JsonObject:
    found = [name for name in METADATA_NAMES if name in entities]
    # A crate on the web may name its descriptor by its whole IRI.
    found += [name for name in entities if _is_descriptor(name) and "about" in entities[name]]
    if not found:
        raise _refusal(
            "no entity describes the metadata file",
            ("@graph",),
            text,
            source,
            f'add {{"@id": "{METADATA_NAMES[0]}", "@type": "CreativeWork", "about": {{"@id": "./"}}, …}}',
        )
    descriptor = entities[found[0]]
    for profile in references(descriptor, "conformsTo"):
        if profile.startswith(_RO_CRATE) and not _VERSION.fullmatch(profile):
            raise _refusal(
                f"{profile} is not a version of RO-Crate that is read",
                ("@graph", list(entities).index(found[0]), "conformsTo"),
                text,
                source,
                "what is read: 1.0 to 1.3",
            )
    return descriptor


def _root(descriptor: JsonObject, entities: dict[str, JsonObject], text: str, source: str) -> JsonObject:
    here: Pointer = ("@graph", list(entities.values()).index(descriptor), "about")
    about = references(descriptor, "about")
    if len(about) != 1 or plain_id(about[0]) not in entities:
        raise _refusal(
            "the metadata file is not about one entity of the crate",
            here,
            text,
            source,
            'usually {"@id": "./"}',
        )
    root = entities[plain_id(about[0])]
    if "Dataset" not in references(root, "@type"):
        place: Pointer = ("@graph", list(entities).index(plain_id(about[0])), "@type")
        raise _refusal("the root of a crate is a Dataset", place, text, source, 'write "@type": "Dataset"')
    return root
