"""What stands in place of a name outside the servers it is known in."""

from __future__ import annotations

import secrets
from dataclasses import replace

import pytest

from bot.match.table.names import hide_name, names_for, row_for, show_name
from bot.preferences.person import person_settings, set_person
from bot.store.rows import Location, Status
from tests.match.rows import SAY
from tests.match.stand import Parts
from tests.store.samples import ALICE, BOB, CHANNEL, GUILD, TABLE, ending

ELSEWHERE = 77
NAMES = {ALICE: "Alice", BOB: "Bob"}


async def number_of(parts: Parts, user: int = ALICE) -> int:
    number = (await person_settings(parts.store, user)).number
    assert number is not None
    return number


async def test_a_name_is_hidden_as_long_as_somebody_wishes_but_where_they_have_played(
    parts: Parts,
) -> None:
    assert await names_for(parts.store, NAMES, ELSEWHERE, SAY) == NAMES
    await hide_name(parts.store, ALICE)
    hidden = {ALICE: f"Player {await number_of(parts)}", BOB: "Bob"}
    for server in (ELSEWHERE, None):
        assert await names_for(parts.store, NAMES, server, SAY) == hidden
    await show_name(parts.store, ALICE)
    assert await names_for(parts.store, NAMES, ELSEWHERE, SAY) == NAMES
    there = await parts.store.new_match(replace(TABLE, guild_id=ELSEWHERE))
    end = ending(there, {ALICE: 2, BOB: 1, None: 0})
    assert await parts.store.commit(end)
    await hide_name(parts.store, ALICE)
    shown = await names_for(parts.store, NAMES, ELSEWHERE, SAY)
    assert shown == {ALICE: f"name of {ALICE}", BOB: "Bob"}


async def test_the_number_stays_and_another_time_is_another(parts: Parts) -> None:
    """Drawn at random, it cannot follow from the id."""
    await hide_name(parts.store, ALICE)
    first = await number_of(parts)
    await hide_name(parts.store, ALICE)
    assert await number_of(parts) == first
    drawn = {first}
    for _ in range(5):
        await show_name(parts.store, ALICE)
        await hide_name(parts.store, ALICE)
        drawn.add(await number_of(parts))
    assert len(drawn) > 1


async def test_no_two_people_have_one_number(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbelow", lambda _most: 7)
    await set_person(parts.store, BOB, number=1007)
    await hide_name(parts.store, ALICE)
    assert await number_of(parts) == 10007


async def test_a_game_names_people_to_its_own_server_alone(parts: Parts) -> None:
    row = replace(TABLE, status=Status.OVER)
    here, there = Location(GUILD, CHANNEL + 1), Location(ELSEWHERE, 3)
    await hide_name(parts.store, ALICE)
    assert await row_for(parts.store, row, here, SAY) is row
    shown = await row_for(parts.store, row, there, SAY)
    number = await number_of(parts)
    assert [member.name for member in shown.members] == [f"Player {number}", "Bob", "Nim"]
    assert [member.key for member in shown.members] == [member.key for member in row.members]
