"""The JSON-LD contexts that Rubrary knows, so that none is ever fetched."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files

from rubrary.graph.json_text import JsonObject, JsonValue
from rubrary.resources import data_folder

#: Our own context: the prefixes of the vocabularies that records use.
RUBRARY_CONTEXT = "https://w3id.org/rubrary/context"
#: Terms of the Process, Workflow and Provenance Run Crate profiles.
WORKFLOW_RUN_CONTEXT = "https://w3id.org/ro/terms/workflow-run/context"

_RO_CRATE = re.compile(r"https://w3id\.org/ro/crate/1\.[0-3](?:\.[0-9]+)?(?:-DRAFT)?/context")
_WORKFLOW_RUN = "https://w3id.org/ro/terms/workflow-run#"
# From the vocabulary's own table, https://github.com/ResearchObject/ro-terms/tree/master/workflow-run
_WORKFLOW_RUN_TERMS = (
    "ParameterConnection", "ContainerImage", "DockerImage", "SIFImage", "connection", "sourceParameter",
    "targetParameter", "md5", "sha1", "sha256", "sha512", "environment", "registry", "tag", "containerImage",
    "resourceUsage",
)  # fmt: skip


def known_context(iri: str) -> JsonObject | None:
    """The context with that IRI, or ``None`` when it is not one that we carry. Treat it as read-only."""
    if iri == RUBRARY_CONTEXT:
        return _rubrary()
    if iri == WORKFLOW_RUN_CONTEXT:
        return {term: _WORKFLOW_RUN + term for term in _WORKFLOW_RUN_TERMS}
    if _RO_CRATE.fullmatch(iri):
        # One context serves all versions, 1.0 to 1.3: the newest, which the RO-Crate library carries. The
        # cost: a term that a newer version added gets its meaning in an older crate too, where it would have
        # been ignored, and the few terms whose IRI changed between versions get the newest one.
        return _ro_crate()
    return None


def known_context_names() -> str:
    """The contexts that we carry, for people."""
    return f"https://w3id.org/ro/crate/1.0/context to 1.3, {WORKFLOW_RUN_CONTEXT}, {RUBRARY_CONTEXT}"


@cache
def _rubrary() -> JsonObject:
    return _body((data_folder("ontology") / "context.jsonld").read_text(encoding="utf-8"))


@cache
def _ro_crate() -> JsonObject:
    return _body(files("rocrate").joinpath("data", "ro-crate.jsonld").read_text(encoding="utf-8"))


def _body(text: str) -> JsonObject:
    document: JsonValue = json.loads(text)
    body = document.get("@context") if isinstance(document, dict) else None
    if not isinstance(body, dict):
        raise TypeError("a context that is part of the installation is damaged")
    return body
