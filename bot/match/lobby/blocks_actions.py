"""Blocking people: they cannot join one's tables, nor ping one, and are not told."""

from __future__ import annotations

import re

from bot.discord.inbound import resolved
from bot.discord.press import Press
from bot.errors import Refused
from bot.match.lobby.blocks_layout import blocks_layout
from bot.store.doors import Doors
from bot.store.rows import is_number

MOST_BLOCKED = 100
"""How many people somebody can block: as many as one message names."""


async def show_blocks(press: Press, done: str = "") -> None:
    """Show a person whom they have blocked; `done` says what they have just changed."""
    blocked = await Doors(press.app.store.database).blocked_by(press.user_id)
    await press.answer(view=blocks_layout(blocked, press.say, done))


async def block(press: Press) -> None:
    """Keep the person chosen out of one's tables, and their invitations from pinging one."""
    chosen = _chosen(press)
    person = resolved(press.fields, "users", str(chosen))
    if chosen == press.user_id or (person is not None and person.get("bot")):
        raise Refused("refused.block_nobody")
    now = press.app.clock.now()
    if not await Doors(press.app.store.database).block(press.user_id, chosen, now, MOST_BLOCKED):
        raise Refused("refused.block_many", most=MOST_BLOCKED)
    await show_blocks(press, press.say("block.added", name=f"<@{chosen}>"))


async def unblock(press: Press) -> None:
    """Take a block of the person chosen back."""
    chosen = _chosen(press)
    was_blocked = await Doors(press.app.store.database).unblock(press.user_id, chosen)
    key = "block.removed" if was_blocked else "block.was_none"
    await show_blocks(press, press.say(key, name=f"<@{chosen}>"))


def _chosen(press: Press) -> int:
    """Return the id of the person chosen. Raises Refused for what can be none."""
    if not re.fullmatch("[0-9]{1,19}", press.chosen) or not is_number(int(press.chosen)):
        raise Refused("refused.malformed")
    return int(press.chosen)
