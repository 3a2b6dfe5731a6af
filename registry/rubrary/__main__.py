"""``python -m rubrary`` is the command line."""

from rubrary.cli import main

main()
