"""Starting worker processes, and the one thread that does it."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

# The kernel's parent-death signal follows the *thread* that started a child. One thread that lives as long as
# the program starts and buries them all, so that a worker never ends with a passing request's thread.
keeper = ThreadPoolExecutor(max_workers=1, thread_name_prefix="rubrary-workers")

_BOOT = (
    "import sys; a = sys.argv; n = int(a[1]); sys.path[:0] = a[2 : 2 + n]; "
    "from rubrary.killable import child; child.main(a[2 + n :])"
)
#: What a worker sees of our environment; the rest may hold secrets.
_ENVIRONMENT = ("LD_LIBRARY_PATH", "LANG", "LC_ALL", "TZ")
#: The allocator reserves 64 MiB of address space for each thread otherwise, and the memory limit counts that.
_ALLOCATION = {"MALLOC_ARENA_MAX": "1"}


@dataclass(frozen=True, slots=True)
class Limits:
    """What a worker may use.

    Attributes:
        memory_bytes: address space.
        open_files: files open at once.
        file_bytes: the longest file that it may write; 0 means none.
        network: whether it may use the network.
    """

    memory_bytes: int = 2 * 1024**3
    open_files: int = 1024
    file_bytes: int = 0
    network: bool = False


def launch(module: str, limits: Limits) -> subprocess.Popen[bytes]:
    """Starts a worker for ``module``; only ever called in the ``keeper``'s thread."""
    path = [str(Path(entry).resolve()) for entry in sys.path if entry]
    numbers = (limits.memory_bytes, limits.open_files, limits.file_bytes, int(limits.network))
    # -I and -S: no environment, no user site, no .pth files; the search path is ours, given explicitly.
    interpreter = [sys.executable, "-I", "-S", "-X", "utf8", *(["-B"] if sys.dont_write_bytecode else [])]
    return subprocess.Popen(
        [*interpreter, "-c", _BOOT, str(len(path)), *path, module, str(os.getpid()), *map(str, numbers)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        close_fds=True,
        cwd="/",
        env={name: os.environ[name] for name in _ENVIRONMENT if name in os.environ} | _ALLOCATION,
    )
