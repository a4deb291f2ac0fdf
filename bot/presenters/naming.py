"""How the sentences of every game name people and what each of them has."""

from __future__ import annotations

from collections.abc import Sequence

from bot.texts import by_ear
from engine.seats import Seat
from render.api import All, Words
from render.numbers import change, number

Names = Sequence[str]
"""The name of each seat, ready to stand in Discord's markdown."""


def name_of(names: Names, seat: Seat) -> str:
    """Return the name of a seat."""
    return names[seat - 1]


def capital(words: str) -> str:
    """Return words as they begin a sentence."""
    return words[:1].upper() + words[1:]


def listed(points: Sequence[int | str], names: Names, say: Words) -> str:
    """Write who has how many points, in seat order."""
    return _apart(say).join(
        say("list.points", name=name, points=score)
        for name, score in zip(names, points, strict=True)
    )


def gained(points: Sequence[int], totals: Sequence[int], names: Names, say: Words) -> str:
    """Write what everybody got, and what that came to, in seat order."""
    return _apart(say).join(
        say("list.gained", name=name, points=change(made), total=number(total))
        for name, made, total in zip(names, points, totals, strict=True)
    )


def _apart(say: Words) -> str:
    """Return what stands between what several seats have."""
    return "; " if by_ear(say) else " · "


def points_of(points: int, say: Words) -> str:
    """Write a number of points with its unit."""
    return say("result.points", n=abs(points), points=number(points))


def with_total(made: str, total: str, *, is_over: bool, say: Words) -> str:
    """Add to what somebody made what it came to; not when the result tells that beside it."""
    return made if is_over else f"{made} {say('hand.total', total=total)}"


def won(winners: Sequence[Seat], names: Names, say: Words) -> str:
    """Say who has won, or who share the win."""
    who = All(name_of(names, seat) for seat in winners)
    return say("result.won", n=len(winners), names=who)
