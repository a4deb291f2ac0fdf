"""Records of every version replay for ever (tests/records)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.games import GAMES
from engine.record import read_record

TESTS = Path(__file__).parent.parent
RECORDS = sorted((TESTS / "records").glob("rules_*/*.txt"))
RECORDS += [file for key in GAMES for file in sorted((TESTS / "games" / key).glob("rules_*/*.txt"))]
"""Those of tests' own games, too, where these are registered."""


def missing(told: Any, now: Any, where: str = "") -> list[str]:
    """Say what was told of a record once and is not now; now there may be more fields."""
    if isinstance(told, dict) and isinstance(now, dict):
        gone = [f"{where}.{key} is gone" for key in told.keys() - now.keys()]
        same = ((key, value) for key, value in told.items() if key in now)
        return gone + [
            line for key, value in same for line in missing(value, now[key], f"{where}.{key}")
        ]
    if isinstance(told, list) and isinstance(now, list) and len(told) == len(now):
        pairs = enumerate(zip(told, now, strict=True))
        return [line for n, (old, new) in pairs for line in missing(old, new, f"{where}[{n}]")]
    return [] if told == now and type(told) is type(now) else [f"{where}: {told} became {now}"]


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_record_ever_written_replays_to_the_same_end(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", "--json", str(file)]) == 0
    told = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    assert missing(told, json.loads(capsys.readouterr().out)) == []


@pytest.mark.parametrize("key", GAMES)
def test_there_are_records_of_every_size_and_option_of_the_present_rules(key: str) -> None:
    info = GAMES[key].info
    records = [read_record(file.read_bytes()) for file in RECORDS if _version(file) == _now(key)]
    mine = [record for record in records if record.game == key]
    assert {record.seats for record in mine} == set(info.seats)
    assert {option for record in mine for option in record.options} == {
        option.key for option in info.options
    }
    assert any(record.result is None and record.moves for record in mine)
    assert any(record.shuffles or record.rolls for record in mine) or key == "clumond"


def test_a_record_that_names_its_rules_stands_with_them() -> None:
    named = {
        file: rules
        for file in RECORDS
        if (rules := dict(read_record(file.read_bytes()).other).get("rules"))
    }
    assert named
    assert all(int(rules) == _version(file) for file, rules in named.items())


def test_a_change_would_be_noticed() -> None:
    told = {"scores": [1, 2], "views": {"public": {"hand": None}}, "over": True}
    more = {**told, "views": {"public": {"hand": None, "new": 1}}, "new": 2}
    assert missing(told, told) == missing(told, more) == []
    for other in (
        {**told, "scores": [1, 3]},
        {**told, "scores": [1]},
        {**told, "over": 1},
        {**told, "views": {"public": {}}},
        {**told, "views": {"public": {"hand": []}}},
    ):
        assert missing(told, other)


def _version(file: Path) -> int:
    return int(file.parent.name.removeprefix("rules_"))


def _now(key: str) -> int:
    return GAMES[key].info.rules_version
