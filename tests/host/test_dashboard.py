"""docs/grafana.json asks for numbers that the bot tells, so that each can be read.

What a stat's colour is where the dashboard names none: Grafana's panel is red from 80 on.
"""

from __future__ import annotations

import json
import re
from itertools import combinations
from typing import Any

import pytest
from prometheus_client import Counter, Gauge, Histogram, ProcessCollector

from bot import meters
from tests.source_tree import ROOT

BOARD = json.loads((ROOT / "docs" / "grafana.json").read_text())
PANELS: list[dict[str, Any]] = BOARD["panels"]
TARGETS = [target for panel in PANELS for target in panel["targets"]]

OURS = " and on (instance, job) nimbus_info"
"""Keeps the numbers that every program tells to the bot's processes."""

SCRAPED = {"instance", "job"}
"""Labels that Prometheus adds."""

COLUMNS = 24

LOWEST = 0.01
"""Seconds: a quantile of what takes no time is told as nearly the end of the first bucket."""


def families() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return the kind and the labels of each number of the bot."""
    found = {}
    for meter in vars(meters).values():
        if isinstance(meter, Counter | Gauge | Histogram):
            (family,) = meter.collect()
            found[family.name] = (family.type, meter._labelnames)
    return found


def sample_names() -> dict[str, tuple[str, ...]]:
    """Return every sample that can be told, by its name, with its labels."""
    endings = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "gauge": ("",)}
    found = {
        f"{name}{ending}": labels
        for name, (kind, labels) in families().items()
        for ending in endings[kind]
    }
    for family in ProcessCollector(registry=None).collect():
        found |= {sample.name: () for sample in family.samples}
    return found


def names_in(expr: str) -> list[str]:
    return re.findall(r"\b(?:nimbus|process)_\w+", expr)


def kept_by(expr: str) -> set[str]:
    """Return the labels that the series of a query have."""
    outermost = re.search(r"\b(?:sum|min|max)(?: by \(([^)]*)\) )?\(", expr)
    if outermost is None:
        return {*SCRAPED, *sample_names()[names_in(expr)[0]]}
    return {*filter(None, (outermost[1] or "").split(", "))} - {"le"}


def test_it_asks_for_numbers_and_labels_there_are_and_leaves_none_out() -> None:
    known, asked = sample_names(), set[str]()
    for expr in (target["expr"] for target in TARGETS):
        names = names_in(expr)
        assert set(names) <= known.keys(), expr
        grouped = re.findall(r" by \(([^)]*)\)", expr)
        labels = [label for group in grouped for label in group.split(", ")]
        labels += re.findall(r"[{,](\w+)[=!]", expr)
        assert set(labels) <= {"le", *SCRAPED, *known[names[0]]}, expr
        asked |= {re.sub("_(bucket|sum|count|total)$", "", name) for name in names}
    assert families().keys() <= asked


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target["expr"][:40])
def test_each_line_is_named_by_what_tells_it_from_the_others(target: dict[str, Any]) -> None:
    expr, legend = target["expr"], target.get("legendFormat", "")
    assert set(re.findall(r"\{\{(\w+)\}\}", legend)) | SCRAPED == kept_by(expr) | SCRAPED
    if "nimbus_backup_age_seconds" not in expr:  # one process has all the backups there are
        several = kept_by(expr) & SCRAPED
        assert not several or "{{instance}}" in legend


def test_what_every_program_tells_is_asked_of_the_bot_alone() -> None:
    asked = [target["expr"] for target in TARGETS if "process_" in target["expr"]]
    assert len(asked) == len([expr for expr in asked if OURS in expr]) == 1


def test_what_takes_no_time_is_not_told_to_take_long() -> None:
    for target in TARGETS:
        for name in re.findall(r"histogram_quantile.*?(nimbus_\w+)_bucket", target["expr"]):
            meter = next(
                meter
                for meter in vars(meters).values()
                if isinstance(meter, Histogram) and meter._name == name
            )
            assert meter._upper_bounds[0] <= LOWEST, name


def test_no_single_number_turns_red_by_grafanas_own_threshold() -> None:
    for panel in PANELS:
        if panel["type"] == "stat":
            defaults = panel["fieldConfig"]["defaults"]
            fixed = defaults["color"]["mode"] == "fixed"
            assert fixed != ("thresholds" in defaults), panel["title"]


def test_its_panels_stand_beside_each_other() -> None:
    places = [panel["gridPos"] for panel in PANELS]
    assert all(place["x"] + place["w"] <= COLUMNS for place in places)
    for one, other in combinations(places, 2):
        beside = one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"]
        assert beside or one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"]
    assert len({panel["id"] for panel in PANELS}) == len(PANELS)
