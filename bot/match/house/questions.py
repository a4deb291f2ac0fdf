"""The questions that house players are asked: what their seat knows, and no more."""

from __future__ import annotations

import secrets

from bot.match.house.thinking_process import Question
from bot.match.table.kind import kind_of, seed_of_answer
from bot.match.table.robots import level_of, manner_of
from bot.match.table.state import Table
from bot.store.rows import MatchRow, Member
from engine.players.manner import PERSON
from engine.seats import Seat


def company_of(row: MatchRow, member: Member) -> tuple[str, ...]:
    """Return the levels of everybody else at the table, as everybody there knows them."""
    others = [other for other in row.members if other.key != member.key]
    return tuple(PERSON if other.user_id is not None else level_of(row, other) for other in others)


def question_of(table: Table, seat: Seat, level: str, seed: int, manner: str = "") -> Question:
    """Put the question of a seat's move to a level: what the seat sees and heard, no more."""
    course = table.begun
    view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
    company = company_of(table.row, table.member(seat))
    return Question(table.row.game, level, view, heard, legal, seed, manner, company)


def question_to(table: Table, seat: Seat) -> Question:
    """Put the question of the house player of a seat.

    In a series, where the same moves always have the same answer, the same question is put at every
    table that comes to the same moment: in no manner, and with a seed that follows from it.
    """
    member = table.member(seat)
    level = level_of(table.row, member)
    if kind_of(table.row).shares_deals:
        seed = seed_of_answer(table.row.seed, table.row.moves, seat)
        return question_of(table, seat, level, seed)
    return question_of(table, seat, level, secrets.randbits(64), manner_of(member))
