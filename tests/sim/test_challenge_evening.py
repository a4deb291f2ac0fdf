"""An evening of two servers, from the code to the result on both boards."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.evenings.direction import Direction
from bot.evenings.news import EveningNews
from bot.evenings.store import EveningStore
from bot.match.show.publisher import Publisher
from bot.match.table.state import tables_of
from bot.match.table.tables import Tables
from bot.preferences.server import MODERATORS, change_of
from bot.store.rows import MatchRow, Presence, Status
from bot.store.settings import server_scope
from tests.match.finished import play_out
from tests.sim.evening import Evening, evening, texts
from tests.sim.test_crowd_evening import people_of
from tests.sim.test_pressing import private_answer

HERE, THERE = ("Ada", "Ben"), ("Mei", "Zoe")


@dataclass
class Two:
    """Two servers, each with its channel: the first is that of the evening."""

    held: Evening
    there: Any
    channel: Any

    def boards(self) -> list[str]:
        """Return all that the bot says in the channel of each, and in its threads."""
        return [
            "\n".join(
                texts(message)
                for place in (channel, *channel.threads)
                for message in place.history()
            )
            for channel in (self.held.channel, self.channel)
        ]

    def lobbies(self) -> list[str]:
        """Return what the lobbies say."""
        return [texts(channel.history()[-1]) for channel in (self.held.channel, self.channel)]

    async def challenge(self, **options: Any) -> tuple[Any, str]:
        """Challenge another server; return the lobby and the code."""
        asked = await self.held["Ada"].slash(
            self.held.channel, "evening challenge", game="cloud_nine", rounds=2, deals=1, **options
        )
        (told,) = asked.followups
        assert told.ephemeral
        found = re.search("[2-9A-Z]{8}", told.content)
        assert found is not None
        return asked.response.message, found[0]

    async def accept(self, code: str) -> Any:
        """Accept in the other server; return its lobby."""
        offer = await self.held["Mei"].slash(self.channel, "evening accept", code=code)
        assert offer.response.ephemeral
        await self.held["Mei"].click(offer.response.message, label="Accept")
        await self.settled()
        assert offer.response is None  # it has done its work
        return next(m for m in reversed(self.channel.history()) if m.components)

    async def begin(self) -> list[MatchRow]:
        """Gather in both, and press Start in both; return the tables."""
        home, code = await self.challenge(turn="180")
        away = await self.accept(code)
        await self.held["Ben"].click(home, label="Join")
        await self.held["Zoe"].click(away, label="Join")
        await self.held["Mei"].click(away, label="Start")
        await self.settled()
        await self.held["Ada"].click(home, label="Start")
        await self.settled()
        return await self.tables()

    async def tables(self, number: int = 1) -> list[MatchRow]:
        return await tables_of(self.held.bot.app.store, f"evening 1 {number}")

    async def play_round(self, number: int) -> None:
        """Play a round out, unseen, and show what came of it."""
        tables, publisher = self.held.bot.app.get(Tables), self.held.bot.app.get(Publisher)
        tables.listeners.remove(publisher.on_change)
        for row in await self.tables(number):
            await play_out(tables, row.id, number)
        tables.listeners.append(publisher.on_change)
        await self.settled()

    async def next_round(self) -> None:
        """End the break."""
        evening = await EveningStore(self.held.bot.app.store.database).get(1)
        assert evening is not None
        await self.held.bot.app.get(Direction).skip(evening)
        self.held.bot.app.get(EveningNews).request(1)
        await self.settled()

    async def settled(self) -> None:
        for _ in range(2):
            await self.held.env.settle()


@asynccontextmanager
async def two(directory: Path) -> AsyncIterator[Two]:
    """Set up two servers: in the second one, "Sky Club", are other people."""
    async with evening(directory, HERE) as held:
        there = held.env.create_guild("Sky Club")
        channel = there.create_text_channel("sky")
        for name in THERE:
            held.people[name] = there.add_member(
                held.env.create_user(name.lower(), global_name=name)
            )
        yield Two(held, there, channel)


async def test_two_servers_play_an_evening_and_both_see_its_result(tmp_path: Path) -> None:
    async with two(tmp_path) as both:
        tables = await both.begin()
        assert {row.guild_id for row in tables} == {both.held.guild.id, both.there.id}
        for board in both.boards():
            assert "**Cloud Club** and **Sky Club** play against each other" in board
        here, there = both.boards()
        assert "**Mei (Sky Club)**" in here
        assert "**Ada (Cloud Club)**" in there
        # Nothing leads to the channel of the other server.
        assert str(both.channel.id) not in here
        assert str(both.held.channel.id) not in there
        own = {both.held.guild.id: {*HERE}, both.there.id: {*THERE}}
        assert all({*people_of(row)} <= own[row.guild_id or 0] for row in tables)
        await both.play_round(1)
        for board in both.boards():
            assert "A server's points are the average of its best players" in board
        await both.next_round()
        await both.play_round(2)
        for board in both.boards():
            assert "the result for 4 players" in board
            assert re.search(r"\*\*(Cloud|Sky) Club\*\* wins!|even", board)
        past = (await both.held["Mei"].slash(both.channel, "evening past")).response.message
        assert "Clouds" in texts(past)
        assert str(both.held.channel.id) not in texts(past)


async def test_a_code_is_for_hosts_of_another_server_and_for_one(tmp_path: Path) -> None:
    async with two(tmp_path) as both:
        _, code = await both.challenge()
        own = await both.held["Ben"].slash(both.held.channel, "evening accept", code=code)
        assert "this server's own code" in private_answer(own)
        wrong = await both.held["Mei"].slash(both.channel, "evening accept", code="ABCD2345")
        assert "no challenge with this code" in private_answer(wrong)
        store = both.held.bot.app.store
        await store.set_settings(server_scope(both.there.id), change_of("hosts", MODERATORS))
        refused = await both.held["Mei"].slash(both.channel, "evening accept", code=code)
        assert "moderators" in private_answer(refused)
        await store.set_settings(server_scope(both.there.id), change_of("hosts", None))
        both.held.people["Ben there"] = both.there.add_member(both.held["Ben"].user)
        home = both.held.channel.history()[-1]
        await both.held["Ben"].click(home, label="Join")
        asked = await both.held["Ben there"].slash(both.channel, "evening accept", code=code)
        twice = await both.held["Ben there"].click(asked.response.message, label="Accept")
        assert "You're already at the table of **Cloud Club**" in private_answer(twice)
        away = await both.accept(code)
        assert "Against Cloud Club" in texts(away)
        used = await both.held["Zoe"].slash(both.channel, "evening accept", code=code.lower())
        assert "has already used this code" in private_answer(used)


async def test_the_lobby_says_what_it_waits_for(tmp_path: Path) -> None:
    async with two(tmp_path) as both:
        home, code = await both.challenge()
        assert "**Against another server**, if one joins" in texts(home)
        shown = (await both.held["Ada"].click(home, label="More…")).response
        assert f"`{code}`" in texts(shown.message)
        other = (await both.held["Ben"].click(home, label="More…")).response
        assert code not in texts(other.message)
        await both.accept(code)
        shown = (await both.held["Ada"].click(home, label="More…")).response
        assert code not in texts(shown.message)
        here, there = both.lobbies()
        assert "**Against Sky Club:**" in here
        assert "It begins when a host of each server has pressed **Start**" in there
        few = private_answer(await both.held["Ada"].click(home, label="Start"))
        assert "at least 2 people" in few
        await both.held["Ben"].click(home, label="Join")
        await both.held["Ada"].click(home, label="Start")
        await both.settled()
        here, there = both.lobbies()
        assert "**This server is ready.**" in here
        assert "**Cloud Club is ready.**" in there


async def direct(both: Two, name: str, label: str) -> str:
    """Press a button of *Host options* in a person's server; return what is answered to them."""
    channel = both.channel if name in THERE else both.held.channel
    board = next(m for m in reversed(channel.history()) if "Host options" in str(m.components))
    panel = (await both.held[name].click(board, label="Host options")).response
    await both.held[name].click(panel.message, label=label)
    if label == "End the evening":
        await both.held[name].click(panel.message, label=label)
    await both.settled()
    return texts(panel.message)


async def test_one_host_alone_ends_nothing_of_the_other_server(tmp_path: Path) -> None:
    async with two(tmp_path) as both:
        await both.begin()
        assert "The other server has been asked" in await direct(both, "Ada", "End the round now")
        assert {row.status for row in await both.tables()} == {Status.PLAYING}
        assert all(not m.away for row in await both.tables() for m in row.members if m.user_id)
        for board in both.boards():
            assert "**Cloud Club** would like to end this round now." in board
        assert "The other server has been asked" in await direct(both, "Ada", "End the evening")
        assert "would like to end the evening with round 1" in both.boards()[1]
        assert "The other server has been asked" in await direct(both, "Mei", "End the round now")
        assert "ends with round 1" in await direct(both, "Mei", "End the evening")
        assert "would like to end the evening" not in both.boards()[0]
        assert "The other server has been asked" in await direct(both, "Ada", "End the round now")
        assert "house players finish round 1" in await direct(both, "Mei", "End the round now")
        for row in await both.tables():
            assert all(m.away for m in row.members if m.user_id is not None)


async def test_a_host_directs_their_own_people_alone(tmp_path: Path) -> None:
    async with two(tmp_path) as both:
        await both.begin()
        held = both.held
        board = next(
            m for m in reversed(held.channel.history()) if "Host options" in str(m.components)
        )
        panel = (await held["Ada"].click(board, label="Host options")).response
        assert not {"Pause all tables", "One more round"} & {*held.labels(panel.message)}
        theirs = await held["Ada"].select(
            panel.message, [held["Mei"].user], custom_id="evening:1:person"
        )
        assert "They aren't in this evening" in private_answer(theirs)
        own = await held["Ada"].select(
            panel.message, [held["Ben"].user], custom_id="evening:1:person"
        )
        form = await held["Ada"].click(own.response.message, label="Adjust points")
        filled = {"round": ["1"], "kind": ["plus"], "reason": "x"}
        ruled = await held["Ada"].submit_modal(form, filled)
        assert "Two servers play this evening" in private_answer(ruled)


async def test_where_nobody_of_the_other_server_is_in_a_host_decides(tmp_path: Path) -> None:
    async with two(tmp_path) as both:
        await both.begin()
        for name in THERE:
            board = next(
                m for m in reversed(both.channel.history()) if "Host options" in str(m.components)
            )
            asked = (await both.held[name].click(board, label="Leave")).response.message
            await both.held[name].click(asked, label="Leave the evening")
        await both.settled()
        (row,) = [row for row in await both.tables() if row.guild_id == both.there.id]
        assert {m.presence for m in row.members if m.user_id} == {Presence.LEFT}
        assert "house players finish round 1" in await direct(both, "Ada", "End the round now")
