"""SPARQL over HTTP: our endpoint against `oxigraph serve` on the same data, in one run.

Both get the same requests from the same client, one server after the other. Each request of the point query asks
of another assessment, so that no cache of answers helps. The client is `wrk` where it is installed (Debian
package wrk), else a small asyncio client, which then is what limits the faster server.
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from pyoxigraph import RdfFormat, Store
from study import BASE, data_folder

from rubrary import studies
from rubrary.index.index import Index
from rubrary.pipeline.deposit import bring_index_up_to_date
from rubrary.pipeline.publish import publish_shipped
from rubrary.pipeline.registry import Registry
from rubrary.pipeline.study import import_study
from rubrary.terms import PREFIXES

OURS, THEIRS = 8765, 8766
SECONDS = 8
CONNECTIONS = 4
HEAD = "".join(f"PREFIX {prefix}: <{iri}>\n" for prefix, iri in PREFIXES.items())
RRS = "<https://w3id.org/rubrary/rubric/reproscore/1.0.0#RRS>"
POINT = (
    HEAD + f"SELECT ?value {{ ?s prov:wasGeneratedBy <%s> ; dqv:isMeasurementOf {RRS} ; dqv:value ?value }}"
)
GROUPED = HEAD + (
    "SELECT ?outcome (COUNT(?attempt) AS ?n) { ?attempt a rub:ReproductionAttempt ; rub:outcome ?outcome } "
    "GROUP BY ?outcome ORDER BY ?outcome"
)


def main() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        runs = prepare(folder)
        grouped = [f"/{{}}?query={quote(GROUPED)}"]
        point = [f"/{{}}?query={quote(POINT % run)}" for run in runs]
        rates = {}
        for name, port, path, server in (
            ("rubrary", OURS, "sparql", ours(folder)),
            ("oxigraph", THEIRS, "query?union-default-graph", theirs(folder)),
        ):
            with server:
                wait(port)
                for label, requests in (("point", point), ("grouped", grouped)):
                    targets = [
                        request.format("X").replace("/X?", f"/{path}{'&' if '?' in path else '?'}")
                        for request in requests
                    ]
                    rates[name, label] = measure(folder, port, targets)
    for label in ("point", "grouped"):
        mine, other = rates["rubrary", label], rates["oxigraph", label]
        print(
            f"{label:8} rubrary {mine:8.0f}/s   oxigraph serve {other:8.0f}/s   ratio {mine / other:.2f} (aim: 0.8)"
        )


def prepare(folder: Path) -> list[str]:
    """A registry with the study in it, and a copy of its index for the other server; IRIs of assessments."""
    with Registry.create(folder / "registry", BASE) as registry:
        list(publish_shipped(registry))
        study = studies.find("reproscore")
        results = list(import_study(registry, study, data_folder() / "reproscore"))
        bring_index_up_to_date(registry)
        generation = Index.open(registry.index_folder).current_generation()
    dump = folder / "dump.nq"
    Store.read_only(str(generation)).dump(dump, RdfFormat.N_QUADS)
    store = Store(folder / "oxigraph")
    store.bulk_load(path=dump, format=RdfFormat.N_QUADS)
    store.optimize()
    del store
    topics = [result.examined.topic for result in results if result.examined]
    return [topic.iri for topic in topics if topic and topic.kind == "Assessment"]


@contextlib.contextmanager
def running(*command: str) -> Iterator[None]:
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.terminate()


def ours(folder: Path) -> contextlib.AbstractContextManager[None]:
    program = str(Path(sys.executable).parent / "rubrary")
    return running(program, "serve", "--registry", str(folder / "registry"), "--port", str(OURS))


def theirs(folder: Path) -> contextlib.AbstractContextManager[None]:
    program = str(Path(sys.executable).parent / "oxigraph")
    return running(
        program, "serve-read-only", "--location", str(folder / "oxigraph"), "--bind", f"127.0.0.1:{THEIRS}"
    )


def wait(port: int) -> None:
    for _ in range(200):
        with contextlib.suppress(OSError):
            asyncio.run(connect(port))
            return
        time.sleep(0.1)
    sys.exit(f"the server on port {port} did not start")


async def connect(port: int) -> None:
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.close()
    await writer.wait_closed()


def measure(folder: Path, port: int, targets: list[str]) -> float:
    """Answers a second."""
    if shutil.which("wrk"):
        return measure_wrk(folder, port, targets)
    return asyncio.run(measure_asyncio(port, targets))


def measure_wrk(folder: Path, port: int, targets: list[str]) -> float:
    script = folder / "requests.lua"
    listed = ",\n".join(f'"{target}"' for target in targets)
    script.write_text(
        f"local t = {{\n{listed}\n}}\nlocal i = 0\n"
        'wrk.headers["Accept"] = "application/sparql-results+json"\n'
        "request = function() i = i % #t + 1; return wrk.format('GET', t[i]) end\n"
    )
    command = [
        "wrk",
        "-t1",
        f"-c{CONNECTIONS}",
        f"-d{SECONDS}s",
        "-s",
        str(script),
        f"http://127.0.0.1:{port}",
    ]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in printed:
        sys.exit(printed)
    return float(next(line.split()[1] for line in printed.splitlines() if line.startswith("Requests/sec")))


async def measure_asyncio(port: int, targets: list[str]) -> float:
    end = time.monotonic() + SECONDS
    counts = await asyncio.gather(
        *(client(port, targets[number:] + targets[:number], end) for number in range(CONNECTIONS))
    )
    return sum(counts) / SECONDS


async def client(port: int, targets: list[str], end: float) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    count = 0
    while time.monotonic() < end:
        target = targets[count % len(targets)]
        head = f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/sparql-results+json\r\n\r\n"
        writer.write(head.encode())
        headers = (await reader.readuntil(b"\r\n\r\n")).lower()
        if b" 200 " not in headers.split(b"\r\n")[0]:
            sys.exit(headers.decode())
        await body(reader, headers)
        count += 1
    writer.close()
    return count


async def body(reader: asyncio.StreamReader, headers: bytes) -> None:
    for line in headers.split(b"\r\n"):
        if line.startswith(b"content-length:"):
            await reader.readexactly(int(line.split(b":")[1]))
            return
    while (size := int(await reader.readuntil(b"\r\n"), 16)) > 0:
        await reader.readexactly(size + 2)
    await reader.readuntil(b"\r\n")


if __name__ == "__main__":
    main()
