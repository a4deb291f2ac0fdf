"""The card as people read it."""

from __future__ import annotations

from bot.discord.parts import button
from bot.home.actions import card_layout, newcomer_layout
from bot.match.show.profile import Line
from tests.match.rows import SAY, faults, ids, said

WAITS = Line("**Clumond, table 12**\nIt's your turn", button("t:12:hand", "My hand"))


def test_a_newcomer_is_offered_three_things_the_easiest_game_first() -> None:
    layout = newcomer_layout([], [Line("Daily", button("daily:today", "See it"))], SAY)
    assert ids(layout) == ["play:balloon", "ln:balloon", "daily:today", "help:start"]
    assert said(layout).count("Cloud 9") == 3
    assert "Nimbly (Jokerlink), Cloud Nine (cards), Clumond." in said(layout)
    assert not faults(layout)


def test_a_first_game_that_waits_stands_above_what_else_can_be_begun() -> None:
    assert ids(newcomer_layout([WAITS], [], SAY))[0] == "t:12:hand"


def test_a_card_has_its_lines_in_order_and_a_new_game_of_each_kind() -> None:
    layout = card_layout([WAITS, Line("Nothing to press")], SAY)
    text = said(layout)
    assert text.index("table 12") < text.index("Nothing to press") < text.index("New game")
    assert ids(layout) == [
        "t:12:hand", "play:balloon", "play:nimbly", "play:cloud_nine", "play:clumond",
        "help:start", "me",
    ]  # fmt: skip
    assert not faults(layout)


def test_the_fullest_card_keeps_to_what_discord_allows() -> None:
    lines = [Line("x" * 200, button(f"t:{n}:hand", "My hand")) for n in range(9)]
    assert not faults(card_layout(lines, SAY))
