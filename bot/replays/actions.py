"""Watching a finished game again, and sharing a moment of it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import discord

from bot.discord.io import named
from bot.discord.parts import Pictures
from bot.discord.press import Ack, Press
from bot.match.elsewhere import is_for_all, row_for
from bot.match.show.look import theme_for
from bot.preferences.server import Feature
from bot.replays.layouts import replay_layout, shared_layout
from bot.replays.moments import OPEN, Moment
from bot.replays.pictures import paint_moment
from bot.replays.service import Replay, replay_by_code, replay_by_number
from bot.store.rows import MatchId
from render.api import Words


async def replay(press: Press, match_id: int | None, code: str | None) -> None:
    """Open the viewer at a moment by its code, or at the start of a game. Raises Refused."""
    if code is not None:
        await see(press, str(code))
        return
    await press.require(Feature.REPLAY)
    found = await replay_by_number(press.app.store, press.user_id, press.location, match_id)
    await _show(press, found, Moment(found.row.id, 0, OPEN))


async def open_replay(press: Press, match_id: MatchId) -> None:
    """Open the viewer at the start of a game. Raises Refused."""
    await replay(press, match_id, None)


async def see(press: Press, at: str, step: str = "") -> None:  # noqa: ARG001 - only tells ids apart
    """Show the moment that a control carries. Raises Refused."""
    found, moment = await moment_of(press, at)
    await _show(press, found, moment)


async def choose(press: Press, menu: str) -> None:  # noqa: ARG001 - only tells ids apart
    """Show the moment chosen from a menu. Raises Refused."""
    await see(press, press.chosen)


async def share(press: Press, at: str) -> None:
    """Show a moment to everybody in the channel. Raises Refused.

    It is found first, since what is announced to all cannot be refused privately any more.
    """
    found, moment = await moment_of(press, at)
    await press.acknowledge(Ack.PUBLIC)
    say = await press.say_to_all()
    found = replace(found, row=await row_for(press.app.store, found.row, press.location, say))
    pictures = await _painted(press, found, moment, say)
    for_all = is_for_all(found.row, press.location)
    layout = shared_layout(found, moment, pictures, say, is_for_all=for_all)
    await press.answer(view=layout, attachments=named(pictures))


async def moment_of(press: Press, code: str) -> tuple[Replay, Moment]:
    """Return the moment that a control carries, and its replay. Raises Refused."""
    await press.require(Feature.REPLAY)
    store, at = press.app.store, press.location
    return await replay_by_code(store, press.user_id, at, code, partial(_sees, press))


def _sees(press: Press, channel_id: int) -> bool:
    """Return whether this person sees a channel of the server in which they pressed.

    Nobody is known to see one that is gone, or a private thread from elsewhere.
    """
    guild, user = press.interaction.guild, press.interaction.user
    channel = None if guild is None else guild.get_channel_or_thread(channel_id)
    if isinstance(channel, discord.Thread):
        channel = None if channel.is_private() else channel.parent
    if channel is None or not isinstance(user, discord.Member):
        return False
    return channel.permissions_for(user).view_channel


async def _show(press: Press, found: Replay, moment: Moment) -> None:
    pictures = await _painted(press, found, moment, press.say)
    layout = replay_layout(found, moment, pictures, press.say, can_share=not press.is_direct)
    await press.answer(view=layout, attachments=named(pictures))


async def _painted(press: Press, found: Replay, moment: Moment, say: Words) -> Pictures:
    theme = await theme_for(press.app.store, press.location.guild_id)
    return await paint_moment(press.app.painter, found, moment, say, theme)
