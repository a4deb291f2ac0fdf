"""The private list of a person's games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.discord.names import Someone
from bot.match.show.looks import match_name
from bot.match.table.my_games import At, MyGame
from bot.match.talk.my_games import PAGE, games_layout, no_games_layout
from bot.store.rows import MatchId, Member
from tests.match.rows import SAY, faults, ids, labels, lobby_row, said

ROW = lobby_row("Ada", "B*n")


def of(at: At, match_id: int = 7, due: float | None = None) -> MyGame:
    mover = None if at is At.LOBBY else Someone("B*n")
    return MyGame(replace(ROW, id=MatchId(match_id)), at, mover, due)


def test_a_game_says_whose_turn_it_is_until_when_and_where() -> None:
    games = [of(At.YOURS, 1, 60.0), of(At.OTHERS, 2, 90.0), of(At.LOBBY, 3)]
    shown = games_layout(games, ["here", "there", "yonder"], 1, SAY)
    text = said(shown)
    assert "1 is waiting for you" in text
    assert "It's your turn** · ⏳ time's up <t:60:R>\n-# here" in text
    assert "▶ B\\*n to move · ⏳ time's up <t:90:R>\n-# there" in text
    assert "Cloud Nine (cards), table 3: Ada, B\\*n**\n▶ Not started yet\n-# yonder" in text
    assert ids(shown) == ["t:1:hand", "t:2:hand"]
    assert faults(shown) == []


@pytest.mark.parametrize("at", [At.WAITS, At.LATE, At.LEFT])
def test_who_is_away_is_told_how_to_come_back(at: At) -> None:
    shown = games_layout([of(at)], ["here"], 1, SAY)
    assert "ome back" in said(shown)
    assert labels(shown) == ["My hand"]


def test_many_games_stand_on_pages_that_discord_takes() -> None:
    members = tuple(Member(str(10**18 + n), "*" * 32) for n in range(6))
    row = replace(ROW, members=members)
    games = [MyGame(replace(row, id=MatchId(10**17 + n)), At.YOURS, due=2e9) for n in range(12)]
    place = "x" * 300
    for page, count in ((1, PAGE), (2, PAGE), (3, 12 - 2 * PAGE)):
        shown = games_layout(games, [place] * count, page, SAY)
        assert faults(shown) == []
        assert "12 are waiting for you" in said(shown)
        assert f"games:{page - 1}" in ids(shown)


def test_nobody_waited_for_and_no_games_at_all() -> None:
    assert "None is waiting" in said(games_layout([of(At.OTHERS)], ["here"], 1, SAY))
    assert "</play:5> opens a table" in said(no_games_layout(SAY, "</play:5>"))


def test_a_daily_is_called_by_its_day_and_names_nobody() -> None:
    row = replace(lobby_row("Ada"), game="nimbly", series="daily 2026-11-23")
    assert match_name(row, SAY) == "Daily 23 Nov, Nimbly (Jokerlink)"
    assert match_name(replace(row, series=""), SAY) == "Nimbly (Jokerlink), table 7: Ada"
