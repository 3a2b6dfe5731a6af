"""``rubrary history``: an artifact over its snapshots, readiness and outcome apart."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from rubrary.assessment import Measurement
from rubrary.evidence import Evidence
from rubrary.rubric import shipped_rubric
from rubrary.scoring import score_sheet
from rubrary.snapshot import Snapshot
from samples import BASE, REPOSITORY, assessment_record, turtle

LATER = Snapshot.at_commit("5f1c0a9be6a1de3c8c3b2a7d0f4d1b0e5a6c7d80", REPOSITORY)


@pytest.fixture
def twice(filled, tmp_path):
    """The registry with a later assessment of another snapshot, in which one criterion is worse."""
    before = assessment_record("two")
    worse = Evidence("No lock file.", path="requirements.txt", start_line=1)
    measurements = (
        Measurement("dep_pinning", value=50.0, evidence=(worse,)),
        *(found for found in before.measurements if found.criterion != "dep_pinning"),
    )
    policy = shipped_rubric("reproscore@1.0.0").policy
    later = replace(
        before,
        snapshot=LATER,
        ended=datetime(2026, 9, 1, tzinfo=UTC),
        measurements=measurements,
        scores=score_sheet(policy, measurements),
    )
    (tmp_path / "later.ttl").write_bytes(turtle(later))
    assert filled("deposit", "later.ttl").status == 0
    return filled


def test_events_come_in_order_with_what_changed_and_the_evidence(twice) -> None:
    events = twice("history", REPOSITORY, "--format", "json").json["events"]
    assert [(event["kind"], event["iri"]) for event in events] == [
        ("assessment", f"{BASE}assessment/one"),
        ("attempt", f"{BASE}attempt/one"),
        ("assessment", f"{BASE}assessment/two"),
    ]
    last = events[-1]
    assert last["moved"]["RRS"] < 0
    assert last["changes"] == [
        {
            "criterion": "dep_pinning",
            "before": "100",
            "after": "50",
            "evidence": ["requirements.txt: No lock file."],
        }
    ]
    assert events[0]["outcomes"] == []
    assert events[1]["outcomes"] == ["https://w3id.org/rubrary/scheme/failure-mode/missing_module"]
    assert events[0]["moved"] == events[1]["moved"] == {}


def test_people_read_the_same(twice) -> None:
    said = twice("history", REPOSITORY).out
    assert "dep_pinning  100 → 50" in said
    assert "No lock file." in said
    assert said.index("2026-06-30") < said.index("2026-07-01") < said.index("2026-09-01")


@pytest.mark.parametrize("name", ["history.png", "history.svg"])
def test_the_picture_keeps_readiness_and_outcome_apart(twice, tmp_path, name: str) -> None:
    done = twice("history", REPOSITORY, "-o", name, "--format", "json")
    assert done.status == 0
    assert (tmp_path / name).stat().st_size > 1000
    assert "Scores over time" in done.json["alternative"]
    assert "Outcomes over time" in done.json["alternative"]


def test_what_cannot_be_shown_is_said(twice) -> None:
    unknown = twice("history", "https://github.com/example/none")
    assert unknown.status == 1
    assert "no assessment or attempt of" in unknown.err
    assert twice("history", REPOSITORY, "-o", "history.pdf").status == 2
