"""Leaving a game, ending it, and voting on that."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import wraps
from typing import Self, TypeAlias

import discord
from discord import ui

from bot.discord.parts import Button, button, container, rows
from bot.discord.press import Press
from bot.errors import Refused
from bot.match.clock.proposals import voters_of
from bot.match.show.actions import show_hand
from bot.match.show.panels import Panels, PrivateHands
from bot.match.table import state
from bot.match.table.change import votes_needed
from bot.match.table.kind import kind_of
from bot.match.table.tables import Tables
from bot.preferences.server import Feature
from bot.store.rows import MatchId, MatchRow, Status
from render.api import All, Words

# Leaving a table or ending its game: the questions, and what came of it.


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
        return cls(cls.FINISHED if state.is_given_up(after) else cls.GOES_ON)


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


# Leaving a table, and ending its game for all: each is asked first, in one private panel.

Asked: TypeAlias = Callable[[Press, MatchId], Awaitable[None]]


def while_it_lasts(action: Asked) -> Asked:
    """Do something that a panel asks for; where the game is over, the panel says only that."""

    @wraps(action)
    async def asked(press: Press, match_id: MatchId) -> None:
        press.app.get(Panels).leave_to(press.interaction)
        try:
            await action(press, match_id)
        except Refused as error:
            if error.key != "refused.over":
                raise
            await press.answer(view=over_layout(press.say))

    return asked


async def _ask(press: Press, match_id: MatchId, layout: discord.ui.LayoutView) -> None:
    """Show something about leaving or ending a game; it goes when that has ended."""
    shown = await press.answer(view=layout)
    press.app.get(Panels).note_question(press.interaction, shown.id, match_id)


async def ask_to_leave(press: Press, match_id: MatchId) -> None:
    """Say what leaving a table would do, with the buttons that do it or end the game for all.

    Who does not play there, but may end it, is asked only that. Raises Refused.
    """
    tables = press.app.get(Tables)
    row = (await tables.load(match_id)).row
    ending = await _ending(press, row)
    try:
        after = await tables.without(match_id, press.user_id)
    except Refused:
        if row.status is not Status.PLAYING or not ending.at_once:
            raise
        await _ask(press, match_id, end_layout(match_id, press.say))
        return
    rated, what = await is_rated(press, after), Leaving.of(after)
    layout = leaving_layout(
        match_id, press.say, what, rated=rated,
        voters=NOBODY if ending.needed is None else voters_of(row, press.say),
        ending=NO_ENDING if what is Leaving.ENDS else ending,
    )  # fmt: skip
    await _ask(press, match_id, layout)


async def is_rated(press: Press, row: MatchRow) -> bool:
    """Return whether a game is going to count for ratings by its own result, as far as is known."""
    settings = await press.server_settings(row.guild_id)
    return state.may_count(row) and not kind_of(row).together and settings.has(Feature.RATINGS)


@while_it_lasts
async def leave(press: Press, match_id: MatchId) -> None:
    """Leave; the person has read what comes of it, or it is practice, of which nothing comes."""
    is_beside = press.app.get(PrivateHands).is_beside(press.interaction, match_id)
    row = await press.app.get(Tables).leave(match_id, press.user_id)
    if kind_of(row).is_practice and is_beside:
        await press.withdraw()  # the hand says so
    elif kind_of(row).is_practice:
        await show_hand(press, match_id)
    elif row.status is Status.CLOSED:
        await _tell_ended(press, row)
    else:
        await press.answer(view=left_layout(press.say, Leaving.of(row)))


async def _tell_ended(press: Press, row: MatchRow) -> None:
    """Say that a game was ended, unless its table says so right there."""
    if row.by_token or not row.is_in(press.location.channel_id):
        await press.answer(view=ended_layout(press.say))
    else:
        await press.withdraw()


@while_it_lasts
async def leave_to_others(press: Press, match_id: MatchId) -> None:
    """Leave a game that others play on; whoever would be the last one to go is asked again."""
    after = await press.app.get(Tables).without(match_id, press.user_id)
    if after.status is Status.CLOSED:
        await ask_to_leave(press, match_id)
    else:
        await leave(press, match_id)


@while_it_lasts
async def end(press: Press, match_id: MatchId) -> None:
    """Vote to end a game; who may end it at once, or plays alone, is asked instead."""
    tables = press.app.get(Tables)
    await tables.wake(match_id, press.user_id)
    row = (await tables.load(match_id)).row
    if row.status is Status.PLAYING and await _may_end(press, row):
        await _ask(press, match_id, end_layout(match_id, press.say))
        return
    await _require_votes(press, row)
    if [member.user_id for member in state.present(row)] == [press.user_id]:
        await ask_to_leave(press, match_id)
        return
    row = await tables.vote_end(match_id, press.user_id)
    if row.status is Status.CLOSED:
        await _tell_ended(press, row)
    else:
        await _ask(press, match_id, voted_layout(row, press.say))


@while_it_lasts
async def take_vote_back(press: Press, match_id: MatchId) -> None:
    """Take a vote to end a game back."""
    await press.app.get(Tables).vote_end(match_id, press.user_id, wants=False)
    await press.answer(view=taken_back_layout(press.say))


@while_it_lasts
async def end_for_all(press: Press, match_id: MatchId) -> None:
    """End a game at once, for whoever may do that and was asked. Raises Refused."""
    tables = press.app.get(Tables)
    row = (await tables.load(match_id)).row
    if not await _may_end(press, row):
        await _require_votes(press, row)
        raise Refused("refused.moderators_only")
    await _tell_ended(press, await tables.close(match_id))


async def _ending(press: Press, row: MatchRow) -> Ending:
    """Return how this person can end a game for all."""
    if await _may_end(press, row):
        return Ending(at_once=True)
    enders = (await press.server_settings(row.guild_id)).enders
    if not enders.everyone or len(state.present(row)) < 2:
        return Ending()
    return Ending(needed=votes_needed(row), has_voted=press.user_id in row.votes)


async def _may_end(press: Press, row: MatchRow) -> bool:
    """Return whether this person ends a game without a vote.

    That do those who may by the server's setting, or moderators if all may vote; but nobody in a
    game of their own that counts by now, or where they can vote.
    """
    enders = (await press.server_settings(row.guild_id)).enders
    if press.location.guild_id != row.guild_id:
        return False
    plays = state.seat_of(row, press.user_id) is not None
    if not enders.everyone:
        return press.belongs_to(enders) and not (plays and state.counts_by_now(row))
    return not plays and press.is_moderator


async def _require_votes(press: Press, row: MatchRow) -> None:
    """Raise Refused where the server has said who may end games: nobody votes there."""
    enders = (await press.server_settings(row.guild_id)).enders
    if not enders.everyone:
        if press.belongs_to(enders):
            state.require_neutral(row, press.user_id)
        key = "refused.enders" if enders.role is None else "refused.enders_role"
        raise Refused(key, role=f"<@&{enders.role}>")
