"""Watching a finished game again, and sharing a moment of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import discord
from discord import ui

from bot.discord.io import named
from bot.discord.press import Press
from bot.errors import Refused
from bot.match.house.workshop import Workshop
from bot.match.show.stage import look_of, theme_for
from bot.match.table.names import is_for_all, people, row_for
from bot.match.table.state import seat_of
from bot.replays import layouts
from bot.replays.animation import job, still, still_first
from bot.replays.service import OPEN, Moment, Replay, is_guest, replay_by_code, replay_by_number
from render.api import Picture, Words

PAINTING_TIME = 30.0
"""Seconds that the workshop may paint; on an idle machine it takes one or two."""


async def replay(press: Press, match_id: int | None, code: str | None) -> None:
    """Open the viewer at a moment by its code, or at the start of a game. Raises Refused."""
    if code is not None:
        await see(press, str(code))
        return
    await open_replay(press, match_id)


async def open_replay(press: Press, match_id: int | None, moves: int = 0) -> None:
    """Open the viewer after a number of moves of a game. Raises Refused."""
    found = await replay_by_number(press.app.store, press.user_id, press.location, match_id)
    moment = Moment(found.row.id, moves, OPEN)
    found.require(moment)
    await _show(press, found, moment)


async def see(press: Press, at: str, step: str = "") -> None:
    """Show the moment that a control carries, with all ways on if that is asked. Raises Refused."""
    found, moment = await moment_of(press, at)
    await _show(press, found, moment, is_whole=step == "more")


async def choose(press: Press, menu: str) -> None:  # noqa: ARG001 - only tells ids apart
    """Show the moment chosen from a menu. Raises Refused."""
    await see(press, press.first_choice)


async def share(press: Press, at: str) -> None:
    """Show a moment to everybody in the channel. Raises Refused."""
    found, moment, say = await _found_for_all(press, at)
    theme = await theme_for(press.app.store, press.location.guild_id)
    pictures = await layouts.paint_moment(press.app.painter, found, moment, say, theme)
    for_all = is_for_all(found.row, press.location)
    layout = layouts.shared_layout(found, moment, pictures, say, is_for_all=for_all)
    await press.answer(view=layout, attachments=named(pictures))


async def show_deal(press: Press, at: str) -> None:
    """Show everybody the deal of a moment, move by move. Raises Refused."""
    found, moment, _ = await _found_for_all(press, at)
    deal, app = found.deal_at(moment.moves), press.app
    look, locale = await look_of(app.store, press.location.guild_id), await press.locale_of_all()
    asked = (found, deal, people(found.row), look, locale)
    await still_first(
        app.get(Workshop).do(job(*asked), who=press.user_id, within=PAINTING_TIME),
        lambda: app.painter.paint(still(*asked)),
        partial(_show_deal, press, found, deal),
    )


async def _found_for_all(press: Press, at: str) -> tuple[Replay, Moment, Words]:
    """Find the moment that a control carries, as everybody here may see it. Raises Refused."""
    found, moment = await moment_of(press, at)
    if is_guest(found.row, press.user_id, press.location):
        raise Refused("refused.watch_only")
    say = await press.say_to_all()
    row = await row_for(press.app.store, found.row, press.location, say)
    return replace(found, row=row), moment, say


async def moment_of(press: Press, code: str) -> tuple[Replay, Moment]:
    """Return the moment that a control carries, and its replay. Raises Refused."""
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


async def _show(press: Press, found: Replay, moment: Moment, *, is_whole: bool = False) -> None:
    is_watched = is_guest(found.row, press.user_id, press.location)
    if is_watched:
        row = await row_for(press.app.store, found.row, press.location, press.say)
        found = replace(found, row=row)
    theme = await theme_for(press.app.store, press.location.guild_id, press.user_id)
    pictures = await layouts.paint_moment(press.app.painter, found, moment, press.say, theme)
    row, say = found.row, press.say
    more: Sequence[ui.Item[Any]] | None = None if is_watched else ()
    played = seat_of(row, press.user_id) is not None
    if played or row.is_in(press.location.channel_id):
        more = layouts.other_ways(row, say, played=played)
    can_share = not press.is_direct
    layout = layouts.replay_layout(
        found, moment, pictures, say, can_share=can_share, more=more, is_whole=is_whole
    )
    await press.answer(view=layout, attachments=named(pictures))


async def _show_deal(press: Press, found: Replay, deal: int, picture: Picture, stays: bool) -> None:
    pictures = [(f"{found.row.id}-{deal}.{picture.suffix}", picture)]
    layout = layouts.animation_layout(
        found, deal, pictures, await press.say_to_all(), is_drawn=stays,
        is_for_all=is_for_all(found.row, press.location),
    )  # fmt: skip
    await press.answer(view=layout, attachments=named(pictures))
