"""The check of ReproScore: on a small invented study, and on the published one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rubrary import checks, studies
from rubrary.checks import CheckedStudy, Data, Verdict, check_study, figures
from rubrary.checks.drawing import draw
from rubrary.checks.reproscore.policies import gated, rescaled, rescorer, without
from rubrary.pipeline.check import StudyData, finding_records, record_findings
from rubrary.pipeline.deposit import bring_index_up_to_date
from rubrary.pipeline.publish import publish_shipped
from rubrary.pipeline.registry import Registry
from rubrary.pipeline.study import import_study

BASE = "https://registry.example/"
CHECK = checks.find("reproscore")
#: Two percentages of the text that the data contradict.
DEVIATING = {"penalised-missing_data": 82.142857, "penalised-missing_module": 81.176471}


def imported(folder: Path, source: Path) -> Registry:
    registry = Registry.create(folder, BASE)
    list(publish_shipped(registry))
    list(import_study(registry, studies.find("reproscore"), source))
    bring_index_up_to_date(registry)
    return registry


# -- an invented study of a few repositories -----------------------------------------------------------------


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Data]:
    source = Path(__file__).parents[1] / "studies" / "fixtures"
    with (
        imported(tmp_path_factory.mktemp("small") / "registry", source) as registry,
        StudyData(registry, CHECK) as data,
    ):
        yield data


def test_a_registry_with_a_part_of_the_study_gets_verdicts_and_no_crash(small: Data) -> None:
    checked = check_study(CHECK, small)
    by_id = {found.finding.id: found for found in checked.findings}
    assert by_id["repositories"].verdict is Verdict.DEVIATES
    assert by_id["table-3-E-H"].verdict is Verdict.CANNOT_BE_RECOMPUTED
    assert by_id["table-3-E-H"].reason == "the registry has no repository of mode code_error"
    assert checked.count(Verdict.MATCH) < len(checked.findings) / 2


def test_without_a_category_its_weight_is_shared_and_its_penalty_dropped(small: Data) -> None:
    scorer = small.derived(rescorer)
    policy = without(scorer, "E")
    weights = {part.id: float(part.weight) for part in policy.dimensions}
    assert weights == pytest.approx(
        {"E": 0, "A": 0.25 / 0.7, "D": 0.2 / 0.7, "C": 0.15 / 0.7, "S": 0.1 / 0.7}
    )
    assert [penalty.id for penalty in policy.penalties] == ["no_data", "no_seeds"]


def test_a_changed_weight_is_taken_from_the_others_in_proportion(small: Data) -> None:
    policy = rescaled(small.derived(rescorer), "S", 1.5)
    weights = {part.id: float(part.weight) for part in policy.dimensions}
    assert weights["S"] == pytest.approx(0.15)
    assert sum(weights.values()) == pytest.approx(1)
    assert weights["E"] / weights["A"] == pytest.approx(0.30 / 0.25)


def test_gates_are_changed_for_all_categories(small: Data) -> None:
    policy = small.derived(rescorer).policy
    assert {part.gate.threshold for part in gated(policy, threshold=55).dimensions if part.gate} == {55}
    strict = [part.gate for part in gated(policy, exponent=2.5).dimensions if part.gate]
    assert {float(gate.exponent) for gate in strict} == {2.5}
    assert [gate.threshold for gate in strict] == [
        part.gate.threshold for part in policy.dimensions if part.gate
    ]


def test_scoring_from_categories_is_scoring_from_sub_metrics(small: Data) -> None:
    scorer = small.derived(rescorer)
    assert scorer.scores(scorer.policy) == tuple(
        scorer.sample.shown(one.readiness) for one in scorer.sample.repositories
    )


# -- the published study -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def registry(study_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Registry]:
    if not (study_data / "reproscore").is_dir():
        pytest.skip(f"no folder reproscore in {study_data} (set RUBRARY_STUDY_DATA)")
    with imported(tmp_path_factory.mktemp("published") / "registry", study_data / "reproscore") as opened:
        yield opened


@pytest.fixture(scope="module")
def checked(registry: Registry) -> Iterator[CheckedStudy]:
    with StudyData(registry, CHECK) as data:
        yield check_study(CHECK, data)


@pytest.mark.study
@pytest.mark.slow
def test_everything_that_the_paper_printed_comes_out_again_but_two_percentages(checked: CheckedStudy) -> None:
    verdicts = {found.finding.id: found.verdict for found in checked.findings}
    expected = {
        finding.id: Verdict.DEVIATES if finding.id in DEVIATING else Verdict.MATCH
        for finding in CHECK.FINDINGS
    }
    assert verdicts == expected
    for found in checked.findings:
        if found.finding.id in DEVIATING:
            assert found.value == pytest.approx(DEVIATING[found.finding.id])


@pytest.mark.study
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("table-3-E-H", 96.8910),
        ("table-4-E", 0.5635),
        ("table-5-install_dep-ROS", 13.51),
        ("no-data-chi2", 9.886),
        ("no-data-p", 0.0424),
        ("auc-RRS", 0.5355),
        ("cohens-d-missing_data", 1.253),
        ("rank-agreement", 0.957),
        ("stability", 0.911),
        ("grid", 126),
        ("grid-greatest", 0.581),
        ("gates-least", 0.528),
        ("gates-greatest", 0.536),
        ("sub-metric-auc", 0.638),
    ],
)
def test_the_recomputed_values_are_those_of_the_paper(checked: CheckedStudy, name: str, value: float) -> None:
    (found,) = [found for found in checked.findings if found.finding.id == name]
    assert found.value == pytest.approx(value, abs=0.005 if value > 1 else 0.0005)


@pytest.mark.study
@pytest.mark.slow
def test_no_sub_metric_predicts_success_once_26_tests_are_accounted_for(checked: CheckedStudy) -> None:
    (found,) = [found for found in checked.findings if found.finding.id == "sub-metric-notebook_exec_order"]
    assert found.reason == "p = 0.0027; adjusted for 26 tests (Benjamini–Hochberg) 0.0709"


@pytest.mark.study
@pytest.mark.slow
def test_every_figure_can_be_drawn_and_says_what_it_shows(checked: CheckedStudy) -> None:
    drawings = {figure.id: draw(figure, checked.data).alternative for figure in figures(CHECK)}
    assert len(drawings) == 7
    assert "missing_data median 0, 82% below 10" in drawings["environment"]
    assert "from 0.5088 to 0.5810" in drawings["weights"]
    assert "between 0.5281 (at 60) and 0.5362 (at 40)" in drawings["gates"]


@pytest.mark.study
@pytest.mark.slow
def test_the_findings_are_accepted_on_record_without_a_warning(
    registry: Registry, checked: CheckedStudy
) -> None:
    result = record_findings(registry, checked)
    assert not result.refused
    assert result.examined is not None
    assert result.examined.report.findings == ()
    assert len(finding_records(checked, BASE, f"{BASE}finding/")) == len(CHECK.FINDINGS)
