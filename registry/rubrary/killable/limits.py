"""What a worker takes away from itself before it sees any untrusted byte.

Every limit is applied by the worker itself, right after it started, and only the one on writing files after it
imported the module that does the work. Linux only; a limit that a kernel does not grant is reported, not hidden.
"""

from __future__ import annotations

import ctypes
import os
import resource
import sys

_SIGKILL = 9  # importing `signal` would cost a worker 10 ms, for its enumerations
_PR_SET_PDEATHSIG = 1
_PR_SET_NO_NEW_PRIVS = 38
_CLONE_NEWUSER = 0x10000000
_CLONE_NEWNET = 0x40000000


def apply_limits(*, parent: int, memory: int, files: int, network: bool) -> list[str]:
    """Limits this process for the rest of its life.

    Args:
        parent: process id of the parent; the worker ends when that one does.
        memory: address space in bytes (``RLIMIT_AS``).
        files: open files (``RLIMIT_NOFILE``).
        network: whether the network stays reachable.

    Returns:
        What was achieved: ``memory``, ``files``, ``no-network``, ``dies-with-parent``.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    achieved = []
    if not network and _leave_network(libc):
        achieved.append("no-network")
    # After the namespaces: becoming somebody in a new user namespace clears the parent-death signal.
    if libc.prctl(_PR_SET_PDEATHSIG, _SIGKILL, 0, 0, 0) == 0:
        achieved.append("dies-with-parent")
    if os.getppid() != parent:  # it died before the line above could notice
        os._exit(1)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    for name, kind, value in (
        ("memory", resource.RLIMIT_AS, memory),
        ("files", resource.RLIMIT_NOFILE, files),
        ("no-core", resource.RLIMIT_CORE, 0),
    ):
        if _lower(kind, value):
            achieved.append(name)
    return achieved


def limit_file_size(file_bytes: int) -> list[str]:
    """Lets this process write files of so many bytes at most; 0 means none. Returns ``file-size`` if granted.

    Python writes the bytecode of what it imports, and would now leave empty files that break later imports: so
    it writes none from here on.
    """
    sys.dont_write_bytecode = True
    return ["file-size"] if _lower(resource.RLIMIT_FSIZE, file_bytes) else []


def limit_cpu(seconds: float) -> None:
    """Lets this process use so many more seconds of processor time, then ends it (``SIGXCPU``).

    A second wall behind the parent's deadline, for a parent that was stopped.
    """
    used = resource.getrusage(resource.RUSAGE_SELF)
    soft = int(used.ru_utime + used.ru_stime + seconds) + 2
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (soft if hard < 0 else min(soft, hard), hard))


def _lower(kind: int, value: int) -> bool:
    hard = resource.getrlimit(kind)[1]
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    try:
        resource.setrlimit(kind, (value, value))
    except (OSError, ValueError):
        return False
    return True


def _leave_network(libc: ctypes.CDLL) -> bool:
    # A new network namespace holds only a loopback interface that is down. Without privileges a process may
    # make one inside a user namespace of its own.
    return any(libc.unshare(flags) == 0 for flags in (_CLONE_NEWNET, _CLONE_NEWUSER | _CLONE_NEWNET))
