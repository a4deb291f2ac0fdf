"""Until when a turn lasts, with a bank and without."""

from __future__ import annotations

import pytest

from bot.match.table.times import turn_text, until_text
from bot.store.rows import Member, Terms, TurnClock
from tests.match.rows import SAY

TERMS = Terms(clock=90, bank=180)


@pytest.mark.parametrize(
    ("member", "at_the_table", "in_the_hand"),
    [
        (Member("1", "Ada"), "▶ X", ""),
        (
            Member("1", "Ada", clock=TurnClock(due=9.0)),
            "▶ X · ⏳ time's up <t:9:R>",
            "-# ⏳ Time's up <t:9:R>",
        ),
        (
            Member("1", "Ada", clock=TurnClock(due=9.0, bank=150.0)),
            "▶ X · ⏳ time's up <t:9:R>, then 2:30 extra",
            "-# ⏳ Time's up <t:9:R>, then you have 2:30 extra",
        ),
        (
            Member("1", "Ada", clock=TurnClock(due=9.0, bank=150.0, reminded=True)),
            "▶ X · ⏳ extra time ends <t:9:R>",
            "-# ⏳ Your extra time ends <t:9:R>",
        ),
        (
            Member("1", "Ada", clock=TurnClock(due=9.0, bank=5.0, reminded=True)),
            "▶ X · ⏳ time's up <t:9:R>, then 0:05 extra",
            "-# ⏳ Time's up <t:9:R>, then you have 0:05 extra",
        ),
    ],
)
def test_a_turn_says_until_when(member: Member, at_the_table: str, in_the_hand: str) -> None:
    assert turn_text("X", member, TERMS, SAY) == at_the_table
    assert until_text(member, TERMS, SAY) == in_the_hand
