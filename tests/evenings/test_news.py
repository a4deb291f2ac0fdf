"""What is told of an evening: one board, each round, the result, soon or as Discord lets it."""

from __future__ import annotations

import asyncio
import re

import pytest

from bot.discord.outbox import SLOW
from bot.errors import Barred, Busy, Unfit
from bot.evenings.news import TOO_LATE
from bot.evenings.rules import BREAK
from bot.evenings.store import TOLD
from bot.match.table.tables import leave_thread
from bot.store.rows import MatchRow
from tests.evenings.stand import GUILD, Gathering
from tests.match.finished import CHANNEL
from tests.waits import PATIENCE

# What is told of an evening: one board that lives, each round, the result, whatever happens.


def told(club: Gathering) -> list[str]:
    """Return what was told of rounds, and the result, in messages of their own."""
    return [
        club.channel.standing[message]
        for nonce, message in club.channel.nonces.items()
        if re.search("-([0-9]|end)$", nonce)
    ]


def live(club: Gathering) -> str:
    """Return the one board that lives: the lobby's message, or one that was posted."""
    (text,) = [text for text in club.channel.standing.values() if text not in told(club)]
    return text


async def in_thread(club: Gathering, people: int, rounds: int = 0) -> list[MatchRow]:
    """Begin an evening whose tables play in a thread, which begins at message 66."""
    await club.start(await club.lobby(people, rounds=rounds), threads=True)
    return await club.tables()


async def test_one_that_ends_in_a_break_tells_its_result_too(club: Gathering) -> None:
    await club.begin(4, rounds=3)
    await club.play_round(1)
    await club.direction.finish(await club.evening())
    await club.later(0)
    assert (await club.evening()).ended == club.parts.clock.time
    assert min(one.place or 0 for one in await club.people()) == 1
    first, result = told(club)
    assert "Round 1 of 3 is over" in first
    assert "the result for 4 players" in result
    assert (await club.board()).shown == TOLD


async def test_a_round_says_anew_when_the_next_one_begins(club: Gathering) -> None:
    await club.begin(4, rounds=2)
    await club.play_round(1)
    (before,) = told(club)
    await club.direction.wait(await club.evening())
    club.fail("edit", Busy("an edit"))
    await club.later(0)
    assert told(club) == [before]
    await club.later(0)
    (after,) = told(club)
    assert f"Round 2 begins <t:{int((await club.evening()).next_at or 0)}:R>" in after != before
    message = club.channel.nonces["ev1-5-1"]
    assert club.channel.pictures[message] == ["evening-1-1.png"]
    club.channel.deleted.add(message)
    await club.direction.skip(await club.evening())
    await club.later(0)
    assert told(club) == [after]
    assert "round 2 of 2" in live(club)


async def test_a_round_whose_time_is_over_is_ending(club: Gathering) -> None:
    await club.begin(4, rounds=2)
    await club.later(0)
    assert re.search(r"The round ends <t:\d+:R> at the latest", live(club))
    await club.direction.skip(await club.evening())
    await club.later(0)
    assert "The round is ending: house players are playing the last cards." in live(club)
    assert "at the latest" not in live(club)


async def test_only_what_the_board_tells_has_it_shown_again(club: Gathering) -> None:
    first, _ = await club.begin(4)
    await club.heard(first.id)
    club.fail("edit", Busy("an edit"))
    table = await club.parts.tables.load(first.id)
    user = table.member(seat := table.to_act()[0]).user_id
    if user is None:
        await club.parts.tables.play_house(first.id)
    else:
        await club.parts.tables.play(first.id, user, None, table.legal(seat)[0])
    await club.heard(first.id)
    await club.news.catch_up()
    assert club.channel.faults["edit"]


@pytest.mark.parametrize("what", ["open_thread", "post", "edit"])
async def test_what_discord_is_too_busy_for_is_done_at_the_next_look(
    club: Gathering, what: str
) -> None:
    first, second = await in_thread(club, 4)
    assert {first.thread_id, second.thread_id} == {66}
    club.fail(what, Busy("busy"))
    await club.heard(first.id)
    await club.news.catch_up()
    # The lobby's message is the board; nothing is posted before the end.
    assert list(club.channel.standing) == [66]
    assert live(club).startswith("7 ### Clouds: 4 people")
    for row in (first, second):
        await club.play(row.id)
    await club.news.catch_up()
    assert club.channel.faults[what] == []
    assert set(club.channel.threads) == {66}
    assert "the result" in live(club)
    (result,) = told(club)
    assert result.startswith("66 ### Clouds: the result")


KILL = Busy("a kill")


async def test_a_kill_after_the_board_was_posted_has_it_posted_once(club: Gathering) -> None:
    first, second = await club.begin(4)
    club.fail("posted", KILL)
    await club.heard(first.id)
    assert (await club.board()).message_id is None
    await club.restart()
    await club.news.catch_up()
    assert (await club.board()).message_id in club.channel.standing
    assert len(club.channel.standing) == 1
    for row in (first, second):
        await club.play(row.id)
    assert len(club.channel.standing) == 2


@pytest.mark.parametrize("rounds", [0, 2])
async def test_a_kill_after_the_post_of_a_round_has_it_posted_once(
    club: Gathering, rounds: int
) -> None:
    """Before it was noted that the round, or the whole evening, is told."""
    tables = await club.begin(4, rounds=rounds)
    await club.heard(tables[0].id)
    club.fail("posted", KILL)
    await club.play_round(1)
    before = await club.board()
    assert len(told(club)) == 1
    await club.restart()
    await club.news.catch_up()
    assert len(told(club)) == 1
    after = await club.board()
    assert (before.message_id, after.shown != before.shown) == (after.message_id, True)


async def test_a_kill_between_a_round_and_the_next_one_loses_neither(club: Gathering) -> None:
    """Before the end of the round was stored, then before the next one was."""
    for row in await club.begin(4, rounds=2):
        await club.parts.tables.close(row.id)
    assert (await club.evening()).next_at is None
    await club.restart()
    await club.news.catch_up()
    assert (await club.evening()).next_at is not None
    assert "Tables 1 and 2 ended early" in told(club)[0]
    club.parts.clock.time += 9 * BREAK
    await club.restart()
    for _ in range(2):
        await club.news.catch_up()
    assert [row.id for row in await club.tables(2)] == [3, 4]
    assert "round 2 of 2" in live(club)
    await club.play_round(2)
    assert len(told(club)) == 2


async def test_after_a_kill_before_the_end_was_noted_the_next_start_ends_it(
    club: Gathering,
) -> None:
    for row in await club.begin(4):
        await club.parts.tables.close(row.id)
    assert (await club.evening()).ended is None
    await club.restart()
    await club.news.catch_up()
    assert (await club.evening()).ended is not None
    (result,) = told(club)
    assert "No table finished." in result
    assert "Tables 1 and 2 ended early" in result
    await club.news.catch_up()
    assert len(club.channel.nonces) == 2


@pytest.mark.parametrize("threads", [False, True])
async def test_a_board_that_was_deleted_is_posted_again(club: Gathering, *, threads: bool) -> None:
    await club.start(await club.lobby(4), threads=threads)
    first, second = await club.tables()
    await club.heard(first.id)
    (old,) = club.channel.standing
    del club.channel.standing[old]
    club.channel.deleted.add(old)
    club.fail("posted", KILL)
    await club.play(first.id)
    await club.news.catch_up()
    (new,) = club.channel.standing
    assert new != old
    assert live(club).startswith("7 ")
    assert "1 table has finished." in live(club)
    await club.play(second.id)
    assert "the result" in live(club)
    assert len(told(club)) == 1


async def test_a_thread_deleted_in_mid_evening_leaves_all_to_the_channel(club: Gathering) -> None:
    first, second = await in_thread(club, 4, rounds=2)
    await club.heard(first.id)
    for row in (first, second):
        await leave_thread(club.parts.tables, row.id, gone=True)
    await club.play_round(1)
    (of_round,) = told(club)
    assert of_round.startswith("7 ### Round 1")
    await club.later(BREAK)
    assert {row.home_id for row in await club.tables(2)} == {CHANNEL}
    await club.play_round(2)
    assert "the result" in club.channel.standing[66]
    assert [text.startswith("7 ") for text in told(club)] == [True, True]


# What Discord does not let be told of an evening is told later: soon, or as something changes.


async def test_where_the_bot_may_not_write_it_tries_again_later_and_not_for_ever(
    club: Gathering,
) -> None:
    tables = await club.begin(4)
    club.fail("post", Barred("no"), Barred("no"))
    for row in tables:
        await club.play(row.id)
    await club.news.catch_up()
    assert len(club.channel.faults["post"]) == 1
    await club.later(SLOW[0])
    assert club.channel.faults["post"] == []
    await club.later(TOO_LATE)
    assert club.channel.standing == {}


async def test_rounds_go_on_where_nothing_can_be_told_and_are_told_later(club: Gathering) -> None:
    await club.begin(4, rounds=2)
    await club.later(0)
    club.fail("post", Barred("no"), Barred("no"))
    await club.play_rounds(1)
    await club.play_round(2)
    assert told(club) == []
    await club.later(SLOW[1])
    first, result = told(club)
    assert "Round 1 of 2 is over" in first
    assert "the result for 4 players" in result


async def test_what_cannot_be_told_of_an_end_has_it_looked_at_once_and_not_for_ever(
    club: Gathering,
) -> None:
    tables = club.parts.tables
    club.news.listeners.append(tables.handle_change)
    tables.listeners.append(club.news.on_change)
    await club.begin(4, rounds=2)
    await club.later(0)
    club.fail("post", Barred("no"))
    async with asyncio.timeout(PATIENCE):
        await club.play_round(1)
        await club.later(0)
    assert told(club) == []


async def test_a_refusal_at_the_start_is_made_good_as_soon_as_the_server_has_changed(
    club: Gathering,
) -> None:
    first, _ = await club.begin(4)
    club.fail("post", Barred("no"))
    await club.heard(first.id)
    await club.later(SLOW[0] - 1)
    assert club.channel.standing == {}
    club.news.hurry(GUILD + 1)
    await club.news.idle()
    assert club.channel.standing == {}
    club.news.hurry(GUILD)
    await club.news.idle()
    assert "4 people" in live(club)


async def test_after_each_refusal_it_is_left_for_longer(club: Gathering) -> None:
    first, _ = await club.begin(4)
    club.fail("post", *[Barred("no")] * 9)
    await club.heard(first.id)
    for refused, pause in enumerate((*SLOW, SLOW[-1]), start=1):
        await club.later(pause - 1)
        assert len(club.channel.faults["post"]) == 9 - refused
        await club.later(1)
    assert len(club.channel.faults["post"]) == 9 - len(SLOW) - 2


async def test_a_board_that_did_not_fit_holds_up_nothing_that_is_told_next(club: Gathering) -> None:
    first, second = await club.begin(4)
    club.fail("post", Unfit("50035"), Unfit("50035"))
    await club.heard(first.id)
    await club.news.catch_up()
    assert len(club.channel.faults["post"]) == 1
    await club.play(first.id)
    await club.play(second.id)
    assert len(told(club)) == 1
    assert "the result" in live(club)


async def test_a_refused_board_has_no_round_and_no_result_told_twice(club: Gathering) -> None:
    await club.begin(4, rounds=2)
    for number in (1, 2):
        club.fail("edit", *[Unfit("50035")] * 9)
        await club.play_round(number)
        nonces = club.channel.nonces  # Discord knows one for some minutes
        club.channel.nonces = {f"old {nonce}": message for nonce, message in nonces.items()}
        await club.later(SLOW[0])
        assert len(told(club)) == number
        club.fail("edit")
        await club.later(BREAK)
    assert "the result" in live(club)
