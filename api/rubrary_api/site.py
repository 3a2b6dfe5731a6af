"""What every page needs: the registry, its index, the templates, and negotiation of the form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from threading import Lock

from fastapi import Request, Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from pyoxigraph import QueryResultsFormat, QuerySolutions, RdfFormat, Triple, parse, parse_query_results

from rubrary import __version__
from rubrary.errors import NotFound
from rubrary.index.service import QueryService
from rubrary.pipeline.knowledge import Knowledge
from rubrary.pipeline.registry import Registry
from rubrary.rubric.model import RubricVersion
from rubrary_api.addresses import address_of, root_of
from rubrary_api.filters import filters, is_iri
from rubrary_api.forms import HTML, RDF_FORMS, alternates, media_type_of, rdf_bytes
from rubrary_api.negotiate import choose

Row = dict[str, str | None]

#: Stands for the thing a page is about, in the queries of ``queries/``.
_TOPIC = "<urn:x-rubrary:topic>"
PAGE_SIZE = 100


class NotAcceptable(Exception):
    """The client takes none of the forms on offer (406)."""

    def __init__(self, offers: list[str]) -> None:
        super().__init__("this is available as " + ", ".join(offers))


@dataclass(frozen=True, slots=True)
class Form:
    """A further form of a page beside HTML and RDF: media type, ``format`` value, label and content."""

    media_type: str
    short: str
    label: str
    content: Callable[[], bytes]
    filename: str | None = None


@cache
def query_text(name: str) -> str:
    """The SPARQL of one of the pages' queries."""
    return (files("rubrary_api") / "queries" / f"{name}.rq").read_text(encoding="utf-8")


class Site:
    """The pages of one registry.

    Args:
        registry: the open registry.
        queries: answers SPARQL over the newest generation of its index.
    """

    def __init__(self, registry: Registry, queries: QueryService) -> None:
        self.registry = registry
        self.queries = queries
        self._knowledge: Knowledge = registry.knowledge()
        self._lock = Lock()
        self._templates = Environment(
            loader=PackageLoader("rubrary_api"),
            autoescape=select_autoescape(default=True, default_for_string=True),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.filters.update(filters(registry.base))
        self._templates.filters["is_iri"] = is_iri

    @property
    def base(self) -> str:
        """The registry's base IRI."""
        return self.registry.base

    def rubric(self, iri: str | None) -> RubricVersion | None:
        """The rubric version with that IRI, if it is on record."""
        with self._lock:  # the cache of rubrics is shared by the threads that serve pages
            return self._knowledge.rubric_of(iri) if iri else None

    # -- queries ---------------------------------------------------------------------------------------------

    def select(self, name: str, topic: str | None = None, *, page: int = 1) -> list[Row]:
        """The rows of one of the pages' queries, each cell as text or ``None``."""
        text = _about(query_text(name), topic)
        text = text.replace("OFFSET 0", f"OFFSET {(page - 1) * PAGE_SIZE}")
        answer = self.queries.run(text, ["json"])
        return rows(answer.read())

    def describe(self, topic: str) -> list[Triple]:
        """All that the index says of one thing, and what points to it."""
        text = _about(query_text("description_graph"), topic)
        answer = self.queries.run(text, ["ntriples"])
        return [quad.triple for quad in parse(answer.read(), format=RdfFormat.N_TRIPLES)]

    # -- answers ---------------------------------------------------------------------------------------------

    def page(self, template: str, *, status: int = 200, **values: object) -> HTMLResponse:
        """An HTML page."""
        shown = {"alternates": [], "title": "Registry", "status": status, **values}
        text = self._templates.get_template(template).render(
            base=self.base,
            root=root_of(self.base),
            head=self.registry.ledger.head(),
            release=__version__,
            **shown,
        )
        return HTMLResponse(text, status_code=status, headers={"Vary": "Accept"})

    def respond(
        self,
        request: Request,
        topic: str,
        template: str,
        values: Callable[[], Mapping[str, object]],
        triples: Callable[[], list[Triple]],
        extra: tuple[Form, ...] = (),
        status: int = 200,
    ) -> Response:
        """The page about a thing in the form that the client asks for.

        Raises:
            NotAcceptable: the client takes none of the forms.
        """
        others = {form.media_type: form for form in extra}
        chosen = wanted(request, [HTML, *RDF_FORMS, *others])
        if chosen == HTML:
            links = alternates(
                address_of(topic, self.base), extra=[(f.media_type, f.short, f.label) for f in extra]
            )
            shown = {"title": topic, **values()}
            return self.page(template, status=status, topic=topic, alternates=links, **shown)
        if chosen in others:
            return _download(others[chosen], status)
        body = rdf_bytes(triples(), chosen)
        return Response(body, media_type=chosen, status_code=status, headers={"Vary": "Accept"})


def wanted(request: Request, offers: list[str]) -> str:
    """The media type to answer with: that of ``?format=``, or the best by ``Accept``.

    Raises:
        NotAcceptable: none of the offers is wanted.
    """
    short = request.query_params.get("format")
    chosen = media_type_of(short) if short else choose(request.headers.get("accept"), offers)
    if chosen is None or chosen not in offers:
        raise NotAcceptable(offers)
    return chosen


def _download(form: Form, status: int) -> Response:
    headers = {"Vary": "Accept"}
    if form.filename:
        headers["Content-Disposition"] = f'attachment; filename="{Path(form.filename).name}"'
    return Response(form.content(), media_type=form.media_type, status_code=status, headers=headers)


def _about(query: str, topic: str | None) -> str:
    if topic is None:
        return query
    if not is_iri(topic):  # it goes between angle brackets: nothing may close them early
        raise NotFound(f"{topic!r} is not an IRI")
    return query.replace(_TOPIC, f"<{topic}>")


def rows(answer: bytes) -> list[Row]:
    """The rows of a JSON results document."""
    solutions = parse_query_results(answer, format=QueryResultsFormat.JSON)
    if not isinstance(solutions, QuerySolutions):
        return [{"answer": str(bool(solutions)).lower()}]
    names = [variable.value for variable in solutions.variables]
    return [{name: _text(solution[name]) for name in names} for solution in solutions]


def _text(term: object) -> str | None:
    value = getattr(term, "value", None)
    return value if isinstance(value, str) or value is None else str(value)
