"""Proposals under the lock of their match, and in words: terms, votes, and why a game is paused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import discord

from bot.clock import Clock
from bot.discord.parts import Button, button, moment
from bot.errors import Refused, Stale
from bot.match.table import change
from bot.match.table.kind import kind_of
from bot.match.table.names import bold_names
from bot.match.table.solo import delay_of
from bot.match.table.state import require_there, seat_at_play
from bot.match.table.tables import Tables
from bot.match.table.times import LOCKED, MODERATOR, PERMISSIONS, ROOM, require_can_go_on
from bot.preferences.terms import COACH, HINTS, agreed, clock_word
from bot.store.rows import MatchId, MatchRow, Pause, Terms
from bot.texts import parted
from engine.seats import Seat
from render.api import All, Words

# What people agree on in play, the terms and the votes, and why a game is paused, in words.


def proposal_text(row: MatchRow, say: Words) -> str:
    """Say what is proposed, who has not answered, and when it lapses; "" where nothing is."""
    proposal = row.proposal
    if proposal is None:
        return ""
    author, others = (_names(row, users, say) for users in (proposal.yes[:1], change.asked(row)))
    if proposal.back:
        return say("board.back", name=author, names=others, when=moment(proposal.until))
    terms = replace(row.terms, clock=proposal.clock, bank=proposal.bank, hints=proposal.hints)
    return say(
        "board.proposal", name=author, terms=terms_text(terms, say), names=others,
        when=moment(proposal.until),
    )  # fmt: skip


def proposal_buttons(row: MatchRow, say: Words) -> list[Button]:
    """Return the buttons that answer what is proposed; none where nothing is."""
    if row.proposal is None or row.pauses:
        return []
    to = f"p:{row.id}:{row.proposal.number}"
    return [
        button(f"{to}:yes", say("board.button.agree"), discord.ButtonStyle.success),
        button(f"{to}:no", say("board.button.refuse")),
    ]


def voters_of(row: MatchRow, say: Words) -> All:
    """Name those who want to end the game."""
    return _names(row, row.votes, say)


def votes_text(row: MatchRow, say: Words) -> str:
    """Say who wants to end the game, and how many it takes; "" where nobody does."""
    names, needed = voters_of(row, say), change.votes_needed(row)
    return say("board.votes", names=names, n=len(names), needed=needed) if names and needed else ""


def terms_text(terms: Terms, say: Words, *, has_clock: bool = True) -> str:
    """Spell what a table agrees on beside its game's options."""
    clock, hints = clock_word(terms), str(terms.hints).lower()
    told = [say("lobby.rounds", n=terms.rounds)] if terms.rounds else []
    told += [say("lobby.clock", time=say(f"terms.clock.{clock}"))] if has_clock else []
    told.append(say(f"lobby.hints.{hints}"))
    if terms.coach:
        told.append(say("lobby.coach"))
    return parted(told, say)


def _names(row: MatchRow, users: Iterable[int], say: Words) -> All:
    meant = frozenset(users)
    named = zip(row.members, bold_names(row, say, ()), strict=True)
    return All(name for member, name in named if member.user_id in meant)


def paused_text(row: MatchRow, say: Words) -> str:
    """Say that a game is paused and why, a line a reason; "" while it goes on."""
    return "\n".join(_reason(pause, say) for pause in row.pauses)


def _reason(pause: Pause, say: Words) -> str:
    if pause.why == PERMISSIONS:
        missing = [say(f"permission.{name}") for name in pause.missing]
        return say("pause.permissions", missing=missing)
    if pause.why == MODERATOR and pause.by is not None:
        return say("pause.moderator", person=f"<@{pause.by}>")
    known = {LOCKED: "pause.locked", ROOM: "pause.room"}
    return say(known.get(pause.why, "pause.other"))


# Proposals under the lock of their match, checked on the stored row.


class Proposals:
    """Lets people change the terms of a game that goes on, and take moves back."""

    def __init__(self, tables: Tables, clock: Clock) -> None:
        self._tables = tables
        self._clock = clock

    async def propose(self, match_id: MatchId, user_id: int, texts: Mapping[str, str]) -> MatchRow:
        """Propose what was chosen in a form; alone, it is so at once. Raises Refused."""
        async with self._tables.locked(match_id) as row:
            require_can_propose(row, user_id)
            now = self._clock.now()
            after = change.proposed(row, user_id, agreed(row.terms, _open_to(row, texts)), now)
            return await self._tables.store_present(change.changed(after, now))

    async def answer(self, match_id: MatchId, user_id: int, number: int, *, yes: bool) -> MatchRow:
        """Agree to a proposal, or say no, which ends it. Raises Refused."""
        async with self._tables.locked(match_id) as row:
            require_can_propose(row, user_id)
            after = change.answered(row, user_id, number, yes=yes)
            if after == row:
                return row
            if after.proposal is not None and change.is_agreed(after):
                return await self._take_back(row, seat_at_play(row, after.proposal.yes[0]))
            return await self._tables.store_present(change.changed(after, self._clock.now()))

    async def take_back(self, match_id: MatchId, user_id: int, moves: int) -> MatchRow:
        """Take back the last move, which a person has made, or propose that to the others.

        `moves` is how many there were when they chose. Raises Stale and Refused.
        """
        async with self._tables.locked(match_id) as row:
            seat = seat_at_play(row, user_id)
            require_there(row.members[seat - 1])
            require_can_go_on(row)
            if row.moves != moves:
                raise Stale("refused.stale")
            after = change.proposed_back(row, user_id, self._clock.now())
            if change.is_agreed(after):
                return await self._take_back(row, seat)
            require_can_propose(row, user_id)
            change.require_can_take_back(await self._tables.cache.replayed(row), seat)
            return await self._tables.store_present(change.changed(after, self._clock.now()))

    async def _take_back(self, row: MatchRow, seat: Seat) -> MatchRow:
        table = await self._tables.cache.replayed(row)
        delay = delay_of(row, self._clock)
        after, commit = change.taken_back(table, seat, self._clock.now(), delay)
        return await self._tables.store(commit, after)


def _open_to(row: MatchRow, texts: Mapping[str, str]) -> Mapping[str, str]:
    """Return the choices but those a table cannot make now: hints in a series, and the coach."""
    closed = (COACH.key, HINTS.key) if kind_of(row).shares_deals else (COACH.key,)
    return {key: text for key, text in texts.items() if key not in closed}


def require_can_propose(row: MatchRow, user_id: int) -> None:
    """Raise Refused if a person cannot change the terms of a game, nor agree to that, now."""
    seat = seat_at_play(row, user_id)
    if kind_of(row).is_solo:
        raise Refused("refused.daily_terms")
    if row.by_token:
        raise Refused("refused.elsewhere")
    if row.members[seat - 1].away:
        raise Refused("refused.away")
    require_can_go_on(row)
