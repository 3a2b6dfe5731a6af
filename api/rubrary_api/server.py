"""Run the server."""

from __future__ import annotations

import errno
import ipaddress
import socket
from urllib.parse import urlsplit

import uvicorn

from rubrary.errors import RegistryError, UsageError
from rubrary.pipeline.registry import Registry
from rubrary_api.app import create_app


def check_address(host: str, port: int, base: str) -> None:
    """Refuse an address that cannot be served, before anything starts.

    Raises:
        UsageError: the server would be public while the base IRI is a loopback address.
        RegistryError: the port is taken, or the address is none of this machine's.
    """
    if not _loopback(host) and _loopback(urlsplit(base).hostname or ""):
        raise UsageError(
            f"a server on {host} is public, but the registry mints under {base}, which only this machine can read",
            hint="Make the registry with its public base: rubrary init DIR --base https://archive.example.org/",
        )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise RegistryError(
                    f"port {port} on {host} is taken by another program",
                    hint=f"Stop that program, or serve on another port: --port {port + 1}",
                ) from error
            raise RegistryError(f"cannot listen on {host}:{port}: {error.strerror}") from error


def _loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def run(registry: Registry, *, host: str, port: int, query_timeout: float) -> None:
    """Serve until interrupted."""
    app = create_app(registry, query_timeout=query_timeout)
    uvicorn.run(app, host=host, port=port, log_level="warning", access_log=False, server_header=False)
