"""Replays: games that are over, looked at move by move (docs/rules.md, "Game record").

Only what `find_finished` gives gets here, so nothing of a game that goes on can be seen.
"""

from __future__ import annotations

import hmac
import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Self

from bot.errors import Refused
from bot.match.table.kind import may_watch
from bot.match.table.names import is_for_all, is_in_server
from bot.match.table.state import Table, seat_of
from bot.presenters import PRESENTERS
from bot.records.service import Finished, find_finished, finished_of
from bot.store import Store
from bot.store.rows import Location, MatchId, MatchRow, is_number
from engine.course import Course
from engine.events import Event, as_seen_by
from engine.game import View
from engine.seats import Seat

# Moments: a point of a finished game as somebody looks at it, and the code that names it.
#
# A code says which game, how many moves had been made and by whose eyes it is looked at, and ends
# in a check: six letters that follow from the game's seed and a secret of the bot. So a slip of
# the pen is noticed, and whoever has a code was given it by somebody who may look at that game:
# the seed alone, which all know of a series that is over, makes none. Codes stand in channels for
# ever: their spelling may never change.

TABLE, OPEN = "T", "A"
"""The eyes of a spectator, who sees no hand, and those that see all cards; else a seat's number."""

SPELLING = r"[0-9]{1,18}-[0-9]{1,9}-[1-9AT]-[0-9A-HJKMNP-TV-Z]{6}"
"""How a code is spelt, as a regular expression."""

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Thirty-two that are not mistaken for each other."""

_CHECK = 6
_BETWEEN = re.compile(r"[\s_\N{HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}-]+")
_MISREAD = str.maketrans("OIL", "011")


@dataclass(frozen=True, slots=True)
class Moment:
    """A match after a number of moves, by these eyes: TABLE, OPEN or the number of a seat.

    >>> Moment(7, 12, "2").seat, Moment(7, 12, OPEN).seat
    (2, None)
    """

    match_id: int
    moves: int
    eyes: str

    @property
    def seat(self) -> Seat | None:
        """The seat by whose eyes it is seen; None for TABLE and OPEN."""
        return Seat(int(self.eyes)) if self.eyes.isdigit() else None

    def at(self, moves: int) -> Moment:
        """Return the moment after a number of moves, by the same eyes."""
        return replace(self, moves=moves)

    def by(self, eyes: str) -> Moment:
        """Return the same moment by other eyes."""
        return replace(self, eyes=eyes)


@dataclass(frozen=True, slots=True)
class Codes:
    """Makes and checks the codes of a match by its `key`; b"", as of a lobby, opens none."""

    key: bytes

    @classmethod
    def of(cls, row: MatchRow, secret: bytes) -> Self:
        """Return the maker and checker of a match's codes by the secret of the bot."""
        if not row.seed:
            return cls(b"")
        return cls(hmac.digest(secret, b"codes " + row.seed, "sha256"))

    def spell(self, moment: Moment) -> str:
        """Spell the code of a moment."""
        return f"{_body(moment)}-{_check(moment, self.key)}"

    def require(self, moment: Moment, check: str) -> None:
        """Raise Refused unless a code ended in the check of its moment."""
        if not (self.key and hmac.compare_digest(_check(moment, self.key), check)):
            raise Refused("refused.bad_code")


def read_code(text: str) -> tuple[Moment, str]:
    """Return the moment that a code names, and its check as written. Raises Refused.

    Small letters, other dashes or spaces and letters that look like digits are read as meant.

    >>> read_code(" 7 12 a w5nkt0 ")
    (Moment(match_id=7, moves=12, eyes='A'), 'W5NKT0')
    """
    spelt = _BETWEEN.sub("-", text.strip().upper()).translate(_MISREAD)
    if re.fullmatch(SPELLING, spelt, re.ASCII) is None:
        raise Refused("refused.bad_code")
    match_id, moves, eyes, check = spelt.split("-")
    return Moment(int(match_id), int(moves), eyes), check


def _body(moment: Moment) -> str:
    return f"{moment.match_id}-{moment.moves}-{moment.eyes}"


def _check(moment: Moment, key: bytes) -> str:
    """Return the check of a moment: the first thirty bits of its HMAC."""
    digest = hmac.digest(key, f"moment {_body(moment)}".encode(), "sha256")
    value = int.from_bytes(digest[:8], "big")
    return "".join(_LETTERS[value >> (59 - 5 * place) & 31] for place in range(_CHECK))


@dataclass(frozen=True, slots=True)
class Replay:
    """A finished game move by move: `courses[n]` is its course after n moves.

    `starts` are the numbers of moves after which its deals began, the first of them 0;
    `stood_in` tells which moves a stand-in made for a person, each with their seat. `codes` spells
    the codes of its moments.
    """

    row: MatchRow
    courses: tuple[Course, ...]
    starts: tuple[int, ...]
    stood_in: Mapping[int, Seat]
    codes: Codes

    @classmethod
    def of(cls, finished: Finished, codes: Codes) -> Replay:
        """Play a finished game again. Raises UnreadableMatch."""
        finished = finished.settled
        tables = tuple(Table.stages(finished.row, finished.moves))
        courses = tuple(table.begun for table in tables)
        starts = _starts(finished.row.game, courses)
        return cls(finished.row, courses, starts, tables[-1].stood_in, codes)

    @property
    def last(self) -> int:
        """The number of moves of the game."""
        return len(self.courses) - 1

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Every seat, clockwise."""
        return tuple(Seat(seat) for seat in range(1, len(self.row.members) + 1))

    @property
    def is_over(self) -> bool:
        """Whether the game was played out."""
        return not self.courses[-1].to_act()

    def view(self, moves: int, seat: Seat | None) -> View:
        """Return the view of a seat (None = a spectator) after a number of moves."""
        return self.courses[moves].view(seat)

    def happened(self, moves: int) -> tuple[Event, ...]:
        """Return the public events of a move, or of the start (0)."""
        return as_seen_by(None, self.courses[moves].happened[moves])

    def deal_at(self, moves: int) -> int:
        """Return the number of the deal, from 1, that goes on after a number of moves.

        After the last move of a game that is the last deal.
        """
        return bisect_right(self.starts, moves)

    def span(self, deal: int) -> range:
        """Return all moments of a deal, from its start to its end, as numbers of moves."""
        end = self.starts[deal] if deal < len(self.starts) else self.last
        return range(self.starts[deal - 1], end + 1)

    def before(self, moves: int) -> int:
        """Return where a deal begins: this one, or at its beginning the one before."""
        return self.starts[max(0, self.deal_at(moves - 1) - 1)] if moves else 0

    def after(self, moves: int) -> int:
        """Return where the next deal begins, or the game ends."""
        return self.span(self.deal_at(moves))[-1]

    def eyes(self) -> tuple[str, ...]:
        """Return by whose eyes the game can be looked at."""
        return (OPEN, TABLE, *map(str, self.seats))

    def require(self, moment: Moment) -> None:
        """Raise Refused for a moment that this game does not have."""
        if moment.moves > self.last or moment.eyes not in self.eyes():
            raise Refused("refused.bad_code")


async def replay_by_number(
    store: Store, user_id: int, location: Location, match_id: int | None
) -> Replay:
    """Return the replay of the match named, or of the newest. Raises as `find_finished` does.

    Raises UnreadableMatch too.
    """
    row = await store.match(MatchId(match_id)) if match_id and is_number(match_id) else None
    if (
        row is not None
        and is_guest(row, user_id, location)
        and await may_watch(store, row, user_id)
    ):
        finished = await finished_of(store, row)
    else:
        finished = await find_finished(store, user_id, location.channel_id, match_id)
    return Replay.of(finished, await codes_of(store, finished.row))


async def replay_by_code(
    store: Store, user_id: int, location: Location, code: str, sees: Callable[[int], bool]
) -> tuple[Replay, Moment]:
    """Return the moment that a code names, and the replay it belongs to.

    Who sat there gets it, who asks in the match's channel, and elsewhere in its server whoever
    `sees` that channel, by its id. Raises Refused, also while that match is played, and
    UnreadableMatch.
    """
    moment, check = read_code(code)
    row = await store.match(MatchId(moment.match_id))
    if row is None:
        raise Refused("refused.bad_code")
    if not _may_see(row, user_id, location, sees) and not await may_watch(store, row, user_id):
        raise Refused("refused.bad_code")
    codes = await codes_of(store, row)
    codes.require(moment, check)
    replay = Replay.of(await finished_of(store, row), codes)
    replay.require(moment)
    return replay, moment


async def codes_of(store: Store, row: MatchRow) -> Codes:
    """Return the maker and checker of a match's codes."""
    return Codes.of(row, await store.code_secret())


def is_guest(row: MatchRow, user_id: int, location: Location) -> bool:
    """Return whether somebody sees a game who neither sat there nor asks where it was played."""
    return seat_of(row, user_id) is None and not is_for_all(row, location)


def _may_see(row: MatchRow, user_id: int, location: Location, sees: Callable[[int], bool]) -> bool:
    if row.is_in(location.channel_id) or seat_of(row, user_id) is not None:
        return True
    return is_in_server(row, location) and sees(row.channel_id)


def _starts(game: str, courses: tuple[Course, ...]) -> tuple[int, ...]:
    """Return after how many moves each deal began; the end of a game begins none."""
    ends_deal = PRESENTERS[game].ends_deal
    ended = (
        moves
        for moves, events in enumerate(courses[-1].happened)
        if any(ends_deal(event) for event in events)
    )
    return (0, *(moves for moves in ended if courses[moves].to_act()))
