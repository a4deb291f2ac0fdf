"""What is shown where Discord refuses, says nothing, or has changed its mind."""

from __future__ import annotations

import random
import re
from math import inf
from pathlib import Path
from typing import Any

import pytest

from bot.match.lobby.lobbies import Lobbies
from bot.match.show import panels
from bot.match.show.discord_stage import DiscordStage
from bot.match.show.panels import IN_USE, PrivateHands
from bot.match.show.publisher import Publisher
from bot.match.table.tables import Tables
from bot.store.rows import MatchId, Status
from tests.sim.evening import NAMES, Evening, evening, play_unseen, raw_components, texts
from tests.sim.test_pressing import move_ids, private_answer
from tests.store.samples import tamper

NOT_SENT = "couldn't send your cards by direct message"


def refuse_hands(held: Evening, name: str, code: int, times: int | None, status: int = 400) -> None:
    """Have Discord refuse the next messages to a person."""
    for method, path in (("POST", "messages"), ("PATCH", "messages/*")):
        held.env.inject_error(
            method, f"/channels/{held[name].user.dm_channel.id}/{path}", status=status, code=code,
            message="no", times=times,
        )  # fmt: skip


async def leave(held: Evening, name: str, board: Any) -> None:
    asked = await held[name].click(board, label="Leave the game")
    await held[name].click(asked.response.message, label="Leave the game")


async def test_who_comes_back_in_a_hand_is_given_that_one_and_no_second(held: Evening) -> None:
    board = await held.start("Ada", "Ben", "Cleo")
    await leave(held, "Ada", board)
    before = held["Ada"].user.dm_channel.history()
    assert "Come back" in held.labels(before[-1])
    pressed = await held["Ada"].user.click(before[-1], label="Come back")
    after = held["Ada"].user.dm_channel.history()
    assert [m.id for m in after] == [m.id for m in before]
    assert "Come back" not in held.labels(after[-1])
    assert not pressed.followups
    shown = await held["Ada"].click(board, label="My hand")
    await leave(held, "Ada", board)
    assert "Come back" in held.labels(shown.response.message)
    again = await held["Ada"].click(shown.response.message, label="Come back")
    assert "Come back" not in held.labels(shown.response.message)
    assert again.response.message.id == shown.response.message.id


async def test_a_hand_that_a_filter_refuses_comes_without_names_and_its_match_leaves_nothing_behind(
    held: Evening,
) -> None:
    lobby = await held.open("Ada", "Ben", "Cleo")
    refuse_hands(held, "Ada", 200000, times=2)  # the greeting, and the hand
    await held["Ada"].click(lobby, label="Start")
    assert "· [table " in texts(held.hand("Ada"))
    assert "Ben" not in texts(held.hand("Ada"))
    assert "Cloud Club" not in texts(held.hand("Ada"))
    held.env.clear_errors()
    private = await held["Ada"].click(held.board(), label="My hand")
    assert "Ben" not in texts(private.response.message)
    assert all(member.dm for member in (await held.table()).row.members)
    await held["Ben"].click(held.board(), label="My hand")
    app = held.bot.app
    kept = (app.get(DiscordStage)._delivery, app.get(PrivateHands))
    assert [len(matches) for matches in kept] == [1, 2]
    await app.get(Tables).close(MatchId(1))
    await held.env.settle()
    assert [len(matches) for matches in kept] == [0, 0]
    assert app.get(Publisher).hands._memories == {}


async def test_who_cannot_be_sent_a_hand_is_told_in_the_private_one_and_gets_it_later(
    held: Evening,
) -> None:
    lobby = await held.open("Ada", "Ben", "Cleo")
    refuse_hands(held, "Ada", 50035, times=None)
    await held["Ada"].click(lobby, label="Start")
    await held.env.advance_time(40)
    assert not held["Ada"].user.dm_channel.history()
    shown = await held["Ada"].click(held.board(), label="My hand")
    assert NOT_SENT in texts(shown.response.message)
    held.env.clear_errors()
    again = await held["Ada"].click(held.board(), label="My hand")
    assert "· [table " in texts(held.hand("Ada"))
    assert NOT_SENT not in texts(again.response.message)


@pytest.mark.parametrize("looks", [True, False])
async def test_the_end_is_told_privately_to_who_looks_there_and_else_by_direct_message_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, looks: bool
) -> None:
    if looks:
        # Each look at the clock lets a second pass here, and a busy machine has more of them.
        monkeypatch.setattr(panels, "IN_USE", inf)
    async with evening(tmp_path) as held:
        lobby = await held.open("Ada", "Ben", "Cleo", game="nimbly")
        app, ada = held.bot.app, held["Ada"].user.id
        await app.get(Lobbies).set_options(MatchId(1), ada, {"deals": "1"}, moderator=False)
        await held.env.settle()
        await held["Ada"].click(lobby, label="Start")
        await held.env.settle()
        await play_unseen(held, random.Random(1), lambda view: sum(view.hand_counts) >= 24)
        shown = await held["Ada"].click(held.board(), label="My hand")
        if not looks:
            await held.env.advance_time(2 * IN_USE)
        await play_unseen(held, random.Random(1), lambda _: False)
        # As when its ratings come only after the result was shown.
        app.get(Publisher).request(MatchId(1))
        await held.env.settle()
        told = held["Ada"].user.dm_channel.history()
        assert any("final result" in texts(one) for one in told) is not looks
        assert not looks or not any(move_ids(one) for one in told)
        copies = [(held.hand("Ben"), 1), (shown.response.message, 0)]
        for message, pictures in copies:
            assert re.search(r"of 3, with|You won, with", texts(message))
            assert "final result" in texts(message)
            galleries = [part for part in raw_components(message) if part["type"] == 12]
            assert len(galleries) == pictures


async def test_players_of_a_match_that_cannot_be_read_are_told_so(
    held: Evening, tmp_path: Path
) -> None:
    board = await held.start("Ada", "Ben", "Cleo")
    spoil = "UPDATE match SET game = 'whist', version = version + 1"
    tamper(tmp_path / "nimbus.sqlite3", spoil)
    held.bot.app.store.rewrites.note()  # what is kept in hand is still good
    answer = await held["Ada"].click(board, label="My hand")
    assert "can't read this table" in private_answer(answer)
    await held.open("Ben")
    assert (await held.table(2)).row.status is Status.LOBBY


async def test_direct_messages_opened_again_come_back_with_a_press_that_is_refused(
    held: Evening,
) -> None:
    lobby = await held.open("Ada", "Ben", "Cleo")
    refuse_hands(held, "Ada", 50007, times=None, status=403)
    await held["Ada"].click(lobby, label="Start")
    assert not held["Ada"].user.dm_channel.history()
    held.env.clear_errors()
    await held["Ada"].click(held.board(), label="Vote to end")
    assert "· [table " in texts(held.hand("Ada"))


async def test_closed_direct_messages_are_told_at_the_table_and_tried_again_from_anywhere(
    held: Evening,
) -> None:
    lobby = await held.open("Ada", "Ben", "Cleo")
    refuse_hands(held, "Ben", 50007, times=None, status=403)
    await held["Ada"].click(lobby, label="Start")
    told = "**Ben**: I can't send you direct messages, so press **My hand** to see your cards."
    assert told in texts(held.board())
    await held["Ben"].slash(held.channel, "help")
    assert told in texts(held.board())
    held.env.clear_errors()
    await held["Ada"].slash(held.channel, "help")
    assert told in texts(held.board())
    posted = len(held.channel.history())
    await held["Ben"].slash(held.guild.create_text_channel("elsewhere"), "help")
    assert "· [table " in texts(held.hand("Ben"))
    assert told not in texts(held.board())
    assert len(held.channel.history()) == posted


async def test_direct_messages_opened_too_fast_pause_all_first_ones_and_the_board_says_my_hand(
    held: Evening,
) -> None:
    # Discord refuses once: whoever asks again would be served, and is barred on Discord.
    held.env.inject_error(
        "POST", "/users/@me/channels", status=403, code=40003, message="no", times=1
    )
    await held.start(*NAMES)
    await held.env.advance_time(300)
    told = next(line for line in texts(held.board()).split("\n") if "can't send" in line)
    assert all(f"**{name}**" in told for name in NAMES)
    assert "press **My hand** to see your cards" in told
    assert "in your direct messages" not in texts(held.board())
    assert not any(written(held, name) for name in NAMES)
    await held.env.advance_time(301)
    await held.env.settle()
    assert all(written(held, name) for name in NAMES)
    assert "can't send you direct messages" not in texts(held.board())


def written(held: Evening, name: str) -> bool:
    """Return whether anything was written to a person by direct message."""
    return bool(held[name].user.dm_channel.history())
