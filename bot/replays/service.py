"""Replays: games that are over, looked at move by move (docs/rules.md, "Game record").

Only what `find_finished` gives gets here, so nothing of a game that goes on can be seen.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.errors import Refused
from bot.match.elsewhere import is_for_all, is_in_server
from bot.match.series import may_watch
from bot.match.table import Table, seat_of
from bot.presenters import PRESENTERS
from bot.records.service import Finished, find_finished, finished_of
from bot.replays.moments import OPEN, TABLE, Codes, Moment, read_code
from bot.store import Store
from bot.store.rows import Location, MatchId, MatchRow, is_number
from engine.course import Course
from engine.events import Event, as_seen_by
from engine.game import View
from engine.seats import Seat


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
