"""Leaving a table: the question, and what came of it."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

import discord
from discord import ui

from bot.discord.controls import button
from bot.discord.parts import container, rows
from bot.match.kind import kind_of
from bot.match.table import is_given_up
from bot.store.rows import MatchId, MatchRow, Status
from render.api import Words


class Leaving(StrEnum):
    """The fate of a game that a person leaves."""

    ENDS = "ends"
    """It ends without a result."""
    FINISHED = "finished"
    """Nobody is left, and house players finish it."""
    DAILY = "daily"
    """It is a daily: a house player finishes it."""
    GOES_ON = "goes_on"
    """Others play on."""

    @classmethod
    def of(cls, after: MatchRow) -> Self:
        """Return the fate of a game, from its row after somebody left it."""
        if after.status is Status.CLOSED:
            return cls(cls.ENDS)
        if kind_of(after).is_solo:
            return cls(cls.DAILY)
        return cls(cls.FINISHED if is_given_up(after) else cls.GOES_ON)


def leaving_layout(
    match_id: MatchId, say: Words, what: Leaving, *, rated: bool = False
) -> ui.LayoutView:
    """Lay out what leaving would do; a `rated` game then counts as last place."""
    text = say(f"leaving.asks.{what}")
    if rated and what in (Leaving.FINISHED, Leaving.GOES_ON):
        rating = say("rating.last" if what is Leaving.FINISHED else "leaving.rated")
        text = f"{text} {rating}"
    label = say("leaving.button" if what is Leaving.ENDS else "leaving.button.leave")
    custom_id = f"q:{match_id}" if what is Leaving.ENDS else f"q:{match_id}:on"
    going = button(custom_id, label, discord.ButtonStyle.danger)
    return container(ui.TextDisplay(text), *rows([going]))


def left_layout(say: Words, what: Leaving) -> ui.LayoutView:
    """Lay out that a person has left, and what became of the game."""
    return container(ui.TextDisplay(say(f"leaving.left.{what}")))
