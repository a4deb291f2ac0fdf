"""Servers, channels and threads that went while the bot was off."""

from __future__ import annotations

from bot.errors import NoChannel
from bot.show.locations import Locations
from bot.store.rows import Status
from tests.play.finished import CHANNEL, opened, start
from tests.play.stand import Parts

GUILD = 5


def locations(parts: Parts, channels: set[int]) -> Locations:
    """Look at a world in which only these channels are left."""

    async def has_channel(channel_id: int) -> bool:
        return channel_id in channels

    return Locations(parts.store, parts.tables, parts.publisher, has_channel)


async def test_games_of_a_server_that_the_bot_is_not_in_any_more_are_closed(parts: Parts) -> None:
    lobby, row = await opened(parts.lobbies), await opened(parts.lobbies)
    await start(parts.lobbies, row)
    parts.stage.faults["post_board"] = [NoChannel(), NoChannel()]
    await locations(parts, {CHANNEL}).arrived({GUILD + 1})
    await parts.publisher.idle()
    for match_id in (lobby.id, row.id):
        assert (await parts.tables.load(match_id)).row.status is Status.CLOSED
    assert await parts.store.unpublished() == []


async def test_games_of_a_channel_that_is_gone_are_closed_and_others_are_not(parts: Parts) -> None:
    row = await start(parts.lobbies, await opened(parts.lobbies))
    await locations(parts, {CHANNEL}).arrived({GUILD})
    assert (await parts.tables.load(row.id)).row.status is Status.PLAYING
    await locations(parts, set()).arrived({GUILD})
    await parts.publisher.idle()
    assert (await parts.tables.load(row.id)).row.status is Status.CLOSED
