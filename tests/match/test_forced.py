"""A move that everybody can see to be forced is made by itself, after a pause, and no other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.match.show.telling import recent_sentences
from bot.match.table.robots import forced_move
from bot.match.table.state import Table
from bot.match.table.times import with_clocks
from bot.store.rows import Location, MatchId, MatchRow, Member, Presence, Status
from bot.texts import Texts
from engine.seats import Seat
from tests.match.clock.test_clocks import sweep
from tests.match.finished import ADA, BEN, CLEO, NAMES
from tests.match.rows import board_of
from tests.match.show.test_hand_layouts import DAYS, tables_of
from tests.match.stand import Parts
from tests.store.samples import next_deadline

SAY = Texts.load().words("en")
CLOCK = 600


async def nimbly(parts: Parts, people: tuple[int, ...] = (ADA, BEN, CLEO)) -> MatchRow:
    """Start a game of Nimbly with a turn clock."""
    members = [Member(str(user), NAMES[user], joined=str(9000 + user)) for user in people]
    row = await parts.lobbies.open("nimbly", members[0], Location(5, 7), locale="en")
    for member in members[1:]:
        await parts.lobbies.join(row.id, member)
    typed = {"deals": "2", "target": "", "terms.clock": str(CLOCK)}
    row = await parts.lobbies.set_options(row.id, people[0], typed, moderator=False)
    return await parts.lobbies.start(row.id, people[0], 9999, moderator=False)


async def until_forced(parts: Parts, match_id: MatchId) -> Table:
    """Let everybody draw one card at a time until the last three, all of one row, are left."""
    while forced_move(table := await parts.tables.replayed(match_id)) is None:
        seat = table.to_act()[0]
        assert not await parts.tables.play_house(match_id)
        user = table.member(seat).user_id or 0
        await parts.tables.play(match_id, user, None, table.legal(seat)[0])
    return table


async def goes_by_itself(parts: Parts, match_id: MatchId) -> bool:
    """Let the pause pass; tell whether a move was made by itself."""
    row = (await parts.tables.load(match_id)).row
    parts.clock.time = max(parts.clock.time, row.deadline or 0.0)
    return await parts.tables.play_house(match_id)


async def test_the_last_cards_of_a_deal_are_drawn_by_themselves_as_the_seats_own_moves(
    parts: Parts,
) -> None:
    row = await nimbly(parts)
    table = await until_forced(parts, row.id)
    member = table.member(seat := table.to_act()[0])
    assert table.row.deadline is not None
    assert table.row.deadline < parts.clock.now() + CLOCK / 2
    assert await goes_by_itself(parts, row.id)
    last = (await parts.store.moves(row.id))[-1]
    assert (last.seat, last.by) == (seat, member.user_id)
    told = recent_sentences(board_of(await parts.tables.replayed(row.id)), SAY)
    assert any(line.startswith(f"**{member.name}** takes ") for line in told)
    assert [await goes_by_itself(parts, row.id) for _ in range(3)] == [True] * 2 + [False]
    after = await parts.tables.load(row.id)
    assert (after.row.moves, after.view(None).deal) == (table.row.moves + 3, 2)
    assert after.member(seat).acted == member.acted


async def test_all_clocks_play_it_and_wait_for_a_person_before_the_next_choice(
    parts: Parts,
) -> None:
    parts.tables.listeners.append(parts.clocks.on_change)
    row = await nimbly(parts)
    table = await until_forced(parts, row.id)
    while (now := await parts.tables.load(row.id)).view(None).deal == 1:
        parts.clock.time = now.row.deadline or 0.0
        await sweep(parts.clocks)
    assert now.row.moves == table.row.moves + 3


async def test_it_is_made_after_a_restart_too(tmp_path: Path) -> None:
    parts = await Parts.open(tmp_path)
    row = await nimbly(parts)
    table = await until_forced(parts, row.id)
    await parts.close()
    again = await Parts.open(tmp_path)
    try:
        await again.clocks.wind_up()
        again.clock.time = max(again.clock.time, await next_deadline(again.store) or 0.0)
        await sweep(again.clocks)
        assert (await again.tables.load(row.id)).row.moves > table.row.moves
    finally:
        await again.close()


async def test_nobody_is_called_for_it(parts: Parts) -> None:
    row = await nimbly(parts)
    table = await until_forced(parts, row.id)
    parts.clock.time += CLOCK / 2
    await parts.show(row.id)
    assert parts.stage.taken("ping") == []
    for _ in range(3):
        assert await goes_by_itself(parts, row.id)
    parts.clock.time += CLOCK / 2
    await parts.show(table.row.id)
    assert len(parts.stage.taken("ping")) == 1


async def test_a_stand_in_makes_it_for_who_is_away_and_nobody_in_a_game_that_waits(
    parts: Parts,
) -> None:
    row = await nimbly(parts)
    table = await until_forced(parts, row.id)
    members = tuple(replace(member, presence=Presence.LATE) for member in table.row.members)
    gone = replace(table, row=replace(table.row, members=members))
    assert with_clocks(gone, 5.0, lambda: 1.0).deadline is None
    await parts.tables.leave(row.id, table.member(table.to_act()[0]).user_id or 0)
    assert await goes_by_itself(parts, row.id)
    assert (await parts.store.moves(row.id))[-1].by is None


@pytest.mark.parametrize("late", [0.0, 1.5])
async def test_a_press_before_it_counts_as_ever(parts: Parts, late: float) -> None:
    row = await nimbly(parts)
    table = await until_forced(parts, row.id)
    seat = table.to_act()[0]
    parts.clock.time += late
    code = table.legal(seat)[0]
    await parts.tables.play(row.id, table.member(seat).user_id or 0, table.row.moves, code)
    assert (await parts.tables.load(row.id)).member(Seat(seat)).acted == parts.clock.now()
    assert (await parts.tables.load(row.id)).row.status is Status.PLAYING


def test_alone_whatever_is_forced_is_made_by_itself_but_never_where_others_would_read_it() -> None:
    """B4: with others at the table a pilot who can only fall is asked all the same."""
    found = 0
    for table in tables_of(DAYS[2]):
        is_forced = len(table.legal(table.to_act()[0])) == 1
        assert (forced_move(table) is not None) == is_forced
        open_table = replace(table, row=replace(table.row, series=""))
        found += is_forced and forced_move(open_table) is None
    assert found
