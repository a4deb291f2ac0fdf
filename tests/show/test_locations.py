"""Servers, channels and threads that went while the bot was off."""

from __future__ import annotations

from bot.errors import NoChannel
from bot.show.locations import Locations
from bot.store.rows import Status
from tests.play.finished import CHANNEL, opened, start
from tests.play.stand import House

GUILD = 5


def locations(house: House, channels: set[int]) -> Locations:
    """Look at a world in which only these channels are left."""

    async def has_channel(channel_id: int) -> bool:
        return channel_id in channels

    return Locations(house.store, house.publisher, has_channel)


async def test_games_of_a_server_that_the_bot_is_not_in_any_more_are_closed(house: House) -> None:
    lobby, row = await opened(house.lobbies), await opened(house.lobbies)
    await start(house.lobbies, row)
    house.stage.faults["post_board"] = [NoChannel(), NoChannel()]
    await locations(house, {CHANNEL}).arrived({GUILD + 1})
    await house.publisher.idle()
    for match_id in (lobby.id, row.id):
        assert (await house.tables.load(match_id)).row.status is Status.CLOSED
    assert await house.store.unpublished() == []


async def test_games_of_a_channel_that_is_gone_are_closed_and_others_are_not(house: House) -> None:
    row = await start(house.lobbies, await opened(house.lobbies))
    await locations(house, {CHANNEL}).arrived({GUILD})
    assert (await house.tables.load(row.id)).row.status is Status.PLAYING
    await locations(house, set()).arrived({GUILD})
    await house.publisher.idle()
    assert (await house.tables.load(row.id)).row.status is Status.CLOSED
