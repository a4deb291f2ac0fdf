"""What features register in the core is there as soon as the bot is wired."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict

from bot.daily.rules import DAILY
from bot.evenings.rules import EVENING
from bot.leagues.week import LEAGUE
from bot.learn.lesson import LESSON
from bot.match.show.looks import LOOKING_BACK, LOOKS, NOTES
from bot.match.show.profile import FACTS, LINES
from bot.match.table.kind import KINDS
from bot.reviews.service import PRACTICE
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
    kinds = [DAILY, EVENING, LEAGUE, LESSON, PRACTICE]
    assert [KINDS[kind.name] for kind in kinds] == kinds
    assert set(LOOKS) == {kind.name for kind in kinds}
    assert set(LOOKING_BACK) == {"replay", "review"}
    assert set(NOTES) == {"daily", "evenings", "practice", "leagues", "ratings"}


def test_card_and_page_are_read_in_this_order() -> None:
    assert list(LINES) == ["daily", "puzzles", "leagues", "evenings", "ratings"]
    assert list(FACTS) == ["puzzles", "daily", "leagues", "evenings", "reviews"]


def test_the_architecture_says_who_registers_what() -> None:
    tree = ast.parse((ROOT / "bot" / "features.py").read_text(encoding="utf-8"))
    imports = [each for each in tree.body if isinstance(each, ast.ImportFrom)]
    rooms = {
        name.asname or name.name: (each.module or "").split(".")[1]
        for each in imports
        for name in each.names
        if each.module != "__future__"
    }
    registered = defaultdict[str, set[str]](set)
    for each in tree.body:
        if isinstance(each, ast.Assign | ast.AugAssign):
            registry = re.match(r"\w+", ast.unparse(each))[0]  # type: ignore[index] # a name
            used = {one.id for one in ast.walk(each) if isinstance(one, ast.Name)}
            owners = {rooms[registry], "match"}
            registered[registry] |= {rooms[one] for one in used if one in rooms} - owners
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| .+ \| .*`([A-Z_]+)`.* \| (.+) \|$", page, re.MULTILINE)
    assert {name: set(who.split(", ")) for name, who in told} == registered
