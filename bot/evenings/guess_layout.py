"""What those who only watch an evening say and come to: the menu of a break, the best guessers."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.discord.controls import menu
from bot.discord.names import escape
from bot.evenings.guessing import best_guessers, candidates
from bot.evenings.standing import Standing
from render.api import Words
from render.numbers import rounded

OFFERED = 25
"""How many people a menu can offer: Discord's limit."""


def guess_menu(standing: Standing, say: Words) -> list[ui.Item[Any]]:
    """Ask in a break who will lead after the next round; nothing while one is played."""
    at, offered = standing.evening, candidates(standing)[:OFFERED]
    if at.next_at is None or not offered:
        return []
    number = at.round + 1
    choices = menu(f"evening:{at.id}:guess:{number}", say("evening.guess.choose", round=number))
    points = {one.user_id: one.points for one in standing.totals}
    for one in offered:
        made = points.get(one.user_id)
        told = None if made is None else say("evening.score", points=rounded(made, say))
        choices.add_option(label=one.name, value=str(one.user_id), description=told)
    return [ui.TextDisplay(say("evening.guess")), ui.ActionRow(choices)]


def guesser_lines(standing: Standing, say: Words) -> list[str]:
    """Name the best guessers, in breaks and at the end, if anybody was right."""
    at = standing.evening
    best = best_guessers(standing) if at.next_at is not None or at.ended is not None else []
    told = [say("evening.other", name=f"**{escape(name)}**", made=points) for name, points in best]
    return [say("evening.guessers", guessers=told)] if told else []
