"""The bank: time beside each turn's own, which only what a turn takes longer is taken from."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.match.table.times import GRACE, REMIND, is_in_bank
from bot.preferences.terms import CLOCK as CHOICE
from bot.preferences.terms import agreed, clock_word
from bot.store.rows import MatchRow, Member, Pause, Presence, Terms
from tests.match.finished import ADA, BEN, CLEO, opened, start
from tests.match.stand import Parts
from tests.match.table.test_times import member, pass_time, who

CLOCK, BANK = 90, 180


async def playing(parts: Parts) -> MatchRow:
    """Start a game in which each person has a bank."""
    lobby = await opened(parts.lobbies, (ADA, BEN, CLEO))
    typed = {"terms.clock": f"{CLOCK}+{BANK}"}
    await parts.lobbies.set_options(lobby.id, ADA, typed, moderator=False)
    return await start(parts.lobbies, lobby)


async def mover(parts: Parts, row: MatchRow) -> Member:
    """Return who is to move, as they are stored."""
    table = await parts.tables.load(row.id)
    return member(table.row, who(table))


async def test_a_full_bank_follows_the_turn_and_only_what_a_turn_takes_longer_is_gone(
    parts: Parts,
) -> None:
    row = await playing(parts)
    assert [one.clock.bank for one in row.members] == [BANK] * 3
    acting = await mover(parts, row)
    assert acting.clock.due == parts.clock.time + CLOCK + BANK
    assert row.deadline == parts.clock.time + CLOCK
    parts.clock.time += CLOCK - 1
    await parts.move(row.id)
    after = (await parts.tables.load(row.id)).row
    assert [one.clock.bank for one in after.members] == [BANK] * 3
    user = (await mover(parts, row)).user_id or 0
    parts.clock.time += CLOCK + 50
    await parts.move(row.id)
    after = (await parts.tables.load(row.id)).row
    assert member(after, user).clock.bank == BANK - 50
    assert [one.clock.bank for one in after.members if one.user_id != user] == [BANK] * 2


async def test_who_uses_their_bank_is_reminded_as_it_begins_and_late_at_its_end(
    parts: Parts,
) -> None:
    row = await playing(parts)
    reminded = await pass_time(parts, row.id, CLOCK)
    acting = await mover(parts, row)
    assert is_in_bank(acting, reminded.terms)
    assert reminded.deadline == acting.clock.due == parts.clock.time + BANK
    late = await pass_time(parts, row.id, BANK)
    user = acting.user_id or 0
    assert (member(late, user).presence is Presence.LATE, member(late, user).clock.bank) == (
        True,
        0.0,
    )
    back = await parts.tables.come_back(row.id, user)
    assert member(back, user).clock.due == parts.clock.time + CLOCK
    assert back.deadline == parts.clock.time + CLOCK * REMIND


async def test_who_has_hardly_any_bank_is_reminded_at_three_quarters(parts: Parts) -> None:
    row = await playing(parts)
    user = (await mover(parts, row)).user_id or 0
    parts.clock.time += CLOCK + BANK - 10
    await parts.move(row.id)
    for _ in range(2):
        await parts.move(row.id)
    table = await parts.tables.load(row.id)
    while who(table) != user:
        await parts.move(row.id)
        table = await parts.tables.load(row.id)
    assert member(table.row, user).clock.due == parts.clock.time + CLOCK + 10
    assert table.row.deadline == parts.clock.time + (CLOCK + 10) * REMIND
    reminded = await pass_time(parts, row.id, (CLOCK + 10) * REMIND)
    assert not is_in_bank(member(reminded, user), reminded.terms)


async def test_leaving_in_a_turn_takes_what_was_used_and_no_more(parts: Parts) -> None:
    row = await playing(parts)
    user = (await mover(parts, row)).user_id or 0
    parts.clock.time += CLOCK + 30
    left = await parts.tables.leave(row.id, user)
    assert member(left, user).clock.bank == BANK - 30
    back = await parts.tables.come_back(row.id, user)
    assert member(back, user).clock.due == parts.clock.time + CLOCK + BANK - 30


async def test_a_pause_takes_nothing_from_a_bank(parts: Parts) -> None:
    row = await playing(parts)
    acting = await mover(parts, row)
    parts.clock.time += CLOCK + 30
    await parts.tables.pause(row.id, Pause("moderator", by=55))
    parts.clock.time += 10_000.0
    after = await parts.tables.resume(row.id, "moderator")
    due = parts.clock.time + BANK - 30
    assert member(after, acting.user_id or 0).clock.due == due
    await parts.tables.pause(row.id, Pause("moderator", by=55))
    parts.clock.time += 10_000.0
    left = await parts.tables.leave(row.id, acting.user_id or 0)
    assert member(left, acting.user_id or 0).clock.bank == BANK - 30


async def test_a_restart_leaves_a_bank_as_it_was(tmp_path: Path) -> None:
    first = await Parts.open(tmp_path)
    row = await playing(first)
    acting, now = await mover(first, row), first.clock.time
    await first.store.note_alive(now + CLOCK + 30)
    await first.close()
    parts = await Parts.open(tmp_path)
    parts.clock.time = now + 100_000.0
    await parts.clocks.wind_up(await parts.store.alive())
    again = await mover(parts, row)
    assert (again.clock.due, again.clock.bank) == (parts.clock.time + BANK - 30, acting.clock.bank)
    assert again.clock.due is not None
    assert again.clock.due - parts.clock.time > GRACE
    await parts.close()


@pytest.mark.parametrize("word", CHOICE.choices)
def test_every_clock_is_read_as_it_is_spelt_and_one_without_a_bank_takes_it_away(word: str) -> None:
    assert clock_word(agreed(Terms(), {"terms.clock": word})) == word
    assert agreed(Terms(clock=90, bank=180), {"terms.clock": "60"}) == Terms(clock=60)
