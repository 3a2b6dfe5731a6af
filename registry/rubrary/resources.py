"""Where the data files of the project are: ontology, shapes, rubrics, examples.

A wheel carries them inside the package; in a checkout the folders lie at its top. One function knows.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent.parent


def data_folder(name: str) -> Path:
    """The folder of data files called ``name`` (``ontology``, ``shapes``, ``rubrics``, ``examples``).

    Raises:
        FileNotFoundError: neither the package nor the checkout has it, so the installation is broken.
    """
    for root in (_PACKAGE, _CHECKOUT):
        if (root / name).is_dir():
            return root / name
    raise FileNotFoundError(f"the data folder {name!r} is not part of this installation of rubrary")
