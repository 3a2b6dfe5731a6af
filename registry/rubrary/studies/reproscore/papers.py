"""Articles as papers, with the scored repositories as their artifacts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rubrary.errors import MalformedInput
from rubrary.graph import literal
from rubrary.records import Agent, Artifact, PaperRecord, Venue
from rubrary.snapshot import doi_iri
from rubrary.studies.reproscore.identify import artifact_iri, orcid_iri, unknown_row
from rubrary.studies.table import Row

_SPDX = "https://spdx.org/licenses/"

#: The hosting site's licence keys are SPDX identifiers in lower case; "other" and unknown keys name none.
_LICENSES = {
    identifier.lower(): f"{_SPDX}{identifier}"
    for identifier in (
        "AGPL-3.0", "Apache-2.0", "Artistic-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSD-3-Clause-Clear",
        "BSD-4-Clause", "BSL-1.0", "CC-BY-4.0", "CC-BY-SA-4.0", "CC0-1.0", "CECILL-2.1", "EPL-1.0", "EPL-2.0",
        "EUPL-1.2", "GPL-2.0", "GPL-3.0", "ISC", "LGPL-2.1", "LGPL-3.0", "MIT", "MIT-0", "MPL-2.0", "NCSA",
        "OSL-3.0", "Unlicense", "WTFPL", "Zlib",
    )
}  # fmt: skip


def paper_record(
    article: Row, venues: Mapping[str, Venue], creators: tuple[Agent, ...], artifacts: tuple[Artifact, ...]
) -> PaperRecord:
    """The paper of an article. A title that the table leaves empty is replaced by the DOI.

    Raises:
        MalformedInput: the DOI, the date or the journal cannot be read.
    """
    doi = article.required("doi")
    return PaperRecord(
        iri=paper_iri(article),
        title=" ".join(article.text("name").split()) or doi,
        doi=doi,
        issued=_issued(article),
        venue=_venue(article, venues),
        creators=creators,
        artifacts=artifacts,
    )


def paper_iri(article: Row) -> str:
    """The DOI's IRI.

    Raises:
        MalformedInput: the article has no DOI, or one that is none.
    """
    doi = article.required("doi")
    # A resolver address is a DOI for doi_iri, but here the field holds the bare one.
    if doi.startswith("10."):
        try:
            return doi_iri(doi)
        except ValueError:
            pass
    raise article.fault("doi", "is not a DOI", "write it as 10.<registrant>/<suffix>")


def creators(authors: Iterable[Row]) -> tuple[tuple[Agent, ...], tuple[MalformedInput, ...]]:
    """The authors with an ORCID iD as persons, each once, and the rows that do not give one."""
    found: dict[str, Agent] = {}
    faults: list[MalformedInput] = []
    for row in authors:
        try:
            iri = orcid_iri(row, "orcid")
            name = " ".join(f"{row.text('given_names')} {row.required('name')}".split())
        except MalformedInput as fault:
            faults.append(fault)
            continue
        found.setdefault(iri, Agent(iri, "person", name))
    return tuple(found.values()), tuple(faults)


def artifact(score: Row, repository: Row) -> Artifact:
    """The repository that a row of scores is about.

    Raises:
        MalformedInput: its address cannot be read.
    """
    iri = artifact_iri(score, "clone_url")
    return Artifact(
        iri=iri,
        kind="code",
        title=score.text("repo") or iri,
        repository=iri,
        license=_LICENSES.get(repository.text("license_key").lower()),
    )


def _issued(article: Row) -> str | None:
    issued = article.text("published_date")
    if not issued:
        return None
    try:
        literal.date(issued)
    except MalformedInput:
        raise article.fault("published_date", "is not a date", "write YYYY-MM-DD, YYYY-MM or YYYY") from None
    return issued


def _venue(article: Row, venues: Mapping[str, Venue]) -> Venue | None:
    journal = article.text("journal_id")
    if journal and journal not in venues:
        raise unknown_row(article, "journal_id", "journal.csv")
    return venues[journal] if journal else None
