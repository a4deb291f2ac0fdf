"""Games of the past in the bot's own store, for what the information commands tell of them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.daily.service import Dailies
from bot.errors import Refused
from bot.match.lobby.lobbies import Lobbies
from bot.match.show.publisher import Publisher
from bot.match.table.tables import Tables
from bot.preferences.server import Feature, change_of
from bot.ratings.service import Rater
from bot.store.rows import Commit, Location, MatchId, MatchRow, Member, ResultRow, Status
from bot.store.settings import server_scope
from tests.sim.evening import Evening, buttons, texts

if TYPE_CHECKING:
    from bot.discord.app import App
    from bot.match.table.state import Table


async def played(held: Evening, *names: str, deals: int = 1) -> MatchId:
    """Play a game of some deals to its end through the authority; the board shows it."""
    app, generator = held.bot.app, random.Random(len(names))
    first, *others = [member(held, name, 9000 + n) for n, name in enumerate(names)]
    row = await app.get(Lobbies).open(
        "cloud_nine", first, Location(held.guild.id, held.channel.id), locale="en"
    )
    for other in others:
        await app.get(Lobbies).join(row.id, other)
    chosen = {"deals": str(deals)}
    await app.get(Lobbies).set_options(row.id, int(first.key), chosen, moderator=False)
    await app.get(Lobbies).start(row.id, int(first.key), 9999, moderator=False)
    with quiet(app):
        while (table := await app.get(Tables).load(row.id)).row.status is Status.PLAYING:
            await _move(app, table, generator)
    app.get(Publisher).request(row.id)
    await app.get(Publisher).idle()
    return row.id


@contextmanager
def quiet(app: App) -> Iterator[None]:
    """Show nothing for a while: painting what nobody looks at takes most of a game's time."""
    listeners = app.get(Tables).listeners
    heard = listeners[:]
    listeners.remove(app.get(Publisher).on_change)
    try:
        yield
    finally:
        listeners[:] = heard


async def _move(app: App, table: Table, generator: random.Random) -> None:
    seat = table.begun.to_act()[0]
    user, match_id = table.member(seat).user_id, table.row.id
    # The table's own clock may be quicker, at any moment.
    with suppress(Refused):
        if user is not None:
            await app.get(Tables).play(
                match_id, user, None, generator.choice(table.begun.legal(seat))
            )
        elif not await app.get(Tables).play_house(match_id):
            await asyncio.sleep(0)


def member(held: Evening, name: str, joined: int) -> Member:
    """Return a person of the evening as one who joined."""
    return Member(str(held[name].user.id), name, joined=str(joined))


async def switch_off(held: Evening, *features: Feature) -> None:
    """Switch features off in the server of the evening; those not named are on."""
    store = held.bot.app.store
    await store.set_settings(server_scope(held.guild.id), change_of("off", features))


async def rate(held: Evening) -> None:
    """Rate every game that waits."""
    await held.bot.app.get(Rater).rate_waiting()


async def won(
    held: Evening, scores: dict[int, tuple[str, int]], *, guild_id: int, at: float | None = None
) -> MatchId:
    """Store a game as if it had been played: each user's name and score, the best one won.

    It ended just now, or at a moment.
    """
    store, best = held.bot.app.store, max(score for _, score in scores.values())
    results = tuple(
        ResultRow(seat, user, name, score, score == best, best_deal=score // 2, deals=3)
        for seat, (user, (name, score)) in enumerate(scores.items(), start=1)
    )
    members = tuple(Member(str(user), name) for user, (name, _) in scores.items())
    row = await store.new_match(_row(members, guild_id))
    when = held.bot.app.clock.now() if at is None else at
    over = replace(row, version=2, status=Status.OVER, touched=when)
    assert await store.commit(Commit(over, results=results))
    return row.id


async def played_daily(held: Evening, name: str, score: int, called: str = "") -> MatchRow:
    """Let somebody have played today's daily, under their name or another."""
    app = held.bot.app
    person = replace(member(held, name, 9000 + score), name=called or name)
    row = await app.get(Dailies).begin(app.get(Dailies).days.today, person, "en")
    results = [ResultRow(1, int(person.key), person.name, score, True, 1, 1)]
    results += [ResultRow(seat, None, "Nim", 0, False, 0, 1) for seat in (2, 3)]
    over = replace(row, version=row.version + 1, status=Status.OVER, deadline=None)
    assert await app.store.commit(Commit(over, results=tuple(results)))
    return row


def _row(members: tuple[Member, ...], guild_id: int) -> MatchRow:
    return MatchRow(
        id=MatchId(0), version=1, status=Status.PLAYING, game="cloud_nine", rules_version=1,
        options={}, guild_id=guild_id, channel_id=1, opener_id=1, locale="en", secret=bytes(32),
        members=members, created=1.0, touched=1.0,
    )  # fmt: skip


def custom_ids(message: Any) -> list[str]:
    """Return the custom ids of the buttons that can be pressed."""
    return [part["custom_id"] for part in buttons(message) if not part.get("disabled")]


async def assert_told_alone(held: Evening, name: str, line: str) -> None:
    """Hold the leaderboard to telling a person their own line, and nobody else."""
    asked = await held[name].slash(held.channel, "leaderboard", game="cloud_nine")
    (own,) = asked.followups
    assert own.ephemeral
    assert line in own.content
    assert line not in texts(asked.response.message)
