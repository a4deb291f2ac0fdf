"""What one person made in a round, beside those who held the same cards."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from discord import ui

from bot.discord.controls import button
from bot.discord.names import escape
from bot.discord.parts import container, rows
from bot.evenings.scoring import Cards, Line, Sat, beyond_by_deal, by_cards
from bot.evenings.standing import Played
from bot.match.show.looks import looking_back
from bot.store.rows import MatchRow
from render.api import Nth, Words
from render.numbers import decimal, number
from render.scenes import SCENES

FEW = 4
"""Beside so many others each is named with what they made; of more, the average and the best."""


def own_button(evening_id: int, round_number: int, say: Words) -> ui.Item[Any]:
    """Make the button that shows a person what they made in a round."""
    return button(f"evening:{evening_id}:{round_number}", say("evening.button.own"))


def own_layout(played: Played, row: MatchRow, user_id: int, say: Words) -> ui.LayoutView:
    """Lay out for one person a round that is over, deal by deal."""
    lines = own_lines(played, row, user_id, say)
    return container(ui.TextDisplay("\n".join(lines)), *rows(looking_back(row, say)))


def own_lines(played: Played, row: MatchRow, user_id: int | None, say: Words) -> list[str]:
    """Say what a person made in a round: their place, their swing, and each deal."""
    line = next((one for one in played.lines if one.sat.user_id == user_id), None)
    if line is None:
        return [say("evening.own.none", table=row.id)]
    own = say(
        "evening.own", place=Nth(line.place), people=len(played.lines), seat=line.sat.seat,
        points=decimal(line.points, say),
    )  # fmt: skip
    made = by_cards(played.sat)
    return [own, swing_text(line, made, row.game, say), *_deals(played, line.sat, row.game, say)]


def swing_text(line: Line, made: dict[Cards, list[int]], game: str, say: Words) -> str:
    """Say in one sentence how the round went for a person: what it was above or below average."""
    swings = beyond_by_deal(line.sat, made)
    total = sum(swings, Fraction())
    if not total:
        return say("evening.swing.even")
    way = "more" if total > 0 else "less"
    most = max(range(len(swings)), key=lambda deal: swings[deal] if total > 0 else -swings[deal])
    key = f"evening.swing.{way}" if len(swings) > 1 else f"evening.swing.{way}.one"
    unit = SCENES[game].unit
    return say(
        key,
        points=decimal(float(abs(total)), say),
        deal=say(f"picture.evening.{unit}", deal=most + 1),
    )


def _deals(played: Played, own: Sat, game: str, say: Words) -> list[str]:
    """Tell for each deal what a person made, and what the others did with the same cards."""
    unit, told = SCENES[game].unit, []
    others = [one for one in played.sat if one.seat == own.seat and one.table != own.table]
    for deal, made in enumerate(own.made):
        held = [one for one in others if deal < len(one.made)]
        beside = _beside(held, deal, say)
        values = {"deal": deal + 1, "made": number(made), "others": beside}
        told.append(say(f"evening.own.{unit}", **values))
    return told


def _beside(others: Sequence[Sat], deal: int, say: Words) -> str:
    if not others:
        return say("evening.own.lone")
    if len(others) > FEW:
        best = max(others, key=lambda one: one.made[deal])
        average = sum(one.made[deal] for one in others) / len(others)
        return say(
            "evening.own.many", n=len(others), average=decimal(average, say),
            name=_name(best), made=number(best.made[deal]),
        )  # fmt: skip
    return ", ".join(
        say("evening.other", name=_name(one), made=number(one.made[deal])) for one in others
    )


def _name(one: Sat) -> str:
    return f"**{escape(one.name)}**"
