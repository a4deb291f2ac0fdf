"""The leaderboard and a person's own numbers, as people read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import ui

from bot.names import escape
from bot.ui.parts import container, galleries
from render.numbers import decimal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.store.rows import Standing
    from render.api import Picture, Words

HERE, EVERYWHERE = "here", "all"
"""Which games count: those of this server, or all."""


def leaderboard_layout(
    picture: tuple[str, Picture], words: str, turning: Sequence[ui.ActionRow[Any]]
) -> ui.LayoutView:
    """Lay out a page of a leaderboard, with the row that turns to the others."""
    return container(*galleries([picture]), ui.TextDisplay(words), *turning)


def empty_layout(title: str, say: Words) -> ui.LayoutView:
    """Lay out a leaderboard nobody is on: the picture of any other bears its title itself."""
    heading: ui.TextDisplay[ui.LayoutView] = ui.TextDisplay(
        say("leaderboard.heading", title=escape(title))
    )
    return container(heading, ui.TextDisplay(say("leaderboard.empty", play="`/play`")))


def own_line(own: Standing | None, say: Words) -> str:
    """Tell people where they stand themselves."""
    if own is None:
        return say("leaderboard.own_none")
    key = "leaderboard.own" if own.place is not None else "leaderboard.own_winless"
    return say(key, place=own.place, wins=own.wins, n=own.games)


def stats_layout(heading: str, text: str) -> ui.LayoutView:
    """Lay out a person's numbers."""
    return container(ui.TextDisplay(heading), ui.TextDisplay(text))


def stats_line(where: str, own: Standing, unit: str, say: Words) -> str:
    """Spell a person's numbers in one game, which is dealt in deals, hands or trips."""
    place = "stats.no_place" if own.place is None else "stats.place"
    return say(
        "stats.line", where=where, n=own.games, wins=own.wins, average=decimal(own.average, say),
        best=say("picture.none") if own.best_deal is None else own.best_deal,
        place=say(place, place=own.place), per=say(f"picture.column.average.{unit}"),
        top=say(f"picture.column.best.{unit}"),
    )  # fmt: skip
