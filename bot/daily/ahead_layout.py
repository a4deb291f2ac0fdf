"""Today's daily as a game to go on with below the result of another one."""

from __future__ import annotations

from bot.daily.calendar import Day
from bot.daily.store import DailyStore
from bot.discord.controls import Button, button
from bot.match.show.looks import Ahead
from bot.preferences.server import Feature, server_settings
from bot.store import Store
from bot.store.rows import MatchRow
from render.api import Words


def today_button(say: Words) -> Button:
    """Make the button that shows whoever presses it the daily of the day."""
    return button("daily:today", say("daily.button.today"))


async def open_to(store: Store, row: MatchRow) -> frozenset[int]:
    """Return the people of a match who had no try on the day on which it ended."""
    if not (await server_settings(store, row.guild_id)).has(Feature.DAILY):
        return frozenset()
    today, kept = Day.at(row.touched).number, DailyStore(store.database)
    people = [one.user_id for one in row.members if one.user_id and not one.is_anonymous]
    return frozenset([one for one in people if await kept.of(today, one) is None])


DAILY_AHEAD = Ahead(today_button, open_to)
