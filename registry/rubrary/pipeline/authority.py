"""Who may define which IRI.

One IRI has one defining deposit. Depositors mint only under the registry's base; ``https://w3id.org/rubrary/``
is defined by what the release ships and by nothing else. Statements about somebody else's IRI (a paper's DOI, a
snapshot's SWHID) are descriptions of it and allowed in any number; records of our own kinds are not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from rubrary.terms import PREFIXES, RUB, rub
from rubrary.validation.report import Finding, Severity

_RELEASE = "https://w3id.org/rubrary/"

#: Below the base, these belong to the registry itself.
_RESERVED = (
    ".well-known/", "catalog", "record/", "deposit/", "sparql", "ontology", "shapes", "healthz",
    "openapi.json", "docs", "static/",
)  # fmt: skip

#: What others define elsewhere, so that a deposit may describe it under its own IRI.
_DESCRIBABLE = frozenset(
    cls.value for cls in (rub.Paper, rub.Venue, rub.Artifact, rub.Snapshot, rub.Study, rub.Archive)
)

#: Things under the base that many deposits mention; each mention has to say the same.
_SHARED = frozenset(
    {
        cls.value
        for cls in (
            rub.Venue,
            rub.Artifact,
            rub.Snapshot,
            rub.UnknownRevision,
            rub.Instrument,
            rub.Rubric,
            rub.Archive,
        )
    }
    | {PREFIXES["prov"] + name for name in ("Agent", "Person", "Organization", "SoftwareAgent")}
)


@dataclass(frozen=True, slots=True)
class Claim:
    """That a deposit types an IRI. ``defines``: it is the one deposit that says what the IRI is."""

    iri: str
    class_iri: str
    defines: bool


def claims(subjects: Mapping[str, Iterable[str]], topic: str, base: str) -> tuple[Claim, ...]:
    """One claim for each IRI and class of a deposit, in order of IRI."""
    found = []
    for iri, classes in sorted(subjects.items()):
        ours = iri.startswith(base) or iri.startswith(_RELEASE)
        kinds = sorted(set(classes))
        shared = iri != topic and any(cls in _SHARED for cls in kinds)
        found += [Claim(iri, cls, ours and not shared and number == 0) for number, cls in enumerate(kinds)]
    return tuple(found)


def trespasses(subjects: Mapping[str, Iterable[str]], base: str, *, released: bool) -> list[Finding]:
    """A violation for each IRI that this deposit has no authority to define.

    Args:
        subjects: the typed IRIs of the deposit with their classes.
        base: the registry's base IRI.
        released: the deposit's content is, to the byte, one that the release ships.
    """
    found = []
    for iri, classes in sorted(subjects.items()):
        if iri.startswith(base):
            path = iri[len(base) :]
            if any(path == word or (path.startswith(word) and word.endswith("/")) for word in _RESERVED):
                found.append(_refusal(iri, "is an address that the registry itself answers for", base))
        elif iri.startswith(_RELEASE):
            if not released:
                found.append(
                    _refusal(iri, "belongs to the release of Rubrary, which defines it otherwise", base)
                )
        elif any(cls.startswith(RUB) and cls not in _DESCRIBABLE for cls in classes):
            found.append(_refusal(iri, "lies under a base that is not this registry's", base))
    return found


def contradictions(said: Mapping[str, str], on_record: Callable[[str], str | None]) -> list[Finding]:
    """A violation for each shared thing under the base that another deposit describes otherwise.

    Args:
        said: digest of what the deposit says of each such IRI.
        on_record: digest of what an earlier deposit says of an IRI, if one does.
    """
    found = []
    for iri, digest in sorted(said.items()):
        if on_record(iri) not in (None, digest):
            found.append(
                Finding(
                    severity=Severity.VIOLATION,
                    focus=iri,
                    path=None,
                    value=None,
                    message=f"<{iri}> is described otherwise by a deposit on record.",
                    remedy="Say the same of it, or leave its description out and only refer to it.",
                )
            )
    return found


def _refusal(iri: str, why: str, base: str) -> Finding:
    return Finding(
        severity=Severity.VIOLATION,
        focus=iri,
        path=None,
        value=None,
        message=f"<{iri}> {why}.",
        remedy=f"Mint an IRI of your own under <{base}>, for example by writing it relative to the base.",
    )
