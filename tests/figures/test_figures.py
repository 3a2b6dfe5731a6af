"""Pictures: files that can be read, with axes, marks and a text alternative."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rubrary.errors import InputError, UsageError
from rubrary.figures import (
    Panel,
    check_target,
    draw_cooccurrence,
    draw_outcomes,
    draw_ratings,
    draw_readiness,
    draw_survival,
    draw_trends,
    save,
)
from rubrary.statistics import (
    compare_ratings,
    item_categories,
    kaplan_meier,
    outcome_shares,
    outcome_trends,
    readiness_and_outcome,
)

OUTCOMES = outcome_shares(["failed"] * 6 + ["success"] * 4, ["a", "b"] * 5)
TRENDS = outcome_trends([2020, 2020, 2021, 2021, 2021], ["ok", "no", "ok", "ok", "no"])
RATINGS = compare_ratings(["Y", "N", "NA", "N"], ["Y", "NA", "N", "N"], {"NA": "N"})
TOGETHER = item_categories(["1", "1", "2", "3"], ["data", "code", "data", None])
READINESS = readiness_and_outcome([True, True, False, False], [70.0, 60.0, 20.0, 65.0])
SURVIVAL = kaplan_meier([1, 2, 3, 4], [True, True, False, False])

DRAWINGS = {
    "outcomes": (partial(draw_outcomes, found=OUTCOMES), "failed 6, 60.0 %"),
    "trends": (partial(draw_trends, found=TRENDS), "ok: 50.0 % in 2020, 66.7 % in 2021"),
    "ratings": (partial(draw_ratings, found=RATINGS), "With answers merged it is 1.000"),
    "cooccurrence": (
        partial(draw_cooccurrence, found=TOGETHER),
        "data and code: 1 items have both, φ = 0.50",
    ),
    "readiness": (partial(draw_readiness, found=READINESS), "AUC 0.750"),
    "survival": (partial(draw_survival, found=SURVIVAL, unit="days"), "the median is 2 days"),
}


def axes() -> Axes:
    return Figure().subplots()


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_has_labelled_axes_and_says_what_it_shows(name: str) -> None:
    draw, words = DRAWINGS[name]
    area = axes()
    alternative = draw(area)
    assert words in alternative
    assert area.get_xlabel()
    assert area.get_ylabel()


@pytest.mark.parametrize("name", DRAWINGS)
@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_each_drawing_becomes_a_file(tmp_path: Path, name: str, suffix: str) -> None:
    target = tmp_path / f"picture{suffix}"
    alternative = save([Panel("A part", DRAWINGS[name][0], (6.0, 3.0))], target, "a title")
    assert alternative.startswith("A part: ")
    data = target.read_bytes()
    assert data.startswith(b"\x89PNG" if suffix == ".png" else b"<?xml")
    assert alternative.encode()[:30] in data, "the file carries its text alternative"


def test_the_same_data_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one.svg", "two.svg", "one.png", "two.png"):
        save([Panel(None, DRAWINGS["outcomes"][0], (6.0, 3.0))], tmp_path / name, "a title")
    for suffix in ("svg", "png"):
        assert (tmp_path / f"one.{suffix}").read_bytes() == (tmp_path / f"two.{suffix}").read_bytes()


def test_groups_that_can_be_told_apart_have_a_legend() -> None:
    area = axes()
    assert "Drawn for 2 groups: a, b." in draw_outcomes(area, OUTCOMES)
    legend = area.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["a (n = 5)", "b (n = 5)"]


def test_too_many_groups_are_drawn_as_one_and_the_text_says_so() -> None:
    area = axes()
    found = outcome_shares(["x", "y"] * 10, [str(number) for number in range(20)])
    assert "The 20 groups are too many to draw apart." in draw_outcomes(area, found)
    assert area.get_legend() is None


def test_too_many_outcomes_leave_the_most_frequent() -> None:
    area = axes()
    outcomes = [f"o{number}" for number in range(9) for _ in range(number + 1)]
    alternative = draw_trends(area, outcome_trends([2020] * len(outcomes), outcomes))
    assert "The 7 most frequent are drawn." in alternative
    legend = area.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == [f"o{number}" for number in range(2, 9)]


def test_marks_differ_as_well_as_colours() -> None:
    area = axes()
    draw_trends(area, TRENDS)
    lines = [line for line in area.get_lines() if line.get_linestyle() == "-" and line.get_marker() != "None"]
    marks = {line.get_marker() for line in lines if line.get_marker() in {"o", "s"}}
    assert marks == {"o", "s"}


def test_a_class_of_very_many_items_is_a_box_without_points() -> None:
    area = axes()
    many = readiness_and_outcome([True] * 2001 + [False, False], [float(n) for n in range(2003)], resamples=0)
    draw_readiness(area, many)
    assert [len(points.get_offsets()) for points in area.collections] == [2]


def test_any_text_of_a_selection_can_be_drawn(tmp_path: Path) -> None:
    odd = "$x^$ <b>&\x00\x1b[31m \N{BALLOON} \u65e5\u672c" + "W" * 100
    found = outcome_shares([odd, "plain"], [odd, "two\nlines"])
    for name in ("odd.svg", "odd.png"):
        save([Panel(odd, partial(draw_outcomes, found=found), (6.0, 3.0))], tmp_path / name, odd)
    trends = outcome_trends([2020, 2021], [odd, "W" * 200])
    save([Panel(odd, partial(draw_trends, found=trends), (6.0, 3.0))], tmp_path / "trends.svg", odd)
    ElementTree.parse(tmp_path / "odd.svg")
    ElementTree.parse(tmp_path / "trends.svg")


def test_a_year_of_one_item_and_a_single_outcome_can_be_drawn(tmp_path: Path) -> None:
    found = outcome_trends([1013], ["only"])
    assert "only: 100.0 % in 1013." in save(
        [Panel(None, partial(draw_trends, found=found), (6.0, 3.0))], tmp_path / "one.svg", "t"
    )


@pytest.mark.parametrize("name", ["picture.pdf", "picture", "picture.svg.gz"])
def test_other_kinds_of_picture_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match=r"ends in \.png or \.svg"):
        check_target(tmp_path / name)


def test_a_page_has_room_for_so_many_panels(tmp_path: Path) -> None:
    panels = [Panel(None, DRAWINGS["outcomes"][0], (6.0, 3.0))] * 13
    with pytest.raises(InputError, match="1 to 12 panels, and there are 13"):
        save(panels, tmp_path / "many.svg", "a title")
