"""Leaving a table, and ending its game for all: each is asked first, in one private panel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import TypeAlias

import discord

from bot.discord.press import Press
from bot.errors import Refused
from bot.match.change import votes_needed
from bot.match.clock.proposal_layout import voters_of
from bot.match.hand_actions import show_hand
from bot.match.kind import kind_of
from bot.match.leaving_layout import (
    NO_ENDING,
    NOBODY,
    Ending,
    Leaving,
    end_layout,
    ended_layout,
    leaving_layout,
    left_layout,
    over_layout,
    taken_back_layout,
    voted_layout,
)
from bot.match.show.panels import Panels
from bot.match.table import counts_by_now, may_count, present, require_neutral, seat_of
from bot.match.tables import Tables
from bot.preferences.server import Feature
from bot.store.rows import MatchId, MatchRow, Status

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
    return may_count(row) and not kind_of(row).together and settings.has(Feature.RATINGS)


@while_it_lasts
async def leave(press: Press, match_id: MatchId) -> None:
    """Leave; the person has read what comes of it, or it is practice, of which nothing comes."""
    row = await press.app.get(Tables).leave(match_id, press.user_id)
    if kind_of(row).is_practice:
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
    if [member.user_id for member in present(row)] == [press.user_id]:
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
    if not enders.everyone or len(present(row)) < 2:
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
    plays = seat_of(row, press.user_id) is not None
    if not enders.everyone:
        return press.belongs_to(enders) and not (plays and counts_by_now(row))
    return not plays and press.is_moderator


async def _require_votes(press: Press, row: MatchRow) -> None:
    """Raise Refused where the server has said who may end games: nobody votes there."""
    enders = (await press.server_settings(row.guild_id)).enders
    if not enders.everyone:
        if press.belongs_to(enders):
            require_neutral(row, press.user_id)
        key = "refused.enders" if enders.role is None else "refused.enders_role"
        raise Refused(key, role=f"<@&{enders.role}>")
