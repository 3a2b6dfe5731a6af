"""What is assessed: identifiers of papers and of artifacts at an exact revision."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote, unquote

_DOI = re.compile(r"10\.\d{4,9}/\S+")
_DOI_PREFIX = re.compile(r"^(?:https?://(?:dx\.)?doi\.org/|doi:)", re.IGNORECASE)
_SWHID = re.compile(r"swh:1:(?:rev|dir|rel|snp|cnt):[0-9a-f]{40}")
_COMMIT = re.compile(r"[0-9a-f]{40}")

#: Characters a DOI may keep unescaped inside its IRI.
_DOI_SAFE = "/:;()._-~!$&'*+,=@"


def doi_iri(doi: str) -> str:
    """The resolver IRI of a DOI given bare, as ``doi:…`` or as an address.

    DOIs are compared without regard to case, so the IRI is in lower case: one paper, one IRI.

    Raises:
        ValueError: the text is not a DOI.
    """
    bare = unquote(_DOI_PREFIX.sub("", doi.strip()))
    if not _DOI.fullmatch(bare):
        raise ValueError(f"{doi!r} is not a DOI (expected 10.<registrant>/<suffix>)")
    return "https://doi.org/" + quote(bare.lower(), safe=_DOI_SAFE)


def swhid_iri(swhid: str) -> str:
    """The resolver IRI of a core SoftWare Hash IDentifier (ISO/IEC 18670).

    Raises:
        ValueError: the text is not a core SWHID.
    """
    if not _SWHID.fullmatch(swhid):
        raise ValueError(f"{swhid!r} is not a core SWHID (expected swh:1:rev:<40 hexadecimal digits>)")
    return f"https://archive.softwareheritage.org/{swhid}"


def revision_swhid(commit: str) -> str:
    """The SWHID of a git commit: its full SHA-1 is the revision's intrinsic identifier.

    Raises:
        ValueError: the text is not a full commit hash.
    """
    if not _COMMIT.fullmatch(commit):
        raise ValueError(f"{commit!r} is not a full git commit hash (40 lower-case hexadecimal digits)")
    return f"swh:1:rev:{commit}"


def short_revision(iri: str) -> str | None:
    """The first seven digits of the revision that a snapshot's IRI names; ``None`` if it names none."""
    found = _SWHID.search(iri)
    return found[0].rpartition(":")[2][:7] if found else None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """An artifact at an exact revision, or at one that nobody recorded.

    Attributes:
        iri: the SWHID's resolver IRI; one under the registry's base when the revision is unknown.
        artifact: IRI of the artifact that this is a state of.
        swhid: the core SWHID; ``None`` means that the revision is not known.
    """

    iri: str
    artifact: str
    swhid: str | None = None

    @classmethod
    def at_commit(cls, commit: str, artifact: str) -> Snapshot:
        """The snapshot of a git repository at a full commit hash."""
        swhid = revision_swhid(commit)
        return cls(swhid_iri(swhid), artifact, swhid)

    @property
    def known(self) -> bool:
        """Whether the exact revision is on record."""
        return self.swhid is not None
