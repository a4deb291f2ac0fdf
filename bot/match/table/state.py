"""A match as the bot handles it: the stored row and the course of its game."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from math import inf
from typing import cast

from bot.discord.names import Someone
from bot.errors import Refused
from bot.match.table.kind import kind_of
from bot.store import Store
from bot.store.errors import UnreadableMatch
from bot.store.rows import LIVE, WEAK_LEVELS, MatchRow, Member, MoveRow, Presence, Status
from engine.chance import Chance
from engine.course import Course
from engine.game import Json, Options, View
from engine.games import GAMES
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Table:
    """One version of a match, and its game: None in a lobby, which has begun none.

    What happened is known only where the table was replayed from its log; a loaded one takes the
    game up from the stored state. `stood_in` then tells which moves a stand-in made for a person,
    each with their seat; moves count from 1.
    """

    row: MatchRow
    course: Course | None
    stood_in: Mapping[int, Seat] = field(default_factory=dict)

    @classmethod
    def load(cls, row: MatchRow) -> Table:
        """Take the state as stored, for speed. Raises UnreadableMatch."""
        try:
            game = GAMES[row.game]
            if row.state is None:
                return cls(row, None)
            # The state column was written by Game.dump.
            return cls(row, Course.taken_up(game, game.load(cast("Json", row.state))))
        except Exception as error:  # noqa: BLE001 - a damaged row makes a game raise anything
            raise _unreadable(row, "its state", error) from None

    @classmethod
    def replay(cls, row: MatchRow, moves: Sequence[MoveRow], older: Table | None = None) -> Table:
        """Play the log again, for truth and for what everybody heard.

        Only as many moves as the row counts are played: the log may be ahead of the row. Where an
        `older` table of the match was replayed, it is carried on. Raises UnreadableMatch.
        """
        if row.state is None:
            return cls.load(row)
        try:
            if older is not None and older.leads_to(row):
                return older.carried_on(row, moves[: row.moves])
            return cls._replayed(row, moves[: row.moves])
        except Exception as error:  # noqa: BLE001 - a damaged row makes a game raise anything
            raise _unreadable(row, "its log", error) from None

    @classmethod
    def stages(cls, row: MatchRow, moves: Sequence[MoveRow]) -> tuple[Table, ...]:
        """Play the log again as `replay` does; return the table after the start and each move.

        Each has the row as it is now. Raises UnreadableMatch.
        """
        try:
            return tuple(cls._stages(row, moves[: row.moves]))
        except Exception as error:  # noqa: BLE001 - a damaged row makes a game raise anything
            raise _unreadable(row, "its log", error) from None

    def leads_to(self, row: MatchRow) -> bool:
        """Return whether this is an earlier moment of the same game, and was replayed."""
        is_same = (self.row.id, self.row.seed) == (row.id, row.seed)
        was_replayed = self.course is not None and bool(self.course.happened)
        return is_same and was_replayed and self.row.moves <= row.moves

    def carried_on(self, row: MatchRow, moves: Sequence[MoveRow]) -> Table:
        """Return a later moment of the game, by its log from the start. Raises IllegalMove."""
        table = self.at(row)
        for move in moves[self.row.moves :]:
            table = table.then(row, table.begun.follow(Seat(move.seat), move.code), move)
        return table

    @classmethod
    def _replayed(cls, row: MatchRow, moves: Sequence[MoveRow]) -> Table:
        *_, last = cls._stages(row, moves)
        return last

    @classmethod
    def _stages(cls, row: MatchRow, moves: Sequence[MoveRow]) -> Iterator[Table]:
        game, seats = GAMES[row.game], len(row.members)
        course = Course.begin(game, seats, row_options(row), Chance(row.seed))
        table = cls(row, course)
        yield table
        for move in moves:
            table = table.then(row, table.begun.follow(Seat(move.seat), move.code), move)
            yield table

    @property
    def begun(self) -> Course:
        """The game of a table that has begun one. Raises Refused in a lobby."""
        if self.course is None:
            raise Refused("refused.not_started")
        return self.course

    def then(self, row: MatchRow, course: Course, move: MoveRow) -> Table:
        """Return the table after a move of its log, which has made this course and this row."""
        seat = Seat(move.seat)
        is_stood_in = move.by is None and row.members[seat - 1].user_id is not None
        stood_in = {**self.stood_in, move.number: seat} if is_stood_in else self.stood_in
        return Table(row, course, stood_in)

    def at(self, row: MatchRow) -> Table:
        """Return this table with another row, whose game stands where this one does."""
        return replace(self, row=row)

    def to_act(self) -> tuple[Seat, ...]:
        """Return the seats that may move, in order; () in a lobby and when over."""
        return () if self.course is None else self.course.to_act()

    def view(self, seat: Seat | None) -> View:
        """Show what a seat (None = a spectator) sees."""
        return self.begun.view(seat)

    def legal(self, seat: Seat) -> tuple[str, ...]:
        """Spell the legal moves of a seat."""
        return self.begun.legal(seat)

    def seat_of(self, user_id: int) -> Seat | None:
        """Return where a person sits, if they do."""
        return seat_of(self.row, user_id)

    def member(self, seat: Seat) -> Member:
        """Return the member in a seat."""
        return self.row.members[seat - 1]


def _unreadable(row: MatchRow, what: str, error: Exception) -> UnreadableMatch:
    # Not the error's own words: they may name a card that nobody has seen.
    return UnreadableMatch(row.id, f"{what} cannot be understood ({type(error).__name__})")


def seat_of(row: MatchRow, user_id: int) -> Seat | None:
    """Return where a person sits (in a lobby: as which number they joined), if they do."""
    for number, member in enumerate(row.members, start=1):
        if member.user_id == user_id:
            return Seat(number)
    return None


def seat_at_play(row: MatchRow, user_id: int) -> Seat:
    """Return where a person sits in a game that is being played. Raises Refused."""
    if row.status is Status.LOBBY:
        raise Refused("refused.not_started")
    if row.status is not Status.PLAYING:
        raise Refused("refused.over")
    seat = seat_of(row, user_id)
    if seat is None:
        raise Refused("refused.not_seated")
    return seat


def require_there(member: Member) -> None:
    """Raise Refused while a house player moves for a person."""
    if member.presence is Presence.REMOVED:
        raise Refused("refused.kicked")
    if member.away:
        raise Refused("refused.away")


def require_can_return(row: MatchRow, seat: Seat) -> None:
    """Raise Refused if the person of a seat whom a house player plays for is not to come back."""
    if row.members[seat - 1].presence is Presence.REMOVED:
        raise Refused("refused.kicked")
    if kind_of(row).is_solo:
        raise Refused("refused.given_up")


def names_of(row: MatchRow) -> tuple[str, ...]:
    """Return everybody's name; those who share one are told apart by the number of their seat."""
    names = [member.name for member in row.members]
    return tuple(
        f"{name} ({number})" if names.count(name) > 1 else name
        for number, name in enumerate(names, start=1)
    )


def someone_at(row: MatchRow, seat: Seat) -> Someone:
    """Return the name of the member in a seat."""
    member = row.members[seat - 1]
    stand_in = is_played_by_house(row, member)
    return Someone(names_of(row)[seat - 1], member.user_id is not None, stand_in)


def is_house(member: Member) -> bool:
    """Return whether a house player moves for this seat now."""
    return member.user_id is None or member.away


def present(row: MatchRow) -> list[Member]:
    """Return the persons who play themselves."""
    return [member for member in row.members if not is_house(member)]


def has_one_person(row: MatchRow) -> bool:
    """Return whether one person plays with house players only."""
    return sum(member.user_id is not None for member in row.members) == 1


def has_private_hands(row: MatchRow) -> bool:
    """Return whether hands of a match are shown in private answers only, not by direct message.

    So it is where people may be in no server with the bot, where they were dealt in by a press that
    is answered by their hand, and where one person plays alone in a server: their table and their
    cards stand in one channel.
    """
    is_alone = row.guild_id is not None and has_one_person(row)
    return row.by_token or row.terms.chairs or is_alone


def has_free_chair(row: MatchRow, view: View) -> bool:
    """Return whether people may take the chair of a house player at a table that looks like this.

    They may until the first deal is over, at a table of beginners.
    """
    is_open = row.terms.chairs and row.status is Status.PLAYING and not view.deal_scores
    return is_open and any(member.user_id is None for member in row.members)


def is_all_weak(row: MatchRow) -> bool:
    """Return whether one person has weak house players alone against them, and nothing counts."""
    house = [member for member in row.members if member.user_id is None]
    return has_one_person(row) and bool(house) and all(one.level in WEAK_LEVELS for one in house)


def may_count(row: MatchRow) -> bool:
    """Return whether a game counts for ratings, unless its server goes without them."""
    return row.rated and kind_of(row).is_rated and not is_all_weak(row)


def counts_by_now(row: MatchRow) -> bool:
    """Return whether a game counts for ratings and everybody has had a turn.

    From then on nobody takes its result away from the others.
    """
    return may_count(row) and row.moves >= len(row.members)


def require_neutral(row: MatchRow, user_id: int) -> None:
    """Raise Refused for who would decide as a moderator about a game of their own that counts."""
    if counts_by_now(row) and seat_of(row, user_id) is not None:
        raise Refused("refused.own_game")


def is_given_up(row: MatchRow) -> bool:
    """Return whether house players finish a game that all its people have left.

    So it is where somebody plays alone in a series, where others wait to be compared with it, and
    where the game counts for ratings: nobody can undo it by leaving. Before everybody has had a
    turn it does not count yet, and it ends where only people are late or nobody has a name any
    more.
    """
    if row.status is not Status.PLAYING or present(row):
        return False
    if kind_of(row).is_solo:
        return kind_of(row).plays_on
    people = [member for member in row.members if member.user_id is not None]
    is_left = all(member.presence is not Presence.LATE for member in people)
    is_named = not all(member.is_anonymous for member in people)
    if kind_of(row).together:
        return is_left
    return counts_by_now(row) and is_left and is_named


def is_waiting(row: MatchRow) -> bool:
    """Return whether a game stands still because nobody is there."""
    return row.status is Status.PLAYING and not present(row) and not is_given_up(row)


def is_played_by_house(row: MatchRow, member: Member) -> bool:
    """Return whether a seat is shown as a house player's.

    Not while its person is waited for, nor in a game that was ended early: whoever leaves ends it.
    """
    has_stand_in = member.away and row.status is not Status.CLOSED and not is_waiting(row)
    return member.user_id is None or has_stand_in


def row_options(row: MatchRow) -> Options:
    """Return the options of a row as the engine takes them."""
    # The store keeps what the lobby validated against Info.options.
    return row.options  # type: ignore[return-value] # JSON values


# Tables that began together, from one lobby: who presses at any of them means their own.


async def tables_with(store: Store, row: MatchRow) -> list[MatchRow]:
    """Return the tables that began together with a match, itself among them; it alone mostly."""
    if not kind_of(row).together:
        return [row]
    return await tables_of(store, row.series)


async def tables_of(store: Store, key: str) -> list[MatchRow]:
    """Return the tables of a series that can be read, in the order of their numbers."""
    found = await store.series.matches(key)
    return [row for row in found if isinstance(row, MatchRow)]


def seated_at(rows: Sequence[MatchRow], user_id: int) -> MatchRow | None:
    """Return the first of some tables at which a person sits; None if it is none of them."""
    return next((row for row in rows if seat_of(row, user_id) is not None), None)


async def table_of_person(store: Store, row: MatchRow, user_id: int) -> MatchRow:
    """Return the table at which a person sits, of those that began together with a match.

    The match itself, for who sits at none of them.
    """
    if not kind_of(row).together or seat_of(row, user_id) is not None:
        return row
    return seated_at(await tables_with(store, row), user_id) or row


# The state of a person's games: those that wait for them, and the player to move in the others.


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
