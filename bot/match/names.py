"""How the people and house players of a match are named, in labels, sentences and pictures."""

from __future__ import annotations

from collections.abc import Collection

from bot.discord.names import Someone, bold, escape, marked
from bot.match.table import is_played_by_house, names_of
from bot.presenters import PRESENTERS
from bot.store.rows import MatchRow
from engine.game import View
from engine.seats import Seat
from render.api import Person, Words, You


def plain_names(
    row: MatchRow, say: Words, stood_in: Collection[Seat] | None = None
) -> tuple[str, ...]:
    """Return everybody's name for labels, which know no markdown.

    House players and stand-ins bear their mark, and people of one name the number of their seat.
    `stood_in` are the seats that had a stand-in at the time; None means those that have one now.
    """
    names = zip(names_of(row), row.members, strict=True)
    if stood_in is None:
        here = (
            Someone(name, member.user_id is not None, is_played_by_house(row, member))
            for name, member in names
        )
    else:
        here = (
            Someone(
                name, member.user_id is not None, member.user_id is not None and seat in stood_in
            )
            for seat, (name, member) in enumerate(names, start=1)
        )
    return tuple(marked(who, say) for who in here)


def bold_names(
    row: MatchRow, say: Words, stood_in: Collection[Seat] | None = None
) -> tuple[str, ...]:
    """Return everybody's name for sentences, safe in markdown."""
    return tuple(bold(name) for name in plain_names(row, say, stood_in))


def move_name(row: MatchRow, view: View, code: str, say: Words) -> str:
    """Name a move of the view's seat as a sentence does in which it is printed bold."""
    return escape(PRESENTERS[row.game].named(view, code, say, plain_names(row, say)))


def alone(seats: int, own: Seat, say: Words) -> tuple[Person, ...]:
    """Return who sits at a table of nobody in particular: oneself, and house players."""
    others = iter(say("house.names").split(", "))
    return tuple(
        Person(You(say("puzzles.you"))) if seat == own else Person(next(others), house=True)
        for seat in range(1, seats + 1)
    )


def people(row: MatchRow) -> tuple[Person, ...]:
    """Return everybody as pictures need them."""
    return tuple(
        Person(name, house=is_played_by_house(row, member))
        for member, name in zip(row.members, names_of(row), strict=True)
    )
