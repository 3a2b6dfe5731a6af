"""Digests that say whether two scores were judged by the same policy and measured by the same instrument.

Both are SHA-256 over RFC 8785 JSON. Numbers are written as the shortest decimal text, so 0.30 and 0.3 are
the same; arrays of parts are sorted by id; titles, questions and IRIs are left out. ``tests/vectors`` holds
vectors.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias, TypeVar

import rfc8785

from rubrary.rubric.model import Criterion, Dimension, Penalty, Policy, Scale, ScoreRule
from rubrary.rubric.number import shortest

Json: TypeAlias = "str | Sequence[Json] | Mapping[str, Json] | None"
Part = TypeVar("Part", Criterion, Dimension, Penalty, ScoreRule)


def policy_digest(policy: Policy) -> str:
    """64 hexadecimal digits, equal for policies that give the same scores for the same measurements."""
    return hashlib.sha256(policy_json(policy)).hexdigest()


def policy_json(policy: Policy) -> bytes:
    """The text that ``policy_digest`` hashes, in UTF-8."""
    dimensions = {dimension.id for dimension in policy.dimensions}
    return rfc8785.dumps(
        {
            "criteria": [_criterion(part) for part in _sorted(policy.criteria)],
            "dimensions": [_dimension(part) for part in _sorted(policy.dimensions)],
            "format": "rubrary-policy/1",
            "penalties": [_penalty(part, dimensions) for part in _sorted(policy.penalties)],
            "rounding": {"decimals": str(policy.rounding.decimals), "mode": policy.rounding.mode.value},
            "scores": [_score(part) for part in _sorted(policy.scores)],
        }
    )


def instrument_digest(name: str, version: str, detectors: Mapping[str, str]) -> str:
    """64 hexadecimal digits that identify what measured.

    Args:
        name: the instrument's name.
        version: its version.
        detectors: the semantic version of each detector by id; empty for one that is not made of detectors.
    """
    text = rfc8785.dumps(
        {
            "detectors": [{"id": key, "version": detectors[key]} for key in sorted(detectors)],
            "format": "rubrary-instrument/1",
            "name": name,
            "version": version,
        }
    )
    return hashlib.sha256(text).hexdigest()


def _sorted(parts: Iterable[Part]) -> list[Part]:
    return sorted(parts, key=lambda part: part.id)


def _dimension(dimension: Dimension) -> Json:
    gate = dimension.gate
    parent: dict[str, Json] = {} if dimension.parent is None else {"parent": dimension.parent}
    return {
        **parent,
        "gate": {"exponent": shortest(gate.exponent), "threshold": shortest(gate.threshold)}
        if gate
        else None,
        "id": dimension.id,
        "weight": shortest(dimension.weight),
    }


def _criterion(criterion: Criterion) -> Json:
    return {
        "dimension": criterion.dimension,
        "id": criterion.id,
        "notApplicable": "omit" if criterion.stand_in is None else shortest(criterion.stand_in),
        "scale": _scale(criterion.scale),
        "weight": shortest(criterion.weight),
    }


def _scale(scale: Scale) -> Json:
    answers: dict[str, Json] = {}
    if scale.answers:
        answers = {
            "answers": {
                answer.notation: None if answer.value is None else shortest(answer.value)
                for answer in scale.answers
            }
        }
    return {
        **answers,
        "kind": scale.kind.value,
        "maximum": None if scale.maximum is None else shortest(scale.maximum),
        "minimum": shortest(scale.minimum),
        "tiers": [shortest(tier) for tier in scale.tiers],
    }


def _penalty(penalty: Penalty, dimensions: set[str]) -> Json:
    return {
        "below": shortest(penalty.below),
        "id": penalty.id,
        "on": {"dimension" if penalty.on in dimensions else "criterion": penalty.on},
        "points": shortest(penalty.points),
    }


def _score(rule: ScoreRule) -> Json:
    blend: dict[str, Json] = {}
    if rule.alpha_minimum is not None and rule.alpha_maximum is not None:
        blend = {"alpha": [shortest(rule.alpha_minimum), shortest(rule.alpha_maximum)]}
    top: dict[str, Json] = {}
    if rule.top is not None:
        top = {"top": {"criterion": rule.top.criterion, "tier": shortest(rule.top.tier)}}
    return {
        **blend,
        **top,
        "clamp": [shortest(rule.clamp_minimum), shortest(rule.clamp_maximum)],
        "id": rule.id,
        "method": rule.method.value,
        # A mean does not depend on its order, a blend does.
        "of": list(rule.of),
        "over": sorted(rule.over),
    }
