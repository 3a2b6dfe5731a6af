from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def answering_is_importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
