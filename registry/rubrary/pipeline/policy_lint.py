"""Look a rubric file over before it is published: what is wrong, what is doubtful, which version number it needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from rubrary.errors import InputError, InvalidRubric, NotFound, Problem
from rubrary.pipeline.policies import Policies, content_digest, number_of, read_file, read_text
from rubrary.pipeline.policy_diff import diff
from rubrary.pipeline.policy_doubts import doubts
from rubrary.pipeline.policy_places import PartPlaces
from rubrary.pipeline.sources import name_of
from rubrary.pipeline.version_advice import Advice, advise
from rubrary.rubric import RubricVersion, Shelf
from rubrary.yaml_source import Kind, Located, load

_KEYS = ("rubric", "name", "categories")


@dataclass(frozen=True, slots=True)
class Linted:
    """The verdict on one file.

    Attributes:
        source: the file.
        version: the rubric version that it defines; ``None`` where it defines no usable policy.
        problems: what keeps it from being published.
        warnings: what a curator should look at.
        earlier: ``name@version`` of the latest known earlier version.
        advice: what the change since then asks of the version number.
    """

    source: str
    version: RubricVersion | None = None
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    earlier: str | None = None
    advice: Advice | None = None


def lint_files(paths: Sequence[Path], policies: Policies) -> Iterator[Linted]:
    """The verdict on each file; the files of one run may extend one another, in any order."""
    readers: dict[str, Callable[[], RubricVersion]] = {}
    owners: dict[str, Path] = {}
    shelf = Shelf(readers, policies.by_name)
    for path in paths:
        reference = _reference(path)
        if reference and reference not in owners:
            owners[reference] = path
            readers[reference] = partial(read_file, path, policies.base, shelf)
    for path in paths:
        yield _lint(path, policies, shelf, owners)


def _lint(path: Path, policies: Policies, shelf: Shelf, owners: dict[str, Path]) -> Linted:
    source, reference = name_of(path), _reference(path)
    try:
        root = load(read_text(path), source=source)
        if root.kind is Kind.MAPPING and not any(root.get(key) for key in _KEYS):
            raise InvalidRubric(_no_rubric(root))
        own = reference is None or owners[reference] == path
        version = shelf(reference) if reference and own else read_file(path, policies.base, shelf)
    except InputError as error:
        problems = getattr(error, "problems", None) or (Problem(error.message, error.place, error.hint),)
        return Linted(source, problems=tuple(problems))
    places = PartPlaces(root)
    problems = list(_taken(version, policies, places))
    if not own and reference:
        problems.append(_twice(version, owners[reference], places))
    earlier, advice = _advice(version, policies)
    return Linted(
        source,
        version,
        tuple(problems),
        (
            *version.warnings,
            *doubts(version, policies.by_name, places),
            *_number(version, advice, earlier, places),
        ),
        earlier,
        advice,
    )


def _reference(path: Path) -> str | None:
    """``name@version`` as a file says it; ``None`` where it cannot be told."""
    try:
        root = load(read_text(path), source=name_of(path))
    except InputError:
        return None
    name, version = root.get("rubric") or root.get("name"), root.get("version")
    return f"{name.text.strip()}@{version.text.strip()}" if name and version else None


def _no_rubric(root: Located) -> Problem:
    return Problem(
        "this is no rubric: it has neither 'rubric' nor 'categories' at its top",
        root.place,
        "records and RDF are checked by `rubrary validate`",
    )


def _taken(version: RubricVersion, policies: Policies, places: PartPlaces) -> Iterator[Problem]:
    try:
        known = policies.by_name(version.reference)
    except NotFound:
        return
    if content_digest(known) == content_digest(version):
        return
    difference = diff(known, version)
    least = advise(difference).least
    if number_of(least) <= number_of(version.version):  # only the file's own text differs, such as a comment
        least = str(number_of(version.version).bump_patch())
    judged = "the policy is the same" if difference.same_policy else "the policy is another"
    yield Problem(
        f"{version.reference} is already published with other content (digest {content_digest(known)}, "
        f"yours {content_digest(version)}; {judged})",
        places.key("version"),
        f"what is published never changes: raise the version, at least to {least}",
    )


def _twice(version: RubricVersion, other: Path, places: PartPlaces) -> Problem:
    return Problem(
        f"{name_of(other)} defines {version.reference}, too",
        places.key("version"),
        "give one another version",
    )


def _advice(version: RubricVersion, policies: Policies) -> tuple[str | None, Advice | None]:
    earlier = policies.earlier(version)
    return (earlier.reference, advise(diff(earlier, version))) if earlier else (None, None)


def _number(
    version: RubricVersion, advice: Advice | None, earlier: str | None, places: PartPlaces
) -> Iterator[Problem]:
    if advice is None or advice.enough or advice.level is None:
        return
    yield Problem(
        f"since {earlier} the change is {advice.level} ({advice.reasons[0].text}), but the version only went to "
        f"{version.version}",
        places.key("version"),
        f"raise it at least to {advice.least}",
    )
