"""Reading what a player typed: which match he means and which move."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.errors import Refused
from bot.faces import FACES
from bot.play.table import Table, names_of, seat_of
from bot.store.rows import MatchId, MatchRow, Status
from engine.game import IllegalMove

if TYPE_CHECKING:
    from bot.store import Store
    from render.api import Words

PLAYING = (Status.PLAYING,)


@dataclass(frozen=True, slots=True)
class NamedMove:
    """A legal move: its spelling and its name in words."""

    code: str
    name: str


async def match_for(
    store: Store, user_id: int, channel_id: int | None, match_id: int | None,
    statuses: Collection[Status] = PLAYING, *, anybody: bool = False,
) -> MatchRow:  # fmt: skip
    """Find the match a person means: the one named, the one here, or his only one.

    `anybody` also finds the match of a channel for somebody who does not sit at it. Raises Refused.
    """
    mine = await store.matches_of(user_id, statuses)
    here = [row for row in mine if row.channel_id == channel_id]
    if match_id is not None:
        return await _numbered(store, match_id, mine, user_id, anybody=anybody)
    if anybody and not here and channel_id is not None:
        here = await store.matches_in(channel_id, statuses)
    found = here or mine
    if not found:
        raise Refused("refused.no_match_of_yours")
    if len(found) > 1:
        raise Refused("refused.which_match", count=len(found))
    return found[0]


async def _numbered(
    store: Store, match_id: int, mine: list[MatchRow], user_id: int, *, anybody: bool
) -> MatchRow:
    for row in mine:
        if row.id == match_id:
            return row
    # Numbers outside of what SQLite can hold cannot name a match.
    row_or_none = await store.match(MatchId(match_id)) if 0 < match_id < 2**63 else None
    if row_or_none is None:
        raise Refused("refused.no_match")
    if not anybody and seat_of(row_or_none, user_id) is None:
        raise Refused("refused.not_seated")
    return row_or_none


def named_moves(table: Table, user_id: int, say: Words) -> list[NamedMove]:
    """Name the legal moves of a person, each differently; none if it is not his turn."""
    seat = table.seat_of(user_id)
    if seat is None or table.state is None:
        return []
    face, view = FACES[table.row.game], table.view(seat)
    names = names_of(table.row)
    moves = [NamedMove(code, face.move_name(view, code, say, names)) for code in table.legal(seat)]
    return _distinct(moves)


def _distinct(moves: list[NamedMove]) -> list[NamedMove]:
    """Tell moves of equal names apart by their notation."""
    names = [move.name for move in moves]
    return [
        NamedMove(move.code, f"{move.name} ({move.code})") if names.count(move.name) > 1 else move
        for move in moves
    ]


def matching(moves: list[NamedMove], typed: str) -> list[NamedMove]:
    """Give the moves that what was typed may mean, the best first."""
    wanted = _plain(typed)
    if not wanted:
        return moves
    starts = [m for m in moves if any(word.startswith(wanted) for word in _spellings(m))]
    holds = [m for m in moves if m not in starts and any(wanted in w for w in _spellings(m))]
    return starts + holds


def read_move(table: Table, user_id: int, typed: str, say: Words) -> NamedMove:
    """Understand a typed move: its notation, its name, or enough of it. Raises Refused."""
    moves = named_moves(table, user_id, say)
    wanted = _plain(typed)
    for move in moves:
        if wanted in _spellings(move):
            return move
    likely = matching(moves, typed) if wanted else []
    if len(likely) == 1:
        return likely[0]
    code = _as_notation(typed)
    if not moves or _is_notation(table, code):
        # Not his turn, no seat, or a move of another moment: the table says which.
        return NamedMove(code, typed[:60])
    raise Refused("refused.which_move" if likely else "refused.no_such_move", typed=typed[:60])


def _as_notation(typed: str) -> str:
    """Write a typed move as docs/rules.md does: the verb small, the rest in capitals."""
    verb, _, rest = _plain(typed).partition(" ")
    return f"{verb} {rest.upper()}".strip()[:60]


def _is_notation(table: Table, code: str) -> bool:
    try:
        table.game.parse(code)
    except IllegalMove:
        return False
    return True


def _spellings(move: NamedMove) -> tuple[str, ...]:
    name, code = _plain(move.name), _plain(move.code)
    return name, code, code.rpartition(" ")[2]


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
