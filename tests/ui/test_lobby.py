"""The lobby's message."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.play.lobbies import commitment_of
from bot.play.terms import FIRST
from bot.store.rows import Member, Status, Terms
from bot.ui.lobby import lobby_layout, options_text
from tests.ui.rows import SAY, faults, ids, labels, lobby_row, said
from tests.ui.test_board import AWKWARD, NAMES


@pytest.mark.parametrize("names", [(), NAMES[:1], NAMES, AWKWARD])
def test_every_lobby_keeps_discords_limits(names: tuple[str, ...]) -> None:
    assert faults(lobby_layout(lobby_row(*names), SAY)) == []


def test_a_lobby_has_all_its_buttons() -> None:
    shown = lobby_layout(lobby_row("Ada"), SAY)
    assert labels(shown) == [
        "Join", "Leave", "Start", "Close", "Options", "Clock and hints",
        "Easy", "Normal", "Hard", "Remove house player",
    ]  # fmt: skip
    assert all(name.split(":")[1] == "7" for name in ids(shown))


def test_a_house_player_from_before_there_were_levels_is_normal() -> None:
    row = lobby_row("Ada")
    row = replace(row, members=(*row.members, Member("house:1", "Cirrus")))
    assert "**🤖 Cirrus** · normal" in said(lobby_layout(row, SAY))


def test_a_lobby_names_who_is_in_and_what_is_free() -> None:
    row = lobby_row("Ada")
    row = replace(row, members=(*row.members, Member("house:1", "Cirrus", level="hard")))
    shown = said(lobby_layout(row, SAY))
    assert "1. **Ada**" in shown
    assert "2. **🤖 Cirrus** · hard" in shown
    assert "3. *free" in shown


def test_the_code_of_the_fair_deal_is_shown_and_the_secret_is_not() -> None:
    row = replace(lobby_row("Ada"), secret=bytes(range(32)))
    shown = said(lobby_layout(row, SAY))
    assert commitment_of(row) in shown
    assert row.secret.hex() not in shown


def test_options_that_are_off_are_not_mentioned() -> None:
    row = lobby_row("Ada")
    assert options_text(row, SAY) == "Deals: 3"
    row = replace(row, options={"deals": 5, "target": 300})
    assert options_text(row, SAY) == "Deals: 5 · Target score: 300"


@pytest.mark.parametrize(
    ("terms", "told"),
    [
        (FIRST, ["turn** 10 minutes", "unless somebody asks for a hint"]),
        (Terms(hints=False, clock=0), ["turn** no limit", "Hints** none"]),
    ],
)
def test_a_lobby_says_how_long_a_turn_may_take_and_what_counts(
    terms: Terms, told: list[str]
) -> None:
    shown = said(lobby_layout(replace(lobby_row("Ada"), terms=terms), SAY))
    assert all(part in shown for part in told)
    assert "counts for `/leaderboard`, with house players too" in shown


def test_a_closed_lobby_says_so_and_has_no_buttons() -> None:
    shown = lobby_layout(replace(lobby_row("Ada"), status=Status.CLOSED), SAY)
    assert "closed" in said(shown)
    assert ids(shown) == []
