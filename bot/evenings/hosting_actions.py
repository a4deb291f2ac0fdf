"""Who may open an evening in a server."""

from __future__ import annotations

from bot.discord.press import Press
from bot.errors import Refused
from bot.match.lobby.play_actions import may_open
from bot.preferences.server import Feature, ServerSettings


async def may_host(press: Press) -> ServerSettings:
    """Return the server's settings. Raises Refused if this person may open no evening here.

    Nor may they where evenings are switched off, or where they may open no table.
    """
    await press.require(Feature.EVENINGS)
    settings = await may_open(press)
    hosts = settings.hosts
    if not press.belongs_to(hosts):
        key = "refused.hosts" if hosts.role is None else "refused.hosts_role"
        raise Refused(key, role=f"<@&{hosts.role}>")
    return settings
