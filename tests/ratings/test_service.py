"""Rating by itself: in order, across every kill, and the same when it is worked out anew."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from time import time
from typing import Any, cast

import pytest
from sqlalchemy import Connection, insert

from bot.preferences.server import Feature, change_of
from bot.privacy.store import PrivacyStore
from bot.ratings.rules import (
    ANCHORS,
    Before,
    Ended,
    Judged,
    Rated,
    RatingJudge,
    Season,
    Stored,
    Verdict,
)
from bot.ratings.service import SHOWN_FOR, Rater, Recomputed, recompute, run
from bot.ratings.store import Point, RatingStore
from bot.settings import Settings
from bot.skill import Rating
from bot.store import Store, schema
from bot.store.codec import MATCH_COLUMNS, Columns, match_values, result_columns, seat_columns
from bot.store.errors import InUse
from bot.store.rows import Commit, MatchId, MatchRow, Member, Presence, ResultRow, Status
from bot.store.settings import server_scope
from tests.match.finished import ADA, BEN, Hall, start
from tests.match.finished import opened as opened_lobby
from tests.soak.amounts import later
from tests.store.samples import CHANNEL, GUILD, TABLE, after, opened, tamper, url_of
from tests.swift import SwiftClock

# Games that were played out, as many as asked for, by people of a made-up server.

PEOPLE = tuple(range(101, 113))
GAMES = ("cloud_nine", "balloon")
SPRING = Season(2026, 2)
OFF_GUILD = GUILD + 5


def presence(random: Random) -> Presence:
    return Presence.LEFT if random.random() < 0.02 else Presence.HERE


def table(random: Random, at: float) -> Commit:
    """Make up how a game ended: most are of people; some do not count."""
    seats: list[int | str] = [*random.sample(PEOPLE, random.choice((3, 3, 3, 2, 1)))]
    seats += random.choices(("easy", "normal", "hard"), k=3 - len(seats))
    random.shuffle(seats)
    members = tuple(
        Member(str(one), f"P{one}", presence=presence(random))
        if isinstance(one, int)
        else Member(f"house:{number}", "Nim", level=one)
        for number, one in enumerate(seats, start=1)
    )
    row = replace(
        TABLE, game=random.choice(GAMES), members=members, state=None,
        guild_id=random.choice((GUILD, GUILD, GUILD + 1, OFF_GUILD, None)), channel_id=CHANNEL,
        rated=random.random() < 0.97,
        series=random.choice(("", "", "", "", "league 1 2", "daily 2026-05-01")),
    )  # fmt: skip
    scores = [random.randrange(9) for _ in seats]
    results = tuple(
        ResultRow(
            number, one if isinstance(one, int) else None, f"P{one}", score,
            score == max(scores), score, 1, one if isinstance(one, str) else None,
            hinted=random.random() < 0.02,
        )
        for number, (one, score) in enumerate(zip(seats, scores, strict=True), start=1)
    )  # fmt: skip
    return Commit(after(row, status=Status.OVER, touched=at), results=results, members_changed=True)


async def play(store: Store, count: int, seed: int = 1) -> None:
    """Store the ends of games of three seasons, nearly in the order of their times."""
    random = Random(seed)
    length = 9 * 30 * 86400.0
    ends = [
        table(random, SPRING.begins + length * n / count + random.uniform(-3600, 3600))
        for n in range(count)
    ]
    await store.database.write(store_ends, ends)


def store_ends(connection: Connection, ends: Sequence[Commit]) -> None:
    """Store them as the writer does, but all at once: a thousand take no time."""
    rows = [replace(end.row, id=MatchId(number)) for number, end in enumerate(ends, start=1)]
    of = list(zip(rows, ends, strict=True))
    people = {result.user_id: result.name for end in ends for result in end.results}
    for table, columns in (
        (schema.match, [_match(row) for row in rows]),
        (schema.seat, [seat for row in rows for seat in seat_columns(row.id, row.members)]),
        (schema.result, [result_columns(row.id, one) for row, end in of for one in end.results]),
        (schema.ending, [_ending(row) for row in rows]),
        (schema.person, [{"user_id": user, "name": name} for user, name in people.items() if user]),
    ):
        connection.execute(insert(table), columns)


def _match(row: MatchRow) -> Columns:
    return {
        "id": row.id,
        "published": 0,
        **dict(zip(MATCH_COLUMNS, match_values(row), strict=True)),
    }


def _ending(row: MatchRow) -> Columns:
    return {"match_id": row.id, "number": row.id, "at": row.touched}


async def all_points(store: Store) -> dict[int, list[Point]]:
    """Return every history."""
    return {user: await RatingStore(store.database).history(user) for user in PEOPLE}


async def rated_store(store: Store, at_once: int) -> Stored:
    """Rate what waits, this many at once, and return all ratings."""
    await Rater(store).rate_waiting(at_once)
    return await RatingStore(store.database).stored()


# Rating by itself: in order, whatever the batch, and across every kill.


async def switch_off(store: Store, guild_id: int = OFF_GUILD) -> None:
    await store.set_settings(server_scope(guild_id), change_of("off", (Feature.RATINGS,)))


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
    rater.listeners += [listen, hall.tables.handle_change]
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


async def test_only_the_process_that_leads_rates_what_ends(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    rater, row = Rater(hall.store), (await hall.tables.load(await hall.game())).row
    for leads in (False, True):
        monkeypatch.setattr(type(hall.store.ownership), "leads", leads)
        await rater.on_change(row)
        await rater.idle()
        assert bool(await RatingStore(hall.store.database).waiting(9)) is not leads


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


# Ratings worked out again from the results: equal to what is kept, or else it is said.

EQUAL = "They match the stored ones."


@pytest.mark.whole
@pytest.mark.parametrize("games", [250, later(1000)])
async def test_after_many_games_it_is_equal(store: Store, games: int) -> None:
    await switch_off(store)
    assert await recompute(store) == Recomputed(0, 0, 0)
    await play(store, games)
    await Rater(store).rate_waiting(50)
    found = await recompute(store)
    assert found.games > 0.4 * games
    assert found.ratings > 2 * len(PEOPLE)
    assert not found.different


@pytest.mark.whole
async def test_it_is_equal_when_people_and_settings_have_changed_since(store: Store) -> None:
    await switch_off(store)
    await play(store, 150)
    await Rater(store).rate_waiting(50)
    before = await recompute(store)
    await store.set_settings(server_scope(OFF_GUILD), {"off": None})
    await switch_off(store, GUILD)
    for user in PEOPLE[:2]:
        assert await PrivacyStore(store).erase(user, "Someone", 1.0, ())
    found = await recompute(store)
    assert not found.different
    assert found.games < before.games
    kept, points = await RatingStore(store.database).stored(), await all_points(store)
    assert not [user for user, _, _ in kept if user in PEOPLE[:2]]
    await Rater(store).rate_anew()
    assert await RatingStore(store.database).stored() == kept
    assert await all_points(store) == points


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE rating SET mu = mu + 0.001 WHERE season = 0 AND user_id = 101",
        "UPDATE rating SET games = games + 1 WHERE season = 0 AND user_id = 101",
        "DELETE FROM rating WHERE season = 0 AND user_id = 101",
        "INSERT INTO rating SELECT 999, game, 0, 25, 8, 1, 1 FROM rating "
        "WHERE season = 0 AND user_id = 101",
    ],
)
async def test_what_is_kept_otherwise_is_found_and_mended(tmp_path: Path, change: str) -> None:
    path = tmp_path / "x.sqlite3"
    settings = Settings(database_url=url_of(path))
    async with opened(path) as store:
        await play(store, 60)
        await Rater(store).rate_waiting()
        kept = await RatingStore(store.database).stored()
        games = sum(bool(game.changes) for game in await RatingStore(store.database).ended(0, 99))
    told, is_equal = await run(settings, write=False)
    assert is_equal
    assert told == f"Games that count: {games}. Ratings worked out from them: {len(kept)}. {EQUAL}"
    tamper(path, change)
    told, is_equal = await run(settings, write=False)
    assert not is_equal
    assert f"{len(GAMES)} differ from the stored ones" in told
    told, is_equal = await run(settings, write=True)
    assert is_equal
    assert "replaced" in told
    async with opened(path) as store:
        assert await RatingStore(store.database).stored() == kept


async def test_house_players_measured_anew_are_named_as_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.sqlite3"
    settings = Settings(database_url=url_of(path))
    async with opened(path) as store:
        await play(store, 60)
        await Rater(store).rate_waiting()
    for levels in ANCHORS.values():
        for level, (mu, sigma) in list(levels.items()):
            monkeypatch.setitem(cast("dict[str, Rating]", levels), level, Rating(mu + 1, sigma))
    told, is_equal = await run(settings, write=False)
    assert not is_equal
    assert "a new version rates differently" in told
    assert (await run(settings, write=True))[1]
    assert (await run(settings, write=False))[1]


async def test_what_writes_waits_until_the_bot_is_off(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    settings = Settings(database_url=url_of(path))
    async with opened(path, alone=True) as store:
        await play(store, 5)
        await Rater(store).rate_waiting()
        assert (await run(settings, write=False))[1]
        with pytest.raises(InUse):
            await run(settings, write=True)
