"""How a host sees that all is well: the mark, the dashboard, and what `check` says."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import Counter, Gauge, Histogram, ProcessCollector

from bot import meters
from bot.host.check import DAY, Mark, thinking
from bot.host.health import FRESH, Health, why_red
from bot.match.house.thinkers import FILE, Load
from bot.settings import Settings
from tests.source_tree import ROOT

# The mark that all is well, and what it says when it is not.


def test_a_mark_is_healthy_while_it_is_fresh_and_a_reason_tells_why_it_is_not(
    tmp_path: Path,
) -> None:
    Health(tmp_path).update([])
    now = time.time()
    assert why_red(tmp_path, now) is None
    assert "hangs or is gone" in (why_red(tmp_path, now + FRESH + 1) or "")
    Health(tmp_path).update([])
    assert why_red(tmp_path, time.time() - 2 * FRESH)
    Health(tmp_path).update(["no ears"])
    now = time.time()
    assert why_red(tmp_path, now) == "no ears"
    assert "hangs or is gone" in (why_red(tmp_path, now + FRESH + 1) or "")


def test_a_reason_makes_health_red_at_once_its_end_green_and_a_stop_red(tmp_path: Path) -> None:
    health = Health(tmp_path)
    health.update([])
    health.update(["no ears", "no pen"])
    assert why_red(tmp_path, time.time()) == "no ears\nno pen"
    health.update([])
    assert why_red(tmp_path, time.time()) is None
    health.update([])
    health.stop()
    for later in (0, FRESH + 1):
        assert why_red(tmp_path, time.time() + later) == "the bot was stopped"


def test_a_reason_is_logged_once_when_it_begins_and_once_when_it_ends(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    health = Health(tmp_path, "starting")
    for reasons in (["starting"], [], ["no ears"], ["no ears"], ["no ears", "no pen"], []):
        health.update(reasons)
    assert caplog.messages == [
        "health is red: no ears",
        "health is red: no pen",
        "health is no longer red: no ears",
        "health is no longer red: no pen",
    ]


def test_a_directory_that_takes_no_mark_is_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    health = Health(tmp_path / "file" / "data")
    health.update([])
    health.update([])
    assert len(caplog.messages) == 1


@pytest.mark.parametrize("mark", ["soon", "", "nan"])
def test_a_garbled_mark_is_not_healthy(tmp_path: Path, mark: str) -> None:
    (tmp_path / "health").write_text(mark)
    assert why_red(tmp_path, time.time())


def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    assert health(tmp_path) == (1, "there is no mark: the bot has not been started here\n")
    Health(tmp_path).update([])
    assert health(tmp_path) == (0, "")
    status, words = health(tmp_path, NIMBUS_PACE="fast")
    assert status == 1
    assert "NIMBUS_PACE" in words


def health(data: Path, **more: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "bot.host.health"],
        env={**os.environ, "NIMBUS_DATA": str(data), **more},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert not done.stderr
    return done.returncode, done.stdout


# docs/grafana.json asks for numbers that the bot tells, so that each can be read.
#
# What a stat's colour is where the dashboard names none: Grafana's panel is red from 80 on.

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


# What `check` says of house players who could not keep up.


@pytest.mark.parametrize(
    ("thinkers", "where"), [(3, "in 3 processes, on "), (0, "in the bot's own process")]
)
def test_where_all_keep_up_it_says_where_they_think(
    tmp_path: Path, thinkers: int, where: str
) -> None:
    found = thinking(Settings(data=tmp_path, thinkers=thinkers))
    assert found.mark is Mark.OK
    assert where in found.text


def test_what_the_bot_told_of_late_house_players_is_told_for_a_day(tmp_path: Path) -> None:
    Load(2, tmp_path).answered("clumond", "expert", 70.0, by_rule=True)
    found = thinking(Settings(data=tmp_path))
    assert found.mark is Mark.WARN
    assert "of 1 moves 1 were late, by up to 70.0 s, and 1 were made by rule of thumb" in found.text
    long_ago = time.time() - DAY - 1
    os.utime(tmp_path / FILE, (long_ago, long_ago))
    assert thinking(Settings(data=tmp_path)).mark is Mark.OK
