"""The standing: one message that lives, the result at the end, whatever happens in between."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.errors import Barred, Busy, Gone
from bot.evenings.news import BARRED, TOO_LATE
from bot.evenings.store import TOLD
from bot.store.rows import Commit
from tests.evenings.stand import Gathering


def standing(club: Gathering) -> str:
    """Return the only message that stands in the channel."""
    (text,) = club.channel.standing.values()
    return text


async def test_the_standing_says_who_still_plays_and_at_the_end_who_made_more(
    club: Gathering,
) -> None:
    first, second = await club.begin(5)
    await club.heard(first.id)
    told = standing(club)
    assert "5 people at 2 tables, the same cards" in told
    assert re.search(r"Table 1: .* · deal 1\nTable 2: .*Nim.* · deal 1", told)
    await club.play(first.id)
    assert re.search(r"Table 1: .* · \*\*finished\*\*\nTable 2: .* · deal 1", standing(club))
    assert not re.search(r"points|pts", standing(club).split("-#")[0])
    await club.play(second.id, seed=2)
    told = standing(club)
    assert "the result of 5 people at 2 tables" in told
    assert all(f"**{name}**" in told for name in "ABCDE")
    assert re.search(r"🥇 .*points", told)
    assert [*club.channel.pictures.values()][-1] == ["evening-1.png"]
    assert (await club.evening()).shown == TOLD


async def test_only_what_the_standing_tells_has_it_shown_again(club: Gathering) -> None:
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
    lobby = await club.lobby(4)
    await club.start(lobby, threads=True)
    first, second = await club.tables()
    assert {first.thread_id, second.thread_id} == {66}
    club.fail(what, Busy("busy"))
    await club.heard(first.id)
    await club.news.catch_up()
    assert club.channel.faults[what] == []
    assert set(club.channel.threads) == {66}
    told = {**club.channel.standing}
    assert "are playing" in told.pop(66)
    assert next(iter(told.values())).startswith("66 ### Cloud Nine (cards): 4 people")
    for row in (first, second):
        await club.play(row.id)
    assert "did best" in club.channel.standing[66]
    assert len(club.channel.standing) == 2


async def test_a_kill_after_the_post_has_it_posted_once(club: Gathering) -> None:
    first, second = await club.begin(4)
    club.channel.faults["posted"] = [Busy("a kill")]
    await club.heard(first.id)
    assert (await club.evening()).message_id is None
    await club.restart()
    await club.news.catch_up()
    assert len(club.channel.standing) == 1
    assert (await club.evening()).message_id in club.channel.standing
    for row in (first, second):
        await club.play(row.id)
    assert "the result" in standing(club)


async def test_after_a_kill_before_the_end_was_noted_the_next_start_ends_it(
    club: Gathering,
) -> None:
    tables = await club.begin(4)
    for row in tables:
        await club.parts.tables.close(row.id)
    assert (await club.evening()).ended is None
    await club.restart()
    await club.news.catch_up()
    assert (await club.evening()).ended is not None
    assert "No table was played to the end." in standing(club)
    assert "Tables 1 and 2 ended early" in standing(club)
    await club.news.catch_up()
    assert len(club.channel.nonces) == 1


async def test_a_kill_before_the_old_standing_is_deleted_leaves_none(club: Gathering) -> None:
    first, second = await club.begin(4)
    await club.heard(first.id)
    await club.play(first.id)
    club.fail("delete", Busy("a kill"))
    await club.play(second.id)
    assert len(club.channel.standing) == 2
    assert (await club.evening()).shown != TOLD
    await club.restart()
    await club.news.catch_up()
    assert "the result" in standing(club)
    assert (await club.evening()).shown == TOLD


async def test_a_standing_that_was_deleted_is_posted_again(club: Gathering) -> None:
    first, second = await club.begin(4)
    await club.heard(first.id)
    (old,) = club.channel.standing
    del club.channel.standing[old]
    club.channel.nonces.clear()
    club.fail("edit", Gone("deleted"))
    await club.play(first.id)
    assert "**finished**" in standing(club)
    await club.play(second.id)
    assert "the result" in standing(club)


async def test_where_the_bot_may_not_write_it_tries_again_later_and_not_for_ever(
    club: Gathering,
) -> None:
    tables = await club.begin(4)
    club.fail("post", Barred("no"), Barred("no"))
    for row in tables:
        await club.play(row.id)
    await club.news.catch_up()
    assert len(club.channel.faults["post"]) == 1
    club.parts.clock.time += BARRED
    await club.news.catch_up()
    assert club.channel.faults["post"] == []
    club.parts.clock.time += TOO_LATE
    await club.news.catch_up()
    assert club.channel.standing == {}


async def test_absurd_names_fit_the_standing_and_the_result(club: Gathering) -> None:
    lobby = await club.lobby(24)
    members = tuple(
        replace(member, name=f"{n}{'_*~|`' * 6}"[:32]) for n, member in enumerate(lobby.members)
    )
    named = replace(lobby, version=lobby.version + 1, members=members)
    await club.parts.tables.store(Commit(named, members_changed=True))
    await club.start(named)
    tables = await club.tables()
    assert len(tables) == 8
    await club.heard(tables[0].id)
    for table in tables:
        await club.play(table.id, seed=table.id)
    assert len(standing(club)) < 4100
