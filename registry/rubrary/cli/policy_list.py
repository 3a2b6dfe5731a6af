"""The rubric versions that are known, for people and as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from rubrary.cli.console import out, plain_line
from rubrary.pipeline.policies import KnownPolicy, shown_reference

#: So many digits tell digests apart in a list; JSON has all 64.
_SHORT = 12


def show_policies(found: Sequence[KnownPolicy]) -> None:
    """Two lines a version: name, digests, status and place; then its title and baseline."""
    width = max((len(known.reference) for known in found), default=0)
    out.print(f"[dim]{'rubric':<{width}}  {'policy':<{_SHORT}}  {'content':<{_SHORT}}  status, where[/dim]")
    for known in found:
        places = [
            word for word, there in (("shipped", known.shipped), ("on record", known.on_record)) if there
        ]
        status = [known.status.replace("-", " ")] if known.status else []
        out.print(
            f"[bold]{plain_line(known.reference):<{width}}[/bold]  {known.policy_digest[:_SHORT]}  "
            f"{known.content_digest[:_SHORT]}  {', '.join([*status, *places])}"
        )
        baseline = f", extends {plain_line(shown_reference(known.extends))}" if known.extends else ""
        out.print(f"[dim]  {plain_line(known.title)}{baseline}[/dim]")


def policies_document(found: Sequence[KnownPolicy]) -> list[dict[str, object]]:
    """The same for machines, digests in full."""
    return [
        {
            "reference": known.reference,
            "iri": known.iri,
            "title": known.title,
            "status": known.status,
            "extends": known.extends,
            "policyDigest": known.policy_digest,
            "contentDigest": known.content_digest,
            "shipped": known.shipped,
            "onRecord": known.on_record,
        }
        for known in found
    ]
