"""The command line: ``rubrary``."""

from __future__ import annotations

import sys

from rubrary.cli.app import app
from rubrary.cli.console import exit_status, show_error, speak_any_encoding
from rubrary.errors import RubraryError


def main() -> None:
    """Run one command; exit status 0, 1 (refused, not found, failed) or 2 (wrong usage)."""
    speak_any_encoding()
    try:
        app()
    except RubraryError as error:
        show_error(error)
        sys.exit(exit_status(error))
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
