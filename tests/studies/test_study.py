from __future__ import annotations

import pytest

from rubrary import studies
from rubrary.errors import InputError, NotFound, Place
from rubrary.rubric import shipped_rubric
from rubrary.studies import StudyItem


def test_the_package_is_walked_for_studies() -> None:
    assert "reproscore" in studies.names()


@pytest.mark.parametrize("name", studies.names())
def test_every_study_says_what_it_is_what_it_reads_and_which_shipped_rubrics_it_applies(name: str) -> None:
    study = studies.find(name)
    assert name == study.NAME
    assert study.TITLE
    assert study.FILES
    for reference in study.RUBRICS:
        assert shipped_rubric(reference).reference == reference


def test_an_unknown_study_is_refused_with_the_names_of_those_that_can_be_read() -> None:
    with pytest.raises(NotFound) as caught:
        studies.find("reproscor")
    assert "reproscor" in caught.value.message
    assert "reproscore" in (caught.value.hint or "")


def test_an_item_about_a_fault_has_its_place_and_says_what_to_do() -> None:
    fault = InputError("column rrs: 'x' is not a number", place=Place("scores.csv", 12), hint="write digits")
    assert StudyItem.of(fault) == StudyItem(
        "scores.csv:12", problem="column rrs: 'x' is not a number; write digits"
    )
