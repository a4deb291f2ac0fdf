"""An evening's standing while it goes on and at its end, and what one person made of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.discord.controls import button, table_button
from bot.discord.names import escape
from bot.discord.parts import Pictures, container, galleries, jump_link, rows
from bot.evenings.round import evening_of
from bot.evenings.scoring import Line, Sat, best_deals, by_cards
from bot.evenings.service import Standing
from bot.match.names import bold_names
from bot.match.show.looks import Look, looking_back
from bot.store.rows import MatchRow, Status
from render.api import All, Nth, Words
from render.numbers import decimal, number
from render.ranking import Heading
from render.scenes import SCENES
from render.scenes.evening import Cards, Holder

MEDALS = 3
"""How many places stand in a line of their own."""


def standing_layout(standing: Standing, say: Words) -> ui.LayoutView:
    """Lay out who plays at which table, and who is done: nothing of what they made."""
    lines = [_title(standing, say)]
    for one in standing.tables:
        names = All(bold_names(one.row, say, ()))
        key = f"evening.table.{one.row.status}"
        lines.append(say(key, table=one.row.id, names=names, deal=one.deal))
    lines.append(say("evening.means"))
    return container(ui.TextDisplay("\n".join(lines)), *rows([_hand_button(standing, say)]))


def over_layout(standing: Standing, pictures: Pictures, say: Words) -> ui.LayoutView:
    """Lay out the end: everybody's place and points, and the ways to see it all again."""
    lines = [_title(standing, say), *_places(standing.lines, say)]
    if standing.lines:
        lines.append(say("evening.points"))
    lines += _notes(standing, say)
    over = [one.row for one in standing.tables if one.row.status is Status.OVER]
    again = button(
        f"again:{standing.evening.id}", say("final.button.again"), discord.ButtonStyle.success
    )
    replays = [
        button(f"replay:{row.id}", say("evening.button.replay", table=row.id)) for row in over
    ]
    return container(
        ui.TextDisplay("\n".join(lines)), *galleries(pictures),
        *rows([again, _own_button(standing.evening.id, say)]), *rows(replays),
    )  # fmt: skip


def line_layout(standing: Standing, say: Words) -> ui.LayoutView:
    """Lay out the line in the channel that leads to the thread, and at the end tells the result."""
    game, link = say(f"game.{standing.first.game}"), jump_link(standing.first, None)
    told = {"game": game, "link": link, "tables": len(standing.tables)}
    if standing.evening.ended is None:
        names = All(f"**{escape(name)}**" for name in _people(standing))
        text = say("evening.line.playing", names=names, **told)
        return container(ui.TextDisplay(text), *rows([_hand_button(standing, say)]))
    first = [line for line in standing.lines if line.place == 1]
    if not first:
        return container(ui.TextDisplay(say("evening.line.nobody", **told)))
    names = All(_name(line.sat) for line in first)
    points = decimal(first[0].points, say)
    text = say("evening.line.over", names=names, n=len(first), points=points, **told)
    again = button(
        f"again:{standing.evening.id}", say("final.button.again"), discord.ButtonStyle.success
    )
    return container(ui.TextDisplay(text), *rows([again]))


def own_layout(standing: Standing, row: MatchRow, user_id: int, say: Words) -> ui.LayoutView:
    """Lay out for one person what they made beside those who held the same cards, deal by deal."""
    line = next((one for one in standing.lines if one.sat.user_id == user_id), None)
    if line is None:
        text = say("evening.own.none", table=row.id)
    else:
        text = "\n".join([_own(standing, line, say), *_deals(standing, line.sat, say)])
    return container(ui.TextDisplay(text), *rows(looking_back(row, say)))


def heading_of(standing: Standing, say: Words) -> Heading:
    """Return the head line of the picture."""
    game = say(f"game.{standing.first.game}")
    return Heading(game, say("picture.evening.tables", n=len({sat.table for sat in standing.sat})))


def cards_of(standing: Standing) -> list[Cards]:
    """Return who held the cards of each seat, the best first; house players after people."""
    made = by_cards(standing.sat)
    lines = {(line.sat.table, line.sat.seat): line for line in standing.lines}

    def holder(one: Sat) -> Holder:
        line, best = lines.get((one.table, one.seat)), best_deals(one, made)
        if line is None:
            return Holder(one.name, one.made, best)
        return Holder(one.name, one.made, best, line.place, line.points)

    def rank(one: Sat) -> tuple[bool, int, int]:
        line = lines.get((one.table, one.seat))
        return (line is None, 0 if line is None else line.place, one.table)

    seats = sorted({one.seat for one in standing.sat})
    return [
        Cards(seat, [holder(one) for one in sorted(standing.sat, key=rank) if one.seat == seat])
        for seat in seats
    ]


def _title(standing: Standing, say: Words) -> str:
    key = "evening.title" if standing.evening.ended is None else "evening.over"
    game, people = say(f"game.{standing.first.game}"), len(_people(standing))
    return say(key, game=game, n=people, tables=len(standing.tables))


def _people(standing: Standing) -> list[str]:
    return [
        member.name for one in standing.tables for member in one.row.members
        if member.user_id is not None
    ]  # fmt: skip


def _places(lines: Sequence[Line], say: Words) -> list[str]:
    """Return everybody's place and points: the first ones a line each, all others in one."""
    if not lines:
        return [say("evening.nobody")]
    told, rest = list[str](), list[str]()
    for line in lines:
        points = say("evening.score", points=decimal(line.points, say))
        values = {"place": line.place, "name": _name(line.sat), "score": points}
        if line.place <= MEDALS and not rest:
            told.append(say(f"final.place.{line.place}", **values))
        else:
            rest.append(say("evening.place", **values))
    return [*told, *filter(None, (" · ".join(rest),))]


def _notes(standing: Standing, say: Words) -> list[str]:
    """Say which tables were not played out, and for whom a stand-in finished."""
    closed = [str(one.row.id) for one in standing.tables if one.row.status is Status.CLOSED]
    stood_in = [_name(one) for one in standing.sat if one.is_stood_in]
    notes = []
    if closed:
        notes.append(say("evening.closed", n=len(closed), tables=All(closed)))
    if stood_in:
        notes.append(say("evening.stood_in", names=All(stood_in)))
    if len({one.table for one in standing.sat}) == 1:
        notes.append(say("evening.alone"))
    return notes


def _own(standing: Standing, line: Line, say: Words) -> str:
    return say(
        "evening.own", place=Nth(line.place), people=len(standing.lines),
        points=decimal(line.points, say), seat=line.sat.seat,
    )  # fmt: skip


def _deals(standing: Standing, own: Sat, say: Words) -> list[str]:
    """Tell for each deal what a person made, and what the others did with the same cards."""
    unit, told = SCENES[standing.first.game].unit, []
    others = [one for one in standing.sat if one.seat == own.seat and one.table != own.table]
    for deal, made in enumerate(own.made):
        beside = [
            say("evening.other", name=_name(one), made=number(one.made[deal]))
            for one in others if deal < len(one.made)
        ]  # fmt: skip
        beside = beside or [say("evening.own.lone")]
        values = {"deal": deal + 1, "made": number(made), "others": ", ".join(beside)}
        told.append(say(f"evening.own.{unit}", **values))
    return told


def _name(one: Sat) -> str:
    return f"**{escape(one.name)}**"


def _hand_button(standing: Standing, say: Words) -> ui.Item[Any]:
    style = discord.ButtonStyle.success
    return table_button(standing.first, "hand", say("board.button.hand"), style)


def _own_button(evening_id: int, say: Words) -> ui.Item[Any]:
    return button(f"evening:{evening_id}", say("evening.button.own"))


def _after(row: MatchRow, say: Words) -> list[ui.Item[Any]]:
    evening_id = evening_of(row.series)
    return [] if evening_id is None else [_own_button(evening_id, say)]


LOOK = Look(after=_after)
