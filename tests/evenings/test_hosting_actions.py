"""Who may open an evening: asked by a command of the test's own, in a simulated server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from discord import app_commands

from bot.discord.press import Ack, Interaction, Press
from bot.evenings.hosting_actions import may_host
from bot.preferences.server import EVERYONE, MODERATORS, Feature, Group, change_of
from bot.store.settings import server_scope
from tests.sim.evening import Evening, evening
from tests.sim.test_locations import moderator
from tests.sim.test_pressing import private_answer


@app_commands.command(name="host", description="Ask who may")
async def host(interaction: Interaction) -> None:
    async def asked(press: Press) -> None:
        await press.private(f"with {(await may_host(press)).level} players")

    await Press(interaction).run(Ack.PRIVATE, asked)


async def sets(held: Evening, name: str, value: object) -> None:
    store = held.bot.app.store
    await store.set_settings(server_scope(held.guild.id), change_of(name, value))


async def answer(held: Evening, person: Any) -> str:
    return private_answer(await person.slash(held.channel, "host"))


async def test_everyone_who_may_open_tables_or_a_role_or_moderators_alone_and_nobody_if_off(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        held.bot.tree.add_command(host)
        await held.bot.tree.sync()
        role, mona = held.guild.create_role("hosts"), moderator(held, held.guild, "Mona")
        dora = held.guild.add_member(held.env.create_user("dora", global_name="Dora"), roles=[role])
        assert await answer(held, held["Ada"]) == "with normal players"
        await sets(held, "hosts", Group(role=role.id))
        assert f"role <@&{role.id}> and moderators open" in await answer(held, held["Ada"])
        for person in (dora, mona):
            assert await answer(held, person) == "with normal players"
        await sets(held, "openers", MODERATORS)
        assert "only moderators open tables" in await answer(held, dora)
        await sets(held, "openers", EVERYONE)
        await sets(held, "hosts", MODERATORS)
        assert "only moderators open evenings" in await answer(held, dora)
        assert await answer(held, mona) == "with normal players"
        await sets(held, "off", (Feature.EVENINGS,))
        assert "switched this off: evenings" in await answer(held, mona)
