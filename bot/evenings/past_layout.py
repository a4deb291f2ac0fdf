"""The evenings of a server, and one of them again, in a private answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from discord import ui

from bot.discord.controls import Menu, button, menu
from bot.discord.names import bold, clean_name
from bot.discord.parts import Pictures, container, galleries, rows
from bot.evenings.layouts import over_lines
from bot.evenings.moments import Moment
from bot.evenings.moments_layout import moment_buttons, moment_lines
from bot.evenings.own_layout import own_button
from bot.evenings.rows import EveningPerson
from bot.evenings.standing import Standing
from bot.evenings.store import Past
from bot.match.medals import MEDALS
from render.api import All, Words, rounded

LISTED = 10
"""How many evenings have a line, with the way to their board; more can be chosen."""

ROOM = 2800
"""The most characters that the places of an evening take here; beyond that not all are told."""


class Looking(NamedTuple):
    """The evenings that somebody (a user id) looks back at; `day` writes the day of a moment."""

    past: Sequence[Past]
    user_id: int
    day: Callable[[float], str]


def past_layout(at: Looking, say: Words) -> ui.LayoutView:
    """Lay out what each evening came to, the newest first, with a menu to see one again."""
    lines = [_line(one, say) for one in at.past[:LISTED]]
    if not lines:
        return container(ui.TextDisplay(say("evening.past.none")))
    told = "\n".join([say("evening.past.title"), *lines])
    return container(ui.TextDisplay(told), *_menu(at, None, say))


def past_result_layout(
    at: Looking, standing: Standing, moments: Sequence[Moment], pictures: Pictures, say: Words
) -> ui.LayoutView:  # fmt: skip
    """Lay out the result of an evening again, with all places if they fit, and the way to others.

    Who played it can see their own.
    """
    chosen = next(one for one in at.past if one.evening.id == standing.evening.id)
    told = "\n".join(over_lines(standing, say, len(standing.totals)))
    if len(told) > ROOM:
        told = "\n".join(over_lines(standing, say))
    told = "\n".join([told, *moment_lines(moments, say)])
    when = say("evening.past.when", when=_when(chosen), board=_board(chosen, say))
    has_played = any(one.user_id == at.user_id for one in standing.people)
    own = [own_button(chosen.evening.id, chosen.evening.round, say)] if has_played else []
    return container(
        ui.TextDisplay(f"{told}\n{when}"), *galleries(pictures),
        *_menu(at, chosen, say),
        *rows(moment_buttons(moments, say)),
        *rows([*own, button("evenings", say("evening.button.all"))]),
    )  # fmt: skip


def _line(past: Past, say: Words) -> str:
    at, game = past.evening, say(f"game.{past.game}")
    told = {"game": game, "when": _when(past), "board": _board(past, say)}
    if at.ended is None:
        people = sum(one.gone is None for one in past.people)
        return say("evening.past.now", round=at.round, rounds=at.rounds, n=people, **told)
    best = _best(past)
    if not best:
        return say("evening.past.nobody", **told)
    names = All(bold(one.name) for one in best)
    points = rounded(best[0].points or 0.0, say)
    return say("evening.past.over", names=names, points=points, n=len(past.people), **told)


def _best(past: Past) -> list[EveningPerson]:
    """Return who won, at most as many as have a line of their own in a result."""
    return [one for one in past.people if one.place == 1][:MEDALS]


def _when(past: Past) -> str:
    return f"<t:{int(past.evening.begun)}:d>"


def _board(past: Past, say: Words) -> str:
    """Lead to the board of an evening, if it has one."""
    at = past.board
    if at.message_id is None:
        return ""
    link = f"https://discord.com/channels/{at.guild_id}/{at.channel_id}/{at.message_id}"
    return say("evening.past.board", link=link)


def _menu(at: Looking, chosen: Past | None, say: Words) -> list[ui.ActionRow[ui.LayoutView]]:
    choices: Menu = menu("evenings:see", say("evening.past.choose"))
    for one in at.past:
        if one.evening.ended is not None:
            names = All(clean_name(each.name) for each in _best(one)) or say("evening.nobody")
            label = say(
                "evening.past.label", when=at.day(one.evening.begun), game=say(f"game.{one.game}")
            )
            choices.add_option(
                label=label, value=str(one.evening.id), default=one is chosen,
                description=say("evening.past.about", n=len(one.people), names=names),
            )  # fmt: skip
    return [ui.ActionRow(choices)] if choices.options else []
