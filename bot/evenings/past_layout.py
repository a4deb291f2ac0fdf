"""The evenings of a server, in a private answer: the newest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from discord import ui

from bot.discord.names import escape
from bot.discord.parts import container, jump_link
from bot.evenings.rows import EveningPerson, EveningRow
from bot.store.rows import MatchRow
from render.api import All, Words
from render.numbers import decimal


class Past(NamedTuple):
    """An evening, one of its tables, and everybody who played it."""

    evening: EveningRow
    first: MatchRow
    people: Sequence[EveningPerson]


def past_layout(past: Sequence[Past], say: Words) -> ui.LayoutView:
    """Lay out what each evening came to, a line each, with the way to it."""
    if not past:
        return container(ui.TextDisplay(say("evening.past.none")))
    return container(
        ui.TextDisplay("\n".join([say("evening.past.title"), *(_line(one, say) for one in past)]))
    )


def _line(past: Past, say: Words) -> str:
    at, first, people = past
    told = {
        "game": say(f"game.{first.game}"), "when": f"<t:{int(at.begun)}:d>",
        "link": jump_link(first, None), "n": len(people),
    }  # fmt: skip
    if at.ended is None:
        return say("evening.past.now", round=at.round, rounds=at.rounds, **told)
    best = [one for one in people if one.place == 1]
    if not best:
        return say("evening.past.nobody", **told)
    names = All(f"**{escape(one.name)}**" for one in best)
    return say("evening.past.over", names=names, points=decimal(best[0].points or 0.0, say), **told)
