"""Leaving a table or ending its game: the questions, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Self

import discord
from discord import ui

from bot.discord.parts import Button, button, container, rows
from bot.match.change import votes_needed
from bot.match.kind import kind_of
from bot.match.table import is_given_up
from bot.store.rows import MatchId, MatchRow, Status
from render.api import All, Words


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


@dataclass(frozen=True, slots=True)
class Ending:
    """How a person can end a game for all: at once, or by their vote.

    `needed` is how many votes end it; None where nobody votes.
    """

    at_once: bool = False
    needed: int | None = None
    has_voted: bool = False


NO_ENDING = Ending()
NOBODY = All()

_LABELS = {Leaving.ENDS: "leaving.button", Leaving.DAILY: "daily.button.give_up"}
"""The words of the button that leaves, where it does more than that."""


def leaving_layout(
    match_id: MatchId, say: Words, what: Leaving, *, rated: bool = False,
    ending: Ending = NO_ENDING, voters: All = NOBODY,
) -> ui.LayoutView:  # fmt: skip
    """Lay out what leaving would do, and ending; a `rated` game then counts as last place.

    It may end the game because of what the `voters` want: then one's own vote does the same.
    """
    if voters and what is Leaving.ENDS:
        text = say("leaving.asks.votes", names=voters, n=len(voters))
        end = button(f"t:{match_id}:end", say("leaving.button"), discord.ButtonStyle.danger)
        return container(ui.TextDisplay(text), *rows([end]))
    text = say(f"leaving.asks.{what}")
    if rated and what in (Leaving.FINISHED, Leaving.GOES_ON):
        rating = say("rating.last" if what is Leaving.FINISHED else "leaving.rated")
        text = f"{text} {rating}"
    label = say(_LABELS.get(what, "board.button.leave"))
    custom_id = f"q:{match_id}" if what is Leaving.ENDS else f"q:{match_id}:on"
    going = button(custom_id, label, discord.ButtonStyle.danger)
    if ending.needed is None:
        return container(ui.TextDisplay(text), *rows([going, *_ends(match_id, say, ending)]))
    word = "voted" if ending.has_voted else "vote"
    vote = ui.TextDisplay[ui.LayoutView](say(f"leaving.{word}", needed=ending.needed))
    parts = [vote, ui.TextDisplay(text)] if ending.has_voted else [ui.TextDisplay(text), vote]
    return container(*parts, *rows([going, *_ends(match_id, say, ending)]))


def _ends(match_id: MatchId, say: Words, ending: Ending) -> list[Button]:
    """Offer to end a game for all, to vote for that or to take the vote back."""
    if ending.at_once:
        return [_end_button(match_id, say)]
    if ending.needed is None:
        return []
    if ending.has_voted:
        return [_back_button(match_id, say)]
    return [button(f"t:{match_id}:end", say("leaving.button.vote"))]


def voted_layout(row: MatchRow, say: Words) -> ui.LayoutView:
    """Lay out that a vote to end the game is in, which can be taken back."""
    told = say("leaving.vote_in", n=len(row.votes), needed=votes_needed(row))
    return container(ui.TextDisplay(told), *rows([_back_button(row.id, say)]))


def taken_back_layout(say: Words) -> ui.LayoutView:
    """Lay out that a vote to end the game was taken back."""
    return container(ui.TextDisplay(say("leaving.vote_back")))


def _back_button(match_id: MatchId, say: Words) -> Button:
    return button(f"q:{match_id}:back", say("leaving.button.back"))


def end_layout(match_id: MatchId, say: Words) -> ui.LayoutView:
    """Ask somebody who may end a game at once whether to."""
    return container(ui.TextDisplay(say("leaving.asks.all")), *rows([_end_button(match_id, say)]))


def _end_button(match_id: MatchId, say: Words) -> Button:
    return button(f"q:{match_id}:end", say("leaving.button.all"), discord.ButtonStyle.danger)


def ended_layout(say: Words) -> ui.LayoutView:
    """Lay out that a game was ended for all."""
    return container(ui.TextDisplay(say("table.ended")))


def over_layout(say: Words) -> ui.LayoutView:
    """Lay out that a game is over, in place of what could be done about it before."""
    return container(ui.TextDisplay(say("refused.over")))


def left_layout(say: Words, what: Leaving) -> ui.LayoutView:
    """Lay out that a person has left, and what became of a game that did not end by that."""
    return container(ui.TextDisplay(say(f"leaving.left.{what}")))
