"""The leaderboard and a person's own numbers, as people read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from discord import ui

from bot.names import escape
from bot.ui.parts import container, galleries
from render.numbers import decimal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.store.rows import Standing
    from render.api import Picture, Words

Paragraph: TypeAlias = "tuple[str, tuple[str, Picture]]"
"""The words of a game and its picture, with the name of its file."""

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


def stats_layout(heading: str, paragraphs: Sequence[Paragraph], footer: str) -> ui.LayoutView:
    """Lay out a person's numbers: the words and the picture of each game."""
    items: list[ui.Item[ui.LayoutView]] = [ui.TextDisplay(heading)]
    for text, picture in paragraphs:
        items += [ui.TextDisplay(text), *galleries([picture])]
    return container(*items, ui.TextDisplay(footer))


def comparison_layout(
    heading: str, picture: tuple[str, Picture] | None, footer: str
) -> ui.LayoutView:
    """Lay out two people side by side."""
    shown = [] if picture is None else galleries([picture])
    return container(ui.TextDisplay(heading), *shown, ui.TextDisplay(footer))


def stats_line(where: str, own: Standing, unit: str, say: Words) -> str:
    """Spell a person's numbers in one game, which is dealt in deals, hands or trips."""
    place = "stats.no_place" if own.place is None else "stats.place"
    return say(
        "stats.line", where=where, n=own.games, wins=own.wins, average=decimal(own.average, say),
        best=say("picture.none") if own.best_deal is None else own.best_deal,
        place=say(place, place=own.place), per=say(f"picture.column.average.{unit}"),
        top=say(f"picture.column.best.{unit}"),
    )  # fmt: skip
