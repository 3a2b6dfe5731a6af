"""The short form of a community's rubric, as the ReproScore paper prints it (arXiv 2605.13275).

It names five categories with weight, tau and k, and optionally the penalties' numbers, the weights of the
six execution probes and the bounds of the blend. It is rewritten, keeping every line number, as the long
form of a rubric that extends ``reproscore@1.0.0``; so the same checks hold and each change can carry its
reason.
"""

from __future__ import annotations

from collections.abc import Iterator

from rubrary.errors import Place
from rubrary.rubric import keys
from rubrary.rubric.fields import Fields, Findings
from rubrary.yaml_source import Kind, Located

#: The version that the short form changes, whether or not it says so.
BASELINE = "reproscore@1.0.0"

_ABOUT = ("version", "title", "description", "license", "source")
TOP = ("name", *_ABOUT, "extends", "categories", "penalties", "ros_components", "rcs")
CATEGORY = ("name", "description", "weight", "tau", "k", keys.RATIONALE)
CATEGORIES = ("E", "A", "D", "C", "S")
PROBES = {
    "I": "install",
    "X": "execution",
    "delta": "determinism",
    "N": "notebooks",
    "E": "imports",
    "T": "tests",
}
PENALTIES = {
    "no_environment": ("environment_hard_threshold", "environment_hard_penalty"),
    "no_data": ("data_hard_threshold", "data_hard_penalty"),
    "no_seeds": ("seed_threshold", "seed_penalty"),
}


def is_short_form(root: Located) -> bool:
    """Whether a file is in the short form: it has a name or categories, and does not say ``rubric``."""
    return root.get("rubric") is None and any(root.get(key) for key in ("name", "categories"))


def as_long_form(root: Located, findings: Findings) -> Located:
    """The same rubric in the long form; unknown keys are noted."""
    fields = Fields(root, "the rubric", TOP, findings)
    entries = [("rubric", fields.node("name")), *((key, fields.node(key)) for key in _ABOUT)]
    entries.append(("title", fields.node("title") or fields.node("name")))
    entries.append(("extends", fields.node("extends") or _text(BASELINE, root.place)))
    dimensions = list(_dimensions(fields, findings))
    penalties = list(_penalties(fields))
    probes = list(_probes(fields, findings))
    blend = fields.inner("rcs", ("alpha_min", "alpha_max", keys.RATIONALE))
    for key, items in (("dimensions", dimensions), ("penalties", penalties), ("criteria", probes)):
        if items:
            place = items[0].place if key == "criteria" else fields.place_of(_SECTION[key])
            entries.append((key, Located(place, Kind.LIST, children=tuple(items))))
    if blend is not None:
        rule = _copy("RCS", blend, {"alpha_min": "alpha_min", "alpha_max": "alpha_max"})
        entries.append(("scores", Located(blend.place, Kind.LIST, children=(rule,))))
    return _mapping(root.place, dict(entries))


_SECTION = {"dimensions": "categories", "penalties": "penalties"}


def _dimensions(fields: Fields, findings: Findings) -> Iterator[Located]:
    categories = fields.inner("categories", CATEGORIES)
    for name in CATEGORIES if categories else ():
        node = categories.node(name) if categories else None
        if node is None:
            continue
        category = Fields(node, f"the category {name!r}", CATEGORY, findings)
        gate = _mapping(
            category.place_of("tau"), {"threshold": category.node("tau"), "exponent": category.node("k")}
        )
        renamed = {"title": "name", "description": "description", "weight": "weight"}
        yield _copy(name, category, renamed, gate=gate if gate.children else None)


def _penalties(fields: Fields) -> Iterator[Located]:
    names = [name for pair in PENALTIES.values() for name in pair]
    given = fields.inner("penalties", names)
    for identifier, (threshold, points) in PENALTIES.items() if given else ():
        if given and (threshold in given or points in given):
            when = _mapping(given.place_of(threshold), {"below": given.node(threshold)})
            yield _mapping(
                given.place_of(points if points in given else threshold),
                {
                    "id": _text(identifier, given.place),
                    "when": when if when.children else None,
                    "points": given.node(points),
                },
            )


def _probes(fields: Fields, findings: Findings) -> Iterator[Located]:
    components = fields.inner("ros_components", PROBES)
    for short, identifier in PROBES.items() if components else ():
        node = components.node(short) if components else None
        if node is not None:
            allowed = ("weight", "description", keys.RATIONALE)
            component = Fields(node, f"the component {short!r}", allowed, findings)
            yield _copy(identifier, component, {"weight": "weight"})


def _copy(
    identifier: str, fields: Fields, renamed: dict[str, str], *, gate: Located | None = None
) -> Located:
    values = {new: fields.node(old) for new, old in renamed.items()}
    values[keys.RATIONALE] = fields.node(keys.RATIONALE)
    return _mapping(fields.place, {"id": _text(identifier, fields.place), **values, "gate": gate})


def _mapping(place: Place, values: dict[str, Located | None]) -> Located:
    given = {key: value for key, value in values.items() if value is not None}
    names = tuple(_text(key, value.place) for key, value in given.items())
    return Located(place, Kind.MAPPING, keys=names, children=tuple(given.values()))


def _text(text: str, place: Place) -> Located:
    return Located(place, Kind.TEXT, text, text)
