"""Do the published scores follow from the published sub-metrics? Prints the count and the largest difference."""

from __future__ import annotations

import time

from study import BASE, data_folder

from rubrary import studies
from rubrary.records import AssessmentRecord
from rubrary.rubric import shipped


def main() -> None:
    rubrics = {version.reference: version for version in shipped()}
    begun = time.perf_counter()
    same, differences = 0, []
    for item in studies.find("reproscore").read(data_folder() / "reproscore", base=BASE, rubrics=rubrics):
        for record in item.records:
            if isinstance(record, AssessmentRecord):
                computed = next(score.value for score in record.scores if score.metric == "RRS")
                printed = next(score.value for score in record.published if score.metric == "RRS")
                differences.append(abs(computed - printed))
                same += differences[-1] <= 0.01
    seconds = time.perf_counter() - begun
    print(f"{same} of {len(differences)} recomputed RRS equal the published one within 0.01")
    print(f"largest difference {max(differences):.4f}; reading and scoring all took {seconds:.1f} s")


if __name__ == "__main__":
    main()
