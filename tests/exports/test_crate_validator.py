"""Bundles before roc-validator, the RO-Crate community's own judge, without the network.

What is checked: every check of ro-crate-1.1 and process-run-crate-0.5 at RECOMMENDED; a check that it skips
(as it does with most when it cannot get a context) fails the test. Its HTTP cache is filled beforehand with two
contexts. That of RO-Crate 1.1 is cut down to the terms that bundles use, copied from the published one, so that a
term that 1.1 does not have is found undeclared. That of Workflow Run Crate is the list of terms that we carry.
What is not checked: whether the addresses in a bundle answer.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from requests import PreparedRequest, Response
from requests.adapters import HTTPAdapter
from requests_cache import CachedSession
from urllib3 import HTTPResponse

from rubrary.exports.rocrate import BundleContent, write_bundle
from rubrary.graph.contexts import WORKFLOW_RUN_CONTEXT, known_context

_RO_CRATE_CONTEXT = "https://w3id.org/ro/crate/1.1/context"
_EXCERPT = Path(__file__).with_name("ro-crate-1.1-excerpt.json")


class _Shelf(HTTPAdapter):
    """Answers from memory."""

    def __init__(self, documents: Mapping[str, bytes]) -> None:
        super().__init__()
        self._documents = documents

    def send(self, request: PreparedRequest, *args: Any, **kwargs: Any) -> Response:
        body = io.BytesIO(self._documents[str(request.url)])
        headers = {"Content-Type": "application/ld+json"}
        return self.build_response(request, HTTPResponse(body, headers, status=200, preload_content=False))


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The validator's HTTP cache, holding the two contexts."""
    path = tmp_path_factory.mktemp("cache") / "http"
    documents = {
        _RO_CRATE_CONTEXT: _EXCERPT.read_bytes(),
        WORKFLOW_RUN_CONTEXT: json.dumps({"@context": known_context(WORKFLOW_RUN_CONTEXT)}).encode(),
    }
    with CachedSession(cache_name=str(path), backend="sqlite", expire_after=-1) as session:
        session.mount("https://", _Shelf(documents))
        for address in documents:
            session.get(address).raise_for_status()
        session.cache.close()
    return path


def unpacked(content: BundleContent, folder: Path) -> Path:
    """The bundle as a folder: of a .zip the validator 0.13 cannot write its report as JSON."""
    with zipfile.ZipFile(io.BytesIO(write_bundle(content))) as archive:
        archive.extractall(folder)
    return folder


def verdict(crate: Path, cache: Path) -> dict[str, Any]:
    report = crate.with_suffix(".report.json")
    options = ["--profile-identifier", "process-run-crate", "--requirement-severity", "recommended"]
    options += ["--offline", "--cache-path", str(cache), "--verbose", "--no-paging"]
    options += ["--output-format", "json", "--output-file", str(report)]
    program = Path(sys.executable).with_name("rocrate-validator")
    command = [str(program), "--disable-color", "validate", *options, str(crate)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert report.is_file(), ended.stdout + ended.stderr
    found: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", ["content", "bare_content", "manual_content", "manual_attempt_content"])
def test_a_bundle_passes_every_check_at_recommended(
    name: str, request: pytest.FixtureRequest, cache: Path, tmp_path: Path
) -> None:
    content: BundleContent = request.getfixturevalue(name)
    found = verdict(unpacked(content, tmp_path / "bundle"), cache)
    assert found["issues"] == []
    assert found["passed"]
    assert found["statistics"]["profiles"] == ["process-run-crate-0.5", "ro-crate-1.1"]
    assert found["statistics"]["total_skipped_checks"] == 0
    assert found["statistics"]["total_passed_checks"] == found["statistics"]["total_checks"] > 90


@pytest.mark.slow
def test_the_validator_would_find_an_undeclared_term_and_a_missing_file(
    content: BundleContent, cache: Path, tmp_path: Path
) -> None:
    folder = unpacked(content, tmp_path / "bundle")
    (folder / "scores.json").unlink()
    metadata = folder / "ro-crate-metadata.json"
    text = metadata.read_text(encoding="utf-8")
    metadata.write_text(text.replace('"dimensionWeight": 0.3', '"dimensionWeigth": 0.3'), encoding="utf-8")
    messages = " ".join(issue["message"] for issue in verdict(folder, cache)["issues"])
    assert "dimensionWeigth" in messages
    assert "scores.json" in messages
