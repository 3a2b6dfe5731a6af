"""Everything that `make test` checks, in order: lint, types, layers, the checkout's tests, the built wheel.

Each step prints what it runs; the first that fails ends the run with its status.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent

#: What of the tests is run on the installed wheel: what a user meets, so that a file missing in it shows.
WHEEL_TESTS = ("tests/cli", "tests/api")
WHEEL_TESTS_NEED = ("pytest", "pytest-xdist", "httpx2", "hypothesis")
WHEEL_PYTEST = """\
[pytest]
pythonpath = tests
addopts = --import-mode=importlib
filterwarnings = error
markers =
    slow: takes longer than ten seconds
    study: needs a published data set
"""


def run(*command: str, cwd: Path = ROOT, env: dict[str, str] | None = None) -> None:
    """Run one step; end everything if it fails."""
    sys.stdout.write(
        f"\n=== {' '.join(Path(command[0]).name if i == 0 else c for i, c in enumerate(command))}\n"
    )
    sys.stdout.flush()
    done = subprocess.run(command, cwd=cwd, env=env, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def main() -> None:
    """The steps."""
    run(str(BIN / "ruff"), "check", ".")
    run(str(BIN / "ruff"), "format", "--check", ".")
    run(str(BIN / "mypy"))
    run(str(BIN / "lint-imports"))
    run(str(BIN / "pytest"), "-q", "-n", "2", *sys.argv[1:])
    wheel()


def wheel() -> None:
    """Build the wheel, install it in an empty environment, and use it from there."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        run(str(BIN / "python"), "-m", "build", "--wheel", "--outdir", str(work / "dist"), str(ROOT))
        built = next((work / "dist").glob("*.whl"))
        run(sys.executable, "-m", "venv", str(work / "venv"))
        python = work / "venv" / "bin" / "python"
        run(str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(built))
        clean = {name: value for name, value in os.environ.items() if not name.startswith("RUBRARY_")}
        rubrary = str(work / "venv" / "bin" / "rubrary")
        run(rubrary, "demo", "--no-serve", cwd=work, env=clean)
        run(rubrary, "verify", cwd=work, env=clean)
        run(str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *WHEEL_TESTS_NEED)
        shutil.copytree(ROOT / "tests", work / "tests")
        (work / "pytest.ini").write_text(WHEEL_PYTEST, encoding="utf-8")
        run(str(python), "-m", "pytest", "-q", "-n", "2", *WHEEL_TESTS, cwd=work, env=clean)


if __name__ == "__main__":
    main()
