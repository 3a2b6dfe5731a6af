"""The study's figures: categories, weights, gates and sub-metrics."""

from __future__ import annotations

from statistics import fmean, median
from typing import TYPE_CHECKING

from rubrary.checks.data import Data
from rubrary.checks.item import Figure
from rubrary.checks.reproscore.policies import (
    FACTORS,
    gate_sweep,
    leave_one_out,
    rescorer,
    stability,
    weight_grid,
)
from rubrary.checks.reproscore.sample import CATEGORIES, MODES, sample
from rubrary.checks.reproscore.scores import mean_by_mode
from rubrary.checks.reproscore.sub_metrics import correlations

if TYPE_CHECKING:  # loading matplotlib takes half a second, and only the report with figures needs it
    from matplotlib.axes import Axes

#: AUC of a score that says nothing.
_CHANCE = 0.5
_LABELS = [mode.replace("_", "\n") for mode in MODES]


def draw_environment(axes: Axes, data: Data) -> str:
    """The environment score of each failure mode, as boxes."""
    groups = data.derived(sample).printed_by_mode("E")
    axes.boxplot(list(groups.values()), tick_labels=_LABELS, widths=0.5)
    axes.axhline(10, linestyle="--", color="C2", linewidth=1, label="penalty below 10")
    axes.set_ylabel("environment score E, 0 to 100")
    axes.legend(loc="upper right")
    words = "; ".join(
        f"{mode} median {median(values):.0f}, {sum(value < 10 for value in values) / len(values):.0%} below 10"
        for mode, values in groups.items()
    )
    return f"Environment score by failure mode, and the penalty's threshold of 10: {words}."


def draw_scores(axes: Axes, data: Data) -> str:
    """Mean readiness, outcome and composite of each failure mode, side by side."""
    words = []
    for number, name in enumerate(("RRS", "ROS", "RCS")):
        means = mean_by_mode(name, data)
        at = [position + (number - 1) * 0.27 for position in range(len(MODES))]
        bars = axes.bar(at, list(means.values()), width=0.25, color=f"C{number}", label=name)
        axes.bar_label(bars, fmt="%.0f", padding=2, fontsize="small")
        words.append(f"{name} " + ", ".join(f"{mode} {value:.1f}" for mode, value in means.items()))
    axes.set_xticks(range(len(MODES)), _LABELS)
    axes.set_ylim(0, 110)
    axes.set_ylabel("mean score, 0 to 100")
    axes.legend(loc="upper right", ncols=3)
    return f"Mean readiness (RRS), outcome (ROS) and composite (RCS) by failure mode: {'; '.join(words)}."


def draw_leave_one_out(axes: Axes, data: Data) -> str:
    """AUC without each category, beside that of all five."""
    scorer = data.derived(rescorer)
    full, areas = scorer.area(scorer.policy), data.derived(leave_one_out)
    names = [f"without {name}: {CATEGORIES[name]}" for name in areas]
    above = [area - _CHANCE for area in areas.values()]
    bars = axes.barh(names, above, left=_CHANCE, color="C0", height=0.6)
    axes.bar_label(bars, labels=[f"{area:.3f}" for area in areas.values()], padding=3)
    axes.axvline(full, color="C2", linestyle="--", linewidth=1, label=f"all five: {full:.3f}")
    axes.invert_yaxis()
    axes.set_xlim(_CHANCE, max(areas.values()) + 0.01)
    axes.set_xlabel("AUC of success against failure by RRS (0.5: chance)")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.14))
    words = ", ".join(f"without {name} {area:.4f}" for name, area in areas.items())
    return f"AUC of the readiness score: all five categories {full:.4f}; {words}."


def draw_weights(axes: Axes, data: Data) -> str:
    """How many of the weightings reach which AUC."""
    scorer = data.derived(rescorer)
    areas, full = list(data.derived(weight_grid).values()), scorer.area(scorer.policy)
    axes.hist(areas, bins=15, color="C0", linewidth=0.5)
    axes.axvline(full, color="C2", linestyle="--", linewidth=1, label=f"published weights: {full:.3f}")
    axes.set_xlabel("AUC of success against failure by RRS (0.5: chance)")
    axes.set_ylabel("number of weightings")
    axes.legend(loc="upper right")
    return (
        f"AUC of {len(areas)} weightings of the five categories: from {min(areas):.4f} to {max(areas):.4f}; the "
        f"published weights reach {full:.4f}."
    )


def draw_stability(axes: Axes, data: Data) -> str:
    """How the ranking changes with the weight of each category."""
    found = data.derived(stability)
    for number, (name, taus) in enumerate(found.items()):
        axes.plot(FACTORS, taus, color=f"C{number}", marker="osD^v"[number], markersize=3.5, label=name)
    axes.set_xlabel("weight of the category, as a multiple of the published one")
    axes.set_ylabel("Kendall's τ with the\npublished ranking")
    axes.legend(title="category", ncols=5, loc="lower center")
    axes.set_ylim(min(map(min, found.values())) - 0.035, 1.003)
    words = "; ".join(
        f"{name} at least {min(taus):.4f}, mean {fmean(taus):.4f}" for name, taus in found.items()
    )
    return f"Kendall's τ of the ranking when one weight changes by up to half: {words}."


def draw_gates(axes: Axes, data: Data) -> str:
    """AUC over the threshold of all gates."""
    areas = data.derived(gate_sweep)
    axes.plot(list(areas), list(areas.values()), color="C0", marker="o")
    axes.set_xlabel("threshold τ of all gates")
    axes.set_ylabel("AUC by RRS")
    axes.set_ylim(0.5, 0.56)
    axes.grid(axis="y", linewidth=0.6)
    low, high = min(areas, key=areas.__getitem__), max(areas, key=areas.__getitem__)
    return (
        f"AUC when all gates have one threshold from {min(areas)} to {max(areas)}: between "
        f"{areas[low]:.4f} (at {low}) and {areas[high]:.4f} (at {high})."
    )


def draw_sub_metrics(axes: Axes, data: Data) -> str:
    """Correlation of each sub-metric with success; filled where it is more than chance after correction."""
    found = data.derived(correlations)
    ordered = sorted(found, key=lambda name: found[name][0].statistic)
    for row, name in enumerate(ordered):
        test, adjusted = found[name]
        colour = "C2" if adjusted < 0.05 else "C1" if test.p < 0.05 else "C0"
        axes.barh(row, test.statistic, color=colour, height=0.7)
    axes.set_yticks(range(len(ordered)), ordered, fontsize="small")
    axes.set_ylim(-0.6, len(ordered) - 0.4)
    axes.axvline(0, linewidth=0.8)
    axes.set_xlabel("point-biserial correlation with success")
    raw = [name for name in ordered if found[name][0].p < 0.05]
    kept = [name for name in raw if found[name][1] < 0.05]
    least = min(adjusted for _, adjusted in found.values())
    return (
        f"Correlation of {len(found)} sub-metrics with success. p is below 0.05 for {len(raw)} ({', '.join(raw)}; "
        f"drawn apart), and after Benjamini–Hochberg for {len(kept)}: the least adjusted p is {least:.4f}."
    )


FIGURES = (
    Figure("environment", "Environment score by failure mode", draw_environment),
    Figure("scores", "Readiness, outcome and composite by failure mode (Table 5)", draw_scores),
    Figure("leave-one-out", "AUC without one category (Table 4)", draw_leave_one_out, (7.0, 3.0)),
    Figure("weights", "AUC of 126 weightings", draw_weights, (7.0, 3.0)),
    Figure("stability", "Ranking under changed weights", draw_stability),
    Figure("gates", "AUC under changed gates", draw_gates, (7.0, 2.8)),
    Figure("sub-metrics", "Sub-metrics and success", draw_sub_metrics, (7.0, 5.6)),
)
