"""Roles: who has them, and how they are chosen and called."""

from __future__ import annotations

import discord
import pytest

from sandbox.client import ActionRefused, Tab
from tests.sandbox.probe import Probe


def role_id(tab: Tab, name: str) -> str:
    return next(str(item["id"]) for item in tab.hello["guild"]["roles"] if item["name"] == name)


async def test_a_role_is_given_to_a_command_and_called(probe: Probe, ada: Tab, ben: Tab) -> None:
    hosts = role_id(ada, "Hosts")
    for other in (ben.id, role_id(ada, "@everyone"), hosts):
        reply = await ada.command("lounge", "call", role=hosts, other=other)
        assert reply.ok
        assert reply.message is not None
        assert reply.message["mention_roles"] == [hosts]
    guild = probe.guilds[0]
    assert guild.self_role is not None
    assert guild.self_role.permissions.send_messages_in_threads
    assert [role.name for role in guild.roles] == ["@everyone", "Hosts", "Nimbus"]
    await ben.command("lounge", "where")
    seen = probe.seen[-1].user
    assert isinstance(seen, discord.Member)
    assert [role.name for role in seen.roles] == ["@everyone", "Hosts"]
    with pytest.raises(ActionRefused, match="Unknown User"):
        await ada.command("lounge", "call", role="1")
