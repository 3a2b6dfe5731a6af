"""docs/ontology.md says what the ontology says."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from rubrary.schemes import ontology_triples, schemes
from rubrary.terms import RUB

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("reference", DOCS / "generate_ontology_reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_reference_is_up_to_date(generator: ModuleType) -> None:
    written = (DOCS / "ontology.md").read_text(encoding="utf-8")
    assert written == generator.reference(), "run: python docs/generate_ontology_reference.py"


def test_every_term_and_every_scheme_is_in_the_reference(generator: ModuleType) -> None:
    text = generator.reference()
    terms = {t.subject.value for t in ontology_triples() if t.subject.value.startswith(RUB)}
    assert [iri for iri in terms if f"`rub:{iri.removeprefix(RUB)}`" not in text] == []
    assert [name for name in schemes() if f"### {name}: " not in text] == []


def test_every_link_within_the_reference_has_its_target(generator: ModuleType) -> None:
    text = generator.reference()
    targets = re.findall(r'id="([^"]+)"', text)
    headings = [line[3:].lower() for line in text.splitlines() if line.startswith("## ")]
    assert len(targets) == len(set(targets))
    assert set(re.findall(r"\(#([^)]+)\)", text)) <= {*targets, *headings}
