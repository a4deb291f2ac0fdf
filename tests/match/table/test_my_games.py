"""What a person's games are at, and in which order they are shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.match.table.my_games import At, MyGame, in_order, my_game
from bot.match.table.state import Table
from bot.store.rows import Member, Pause, Presence, TurnClock
from tests.match.rows import lobby_row, tables

HERE = dict[str, Any](presence=Presence.HERE)
LEFT = dict[str, Any](presence=Presence.LEFT)
LATE = dict[str, Any](presence=Presence.LATE)
RUNNING = dict[str, Any](clock=TurnClock(due=50.0))


def begun(*members: Member) -> Table:
    """Return a game as it opens, with these in its seats."""
    table = next(tables("Ada", "Ben", "Cleo"))
    assert table.to_act()[0] == 1
    return replace(table, row=replace(table.row, members=members))


def seated(first: dict[str, Any], second: dict[str, Any]) -> Table:
    """Return a game in which Ada (101) is to move; Ben (102) sits beside her."""
    return begun(
        Member("101", "Ada", **first), Member("102", "Ben", **second), Member("house:1", "Fog")
    )


@pytest.mark.parametrize(
    ("first", "second", "user", "at"),
    [
        (HERE, HERE, 101, At.YOURS),
        (HERE, HERE, 102, At.OTHERS),
        (LEFT, HERE, 101, At.LEFT),
        (LATE, HERE, 101, At.LATE),
        (LATE, LEFT, 101, At.WAITS),
        (LATE, LEFT, 102, At.LEFT),
        (HERE, HERE, 999, At.LOBBY),
    ],
)
def test_a_game_is_at(first: dict[str, Any], second: dict[str, Any], user: int, at: At) -> None:
    assert my_game(seated(first, second), user).at is at


@pytest.mark.parametrize(("first", "at"), [(HERE, At.PAUSED), (LATE, At.PAUSED), (LEFT, At.LEFT)])
def test_a_paused_game_waits_for_nobody(first: dict[str, Any], at: At) -> None:
    table = seated(RUNNING | first, HERE)
    game = my_game(replace(table, row=replace(table.row, pauses=(Pause("moderator"),))), 101)
    assert (game.at, game.waits) == (at, False)
    assert at is At.LEFT or game.due is None


def test_a_game_says_who_is_to_move_and_until_when_and_a_lobby_waits_for_nobody() -> None:
    table = seated(RUNNING, {})
    mine, other = my_game(table, 101), my_game(table, 102)
    assert (mine.due, other.due) == (50.0, 50.0)
    assert other.mover is not None
    assert other.mover.name == "Ada"
    assert (mine.waits, other.waits) == (True, False)
    game = my_game(Table(lobby_row("Ada"), None), 101)
    assert (game.at, game.mover, game.due, game.waits) == (At.LOBBY, None, None, False)


def test_what_waits_comes_first_and_what_is_urgent_before_it() -> None:
    row = lobby_row("Ada")
    games = [
        MyGame(row, At.LEFT), MyGame(row, At.LOBBY), MyGame(row, At.OTHERS, due=1.0),
        MyGame(row, At.LATE), MyGame(row, At.YOURS), MyGame(row, At.WAITS),
        MyGame(row, At.YOURS, due=9.0), MyGame(row, At.YOURS, due=5.0),
    ]  # fmt: skip
    assert [(game.at, game.due) for game in in_order(games)] == [
        (At.YOURS, 5.0), (At.YOURS, 9.0), (At.YOURS, None), (At.WAITS, None), (At.LATE, None),
        (At.OTHERS, 1.0), (At.LOBBY, None), (At.LEFT, None),
    ]  # fmt: skip
