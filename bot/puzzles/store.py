"""Puzzles, and what people answered.

The functions of this module take a connection and do nothing but SQL.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import NamedTuple

from sqlalchemy import Connection, case, exists, func, insert, select, update

from bot.skill import Rating
from bot.store import schema
from bot.store.part import Part, reads, writes
from bot.store.rows import MatchId
from bot.store.upsert import add_missing

_puzzle = schema.puzzle
_answer = schema.puzzle_answer


@dataclass(frozen=True, slots=True)
class PuzzleRow:
    """A position in which one move is clearly best.

    `record` is a game's record up to it, without names, and `seat` is to move. `choices` is the
    JSON of every legal move with what it promises, the best first. `match_id` is the match it comes
    from; None for a game of house players. `answers` counts those that have counted, and its rating
    is normal with mean `mu` and deviation `sigma`, as a person's: a harder puzzle has a higher one.
    """

    key: str
    game: str
    record: str
    seat: int
    choices: str
    match_id: MatchId | None
    answers: int
    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """A person's first answer to a puzzle, and their rating after it."""

    user_id: int
    puzzle: str
    code: str
    is_right: bool
    at: float
    mu: float
    sigma: float


class Solver(NamedTuple):
    """How a person does at puzzles: rating, answers and right ones; no rating before the first."""

    rating: Rating | None
    answers: int
    right: int


def add(connection: Connection, rows: Collection[PuzzleRow]) -> None:
    """Store new puzzles; one whose key there is already stays as it is."""
    add_missing(connection, _puzzle, [asdict(row) for row in rows])


def missing(connection: Connection, keys: Collection[str]) -> set[str]:
    """Return which of these keys no puzzle has."""
    return set(keys) - set(connection.scalars(select(_puzzle.c.key).where(_puzzle.c.key.in_(keys))))


def by_key(connection: Connection, key: str) -> PuzzleRow | None:
    """Return a puzzle, if there is one of this key."""
    row = connection.execute(select(_puzzle).where(_puzzle.c.key == key)).one_or_none()
    return None if row is None else PuzzleRow(*row)


def count(connection: Connection, game: str) -> int:
    """Return how many puzzles of a game there are."""
    query = select(func.count()).select_from(_puzzle).where(_puzzle.c.game == game)
    return connection.scalar(query) or 0


def fresh(
    connection: Connection, user_id: int, game: str | None, mu: float, limit: int, skipped: int = 0
) -> list[PuzzleRow]:
    """Return puzzles new to a person, those nearest to a rating first; None means any game.

    Puzzles from games they sat in are left out: they have seen the cards. The nearest `skipped` are
    left out, too.
    """
    answered = exists().where(_answer.c.user_id == user_id, _answer.c.puzzle == _puzzle.c.key)
    seat = schema.seat.c
    played = exists().where(seat.user_id == user_id, seat.match_id == _puzzle.c.match_id)
    query = select(_puzzle).where(~answered, ~played)
    if game is not None:
        query = query.where(_puzzle.c.game == game)
    in_order = query.order_by(func.abs(_puzzle.c.mu - mu), _puzzle.c.key)
    return [PuzzleRow(*row) for row in connection.execute(in_order.limit(limit).offset(skipped))]


def answer_of(connection: Connection, user_id: int, key: str) -> PuzzleAnswer | None:
    """Return a person's first answer to a puzzle; None if there is none."""
    where = _answer.c.user_id == user_id, _answer.c.puzzle == key
    row = connection.execute(select(_answer).where(*where)).one_or_none()
    return None if row is None else PuzzleAnswer(*row)


def of_user(connection: Connection, user_id: int) -> list[PuzzleAnswer]:
    """Return all that somebody has answered, the oldest first."""
    query = select(_answer).where(_answer.c.user_id == user_id)
    return [PuzzleAnswer(*row) for row in connection.execute(query.order_by(_answer.c.at))]


def solver(connection: Connection, user_id: int) -> Solver:
    """Return how somebody does at puzzles: their rating is that after the latest answer."""
    own = _answer.c.user_id == user_id
    sums = connection.execute(
        select(func.count(), func.sum(case((_answer.c.is_right, 1), else_=0))).where(own)
    ).one()
    newest = select(_answer.c.mu, _answer.c.sigma).where(own)
    last = connection.execute(
        newest.order_by(_answer.c.at.desc(), _answer.c.puzzle).limit(1)
    ).one_or_none()
    return Solver(None if last is None else Rating(*last), sums[0], sums[1] or 0)


def note(connection: Connection, answer: PuzzleAnswer, mu: float, sigma: float) -> bool:
    """Store an answer, with the puzzle's new rating; False if this person has answered."""
    if answer_of(connection, answer.user_id, answer.puzzle) is not None:
        return False
    connection.execute(insert(_answer), asdict(answer))
    connection.execute(
        update(_puzzle)
        .where(_puzzle.c.key == answer.puzzle)
        .values(mu=mu, sigma=sigma, answers=_puzzle.c.answers + 1)
    )
    return True


class PuzzleStore(Part):
    """The part of the store about puzzles."""

    add = writes(add)
    missing = reads(missing)
    get = reads(by_key)
    count = reads(count)
    fresh = reads(fresh)
    answer_of = reads(answer_of)
    solver = reads(solver)
    note = writes(note)
