"""An evening that is over: its results and its pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from discord import ui

from bot.discord.names import bold, clean_name
from bot.discord.parts import Menu, Pictures, button, container, galleries, menu, rows
from bot.evenings.layouts import moment_buttons, moment_lines, over_lines
from bot.evenings.result_layouts import result_button
from bot.evenings.rows import EveningPerson
from bot.evenings.rules import Sat, Total, best_deals, by_cards
from bot.evenings.standings import Moment, Played, Standing
from bot.evenings.store import Past
from bot.match.table.change import MEDALS
from bot.match.table.names import portraits
from render.api import All, Picture, Words, rounded
from render.scenes import SCENES
from render.scenes.evening import Cards, Holder, paint_evening
from render.scenes.leaderboard import Heading
from render.scenes.league import paint_rounds
from render.theme import Theme

# The evenings of a server, and one of them again, in a private answer.

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
    own = [result_button(chosen.evening.id, chosen.evening.round, say)] if has_played else []
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


# The pictures of an evening: who made more of the same cards, and how all rounds stand.

DRAWN = 8
"""The most tables whose deals are drawn; of more, only the standing is."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A person's line in the table of all rounds."""

    place: int
    name: str
    weeks: int
    latest: float | None
    points: float
    has_medal: bool
    is_helped: bool


def painting(standing: Standing, played: Played) -> Callable[[Words, Theme], Picture] | None:
    """Return what paints a round deal by deal or, at the end of several, how all rounds stand.

    That is painted too if too many tables played the round; None where nobody did.
    """
    tables = len({sat.table for sat in played.sat})
    is_end = standing.evening.ended is not None and played is standing.last
    if standing.totals and (tables > DRAWN or (is_end and len(standing.played) > 1)):
        return partial(painted_totals, standing)
    return partial(painted_round, standing, played) if 0 < tables <= DRAWN else None


def painted_round(standing: Standing, played: Played, say: Words, theme: Theme) -> Picture:
    """Paint a round deal by deal."""
    game = standing.first.game
    heading = Heading(
        say(f"game.{game}"), say("picture.evening.tables", n=len({sat.table for sat in played.sat}))
    )
    return paint_evening(heading, cards_of(played, say), SCENES[game].unit, say, theme)


def painted_totals(standing: Standing, say: Words, theme: Theme) -> Picture:
    """Paint everybody's points of all rounds that are over, the best first."""
    at = standing.evening
    remark = say("picture.evening.rounds", n=len(standing.played), rounds=at.rounds)
    heading = Heading(say(f"game.{standing.first.game}"), remark)
    return paint_rounds(heading, [_row(one) for one in standing.totals], say, theme)


def _row(one: Total) -> _Row:
    latest = one.rounds[-1]
    return _Row(
        one.place, one.name, sum(each is not None for each in one.rounds),
        None if latest is None else float(latest), one.points, one.has_medal,
        one.is_helped,
    )  # fmt: skip


def cards_of(played: Played, say: Words) -> list[Cards]:
    """Return who held the cards of each seat, the best first; house players after people.

    At a lone table nobody else had anybody's cards: all are in one list.
    """
    made, is_alone = by_cards(played.sat), len({sat.table for sat in played.sat}) == 1
    lines = {(line.sat.table, line.sat.seat): line for line in played.lines}

    def holder(one: Sat) -> Holder:
        line, best = lines.get((one.table, one.seat)), best_deals(one, made)
        if line is None:
            at = say("picture.evening.at", name=one.name, table=one.table)
            shown = one.name if is_alone else at
            return Holder(shown, one.made, best, portrait=portraits().get(one.name, 0))
        return Holder(
            one.name, one.made, best, line.place, line.points, line.has_medal, one.stood_in
        )

    def rank(one: Sat) -> tuple[bool, int, int]:
        line = lines.get((one.table, one.seat))
        return (line is None, -sum(one.made) if line is None else line.place, one.table)

    ranked = sorted(played.sat, key=rank)
    if is_alone:
        return [Cards(0, [holder(one) for one in ranked])]
    return [
        Cards(seat, [holder(one) for one in ranked if one.seat == seat])
        for seat in sorted({one.seat for one in ranked})
    ]
