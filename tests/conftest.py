"""Fixtures that several packages' tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_CHECKOUT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def study_data() -> Path:
    """The folder of published data sets; tests that need it are skipped where it is not."""
    folder = Path(os.environ.get("RUBRARY_STUDY_DATA") or _CHECKOUT.parent / "shared" / "data")
    if not folder.is_dir():
        pytest.skip(f"no published data sets in {folder} (set RUBRARY_STUDY_DATA)")
    return folder
