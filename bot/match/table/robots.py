"""House players at the table: who they are, and which of their moves need no thought."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.match.table.kind import kind_of
from bot.match.table.state import Table, is_house
from bot.preferences.terms import STAND_IN, played
from bot.presenters import PRESENTERS
from bot.store.rows import MatchRow, Member
from engine.players.manner import Manner
from engine.seats import Seat

HOUSE = "house:"
"""The beginning of the keys of house players; a number follows."""

CHARACTERS = (
    Manner.CURIOUS, Manner.CAREFUL, Manner.BOLD, Manner.BOLD, Manner.CURIOUS, Manner.CAREFUL,
)  # fmt: skip
"""The manner of each house player, in the order of their names (`house.names`)."""

_MANNERS = frozenset(Manner)

THINKING = {"random": 0.03, "easy": 0.03, "normal": 0.05, "hard": 0.3, "expert": 0.3}
"""The seconds a level may think at any pace: the shortest pause, whatever there is to think about.

A forced move takes as long as a hard one (B4), and what level somebody plays at everybody knows.
"""


@dataclass(frozen=True, slots=True)
class Thought:
    """The intention of a house player: its `seat`'s move after `moves` moves of the match.

    `by_rule` is that it was found by rule of thumb, as nobody could think of it.
    """

    moves: int
    seat: Seat
    code: str
    by_rule: bool = False


class HousePlayers(Protocol):
    """Whoever knows the moves of house players."""

    async def thought(self, table: Table, seat: Seat, within: float = 0.0) -> Thought:
        """Return the move of the house player of a seat, wanted `within` so many seconds.

        Raises Refused where tables share deals, if nobody could think now.
        """


def house_player(
    row: MatchRow, members: Sequence[Member], level: str, names: Sequence[str]
) -> Member:
    """Return another house player for a lobby; who is the first differs from match to match.

    At everybody's table of a series they are the same, and have no manner.
    """
    level = played(row.game, level)
    taken, seen = {member.key for member in members}, {member.name for member in members}
    number = next(n for n in range(1, len(taken) + 2) if f"{HOUSE}{n}" not in taken)
    key = f"{HOUSE}{number}"
    if kind_of(row).shares_deals:
        return Member(key=key, name=names[(number - 1) % len(names)], level=level)
    turn = deque(range(len(names)))
    turn.rotate(1 - row.id)
    at = next((at for at in turn if names[at] not in seen), turn[0])
    manner = CHARACTERS[at % len(CHARACTERS)]
    return Member(key=key, name=names[at], level=level, manner=manner)


def house_to_act(table: Table) -> Seat | None:
    """Return the seat that a house player has to move for; None if it is nobody's or a person's."""
    return next((seat for seat in table.to_act() if is_house(table.member(seat))), None)


def forced_move(table: Table) -> Thought | None:
    """Return the move that the seat to act has to make, as everybody can see; None for a choice.

    It is made by itself after the pause of any house player, whoever sits there. A move that
    only the seat itself knows to be forced is never made for it: its quickness would tell. Where
    one person plays alone it tells nobody anything.
    """
    acting = table.to_act()
    if len(acting) != 1:
        return None
    code = PRESENTERS[table.row.game].forced(table.view(None))
    if code is None and kind_of(table.row).is_solo:
        legal = table.legal(acting[0])
        code = legal[0] if len(legal) == 1 else None
    return None if code is None else Thought(table.row.moves, acting[0], code)


def level_of(row: MatchRow, member: Member) -> str:
    """Return the level at which a member plays; a person's stand-in is normal."""
    return played(row.game, member.level if member.user_id is None else STAND_IN)


def manner_of(member: Member) -> str:
    """Return the manner of a house player; "" for a stand-in, who has none."""
    return member.manner if member.user_id is None and member.manner in _MANNERS else ""


def least_pause(row: MatchRow) -> float:
    """Return the shortest pause of the house players of a match, in seconds."""
    levels = [member.level if member.user_id is None else STAND_IN for member in row.members]
    return max(THINKING.get(level, THINKING[STAND_IN]) for level in levels)
