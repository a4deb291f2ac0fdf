"""A rematch: who is asked, who is let in, and that there is one lobby of it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.errors import Refused
from bot.match.lobby.lobbies import CALLED, unanswered
from bot.match.lobby.play_actions import QUIET_FOR, RECENT, TWICE, Asked, Rematches
from bot.match.table.seats import same_options
from bot.preferences.hours import QuietHours
from bot.preferences.person import Place, set_person
from bot.preferences.terms import FIRST
from bot.store.rows import (
    Commit,
    Door,
    Location,
    MatchId,
    MatchRow,
    Member,
    Presence,
    Status,
    Terms,
    TurnClock,
)
from engine.chance import entropy_of, seating
from tests.match.finished import ADA, BEN, CHANNEL, CLEO, DORA, NAMES, opened, play_out, start
from tests.match.stand import Parts, refuses
from tests.match.table.test_times import CLOCK, be_late, on, who

HERE = Location(5, CHANNEL)


def person(user: int, joined: int = 77) -> Member:
    return Member(str(user), NAMES.get(user, "Dora"), joined=str(joined))


class Again:
    """Asks for rematches where everybody may open tables."""

    def __init__(self, parts: Parts) -> None:
        self._rematches = Rematches(parts.store, parts.tables, parts.lobbies, parts.clock)

    async def again(self, match_id: MatchId, who: Member, at: Location) -> Asked:
        return await self._rematches.again(match_id, who, at, _may, by_token=False)

    async def afresh(self, match_id: MatchId, who: Member, at: Location) -> Asked:
        return await self._rematches.afresh(match_id, who, at, _may, locale="en", by_token=False)


async def _may(at: Location) -> tuple[Location, Terms]:
    return at, FIRST


def rematches(parts: Parts) -> Again:
    return Again(parts)


async def ended(parts: Parts, people: tuple[int, ...] = (ADA, BEN, CLEO)) -> MatchRow:
    """Begin a game of one deal against the clock, and end it early."""
    row = await start(parts.lobbies, await opened(parts.lobbies, people, clock=60))
    return await parts.tables.close(row.id)


async def ended_with_one_asleep(parts: Parts) -> tuple[MatchRow, int]:
    """End a game early in which one ran out of time; gives it and them."""
    row = await start(parts.lobbies, await opened(parts.lobbies, clock=CLOCK))
    table = await on(parts, row.id)
    await be_late(parts, table)
    return await parts.tables.close(row.id), who(table)


async def test_a_rematch_has_the_same_options_terms_and_house_players(parts: Parts) -> None:
    lobby = await opened(parts.lobbies, (ADA, BEN), clock=180)
    await parts.lobbies.add_house(lobby.id, ADA, "hard")
    await start(parts.lobbies, lobby)
    await play_out(parts.tables, lobby.id)
    old = (await parts.tables.load(lobby.id)).row
    asked = await rematches(parts).again(old.id, person(BEN), HERE)
    new = asked.row
    assert asked.is_new
    assert (new.game, new.options, new.terms) == (old.game, old.options, old.terms)
    assert (new.location, new.locale, new.follows) == (old.location, old.locale, old.id)
    assert [(member.key, member.level) for member in new.members] == [
        (str(BEN), ""), ("house:1", "hard"),
    ]  # fmt: skip
    assert (new.opener_id, new.door) == (BEN, Door(invited=(ADA,)))
    assert new.secret != old.secret
    assert await parts.store.following(old.id) == new


async def test_a_rematch_has_the_level_that_was_played_if_the_game_lacks_another(
    parts: Parts,
) -> None:
    old = await ended(parts)
    expert = Member("house:1", "Cumula", level="expert")
    old = replace(old, members=(*old.members[:2], expert), terms=replace(old.terms, level="expert"))
    new = await parts.lobbies.open_again(old, person(ADA), Door(), HERE, by_token=False)
    assert [member.level for member in new.members[1:]] == ["hard"]
    await parts.lobbies.join(new.id, person(BEN))
    await parts.lobbies.remove_house(new.id, ADA)
    row = await parts.lobbies.start(new.id, ADA, 75, moderator=False)
    assert [member.level for member in row.members if member.user_id is None] == ["hard"]


async def test_everybody_else_comes_by_one_press_and_the_deal_takes_its_chance_from_it(
    parts: Parts,
) -> None:
    old, again = await ended(parts), rematches(parts)
    lobby = (await again.again(old.id, person(ADA, 71), HERE)).row
    asked = await again.again(old.id, person(BEN, 72), HERE)
    assert (asked.row.id, asked.is_new, asked.before) == (lobby.id, False, None)
    # Cleo uses the lobby's own button.
    await parts.lobbies.join(lobby.id, person(CLEO, 73), at=HERE)
    twice = await again.again(old.id, person(BEN, 74), HERE)
    assert twice.before is not None
    row = await parts.lobbies.start(lobby.id, ADA, 75, moderator=False)
    assert row.door == Door()
    assert row.entropy == entropy_of([(ADA, 71), (BEN, 74), (CLEO, 73)], 75)
    keys = tuple(member.key for member in row.members)
    assert keys == seating(row.seed, sorted(keys))


async def test_two_presses_in_one_instant_make_one_lobby(parts: Parts) -> None:
    old, again = await ended(parts), rematches(parts)
    both = await asyncio.gather(
        again.again(old.id, person(ADA), HERE), again.again(old.id, person(BEN), HERE)
    )
    assert {asked.row.id for asked in both} == {both[0].row.id}
    assert sorted(asked.is_new for asked in both) == [False, True]
    members = (await parts.tables.load(both[0].row.id)).row.members
    assert {member.user_id for member in members} == {ADA, BEN}


async def test_a_rematch_that_has_begun_is_named_and_one_that_was_closed_is_asked_for_anew(
    parts: Parts,
) -> None:
    old, again = await ended(parts), rematches(parts)
    first = (await again.again(old.id, person(ADA), HERE)).row
    await parts.lobbies.start(first.id, ADA, 9, moderator=False)
    with pytest.raises(Refused) as refused:
        await again.again(old.id, person(BEN), HERE)
    assert refused.value.key == "refused.rematch_begun"
    await parts.tables.close(first.id)
    second = await again.again(old.id, person(BEN), HERE)
    assert second.is_new
    assert second.row.id != first.id


async def test_whoever_presses_below_an_older_result_meets_the_others_in_the_newest_lobby(
    parts: Parts,
) -> None:
    old, again = await ended(parts), rematches(parts)
    first = (await again.again(old.id, person(ADA), HERE)).row
    await parts.lobbies.join(first.id, person(BEN))
    await start(parts.lobbies, first)
    await parts.tables.close(first.id)
    lobby = (await again.again(first.id, person(ADA), HERE)).row
    for user in (BEN, CLEO):
        asked = await again.again(old.id, person(user), HERE)
        assert (asked.row.id, asked.is_new) == (lobby.id, False)
    await start(parts.lobbies, lobby)
    with pytest.raises(Refused) as refused:
        await again.again(old.id, person(CLEO), HERE)
    assert refused.value.key == "refused.rematch_begun"


async def test_who_is_called_is_waited_for_until_they_are_in_or_decline_or_time_has_passed(
    parts: Parts,
) -> None:
    lobby = (await rematches(parts).again((await ended(parts)).id, person(ADA), HERE)).row
    now = parts.clock.now()
    assert unanswered(lobby, now) == (BEN, CLEO)
    assert unanswered(lobby, now + CALLED) == unanswered(replace(lobby, follows=None), now) == ()
    assert unanswered((await parts.lobbies.join(lobby.id, person(BEN)))[0], now) == (CLEO,)
    assert unanswered(await parts.lobbies.leave(lobby.id, CLEO), now) == ()
    assert unanswered(await parts.lobbies.leave(lobby.id, BEN), now) == ()
    with refuses("refused.not_in_lobby"):
        await parts.lobbies.leave(lobby.id, CLEO)
    await parts.lobbies.join(lobby.id, person(CLEO))


@pytest.mark.parametrize(
    ("user", "at", "key"),
    [
        (DORA, HERE, "refused.rematch_of_others"),
        (DORA, Location(6, CHANNEL), "refused.elsewhere"),
        (DORA, Location(5, CHANNEL + 1), "refused.elsewhere"),
        (DORA, Location(None, CHANNEL), "refused.elsewhere"),
    ],
)
async def test_a_rematch_is_for_its_people_where_they_played(
    parts: Parts, user: int, at: Location, key: str
) -> None:
    old = await ended(parts)
    with refuses(key):
        await rematches(parts).again(old.id, person(user), at)
    assert await parts.store.following(old.id) is None


async def test_who_played_has_a_rematch_wherever_they_read_the_result_but_not_by_token(
    parts: Parts,
) -> None:
    old = await ended(parts)
    direct = Location(None, CHANNEL + 7)
    with refuses("refused.elsewhere"):
        await Rematches(parts.store, parts.tables, parts.lobbies, parts.clock).again(
            old.id, person(ADA), direct, _may, by_token=True
        )
    asked = await rematches(parts).again(old.id, person(ADA), direct)
    joined = await rematches(parts).again(old.id, person(BEN), HERE)
    assert (asked.row.location, asked.is_new) == (HERE, True)
    assert (joined.row.id, joined.is_new) == (asked.row.id, False)


async def test_a_game_that_goes_on_or_never_began_has_no_other_after_it(parts: Parts) -> None:
    again, lobby = rematches(parts), await opened(parts.lobbies)
    for key in ("never_began", "not_over"):
        with pytest.raises(Refused, match=key):
            await again.again(lobby.id, person(ADA), HERE)
        with pytest.raises(Refused, match=key):
            await again.afresh(lobby.id, person(ADA), HERE)
        if key == "never_began":
            await start(parts.lobbies, lobby)


async def test_who_left_the_game_is_named_and_not_called(parts: Parts) -> None:
    row = await start(parts.lobbies, await opened(parts.lobbies))
    await parts.tables.leave(row.id, CLEO)
    await parts.tables.close(row.id)
    door = (await rematches(parts).again(row.id, person(ADA), HERE)).row.door
    assert (set(door.invited), door.quiet, door.called) == ({BEN, CLEO}, (CLEO,), (BEN,))


async def test_who_fell_asleep_is_asked_and_not_seated_and_the_rematch_goes_on_without_them(
    parts: Parts,
) -> None:
    old, asleep = await ended_with_one_asleep(parts)
    assert [one.user_id for one in old.members if one.presence is Presence.LATE] == [asleep]
    awake = next(user for user in (ADA, BEN, CLEO) if user != asleep)
    lobby = (await rematches(parts).again(old.id, person(awake), HERE)).row
    assert asleep in lobby.door.invited
    row = await start(parts.lobbies, lobby)
    assert [one.user_id for one in row.members if one.user_id is not None] == [awake]
    assert str(asleep) not in row.entropy


async def test_who_comes_back_for_a_rematch_brings_nothing_of_the_last_game(parts: Parts) -> None:
    old, asleep = await ended_with_one_asleep(parts)
    lobby = (await rematches(parts).again(old.id, person(asleep), HERE)).row
    row = await start(parts.lobbies, lobby)
    (member,) = (one for one in row.members if one.user_id == asleep)
    assert member == Member(
        str(asleep),
        member.name,
        joined="77",
        acted=parts.clock.now(),
        clock=TurnClock(due=member.clock.due),
    )


async def test_who_wants_no_call_gets_none_nor_anybody_where_the_server_has_none(
    parts: Parts,
) -> None:
    old = await ended(parts)
    await set_person(parts.store, BEN, place=Place.NOWHERE)
    await set_person(parts.store, CLEO, quiet=QuietHours.read("00:00-23:59"))
    row = (await rematches(parts).again(old.id, person(ADA), HERE)).row
    assert set(row.door.quiet) == set(row.door.invited) == {BEN, CLEO}
    for user in (BEN, CLEO):
        await set_person(parts.store, user, place=Place.TABLE, quiet=None)
    await parts.store.set_settings("server 5", {"calls": "off"})
    other = await ended(parts)
    assert (await rematches(parts).again(other.id, person(ADA), HERE)).row.door.called == ()


async def test_nobody_is_called_long_after_a_game_or_time_and_again(parts: Parts) -> None:
    old, again = await ended(parts), rematches(parts)
    first = (await again.again(old.id, person(ADA), HERE)).row
    assert set(first.door.called) == {BEN, CLEO}
    await parts.lobbies.close(first.id, ADA, moderator=False)
    assert (await parts.tables.load(first.id)).row.door == Door()
    soon = (await again.again(old.id, person(ADA), HERE)).row
    assert soon.door.called == ()
    await parts.lobbies.close(soon.id, ADA, moderator=False)
    parts.clock.time += QUIET_FOR - 1
    still = (await again.again(old.id, person(ADA), HERE)).row
    assert still.door.called == ()
    await parts.lobbies.close(still.id, ADA, moderator=False)
    parts.clock.time += QUIET_FOR + 1
    later = (await again.again(old.id, person(ADA), HERE)).row
    assert set(later.door.called) == {BEN, CLEO}
    await parts.lobbies.close(later.id, ADA, moderator=False)
    parts.clock.time += RECENT
    assert (await again.again(old.id, person(ADA), HERE)).row.door.called == ()


async def test_who_may_open_no_table_may_still_join_a_rematch(parts: Parts) -> None:
    old, again = await ended(parts), Rematches(
        parts.store, parts.tables, parts.lobbies, parts.clock
    )  # fmt: skip

    async def refuse(at: Location) -> tuple[Location, Terms]:
        assert at == Location(old.guild_id, old.channel_id)
        raise Refused("refused.openers")

    with pytest.raises(Refused, match="openers"):
        await again.again(old.id, person(ADA), HERE, refuse, by_token=False)
    assert await parts.store.following(old.id) is None
    await again.again(old.id, person(BEN), HERE, _may, by_token=False)
    asked = await again.again(old.id, person(ADA), HERE, refuse, by_token=False)
    assert not asked.is_new


async def test_a_second_press_at_once_opens_no_second_table_and_a_later_one_does(
    parts: Parts,
) -> None:
    old, again = await ended(parts), rematches(parts)
    first = await again.afresh(old.id, person(ADA), HERE)
    parts.clock.time += TWICE - 0.1
    second = await again.afresh(old.id, person(ADA), HERE)
    assert (second.row.id, second.is_new) == (first.row.id, False)
    assert (await again.afresh(old.id, person(BEN), HERE)).is_new
    parts.clock.time += 0.1
    assert (await again.afresh(old.id, person(ADA), HERE)).is_new


async def test_by_token_a_rematch_has_no_clock(parts: Parts) -> None:
    old = await ended(parts)
    again = Rematches(parts.store, parts.tables, parts.lobbies, parts.clock)
    row = (await again.again(old.id, person(ADA), HERE, _may, by_token=True)).row
    assert (row.by_token, row.terms.clock, old.terms.clock) == (True, 0, 60)


async def test_it_goes_on_where_a_thread_shows_the_board_with_options_that_the_rules_know(
    parts: Parts,
) -> None:
    old = await ended(parts)
    unknown: dict[str, object] = {"deals": 10**6, "wind": "north"}
    moved = replace(old, version=old.version + 1, thread_id=31, options=unknown)
    assert await parts.store.commit(Commit(moved))
    row = (await rematches(parts).again(old.id, person(ADA), Location(5, 31))).row
    assert (row.location, row.thread_id) == (HERE, None)
    assert row.options == same_options(replace(moved, options={}))
    assert row.status is Status.LOBBY
