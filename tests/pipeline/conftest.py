"""A small registry, and what judges deposits for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rubrary.pipeline.examine import Examiner
from rubrary.pipeline.publish import publish_shipped
from rubrary.pipeline.registry import Registry
from samples import BASE


@pytest.fixture
def registry(tmp_path: Path) -> Iterator[Registry]:
    """A registry in which the shipped rubrics are published and nothing else."""
    with Registry.create(tmp_path / "registry", BASE) as made:
        list(publish_shipped(made))
        yield made


@pytest.fixture
def examiner(registry: Registry) -> Examiner:
    """Judges deposits for that registry, in this process."""
    return Examiner(registry.knowledge(), registry.validator)
