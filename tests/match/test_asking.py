"""Questions about a table, and the private list of a person's games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from discord import ui

from bot.discord.names import Someone
from bot.leagues.service import LEAGUE
from bot.match.show.looks import match_name
from bot.match.table.state import At, MyGame, Table, in_order, my_game
from bot.match.talk.my_games import PAGE, games_layout, no_games_layout
from bot.match.talk.questions import (
    answer_to,
    is_open,
    questions_layout,
    questions_of,
    read_question,
    state_layout,
    view_for,
)
from bot.store.rows import MatchId, MatchRow, Member, Pause, Presence, Terms, TurnClock
from bot.texts import Texts
from engine.seats import Seat
from tests.match.finished import ADA, BEN, CHANNEL, CLEO, DORA, OTHER_CHANNEL, Hall, opened, start
from tests.match.rows import SAY, faults, ids, labels, lobby_row, said, tables
from tests.match.stand import refuses

# Questions about a table: who may ask, what is meant, and what every table answers.

ENGLISH = Texts.load().words("en")


async def playing(hall: Hall, people: tuple[int, ...] = (ADA, BEN, CLEO)) -> Table:
    row = await start(hall.lobbies, await opened(hall.lobbies, people))
    return await hall.tables.load(row.id)


def with_row(table: Table, row: MatchRow) -> Table:
    return replace(table, row=row)


def with_member(table: Table, seat: int, **fields: object) -> Table:
    members = list(table.row.members)
    # The fields are named by the tests, each of its own type.
    members[seat - 1] = replace(members[seat - 1], **fields)  # type: ignore[arg-type]
    return with_row(table, replace(table.row, members=tuple(members)))


async def test_a_seat_asks_from_anywhere_and_everybody_else_where_the_board_is(hall: Hall) -> None:
    table = await playing(hall)
    for channel in (CHANNEL, OTHER_CHANNEL, None):
        assert view_for(table, ADA, channel).seat == table.seat_of(ADA)
    assert view_for(table, DORA, CHANNEL).seat is None
    for channel in (OTHER_CHANNEL, None):
        with refuses("refused.not_seated"):
            view_for(table, DORA, channel)


async def test_nobody_else_asks_about_a_table_that_shows_no_card_or_is_played_alone(
    hall: Hall,
) -> None:
    table = await playing(hall)
    for series in (LEAGUE.key(7, 3), "daily 2026-11-22"):
        hidden = with_row(table, replace(table.row, series=series))
        assert not is_open(hidden.row)
        assert view_for(hidden, ADA, CHANNEL).seat is not None
        with refuses("refused.not_seated"):
            view_for(hidden, DORA, CHANNEL)


async def test_who_was_taken_out_sees_what_everybody_sees(hall: Hall) -> None:
    table = await playing(hall)
    out = with_member(table, table.seat_of(BEN) or 0, presence=Presence.REMOVED)
    assert view_for(out, BEN, CHANNEL).seat is None
    with refuses("refused.kicked"):
        view_for(out, BEN, OTHER_CHANNEL)
    left = with_member(table, table.seat_of(BEN) or 0, presence=Presence.LEFT)
    assert view_for(left, BEN, None).seat is not None


async def test_there_is_nothing_to_ask_before_a_game_and_after_it(hall: Hall) -> None:
    lobby = await opened(hall.lobbies)
    with refuses("refused.not_started"):
        view_for(Table.load(lobby), ADA, CHANNEL)
    with refuses("refused.over"):
        view_for(await hall.tables.load(await hall.game()), ADA, CHANNEL)


@pytest.mark.parametrize(
    ("typed", "question"),
    [
        ("last_trick", "last_trick"), ("Last trick", "last_trick"), ("last", "last_trick"),
        ("  TIME ", "clock"), ("my cloud", "cloud"), ("clouds", "clouds"), ("SEATS", "seats"),
        ("trick", "trick"), ("my", ""), ("", "state"), ("hedgehog", ""), ("rows", ""),
        ("all", ""),
    ],
)  # fmt: skip
async def test_a_question_is_meant_by_its_words_but_never_guessed(
    hall: Hall, typed: str, question: str
) -> None:
    table = await playing(hall)
    assert read_question(table.row, view_for(table, ADA, None), typed, ENGLISH) == question


async def test_there_is_a_button_for_each_question_and_no_two_say_the_same(hall: Hall) -> None:
    table = await playing(hall)
    for view in (table.view(Seat(1)), table.view(None)):
        shown = questions_layout(table.row, view, ENGLISH).walk_children()
        buttons = [item for item in shown if isinstance(item, ui.Button)]
        asked = [str(button.custom_id).removeprefix(f"look:{table.row.id}:") for button in buttons]
        assert tuple(asked) == questions_of(table.row, view)
        assert asked[0] == "state"
        assert asked[-2:] == ["seats", "clock"]
        assert len({button.label for button in buttons}) == len(buttons)


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("balloon", ["The dice show 1 green", "Ben's turn: stay or jump. No time limit.",
                     "Ada pilots at cloud 1", "Ada: 28 points", "Cleo: 20 points, 17 cards",
                     "Paid cards:", "first to 50."]),
        ("nimbly", ["Ada drew ace of clubs", "Ben's turn: draw. No time limit.", "Open ends first.",
                    "Row A: ace of diamonds", "Row C: 9 of clubs.", "Ada: 0 points, 7 cards",
                    "Nimbly: deal 1 of 1"]),
        ("cloud_nine", ["Cleo's turn: pick a card. No time limit.", "Trick: Cleo led the 7 of",
                        "Ada: 0 points, 8 cards in hand. Ada's cloud makes 2",
                        "The stock has 15 cards.", "Clouds: trick 5 of 9."]),
        ("clumond", ["Cleo led the jack of hearts.", "Ada's turn. No time limit.", "Last trick:",
                     "Ada: minus 2 chips, 2 tricks", "Ada declared. No trumps.", "The pot: 6.",
                     "Clumond: hand 1 of 1, trick 7 of 13."]),
    ],
)  # fmt: skip
def test_how_a_game_stands_is_told_in_the_order_of_its_picture(key: str, told: list[str]) -> None:
    every = [*tables("Ada", "Ben", "Cleo", key=key)]
    table = every[len(every) // 2]
    answer, at = answer_to(table, table.view(None), "state", ENGLISH), -1
    for part in told:
        found = answer.find(part)
        assert found > at, (part, answer)
        at = found
    assert "\nYou: " in answer_to(table, table.view(Seat(1)), "state", ENGLISH)
    shown = state_layout(table.row, answer, ENGLISH)
    assert (faults(shown), labels(shown)) == ([], ["More questions"])


async def test_who_sits_where_is_told_in_turn_order_with_house_players(hall: Hall) -> None:
    table = await playing(hall, (ADA, BEN))
    view = view_for(table, ADA, None)
    said = answer_to(table, view, "seats", ENGLISH)
    assert said.startswith("In turn order: ")
    for told in ("Ada (you)", "Ben", " (house player)"):
        assert told in said
    names = [member.name for member in table.row.members]
    assert sorted(names, key=said.index) == names
    left = with_member(table, table.seat_of(BEN) or 0, presence=Presence.LEFT)
    assert "Ben (a house player fills in)" in answer_to(left, view, "seats", ENGLISH)
    odd = with_member(table, 1, name="a_b*c")
    assert r"a\_b\*c" in answer_to(odd, view, "seats", ENGLISH)


async def test_the_clock_is_told_with_who_is_to_act(hall: Hall) -> None:
    table = await playing(hall)
    seat = table.to_act()[0]
    view, name = table.view(seat), table.member(seat).name
    assert answer_to(table, view, "clock", ENGLISH) == f"{name}'s turn: lead. No time limit."
    timed = with_member(table, seat, clock=TurnClock(due=60.0, bank=150.0))
    timed = with_row(timed, replace(timed.row, terms=Terms(clock=90, bank=180)))
    said = answer_to(timed, view, "clock", ENGLISH)
    assert said == f"{name}'s turn: lead. Time is up <t:60:R>, then 2 minutes and 30 seconds extra."
    paused = with_row(table, replace(table.row, pauses=(Pause("moderator", by=1),)))
    assert answer_to(paused, view, "clock", ENGLISH).startswith("The game is paused")
    gone = table
    for number in (1, 2, 3):
        gone = with_member(gone, number, presence=Presence.LATE)
    assert answer_to(gone, view, "clock", ENGLISH).startswith("The game is waiting")


# The private list of a person's games.

ROW = lobby_row("Ada", "B*n")


def of(at: At, match_id: int = 7, due: float | None = None) -> MyGame:
    mover = None if at is At.LOBBY else Someone("B*n")
    return MyGame(replace(ROW, id=MatchId(match_id)), at, mover, due)


def test_a_game_says_whose_turn_it_is_until_when_and_where() -> None:
    games = [of(At.YOURS, 1, 60.0), of(At.OTHERS, 2, 90.0), of(At.LOBBY, 3)]
    shown = games_layout(games, ["here", "there", "yonder"], 1, SAY)
    text = said(shown)
    assert "1 game is waiting for you" in text
    assert "It's your turn** · ⏳ time's up <t:60:R>\n-# here" in text
    assert "▶ Waiting for B\\*n · ⏳ time's up <t:90:R>\n-# there" in text
    assert "Clouds, table 3: Ada, B\\*n**\n▶ Not started yet\n-# yonder" in text
    assert ids(shown) == ["t:1:hand", "t:2:hand"]
    assert faults(shown) == []


@pytest.mark.parametrize("at", [At.WAITS, At.LATE, At.LEFT])
def test_who_is_away_is_told_how_to_come_back(at: At) -> None:
    shown = games_layout([of(at)], ["here"], 1, SAY)
    assert "ome back" in said(shown)
    assert labels(shown) == ["My hand" if at is At.LEFT else "Come back"]


def test_many_games_stand_on_pages_that_discord_takes() -> None:
    members = tuple(Member(str(10**18 + n), "*" * 32) for n in range(6))
    row = replace(ROW, members=members)
    games = [MyGame(replace(row, id=MatchId(10**17 + n)), At.YOURS, due=2e9) for n in range(12)]
    place = "x" * 300
    for page, count in ((1, PAGE), (2, PAGE), (3, 12 - 2 * PAGE)):
        shown = games_layout(games, [place] * count, page, SAY)
        assert faults(shown) == []
        assert "12 games are waiting for you" in said(shown)
        assert f"games:{page - 1}" in ids(shown)


def test_nobody_waited_for_and_no_games_at_all() -> None:
    assert "No game is waiting" in said(games_layout([of(At.OTHERS)], ["here"], 1, SAY))
    assert "</play:5> opens a table" in said(no_games_layout(SAY, "</play:5>"))


def test_a_daily_is_called_by_its_day_and_names_nobody() -> None:
    row = replace(lobby_row("Ada"), game="nimbly", series="daily 2026-11-23")
    assert match_name(row, SAY) == "Daily 23 Nov, Nimbly"
    assert match_name(replace(row, series=""), SAY) == "Nimbly, table 7: Ada"


# What a person's games are at, and in which order they are shown.

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
