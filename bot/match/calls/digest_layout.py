"""The words of a digest: a line for each table that waits, the most pressing first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.discord.parts import jump_link, moment
from bot.preferences.person import USUAL, PersonSettings
from bot.store.rows import HandMessage, MatchRow
from bot.texts import Texts, by_ear, paused
from render.api import Words

NAMED_TABLES = 10
"""How many tables a digest names; if there are more, it tells how many."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A table that waits for a person.

    `turn` tells turns apart and says whether it is a last call. `due` is when their time ends, if
    it does. `board` is the board's message and `hand` the one of their hand, if there is one.
    """

    row: MatchRow
    turn: tuple[float, bool]
    due: float | None
    board: int | None
    hand: HandMessage | None

    @property
    def is_last(self) -> bool:
        """Whether the person's time is running out."""
        return self.turn[1]


def digest_text(waiting: Sequence[Waiting], settings: PersonSettings = USUAL) -> str:
    """Say which tables wait for a person; in the most pressing one's language or in theirs."""
    listed = sorted(waiting, key=lambda one: (one.due is None, one.due or 0.0, one.row.id))
    say = Texts.load().words(settings.locale(listed[0].row.locale))
    lines = [
        say("digest.title", n=len(listed)),
        *(_line(one, say) for one in listed[:NAMED_TABLES]),
    ]
    if len(listed) > NAMED_TABLES:
        lines.append(say("digest.more", n=len(listed) - NAMED_TABLES))
    return paused("\n".join(lines)) if by_ear(say) else "\n".join(lines)


def _line(one: Waiting, say: Words) -> str:
    row, hand = one.row, one.hand
    links = [say("digest.table", link=jump_link(row, one.board))]
    if hand is not None:
        # A message of one's own: nobody else can follow it.
        link = f"https://discord.com/channels/@me/{hand.channel_id}/{hand.message_id}"
        links.append(say("digest.hand", link=link))
    values = {
        "game": say(f"game.{row.game}"), "number": row.number, "links": " · ".join(links),
    }  # fmt: skip
    if one.due is None:
        return say("digest.line", **values)
    key = "digest.line_last" if one.is_last else "digest.line_until"
    return say(key, **values, when=moment(one.due))
