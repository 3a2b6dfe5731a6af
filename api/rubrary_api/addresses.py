"""Between IRIs and the addresses of pages in this registry.

Every thing has a page here, whoever coined its IRI: a paper under its DOI, a snapshot under its SWHID, a shipped
rubric under its name. An IRI of nobody we know is described at ``/describe?iri=…``; pages never link a foreign
IRI directly, so a hostile one is never followed by a click.
"""

from __future__ import annotations

from urllib.parse import quote, urlsplit

from rubrary.snapshot import doi_iri
from rubrary.terms import RUB, RUBRIC, SCHEME

_DOI = "https://doi.org/"
_SWH = "https://archive.softwareheritage.org/"
_SAFE = "/:;()._-~!$&'*+,=@"


def root_of(base: str) -> str:
    """The path below which the registry lives, without its last slash: empty for ``https://a.example/``."""
    return urlsplit(base).path.rstrip("/")


def address_of(iri: str, base: str) -> str:
    """The path, with query and fragment if any, of the page about an IRI."""
    root = root_of(base)
    whole, _, fragment = iri.partition("#")
    anchor = f"#{quote(fragment, safe='-._')}" if fragment else ""
    for prefix, path in (
        (base, "/"),
        (RUBRIC, "/rubric/"),
        (SCHEME, "/scheme/"),
        (_DOI, "/paper/"),
        (_SWH + "swh:", "/snapshot/swh:"),
    ):
        if iri.startswith(prefix):
            return root + path + _quoted(whole.removeprefix(prefix)) + anchor
    if iri.startswith(RUB):
        return f"{root}/ontology{anchor}"
    return f"{root}/describe?iri={quote(iri, safe='')}"


def _quoted(path: str) -> str:
    # A percent sign that is already part of an escape stays, since the IRI is what is looked up.
    return quote(path, safe=_SAFE + "%")


def candidates(path: str, base: str) -> tuple[str, ...]:
    """The IRIs that a page's path (without its leading slash) may stand for, the likeliest first."""
    found = [base + path]
    for prefix, folder in ((RUBRIC, "rubric/"), (SCHEME, "scheme/"), (_DOI, "paper/"), (_SWH, "snapshot/")):
        if path.startswith(folder):
            rest = path.removeprefix(folder)
            found.append(_paper(rest) if prefix == _DOI else prefix + rest)
    return tuple(found)


def _paper(doi: str) -> str:
    # A server hands over a path whose escapes are undone; the IRI of a DOI with `<` or `#` in it has them.
    try:
        return doi_iri(doi)
    except ValueError:
        return _DOI + doi.lower()


def outside(iri: str) -> str | None:
    """The address of a thing at the resolver of its identifier, for the two resolvers that nobody can register at
    by writing an IRI: doi.org and Software Heritage; ``None`` for every other IRI.
    """
    return _quoted(iri) if iri.startswith((_DOI, _SWH + "swh:")) else None
