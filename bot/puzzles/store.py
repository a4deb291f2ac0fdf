"""Puzzles, and what people answered.

The functions of this module take a connection and do nothing but SQL.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import asdict, dataclass
from itertools import count as counted
from typing import NamedTuple

import sqlalchemy as sa

from bot.skill import Rating
from bot.store import schema
from bot.store.codec import add_missing, upsert
from bot.store.database import Part, reads, writes
from bot.store.holdings import exported_time
from bot.store.rows import MatchId
from engine.game import Json

_puzzle = schema.puzzle
_answer = schema.puzzle_answer
_return = schema.puzzle_return

RETIRED = "-"
"""The theme of a puzzle that no longer meets what is asked of one: it is offered to nobody."""

OFTEN = 3
"""A puzzle that this many people did not like is offered last."""

SURE = 10
"""From this many answers on a rating stands without a question mark."""

DAY = 86400
WEEK = 7
MONDAY = 4
"""Seconds in a UTC day, days in a week, and the number of a Monday: days since 1 January 1970."""


@dataclass(frozen=True, slots=True)
class PuzzleRow:
    """A position in which one move is clearly best.

    `record` is a game's record up to it, without names, and `seat` is to move. `choices` is the
    JSON of every legal move with what it promises, the best first. `match_id` is the match it comes
    from; None for a game of house players. `answers` counts those that have counted, and its rating
    is normal with mean `mu` and deviation `sigma`, as a person's: a harder puzzle has a higher one.
    `theme` is what it is about (`engine.players.cases`), "" for nothing in particular, or
    RETIRED. `disliked` counts the people who found it not a good puzzle.
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
    theme: str = ""
    disliked: int = 0


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """A person's first answer to a puzzle, their rating after it, and whether they liked it."""

    user_id: int
    puzzle: str
    code: str
    is_right: bool
    at: float
    mu: float
    sigma: float
    disliked: bool = False


@dataclass(frozen=True, slots=True)
class PuzzleReturn:
    """A puzzle that comes back to a person from `due` (seconds) on.

    `step` is how many times in a row they have found the best move since. It `is_own` where it is
    from a game of theirs, else they missed it.
    """

    user_id: int
    puzzle: str
    due: float
    step: int = 0
    is_own: bool = False


class Wish(NamedTuple):
    """The puzzles somebody wants: of a game, and of one theme of its or of any."""

    game: str
    theme: str | None = None


class Solver(NamedTuple):
    """How a person does at puzzles: rating, answers and right ones; no rating before the first."""

    rating: Rating | None
    answers: int
    right: int

    @property
    def is_provisional(self) -> bool:
        """Whether too little was answered for a rating that means much."""
        return self.answers < SURE


class PuzzleWeek(NamedTuple):
    """How puzzles go for a person, this week and all in all.

    `solved` counts the puzzles solved on each day of this week, Monday first. `streak` is how many
    days in a row one was solved, up to today or, until one is solved today, yesterday.
    """

    solver: Solver
    solved: tuple[int, ...]
    streak: int


def add(connection: sa.Connection, rows: Collection[PuzzleRow]) -> None:
    """Store new puzzles; one whose key there is already stays as it is."""
    add_missing(connection, _puzzle, [asdict(row) for row in rows])


def ship(
    connection: sa.Connection, rows: Collection[PuzzleRow], withdrawn: Collection[str]
) -> None:
    """Store puzzles that come with the bot, judged again as they may be; retire those withdrawn."""
    keys = [row.key for row in rows]
    query = sa.select(_puzzle.c.key, _puzzle.c.theme, _puzzle.c.choices)
    known = {key: told for key, *told in connection.execute(query.where(_puzzle.c.key.in_(keys)))}
    add(connection, [row for row in rows if row.key not in known])
    settle(
        connection,
        [
            row
            for row in rows
            if known.get(row.key, [row.theme, row.choices]) != [row.theme, row.choices]
        ],
    )
    gone = sa.update(_puzzle).where(_puzzle.c.key.in_(withdrawn), _puzzle.c.theme != RETIRED)
    connection.execute(gone.values(theme=RETIRED))


def by_key(connection: sa.Connection, key: str) -> PuzzleRow | None:
    """Return a puzzle, if there is one of this key."""
    row = connection.execute(sa.select(_puzzle).where(_puzzle.c.key == key)).one_or_none()
    return None if row is None else PuzzleRow(*row)


def count(connection: sa.Connection, game: str) -> int:
    """Return how many puzzles of a game there are."""
    query = sa.select(sa.func.count()).select_from(_puzzle).where(_puzzle.c.game == game)
    return connection.scalar(query) or 0


def fresh(
    connection: sa.Connection, user_id: int, wish: Wish, mu: float, limit: int, skipped: int = 0
) -> list[PuzzleRow]:
    """Return puzzles new to a person, those nearest to a rating first.

    The nearest `skipped` are left out. Puzzles that many did not like come last.
    """
    is_bad = sa.case((_puzzle.c.disliked >= OFTEN, 1), else_=0)
    in_order = (is_bad, sa.func.abs(_puzzle.c.mu - mu), _puzzle.c.key)
    query = sa.select(_puzzle).where(*_new_to(user_id), _puzzle.c.game == wish.game)
    if wish.theme is not None:
        query = query.where(_puzzle.c.theme == wish.theme)
    found = connection.execute(query.order_by(*in_order).limit(limit).offset(skipped))
    return [PuzzleRow(*row) for row in found]


def _new_to(user_id: int) -> tuple[sa.ColumnElement[bool], ...]:
    """Return what holds of the puzzles that are new to a person and still offered.

    Puzzles from games they sat in are left out: they have seen the cards.
    """
    answered = sa.exists().where(_answer.c.user_id == user_id, _answer.c.puzzle == _puzzle.c.key)
    seat = schema.seat.c
    played = sa.exists().where(seat.user_id == user_id, seat.match_id == _puzzle.c.match_id)
    return ~answered, ~played, _puzzle.c.theme != RETIRED


def games_of(connection: sa.Connection, user_id: int) -> tuple[set[str], dict[str, float]]:
    """Return the games that a person has sat in, and when they last answered a puzzle of each."""
    match, seat = schema.match.c, schema.seat.c
    query = sa.select(match.game).join(schema.seat, seat.match_id == match.id).distinct()
    last = sa.select(_puzzle.c.game, sa.func.max(_answer.c.at)).group_by(_puzzle.c.game)
    last = last.join(_answer, _answer.c.puzzle == _puzzle.c.key).where(_answer.c.user_id == user_id)
    played = connection.scalars(query.where(seat.user_id == user_id))
    return {*played}, {str(game): float(at) for game, at in connection.execute(last)}


def bring_back(connection: sa.Connection, row: PuzzleReturn) -> None:
    """Have a puzzle come back to a person at a time, instead of another time."""
    upsert(connection, _return, [asdict(row)])


def let_go(connection: sa.Connection, user_id: int, key: str) -> None:
    """Have a puzzle come back no more."""
    own = _return.c.user_id == user_id, _return.c.puzzle == key
    connection.execute(sa.delete(_return).where(*own))


def return_of(connection: sa.Connection, user_id: int, key: str) -> PuzzleReturn | None:
    """Return when a puzzle comes back to a person; None if it does not."""
    own = _return.c.user_id == user_id, _return.c.puzzle == key
    row = connection.execute(sa.select(_return).where(*own)).one_or_none()
    return None if row is None else PuzzleReturn(*row)


def due(
    connection: sa.Connection, user_id: int, now: float, game: str | None
) -> tuple[PuzzleRow, bool] | None:
    """Return what has come back to a person longest, of a game or any, and whether it is theirs."""
    query = sa.select(_puzzle, _return.c.is_own).join(_return, _return.c.puzzle == _puzzle.c.key)
    query = query.where(_return.c.user_id == user_id, _return.c.due <= now)
    query = query.where(_puzzle.c.theme != RETIRED)
    if game is not None:
        query = query.where(_puzzle.c.game == game)
    in_order = query.order_by(_return.c.due, _return.c.puzzle)
    row = connection.execute(in_order.limit(1)).one_or_none()
    return None if row is None else (PuzzleRow(*row[:-1]), bool(row[-1]))


def settle(connection: sa.Connection, rows: Collection[PuzzleRow]) -> None:
    """Give puzzles the theme and the choices of these rows, by key."""
    if rows:
        given = [
            {"its_key": row.key, "its_theme": row.theme, "its_choices": row.choices} for row in rows
        ]
        settled = sa.update(_puzzle).where(_puzzle.c.key == sa.bindparam("its_key"))
        connection.execute(
            settled.values(theme=sa.bindparam("its_theme"), choices=sa.bindparam("its_choices")),
            given,
        )


def answer_of(connection: sa.Connection, user_id: int, key: str) -> PuzzleAnswer | None:
    """Return a person's first answer to a puzzle; None if there is none."""
    where = _answer.c.user_id == user_id, _answer.c.puzzle == key
    row = connection.execute(sa.select(_answer).where(*where)).one_or_none()
    return None if row is None else PuzzleAnswer(*row)


def of_user(connection: sa.Connection, user_id: int) -> list[PuzzleAnswer]:
    """Return all that somebody has answered, the oldest first."""
    query = sa.select(_answer).where(_answer.c.user_id == user_id)
    return [PuzzleAnswer(*row) for row in connection.execute(query.order_by(_answer.c.at))]


def personal_data(connection: sa.Connection, user_id: int) -> dict[str, Json]:
    """Return what a person is given of all that they have answered, and of what comes back."""
    query = sa.select(_return).where(_return.c.user_id == user_id).order_by(_return.c.due)
    returns = [PuzzleReturn(*row) for row in connection.execute(query)]
    return {
        "puzzles_you_answered": [_answer_data(answer) for answer in of_user(connection, user_id)],
        "puzzles_that_come_back": [
            {"puzzle": row.puzzle, "at": exported_time(row.due), "from_your_game": row.is_own}
            for row in returns
        ],
    }


def _answer_data(answer: PuzzleAnswer) -> Json:
    return {
        "puzzle": answer.puzzle,
        "move": answer.code,
        "right": answer.is_right,
        "at": exported_time(answer.at),
        "rating": answer.mu,
        "uncertainty": answer.sigma,
        "not_a_good_puzzle": answer.disliked,
    }


def solver(connection: sa.Connection, user_id: int) -> Solver:
    """Return how somebody does at puzzles: their rating is that after the latest answer."""
    own = _answer.c.user_id == user_id
    sums = connection.execute(
        sa.select(sa.func.count(), sa.func.sum(sa.case((_answer.c.is_right, 1), else_=0))).where(
            own
        )
    ).one()
    newest = sa.select(_answer.c.mu, _answer.c.sigma).where(own)
    last = connection.execute(
        newest.order_by(_answer.c.at.desc(), _answer.c.puzzle).limit(1)
    ).one_or_none()
    return Solver(None if last is None else Rating(*last), sums[0], sums[1] or 0)


def note(connection: sa.Connection, answer: PuzzleAnswer, mu: float, sigma: float) -> bool:
    """Store an answer, with the puzzle's new rating; False if this person has answered."""
    if answer_of(connection, answer.user_id, answer.puzzle) is not None:
        return False
    connection.execute(sa.insert(_answer), asdict(answer))
    connection.execute(
        sa.update(_puzzle)
        .where(_puzzle.c.key == answer.puzzle)
        .values(mu=mu, sigma=sigma, answers=_puzzle.c.answers + 1)
    )
    return True


def dislike(connection: sa.Connection, user_id: int, key: str) -> bool:
    """Note that somebody did not like a puzzle they answered; False if that is known, or none."""
    own = _answer.c.user_id == user_id, _answer.c.puzzle == key, ~_answer.c.disliked
    if not connection.execute(sa.update(_answer).where(*own).values(disliked=True)).rowcount:
        return False
    more = sa.update(_puzzle).where(_puzzle.c.key == key)
    connection.execute(more.values(disliked=_puzzle.c.disliked + 1))
    return True


def week_of(connection: sa.Connection, user_id: int, now: float) -> PuzzleWeek:
    """Return how puzzles go for a person; days are UTC days."""
    own = sa.select(_answer.c.at).where(_answer.c.user_id == user_id, _answer.c.is_right)
    days = Counter(int(at) // DAY for at in connection.scalars(own))
    today = int(now) // DAY
    monday = today - (today - MONDAY) % WEEK
    newest = today if today in days else today - 1
    streak = next(gone for gone in counted() if newest - gone not in days)
    solved = tuple(days[day] for day in range(monday, monday + WEEK))
    return PuzzleWeek(solver(connection, user_id), solved, streak)


class PuzzleStore(Part):
    """The part of the store about puzzles."""

    add = writes(add)
    ship = writes(ship)
    get = reads(by_key)
    count = reads(count)
    fresh = reads(fresh)
    answer_of = reads(answer_of)
    solver = reads(solver)
    note = writes(note)
    games_of = reads(games_of)
    dislike = writes(dislike)
    week_of = reads(week_of)
    bring_back = writes(bring_back)
    let_go = writes(let_go)
    return_of = reads(return_of)
    due = reads(due)
