"""What each room of the bot may weigh: who adds to one takes from it.

Or raises its figures here in the same commit, and says there why.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.source_tree import ROOT, modules


class Budget(NamedTuple):
    """Files and lines of a room, lines of its tests (evenings aside), messages in English."""

    files: int
    lines: int
    test_lines: int = 0
    messages: int = 0


SLACK = 0.1
"""How much (0…1) a budget may be above what is there, so that it is lowered with what goes."""

LEAST_SLACK = 100
"""Lines of which nobody speaks."""

BUDGETS: dict[str, Budget] = {
    "beats": Budget(4, 350, 0, 15),
    "cluster": Budget(3, 825, 1000, 0),
    "daily": Budget(8, 2400, 1500, 116),
    "discord": Budget(13, 3300, 2325, 0),
    "evenings": Budget(20, 5750, 3700, 319),
    "home": Budget(3, 225, 300, 36),
    "host": Budget(6, 1350, 1575, 0),
    "leagues": Budget(9, 1650, 925, 79),
    "learn": Budget(4, 550, 275, 108),
    "match": Budget(61, 15375, 12825, 0),
    "match.acts": Budget(5, 1150, 0, 0),
    "match.calls": Budget(3, 800, 0, 0),
    "match.clock": Budget(3, 575, 0, 0),
    "match.house": Budget(9, 1825, 1825, 0),
    "match.lobby": Budget(6, 2200, 0, 0),
    "match.show": Budget(16, 5025, 4825, 0),
    "match.table": Budget(11, 2875, 1700, 0),
    "match.talk": Budget(5, 775, 0, 0),
    "people": Budget(4, 450, 0, 75),
    "preferences": Budget(5, 975, 575, 0),
    "presenters": Budget(8, 2175, 1225, 0),
    "privacy": Budget(7, 1375, 400, 23),
    "puzzles": Budget(6, 1350, 825, 38),
    "ratings": Budget(8, 2350, 1175, 18),
    "records": Budget(3, 500, 275, 0),
    "rehearsal": Budget(4, 1050, 575, 0),
    "replays": Budget(6, 875, 525, 51),
    "reviews": Budget(5, 825, 600, 57),
    "seekers": Budget(5, 500, 75, 10),
    "servers": Budget(5, 525, 250, 84),
    "store": Budget(34, 7475, 6975, 0),
    "texts": Budget(3, 850, 1300, 0),
}

TEXTS = {
    "beats": ("beat",), "daily": ("daily",), "home": ("home",),
    "evenings": ("evening", "appointment"), "leagues": ("league",),
    "learn": ("learn",), "people": ("preferences",), "privacy": ("data",), "puzzles": ("puzzle",),
    "ratings": ("ratings",), "replays": ("replay", "animation"), "reviews": ("review",),
    "seekers": ("seek",), "servers": ("server", "welcome"),
}  # fmt: skip
"""The catalogues of a feature. All others belong to tables, games and pictures."""


ALSO = {"learn": ("tests.test_lessons",)}
"""Tests of a room that are not called as it is; those of `match.lobby` and such are `match`'s."""


def used(room: str) -> Budget:
    """Weigh a room: `daily` of `bot`, or a quarter such as `match.show`."""
    own = [module for module in modules("bot") if module.is_within(f"bot.{room}")]
    tests = [
        module for module in modules("tests")
        if module.is_within(f"tests.{room}", f"tests.test_{room}", *ALSO.get(room, ()))
    ]  # fmt: skip
    messages = sum(
        (ROOT / "bot" / "texts" / "en" / f"{name}.po").read_text().count("\nmsgid ") - 1
        for name in TEXTS.get(room, ())
    )
    return Budget(
        len(own), sum(each.lines for each in own), sum(each.lines for each in tests), messages
    )


@pytest.mark.parametrize("room", BUDGETS)
def test_a_room_weighs_no_more_than_its_budget_nor_much_less(room: str) -> None:
    for there, budget in zip(used(room), BUDGETS[room], strict=True):
        assert there <= budget
        assert budget - there <= max(LEAST_SLACK, SLACK * there)


def test_every_room_has_a_budget() -> None:
    rooms = {
        module.name.split(".")[1] for module in modules("bot") if module.path.parent.name != "bot"
    }
    quarters = {
        f"match.{module.name.split('.')[2]}"
        for module in modules("bot")
        if module.is_within("bot.match") and module.path.parent.name != "match"
    }
    assert {*BUDGETS} == rooms | quarters
