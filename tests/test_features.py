"""What features register in the core is there as soon as the bot is wired."""

from __future__ import annotations

import subprocess
import sys

from bot.daily.calendar import DAILY
from bot.evenings.round import EVENING
from bot.leagues.week import LEAGUE
from bot.learn.table import LESSON
from bot.match.kind import KINDS
from bot.match.show.looks import LOOKING_BACK, LOOKS, NOTES
from bot.match.show.profile import FACTS, LINES
from bot.reviews.practice import PRACTICE

ALONE = """
import bot.wiring
from bot.match.kind import KINDS
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
