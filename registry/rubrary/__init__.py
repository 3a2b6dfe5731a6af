"""Rubrary: the linked-data registry of research reproducibility."""

__version__ = "0.1.0"
