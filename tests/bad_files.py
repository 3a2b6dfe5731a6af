"""Files that a hostile or a clumsy person hands in, each with what it must be told.

Each function below makes one family. ``line`` is where the format has lines; ``says`` are parts of the message.
"""

from __future__ import annotations

import io
import json
import os
import stat
import struct
import warnings
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from samples import BASE, assessment_record, attempt_record, paper_record, turtle

Content = bytes | str | Callable[[], bytes]

_PREFIXES = """\
@prefix rub: <https://w3id.org/rubrary/ns#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix dcterms: <http://purl.org/dc/terms/> .
"""
_PAPER = turtle(paper_record()).decode()
_CONTEXT = "https://w3id.org/ro/crate/1.1/context"
_ENTITIES = (
    {"@id": "ro-crate-metadata.json", "@type": "CreativeWork", "about": {"@id": "./"}},
    {"@id": "./", "@type": "Dataset"},
)


@dataclass(frozen=True)
class Bad:
    """One bad file.

    Attributes:
        name: what the file is called.
        content: what it holds, or what makes that where it takes a while.
        says: parts of the messages or hints.
        line: the line that must be named.
        source: what the messages call it, where that is not the name alone.
    """

    name: str
    content: Content
    says: tuple[str, ...]
    line: int | None = None
    source: str | None = None

    def write(self, folder: Path) -> None:
        """Make the file, and the folder around it."""
        path = folder / self.name
        path.parent.mkdir(exist_ok=True)
        data = self.content() if callable(self.content) else self.content
        path.write_bytes(data.encode() if isinstance(data, str) else data)

    @property
    def argument(self) -> str:
        """What a person names on the command line: the file, or the folder that it makes a crate."""
        return self.name.partition("/")[0]


def bad_files() -> list[Bad]:
    """All of them."""
    families = (
        _malformed, _not_utf8, _nothing_in_it, _blank_nodes, _ids_and_iris, _contexts, _literals, _types,
        _rubrics, _records, _authority, _zips, _crates, _deep_and_growing,
    )  # fmt: skip
    return [bad for family in families for bad in family()]


def _malformed() -> Iterator[Bad]:
    yield Bad("malformed.ttl", "<urn:a> <urn:b> <urn:c> .\n<urn:a> <urn:b> .\n", (), 2)
    yield Bad("prefix.ttl", "\nrub:a a rub:Paper .\n", ("prefix", "@prefix"), 2)
    yield Bad("malformed.trig", "<urn:g> {\n <urn:a> <urn:b> }\n", (), 2)
    yield Bad("malformed.nt", "<urn:a> <urn:b> <urn:c> .\nurn:a urn:b urn:c .\n", (), 2)
    yield Bad("malformed.nq", "<urn:a> <urn:b> <urn:c> <urn:g> <urn:h> .\n", (), 1)
    yield Bad("malformed.rdf", '<?xml version="1.0"?>\n<rdf:RDF>\n<a></b>\n', (), 2)
    yield Bad("html.rdf", "<!DOCTYPE html>\n<html><head><title>404</title></head></html>", ())
    yield Bad("html.ttl", "<!DOCTYPE html>\n<html><head><title>404</title></head></html>", (), 1)
    yield Bad("html.json", "<!DOCTYPE html>\n<html><head><title>404</title></head></html>", ("JSON",), 1)
    yield Bad("malformed.jsonld", '{"@context": {},\n "@id": "urn:a",,}', ("JSON",), 2)
    yield Bad("malformed.json", '{"rubrary": 1,\n "paper": {"doi": }}', ("JSON",), 2)
    yield Bad("cut.json", '{"@graph": [{"@id": "ro-crate-metadata.json"', ("JSON",), 1)
    yield Bad("scalar.jsonld", '"a text"', ("JSON-LD is an object",), 1)
    yield Bad("malformed.yaml", "rubrary: 1\npaper: {doi: 10.5555/x\ntitle: y\n", ("YAML",), 3)
    yield Bad("tabs.yaml", "rubrary: 1\npaper:\n\tdoi: 10.5555/x\n", ("YAML",), 3)
    yield Bad("colon.yaml", "rubrary: 1\npaper:\n  doi: 10.5555/x\n  title: One: two\n", ("YAML",), 4)
    yield Bad("turtle.yaml", _PAPER, ("known here",))
    yield Bad("yaml.ttl", "rubrary: 1\npaper:\n", (), 1)
    yield Bad("picture.png", b"\x89PNG\r\n\x1a\n", ("format", ".ttl"))
    yield Bad("without-suffix", _PAPER, ("format", ".ttl"))


def _not_utf8() -> Iterator[Bad]:
    for suffix in ("ttl", "jsonld", "json", "rdf", "nq"):
        yield Bad(f"latin1.{suffix}", '\n{"a": "é"}'.encode("latin-1"), ("UTF-8", "0xe9"), 2)
    yield Bad("latin1.yaml", "rubrary: 1\npaper: {title: é}\n".encode("latin-1"), ("UTF-8", "0xe9"), 2)
    yield Bad("latin1-rubric.yaml", "rubric: a\ntitle: é\n".encode("latin-1"), ("UTF-8", "0xe9"), 2)
    for suffix in ("ttl", "json", "yaml", "rdf"):
        yield Bad(f"utf16.{suffix}", "rubrary: 1\n".encode("utf-16"), ("UTF-16", "save"))
        unmarked = "rubrary: 1\n".encode("utf-16-le")
        yield Bad(f"utf16-unmarked.{suffix}", unmarked, ("UTF-16", "save"), 1)
    yield Bad("utf32.ttl", "rubrary: 1\n".encode("utf-32"), ("UTF-32", "save"))


def _nothing_in_it() -> Iterator[Bad]:
    for suffix in ("ttl", "trig", "nt", "nq", "jsonld", "json", "rdf", "yaml", "zip"):
        yield Bad(f"empty.{suffix}", b"", ("empty",))
        yield Bad(f"blank.{suffix}", b" \n\t\n", ("empty",))
    yield Bad("bom.ttl", b"\xef\xbb\xbf\n", ("empty",))
    for suffix in ("ttl", "trig", "nt", "nq", "yaml"):
        yield Bad(f"comments.{suffix}", "# nothing\n# at all\n", ("nothing",))
    yield Bad("comment.rdf", "<?xml version='1.0'?>\n<!-- nothing -->\n", ())
    yield Bad("prefixes.ttl", _PREFIXES, ("no statements",))
    yield Bad("object.json", "{}", ("known here",))
    yield Bad("object.jsonld", "{}", ("no statements",))
    yield Bad("null.json", "null", ())
    yield Bad("null.yaml", "~", ())
    yield Bad("list.yaml", "- a\n", ())
    yield Bad("ignored.jsonld", '{"@context": {}, "@id": "urn:a", "title": "x"}', ("ignored",))
    yield Bad("foreign-type.ttl", "<urn:a> a <http://schema.org/Thing> .\n", ("nothing to validate",))
    yield Bad("untyped.ttl", "<urn:a> <http://schema.org/name> 'a' .\n", ("nothing to validate",))


def _blank_nodes() -> Iterator[Bad]:
    for size in (3, 8, 10, 30):
        nodes = range(size)
        edges = [f"_:n{a} <urn:p> _:n{b} ." for a in nodes for b in nodes if a != b]
        yield Bad(f"clique-{size}.nt", "\n".join(edges), ("blank nodes", "IRIs"))
    circle = [f"_:n{number} <urn:p> _:n{(number + 1) % 50} ." for number in range(50)]
    yield Bad("circle.nt", "\n".join(circle), ("circle", "IRIs"))
    yield Bad("self.ttl", "_:a <urn:p> _:a .", ("circle", "IRIs"))
    grid = [
        f"_:n{x}_{y} <urn:p> _:n{x + dx}_{y + dy} ."
        for x in range(40)
        for y in range(40)
        for dx, dy in ((0, 1), (1, 0))
    ]
    yield Bad("grid.nt", "\n".join(grid), ("blank nodes", "IRIs"))
    many = "\n".join(f'_:n{number} <urn:p> "{number}" .' for number in range(10_001))
    yield Bad("many-blank.nt", many, ("10001 blank nodes", "IRIs"))
    shared = '_:a <urn:p> "x" <urn:g> .\n_:a <urn:p> "x" <urn:h> .\n'
    yield Bad("shared-blank.nq", shared, ("blank node",))
    clique = [
        {"@id": f"_:n{a}", "urn:p": [{"@id": f"_:n{b}"} for b in range(10) if b != a]} for a in range(10)
    ]
    yield Bad("clique.jsonld", json.dumps(clique), ("blank nodes", "IRIs"))


def _ids_and_iris() -> Iterator[Bad]:
    def ld(identifier: str) -> str:
        body = f'"@id": {json.dumps(identifier)}, "@type": "http://schema.org/Thing"'
        return f'{{"@context": {{"@vocab": "http://schema.org/"}},\n{body},\n"name": "a"}}'

    yield Bad("space.jsonld", ld("http://a.example/my paper"), ("my paper", "%20"), 2)
    yield Bad("space-end.jsonld", ld("http://a.example/paper "), ("paper ", "%20"), 2)
    yield Bad("newline.jsonld", ld("http://a.example/a\nb"), ("http://a.example/a",), 2)
    yield Bad("brace.jsonld", ld("http://a.example/{a}"), ("{a}",), 2)
    yield Bad("space.ttl", "\n<http://a.example/my paper> a <urn:b> .", ("IRI",), 2)
    yield Bad("space.rdf", _rdf_xml(about="http://a.example/my paper"), ("my paper", "%20"), 3)
    spaced = '{"@context": {}, "@id": "urn:a",\n"@type": "schema: Dataset"}'
    yield Bad("type-space.jsonld", spaced, ("schema: Dataset",), 2)
    undeclared = '{"@id": "urn:a",\n"@type": "schema:Dataset"}'
    yield Bad("undeclared.jsonld", undeclared, ("schema:", "declare"), 2)
    yield Bad("relative.nt", "\n<a> <urn:b> <urn:c> .", ("scheme",), 2)
    yield Bad("relative.nq", "\n<a> <urn:b> <urn:c> <g> .", ("scheme",), 2)
    yield Bad("relative-predicate.jsonld", '{"@id": "urn:a", "title": "x"}', ("ignored",))
    yield Bad("base-space.jsonld", '{"@context":\n{"@base": "http://a b/"}, "@id": "x"}', ("@base",), 2)
    yield Bad("relative.ttl", "<x> a <https://w3id.org/rubrary/ns#Paper> .\n", (f"{BASE}x",), 1)


def _contexts() -> Iterator[Bad]:
    for name, context in (
        ("remote", "https://schema.org"),
        ("page", "https://example.org/index.html"),
        ("file", "file:///etc/passwd"),
        ("private", "http://169.254.169.254/latest/meta-data"),
        ("relative", "context.jsonld"),
    ):
        text = f'{{\n"@context": ["{context}"], "@id": "urn:a"}}'
        yield Bad(f"context-{name}.jsonld", text, (context, "nothing is fetched", "inline"), 2)
    yield Bad("import.jsonld", '{"@context":\n{"@import": "https://schema.org"}}', ("@import",), 2)
    scoped = '{"@context": {"a": {"@id": "urn:a",\n"@context": "https://schema.org"}}}'
    yield Bad("context-scoped.jsonld", scoped, ("nothing is fetched",), 2)


def _literals() -> Iterator[Bad]:
    for name, value, kind in (
        ("nan-decimal", "NaN", "decimal"),
        ("nan-double", "NaN", "double"),
        ("inf", "INF", "double"),
        ("text-integer", "x", "integer"),
        ("date-integer", "2024-01-01T00:00:00", "integer"),
        ("arabic-digits", "٣", "integer"),
        ("february", "2023-02-30", "date"),
        ("yes", "yes", "boolean"),
        ("digits", "9" * 5000, "integer"),
        ("exponent", "1e999999999", "double"),
    ):
        text = f'{_PREFIXES}<urn:a> dcterms:title "{value}"^^xsd:{kind} .\n'
        yield Bad(f"literal-{name}.ttl", text, (kind,), 4)
    typed = '{"@id": "urn:a",\n"urn:p": {"@value": "x", "@type": "http://www.w3.org/2001/XMLSchema#integer"}}'
    yield Bad("literal.jsonld", typed, ("integer",), 2)
    yield Bad("infinite.jsonld", '{"@id": "urn:a",\n"urn:p": 1e999}', ("too large",), 2)
    yield Bad("nan.jsonld", '{"@id": "urn:a",\n"urn:p": NaN}', ("NaN",), 2)
    yield Bad("nan.json", '{"rubrary": 1,\n"paper": NaN}', ("NaN",), 2)
    yield Bad("nan-rubric.json", '{"rubric": "a",\n"version": NaN}', ("NaN",), 2)
    yield Bad("quoted.ttl", "<< <urn:a> <urn:b> <urn:c> >> <urn:p> 'x' .", ())


def _types() -> Iterator[Bad]:
    title = _PAPER.replace('"An example paper"', "42")
    yield Bad("title-number.ttl", title, ("title",), _line_of(title, " 42"))
    misspelt = _PAPER.replace("dcterms:title", "dcterms:titel").replace(
        "<http://purl.org/dc/terms/title>", "<http://purl.org/dc/terms/titel>"
    )
    yield Bad("misspelt.ttl", misspelt, ("titel", "title"), _line_of(misspelt, "titel"))


def _rubrics() -> Iterator[Bad]:
    good = """\
rubric: mine
version: 1.0.0
title: Mine
license: CC-BY-4.0
dimensions:
  - {id: E, title: Environment, weight: 0.5}
  - {id: D, title: Data, weight: 0.5}
criteria:
  - {id: a, dimension: E, weight: 1, title: A, question: Is a there?, scale: {kind: binary}}
  - {id: b, dimension: D, weight: 1, title: B, question: Is b there?, scale: {kind: binary}}
scores:
  - {id: S, method: gated-weighted-sum, clamp: [0, 100]}
"""

    def rubric(name: str, old: str, new: str, *says: str, line: int | None = None) -> Bad:
        assert old in good
        return Bad(f"rubric-{name}.yaml", good.replace(old, new), says, line)

    yield rubric("sum", "title: Data, weight: 0.5", "title: Data, weight: 0.4", "sum", "0.9")
    yield rubric("nan", "title: Data, weight: 0.5", "title: Data, weight: .nan", "nan", line=7)
    yield rubric("inf", "title: Data, weight: 0.5", "title: Data, weight: .inf", "inf", line=7)
    yield rubric("quoted-nan", "title: Data, weight: 0.5", 'title: Data, weight: "NaN"', "weight", line=7)
    yield rubric("negative", "title: Data, weight: 0.5", "title: Data, weight: -0.5", "weight", line=7)
    yield rubric("huge", "title: Data, weight: 0.5", "title: Data, weight: 1e400", "1e400", line=7)
    yield rubric("twice", "version: 1.0.0", "version: 1.0.0\nversion: 2.0.0", "version", "twice", line=3)
    yield rubric("key", "license:", "licence:", "licence", "license", line=4)
    yield rubric("method", "gated-weighted-sum", "sum-of-all", "sum-of-all", line=12)
    yield rubric("reference", "dimension: D", "dimension: X", "X", line=10)
    yield rubric("extends", "title: Mine", "title: Mine\nextends: nothing@9.9.9", "nothing@9.9.9", line=4)
    yield rubric("itself", "title: Mine", "title: Mine\nextends: mine@1.0.0", "mine@1.0.0", line=4)
    yield rubric("path", "rubric: mine", "rubric: ../../etc", "../../etc", line=1)
    yield rubric("anchor", "rubric: mine", "rubric: &a mine", "anchor", line=1)
    yield rubric("tag", "rubric: mine", "rubric: !!python/object:os.system mine", "tag", line=1)
    yield rubric("documents", "criteria:", "---\ncriteria:", "second document", line=8)
    laughs = "rubric: a\n" + "".join(f"k{n}: &k{n} [{', '.join([f'*k{n - 1}'] * 9)}]\n" for n in range(1, 9))
    yield Bad("laughs.yaml", laughs, ("anchor",), 2)
    aliases = "rubric: a\nk: *b\n"
    yield Bad("alias.yaml", aliases, ("alias",), 2)


def _records() -> Iterator[Bad]:
    def record(rubric: str) -> str:
        return (
            f"rubrary: 1\nassessment:\n  id: one\n  rubric: {rubric}\n"
            "  snapshot: {commit: 3f1c0a9be6a1de3c8c3b2a7d0f4d1b0e5a6c7d80}\n"
            "  method: manual\n  assessor: {organization: Us}\n  ended: 2026-01-01T00:00:00+00:00\n"
            "  measurements: {}\n"
        )

    yield Bad("unknown-rubric.yaml", record("nothing@1.0.0"), ("nothing@1.0.0", "Deposit the rubric"), 4)
    assessment = turtle(assessment_record()).decode()
    unknown = assessment.replace("rubric/reproscore/1.0.0", "rubric/nothing/1.0.0")
    yield Bad("unknown-rubric.ttl", unknown, ("rubric/nothing/1.0.0",), _line_of(unknown, "nothing/1.0.0"))
    yield Bad("record-key.yaml", "rubrary: 1\npapr: {doi: 10.5555/x}\n", ("papr", "paper"), 2)
    yield Bad("record-list.yaml", "rubrary: 1\npaper: [a]\n", ("paper",), 2)
    yield Bad("record-form.yaml", "rubrary: 99\npaper: {doi: 10.5555/x, title: X}\n", ("99",), 1)
    yield Bad("record-only.yaml", "rubrary: 1\n", (), 1)
    yield Bad("record-twice.yaml", "rubrary: 1\npaper: {title: A, title: B}\n", ("title", "twice"), 2)
    yield Bad("record-twice.json", '{"rubrary": 1,\n"rubrary": 1}', ("rubrary", "twice"), 2)
    yield Bad("record-depth.yaml", "rubrary: 1\npaper: " + "[" * 10_000, ("deep",), 2)


def _authority() -> Iterator[Bad]:
    paper = turtle(paper_record("Other title")).decode()
    venue = turtle(paper_record(venue="Another journal")).decode().replace("10.5555/example.1", "10.5555/v.1")
    yield Bad("venue.ttl", venue, ("venue/examples", "described otherwise"))
    attempt = turtle(attempt_record(mode="missing_data")).decode()
    yield Bad("redefines.ttl", attempt, (f"{BASE}attempt/one", "on record"))
    foreign = turtle(assessment_record(base="https://elsewhere.example/")).decode()
    where = "https://elsewhere.example/assessment/one"
    yield Bad("foreign.ttl", foreign, (where, "base", BASE), _line_of(foreign, where))
    for address in ("catalog", "deposit/abc", ".well-known/genid/x", "sparql", "record/x"):
        text = paper.replace(f"{BASE}venue/examples", f"{BASE}{address}")
        name = f"reserved-{address.replace('/', '-')}.ttl"
        yield Bad(name, text, (f"{BASE}{address}", "registry itself"), _line_of(text, f"<{BASE}{address}>"))
    release = paper.replace(f"{BASE}venue/examples", "https://w3id.org/rubrary/ns#Paper")
    yield Bad("release.ttl", release, ("ns#Paper", "release"))
    below = turtle(assessment_record(base="https://w3id.org/rubrary/")).decode()
    yield Bad("release-base.ttl", below, ("https://w3id.org/rubrary/assessment/one", "release"))


def _zips() -> Iterator[Bad]:
    good = json.dumps({"@context": _CONTEXT, "@graph": _ENTITIES})
    metadata = "ro-crate-metadata.json"
    yield Bad("text.zip", "not a zip", (".zip",))
    yield Bad("cut.zip", _zip({metadata: good})[:-30], (".zip",))
    yield Bad("no-crate.zip", _zip({"readme.txt": "x"}), (metadata,))
    yield Bad("bomb.zip", lambda: _zip({metadata: good, "a": b"\0" * 80_000_000}), ("unpack",))
    yield Bad("lying.zip", lambda: _lying(_zip({metadata: b" " * 80_000_000}), 80_000_000), ("damaged",))
    many = {f"f{n}": b"" for n in range(10_001)}
    yield Bad("count.zip", lambda: _zip({metadata: good, **many}), ("10000 files",))
    yield Bad("dots.zip", _zip({metadata: good, "../x": "x"}), ("../x", "leave the crate"))
    yield Bad("absolute.zip", _zip({metadata: good, "/etc/x": "x"}), ("/etc/x", "relative"))
    yield Bad("drive.zip", _zip({metadata: good, "C:/x": "x"}), ("C:/x", "relative"))
    link = zipfile.ZipInfo("link")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    yield Bad("link.zip", _zip({metadata: good}, (link, "/etc/passwd")), ("link",))
    yield Bad("twice.zip", _zip({metadata: good}, (zipfile.ZipInfo(metadata), "{}")), ("twice",))
    control = _zip({metadata: good, "a\x1b[2Jb": "x"})
    yield Bad("control.zip", control, ("control character",))
    yield Bad("latin1.zip", _zip({metadata: '{"a": "é"}'.encode("latin-1")}), ("UTF-8",), 1)
    yield Bad("zip.ttl", _zip({metadata: "{"}), ("JSON",), 1)


def _crates() -> Iterator[Bad]:
    descriptor, root = _ENTITIES

    def crate(name: str, graph: object, *says: str, line: int | None = None) -> Bad:
        document = {"@context": _CONTEXT, "@graph": graph}
        return Bad(f"crate-{name}.json", json.dumps(document, indent=1), says, line)

    person = {"@type": "Person", "name": "X"}
    yield crate("nested", [descriptor, {**root, "author": person}], "author", "no @id", line=14)
    named = {"@id": "#x", **person}
    yield crate("nested-id", [descriptor, {**root, "author": named}], "author", "inside another", line=14)
    yield crate("twice", [descriptor, root, root], "twice", line=16)
    yield crate("twice-dot", [descriptor, root, {**root, "@id": "."}], "")
    yield crate("no-root", [descriptor], "about one entity", line=7)
    yield crate("root-type", [descriptor, {**root, "@type": "Thing"}], "Dataset", line=13)
    yield crate("no-id", [descriptor, root, {"name": "x"}], "no @id", line=15)
    yield crate("space", [descriptor, root, {"@id": "my file.txt", "@type": "File"}], "my file.txt", "%20")
    for name, path in (
        ("up", "../secret"),
        ("encoded", "%2e%2e/secret"),
        ("twice-encoded", "%252e%252e/secret"),
        ("absolute", "/etc/passwd"),
        ("backslash", "..\\secret"),
    ):
        says = path.replace("\\", "\\\\")
        yield crate(f"path-{name}", [descriptor, root, {"@id": path, "@type": "File"}], says, line=16)
    yield crate(
        "version", [{**descriptor, "conformsTo": {"@id": "https://w3id.org/ro/crate/9.9"}}, root], "9.9"
    )
    yield Bad("crate-folder/ro-crate-metadata.json", "{", ("JSON",), 1)


def _deep_and_growing() -> Iterator[Bad]:
    for suffix in ("json", "jsonld"):
        yield Bad(f"deep.{suffix}", '{"@id": "urn:a", "urn:p": ' + "[" * 100_000, ("nested", "deep"))
        yield Bad(f"deep-closed.{suffix}", "[" * 100_000 + "]" * 100_000, ("nested", "deep"))
    yield Bad("deep.ttl", "<urn:a> <urn:p> " + "[ <urn:p> " * 100_000 + "1" + "]" * 100_000, ())
    yield Bad("deep-list.ttl", "<urn:a> <urn:p> " + "( " * 100_000, ())
    xml = "".join("<a:a><a:b>" for _ in range(50_000))
    yield Bad("deep.rdf", f'<a:R xmlns:a="urn:a#">{xml}', ())
    entities = '<!ENTITY a0 "ha">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    head = '<?xml version="1.0"?>\n<!DOCTYPE r ['
    body = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">&a11;</rdf:RDF>'
    yield Bad("entities.rdf", f"{head}{entities}]>\n{body}", ("entities",), 2)
    external = f'{head}<!ENTITY a11 SYSTEM "file:///etc/passwd">]>\n{body}'
    yield Bad("external.rdf", external, ("entities",), 2)
    doi = "10.5555/example.1"
    line = _line_of(_PAPER, f'"{doi}"')
    huge = _PAPER.replace(f'"{doi}"', f'"doi:{"x" * 5_000_000}"')
    yield Bad("huge-literal.ttl", huge, ("DOI",), line)
    yield Bad("huge-iri.ttl", f"<urn:{'x' * 5_000_000}> a <urn:b> .", ("nothing to validate",))
    shown = _PAPER.replace(f'"{doi}"', '"doi:\\u009b31m\\u202e[/red][bold]\\\\[/red]:key:\\nx\\\\"')
    yield Bad("markup.ttl", shown, ("DOI",), 1)  # the node: its value is written in escapes
    colours = _PAPER.replace(f'"{doi}"', '"\\u001b[2J"')
    yield Bad("colours.ttl", colours, ("control character", "U+001B"), line)
    yield Bad("colours.json", '{"rubrary": 1,\n"paper": {"title": "\\u001b[2J"}}', ("control character",), 2)
    yield Bad("colours.jsonld", '{"@id": "urn:a",\n"urn:p": "\\u001b[2J"}', ("control character",), 2)
    yield Bad("[red]x.ttl", "<a> <b> .", (), 1)
    yield Bad("[2].ttl", "<a> <b> .", (), 1)
    yield Bad("back\\[slash\\.ttl", "<a> <b> .", (), 1)
    yield Bad("x:key:.ttl", "<a> <b> .", (), 1)
    yield Bad("clear\x1b[2J\x9b31m\u202e.ttl", "<a> <b> .", (), 1)
    yield Bad("new\nline.ttl", "<a> <b> .", (), 1)
    yield Bad(os.fsdecode(b"latin\xe9.ttl"), "<a> <b> .", (), 1, r"latin\xe9.ttl")
    yield Bad("-dash.ttl", "<a> <b> .", (), 1)
    yield Bad("sp ace.ttl", "<a> <b> .", (), 1)


def _lying(archive: bytes, size: int) -> bytes:
    """The archive, with a small size stated for what unpacks to ``size`` bytes."""
    return archive.replace(struct.pack("<I", size), struct.pack("<I", 1000))


def _zip(files: dict[str, bytes | str], *more: tuple[zipfile.ZipInfo, bytes | str]) -> bytes:
    stream = io.BytesIO()
    with (
        warnings.catch_warnings(action="ignore"),
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for name, content in files.items():
            archive.writestr(name, content)
        for entry, content in more:
            archive.writestr(entry, content)
    return stream.getvalue()


def _rdf_xml(about: str) -> str:
    return (
        '<?xml version="1.0"?>\n'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:s="http://schema.org/">\n'
        f'<s:Thing rdf:about="{about}"><s:name>a</s:name></s:Thing>\n</rdf:RDF>\n'
    )


def _line_of(text: str, part: str) -> int:
    assert part in text
    return text.count("\n", 0, text.index(part)) + 1
