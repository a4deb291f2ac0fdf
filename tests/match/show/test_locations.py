"""Servers, channels and threads that went while the bot was off."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from bot.errors import Barred, NoChannel
from bot.match.show.locations import Locations
from bot.store.rows import MatchId, Status
from bot.store.settings import LEFT, server_scope
from tests.match.finished import CHANNEL, opened, start
from tests.match.stand import Parts

GUILD = 5


@dataclass
class World:
    """A world in which only these channels are left, and something may be locked or withheld.

    Of servers `elsewhere` another process is told.
    """

    channels: set[int]
    locked: set[int] = field(default_factory=set)
    withheld: tuple[str, ...] = ()
    elsewhere: set[int] = field(default_factory=set)

    def serves(self, guild_id: int) -> bool:
        return guild_id not in self.elsewhere

    async def has_channel(self, channel_id: int) -> bool:
        return channel_id in self.channels

    unknown: bool = False

    async def is_shut(self, channel_id: int) -> tuple[bool, bool] | None:
        return None if self.unknown else (channel_id in self.locked, False)

    async def wake(self, channel_id: int) -> None:
        raise AssertionError(channel_id)

    def lacking(
        self, guild_id: int | None, place_id: int, parent_id: int
    ) -> tuple[str, ...] | None:
        assert (guild_id, place_id, parent_id) == (GUILD, CHANNEL, CHANNEL)
        return self.withheld


def locations(parts: Parts, channels: set[int], world: World | None = None) -> Locations:
    """Look at a world."""
    places = world or World(channels)
    return Locations(parts.store, parts.tables, parts.publisher, parts.clock, places)


async def reasons(parts: Parts, match_id: MatchId) -> list[tuple[str, tuple[str, ...]]]:
    """Return why a game is paused."""
    pauses = (await parts.tables.load(match_id)).row.pauses
    return [(pause.why, pause.missing) for pause in pauses]


async def test_games_of_a_server_that_the_bot_is_not_in_any_more_are_closed(parts: Parts) -> None:
    lobby, row = await opened(parts.lobbies), await opened(parts.lobbies)
    await start(parts.lobbies, row)
    parts.stage.faults["post_board"] = [NoChannel(), NoChannel()]
    await locations(parts, {CHANNEL}).arrived({GUILD + 1})
    await parts.publisher.idle()
    for match_id in (lobby.id, row.id):
        assert (await parts.tables.load(match_id)).row.status is Status.CLOSED
    assert await parts.store.unpublished() == []


async def test_games_of_a_server_that_another_process_hears_of_are_left_to_that(
    parts: Parts,
) -> None:
    row = await start(parts.lobbies, await opened(parts.lobbies))
    world = World(set(), elsewhere={GUILD})
    await parts.store.set_setting(server_scope(GUILD), "threads", "never")
    await locations(parts, set(), world).arrived({GUILD + 1})
    await parts.publisher.idle()
    assert (await parts.tables.load(row.id)).row.status is Status.PLAYING
    assert await parts.store.setting(server_scope(GUILD), LEFT) is None


async def test_games_of_a_channel_that_is_gone_are_closed_and_others_are_not(parts: Parts) -> None:
    row = await start(parts.lobbies, await opened(parts.lobbies))
    await locations(parts, {CHANNEL}).arrived({GUILD})
    assert (await parts.tables.load(row.id)).row.status is Status.PLAYING
    await locations(parts, set()).arrived({GUILD})
    await parts.publisher.idle()
    assert (await parts.tables.load(row.id)).row.status is Status.CLOSED


async def test_permissions_lost_pause_every_game_there_and_given_back_let_it_go_on(
    parts: Parts,
) -> None:
    row = await start(parts.lobbies, await opened(parts.lobbies))
    world = World({CHANNEL}, withheld=("attach_files",))
    looked = locations(parts, set(), world)
    await looked.guild_changed(GUILD)
    assert await reasons(parts, row.id) == [("permissions", ("attach_files",))]
    world.withheld = ("view_channel",)
    await looked.guild_changed(GUILD)
    assert await reasons(parts, row.id) == [("permissions", ("view_channel",))]
    world.withheld = ()
    await looked.guild_changed(GUILD)
    assert await reasons(parts, row.id) == []
    # So it is with those lost while the bot was off.
    await locations(parts, set(), World({CHANNEL}, withheld=("embed_links",))).arrived({GUILD})
    assert await reasons(parts, row.id) == [("permissions", ("embed_links",))]
    await locations(parts, set(), World({CHANNEL})).arrived({GUILD})
    assert await reasons(parts, row.id) == []


async def test_changes_that_come_together_are_looked_at_once(parts: Parts) -> None:
    await start(parts.lobbies, await opened(parts.lobbies))
    looked = locations(parts, {CHANNEL})
    await asyncio.gather(*(looked.guild_changed(GUILD) for _ in range(50)))
    assert len(parts.clock.slept) == 1


async def test_what_is_refused_for_a_lack_of_permissions_pauses_its_game(parts: Parts) -> None:
    parts.tables.listeners.append(parts.publisher.on_change)
    row = await start(parts.lobbies, await opened(parts.lobbies))
    await parts.publisher.idle()
    parts.clock.endless = True
    parts.stage.withheld = ("view_channel",)
    parts.stage.faults["edit_board"] = [Barred() for _ in range(9)]
    await parts.move(row.id)
    await parts.clock.asleep.wait()
    assert await reasons(parts, row.id) == [("permissions", ("view_channel",))]
    parts.clock.endless, parts.stage.withheld = False, ()
    parts.stage.faults.clear()
    parts.publisher.hurry(GUILD)
    await parts.publisher.idle()
    assert await reasons(parts, row.id) == []
    assert await parts.store.unpublished() == []


async def test_a_thread_that_is_locked_pauses_its_game_till_it_is_unlocked(parts: Parts) -> None:
    row = await start(parts.lobbies, await opened(parts.lobbies))
    looked = locations(parts, {CHANNEL})
    for locked in (True, True, False, False):
        await looked.thread_changed(CHANNEL, locked=locked, archived=False)
        expected = [("locked", ())] if locked else []
        assert await reasons(parts, row.id) == expected
    await locations(parts, set(), World({CHANNEL}, locked={CHANNEL})).arrived({GUILD})
    assert await reasons(parts, row.id) == [("locked", ())]
    await locations(parts, set(), World({CHANNEL}, unknown=True)).arrived({GUILD})
    assert await reasons(parts, row.id) == [("locked", ())]
