"""The HTML page: whole in itself, escaped, readable without its pictures."""

from __future__ import annotations

import base64
import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from rubrary.checks import Columns, Data, check_study
from rubrary.checks.report import report_html
from rubrary.rubric import shipped_rubric
from tiny_check import TINY, VERDICTS

SCORES = Columns(
    {"run": ["https://r.example/high", "https://r.example/low"], "value": [100.0, 0.0]}, "scores"
)


def page() -> str:
    rows = {"scores": SCORES, "nothing": Columns({"x": []}, "nothing")}
    checked = check_study(TINY, Data(rows.__getitem__, shipped_rubric))
    return report_html(checked, base="https://r.example/", sequence=7, state="ab" * 32).decode()


@pytest.fixture(scope="module")
def html() -> str:
    return page()


class Elements(HTMLParser):
    """The start tags of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


def test_every_finding_stands_with_published_recomputed_and_verdict(html: str) -> None:
    assert html.count('class="verdict match"') == list(VERDICTS.values()).count("match")
    for text in ("The mean readiness is 50.0.", ">50.0</td>", ">50.000</td>", "no log of it is published"):
        assert text in html


def test_what_does_not_match_stands_first_too(html: str) -> None:
    assert html.count("Three repositories were scored.") == 2
    assert html.index("What does not match") < html.index("All findings")


def test_the_page_needs_nothing_from_elsewhere_and_forbids_scripts(html: str) -> None:
    elements = Elements(html)
    assert elements.named("script") == elements.named("link") == []
    assert all(
        (image["src"] or "").startswith("data:image/svg+xml;base64,") for image in elements.named("img")
    )
    policies = [meta["content"] or "" for meta in elements.named("meta") if "http-equiv" in meta]
    assert policies == ["default-src 'none'; img-src data:; style-src 'unsafe-inline'"]


def test_texts_are_escaped(html: str) -> None:
    assert "Tiny: &lt;two&gt; repositories" in html
    assert "one of &lt;them&gt; is gone" in html
    assert "<two>" not in html
    assert "<them>" not in html


def test_a_figure_has_a_text_alternative_and_a_form_for_dark_pages(html: str) -> None:
    (image,) = Elements(html).named("img")
    (dark,) = Elements(html).named("source")
    assert image["alt"] == "Two scores: 100 & 0."
    assert dark["media"] == "screen and (prefers-color-scheme: dark)", "print is light"
    pictures = [base64.b64decode((text or "").partition(",")[2]) for text in (image["src"], dark["srcset"])]
    assert all(b"<svg" in picture for picture in pictures)
    assert pictures[0] != pictures[1]


def test_a_figure_without_rows_is_left_out(html: str) -> None:
    assert "Nothing to see" not in html


def test_the_page_says_from_which_state_of_the_registry_it_is(html: str) -> None:
    assert "sequence 7" in html
    assert "ab" * 32 in html


def test_the_same_findings_give_the_same_page(html: str) -> None:
    assert page() == html


def test_headings_do_not_skip_a_level(html: str) -> None:
    levels = [int(level) for level in re.findall(r"<h(\d)", html)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
