"""What ``rubrary rubric`` puts on record: rubric versions, and archives that adopt them."""

from __future__ import annotations

from typing import Annotated

import typer

from rubrary.cli.console import Format, emit_json, progress_bar
from rubrary.cli.options import DEFAULT_REGISTRY, FormatOption, RegistryOption, login
from rubrary.cli.policy_verdicts import publish_document, show_published
from rubrary.cli.reports import result_json, show_result
from rubrary.pipeline.adoption import adopt as adopt_version
from rubrary.pipeline.deposit import bring_index_up_to_date
from rubrary.pipeline.examiner import ExaminerProcess
from rubrary.pipeline.policies import Policies
from rubrary.pipeline.publish import publish_files
from rubrary.pipeline.registry import LEDGER_FILE, Registry
from rubrary.pipeline.sources import expand

REFERENCE_HELP = "A rubric version: name@version, its IRI, or a file."
ReferenceArgument = Annotated[str, typer.Argument(help=REFERENCE_HELP, metavar="RUBRIC", show_default=False)]
FilesArgument = Annotated[
    list[str], typer.Argument(help="Rubric files, folders or globs.", metavar="FILE…", show_default=False)
]


def publish(
    files: FilesArgument,
    registry: RegistryOption = DEFAULT_REGISTRY,
    submitter: Annotated[
        str | None,
        typer.Option("--submitter", help="Who publishes, for the catalogue. Default: your login name."),
    ] = None,
    output: FormatOption = Format.TEXT,
) -> None:
    """Put rubric versions on record. From then on they never change.

    The same content again is the same version; other content under a published name and version is refused.
    """
    paths = expand(files)
    with Registry.open(registry) as opened:
        with (
            ExaminerProcess(opened.base, registry / LEDGER_FILE) as examine,
            progress_bar("publishing", len(paths)) as bar,
        ):
            found = list(
                publish_files(
                    opened,
                    paths,
                    examine,
                    submitter=submitter or login(),
                    done=lambda _: bar.advance(bar.task_ids[0]),
                )
            )
        bring_index_up_to_date(opened)
    if output is Format.JSON:
        emit_json([publish_document(published) for published in found])
    else:
        for published in found:
            show_published(published)
    if any(published.result.refused for published in found):
        raise typer.Exit(1)


def adopt(
    reference: ReferenceArgument,
    archive: Annotated[
        str, typer.Option("--archive", help="IRI of the archive, or its id in this registry.")
    ],
    starts: Annotated[str, typer.Option("--from", help="From when on: YYYY-MM-DD, YYYY-MM or YYYY.")],
    title: Annotated[
        str | None, typer.Option("--title", help="Name of the archive; needed where it is not on record yet.")
    ] = None,
    name: Annotated[
        str | None, typer.Option("--id", help="End of the adoption's IRI. Default: from archive and rubric.")
    ] = None,
    replaces: Annotated[
        str | None,
        typer.Option("--replaces", help="IRI or id of an earlier adoption that ends with this one."),
    ] = None,
    registry: RegistryOption = DEFAULT_REGISTRY,
    output: FormatOption = Format.TEXT,
) -> None:
    """Put on record that an archive applies a rubric version from a date on.

    An adoption with overrides is written as a record file (docs/record-file.md).
    """
    with Registry.open(registry) as opened:
        result = adopt_version(
            opened,
            Policies(opened.base, opened.ledger).find(reference),
            archive=archive,
            starts=starts,
            submitter=login(),
            title=title,
            name=name,
            replaces=replaces,
        )
        bring_index_up_to_date(opened)
    if output is Format.JSON:
        emit_json(result_json(result))
    else:
        show_result(result)
    if result.refused:
        raise typer.Exit(1)
