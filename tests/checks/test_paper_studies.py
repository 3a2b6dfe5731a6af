"""What the NSAI audit, Raff 2019, the LLM-for-SE study and ECOM printed, derived from the published data."""

from __future__ import annotations

from pathlib import Path

import pytest
from matplotlib.figure import Figure

from rubrary import checks, studies
from rubrary.checks import Verdict
from rubrary.checks.judge import check_study
from rubrary.pipeline.check import StudyData
from rubrary.pipeline.deposit import bring_index_up_to_date
from rubrary.pipeline.publish import publish_shipped
from rubrary.pipeline.registry import Registry
from rubrary.pipeline.study import import_study

#: Of each study: how many findings match, and which deviate.
EXPECTED: dict[str, tuple[int, set[str]]] = {
    "raff-2019": (16, set()),
    "nsai-2025": (16, {"flow-screened", "flow-in-scope"}),
    "llm4se-smells": (38, set()),
}


@pytest.mark.study
@pytest.mark.slow
@pytest.mark.parametrize("name", EXPECTED)
def test_the_published_data_give_what_was_printed(study_data: Path, tmp_path: Path, name: str) -> None:
    folder = study_data / name
    if not folder.is_dir():
        pytest.skip(f"no folder {name} in {study_data} (set RUBRARY_STUDY_DATA)")
    wanted = checks.find(name)
    with Registry.create(tmp_path / "registry", "https://registry.example/") as registry:
        list(publish_shipped(registry))
        for _ in import_study(registry, studies.find(name), folder):
            pass
        bring_index_up_to_date(registry)
        with StudyData(registry, wanted) as data:
            found = check_study(wanted, data)
            for figure in checks.figures(wanted):
                assert len(figure.draw(Figure().add_subplot(), data)) > 20
    verdicts = {one.finding.id: one.verdict for one in found.findings}
    matching, deviating = EXPECTED[name]
    assert {key for key, verdict in verdicts.items() if verdict is Verdict.DEVIATES} == deviating
    assert sum(verdict is Verdict.MATCH for verdict in verdicts.values()) == matching


def test_nothing_of_ecom_can_be_recomputed_and_each_finding_says_why() -> None:
    findings = checks.find("ecom-recap").FINDINGS
    assert len(findings) == 13
    assert all(finding.reason and finding.recompute is None for finding in findings)
