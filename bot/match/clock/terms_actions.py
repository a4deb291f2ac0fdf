"""Changing the clock and hints of a game that goes on, if everybody agrees."""

from __future__ import annotations

from bot.discord.parts import moment
from bot.discord.press import Press
from bot.errors import Refused
from bot.match.clock.proposal_layout import terms_text
from bot.match.clock.proposals import Proposals, may_propose
from bot.match.lobby.options_layout import terms_form, typed_options
from bot.match.tables import Tables
from bot.store.rows import MatchId


async def open_clock(press: Press, match_id: MatchId) -> None:
    """Open the form of the terms. Raises Refused if this person cannot change them."""
    row = await press.app.get(Tables).kept.glance(match_id)
    try:
        may_propose(row, press.user_id)
    except Refused:
        await press.app.get(Tables).wake(match_id, press.user_id)
        row = (await press.app.get(Tables).load(match_id)).row
        may_propose(row, press.user_id)
    await press.open(terms_form(row, press.say, is_played=True))


async def propose(press: Press, match_id: MatchId) -> None:
    """Take in the form: the others are asked at the table; alone, it is so at once."""
    typed = typed_options(press.fields.get("components"))
    await press.app.get(Tables).wake(match_id, press.user_id)
    row = await press.app.get(Proposals).propose(match_id, press.user_id, typed)
    if row.proposal is None:
        told = press.say("table.changed", terms=terms_text(row.terms, press.say))
    else:
        told = press.say("table.proposed", when=moment(row.proposal.until))
    await press.private(told)


async def answer(press: Press, match_id: MatchId, number: int, word: str) -> None:
    """Agree to a proposal, or say no to it."""
    await press.app.get(Tables).wake(match_id, press.user_id)
    await press.app.get(Proposals).answer(match_id, press.user_id, number, yes=word == "yes")
