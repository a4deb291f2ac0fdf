"""What a table is: its kind, and what its game brings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.daily.rules import DAILY, Day
from bot.discord.parts import container, rows
from bot.errors import Refused
from bot.leagues.service import LEAGUE, Week, can_have
from bot.match.house.house_queue import HouseQueue
from bot.match.lobby.lobbies import Lobbies
from bot.match.show.lobby_layouts import page_count, rules_layout
from bot.match.show.looks import looking_back
from bot.match.table.kind import (
    TABLE,
    UNKNOWN,
    Ability,
    can,
    is_withheld,
    kind_of_series,
    lacking,
    seed_of_series,
)
from bot.match.table.seats import house_to_act
from bot.match.table.tables import Tables
from bot.match.talk.rules import more_help_layout
from bot.records.service import Finished, checks_of, find_finished, recent
from bot.reviews.service import Reviews
from bot.store.rows import Commit, MatchId, MatchRow, SeriesRow
from engine.games import GAMES
from tests.games import MORE, registered
from tests.match.finished import ADA, BEN, CHANNEL, CLEO, Hall, opened, play_out, start
from tests.match.house.thinkers import Noting, Tired
from tests.match.rows import SAY, ids, lobby_row, said
from tests.swift import SwiftClock

# What kind a table is of, by the series it belongs to.


def test_a_series_is_of_the_kind_that_the_first_word_of_its_key_names() -> None:
    assert kind_of_series("") is TABLE
    assert kind_of_series(Day(20779).key) is DAILY
    assert kind_of_series(Week(7, 3).key) is LEAGUE
    assert kind_of_series("leagues 7 3") is UNKNOWN
    assert not LEAGUE.has("leagues 7 3")


def test_of_a_feature_of_a_newer_version_nothing_is_told() -> None:
    kind = kind_of_series("morning 5 2")
    assert kind is UNKNOWN
    assert kind.shares_deals
    assert kind.is_veiled


# Deals that are fixed beforehand and the same for several tables.

WEEK = SeriesRow("trial 7 3", "cloud_nine", {"deals": 1}, b"s" * 32, 1, 1, 0.0, 100.0)


async def table(hall: Hall, people: tuple[int, ...] = (ADA, BEN, CLEO)) -> MatchRow:
    """Start a table of the week, once its series is stored."""
    await hall.store.series.add([WEEK])
    row = await opened(hall.lobbies, people)
    lobby = replace(row, version=row.version + 1, series=WEEK.key, secret=WEEK.secret)
    return await start(hall.lobbies, await hall.tables.store(Commit(lobby)))


async def test_tables_of_a_series_have_the_same_deals_and_show_nothing_while_it_is_open(
    hall: Hall,
) -> None:
    older = await hall.game((ADA, BEN))
    one, two = await table(hall), await table(hall, (ADA, BEN))
    assert one.seed == two.seed == seed_of_series(WEEK)
    assert one.entropy == WEEK.key
    assert [found.id for found in await hall.store.series.matches(WEEK.key)] == [one.id, two.id]  # type: ignore[union-attr]
    await hall.finish(one.id)
    with pytest.raises(Refused, match="withheld"):
        await find_finished(hall.store, ADA, CHANNEL, one.id)
    for channel in (CHANNEL, None):
        assert (await find_finished(hall.store, ADA, channel, None)).row.id == older
        assert [past.match_id for past in await recent(hall.store, ADA, channel)] == [older]
    assert await hall.store.series.close(WEEK.key, 100.0)
    assert not await hall.store.series.close(WEEK.key, 101.0)
    found = await find_finished(hall.store, ADA, CHANNEL, None)
    assert found.row.id == one.id
    assert all(check.holds for check in checks_of(found))
    forged = Finished(replace(found.row, entropy="league 7 4"), found.moves, found.results)
    assert [check.key for check in checks_of(forged) if not check.holds][:2] == ["series", "seed"]


async def test_the_same_moves_have_the_same_answers_at_every_table(hall: Hall) -> None:
    logs = []
    for _ in range(2):
        row = await table(hall, (ADA,))
        await play_out(hall.tables, row.id, seed=5)
        logs.append([(move.seat, move.code) for move in await hall.store.moves(row.id)])
    assert logs[0] == logs[1]


async def test_nobody_can_compute_what_a_house_player_will_answer_in_an_open_series(
    hall: Hall,
) -> None:
    """All but the secret is known: its key, the moves, the seats and the program."""
    row, thinker = await table(hall, (ADA,)), Noting()
    loaded = await hall.tables.replayed(row.id)
    while house_to_act(loaded) is None:
        await hall.tables.play(row.id, ADA, None, loaded.legal(loaded.to_act()[0])[0])
        loaded = await hall.tables.replayed(row.id)
    acting = house_to_act(loaded)
    assert acting is not None
    for secret in (WEEK.secret, WEEK.secret, b"t" * 32):
        seed = seed_of_series(replace(WEEK, secret=secret))
        same = replace(loaded, row=replace(loaded.row, seed=seed))
        assert len(same.legal(acting)) > 1
        await HouseQueue(thinker).thought(same, acting)
    one, again, other = (asked.seed for asked in thinker.asked)
    assert one == again != other


async def test_nobody_plays_by_rule_of_thumb_in_a_series(tmp_path: Path) -> None:
    hall = await Hall.open(tmp_path)
    hall.tables = Tables(hall.store, clock := SwiftClock(), HouseQueue(Tired()))
    hall.lobbies = Lobbies(hall.store, hall.tables, clock, ("Cirrus", "Stratus"))
    row = await table(hall, (ADA,))
    with pytest.raises(Refused, match="no_thought"):
        await play_out(hall.tables, MatchId(row.id))
    await hall.store.close()


async def test_a_series_is_never_written_over_and_one_that_is_gone_shows_nothing(
    hall: Hall,
) -> None:
    await hall.store.series.add([WEEK])
    await hall.store.series.add([replace(WEEK, secret=b"t" * 32), replace(WEEK, key="x")])
    assert await hall.store.series.get(WEEK.key) == WEEK
    assert [row.key for row in await hall.store.series.like("trial ", 9)] == [WEEK.key]
    assert [row.key for row in await hall.store.series.to_close("trial ", 100.0)] == [WEEK.key]
    assert await hall.store.series.to_close("trial ", 99.0) == []
    row = await table(hall)
    assert await is_withheld(hall.store, replace(row, series="league 8 1"))
    assert not await is_withheld(hall.store, replace(row, series=""))


# A game offers only what it brings; Thunder and Hail, with rules and faces alone, show it.


def test_every_game_that_ships_offers_everything() -> None:
    shipped = GAMES.keys() - MORE
    assert all(can(game, ability) for game in shipped for ability in Ability)
    assert not any(lacking(game) for game in shipped)
    with registered():
        assert lacking("hail") == list(Ability)


def test_below_the_result_of_a_new_game_there_is_no_review() -> None:
    row = replace(lobby_row("Ada"), game="thunder")
    assert ids(container(*rows(looking_back(row, SAY)))) == [f"replay:{row.id}"]
    known = replace(row, game="nimbly")
    assert ids(container(*rows(looking_back(known, SAY)))) == [
        f"review:{row.id}",
        f"replay:{row.id}",
    ]


def test_rules_and_help_say_what_a_new_game_does_not_offer() -> None:
    lacks = [
        "This game has no reviews.", "This game has no puzzles.",
        "With house players at the table, this game doesn't affect ratings.",
        "This game is never the daily.", "This game has no leagues",
    ]  # fmt: skip
    with registered():
        last = said(rules_layout("hail", page_count("hail"), [], SAY))
        assert all(text in last for text in lacks)
        assert "missing in Thunder, Hail: see their rules" in said(more_help_layout({}, SAY))
        last = said(rules_layout("nimbly", page_count("nimbly"), [], SAY))
        assert not any(text in last for text in lacks)


def test_a_league_takes_games_with_three_seats() -> None:
    with registered():
        assert can_have("nimbly")
        assert not can_have("hail")
        assert not can_have("a game of yours")


async def test_an_old_button_of_a_game_without_reviews_is_answered(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = await hall.game()
    monkeypatch.setattr("bot.match.table.kind.ABLE", {})
    with pytest.raises(Refused, match=r"lacks\.review"):
        await Reviews(hall.store, None).find(match_id, ADA, CHANNEL)  # type: ignore[arg-type] # unused
