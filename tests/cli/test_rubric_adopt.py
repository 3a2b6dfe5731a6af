"""``rubrary rubric adopt``: an archive applies a policy, and a query finds it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.conftest import Rubrary
from policy_samples import SMALL
from rubrary.resources import data_folder

QUERY = data_folder("examples") / "queries" / "archives-by-policy.rq"
OURS = "https://archive.example.org/"


def adopt(
    rubrary: Rubrary, *options: str, reference: str = "reproscore@1.0.0", archive: str = OURS
) -> object:
    return rubrary("rubric", "adopt", reference, "--archive", archive, *options)


def archives(rubrary: Rubrary) -> list[list[str]]:
    rows = rubrary("query", "-f", QUERY, "--format", "csv").out.split("\r\n")[1:-1]
    return [row.split(",") for row in rows]


def test_an_adoption_goes_on_record_and_the_query_finds_the_archive(filled: Rubrary) -> None:
    run = adopt(filled, "--from", "2026-06-01", "--title", "Example archive")
    assert run.status == 0
    assert "deposited" in run.out
    assert archives(filled) == [[OURS, "Example archive", "reproscore@1.0.0", "2026-06-01", ""]]
    assert filled("verify").status == 0


def test_the_same_adoption_again_is_on_record_already(filled: Rubrary) -> None:
    adopt(filled, "--from", "2026", "--title", "Example archive")
    again = adopt(filled, "--from", "2026", "--title", "Example archive", "--format", "json")
    assert (again.status, again.json["status"], again.json["kind"]) == (0, "known", "Adoption")


def test_a_known_archive_needs_no_title_and_an_unknown_one_does(filled: Rubrary) -> None:
    unknown = adopt(filled, "--from", "2026")
    assert unknown.status == 1
    assert "--title" in unknown.err
    adopt(filled, "--from", "2026", "--title", "Example archive")
    assert adopt(filled, "--from", "2027", reference="rmm@1.0.0").status == 0


def test_another_date_needs_another_id_and_may_replace_the_first(filled: Rubrary) -> None:
    adopt(filled, "--from", "2026", "--title", "Example archive")
    refused = adopt(filled, "--from", "2026-02")
    assert refused.status == 1
    assert "--replaces" in refused.out
    first = "archive.example.org-reproscore-1.0.0"
    assert adopt(filled, "--from", "2026-02", "--id", "second", "--replaces", first).status == 0
    assert [row[3] for row in archives(filled)] == ["2026-02"]


def test_a_rubric_is_published_before_it_is_adopted(filled: Rubrary, tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_text(SMALL)
    early = adopt(filled, "--from", "2026", "--title", "Example archive", reference="small.yaml")
    assert early.status == 1
    assert "rubrary rubric publish" in early.err
    filled("rubric", "publish", "small.yaml")
    assert adopt(filled, "--from", "2026", "--title", "A", archive="ours", reference="small.yaml").status == 0
    assert archives(filled) == []


def test_an_archive_of_this_registry_is_described_alike_in_every_adoption(filled: Rubrary) -> None:
    adopt(filled, "--from", "2026", "--title", "Ours", archive="ours")
    assert (
        adopt(filled, "--from", "2026", "--title", "Ours", archive="ours", reference="rmm@1.0.0").status == 0
    )
    other = adopt(filled, "--from", "2026", "--title", "Mine", archive="ours", reference="acm-badges@1.1.0")
    assert other.status == 1
    assert "described otherwise by a deposit on record" in other.out


@pytest.mark.parametrize(
    ("options", "archive", "says"),
    [
        (("--from", "soon"), OURS, "'soon' is not a date"),
        (("--from", "2026"), "Our Archive", "neither an IRI nor an id"),
        (("--from", "2026", "--id", "A b"), OURS, "neither an IRI nor an id"),
    ],
)
def test_a_wrong_command_is_told(filled: Rubrary, options: tuple[str, ...], archive: str, says: str) -> None:
    run = adopt(filled, *options, "--title", "Example archive", archive=archive)
    assert run.status == 2
    assert says in run.err


def test_a_withdrawn_version_cannot_be_adopted(filled: Rubrary) -> None:
    filled("withdraw", "https://w3id.org/rubrary/rubric/rmm/1.0.0", "--reason", "a mistake")
    run = adopt(filled, "--from", "2026", "--title", "Example archive", reference="rmm@1.0.0")
    assert run.status == 1
    assert "was withdrawn" in run.err
