"""What features register in the core is there as soon as the bot is wired."""

from __future__ import annotations

import subprocess
import sys

from bot.daily.calendar import DAILY
from bot.leagues.week import LEAGUE
from bot.match.kind import KINDS
from bot.match.show.looks import LOOKING_BACK, LOOKS, NOTES
from bot.reviews.practice import PRACTICE

ALONE = """
import bot.wiring
from bot.match.kind import KINDS
from bot.match.show.looks import LOOKING_BACK, LOOKS, NOTES
print(sorted(KINDS), sorted(LOOKS), sorted(LOOKING_BACK), sorted(NOTES))
"""


def test_the_bot_alone_has_everything_registered() -> None:
    """Not because a test, or another test, has imported it."""
    told = subprocess.run([sys.executable, "-c", ALONE], check=True, capture_output=True, text=True)
    expected = (sorted(KINDS), sorted(LOOKS), sorted(LOOKING_BACK), sorted(NOTES))
    assert told.stdout.split("\n")[0] == " ".join(map(str, expected))


def test_features_register_kinds_looks_buttons_and_notes() -> None:
    assert [KINDS[kind.name] for kind in (DAILY, LEAGUE, PRACTICE)] == [DAILY, LEAGUE, PRACTICE]
    assert set(LOOKS) == {DAILY.name, LEAGUE.name, PRACTICE.name}
    assert set(LOOKING_BACK) == {"replay", "review"}
    assert set(NOTES) == {"daily", "ratings"}
