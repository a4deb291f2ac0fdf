"""A proposal to change something in play, and the buttons that answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import discord

from bot.discord.controls import Button, button
from bot.discord.parts import moment
from bot.match.clock.proposing import asked
from bot.match.lobby.layouts import terms_text
from bot.match.names import bold_names
from bot.store.rows import MatchRow
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


def _names(row: MatchRow, users: Iterable[int], say: Words) -> All:
    meant = frozenset(users)
    named = zip(row.members, bold_names(row, say, ()), strict=True)
    return All(name for member, name in named if member.user_id in meant)
