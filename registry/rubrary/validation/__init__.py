"""SHACL validation of deposits: a fast engine decides, a thorough one explains, a person can mend it."""

from __future__ import annotations

from rubrary.validation.report import Finding, Report, Severity
from rubrary.validation.validator import EngineChoice, Validator

__all__ = ["EngineChoice", "Finding", "Report", "Severity", "Validator"]
