"""Blocking people: they cannot join one's tables, nor invite one, and are not told."""

from __future__ import annotations

import discord

from bot.discord.press import Press
from bot.errors import Refused
from bot.match.lobby.layouts import blocks_layout
from bot.store.doors import Doors

MOST_BLOCKED = 100
"""How many people somebody can block: as many as one message names."""


async def block(press: Press, who: discord.User | discord.Member) -> None:
    """Keep a person out of one's tables, and their invitations off. They are not told."""
    _require_person(who)
    if who.id == press.user_id or who.bot:
        raise Refused("refused.block_nobody")
    now = press.app.clock.now()
    if not await Doors(press.app.store.database).block(press.user_id, who.id, now, MOST_BLOCKED):
        raise Refused("refused.block_many", most=MOST_BLOCKED)
    await press.private(press.say("block.added", name=f"<@{who.id}>"))


async def unblock(press: Press, who: discord.User | discord.Member) -> None:
    """Take a block back."""
    _require_person(who)
    was_blocked = await Doors(press.app.store.database).unblock(press.user_id, who.id)
    key = "block.removed" if was_blocked else "block.was_none"
    await press.private(press.say(key, name=f"<@{who.id}>"))


async def list_blocks(press: Press) -> None:
    """Show a person whom they have blocked."""
    blocked = await Doors(press.app.store.database).blocked_by(press.user_id)
    await press.answer(view=blocks_layout(blocked, press.say))


def _require_person(who: object) -> None:
    if not isinstance(who, (discord.User, discord.Member)):
        raise Refused("refused.malformed")
