"""The daily on a person's card and page."""

from __future__ import annotations

from collections.abc import Sequence

from bot.daily.dailies import Dailies, Glance
from bot.daily.layouts import field_text, play_button, result_text
from bot.discord.controls import button
from bot.match.show.profile import Asked, Fact, Line
from bot.preferences.server import Feature
from render.api import Words


async def daily_lines(asked: Asked) -> Sequence[Line]:
    """Tell what a person has come to today."""
    if not asked.settings.has(Feature.DAILY):
        return ()
    glance = await asked.app.get(Dailies).glance(asked.user_id)
    if glance is None or glance.state == "playing":  # which is among the games that wait
        return ()
    return [daily_line(glance, asked.say)]


async def daily_facts(asked: Asked) -> Sequence[Fact]:
    """Tell on how many days in a row a person has played."""
    if not asked.settings.has(Feature.DAILY):
        return ()
    streak = (await asked.app.get(Dailies).habit(asked.user_id)).streak
    if not streak:
        return ()
    return [Fact(asked.say("fact.streak"), asked.say("fact.streak.days", n=streak))]


def daily_line(glance: Glance, say: Words) -> Line:
    """Tell what a person's try of a day is at, with the button that leads there."""
    streak, see = glance.habit.streak, button("daily:today", say("button.see"))
    if glance.at_stake:
        told, leading = say("home.daily.mends", n=glance.at_stake), see
    elif glance.state == "new":
        told = say("home.daily.keep", n=streak) if streak else say("home.daily.new")
        leading = play_button(glance.day, say("daily.button.play"))
    elif glance.state == "played":
        told = _played(glance, streak, say)
        leading = button(f"daily:{glance.day.number}:result", say("home.button.result"))
    else:
        told, leading = say("home.daily.over"), see
    return Line(say("home.daily", game=say(f"game.{glance.game}"), told=told), leading)


def _played(glance: Glance, streak: int, say: Words) -> str:
    field = glance.field
    if field is None:
        return say("home.daily.gave_up")
    if field.total == 1:
        told = result_text(field, say, is_over=False)
    else:
        told = say("home.daily.place", place=field_text(field, say, is_over=False))
    return f"{told} {say('home.daily.streak', n=streak)}" if streak else told
