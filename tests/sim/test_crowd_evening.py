"""More people than seats: two tables with the same cards, one thread, one live board, a result."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.evenings.news import EveningNews
from bot.evenings.store import TOLD, BoardRow, EveningStore
from bot.match.show.lobby_layouts import example
from bot.match.show.publisher import FAREWELL
from bot.match.table.tables import Tables
from bot.painter import Painter
from bot.store.rows import MatchId, MatchRow, Status
from render.api import Words
from render.theme import Theme
from tests.match import finished
from tests.sim.evening import Evening, evening, more, play_unseen, raw_components, texts
from tests.sim.test_locations import moderator
from tests.sim.test_pressing import private_answer
from tests.sim.test_showing_evening import refuse_hands
from tests.sim.test_thread_evening import begin, boards, kept
from tests.waits import until

FIVE = ("Ada", "Ben", "Cleo", "Dora", "Eve")


@pytest.fixture
async def held(tmp_path: Path) -> AsyncIterator[Evening]:
    async with evening(tmp_path, FIVE, threads=True) as held:
        yield held


async def tables(held: Evening) -> list[MatchRow]:
    """Return the tables of the evening as they are stored."""
    return [(await held.table(number)).row for number in (1, 2)]


async def table_of(held: Evening, number: int) -> MatchRow:
    return (await held.table(number)).row


async def settled(held: Evening) -> None:
    """Wait until everything is shown."""
    for _ in range(2):
        await held.env.settle()


async def stored(held: Evening) -> BoardRow:
    (board,) = await EveningStore(held.bot.app.store.database).boards(1)
    return board


async def live(held: Evening) -> Any:
    """Return the board that lives in the channel."""
    at = (await stored(held)).message_id
    (found,) = [message for message in boards(held.channel) if message.id == at]
    return found


async def play_out(held: Evening, *numbers: int) -> None:
    """Play tables to their end, unseen."""
    for number in numbers:
        await play_unseen(held, random.Random(number), lambda _view: False, number)
        await settled(held)


async def test_a_lobby_that_is_still_being_shown_never_stands_in_place_of_the_live_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted, gate, waits = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def slowly(painter: Painter, row: MatchRow, say: Words, theme: Theme) -> Any:
        found = await example(painter, row, say, theme)
        if len(row.members) == len(FIVE):
            painted.set()
            await gate.wait()
        return found

    monkeypatch.setattr("bot.match.show.contents.example", slowly)
    async with evening(tmp_path, FIVE, threads=True) as held:
        moving = held.bot.app.get(EveningNews).moving
        (wait,) = moving

        async def noted(match_id: MatchId) -> None:
            waits.set()
            await wait(match_id)

        moving[:] = [noted]
        lobby = await held.open("Ada", *FIVE[1:])
        await painted.wait()
        await held["Ada"].click(lobby, label="Start")
        await until(lambda: waits.is_set() or "Start" not in held.labels(held.board()))
        gate.set()
        await settled(held)
        assert (await live(held)).id == lobby.id
        assert "Start" not in held.labels(held.board())


def people_of(row: MatchRow) -> list[str]:
    return [member.name for member in row.members if member.user_id is not None]


def result_in(place: Any, people: int = 5) -> Any:
    """Return the last message of a thread or channel, which is the result."""
    *_, found = boards(place)
    assert f"the result for {people} players" in texts(found)
    return found


async def test_five_sit_at_two_tables_in_one_thread(held: Evening) -> None:
    thread = await begin(held, *FIVE, deals=1)
    await settled(held)
    first, second = await tables(held)
    assert (len(people_of(first)), len(people_of(second))) == (3, 2)
    assert first.seed == second.seed
    assert {row.thread_id for row in (first, second)} == {thread.id}
    assert thread.name == "Clouds: several tables, the same cards"
    # One board in the channel, the lobby's message, and in the thread a veiled one a table.
    [board] = boards(held.channel)
    assert board.id == (await live(held)).id == thread.id
    assert "5 people, the same cards at every table" in texts(board)
    assert re.search(r"Table 1: .* · deal 1\nTable 2: .*🤖.* · deal 1", texts(board))
    assert all(f"**{name}**" in texts(board) for name in FIVE)
    assert held.labels(board) == ["My hand"]
    assert len(boards(thread)) == 2
    assert not [m for m in boards(thread) if m.attachments]
    assert await held.bot.app.store.unpublished() == []


async def test_nothing_of_a_table_is_told_while_another_one_plays(held: Evening) -> None:
    thread = await begin(held, *FIVE, deals=1)
    await play_out(held, 1)
    told = texts(await live(held))
    assert re.search(r"\nTable 2: .* · deal 1\n1 table has finished\.", told)
    assert not re.search("points|pts", told)
    outsider = moderator(held, held.guild, "Mona")
    for person in (*held.people.values(), outsider):
        for number in (1, 2):
            answer = private_answer(await person.slash(thread, "replay", match=number))
            assert re.search("still|isn't over|no game", answer), number
    over = next(m for m in boards(thread) if ": table 1\n" in texts(m))
    assert not {"My result", "Replay", "Review"} & set(held.labels(over))
    hand = held.hand(people_of(await table_of(held, 1))[0])
    assert "Other tables are still playing the same cards" in texts(hand)
    assert "when all tables have finished" in texts(over)
    assert not {"My result", "Replay", "Review"} & set(held.labels(hand))
    await play_out(held, 2)
    over = next(m for m in boards(thread) if ": table 1\n" in texts(m))
    name = people_of(await table_of(held, 1))[0]
    hand = held.hand(name)
    for shown in (over, await more(held[name].user, hand)):
        assert {"My result", "Replay", "Review"} <= set(held.labels(shown))
    assert "when all tables have finished" not in texts(over)
    assert "Other tables are still playing" not in texts(hand)


async def test_at_the_end_all_see_who_made_more_and_can_replay_every_table(held: Evening) -> None:
    thread = await begin(held, *FIVE, deals=1)
    await play_out(held, 1, 2)
    result, other = result_in(thread), people_of(await table_of(held, 2))[0]
    assert len(result.attachments) == 1
    assert "who did better with the same cards" in texts(result)
    labels = ["Rematch", "My result", "Replay table 1", "Replay table 2"]
    assert [label for label in held.labels(result) if ", deal" not in label] == labels
    [board] = boards(held.channel)
    assert board.id == (await live(held)).id
    for shown in (board, result):
        assert all(f"**{name}**" in texts(shown) for name in FIVE)
        assert re.search(r"🥇 .*points", texts(shown))
    assert held.labels(board) == ["Rematch", "My result"]
    # Who sat at one table sees the other one again with one press.
    seen = await held[other].click(result, label="Replay table 1")
    assert seen.response.ephemeral
    assert seen.response.message.attachments
    own = await held[other].click(result, label="My result")
    assert "Deal 1: you made **" in texts(own.response.message)
    assert held.labels(own.response.message) == ["Review", "Replay"]
    assert (await stored(held)).shown == TOLD
    await held.env.advance_time(FAREWELL + 60)
    assert kept(held, thread).archived


async def test_what_is_typed_or_pressed_in_the_thread_means_ones_own_table(held: Evening) -> None:
    thread = await begin(held, *FIVE, deals=1)
    await settled(held)
    rows = await tables(held)
    for own, other in (rows, rows[::-1]):
        for name in people_of(own):
            board = next(m for m in boards(thread) if f": table {other.id}, deal" in texts(m))
            pressed = (await held[name].click(board, label="My hand")).response
            assert pressed.ephemeral
            hands = [part for part in raw_components(pressed.message)
                     if str(part.get("custom_id", "")).startswith("m:")]  # fmt: skip
            assert {str(part["custom_id"]).split(":")[1] for part in hands} <= {str(own.id)}
    table = await held.table(2)
    name, seat = table.member(table.to_act()[0]).name, table.to_act()[0]
    if table.member(seat).user_id is not None:
        await held[name].slash(thread, "move", move=table.legal(seat)[0])
        assert (await held.table(2)).row.moves >= 1
    # Once the own table has ended that is said, though another one goes on here.
    await play_out(held, 1)
    answer = private_answer(await held[people_of(rows[0])[0]].slash(thread, "hint"))
    assert "over" in answer
    mona = moderator(held, held.guild, "Mona")
    asked = (await mona.slash(thread, "leave")).response.message
    await mona.click(asked, label="End it for everyone")
    await settled(held)
    assert (await held.table(2)).row.status is Status.CLOSED
    people = await EveningStore(held.bot.app.store.database).people(1)
    assert {one.name for one in people if one.place is None} == {*people_of(rows[1])}
    told = texts(result_in(thread))
    assert "Table 2 ended early and doesn't count" in told
    assert "Only one table finished" in told


async def test_an_evening_goes_on_through_restarts_closed_doors_and_who_leaves(
    held: Evening,
) -> None:
    lobby = await held.open("Ada")
    refuse_hands(held, "Ben", 50007, times=None, status=403)
    for name in FIVE[1:]:
        await held[name].click(lobby, label="Join")
    form = await held["Ada"].click(await held.panel("Ada", lobby), label="Options")
    await held["Ada"].submit_modal(form, {"deals": "1", "target": ""})
    await held.restart()
    assert "5 people, at tables of 3 + 2" in texts(held.board())
    # Two who press at once begin one evening.
    mona = moderator(held, held.guild, "Mona")
    starts = (person.click(lobby, label="Start") for person in (held["Ada"], mona))
    await asyncio.gather(*starts, return_exceptions=True)
    await settled(held)
    assert len(await held.bot.app.store.series.matches("evening 1 1")) == 2
    await held.restart()
    await settled(held)
    thread, gone = held.thread, people_of(await table_of(held, 1))[0]
    assert len(boards(thread)) == 2
    assert any("**Ben**: I can't send you direct messages" in texts(m) for m in boards(thread))
    await play_unseen(held, random.Random(5), lambda view: view.trick.number > 2)
    await held.bot.app.get(Tables).leave(MatchId(1), held[gone].id)
    await finished.play_out(held.bot.app.get(Tables), MatchId(1))
    await settled(held)
    await held.restart()
    await settled(held)
    assert "1 table has finished." in texts(await live(held))
    await play_out(held, 2)
    await held.restart()
    await settled(held)
    assert f"house player played at least one deal for **{gone}**" in texts(result_in(thread))
    assert [len(boards(place)) for place in (held.channel, thread)] == [1, 3]


async def test_a_rematch_asks_everybody_of_all_tables(held: Evening) -> None:
    thread = await begin(held, *FIVE, deals=1)
    await play_out(held, 1, 2)
    await held["Eve"].click(result_in(thread), label="Rematch")
    await settled(held)
    lobby = boards(held.channel)[-1]
    assert all(f"<@{held[name].id}>" in texts(lobby) for name in FIVE[:-1])
    assert "Eve" in texts(lobby)
    for name in FIVE[:-1]:
        await held[name].click(lobby, label="Join")
    await held["Eve"].click(lobby, label="Start")
    await settled(held)
    found = await held.bot.app.store.series.matches("evening 3 1")
    assert len(found) == 2


async def test_without_a_thread_all_is_in_the_channel(tmp_path: Path) -> None:
    async with evening(tmp_path, FIVE) as held:
        await begin(held, *FIVE, deals=1)
        await settled(held)
        assert held.channel.threads == []
        assert len(boards(held.channel)) == 3
        await play_out(held, 1, 2)
        assert result_in(held.channel).id != (await live(held)).id


async def test_where_the_thread_is_refused_all_is_in_the_channel(held: Evening) -> None:
    held.env.inject_error(
        "POST", "/channels/*/messages/*/threads", status=400, code=160006, times=None,
        message="Maximum number of active threads reached",
    )  # fmt: skip
    await begin(held, *FIVE, deals=1)
    await settled(held)
    assert {row.thread_id for row in await tables(held)} == {None}
    assert len(boards(held.channel)) == 3
    assert "Table 1: " in texts(await live(held))


@pytest.mark.soak  # tests/evenings/test_news.py asks it of a stage
async def test_when_the_thread_is_deleted_all_goes_on_in_the_channel(held: Evening) -> None:
    await begin(held, *FIVE, deals=1)
    await settled(held)
    await held.env.delete_channel(held.thread)
    await settled(held)
    await play_out(held, 1, 2)
    assert {row.thread_gone for row in await tables(held)} == {True}
    assert result_in(held.channel).id != (await live(held)).id


async def test_the_lobby_fills_on_and_a_private_one_says_why_not(tmp_path: Path) -> None:
    async with evening(tmp_path, FIVE) as held:
        lobby = await held.open("Ada", "Ben", "Cleo")
        assert "Up to 24 can join" in texts(held.board())
        await held["Ada"].click(await held.panel("Ada", lobby), label="Make it private")
        assert "A private lobby has only one table" in texts(held.board())
        refused = private_answer(await held["Dora"].click(lobby, label="Join"))
        assert "can't join this table" in refused
