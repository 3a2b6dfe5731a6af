"""The command line: ``rubrary``."""

from __future__ import annotations

import logging
import sys

from rubrary.cli.app import app
from rubrary.cli.console import exit_status, show_error, speak_any_encoding
from rubrary.errors import RegistryError, RubraryError

log = logging.getLogger(__name__)


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
    except OSError as error:
        log.info("the operating system refused", exc_info=error)
        refused = _os_error(error)
        show_error(refused)
        sys.exit(exit_status(refused))


def _os_error(error: OSError) -> RubraryError:
    """What the operating system refused, most often a folder that is missing or may not be written to."""
    what = f"{error.filename}: " if error.filename is not None else ""
    return RegistryError(
        f"{what}{error.strerror or error}",
        hint="Check the path, its permissions and the free space; rubrary --verbose … shows where it happened.",
    )
