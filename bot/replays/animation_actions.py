"""Showing a deal of a finished game to everybody, as an animation."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot.discord.io import named
from bot.discord.press import Ack, Press
from bot.match.elsewhere import is_for_all, row_for
from bot.match.house.workshop import Workshop
from bot.match.names import people
from bot.match.show.look import look_of
from bot.replays.actions import moment_of
from bot.replays.animating import is_animation, job, still, still_first
from bot.replays.animation_layout import animation_layout
from bot.replays.service import Replay
from render.api import Picture

PAINTING_TIME = 30.0
"""Seconds that the workshop may paint; on an idle machine it takes one or two."""


async def show_deal(press: Press, at: str) -> None:
    """Show everybody the deal of a moment, move by move. Raises Refused.

    It is found first, since what is announced to all cannot be refused privately any more.
    """
    found, moment = await moment_of(press, at)
    deal, app = found.deal_at(moment.moves), press.app
    await press.acknowledge(Ack.PUBLIC)
    look, locale = await look_of(app.store, press.location.guild_id), await press.locale_of_all()
    row = await row_for(app.store, found.row, press.location, await press.say_to_all())
    found = replace(found, row=row)
    asked = (found, deal, people(found.row), look, locale)
    await still_first(
        app.get(Workshop).do(job(*asked), who=press.user_id, within=PAINTING_TIME),
        lambda: app.painter.paint(still(*asked)),
        partial(_show, press, found, deal),
    )


async def _show(press: Press, found: Replay, deal: int, picture: Picture, stays: bool) -> None:
    suffix = "webp" if is_animation(picture) else "png"
    pictures = [(f"{found.row.id}-{deal}.{suffix}", picture)]
    layout = animation_layout(
        found, deal, pictures, await press.say_to_all(), is_drawn=stays,
        is_for_all=is_for_all(found.row, press.location),
    )  # fmt: skip
    await press.answer(view=layout, attachments=named(pictures))
