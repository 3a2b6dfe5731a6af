"""Identifiers: from addresses, commits and names as the data sets write them to IRIs."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import urlsplit

from rubrary.errors import MalformedInput
from rubrary.snapshot import Snapshot
from rubrary.studies.table import Row

_REPOSITORY_PATH = re.compile(r"/[A-Za-z0-9._~-]+(?:/[A-Za-z0-9._~-]+)+")
_HOST = re.compile(r"[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")
_ORCID = re.compile(r"(?:https?://(?:www\.)?orcid\.org/)?([0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9X])")

#: What the scorer writes where it could not tell which commit it scored.
UNKNOWN = "unknown"


def artifact_iri(row: Row, column: str) -> str:
    """The repository's address without ``.git``, its host in lower case.

    The path keeps its case: another spelling is another artifact, though it may share every commit.

    Raises:
        MalformedInput: the field is not a repository's web address.
    """
    value = row.required(column)
    try:
        parts = urlsplit(value)
    except ValueError:
        parts = urlsplit("")
    path = parts.path.rstrip("/").removesuffix(".git")
    plain = _HOST.fullmatch(parts.netloc) and not parts.query and not parts.fragment
    if parts.scheme not in {"http", "https"} or not plain or not _REPOSITORY_PATH.fullmatch(path):
        raise row.fault(
            column, "is not the web address of a repository", "write https://<host>/<owner>/<repository>"
        )
    return f"https://{parts.netloc.lower()}{path}"


def snapshot(row: Row, column: str, artifact: str, unknown: str) -> Snapshot:
    """The artifact at the commit in the field; ``unknown`` is the IRI where the field says ``unknown``.

    Raises:
        MalformedInput: the field is neither a full commit hash nor ``unknown``.
    """
    commit = row.required(column)
    if commit == UNKNOWN:
        return Snapshot(unknown, artifact)
    try:
        return Snapshot.at_commit(commit, artifact)
    except ValueError:
        raise row.fault(
            column, "is not a full commit hash", f"write 40 lower-case hexadecimal digits, or {UNKNOWN}"
        ) from None


def orcid_iri(row: Row, column: str) -> str:
    """The person's ORCID iD as an IRI.

    Raises:
        MalformedInput: the field is not an ORCID iD, or its check digit is wrong.
    """
    found = _ORCID.fullmatch(row.required(column))
    if not found or _check_digit(found[1]) != found[1][-1]:
        raise row.fault(column, "is not an ORCID iD", "correct it, or leave the field empty")
    return f"https://orcid.org/{found[1]}"


def _check_digit(orcid: str) -> str:
    """ISO 7064 MOD 11-2 over the first fifteen digits."""
    total = 0
    for digit in orcid[:-1].replace("-", ""):
        total = (total + int(digit)) * 2
    rest = (12 - total % 11) % 11
    return "X" if rest == 10 else str(rest)


def repository_id(row: Row, column: str) -> str:
    """The repository's number in both data sets, without leading zeros.

    Raises:
        MalformedInput: the field is not a whole number.
    """
    return str(row.whole(column))


def slug(name: str) -> str:
    """A name as the end of an IRI: lower-case ASCII letters, digits and hyphens; empty if nothing is left."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def unknown_row(row: Row, column: str, table: str) -> MalformedInput:
    """The error that a row names one that another table does not have."""
    return row.fault(column, f"is not an id in {table}", f"add that row to {table}, or leave this one out")
