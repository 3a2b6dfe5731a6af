"""What the workers of these tests run: each verb is a way to behave."""

from __future__ import annotations

import os
import resource
import signal
import socket
import sys
import time
from pathlib import Path

from rubrary.killable.child import Refusal, Reply
from rubrary.killable.frames import Record


def handle(request: Record, body: bytes, reply: Reply) -> None:  # noqa: PLR0912 - one branch a behaviour
    verb = request["do"]
    if verb == "echo":
        reply.header({"size": len(body), "pid": os.getpid()})
        reply.write(body)
        reply.end({"done": True})
    elif verb == "sleep":
        time.sleep(float(str(request["seconds"])))
        reply.header({})
        reply.end({})
    elif verb == "drip":  # an answer that never ends
        reply.header({})
        while True:
            reply.write(b"x" * 65536)
    elif verb == "break off":
        reply.header({})
        reply.write(b"x" * 100_000)
        raise Refusal("limit", "too much", rows=7)
    elif verb == "eat memory":
        hoard = []
        while True:
            hoard.append(bytearray(16 * 1024 * 1024))
    elif verb == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif verb == "exit":
        os._exit(3)
    elif verb == "raise":
        raise KeyError("no such thing")
    elif verb == "print":
        sys.stdout.write("this must not reach the parent's pipe")
        sys.stdout.flush()
        reply.header({})
        reply.end({})
    elif verb == "connect":
        with socket.socket() as attempt:
            attempt.settimeout(2)
            status = attempt.connect_ex(("127.0.0.1", int(str(request["port"]))))
        reply.header({"status": status})
        reply.end({})
    elif verb == "look":
        reply.header(
            {
                "memory": resource.getrlimit(resource.RLIMIT_AS)[0],
                "files": sorted(entry.name for entry in Path("/proc/self/fd").iterdir()),
                "environment": sorted(os.environ),
                "cpu": resource.getrlimit(resource.RLIMIT_CPU)[0],
            }
        )
        reply.end({})
    elif verb == "write file":
        Path(str(request["path"])).write_bytes(b"x" * 100)
        reply.header({})
        reply.end({})
