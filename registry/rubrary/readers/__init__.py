"""Files to deposits-to-be: one module a format, found by walking this package.

A module is a reader when it has what :class:`rubrary.readers.draft.Reader` asks for. One that reads YAML or
JSON also names, in ``KEYS``, the keys at a file's top by which its files are known.
"""

from __future__ import annotations

from rubrary.readers.detect import read, readable_suffixes
from rubrary.readers.draft import Draft, Reader, Rubrics
from rubrary.readers.rocrate import is_crate_folder

__all__ = ["Draft", "Reader", "Rubrics", "is_crate_folder", "read", "readable_suffixes"]
