"""Proposals of one person to which all have to agree: other terms, or a move taken back; pure.

People who have left are not asked, but late ones are: any press brings them back. A proposal goes
when its author leaves or is late.
"""

from __future__ import annotations

from dataclasses import replace

from bot.errors import Refused, Stale
from bot.match.table.state import is_house, present
from bot.store.rows import MatchRow, Presence, Proposal, Terms

LAPSE_OF_BACK = 30.0
"""Seconds after which it lapses that somebody wants to take their move back."""

LAPSE = 600.0
"""Seconds after which a proposal lapses; at a table with a longer clock, the time for a turn."""


def proposed(row: MatchRow, user_id: int, terms: Terms, now: float) -> MatchRow:
    """Return the row in which a person proposes other terms.

    Raises Refused if these are the present ones, or somebody else's proposal is not answered yet.
    """
    if (terms.clock, terms.bank, terms.hints) == _of(row.terms):
        raise Refused("refused.same_terms")
    if row.proposal is not None and row.proposal.yes[0] != user_id:
        raise Refused("refused.proposed_already")
    until = now + max(LAPSE, row.terms.clock)
    proposal = Proposal(row.version, (user_id,), *_of(terms), until=until)
    return replace(row, proposal=proposal)


def proposed_back(row: MatchRow, user_id: int, now: float) -> MatchRow:
    """Return the row in which a person wants to take back the move that they have made last.

    Raises Refused if somebody else's proposal is not answered yet.
    """
    if row.proposal is not None and row.proposal.yes[0] != user_id:
        raise Refused("refused.proposed_already")
    until = now + LAPSE_OF_BACK
    proposal = Proposal(row.version, (user_id,), *_of(row.terms), until=until, back=True)
    return replace(row, proposal=proposal)


def is_agreed(row: MatchRow) -> bool:
    """Return whether everybody who is asked agrees that a move is taken back."""
    return row.proposal is not None and row.proposal.back and not asked(row)


def answered(row: MatchRow, user_id: int, number: int, *, yes: bool) -> MatchRow:
    """Return the row in which a person agrees to a proposal, or does not, which ends it.

    Raises Stale if it is not the one that stands.
    """
    proposal = row.proposal
    if proposal is None or proposal.number != number:
        raise Stale("refused.no_proposal")
    if not yes:
        return replace(row, proposal=None)
    if user_id in proposal.yes:
        return row
    return replace(row, proposal=replace(proposal, yes=(*proposal.yes, user_id)))


def asked(row: MatchRow) -> list[int]:
    """Return the user ids of those who have not answered what is proposed."""
    yes = () if row.proposal is None else row.proposal.yes
    here = (
        member.user_id
        for member in row.members
        if member.presence is Presence.LATE or not is_house(member)
    )
    return [user for user in here if user is not None and user not in yes]


def decided(row: MatchRow) -> MatchRow:
    """Return the row with what is proposed in force, if everybody who is asked agrees.

    Whoever is to move has a whole turn before them by the new terms, and everybody a full bank.
    """
    proposal = row.proposal
    if proposal is None:
        return row
    if proposal.yes[0] not in [member.user_id for member in present(row)]:
        return replace(row, proposal=None)
    if asked(row) or proposal.back:
        return row
    terms = replace(row.terms, clock=proposal.clock, bank=proposal.bank, hints=proposal.hints)
    is_timed = (terms.clock, terms.bank) != (row.terms.clock, row.terms.bank)
    members = tuple(
        replace(
            member, clock=replace(member.clock, due=None, reminded=False, bank=float(terms.bank))
        )
        if is_timed
        else member
        for member in row.members
    )
    return replace(row, terms=terms, members=members, proposal=None)


def _of(terms: Terms) -> tuple[int, int, bool]:
    return terms.clock, terms.bank, terms.hints
