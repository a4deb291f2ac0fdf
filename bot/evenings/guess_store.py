"""What people who only watch an evening say about who will lead after its rounds.

The functions of this module take a connection and do nothing but SQL.
"""

from __future__ import annotations

from dataclasses import asdict

from sqlalchemy import Connection, select

from bot.evenings.rows import Guess
from bot.store import schema
from bot.store.part import Part, reads, writes
from bot.store.upsert import upsert

_evening, _guess = schema.evening, schema.evening_guess


def put(connection: Connection, guess: Guess) -> bool:
    """Note a guess, over an earlier one; False, and nothing is, unless its round comes next.

    All writing takes turns, so that the round begins before this or after it.
    """
    comes = select(_evening.c.id).where(
        _evening.c.id == guess.evening_id, _evening.c.round == guess.round - 1,
        _evening.c.next_at.is_not(None), _evening.c.ended.is_(None),
    )  # fmt: skip
    if connection.scalar(comes) is None:
        return False
    upsert(connection, _guess, [asdict(guess)])
    return True


def of_evening(connection: Connection, evening_id: int) -> list[Guess]:
    """Return all guesses of an evening, those of the first round first."""
    query = select(_guess).where(_guess.c.evening_id == evening_id)
    rows = connection.execute(query.order_by(_guess.c.round, _guess.c.user_id))
    return [Guess(*row) for row in rows]


def of_person(connection: Connection, user_id: int) -> list[Guess]:
    """Return all guesses of a person, in the order of the evenings and their rounds."""
    query = select(_guess).where(_guess.c.user_id == user_id)
    rows = connection.execute(query.order_by(_guess.c.evening_id, _guess.c.round))
    return [Guess(*row) for row in rows]


class GuessStore(Part):
    """The part of the store about guesses."""

    put = writes(put)
    of_evening = reads(of_evening)
