"""``rubrary rubric``: the life of a policy, from a draft to the archives that apply it."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from pyoxigraph import RdfFormat, serialize

from rubrary.cli.commands.rubric_record import (
    REFERENCE_HELP,
    FilesArgument,
    ReferenceArgument,
    adopt,
    publish,
)
from rubrary.cli.console import Format, emit_json, err, out, plain, plain_line, progress_bar
from rubrary.cli.options import DEFAULT_REGISTRY, FormatOption, RegistryOption
from rubrary.cli.policy_changes import diff_document, show_diff, show_impact
from rubrary.cli.policy_list import policies_document, show_policies
from rubrary.cli.policy_page import policy_document, show_policy
from rubrary.cli.policy_verdicts import lint_document, lint_summary, show_linted
from rubrary.errors import UsageError
from rubrary.pipeline.config import FILE
from rubrary.pipeline.policies import Policies, content_digest
from rubrary.pipeline.policy_diff import diff as difference_of
from rubrary.pipeline.policy_diff_rdf import diff_triples
from rubrary.pipeline.policy_draft import draft
from rubrary.pipeline.policy_impact import Impact, fitting
from rubrary.pipeline.policy_impact import impact as impact_of
from rubrary.pipeline.policy_lint import lint_files
from rubrary.pipeline.registry import Registry
from rubrary.pipeline.sources import expand
from rubrary.pipeline.stored_runs import read_runs
from rubrary.rubric import RubricVersion, policy_digest, policy_json
from rubrary.terms import PREFIXES

rubric = typer.Typer(help="Write, compare, publish and adopt rubrics.", no_args_is_help=True)


#: Those that a difference uses.
_TURTLE_PREFIXES = {name: PREFIXES[name] for name in ("rub", "xsd", "dqv", "scheme")}


class DiffFormat(StrEnum):
    """How a difference is written."""

    TEXT = "text"
    JSON = "json"
    TURTLE = "turtle"


@contextmanager
def _policies(registry: Path) -> Iterator[Policies]:
    """The rubric versions of a registry; those of the release where there is no registry and none was named."""
    if (registry / FILE).exists() or registry != DEFAULT_REGISTRY:
        with Registry.open(registry) as opened:
            yield Policies(opened.base, opened.ledger)
    else:
        yield Policies()


@rubric.command("lint")
def lint(
    files: FilesArgument,
    registry: RegistryOption = DEFAULT_REGISTRY,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 on warnings, too.")] = False,
    output: FormatOption = Format.TEXT,
) -> None:
    """Say what is wrong or doubtful in rubric files, with the line, and which version number a change needs.

    Files of one run may extend one another. Where there is a registry, each is compared with the versions on
    record. Nothing is written.
    """
    paths = expand(files)
    results = []
    with _policies(registry) as policies, progress_bar("checking", len(paths)) as bar:
        for linted in lint_files(paths, policies):
            results.append(linted)
            bar.advance(bar.task_ids[0])
    if output is Format.JSON:
        emit_json([lint_document(linted) for linted in results])
    else:
        for linted in results:
            show_linted(linted)
        if len(results) > 1:
            out.print(lint_summary(results))
    if any(linted.problems or (strict and linted.warnings) for linted in results):
        raise typer.Exit(1)


@rubric.command("show")
def show(
    reference: ReferenceArgument,
    registry: RegistryOption = DEFAULT_REGISTRY,
    output: FormatOption = Format.TEXT,
) -> None:
    """Show a rubric version: what it asks, what each answer weighs, and how scores follow."""
    with _policies(registry) as policies:
        version = policies.find(reference)
    if output is Format.JSON:
        emit_json(policy_document(version))
    else:
        show_policy(version)


@rubric.command("list")
def list_rubrics(registry: RegistryOption = DEFAULT_REGISTRY, output: FormatOption = Format.TEXT) -> None:
    """List the rubric versions that this release ships or that are on record.

    Versions with equal policy digests judge alike, whatever they are called.
    """
    with _policies(registry) as policies:
        found = policies.known
    if output is Format.JSON:
        emit_json(policies_document(found))
    else:
        show_policies(found)


@rubric.command("digest")
def digest(
    references: Annotated[
        list[str], typer.Argument(help=REFERENCE_HELP, metavar="RUBRIC…", show_default=False)
    ],
    explain: Annotated[
        bool,
        typer.Option("--explain", help="Print the canonical JSON (RFC 8785) that the policy digest hashes."),
    ] = False,
    registry: RegistryOption = DEFAULT_REGISTRY,
    output: FormatOption = Format.TEXT,
) -> None:
    """Give the policy digest (what decides a score) and the content digest (all of it).

    `rubrary rubric digest RUBRIC --explain | sha256sum` gives the policy digest again.
    """
    if explain and len(references) > 1 and output is Format.TEXT:
        raise UsageError("--explain prints one policy", hint="Name one rubric version, or add --format json.")
    with _policies(registry) as policies:
        found = [policies.find(reference) for reference in references]
    if output is Format.JSON:
        emit_json([_digest_document(version, explain) for version in found])
    elif explain:
        sys.stdout.write(policy_json(found[0].policy).decode() + ("\n" if out.is_terminal else ""))
    else:
        for version in found:
            out.print(f"[bold]{plain_line(version.reference)}[/bold]  {plain_line(version.iri)}")
            out.print(f"  policy   {policy_digest(version.policy)}\n  content  {content_digest(version)}")


def _digest_document(version: RubricVersion, explain: bool) -> dict[str, str]:
    document = {
        "reference": version.reference,
        "iri": version.iri,
        "policyDigest": policy_digest(version.policy),
        "contentDigest": content_digest(version),
    }
    return document | {"policyJson": policy_json(version.policy).decode()} if explain else document


@rubric.command("new")
def new(
    baseline: Annotated[
        str, typer.Option("--from", help="The rubric version to change: name@version, IRI or file.")
    ],
    name: Annotated[
        str | None, typer.Option("--name", help="Name of the new rubric. Default: our-… and the baseline's.")
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="File to write; it must not exist. Default: print it."),
    ] = None,
    registry: RegistryOption = DEFAULT_REGISTRY,
) -> None:
    """Begin a community's rubric: a file that extends a published one, with room for every reason."""
    with _policies(registry) as policies:
        version = policies.find(baseline)
        known = policies.names(version)
    text = draft(version, name or f"our-{version.name}", version.reference if known else version.iri)
    if file is None:
        sys.stdout.write(text)
        return
    try:
        with file.open("x", encoding="utf-8") as handle:
            handle.write(text)
    except FileExistsError:
        raise UsageError(
            f"{file} is there already", hint="Name another file; nothing is overwritten."
        ) from None
    path = plain(str(file))
    out.print(f"Wrote {path}. Change it, then: rubrary rubric lint {path}")


@rubric.command("diff")
def diff(
    before: Annotated[str, typer.Argument(help=REFERENCE_HELP, metavar="BEFORE", show_default=False)],
    after: Annotated[str, typer.Argument(help=REFERENCE_HELP, metavar="AFTER", show_default=False)],
    threshold: Annotated[
        float | None, typer.Option("--threshold", help="Name the runs whose scores cross this value.")
    ] = None,
    with_impact: Annotated[
        bool, typer.Option("--impact/--no-impact", help="Score the runs on record under both.")
    ] = True,
    registry: RegistryOption = DEFAULT_REGISTRY,
    output: Annotated[
        DiffFormat, typer.Option("--format", help="Text for people, JSON, or RDF as Turtle.")
    ] = DiffFormat.TEXT,
) -> None:
    """Compare two rubric versions: what differs, which version step that is, and what it does to scores.

    Where there is a registry, the runs on record are scored under both from what they measured: how many scores
    move and how far, whether ranks stay, who crosses the threshold.
    """
    if threshold is not None and not math.isfinite(threshold):
        raise UsageError(f"--threshold {threshold} is no number that a score can cross")
    with _policies(registry) as policies:
        difference = difference_of(policies.find(before), policies.find(after))
        impact = None
        if with_impact and policies.ledger is not None:
            impact = _impact(policies, difference.before, difference.after)
    if output is DiffFormat.JSON:
        emit_json(diff_document(difference, impact, threshold))
    elif output is DiffFormat.TURTLE:
        triples = diff_triples(difference, impact, threshold)
        sys.stdout.buffer.write(serialize(triples, format=RdfFormat.TURTLE, prefixes=_TURTLE_PREFIXES) or b"")
    else:
        show_diff(difference)
        if impact is not None:
            show_impact(impact, threshold)
        elif with_impact:
            err.print("[dim]no registry, so no impact on scores (name one with --registry)[/dim]")


def _impact(policies: Policies, before: RubricVersion, after: RubricVersion) -> Impact:
    assert policies.ledger is not None
    with progress_bar("scoring runs", None) as bar:
        versions = fitting(before, after, policies.on_record())
        runs = read_runs(policies.ledger, versions)
        return impact_of(before.policy, after.policy, runs, lambda: bar.advance(bar.task_ids[0]))


rubric.command("publish")(publish)
rubric.command("adopt")(adopt)
