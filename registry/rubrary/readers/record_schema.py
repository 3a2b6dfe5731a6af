"""The JSON Schema of the record form, for editors and other programs.

It stands beside this module as ``record.schema.json``; a test says when that file is out of date, and
``python -m rubrary.readers.record_schema`` writes it again.
"""

from __future__ import annotations

import json
from pathlib import Path

from rubrary.readers.record_model import RecordFile

FILE = Path(__file__).with_name("record.schema.json")


def record_schema() -> dict[str, object]:
    """JSON Schema, draft 2020-12, of a record file of form 1."""
    schema = _tidy(RecordFile.model_json_schema())
    assert isinstance(schema, dict)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Rubrary record file, form 1",
        **schema,
    }


def schema_text() -> str:
    """The content of ``record.schema.json``."""
    return json.dumps(record_schema(), indent=2, ensure_ascii=False) + "\n"


def _tidy(node: object) -> object:
    """Without what says nothing here: null (an absent key is left out), defaults, and titles made from names."""
    if isinstance(node, list | tuple):
        return [_tidy(item) for item in node if item != {"type": "null"}]
    if not isinstance(node, dict):
        return node
    kept = {
        key: _tidy(value)
        for key, value in node.items()
        if not (key == "default" or (key == "title" and isinstance(value, str)))
    }
    choices = kept.get("anyOf")
    if isinstance(choices, list) and len(choices) == 1:
        del kept["anyOf"]
        return {**choices[0], **kept}
    return kept


if __name__ == "__main__":
    FILE.write_text(schema_text(), encoding="utf-8")
