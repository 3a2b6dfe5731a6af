"""Shorter ways to write a part of a record file: a lone value for a mapping, a lone item for a list."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from rubrary.yaml_source import Located


class Short:
    """Marks a part that may be written as one value instead of a mapping with that one key.

    Args:
        key: the key that the value belongs to.
        form: JSON Schema of the lone value.
    """

    def __init__(self, key: str, form: Mapping[str, object]) -> None:
        self._key = key
        self._form = form

    def expand(self, value: object) -> object:
        """The mapping that a lone value stands for."""
        return {self._key: value} if isinstance(value, Located) else value

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return {"anyOf": [dict(self._form), handler(core)]}


class Alone:
    """Marks a list of which one item may be written without the list."""

    def expand(self, value: object) -> object:
        """The list that a lone item stands for."""
        return value if isinstance(value, list) else [value]

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        many = handler(core)
        return {"anyOf": [many["items"], many]}
