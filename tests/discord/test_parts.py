"""The controls of moves: buttons and menus, with emoji where there are some."""

from __future__ import annotations

from typing import Any

import discord

from bot.discord.parts import container, move_rows
from bot.presenters import Control
from tests.match.rows import SAY, faults, labels, lobby_row, parts

EMOJI = {
    key: discord.PartialEmoji(name=f"nimbus_{key}_12345678", id=number)
    for number, key in enumerate(("KH", "QH", "JH", "TH", "9H", "8H"), start=1)
}
HAND = [Control(f"play {key}", key, key, emoji=key) for key in EMOJI]


def rows(*controls: Control, emoji: Any = EMOJI, most: int = 20) -> list[Any]:
    """Return the rows of moves as they are sent."""
    view = container(*move_rows(lobby_row("Ada"), controls, SAY, emoji, most=most))
    assert faults(view) == []
    assert set(labels(view)) <= {control.label for control in controls}
    return [part for part in parts(view) if part["type"] == 1]


def test_a_button_shows_its_emoji_before_its_words() -> None:
    ((first, *_), *_) = (row["components"] for row in rows(*HAND))
    assert first["label"] == "KH"
    assert first["emoji"] == {"id": 1, "name": "nimbus_KH_12345678"}


def test_without_emoji_buttons_are_as_ever() -> None:
    for controls, emoji in ((HAND, {}), ([Control("pass", "Pass", "pass")], EMOJI)):
        for row in rows(*controls, emoji=emoji):
            assert not [part for part in row["components"] if "emoji" in part]


def test_rows_with_emoji_are_short_enough_for_a_phone() -> None:
    counts = [len(row["components"]) for row in rows(*HAND[:5])]
    assert counts == [3, 2]
    assert [len(row["components"]) for row in rows(*HAND[:4])] == [2, 2]
    assert [len(row["components"]) for row in rows(*HAND[:5], emoji={})] == [5]


def test_many_moves_show_no_emoji_so_that_more_fit_in_a_row() -> None:
    ten = [Control(f"play {n}", str(n), str(n), emoji="KH") for n in range(10)]
    shown = rows(*ten)
    assert [len(row["components"]) for row in shown] == [5, 5]
    assert not [part for row in shown for part in row["components"] if "emoji" in part]
    assert all("emoji" in part for row in rows(*ten[:9]) for part in row["components"])


def test_a_menu_shows_emoji_only_if_all_its_choices_have_one() -> None:
    (row,) = rows(*HAND, most=5)
    options = row["components"][0]["options"]
    assert [option["emoji"]["name"] for option in options] == [e.name for e in EMOJI.values()]
    for mixed in ([*HAND, Control("pass", "Pass", "pass")], HAND):
        emoji = EMOJI if mixed is not HAND else {"KH": EMOJI["KH"]}
        (row,) = rows(*mixed, emoji=emoji, most=5)
        assert not [option for option in row["components"][0]["options"] if "emoji" in option]
