"""A move that everybody can see to be forced is made by itself, after a pause, and no other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.play.robots import forced_move
from bot.play.table import Table
from bot.play.turns import with_clocks
from bot.show.board_layout import recent_sentences
from bot.store.rows import MatchId, MatchRow, Member, Status
from bot.texts import Texts
from engine.seats import Seat
from tests.play.finished import ADA, BEN, CLEO, NAMES
from tests.play.stand import House
from tests.ui.rows import board_of

SAY = Texts.load().words("en")
CLOCK = 600


async def nimbly(house: House, people: tuple[int, ...] = (ADA, BEN, CLEO)) -> MatchRow:
    """Start a game of Nimbly with a turn clock."""
    members = [Member(str(user), NAMES[user], joined=str(9000 + user)) for user in people]
    row = await house.lobbies.open("nimbly", members[0], guild_id=5, channel_id=7, locale="en")
    for member in members[1:]:
        await house.lobbies.join(row.id, member)
    typed = {"deals": "2", "target": "", "terms.clock": str(CLOCK)}
    row = await house.lobbies.set_options(row.id, people[0], typed, moderator=False)
    return await house.lobbies.start(row.id, people[0], 9999, moderator=False)


async def until_forced(house: House, match_id: MatchId) -> Table:
    """Let everybody draw one card at a time until the last three, all of one row, are left."""
    while forced_move(table := await house.tables.replayed(match_id)) is None:
        seat = table.to_act()[0]
        assert not await house.tables.play_house(match_id)
        user = table.member(seat).user_id or 0
        await house.tables.play(match_id, user, None, table.legal(seat)[0])
    return table


async def goes_by_itself(house: House, match_id: MatchId) -> bool:
    """Let the pause pass; tell whether a move was made by itself."""
    row = (await house.tables.load(match_id)).row
    house.clock.time = max(house.clock.time, row.deadline or 0.0)
    return await house.tables.play_house(match_id)


async def test_the_last_cards_of_a_deal_are_drawn_by_themselves(house: House) -> None:
    row = await nimbly(house)
    table = await until_forced(house, row.id)
    seat = table.to_act()[0]
    assert table.row.deadline is not None
    assert table.row.deadline < house.clock.now() + CLOCK / 2
    before = table.member(seat).acted
    assert [await goes_by_itself(house, row.id) for _ in range(4)] == [True] * 3 + [False]
    after = await house.tables.load(row.id)
    assert (after.row.moves, after.view(None).deal) == (table.row.moves + 3, 2)
    assert after.member(seat).acted == before


async def test_a_forced_move_is_told_and_logged_as_the_seats_own(house: House) -> None:
    row = await nimbly(house)
    table = await until_forced(house, row.id)
    seat = table.to_act()[0]
    await goes_by_itself(house, row.id)
    last = (await house.store.moves(row.id))[-1]
    assert (last.seat, last.by) == (seat, table.member(seat).user_id)
    told = recent_sentences(board_of(await house.tables.replayed(row.id)), SAY)
    assert any(line.startswith(f"**{table.member(seat).name}** draws") for line in told)


async def test_all_clocks_play_it_and_wait_for_a_person_before_the_next_choice(
    house: House,
) -> None:
    house.tables.listeners.append(house.clocks.on_change)
    row = await nimbly(house)
    house.clock.endless = True
    table = await until_forced(house, row.id)
    house.clock.endless = False
    house.clocks.arm(table.row)
    while (now := await house.tables.load(row.id)).view(None).deal == 1:
        await house.clock.sleep(0)
    assert now.row.moves == table.row.moves + 3


async def test_it_is_made_after_a_restart_too(tmp_path: Path) -> None:
    house = await House.open(tmp_path)
    row = await nimbly(house)
    table = await until_forced(house, row.id)
    await house.close()
    again = await House.open(tmp_path)
    try:
        await again.clocks.wind_up()
        while again.clocks._armed and (await again.store.match(row.id)) == table.row:
            await again.clock.sleep(0)
        assert (await again.tables.load(row.id)).row.moves > table.row.moves
    finally:
        await again.close()


async def test_nobody_is_called_for_it(house: House) -> None:
    row = await nimbly(house)
    table = await until_forced(house, row.id)
    house.clock.time += CLOCK / 2
    await house.show(row.id)
    assert house.stage.taken("ping") == []
    for _ in range(3):
        assert await goes_by_itself(house, row.id)
    house.clock.time += CLOCK / 2
    await house.show(table.row.id)
    assert len(house.stage.taken("ping")) == 1


async def test_who_is_away_has_it_made_by_the_stand_in(house: House) -> None:
    row = await nimbly(house)
    table = await until_forced(house, row.id)
    await house.tables.leave(row.id, table.member(table.to_act()[0]).user_id or 0)
    assert await goes_by_itself(house, row.id)
    assert (await house.store.moves(row.id))[-1].by is None


async def test_a_game_that_waits_makes_no_forced_move(house: House) -> None:
    row = await nimbly(house)
    table = await until_forced(house, row.id)
    members = tuple(replace(member, away=True, late=True) for member in table.row.members)
    gone = replace(table, row=replace(table.row, members=members))
    assert with_clocks(gone, 5.0, lambda: 1.0).deadline is None


@pytest.mark.parametrize("late", [0.0, 1.5])
async def test_a_press_before_it_counts_as_ever(house: House, late: float) -> None:
    row = await nimbly(house)
    table = await until_forced(house, row.id)
    seat = table.to_act()[0]
    house.clock.time += late
    code = table.legal(seat)[0]
    await house.tables.play(row.id, table.member(seat).user_id or 0, table.row.moves, code)
    assert (await house.tables.load(row.id)).member(Seat(seat)).acted == house.clock.now()
    assert (await house.tables.load(row.id)).row.status is Status.PLAYING
