"""The published study as deposits, for the other benchmarks."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from pyoxigraph import RdfFormat, serialize

from rubrary import studies
from rubrary.graph.write import record_triples
from rubrary.rubric import shipped
from rubrary.terms import PREFIXES

BASE = "http://127.0.0.1:8000/"


def data_folder() -> Path:
    """Where the data are; ends the program with a message where they are not."""
    default = Path(__file__).resolve().parents[2] / "shared" / "data"
    folder = Path(os.environ.get("RUBRARY_STUDY_DATA") or default)
    if not (folder / "reproscore").is_dir():
        sys.exit(f"no published data set in {folder}: set RUBRARY_STUDY_DATA")
    return folder


def turtles() -> Iterator[tuple[str, bytes]]:
    """Each record of the study as a Turtle document, with its place in the source."""
    study = studies.find("reproscore")
    rubrics = {version.reference: version for version in shipped()}
    for item in study.read(data_folder() / "reproscore", base=BASE, rubrics=rubrics):
        data = serialize(record_triples(item.records), format=RdfFormat.TURTLE, prefixes=PREFIXES)
        yield item.source, data or b""
