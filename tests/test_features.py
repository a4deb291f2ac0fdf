"""What features register in the core is there as soon as the bot is wired."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import fields

from bot.features import FEATURES
from bot.match.feature import Room
from bot.match.show.looks import LOOKING_BACK, LOOKS, NOTES
from bot.match.show.profile import FACTS, LINES
from bot.match.table.kind import KINDS
from tests.source_tree import ROOT

ALONE = """
import bot.wiring
from bot.match.table.kind import KINDS
from bot.match.show.looks import LOOKING_BACK, LOOKS, NOTES
from bot.match.show.profile import FACTS, LINES
print(*map(sorted, (KINDS, LOOKS, LOOKING_BACK, NOTES, FACTS, LINES)))
"""


def test_the_bot_alone_has_everything_registered() -> None:
    """Not because a test, or another test, has imported it."""
    told = subprocess.run([sys.executable, "-c", ALONE], check=True, capture_output=True, text=True)
    registries = (KINDS, LOOKS, LOOKING_BACK, NOTES, FACTS, LINES)
    expected = [str(sorted(names)) for names in registries]
    assert told.stdout.split("\n")[0] == " ".join(expected)


def test_features_register_kinds_looks_buttons_and_notes() -> None:
    kinds = {each.kind.name: each.kind for each in FEATURES if each.kind}
    assert {name: KINDS[name] for name in kinds} == kinds
    assert set(LOOKS) == set(kinds) == {"daily", "evening", "league", "lesson", "practice"}
    assert set(LOOKING_BACK) == {"replays", "reviews"}
    assert list(NOTES) == ["reviews", "daily", "leagues", "evenings", "ratings"]


def test_card_and_page_are_read_in_this_order() -> None:
    assert list(LINES) == ["daily", "puzzles", "leagues", "evenings", "ratings"]
    assert list(FACTS) == ["puzzles", "daily", "leagues", "evenings", "reviews"]


def test_every_room_with_a_feature_is_in_the_list_by_its_name() -> None:
    rooms = {path.parent.name for path in (ROOT / "bot").glob("*/feature.py")} - {"match"}
    assert sorted(each.name for each in FEATURES) == sorted(rooms)


def test_the_architecture_says_who_registers_what() -> None:
    registered = {
        each.name: {one.name for one in FEATURES if getattr(one, each.name) != each.default}
        for each in fields(Room)
        if each.name not in ("name", "cogs", "wire", "able")
    }
    registered["able"] = {one.name for one in FEATURES if one.able}
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| .+ \| `(\w+)` \| ([a-z, ]+) \|$", page, re.MULTILINE)
    assert {name: set(who.split(", ")) for name, who in told} == registered
