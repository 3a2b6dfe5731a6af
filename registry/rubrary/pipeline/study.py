"""Import a published study: its rows become deposits, each judged like anybody's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rubrary.errors import InputError, Place
from rubrary.graph.write import record_triples
from rubrary.pipeline.deposit import Result, Status, append
from rubrary.pipeline.examine import Examiner
from rubrary.pipeline.registry import Registry
from rubrary.studies import Study


def import_study(registry: Registry, study: Study, folder: Path) -> Iterator[Result]:
    """Deposit everything that a study's files hold, one result a record or unreadable row.

    The records come from our own importer, so they are judged in this process and need no sandbox.

    Raises:
        InputError: the files are not what the importer expects.
        NotFound: a rubric version that the study applies is not on record.
    """
    knowledge = registry.knowledge()
    examiner = Examiner(knowledge, registry.validator)
    shapes = registry.remember_shapes()
    rubrics = {name: knowledge.rubric(name) for name in study.RUBRICS}
    for item in study.read(folder, base=registry.base, rubrics=rubrics):
        if item.problem is not None:
            yield Result(
                item.source, Status.REFUSED, error=InputError(item.problem, place=Place(item.source))
            )
            continue
        examined = examiner.examine(record_triples(item.records), item.source)
        yield append(registry, examined, shapes=shapes, submitter=f"study import {study.NAME}")
