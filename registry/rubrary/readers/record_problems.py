"""Check a record file against its form, and say all that is wrong in plain words, with file and line."""

from __future__ import annotations

from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from rubrary.errors import Place, Problem
from rubrary.readers.record_model import RecordFile
from rubrary.rubric.fields import suggest
from rubrary.yaml_source import Kind, Located

Step = str | int
_LOOSE_KEYS = {"dict_type", "model_type", "model_attributes_type"}


def check_form(root: Located) -> tuple[RecordFile | None, list[Problem]]:
    """The file as values; ``None`` and the problems where it is not in the form."""
    try:
        return RecordFile.model_validate(plain(root)), []
    except ValidationError as error:
        found = error.errors(include_url=False)
        return None, [_problem(root, one) for one in found if not _follows(one, found)]


def plain(node: Located) -> object:
    """Mappings as dicts and lists as lists; scalars stay as they are, with their text and place."""
    if node.kind is Kind.MAPPING:
        return {key.text: plain(value) for key, value in node.entries()}
    if node.kind is Kind.LIST:
        return [plain(child) for child in node.children]
    return node


def place_of(root: Located, *steps: Step) -> Place:
    """Where a part of the file is written: its key, or the item of a list; at worst what it lies in."""
    return next(_walk(root, steps))[0]


def _walk(root: Located, steps: tuple[Step, ...]) -> Iterator[tuple[Place, str, Located]]:
    """Place, name and node of the deepest part that the steps lead to."""
    place, name, node = root.place, "", root
    for step in steps:
        if isinstance(step, int):
            if node.kind is not Kind.LIST or step >= len(node.children):
                break
            node = node.children[step]
            place, name = node.place, f"{name}[{step + 1}]"
        else:
            found = next(((key, value) for key, value in node.entries() if key.text == step), None)
            if found is None:
                break
            place, node = found[0].place, found[1]
            name = f"{name}.{step}" if name else step
    yield place, name, node


def _follows(error: ErrorDetails, all_errors: list[ErrorDetails]) -> bool:
    """Whether a list is said to be empty only because no item of it is right."""
    steps = error["loc"]
    return error["type"] == "too_short" and any(
        len(other["loc"]) > len(steps) and other["loc"][: len(steps)] == steps for other in all_errors
    )


def _problem(root: Located, error: ErrorDetails) -> Problem:
    steps, kind = error["loc"], error["type"]
    if kind == "missing":
        place, name, _ = next(_walk(root, steps[:-1]))
        return Problem(f"{name or 'the file'} has no {steps[-1]}", place, f"add '{steps[-1]}: …'")
    if kind == "extra_forbidden":
        place, _, _ = next(_walk(root, steps))
        _, name, _ = next(_walk(root, steps[:-1]))
        message = f"{name or 'the file'} has an unknown key {str(steps[-1])!r}"
        return Problem(message, place, suggest(str(steps[-1]), _known_keys(steps[:-1])))
    place, name, node = next(_walk(root, steps))
    if kind == "record":
        words = error["ctx"]
        place = place if node.children else node.place
        # Some errors begin with the value, the others go on from the name.
        said = f": {words['said']}" if words["said"].startswith("'") else f" {words['said']}"
        return Problem(f"{name or 'the file'}{said}", place, words["hint"] or None)
    return Problem(f"{name or 'the file'} {_words(kind, node)}", place, _hint(kind, node))


def _words(kind: str, node: Located) -> str:
    if node.kind is Kind.NULL:
        return "is empty"
    found = f"not {node.text!r}" if node.text else f"not a {node.kind}"
    if kind in _LOOSE_KEYS:
        return f"must be a mapping of keys, {found}"
    if kind == "too_short":
        return "is empty"
    return f"must be a list, {found}"


def _hint(kind: str, node: Located) -> str | None:
    if node.kind is Kind.NULL or kind == "too_short":
        return "fill it in, or take the key away"
    if kind in _LOOSE_KEYS:
        return "write each part as 'key: value' on a line of its own, indented"
    return "begin each item with '- ', or write [item, item]"


def _known_keys(steps: tuple[Step, ...]) -> tuple[str, ...]:
    """The keys that the part at the end of the steps may have."""
    model: type[BaseModel] | None = RecordFile
    for step in steps:
        if model is not None and step in model.model_fields:
            # Steps that are no field (an index, a criterion) stay in the same part.
            model = _part_in(model.model_fields[str(step)].annotation)
    return tuple(field.alias or name for name, field in model.model_fields.items()) if model else ()


def _part_in(annotation: object) -> type[BaseModel] | None:
    """The part that an annotation holds, inside of unions, lists and mappings."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if get_origin(annotation) in {Union, UnionType, Annotated, tuple, dict}:
        found = (_part_in(argument) for argument in get_args(annotation))
        return next((part for part in found if part), None)
    return None
