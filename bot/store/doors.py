"""Who is asked to lobbies, and who has blocked whom, as the bot asks for it."""

from __future__ import annotations

from bot.store import blocks, invitations
from bot.store.part import Part, reads, writes


class Doors(Part):
    """The part of the store about doors."""

    untold = reads(invitations.untold)
    has_old_invitations = reads(invitations.are_older)
    note_told = writes(invitations.note_told)
    invitations = reads(invitations.since)
    block = writes(blocks.add)
    unblock = writes(blocks.remove)
    blocked_by = reads(blocks.of)
    is_blocked = reads(blocks.is_blocked)
