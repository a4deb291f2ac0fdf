"""The welcome of a server: once, in the first channel that takes it, also after a kill."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.errors import Barred, Busy, Gone, StageError
from bot.servers.welcoming import RETRIES, Welcomes
from bot.store import StoreFailed
from bot.store.settings import server_scope
from tests.match.stand import Parts

GUILD = 5


class Rooms:
    """Channels that take a welcome or refuse it; `said` is where it was posted."""

    def __init__(self, **refusals: Sequence[StageError]) -> None:
        self.refusals = {int(name[1:]): list(errors) for name, errors in refusals.items()}
        self.said: list[int] = []

    async def post(self, channel_id: int) -> None:
        if errors := self.refusals.get(channel_id):
            raise errors.pop(0)
        self.said.append(channel_id)


async def welcome(parts: Parts, rooms: Rooms, *channels: int) -> Welcomes:
    welcomes = Welcomes(parts.store, parts.clock)
    await welcomes.joined(GUILD)
    await welcomes.say(GUILD, channels, rooms.post)
    return welcomes


async def test_a_server_is_welcomed_once(parts: Parts) -> None:
    welcomes, rooms = Welcomes(parts.store, parts.clock), Rooms()
    assert await welcomes.due() == frozenset()
    await welcomes.joined(GUILD)
    assert await welcomes.due() == {server_scope(GUILD)}
    await welcomes.say(GUILD, [1, 2], rooms.post)
    await welcomes.joined(GUILD)
    assert (rooms.said, await welcomes.due()) == ([1], frozenset())


async def test_the_first_channel_that_takes_it_is_enough(parts: Parts) -> None:
    rooms = Rooms(c1=[Barred("no")], c2=[Gone("no")])
    welcomes = await welcome(parts, rooms, 1, 2, 3, 4)
    assert (rooms.said, await welcomes.due()) == ([3], frozenset())


@pytest.mark.parametrize("channels", [(), (1,)])
async def test_where_it_may_write_nowhere_nothing_is_said(
    parts: Parts, channels: tuple[int, ...]
) -> None:
    rooms = Rooms(c1=[Barred("no")])
    welcomes = await welcome(parts, rooms, *channels)
    assert (rooms.said, await welcomes.due()) == ([], frozenset())


async def test_a_busy_discord_is_tried_again(parts: Parts) -> None:
    rooms = Rooms(c1=[Busy("500"), Busy("500")])
    await welcome(parts, rooms, 1, 2)
    assert (rooms.said, parts.clock.slept) == ([1], list(RETRIES[:2]))


async def test_what_could_not_be_said_is_due_at_the_next_start(parts: Parts) -> None:
    rooms = Rooms(c1=[Busy("500")] * (len(RETRIES) + 1))
    await welcome(parts, rooms, 1)
    again = Welcomes(parts.store, parts.clock)
    assert await again.due() == {server_scope(GUILD)}
    await again.say(GUILD, [1], rooms.post)
    assert (rooms.said, await again.due()) == ([1], frozenset())


async def test_a_kill_while_it_is_said_leaves_it_due(parts: Parts) -> None:
    welcomes = Welcomes(parts.store, parts.clock)
    await welcomes.joined(GUILD)

    async def killed(_: int) -> None:
        raise StoreFailed("killed")

    with pytest.raises(StoreFailed):
        await welcomes.say(GUILD, [1], killed)
    assert await welcomes.due() == {server_scope(GUILD)}


async def test_two_at_once_say_it_once(parts: Parts) -> None:
    welcomes, said = Welcomes(parts.store, parts.clock), []
    await welcomes.joined(GUILD)

    async def post(channel_id: int) -> None:
        said.append(channel_id)
        await welcomes.say(GUILD, [2], post)

    await welcomes.say(GUILD, [1], post)
    assert said == [1]
