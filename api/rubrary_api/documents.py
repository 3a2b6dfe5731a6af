"""Routes to what the registry is made of: home, lists, vocabulary, shapes, schemas, health."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse
from pyoxigraph import RdfFormat, Triple, parse

from rubrary.errors import NotFound
from rubrary.index.index import Index
from rubrary.readers.record_schema import record_schema
from rubrary.resources import data_folder
from rubrary_api.addresses import root_of
from rubrary_api.forms import HTML, RDF_FORMS, alternates, rdf_bytes
from rubrary_api.routes import reads
from rubrary_api.site import PAGE_SIZE, Site, wanted

#: Number of a page of a list, from 1 on.
Page = Annotated[int, Query(ge=1, le=1_000_000)]


@cache
def _turtle_folder(name: str) -> tuple[Triple, ...]:
    found = []
    for path in sorted(data_folder(name).rglob("*.ttl")):
        found += [quad.triple for quad in parse(path=path, format=RdfFormat.TURTLE)]
    return tuple(found)


def _vocabulary(site: Site, request: Request, name: str, heading: str) -> Response:
    chosen = wanted(request, [*RDF_FORMS, HTML])
    triples = _turtle_folder(name)
    if chosen == HTML:
        text = rdf_bytes(triples, "text/turtle").decode()
        links = alternates(f"{root_of(site.base)}/{name}")
        return site.page("document.html", title=heading, heading=heading, text=text, alternates=links)
    return Response(rdf_bytes(triples, chosen), media_type=chosen, headers={"Vary": "Accept"})


def documents_router(site: Site) -> APIRouter:
    """The routes; each answers GET and HEAD."""
    router = APIRouter()

    @reads(router, "/", "Home")
    def home(request: Request) -> Response:
        if wanted(request, [HTML, *RDF_FORMS]) != HTML:
            triples = site.describe(site.base)
            chosen = wanted(request, [*RDF_FORMS])
            return Response(rdf_bytes(triples, chosen), media_type=chosen, headers={"Vary": "Accept"})
        return site.page(
            "home.html",
            title="Registry",
            counts=site.select("counts"),
            rubrics=site.select("rubrics"),
            alternates=alternates(f"{root_of(site.base)}/"),
        )

    @reads(router, "/rubrics", "Rubric versions")
    def rubrics(request: Request) -> Response:
        wanted(request, [HTML])
        return site.page("rubrics.html", title="Rubric versions", rubrics=site.select("rubrics"))

    @reads(router, "/papers", "Papers")
    def papers(request: Request, page: Page = 1) -> Response:
        return _listing(site, request, "papers", page)

    @reads(router, "/deposits", "Deposits, newest first")
    def deposits(request: Request, page: Page = 1) -> Response:
        return _listing(site, request, "deposits", page)

    @reads(router, "/ontology", "The vocabulary")
    def ontology(request: Request) -> Response:
        return _vocabulary(site, request, "ontology", "Ontology and schemes")

    @reads(router, "/shapes", "The SHACL shapes in force")
    def shapes(request: Request) -> Response:
        return _vocabulary(site, request, "shapes", "Shapes")

    @reads(router, "/schema/record.json", "JSON Schema of the record file")
    def schema() -> Response:
        return JSONResponse(record_schema(), media_type="application/schema+json")

    @reads(router, "/healthz", "Health")
    def health() -> Response:
        head = site.registry.ledger.head()
        indexed = Index.open(site.registry.index_folder).last_sequence()
        return JSONResponse({"status": "ok", "sequence": head.seq, "state": head.state, "indexed": indexed})

    @reads(router, "/static/{name}", "Style sheet")
    def static(name: str) -> Response:
        if name != "style.css":
            raise NotFound(f"there is no file {name!r}")
        text = (files("rubrary_api") / "static" / name).read_bytes()
        return Response(text, media_type="text/css", headers={"Cache-Control": "max-age=3600"})

    return router


def _listing(site: Site, request: Request, name: str, page: int) -> Response:
    wanted(request, [HTML])
    found = site.select(name, page=page)
    if page > 1 and not found:
        raise NotFound(f"the {name} have no page {page}")
    more = len(found) > PAGE_SIZE
    return site.page(f"{name}.html", title=name.capitalize(), found=found[:PAGE_SIZE], page=page, more=more)
