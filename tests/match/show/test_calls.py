"""Calls as people wish them: at the table, by a direct message, later, or not at all."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.discord.outbox import RETRIES
from bot.errors import Barred, Busy, Gone, Shut
from bot.match.calls.digests import APART, APART_SLOW, DIGEST, NEXT
from bot.match.calls.notices import NOTICES, NOTICES_SPAN, QUIET, Notice
from bot.match.table.change import changed
from bot.match.table.times import REMIND
from bot.preferences.hours import QuietHours
from bot.preferences.person import CallMoment, Place, set_person
from bot.store.rows import Commit, MatchId, Status
from bot.store.settings import person_scope
from tests.match.finished import NAMES, opened, start
from tests.match.stand import Parts

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = QuietHours(22 * 60, 7 * 60)
DIRECT = ("post_notice", "edit_notice", "remove", "ping")


def at(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN).timestamp()


async def begun(parts: Parts, clock: int = 0) -> MatchId:
    """Start a game of which every change is published, and let the minute of quiet pass."""
    if parts.publisher.on_change not in parts.tables.listeners:
        parts.tables.listeners[:] = [parts.publisher.on_change]
    row = await start(parts.lobbies, await opened(parts.lobbies, clock=clock))
    await parts.publisher.idle()
    return row.id


async def wishing(parts: Parts, **changes: object) -> None:
    """Let everybody set the same."""
    for user in NAMES:
        await set_person(parts.store, user, **changes)


async def later(parts: Parts, seconds: float) -> None:
    parts.clock.time += seconds
    await parts.strike()


async def on_move(parts: Parts, match_id: MatchId) -> int:
    """Return whose turn it is."""
    table = await parts.tables.load(match_id)
    return table.member(table.to_act()[0]).user_id or 0


async def digest(parts: Parts, user: int) -> str:
    """Return what the one notice says that stands, "" if none does."""
    assert len(parts.stage.notices) <= 1
    stored = await parts.store.setting(person_scope(user), DIGEST)
    assert (stored is None) == (not parts.stage.notices)
    return "".join(parts.stage.notices.values())


async def waiting_for(parts: Parts, count: int, clock: int = 0) -> tuple[int, list[MatchId]]:
    """Start games until as many wait for one person."""
    games: dict[int, list[MatchId]] = {}
    while True:
        match_id = await begun(parts, clock)
        user = await on_move(parts, match_id)
        games.setdefault(user, []).append(match_id)
        if len(games[user]) == count:
            return user, games[user]


async def called_directly(parts: Parts, clock: int = 0) -> tuple[MatchId, int]:
    """Start a game whose people want direct messages; gives it and whose turn it is."""
    await wishing(parts, place=Place.DM)
    match_id = await begun(parts, clock)
    return match_id, await on_move(parts, match_id)


async def waiting_alone(parts: Parts, clock: int = 0) -> tuple[int, list[MatchId]]:
    """Let two games wait for one person, who is called directly at once, and nobody else be."""
    await wishing(parts, place=Place.DM, moment=CallMoment.ONCE)
    user, games = await waiting_for(parts, 2, clock)
    for other in set(NAMES) - {user}:
        await set_person(parts.store, other, place=Place.NOWHERE)
        await parts.publisher.recall(other)
    await parts.publisher.idle()
    return user, games


async def test_who_wants_to_be_called_directly_has_a_digest_and_no_call(parts: Parts) -> None:
    match_id, user = await called_directly(parts)
    assert parts.stage.taken(*DIRECT) == []
    await later(parts, QUIET)
    assert parts.stage.taken(*DIRECT) == [f"post_notice {user}"]
    shown = await digest(parts, user)
    assert "It's your turn" in shown
    assert f"**Clouds**, table {match_id}:" in shown
    assert "https://discord.com/channels/5/7/" in shown
    assert "https://discord.com/channels/@me/9/" in shown
    await parts.move(match_id)
    await parts.publisher.idle()
    assert await parts.store.setting(person_scope(user), DIGEST) is None
    assert not any(call.startswith("ping") for call in parts.stage.taken(*DIRECT))


async def test_who_wants_no_calls_gets_none_and_who_wants_them_at_once_is_called_at_once(
    parts: Parts,
) -> None:
    await wishing(parts, place=Place.NOWHERE)
    match_id = await begun(parts)
    await later(parts, 10 * QUIET)
    await parts.move(match_id)
    await later(parts, 10 * QUIET)
    assert parts.stage.taken(*DIRECT) == []
    await wishing(parts, place=Place.TABLE, moment=CallMoment.ONCE)
    match_id = await begun(parts)
    for _ in range(3):
        assert f"ping {await parts.mover(match_id)}" in parts.stage.taken("ping")
        await parts.move(match_id)
        await parts.publisher.idle()


async def test_who_presses_something_at_the_table_is_called_after_a_quiet_minute(
    parts: Parts,
) -> None:
    match_id = await begun(parts)
    await later(parts, QUIET - 1)
    parts.publisher.seen(match_id, await on_move(parts, match_id))
    await later(parts, QUIET - 1)
    assert parts.stage.taken("ping") == []
    await later(parts, 1)
    assert parts.stage.taken("ping") == [f"ping {await parts.mover(match_id)}"]
    parts.publisher.seen(match_id, await on_move(parts, match_id))
    parts.publisher.request(match_id)
    await later(parts, QUIET)
    assert parts.stage.taken("ping", "remove") == []


async def test_who_wants_only_the_last_call_gets_only_that(parts: Parts) -> None:
    await wishing(parts, moment=CallMoment.LAST)
    match_id = await begun(parts, clock=600)
    await later(parts, 600 * REMIND - 1)
    assert parts.stage.taken("ping") == []
    parts.clock.time += 1
    await parts.clocks.expire(match_id)
    await parts.publisher.idle()
    assert parts.stage.taken("ping") == [f"ping {await parts.mover(match_id)}"]


async def test_one_digest_names_all_tables_and_shrinks_in_place(parts: Parts) -> None:
    await wishing(parts, place=Place.DM)
    user, games = await waiting_for(parts, 3)
    for other in set(NAMES) - {user}:
        await set_person(parts.store, other, place=Place.NOWHERE)
    await later(parts, QUIET)
    await later(parts, QUIET)
    await parts.publisher.idle()
    parts.stage.notices = {
        key: text for key, text in parts.stage.notices.items() if f"table {games[0]}" in text
    }
    shown = await digest(parts, user)
    assert "3 tables are waiting for you" in shown
    assert all(f"table {match_id}:" in shown for match_id in games)
    parts.stage.taken()
    parts.clock.time += 1
    await parts.move(games[0])
    await parts.publisher.idle()
    assert parts.stage.taken(*DIRECT) == [f"edit_notice {user}"]
    assert "2 tables are waiting for you" in await digest(parts, user)
    for match_id in games[1:]:
        await parts.tables.close(match_id)
        await parts.publisher.idle()
    assert await digest(parts, user) == ""
    assert not any(call.startswith("post") for call in parts.stage.taken("post_notice"))


@pytest.mark.parametrize(("clock", "apart"), [(0, APART), (86400, APART_SLOW)])
async def test_a_table_more_is_told_in_place_first_and_by_a_ping_a_while_later(
    parts: Parts, clock: int, apart: float
) -> None:
    user, _ = await waiting_alone(parts, clock)
    calls = parts.stage.taken(*DIRECT)
    assert calls.count(f"post_notice {user}") == 1
    assert "2 tables are waiting" in await digest(parts, user)
    first = next(iter(parts.stage.notices))
    await later(parts, apart - 1)
    assert parts.stage.taken(*DIRECT) == []
    await later(parts, 1)
    assert parts.stage.taken(*DIRECT) == [f"post_notice {user}", f"remove {first}"]
    await later(parts, 10 * apart)
    assert parts.stage.taken(*DIRECT) == []


async def test_a_last_call_pings_at_once_and_says_so(parts: Parts) -> None:
    match_id, user = await called_directly(parts, clock=600)
    await later(parts, QUIET)
    assert "time's up <t:" in await digest(parts, user)
    parts.stage.taken()
    parts.clock.time += 600 * REMIND - QUIET
    await parts.clocks.expire(match_id)
    await parts.publisher.idle()
    assert f"post_notice {user}" in parts.stage.taken(*DIRECT)
    assert "**your turn ends <t:" in await digest(parts, user)


async def test_nothing_pings_in_quiet_hours_and_what_waits_is_told_once_afterwards(
    parts: Parts,
) -> None:
    await wishing(parts, quiet=NIGHT, zone="Europe/Berlin")
    parts.clock.time = at("2026-03-28 21:59:30")  # in this night an hour is left out
    match_id = await begun(parts)
    await later(parts, QUIET)
    await later(parts, at("2026-03-29 06:59:59") - parts.clock.time)
    assert parts.stage.taken("ping") == []
    await later(parts, 1)
    assert parts.stage.taken("ping") == [f"ping {await parts.mover(match_id)}"]
    call = (await parts.store.publication(match_id)).ping_message
    await later(parts, at("2026-03-29 22:30") - parts.clock.time)
    # What was said stays, and is not said again the next morning.
    parts.publisher.request(match_id)
    await parts.publisher.idle()
    await later(parts, 12 * 3600)
    assert parts.stage.taken("ping") == []
    assert (await parts.store.publication(match_id)).ping_message == call


@pytest.mark.parametrize("place", [Place.TABLE, Place.DM])
async def test_a_restart_in_quiet_hours_changes_nothing(parts: Parts, place: Place) -> None:
    await wishing(parts, quiet=NIGHT, zone="Europe/Berlin", place=place)
    parts.clock.time = at("2026-06-01 21:00")
    await begun(parts)
    await later(parts, QUIET)
    early = await begun(parts)
    assert len(parts.stage.taken("ping", "post_notice")) == 1
    parts.clock.time = at("2026-06-01 23:00")
    for _ in range(2):
        await parts.restart()
        parts.tables.listeners[:] = [parts.publisher.on_change]
        await parts.publisher.digests.begin()
        await parts.publisher.look_around()
        await parts.publisher.idle()
        assert parts.stage.taken("ping", "post_notice", "remove") == []
    await later(parts, at("2026-06-02 07:00") - parts.clock.time)
    user = await on_move(parts, early)
    told = f"ping {NAMES[user]}" if place is Place.TABLE else f"post_notice {user}"
    assert parts.stage.taken("ping", "post_notice") == [told]


async def test_a_digest_is_taken_back_after_a_restart_if_nothing_waits_any_more(
    parts: Parts,
) -> None:
    match_id, user = await called_directly(parts)
    await later(parts, QUIET)
    assert await digest(parts, user)
    await parts.publisher.close()
    parts.tables.listeners.clear()
    row = (await parts.tables.load(match_id)).row
    ended = replace(changed(row, parts.clock.time), status=Status.CLOSED, deadline=None)
    assert await parts.store.commit(Commit(ended))
    await parts.restart()
    await parts.publisher.digests.begin()
    await parts.publisher.idle()
    assert await digest(parts, user) == ""


async def test_a_damaged_digest_is_none(parts: Parts) -> None:
    for text in (
        "", "{}", "[1,2]", '[1,2,3,{"x":1}]', '["a",1,2,{}]', "[1,2,3,[]]", "[" * 10_000,
    ):  # fmt: skip
        await parts.store.set_setting(person_scope(101), DIGEST, text)
        await parts.publisher.digests.begin()
        await parts.publisher.idle()
        assert await parts.store.setting(person_scope(101), DIGEST) is None
        assert parts.stage.taken() == []


async def test_where_direct_messages_are_closed_the_call_is_made_at_the_table(parts: Parts) -> None:
    match_id, user = await called_directly(parts)
    parts.stage.faults["post_notice"] = [Shut() for _ in range(9)]
    await later(parts, QUIET)
    assert parts.stage.taken("post_notice", "ping") == [
        f"ping {NAMES[user]}", f"post_notice {user}",
    ]  # fmt: skip
    members = (await parts.tables.load(match_id)).row.members
    assert [member.dm for member in members if member.user_id == user] == [False]
    await later(parts, 10 * QUIET)
    assert parts.stage.taken("post_notice", "ping") == []


async def test_what_discord_does_not_take_is_tried_again(parts: Parts) -> None:
    _, user = await called_directly(parts)
    parts.stage.faults["post_notice"] = [Busy(), Busy(), Barred()]
    await later(parts, QUIET)
    assert parts.clock.slept == list(RETRIES[:2])
    assert len({nonce for nonce in parts.stage.nonces if nonce.startswith("d")}) == 1
    assert await digest(parts, user) == ""
    await later(parts, 60)
    assert await digest(parts, user)


async def test_a_digest_that_is_gone_is_told_anew(parts: Parts) -> None:
    user, games = await waiting_alone(parts)
    parts.stage.notices.clear()
    parts.stage.faults["edit_notice"] = [Gone()]
    await parts.tables.close(games[0])
    await parts.publisher.idle()
    await later(parts, 60)
    assert f"table {games[1]}:" in await digest(parts, user)


async def test_a_call_over_the_budget_comes_when_there_is_room_if_it_is_still_true(
    parts: Parts,
) -> None:
    await wishing(parts, place=Place.DM)
    first, second = await begun(parts), await begun(parts)
    users = {await on_move(parts, match_id) for match_id in (first, second)}
    for user in users:
        for number in range(NOTICES):
            await parts.notices.tell(user, Notice("x", f"x{number}"))
    parts.stage.notices.clear()
    parts.stage.taken()
    full = parts.clock.time
    await later(parts, QUIET)
    assert parts.stage.taken("post_notice") == []
    await parts.tables.close(first)
    await parts.publisher.idle()
    await later(parts, NOTICES_SPAN - 2 * QUIET)
    assert parts.stage.taken("post_notice") == []
    await later(parts, full + NOTICES_SPAN - parts.clock.time)
    user = await on_move(parts, second)
    assert parts.stage.taken("post_notice") == [f"post_notice {user}"]
    shown = await digest(parts, user)
    assert f"table {second}:" in shown
    assert f"table {first}:" not in shown


async def test_another_wish_counts_at_once(parts: Parts) -> None:
    match_id = await begun(parts)
    user = await on_move(parts, match_id)
    await later(parts, QUIET)
    call = (await parts.store.publication(match_id)).ping_message
    parts.stage.taken()
    await set_person(parts.store, user, place=Place.DM)
    await parts.publisher.recall(user)
    await parts.publisher.idle()
    assert parts.stage.taken(*DIRECT) == [f"post_notice {user}", f"remove {call}"]
    await set_person(parts.store, user, place=Place.NOWHERE)
    await parts.publisher.recall(user)
    await parts.publisher.idle()
    assert await digest(parts, user) == ""
    assert parts.stage.taken("ping", "post_notice") == []


@pytest.mark.parametrize("method", ["remove", "post_notice"])
async def test_a_ping_that_fails_half_way_leaves_one_digest(parts: Parts, method: str) -> None:
    user, _ = await waiting_alone(parts)
    parts.stage.faults[method] = [Busy(), Busy()]
    await later(parts, APART)
    assert parts.clock.slept == list(RETRIES[:2])
    assert "2 tables are waiting" in await digest(parts, user)


async def test_a_digest_that_was_being_posted_at_a_kill_is_the_same_one_afterwards(
    parts: Parts,
) -> None:
    _, user = await called_directly(parts)
    await parts.store.set_setting(person_scope(user), NEXT, "d42")
    await parts.restart()
    parts.clock.time += QUIET
    await parts.publisher.digests.begin()
    await parts.publisher.idle()
    assert parts.stage.nonces[-1] == "d42"
    assert await digest(parts, user)
    assert await parts.store.setting(person_scope(user), NEXT) is None
