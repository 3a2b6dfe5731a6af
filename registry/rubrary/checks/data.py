"""The rows that findings are derived from: selections of the registry, as columns."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar, cast

from rubrary.errors import NotFound
from rubrary.rubric import RubricVersion

T = TypeVar("T")

#: One value of a row: a number, a truth value, a text or IRI; ``None`` where the query left it unbound.
Cell = float | int | bool | str | None


class Columns:
    """The rows of one selection. All columns have the same length and order.

    Args:
        columns: the values of each variable.
        name: the selection's name, for messages.
    """

    def __init__(self, columns: Mapping[str, Sequence[Cell]], name: str = "selection") -> None:
        self._columns = {key: tuple(values) for key, values in columns.items()}
        self._name = name

    def __len__(self) -> int:
        return len(next(iter(self._columns.values()), ()))

    @property
    def variables(self) -> tuple[str, ...]:
        """The names of the columns, in the order of the query."""
        return tuple(self._columns)

    def cells(self, variable: str) -> tuple[Cell, ...]:
        """A column as it is, with ``None`` where the query left it unbound.

        Raises:
            KeyError: the query has no such variable.
        """
        return self._columns[variable]

    def numbers(self, variable: str) -> tuple[float, ...]:
        """A column of numbers.

        Raises:
            NotFound: a row has no number there.
        """
        return tuple(self._number(variable, cell) for cell in self.cells(variable))

    def texts(self, variable: str) -> tuple[str, ...]:
        """A column of texts or IRIs.

        Raises:
            NotFound: a row has no text there.
        """
        found = self.cells(variable)
        if not all(isinstance(cell, str) for cell in found):
            raise self._missing(variable, "text")
        return cast(tuple[str, ...], found)

    def groups(self, variable: str, by: str) -> dict[str, tuple[float, ...]]:
        """The numbers of one column, by the texts of another, in order of first appearance.

        Raises:
            NotFound: a row lacks the number or the text.
        """
        found: dict[str, list[float]] = {}
        for key, value in zip(self.texts(by), self.numbers(variable), strict=True):
            found.setdefault(key, []).append(value)
        return {key: tuple(values) for key, values in found.items()}

    def where(self, variable: str, *wanted: Cell) -> Columns:
        """The rows in which a column has one of the wanted values."""
        kept = [number for number, cell in enumerate(self.cells(variable)) if cell in wanted]
        return Columns(
            {key: [values[number] for number in kept] for key, values in self._columns.items()}, self._name
        )

    def _number(self, variable: str, cell: Cell) -> float:
        if isinstance(cell, bool) or not isinstance(cell, int | float):
            raise self._missing(variable, "number")
        return float(cell)

    def _missing(self, variable: str, kind: str) -> NotFound:
        return NotFound(f"a row of the selection {self._name!r} has no {kind} for ?{variable}")


class Data:
    """What the registry holds of a study. Each selection is asked for once.

    Args:
        select: the rows of the selection with that name.
        rubric: a rubric version on record by ``name@version``.
    """

    def __init__(self, select: Callable[[str], Columns], rubric: Callable[[str], RubricVersion]) -> None:
        self._select, self._rubric = select, rubric
        self._columns: dict[str, Columns] = {}
        self._derived: dict[Hashable, tuple[object, frozenset[str]]] = {}
        self._read: set[str] = set()

    def __getitem__(self, name: str) -> Columns:
        """The rows of a selection.

        Raises:
            KeyError: the module has no such selection.
            NotFound: the registry has no such rows.
        """
        self._read.add(name)
        if name not in self._columns:
            self._columns[name] = self._select(name)
        if not len(self._columns[name]):
            raise NotFound(f"the registry has no rows for the selection {name!r}")
        return self._columns[name]

    def rubric(self, reference: str) -> RubricVersion:
        """The rubric version on record with that ``name@version``, for scoring anew.

        Raises:
            NotFound: it is not on record.
        """
        return self._rubric(reference)

    def derived(self, build: Callable[[Data], T]) -> T:
        """``build(data)``, computed once however many findings use it; ``build`` is a named function."""
        if build not in self._derived:
            with self.reading() as read:
                built = build(self)
            self._derived[build] = (built, frozenset(read))
        value, names = self._derived[build]
        self._read |= names
        return cast(T, value)

    @contextmanager
    def reading(self) -> Iterator[set[str]]:
        """Gathers the names of the selections that are read meanwhile."""
        outer = self._read
        self._read = inner = set[str]()
        try:
            yield inner
        finally:
            outer |= inner
            self._read = outer
