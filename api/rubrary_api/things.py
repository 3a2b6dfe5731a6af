"""Routes to the pages of things: rubric versions, papers, snapshots, assessments, attempts, deposits, the rest."""

from __future__ import annotations

import json
from collections.abc import Mapping
from urllib.parse import quote

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from pyoxigraph import NamedNode, Triple

from rubrary.errors import NotFound
from rubrary.graph.canonical import triples_of
from rubrary.graph.read import Facts
from rubrary.ledger import Row
from rubrary.pipeline.bundle import bundle_bytes
from rubrary.terms import rdf, rub
from rubrary_api.addresses import candidates, root_of
from rubrary_api.filters import is_iri, name
from rubrary_api.forms import YAML, ZIP
from rubrary_api.routes import reads
from rubrary_api.site import Form, Site
from rubrary_api.views.assessment import assessment_page
from rubrary_api.views.attempt import attempt_page
from rubrary_api.views.rubric_version import rubric_page
from rubrary_api.views.scores import profile_of


class Things:
    """Finds what a path stands for and answers with its page."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def by_path(self, request: Request, path: str) -> Response:
        """The page of the thing that a path of this server names."""
        base = self._site.base
        with_query = path + (
            f"?{request.url.query}" if path.startswith("paper/") and request.url.query else ""
        )
        # As it was sent, for IRIs that have escapes themselves; then with the escapes undone.
        sent = request.scope.get("raw_path", b"").decode("ascii", "replace").lstrip("/")
        for iri in dict.fromkeys(
            found for text in (with_query, path, sent) for found in candidates(text, base)
        ):
            if is_iri(iri) and (answer := self._about(request, iri)) is not None:
                return answer
        if path.endswith("/") and path.strip("/"):
            query = f"?{request.url.query}" if request.url.query else ""
            return RedirectResponse(f"{root_of(base)}/{quote(path.strip('/'))}{query}", status_code=308)
        raise NotFound(f"nothing on record is called {base}{path}")

    def by_iri(self, request: Request, iri: str) -> Response:
        """The page of the thing with that IRI."""
        if (answer := self._about(request, iri)) is None:
            raise NotFound(f"the registry says nothing of <{iri}>")
        return answer

    def _about(self, request: Request, iri: str) -> Response | None:
        row = self._site.registry.ledger.defining(iri)
        if row is not None and row.withdrawn_by is not None:
            return self._tombstone(request, iri, row)
        if row is not None and row.nquads is not None:
            graph = triples_of(row.nquads)
            for kind, page in (
                (rub.RubricVersion, self._rubric),
                (rub.Assessment, self._assessment),
                (rub.ReproductionAttempt, self._attempt),
            ):
                if Triple(NamedNode(iri), rdf.type, kind) in graph:
                    return page(request, iri, graph)
        return self._described(request, iri)

    def _tombstone(self, request: Request, iri: str, row: Row) -> Response:
        said = self._site.describe(iri)
        return self._site.respond(
            request, iri, "deposit.html", lambda: self._deposit_values(row), lambda: said, status=410
        )

    # -- kinds of things -------------------------------------------------------------------------------------

    def _rubric(self, request: Request, iri: str, graph: list[Triple]) -> Response:
        site = self._site
        version = site.rubric(iri)
        if version is None:
            raise NotFound(f"<{iri}> is on record, but is no rubric version")
        records = site.select("record_of", iri)
        yaml = Form(
            YAML, "yaml", "YAML", version.source_text.encode, f"{version.name}-{version.version}.yaml"
        )

        def values() -> Mapping[str, object]:
            digest = records[0]["digest"] if records else None
            return {
                **rubric_page(version),
                "content_digest": digest,
                "records": records,
                "title": version.title,
            }

        return site.respond(request, iri, "rubric_version.html", values, lambda: graph, (yaml,))

    def _assessment(self, request: Request, iri: str, graph: list[Triple]) -> Response:
        site, facts = self._site, Facts(graph)
        bundle = Form(
            ZIP, "zip", "RO-Crate", lambda: bundle_bytes(site.registry, iri), f"{name(iri)}.crate.zip"
        )

        def values() -> Mapping[str, object]:
            version = site.rubric(facts.one(iri, rub.appliesRubric))
            composites = site.select("composites", iri)
            return {
                **assessment_page(facts, iri, version),
                "paper_title": self._title(facts.one(iri, rub.aboutPaper)),
                "composites": composites,
                "records": site.select("record_of", iri),
            }

        return site.respond(request, iri, "assessment.html", values, lambda: graph, (bundle,))

    def _attempt(self, request: Request, iri: str, graph: list[Triple]) -> Response:
        site, facts = self._site, Facts(graph)

        def values() -> Mapping[str, object]:
            version = site.rubric(facts.one(iri, rub.appliesRubric))
            composites = site.select("composites", iri)
            records = site.select("record_of", iri)
            title = self._title(facts.one(iri, rub.aboutPaper))
            return {**attempt_page(facts, iri, version, title), "composites": composites, "records": records}

        return site.respond(request, iri, "attempt.html", values, lambda: graph)

    def _title(self, iri: str | None) -> str | None:
        found = self._site.select("title", iri) if iri else []
        return found[0]["title"] if found else None

    def _described(self, request: Request, iri: str) -> Response | None:
        site = self._site
        if paper := site.select("paper", iri):
            return site.respond(
                request, iri, "paper.html", lambda: self._paper(iri, paper[0]), lambda: site.describe(iri)
            )
        if about := site.select("snapshot", iri):
            return site.respond(
                request, iri, "snapshot.html", lambda: self._snapshot(iri, about), lambda: site.describe(iri)
            )
        said = site.select("description", iri)
        if not said:
            return None

        def values() -> Mapping[str, object]:
            return {"rows": said, "records": site.select("record_of", iri), "title": name(iri)}

        return site.respond(request, iri, "description.html", values, lambda: site.describe(iri))

    def _paper(self, iri: str, paper: Mapping[str, str | None]) -> Mapping[str, object]:
        select = self._site.select
        return {
            "title": paper["title"],
            "paper": paper,
            "artifacts": select("paper_artifacts", iri),
            "scores": select("paper_scores", iri),
            "outcomes": select("paper_outcomes", iri),
            "badges": select("paper_badges", iri),
            "records": select("record_of", iri),
        }

    def _snapshot(self, iri: str, about: list[dict[str, str | None]]) -> Mapping[str, object]:
        site = self._site
        scores = [{"snapshot": None, **row} for row in site.select("snapshot_scores", iri)]
        return {
            "title": f"{about[0]['title'] or name(iri)} at {name(iri)}",
            "about": about,
            "scores": scores,
            "outcomes": [{"snapshot": None, **row} for row in site.select("snapshot_outcomes", iri)],
            "composites": site.select("composites", iri),
            "profile": self._latest_profile(scores),
        }

    def _latest_profile(self, scores: list[dict[str, str | None]]) -> object:
        run = scores[0]["run"] if scores else None
        row = self._site.registry.ledger.defining(run) if run else None
        if run is None or row is None or row.nquads is None:
            return []
        return profile_of(Facts(triples_of(row.nquads)), run, self._site.rubric(scores[0]["rubric"]))

    # -- deposits --------------------------------------------------------------------------------------------

    def deposit(self, request: Request, digest: str) -> Response:
        """The page of a deposit; its canonical bytes as N-Quads."""
        site = self._site
        row = site.registry.ledger.by_digest(digest)
        if row is None:
            raise NotFound(f"there is no deposit with digest {digest}")
        withdrawn = row.withdrawn_by is not None
        body = b"" if withdrawn or row.nquads is None else row.nquads
        exact = Form("application/n-quads", "nq", "canonical N-Quads", lambda: body)
        return site.respond(
            request,
            f"{site.base}deposit/{digest}",
            "deposit.html",
            lambda: self._deposit_values(row),
            lambda: triples_of(body),
            (exact,),
            status=410 if withdrawn else 200,
        )

    def _deposit_values(self, row: Row) -> Mapping[str, object]:
        withdrawn = row.withdrawn_by is not None
        reason = None
        if row.withdrawn_by is not None:
            reason = next(self._site.registry.ledger.rows(after=row.withdrawn_by - 1, limit=1)).reason
        text = row.nquads.decode() if row.nquads is not None and not withdrawn else ""
        return {
            "row": row,
            "withdrawn": reason,
            "findings": json.loads(row.findings_json),
            "text": text,
            "title": f"Deposit {row.digest[:12]}",
        }


def things_router(things: Things) -> APIRouter:
    """The routes of :class:`Things`; to be included last, for its last route takes every path."""
    router = APIRouter()

    @reads(router, "/deposit/{digest}", "A deposit")
    def deposit(request: Request, digest: str) -> Response:
        return things.deposit(request, digest)

    @reads(router, "/describe", "The page about any IRI")
    def describe(request: Request, iri: str) -> Response:
        return things.by_iri(request, iri)

    @reads(router, "/{path:path}", "The page about a thing of this registry")
    def thing(request: Request, path: str) -> Response:
        return things.by_path(request, path)

    return router
