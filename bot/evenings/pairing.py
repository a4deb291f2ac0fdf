"""Who plays with whom at the tables of an evening, and in which seats. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bot.match.lobby.crowd import Plan
from engine.chance import seating


def people_by_table(seed: bytes, people: Sequence[str], plan: Plan) -> tuple[tuple[str, ...], ...]:
    """Return the keys of the people at each table, by chance: the order of the seed, in turns.

    >>> people_by_table(bytes(32), ["1", "2", "3", "4", "5"], Plan(3, (3, 2)))
    (('3', '5', '4'), ('1', '2'))
    """
    order, tables = seating(seed, people), len(plan.people)
    return tuple(order[at::tables] for at in range(tables))
