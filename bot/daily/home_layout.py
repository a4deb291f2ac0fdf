"""The daily on a person's card."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.daily.dailies import Dailies, MyDaily, TryOutcome
from bot.daily.layouts import play_button
from bot.discord.controls import button
from bot.match.show.profile import Asked, Line
from bot.preferences.server import Feature
from bot.store.rows import Status
from render.api import Words


async def daily_lines(asked: Asked) -> Sequence[Line]:
    """Tell what a person has come to today. Raises Refused where there is no daily."""
    if not asked.settings.has(Feature.DAILY):
        return ()
    dailies = asked.app.get(Dailies)
    # The server is named by who looks at the day itself.
    return [daily_line(await dailies.mine(dailies.days.today, asked.user_id, None), asked.say)]


def daily_line(mine: MyDaily, say: Words) -> Line:
    """Tell what a person's try of a day is at, with the button that leads there."""
    is_played = mine.row is not None and mine.row.status is Status.PLAYING
    if mine.outcome is not None:
        told = _outcome(mine.outcome, say)
        leading = button(f"daily:{mine.day.number}:result", say("home.button.result"))
    elif mine.row is None and mine.series.closed is None:
        told = say("home.daily.keep", n=mine.streak) if mine.streak else say("home.daily.new")
        leading = play_button(mine.day, say("daily.button.play"))
    elif is_played:
        told = say("home.daily.begun")
        leading = play_button(mine.day, say("daily.button.go_on"))
    else:
        told, leading = say("home.daily.over"), button("daily", say("home.button.see"))
    if is_played:
        leading.style = discord.ButtonStyle.success
    return Line(say("home.daily", game=say(f"game.{mine.series.game}"), told=told), leading)


def _outcome(outcome: TryOutcome, say: Words) -> str:
    field = outcome.everywhere
    if field is None:
        return say("home.daily.gave_up")
    place = field.total - field.below - field.level + 1
    told = say(
        "home.daily.first" if field.total == 1 else "home.daily.place", place=place, n=field.total
    )
    return f"{told} {say('home.daily.streak', n=outcome.streak)}" if outcome.streak else told
