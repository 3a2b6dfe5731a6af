"""Read a rubric file: text in, a checked rubric version out, or all that is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from pyoxigraph import NamedNode

from rubrary.errors import InvalidRubric, Place, Problem
from rubrary.rubric import keys, parts
from rubrary.rubric.check import check_policy
from rubrary.rubric.extends import Baselines, find_overrides, merge, resolve
from rubrary.rubric.fields import Fields, Findings
from rubrary.rubric.method import completed, weighting_of
from rubrary.rubric.model import (
    Criterion,
    Dimension,
    Penalty,
    Policy,
    PolicyStatus,
    Rounding,
    RubricVersion,
    ScoreRule,
)
from rubrary.rubric.short_form import as_long_form, is_short_form
from rubrary.terms import RUBRIC
from rubrary.yaml_source import Kind, load

# Semantic versioning 2.0.0, or the two numbers that published short forms use.
_VERSION = re.compile(
    r"(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?)?"
)
_LICENSE = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+-]*")

_NOUNS = {"dimensions": "dimension", "criteria": "criterion", "penalties": "penalty", "scores": "score"}

Part = TypeVar("Part", Dimension, Criterion, Penalty, ScoreRule)


def read_rubric(
    text: str, *, source: str, base: str, baselines: Baselines, shipped: bool = False
) -> RubricVersion:
    """The rubric version that a file defines.

    Args:
        text: YAML or JSON, in the long form (``docs/rubric-file.md``) or the paper's short form.
        source: what errors call the file.
        base: the registry's base IRI, which ends with ``/``; the version is minted under it.
        baselines: gives the version that ``extends`` names.
        shipped: mint under Rubrary's own IRI instead, the same in every registry; for files of a release.

    Raises:
        MalformedInput: the text is not YAML, or uses a part of it that is not read.
        LimitExceeded: it is too large or nested too deep.
        InvalidRubric: it defines no usable policy; all problems are listed with their lines.
    """
    findings = Findings()
    root = load(text, source=source)
    if root.kind is not Kind.MAPPING:
        raise InvalidRubric(Problem(f"a rubric must be a mapping of keys, not a {root.kind}", root.place))
    if is_short_form(root):
        root = as_long_form(root, findings)
    reader = _Reader(Fields(root, "the rubric", keys.RUBRIC, findings), findings, baselines)
    version = reader.read(text, RUBRIC if shipped else f"{base}rubric/")
    if findings.problems:
        raise InvalidRubric(*sorted(findings.problems, key=_order))
    return version


class _Reader:
    """Reads one file in the long form."""

    def __init__(self, top: Fields, findings: Findings, baselines: Baselines) -> None:
        self._top = top
        self._findings = findings
        self._baselines = baselines
        self._places: dict[str, Place] = {}
        self._rationales: dict[str, str | None] = {}

    def read(self, text: str, root: str) -> RubricVersion:
        top = self._top
        name, version = top.word("rubric") or "", self._version()
        baseline = self._baseline(name, version)
        policy = self._policy(baseline.policy if baseline else None)
        check_policy(policy, self._locate, self._findings)
        overrides = (
            find_overrides(baseline.policy, policy, self._rationales, self._locate, self._findings)
            if baseline and not self._findings.problems
            else ()
        )
        return RubricVersion(
            policy=policy,
            name=name,
            version=version,
            iri=f"{root}{name}/{version}",
            title=top.text("title", name if baseline else None) or name,
            description=top.optional_text("description"),
            license=self._license(required=baseline is None),
            source=self._source(),
            extends=baseline.iri if baseline else None,
            overrides=overrides,
            source_text=text,
            status=self._status(),
            missing=top.optional_text("missing"),
            warnings=tuple(self._findings.warnings),
        )

    def _version(self) -> str:
        text = self._top.text("version") or ""
        if text and not _VERSION.fullmatch(text):
            self._top.problem(
                "version", f"the version {text!r} is not MAJOR.MINOR.PATCH", "for example 1.0.0"
            )
        return text

    def _license(self, *, required: bool) -> str | None:
        text = self._top.text("license") if required else self._top.optional_text("license")
        if text and not _LICENSE.fullmatch(text):
            self._top.problem(
                "license", f"the licence {text!r} is not an SPDX identifier", "for example CC-BY-4.0"
            )
        return text

    def _source(self) -> str | None:
        text = self._top.optional_text("source")
        if text and not _is_address(text):
            self._top.problem("source", f"the source {text!r} is not a web address", "begin with https://")
        return text

    def _status(self) -> PolicyStatus | None:
        if "status" not in self._top:
            return None
        word = self._top.choice("status", tuple(PolicyStatus))
        if word == PolicyStatus.RECONSTRUCTED and "missing" not in self._top:
            self._findings.warn(
                self._top.place_of("status"),
                "the rubric is reconstructed, but does not say what it lacks of its source",
                "add 'missing: …'",
            )
        return PolicyStatus(word) if word else None

    def _baseline(self, name: str, version: str) -> RubricVersion | None:
        reference = self._top.optional_text("extends")
        if "extends" not in self._top:
            return None
        found = reference and resolve(
            reference, f"{name}@{version}", self._top.place_of("extends"), self._baselines, self._findings
        )
        if not found:
            # Without the baseline every key it would give looks missing; say only what is sure.
            raise InvalidRubric(*sorted(self._findings.problems, key=_order))
        return found

    def _policy(self, base: Policy | None) -> Policy:
        if base is None and "criteria" not in self._top:
            self._top.text("criteria")
        scores = self._section("scores", keys.SCORE, base.scores if base else None, parts.read_score)
        # What a weight means depends on the methods that use it.
        weighting = weighting_of(rule.method for rule in scores)
        dimensions = self._section(
            "dimensions",
            keys.DIMENSION,
            base.dimensions if base else None,
            partial(parts.read_dimension, weighting=weighting),
        )
        criteria = self._section(
            "criteria",
            keys.CRITERION,
            base.criteria if base else None,
            partial(parts.read_criterion, weighting=weighting),
        )
        penalties = self._section(
            "penalties", keys.PENALTY, base.penalties if base else None, parts.read_penalty
        )
        return Policy(
            dimensions=dimensions,
            criteria=criteria,
            penalties=penalties,
            scores=tuple(completed(rule, criteria) for rule in scores),
            rounding=self._rounding(base),
        )

    def _section(
        self,
        key: str,
        allowed: tuple[str, ...],
        base: tuple[Part, ...] | None,
        read: Callable[[Fields, str, Part | None], Part],
    ) -> tuple[Part, ...]:
        noun = _NOUNS[key]
        known = {part.id: part for part in base or ()}
        found: list[Part] = []
        self._places[key] = self._top.place_of(key)
        for node in self._top.items(key):
            identifier = node.get("id")
            what = f"the {noun} {identifier.text!r}" if identifier else f"a {noun}"
            fields = Fields(node, what, self._allowed(allowed, base is not None), self._findings)
            word = fields.word("id")
            if word is None:
                continue
            if any(part.id == word for part in found):
                fields.problem("id", f"{what} is written twice")
                continue
            self._touch(f"penalty-{word}" if noun == "penalty" else word, fields)
            found.append(read(fields, word, known.get(word)))
        return merge(base or (), found)

    def _rounding(self, base: Policy | None) -> Rounding:
        fields = self._top.inner("rounding", self._allowed(keys.ROUNDING, base is not None))
        start = base.rounding if base else None
        if fields is None:
            return start or Rounding()
        self._touch("", fields)
        return parts.read_rounding(fields, start)

    def _allowed(self, allowed: tuple[str, ...], extends: bool) -> tuple[str, ...]:
        return (*allowed, keys.RATIONALE) if extends else allowed

    def _touch(self, target: str, fields: Fields) -> None:
        self._places[target] = fields.place
        self._rationales[target] = fields.optional_text(keys.RATIONALE)

    def _locate(self, *parts: str) -> Place:
        touched = (self._places[part] for part in parts if part in self._places)
        return next(touched, self._top.place)


def _is_address(text: str) -> bool:
    try:
        return bool(re.match("https?://[^/]", NamedNode(text).value))
    except ValueError:
        return False


def _order(problem: Problem) -> tuple[int, int]:
    place = problem.place
    return (place.line or 0, place.column or 0) if place else (0, 0)
