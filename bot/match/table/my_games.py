"""The state of a person's games: those that wait for them, and the player to move in the others."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from math import inf

from bot.discord.names import Someone
from bot.match.table.state import Table, is_house, is_waiting, seat_of, someone_at
from bot.store import Store
from bot.store.errors import UnreadableMatch
from bot.store.rows import LIVE, MatchRow, Presence, Status
from engine.seats import Seat


class At(IntEnum):
    """The state of a game for one person, in the order in which they want to see it.

    LATE: a house player moves for them because their time ran out, and WAITS that the game stands
    still for them. PAUSED: nobody can move now. LEFT: they left it themselves.
    """

    YOURS = 1
    WAITS = 2
    LATE = 3
    OTHERS = 4
    PAUSED = 5
    LOBBY = 6
    LEFT = 7


@dataclass(frozen=True, slots=True)
class MyGame:
    """A game as one of its people sees it among all theirs.

    `mover` is whose turn it is, None where nobody's. `due` is when the time for that ends: this
    person's own if it is their turn; None without a clock.
    """

    row: MatchRow
    at: At
    mover: Someone | None = None
    due: float | None = None

    @property
    def waits(self) -> bool:
        """Whether somebody else can hardly go on without this person."""
        return self.at in (At.YOURS, At.WAITS)


def my_game(table: Table, user_id: int) -> MyGame:
    """Return the state of a table for somebody who sits there, or is in its lobby."""
    row, seat = table.row, table.seat_of(user_id)
    if row.status is Status.LOBBY or seat is None:
        return MyGame(row, At.LOBBY)
    at = _at(table, seat, acting := table.to_act())
    if at is At.PAUSED:
        return MyGame(row, at)
    dues = [table.member(each).clock.due for each in acting]
    soonest = min((due for due in dues if due is not None), default=None)
    mover = someone_at(row, acting[0])
    return MyGame(row, at, mover, table.member(seat).clock.due if at is At.YOURS else soonest)


async def games_of(store: Store, user_id: int) -> list[MyGame]:
    """Return every lobby and game a person is in, the newest touched first."""
    found = []
    for row in await store.matches_of(user_id, LIVE):
        seat = seat_of(row, user_id)
        if seat is not None and row.members[seat - 1].presence is Presence.REMOVED:
            continue
        try:
            found.append(my_game(Table.load(row), user_id))
        except UnreadableMatch as error:
            store.set_aside(error)
        await asyncio.sleep(0)  # somebody may be in very many
    return found


def in_order(games: Iterable[MyGame]) -> list[MyGame]:
    """Return the games that wait for the person first, of these the most urgent before others."""
    return sorted(games, key=lambda game: (game.at, inf if game.due is None else game.due))


def _at(table: Table, seat: Seat, acting: tuple[Seat, ...]) -> At:
    member = table.member(seat)
    if table.row.pauses and (member.presence is Presence.LATE or not member.away):
        return At.PAUSED
    if not is_house(member):
        return At.YOURS if seat in acting else At.OTHERS
    if member.presence is not Presence.LATE:
        return At.LEFT
    return At.WAITS if is_waiting(table.row) else At.LATE
