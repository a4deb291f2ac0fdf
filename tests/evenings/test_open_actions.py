"""Who may open an evening, and what its host says about it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.preferences.server import EVERYONE, MODERATORS, Feature, Group, change_of
from bot.store.rows import MatchId, MatchRow
from bot.store.settings import person_scope, server_scope
from tests.sim.evening import Evening, evening
from tests.sim.test_locations import moderator
from tests.sim.test_pressing import private_answer


async def sets(held: Evening, name: str, value: object) -> None:
    store = held.bot.app.store
    await store.set_settings(server_scope(held.guild.id), change_of(name, value))


async def opens(held: Evening, person: Any, **options: object) -> MatchRow | str:
    """Open an evening; return its lobby, or what is answered instead."""
    before = len(await held.bot.app.store.live())
    shown = await person.slash(held.channel, "evening open", **{"game": "cloud_nine"} | options)
    live = await held.bot.app.store.live()
    if len(live) == before:
        return private_answer(shown)
    row = await held.bot.app.store.match(MatchId(max(live)))
    assert row is not None
    return row


async def refused(held: Evening, person: Any, **options: object) -> str:
    answered = await opens(held, person, **options)
    assert isinstance(answered, str)
    return answered


async def test_everyone_who_may_open_tables_or_a_role_or_moderators_alone_and_nobody_if_off(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        role, mona = held.guild.create_role("hosts"), moderator(held, held.guild, "Mona")
        dora = held.guild.add_member(held.env.create_user("dora", global_name="Dora"), roles=[role])
        assert isinstance(await opens(held, held["Ada"]), MatchRow)
        await sets(held, "hosts", Group(role=role.id))
        assert f"only <@&{role.id}> and moderators open" in await refused(held, held["Ada"])
        for person in (dora, mona):
            assert isinstance(await opens(held, person), MatchRow)
        await sets(held, "openers", MODERATORS)
        assert "only moderators open tables" in await refused(held, dora)
        await sets(held, "openers", EVERYONE)
        await sets(held, "hosts", MODERATORS)
        assert "only moderators open evenings" in await refused(held, dora)
        assert isinstance(await opens(held, mona), MatchRow)
        await sets(held, "off", (Feature.EVENINGS,))
        assert "turned this off: evenings" in await refused(held, mona)


async def test_rounds_deals_turn_and_time_are_what_was_said(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        row = await opens(held, held["Ada"], rounds=4, deals=2, turn="90+180", begins="45")
        assert isinstance(row, MatchRow)
        assert (row.terms.rounds, row.terms.clock, row.terms.bank) == (4, 90, 180)
        assert row.options["deals"] == 2
        assert row.deadline == row.terms.begins
        assert row.terms.begins is not None
        assert row.terms.begins - row.created == pytest.approx(45 * 60, abs=5)
        usual = await opens(held, held["Ada"], game="clumond")
        assert isinstance(usual, MatchRow)
        assert (usual.terms.rounds, usual.terms.clock, usual.options["deals"]) == (3, 60, 3)


async def test_what_cannot_be_is_refused_in_the_hosts_words(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        ada = held["Ada"]
        assert "no number of deals" in await refused(held, ada, game="balloon", deals=3)
        assert re.search("1.*9", await refused(held, ada, deals=99))
        assert "time zone" in await refused(held, ada, begins="20:30")
        await held.bot.app.store.set_setting(person_scope(ada.id), "zone", "Europe/Berlin")
        assert isinstance(await opens(held, ada, begins="20:30"), MatchRow)
        for typed in ("25:00", "soon", "99999", "0"):
            assert "I can't read that time" in await refused(held, ada, begins=typed)
