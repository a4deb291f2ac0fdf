"""What people agree on in play, the terms and the votes, and why a game is paused, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import discord

from bot.discord.parts import Button, button, moment
from bot.match.table.change import votes_needed
from bot.match.table.names import bold_names
from bot.match.table.proposals import asked
from bot.match.table.times import LOCKED, MODERATOR, PERMISSIONS
from bot.preferences.terms import clock_word
from bot.store.rows import MatchRow, Pause, Terms
from render.api import All, Words


def proposal_text(row: MatchRow, say: Words) -> str:
    """Say what is proposed, who has not answered, and when it lapses; "" where nothing is."""
    proposal = row.proposal
    if proposal is None:
        return ""
    author, others = (_names(row, users, say) for users in (proposal.yes[:1], asked(row)))
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
    names, needed = voters_of(row, say), votes_needed(row)
    return say("board.votes", names=names, n=len(names), needed=needed) if names and needed else ""


def terms_text(terms: Terms, say: Words, *, has_clock: bool = True) -> str:
    """Spell what a table agrees on beside its game's options."""
    clock, hints = clock_word(terms), str(terms.hints).lower()
    told = [say("lobby.rounds", n=terms.rounds)] if terms.rounds else []
    told += [say("lobby.clock", time=say(f"terms.clock.{clock}"))] if has_clock else []
    told.append(say(f"lobby.hints.{hints}"))
    if terms.coach:
        told.append(say("lobby.coach"))
    return " · ".join(told)


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
    return say("pause.locked" if pause.why == LOCKED else "pause.other")
