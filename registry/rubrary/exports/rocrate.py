"""The score bundle: an RO-Crate 1.1 and Process Run Crate 0.5 in a .zip that carries its own policy and proof.

It holds the deposits byte for byte, so a reader of it needs no registry to check digests, to recompute the
scores, or to put everything on record elsewhere. Why the metadata is not written with the RO-Crate library
says ``docs/decisions/0007-bundle-writing.md``.
"""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from rubrary.errors import NotFound, RegistryError
from rubrary.exports.crate_context import CONTEXT, PROCESS_RUN, PROFILE, RO_CRATE
from rubrary.exports.crate_documents import encoded, evidence_json, scores_json
from rubrary.exports.crate_entities import Entities, Entity, Reference, Value, reference, references
from rubrary.exports.crate_facts import BundleFacts, FoundScore, Run, utc
from rubrary.exports.crate_preview import preview_html
from rubrary.exports.crate_references import add_license
from rubrary.exports.crate_results import EVIDENCE, SCORES, Results
from rubrary.exports.crate_rubric import add_rubric
from rubrary.exports.crate_subjects import add_paper, add_snapshot
from rubrary.ledger import Row
from rubrary.rubric import RubricVersion
from rubrary.terms import dcat, dcterms, rub

METADATA = "ro-crate-metadata.json"
PREVIEW = "ro-crate-preview.html"
#: The first moment that a .zip can name; the real one would make two bundles of one assessment differ.
_EPOCH = (1980, 1, 1, 0, 0, 0)
_FILE_MODE = 0o100644 << 16
_UNSAFE = re.compile(r"[^A-Za-z0-9_.+-]")


@dataclass(frozen=True, slots=True)
class BundleContent:
    """What a bundle is made of.

    Attributes:
        base: base IRI of the registry that publishes it.
        assessment: IRI of the assessment.
        version: the rubric version that it applies.
        deposits: rows of the ledger: the assessment's first, then those of the rubric version and its
            baselines, of paper, study, attempts and composites.
    """

    base: str
    assessment: str
    version: RubricVersion
    deposits: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A file of the bundle and what its metadata says of it."""

    path: str
    data: bytes
    media_type: str
    name: str
    description: str
    about: str | None = None
    types: tuple[str, ...] = ("File",)
    more: Mapping[str, Value] = field(default_factory=dict)

    @property
    def sha256(self) -> str:
        """SHA-256 of the file, in lower-case hexadecimal."""
        return hashlib.sha256(self.data).hexdigest()


def write_bundle(content: BundleContent) -> bytes:
    """The bundle as the bytes of a .zip file: the same content gives the same bytes, with the same zlib.

    Raises:
        NotFound: the first deposit does not hold the assessment.
        RegistryError: the bytes of a deposit were erased.
    """
    for row in content.deposits:
        if row.nquads is None:
            raise RegistryError(
                f"the bytes of the deposit {row.digest} were erased, so no bundle can hold it"
            )
    facts = BundleFacts(content.assessment, content.deposits)
    if content.assessment not in facts.all.of_type(rub.Assessment) or not facts.assessment.snapshots:
        raise NotFound(f"the deposit holds no assessment <{content.assessment}>")
    parts = [*_deposit_parts(content.deposits), *_rubric_parts(content.version, facts)]
    parts += _documents(content.version, facts)
    metadata = _metadata(content, facts, parts)
    files = {part.path: part.data for part in parts}
    files[PREVIEW] = preview_html(
        content.version, facts, [(part.path, part.name, len(part.data), part.sha256) for part in parts]
    )
    return _packed({METADATA: metadata, **dict(sorted(files.items()))})


def _packed(files: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name, date_time=_EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = _FILE_MODE
            archive.writestr(info, data)
    return buffer.getvalue()


def _deposit_parts(deposits: Iterable[Row]) -> list[Part]:
    return [
        Part(
            path=f"deposits/{row.digest}.nq",
            data=row.nquads or b"",
            media_type="application/n-quads",
            name=f"Deposit: {row.topic_class} {row.topic}",
            description="A deposit in canonical form (RDFC-1.0), as it is on record; its digest is its name.",
            about=row.topic,
        )
        for row in sorted({row.digest: row for row in deposits}.values(), key=lambda row: row.digest)
    ]


def _rubric_parts(version: RubricVersion, facts: BundleFacts) -> list[Part]:
    """The text of the rubric version, and of the baselines that it was made from, each as it was written."""
    texts = {version.iri: (version.name, version.version, version.source_text)}
    for iri in sorted(set(facts.all.of_type(rub.RubricVersion)) - {version.iri}):
        name, number = facts.all.one(iri, rub.rubricName), facts.all.one(iri, dcat.version)
        texts[iri] = (name or "rubric", number or "0", facts.all.one(iri, rub.sourceText) or "")
    parts: dict[str, Part] = {}
    for iri, (name, number, text) in texts.items():
        stem = f"rubric/{_UNSAFE.sub('-', name)}-{_UNSAFE.sub('-', number)}"
        path = f"{stem}.yaml" if f"{stem}.yaml" not in parts else f"{stem}-{len(parts)}.yaml"
        parts[path] = Part(
            path=path,
            data=text.encode(),
            media_type="application/yaml",
            name=f"Rubric {name} {number}",
            description="The rubric version as its authors wrote it.",
            about=iri,
        )
    return list(parts.values())


def _documents(version: RubricVersion, facts: BundleFacts) -> list[Part]:
    members = [found.iri for found in facts.assessment.measurements]
    target = reference(facts.assessment.snapshots[0])
    return [
        Part(
            path=SCORES,
            data=scores_json(version, facts),
            media_type="application/json",
            name="Scores",
            description="Scores, measurements and the digests of policy and instrument, for programs.",
            types=("File", "TestResultSet"),
            more={"assessmentTarget": target, "hadMember": references(members)},
        ),
        Part(
            path=EVIDENCE,
            data=evidence_json(facts),
            media_type="application/json",
            name="Evidence",
            description="What was seen: file, lines and excerpt behind each measurement.",
        ),
    ]


def _metadata(content: BundleContent, facts: BundleFacts, parts: list[Part]) -> bytes:
    entities, run = Entities(), facts.assessment
    root = _root(entities, content, facts)
    for part in parts:
        _add_part(entities, part)
    texts = [
        part.path for part in parts if part.about == content.version.iri and part.path.startswith("rubric/")
    ]
    rubric = add_rubric(entities, content.version, facts, texts)
    paper = run.one("aboutPaper")
    cited = add_paper(entities, paper, facts) if paper else None
    for iri in dict.fromkeys(iri for one in (run, *facts.attempts) for iri in one.snapshots):
        if iri != paper:  # where the text of a paper was judged, the paper is described already
            add_snapshot(entities, iri, facts, cited if iri in run.snapshots else None)
    mentions = [rubric, *_add_results(entities, content.version, facts, texts)]
    root |= {"hasPart": references(part.path for part in parts), "mentions": mentions}
    root |= {"citation": cited} if cited else {}
    graph = [_descriptor(), root, *entities]
    return encoded({"@context": CONTEXT, "@graph": graph})


def _add_results(
    entities: Entities, version: RubricVersion, facts: BundleFacts, texts: list[str]
) -> list[Reference]:
    """Describe runs and results; gives the references to all of them."""
    results, run = Results(entities, facts, version), facts.assessment
    name, snapshot = facts.snapshot_name(run.snapshots[0]), run.snapshots[0]
    found = _add_values(results, run, facts.composites)
    files = [reference(SCORES), reference(EVIDENCE)]
    mentions = [results.add_assessment(run, name, texts, [*files, *found]), *found]
    for position, attempt in enumerate(facts.attempts, start=1):
        gave = _add_values(results, attempt)
        mentions += [results.add_attempt(attempt, position, gave), *gave]
    if facts.headline:
        review = results.add_review(run, facts.headline, snapshot)
        entities.add(snapshot, (), {"review": review})
        mentions.append(review)
    return mentions


def _add_values(results: Results, run: Run, composites: Iterable[FoundScore] = ()) -> list[Reference]:
    measured = [results.add_measurement(found) for found in run.measurements]
    return measured + [results.add_score(score) for score in (*run.scores, *composites)]


def _add_part(entities: Entities, part: Part) -> None:
    entities.add(
        part.path,
        part.types,
        {
            "name": part.name,
            "description": part.description,
            "encodingFormat": part.media_type,
            "contentSize": str(len(part.data)),
            "sha256": part.sha256,
            "about": reference(part.about) if part.about else None,
            **part.more,
        },
    )


def _descriptor() -> Entity:
    return {
        "@id": METADATA,
        "@type": "CreativeWork",
        "about": reference("./"),
        "conformsTo": reference(RO_CRATE),
    }


def _root(entities: Entities, content: BundleContent, facts: BundleFacts) -> Entity:
    run = facts.assessment
    entities.add(
        PROCESS_RUN, "CreativeWork", {"name": "Process Run Crate", "version": "0.5", "url": PROCESS_RUN}
    )
    entities.add(PROFILE, "CreativeWork", {"name": "Score Bundle Crate", "version": "0.1", "url": PROFILE})
    entities.add(
        PREVIEW,
        "CreativeWork",
        {"name": "The bundle as a page", "encodingFormat": "text/html", "about": reference("./")},
    )
    publisher = entities.add(
        content.base,
        "Organization",
        {
            "name": f"Registry at {urlsplit(content.base).netloc or content.base}",
            "description": "The registry of research reproducibility that publishes the bundle.",
            "url": content.base,
        },
    )
    name = facts.snapshot_name(run.snapshots[0])
    return {
        "@id": "./",
        "@type": "Dataset",
        "name": f"Score bundle: {name}, rubric {content.version.reference}",
        "description": (
            "Reproducibility scores of one artifact at one revision, packaged with the rubric version that "
            "produced them, the measurements and evidence behind them, and the deposits as they are on record."
        ),
        # The end of the run: the moment of packing would make two bundles of one assessment differ.
        "datePublished": run.ended or utc(content.deposits[0].accepted_at) or content.deposits[0].accepted_at,
        "license": _license(entities, facts),
        "author": publisher,
        "publisher": publisher,
        "conformsTo": references([PROCESS_RUN, PROFILE]),
        "about": reference(run.snapshots[0]),
        "mainEntity": reference(SCORES),
    }


def _license(entities: Entities, facts: BundleFacts) -> Reference:
    """The licence of the study that the assessment comes from, or its rights in words; else, that none is stated."""
    study = facts.assessment.study
    stated = facts.all.one(study, dcterms.license) if study else None
    if stated:
        return add_license(entities, stated)
    words = facts.all.one(study, dcterms.rights) if study else None
    values: dict[str, Value] = {
        "name": "No licence stated",
        "description": words
        or "Neither the deposits nor a study that they come from state a licence for these records. The rubric "
        "version and the artifact have licences of their own.",
    }
    return entities.add("#no-licence-stated", "CreativeWork", values)
