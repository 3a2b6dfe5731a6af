"""The examples of the curator's page are rubrics that read."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rubrary.rubric import RubricVersion

PAGE = (Path(__file__).parents[2] / "docs" / "rubric-file.md").read_text("utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: str(text).split("\n")[0].split("#")[0])
def test_every_example_reads(read: Callable[[str], RubricVersion], text: str) -> None:
    version = read(text)
    assert all("without a reason" in str(warning) for warning in version.warnings)


def test_there_is_one_example_of_each_form() -> None:
    assert [text.split(":")[0] for text in EXAMPLES] == ["name", "rubric", "rubric", "rubric"]
