"""An evening alone: a table in the direct messages with the bot."""

from __future__ import annotations

import random
from pathlib import Path

from bot.match.calls.notices import QUIET
from bot.store.rows import MatchId, Status
from tests.sim.evening import Evening, choose, evening, texts

PLAYED = 4


async def begin(held: Evening, game: str) -> None:
    """Let Ada open a table in her direct messages and start."""
    opened = await held["Ada"].user.slash("play", game=game)
    await held["Ada"].user.click(opened.response.message, label="Start")


async def play_on(held: Evening) -> None:
    """Make a few moves by the buttons of the hand."""
    generator = random.Random(4)
    for _ in range(PLAYED):
        table = await held.table()
        (seat,) = [seat for seat in table.to_act() if table.member(seat).user_id]
        code = generator.choice(table.legal(seat))
        await choose(held["Ada"].user, held.hand("Ada"), table, code)


async def test_who_is_alone_plays_in_direct_messages_also_after_a_restart(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await begin(held, "balloon")
        channel = held["Ada"].user.dm_channel
        row = await held.bot.app.store.match(MatchId(1))
        assert row is not None
        assert (row.guild_id, row.by_token, row.terms.clock) == (None, False, 0)
        lobby, hand = channel.history()
        await play_on(held)
        assert [message.id for message in channel.history()][:2] == [lobby.id, hand.id]
        assert "My hand" in held.labels(channel.history()[0])
        assert "[table 1](https://discord.com/channels/@me/" in texts(held.hand("Ada"))
        await held.restart()
        await play_on(held)
        assert (await held.table()).row.moves >= 2 * PLAYED


async def test_a_table_alone_with_the_bot_calls_nobody_and_ends_by_leaving(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await begin(held, "nimbly")
        before = len(held["Ada"].user.dm_channel.history())
        await held.env.advance_time(QUIET * 3)
        assert (await held.table()).row.status is Status.PLAYING
        assert len(held["Ada"].user.dm_channel.history()) == before
        asked = await held["Ada"].user.slash("leave")
        await held["Ada"].user.click(asked.response.message, label="End the game")
        assert (await held.table()).row.status is Status.CLOSED


READ: tuple[tuple[str, dict[str, object], str], ...] = (
    ("rules", {"game": "nimbly"}, "Nimbly"),
    ("stats", {}, "You haven't finished a game that counts"),
    ("leaderboard", {"game": "nimbly"}, "Nimbly"),
    ("games", {}, "· [table "),
    ("replay", {"match": 1}, "isn't over"),
    ("help", {}, "/play"),
)


async def test_what_can_be_read_is_read_in_direct_messages(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await begin(held, "nimbly")
        for name, options, told in READ:
            answered = await held["Ada"].user.slash(name, **options)
            assert told in texts(answered.response.message), name
