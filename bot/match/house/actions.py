"""Showing the best moves, after a warning where that costs something."""

from __future__ import annotations

from discord import ui

from bot.discord.press import Press
from bot.match.house.hint_layout import hint_layout, unthought_layout, warning_layout
from bot.match.house.hints import Hints
from bot.match.leave_actions import is_rated
from bot.match.show.panels import Panels
from bot.match.show.publisher import Publisher
from bot.match.tables import Tables
from bot.store.rows import MatchId


async def offer_hint(press: Press, match_id: MatchId) -> None:
    """Show a hint, after a warning if it would cost the win. Raises Refused."""
    app = press.app
    app.get(Publisher).seen(match_id, press.user_id)
    await app.get(Tables).wake(match_id, press.user_id)
    if await app.get(Hints).costs(match_id, press.user_id):
        row = (await app.get(Tables).load(match_id)).row
        rated = await is_rated(press, row)
        await _show(press, match_id, warning_layout(row, press.say, rated=rated))
    else:
        await _show_hint(press, match_id)


async def take_hint(press: Press, match_id: MatchId) -> None:
    """Show a hint in place of the warning: the person has read what it costs. Raises Refused."""
    press.app.get(Publisher).seen(match_id, press.user_id)
    await press.app.get(Tables).wake(match_id, press.user_id)
    await _show_hint(press, match_id)


async def _show_hint(press: Press, match_id: MatchId) -> None:
    hint = await press.app.get(Hints).ask(match_id, press.user_id)
    say = press.say
    view = hint_layout(hint, say) if hint is not None else unthought_layout(match_id, say)
    await _show(press, match_id, view)


async def _show(press: Press, match_id: MatchId, view: ui.LayoutView) -> None:
    shown = await press.answer(view=view)
    await press.app.get(Panels).note_hint(press.interaction, shown.id, match_id)
