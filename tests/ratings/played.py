"""Games that were played out, as many as asked for, by people of a made-up server."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from sqlalchemy import Connection, insert

from bot.ratings.rows import Season, Stored
from bot.ratings.service import Rater
from bot.ratings.store import Point, RatingStore
from bot.store import Commit, Store, schema
from bot.store.codec import MATCH_COLUMNS, Columns, match_values, result_columns, seat_columns
from bot.store.rows import MatchId, MatchRow, Member, Presence, ResultRow, Status
from tests.store.samples import CHANNEL, GUILD, TABLE, after

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


async def until_rated(store: Store, games: int) -> None:
    """Wait until this many games are rated, but not for ever."""
    while len(await RatingStore(store.database).ended(0, games)) < games:  # noqa: ASYNC110 - nobody tells
        await asyncio.sleep(0.01)
