"""``rubrary serve``: the registry over HTTP."""

from __future__ import annotations

from typing import Annotated

import typer

from rubrary.cli.console import err, plain
from rubrary.cli.options import DEFAULT_REGISTRY, RegistryOption
from rubrary.pipeline.registry import Registry

HostOption = Annotated[str, typer.Option("--host", help="Address to listen on.")]
PortOption = Annotated[int, typer.Option("--port", min=1, max=65535, help="Port to listen on.")]


def serve(
    registry: RegistryOption = DEFAULT_REGISTRY,
    host: HostOption = "127.0.0.1",
    port: PortOption = 8000,
    timeout: Annotated[
        float, typer.Option("--timeout", min=0.1, help="Seconds that a query may take.")
    ] = 30.0,
) -> None:
    """Serve SPARQL at /sparql and a page for each thing on record, until Ctrl-C."""
    # The server and what it needs are loaded by this command only: the others start in half the time.
    from rubrary_api.server import check_address, run  # noqa: PLC0415

    with Registry.open(registry) as opened:
        check_address(host, port, opened.base)
        err.print(f"Serving {plain(str(registry))} on [bold]http://{host}:{port}[/bold] (Ctrl-C ends it)")
        run(opened, host=host, port=port, query_timeout=timeout)
