"""Rating by itself: in order, whatever the batch, and across every kill."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path
from time import time
from typing import Any

import pytest

from bot.preferences.server import Feature, change_of
from bot.ratings.rows import Before, Ended, Judged, Rated, Verdict
from bot.ratings.rules import RatingJudge
from bot.ratings.service import SHOWN_FOR, Rater
from bot.ratings.store import RatingStore
from bot.store import Commit, Store
from bot.store.rows import MatchId, Member, ResultRow, Status
from bot.store.settings import server_scope
from tests.match.finished import ADA, BEN, CLEO, Hall, start
from tests.match.finished import opened as opened_lobby
from tests.ratings.played import (
    OFF_GUILD,
    all_points,
    play,
    rated_store,
    store_ends,
    until_rated,
)
from tests.store.samples import GUILD, TABLE, opened, tamper
from tests.swift import SwiftClock


async def switch_off(store: Store) -> None:
    await store.set_settings(server_scope(OFF_GUILD), change_of("off", (Feature.RATINGS,)))


async def test_it_is_the_same_whatever_the_batch(tmp_path: Path) -> None:
    kept, points = [], []
    for at_once in (1, 7, 1000):
        async with opened(tmp_path / f"{at_once}.sqlite3") as store:
            await switch_off(store)
            await play(store, 60)
            kept.append(await rated_store(store, at_once))
            points.append(await all_points(store))
    assert kept[0] == kept[1] == kept[2] != {}
    assert points[0] == points[1] == points[2]


async def test_a_game_in_which_a_house_player_did_not_play_its_level_changes_no_rating(
    store: Store,
) -> None:
    row = replace(
        TABLE, game="balloon", state=None, status=Status.OVER,
        members=(Member("101", "Ada"), Member("house:1", "Nim", level="hard")),
    )  # fmt: skip
    ada = ResultRow(1, 101, "Ada", 20, won=True, best_deal=20, deals=1)
    nim = ResultRow(2, None, "Nim", 9, won=False, best_deal=9, deals=1, level="hard")
    ends = [Commit(row, results=(ada, replace(nim, hinted=hinted))) for hinted in (False, True)]
    await store.database.write(store_ends, ends)
    await Rater(store).rate_waiting()
    games = await RatingStore(store.database).ended(0, 9)
    assert [game.verdict for game in games] == [Verdict.COUNTS, Verdict.UNKNOWN]


async def test_games_of_a_server_that_has_switched_it_off_do_not_count(store: Store) -> None:
    await switch_off(store)
    await play(store, 60)
    await Rater(store).rate_waiting()
    games = await RatingStore(store.database).ended(0, 99)
    of_off = [game for game in games if game.guild_id == OFF_GUILD]
    assert of_off
    assert not [game for game in of_off if game.changes]
    assert Verdict.OFF in {game.verdict for game in of_off}
    assert Verdict.OFF not in {game.verdict for game in games if game.guild_id == GUILD}


async def test_a_game_is_rated_soon_after_its_end(hall: Hall) -> None:
    rater = Rater(hall.store)
    rater.start()
    hall.tables.listeners.append(rater.on_change)
    match_id = await hall.game()
    await until_rated(hall.store, 1)
    await rater.close()
    points = await RatingStore(hall.store.database).history(ADA)
    results = {result.user_id: result for result in await hall.store.results(match_id)}
    changes = [(point.change.user_id, point.change.seat) for point in points]
    assert changes == [(ADA, results[ADA].seat)]
    lines = await RatingStore(hall.store.database).page("cloud_nine", points[0].change.season, 5)
    assert {line.user_id for line in lines} == {ADA, BEN, CLEO}
    assert next(line for line in lines if line.user_id == ADA).wins == results[ADA].won


async def test_whoever_left_is_rated_as_last_and_the_result_is_shown_anew(hall: Hall) -> None:
    """By a new version: so it is shown after a crash too, and by whichever process shows it."""
    row = await start(hall.lobbies, await opened_lobby(hall.lobbies))
    await hall.tables.leave(row.id, BEN)
    await hall.finish(row.id)
    ended = (await hall.tables.load(row.id)).row
    await hall.store.note(row.id, published=ended.version)
    told: list[tuple[MatchId, int]] = []

    async def listen(match_id: MatchId, version: int) -> None:
        told.append((match_id, version))

    rater = Rater(hall.store, hall.clock)
    rater.listeners += [listen, hall.tables.heed]
    await rater.rate_waiting()
    (game,) = await RatingStore(hall.store.database).ended(0, 9)
    assert game.verdict is Verdict.COUNTS
    places = {change.user_id: change.place for change in game.changes}
    assert places[BEN] == 3
    assert sorted(places.values()) == [1, 2, 3]
    assert told == [(row.id, ended.version + 1)]
    assert (await hall.tables.load(row.id)).row.version == ended.version + 1
    assert await hall.store.unpublished() == [row.id]
    await rater.rate_anew()
    assert len(told) == 1


async def test_games_of_long_ago_are_rated_and_not_shown_anew(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = await hall.game()
    version = (await hall.tables.load(match_id)).row.version
    monkeypatch.setattr(SwiftClock, "now", lambda _: time() + 2 * SHOWN_FOR)
    await Rater(hall.store, hall.clock).rate_waiting()
    assert await RatingStore(hall.store.database).history(ADA)
    assert await hall.store.version(match_id) == version


async def test_it_goes_on_after_a_failure(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await play(store, 5)
    fails = [True]
    advance = RatingStore(store.database).advance

    async def once_broken(*asked: Any) -> list[Rated]:
        if fails.pop() if fails else False:
            raise ZeroDivisionError
        return await advance(*asked)

    monkeypatch.setattr(RatingStore, "advance", staticmethod(once_broken))
    rater = Rater(store)
    with caplog.at_level(logging.ERROR):
        rater.start()
        await rater.idle()
        assert await RatingStore(store.database).waiting(9)
        rater.start()  # the next look
        await rater.idle()
    assert not await RatingStore(store.database).waiting(9)
    assert "rating failed" in caplog.text


async def test_a_kill_at_any_game_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    async with opened(path) as store:
        await play(store, 24)
    for survived in range(4):
        async with opened(path) as store:
            numbers = [number for number, _ in await RatingStore(store.database).waiting(5)]
            left, judge = survived, RatingJudge()

            def dies(ended: Ended, before: Before) -> Judged:
                nonlocal left
                left -= 1
                if left < 0:
                    raise ZeroDivisionError
                return judge(ended, before)  # noqa: B023 - called before the next round

            with pytest.raises(ZeroDivisionError):
                await RatingStore(store.database).advance(dies, numbers)
            await RatingStore(store.database).advance(judge, numbers)
    async with opened(path) as store, opened(tmp_path / "y.sqlite3") as whole:
        await play(whole, 24)
        assert await rated_store(store, 10) == await rated_store(whole, 10)


async def test_a_damaged_game_holds_nothing_up(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    async with opened(path) as store:
        await play(store, 6)
        tamper(path, "UPDATE match SET members = '[' WHERE id = 2")
        tamper(path, "UPDATE ending SET at = 1e300 WHERE number = 3")
        await Rater(store).rate_waiting()
        assert await RatingStore(store.database).waiting(9) == []
        verdicts = [game.verdict for game in await RatingStore(store.database).ended(0, 9)]
        assert verdicts[2] is Verdict.UNKNOWN
