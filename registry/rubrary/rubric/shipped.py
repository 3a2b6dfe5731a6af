"""The rubric versions that come with this release."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from rubrary.errors import InvalidRubric, NotFound, Place, Problem, RegistryError
from rubrary.resources import data_folder
from rubrary.rubric.extends import Shelf
from rubrary.rubric.model import RubricVersion
from rubrary.rubric.read import read_rubric
from rubrary.terms import RUBRIC
from rubrary.yaml_source import decode


@cache
def shipped() -> tuple[RubricVersion, ...]:
    """All rubric versions in the folder ``rubrics`` of the package, by file name.

    Raises:
        RegistryError: the installation has no such folder.
        InvalidRubric: a file defines no usable policy, or another one than its name says.
    """
    return read_folder(_folder())


def shipped_rubric(reference: str) -> RubricVersion:
    """The shipped rubric version called ``name@version`` or by its IRI; usable as ``baselines``.

    Raises:
        NotFound: this release does not have it.
    """
    for version in shipped():
        if reference in {version.reference, version.iri}:
            return version
    raise NotFound(
        f"this release does not come with the rubric {reference}",
        hint=f"it comes with {', '.join(version.reference for version in shipped())}",
    )


def read_folder(folder: Path) -> tuple[RubricVersion, ...]:
    """The rubric versions of a folder of shipped files, which may extend one another.

    Raises:
        InvalidRubric: as ``shipped``.
    """
    paths = {_reference(path): path for path in sorted(folder.glob("*.yaml"))}
    readers: dict[str, Callable[[], RubricVersion]] = {}
    shelf = Shelf(readers)
    readers.update((reference, partial(_read, path, shelf)) for reference, path in paths.items())
    return tuple(shelf(reference) for reference in paths)


def _reference(path: Path) -> str:
    """``name@version`` of a file called ``name-version.yaml``."""
    name, _, version = path.stem.rpartition("-")
    return f"{name}@{version}"


def _read(path: Path, shelf: Shelf) -> RubricVersion:
    text = decode(path.read_bytes(), source=path.name)
    version = read_rubric(text, source=path.name, base=RUBRIC, baselines=shelf, shipped=True)
    if version.reference != _reference(path):
        raise InvalidRubric(
            Problem(f"the file defines {version.reference}, which its name does not say", Place(path.name))
        )
    return version


def _folder() -> Path:
    try:
        return data_folder("rubrics")
    except FileNotFoundError as error:
        raise RegistryError(str(error)) from error
