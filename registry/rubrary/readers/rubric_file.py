"""Reads rubric files (``docs/rubric-file.md``): each is the deposit of one rubric version."""

from __future__ import annotations

from rubrary.readers.draft import Draft, Rubrics
from rubrary.rubric import read_rubric, rubric_triples, shipped, shipped_rubric
from rubrary.yaml_source import decode

SUFFIXES = (".yaml", ".yml", ".json")
MEDIA_TYPES = ("application/yaml", "application/json")
#: The long form says ``rubric``, the short form has ``categories``.
KEYS = ("rubric", "categories")


def read(
    data: bytes,
    *,
    base: str,
    source: str,
    rubrics: Rubrics | None = None,
    media_type: str | None = None,  # noqa: ARG001 - JSON is read as YAML where the name does not say so
) -> list[Draft]:
    """The rubric version that a file defines, minted below the base.

    A file that the release ships, to the letter, keeps the IRI that it has in every registry.

    Args:
        data: the file.
        base: the registry's base IRI.
        source: the file's name, for messages.
        rubrics: gives the baselines on record; those of the release if left out.
        media_type: what the sender says it is.

    Raises:
        MalformedInput: it is not UTF-8, YAML or JSON.
        LimitExceeded: it is too large or nested too deep.
        InvalidRubric: it defines no usable policy; all problems are listed with their lines.
    """
    text = decode(data, source=source)
    version = next((known for known in shipped() if known.source_text == text), None)
    if version is None:
        version = read_rubric(text, source=source, base=base, baselines=rubrics or shipped_rubric)
    places = {
        f"{version.iri}#override-{number}": override.place
        for number, override in enumerate(version.overrides, start=1)
        if override.place
    }
    return [Draft(source, tuple(rubric_triples(version)), text=text, file=source, places=places)]
