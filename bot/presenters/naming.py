"""How the sentences of every game name people and what each of them has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.texts import by_ear
from engine.seats import Seat, round_from
from render.api import All, Apart, Words, You, capital, change, number

Names = Sequence[str]
"""The name of each seat, ready to stand in Discord's markdown."""


def name_of(names: Names, seat: Seat) -> str:
    """Return the name of a seat."""
    return names[seat - 1]


def with_you(names: Names, own: Seat | None, say: Words) -> Names:
    """Return the names as a seat hears them: it is you itself."""
    you = You(say("alt.you"))
    return [you if seat == own else name for seat, name in enumerate(names, start=1)]


def own_first(own: Seat | None, totals: Sequence[int]) -> list[Seat]:
    """Return all seats, one's own first and the others by what they have.

    >>> own_first(Seat(3), (4, 9, 2))
    [3, 2, 1]
    """
    seats = map(Seat, range(1, len(totals) + 1))
    return sorted(seats, key=lambda seat: (seat != own, -totals[seat - 1]))


def with_order(begun: str, first: Seat, names: Names, own: Seat, say: Words) -> str:
    """Add to the words that begin a game in which order everybody plays, from this seat on."""
    you = with_you(names, own, say)
    told = [name_of(you, seat) for seat in round_from(first, len(names))]
    return f"{begun} {say('ear.order', names=told)}"


def each_has(points: Sequence[int | str], names: Names, say: Words) -> list[str]:
    """Write of each seat how many points it has, or whatever is counted."""
    return [
        say("list.points", name=name, points=score)
        for name, score in zip(names, points, strict=True)
    ]


def listed(points: Sequence[int | str], names: Names, say: Words) -> str:
    """Write who has how many points, in seat order."""
    return apart(each_has(points, names, say), say)


def gained(
    points: Sequence[int], totals: Sequence[int], names: Names, say: Words, own: Seat | None = None
) -> str:
    """Write what everybody got, and what that came to, in seat order, or one's own first."""
    you, seats = with_you(names, own, say), range(1, len(names) + 1)
    order = seats if own is None else own_first(own, totals)
    told = (
        say("list.gained", name=you[at], points=change(points[at]), total=number(totals[at]))
        for at in (seat - 1 for seat in order)
    )
    return apart(told, say)


def placed(
    points: Sequence[int], totals: Sequence[int], names: Names, say: Words, own: Seat | None = None
) -> str:
    """Write what everybody got, and what that came to.

    In words it is told of who hears it first, then by place, and nothing twice.
    """
    if not by_ear(say):
        return gained(points, totals, names, say)
    told = (
        say("list.points", name=names[at], points=number(points[at]))
        if points[at] == totals[at]
        else say("list.gained", name=names[at], points=number(points[at]), total=number(totals[at]))
        for at in (seat - 1 for seat in own_first(own, totals))
    )
    return say("list.all", items=Apart(told))


def rounds_said(
    deals: Sequence[Sequence[int]],
    totals: Sequence[int],
    names: Names,
    say: Words,
    own: Seat | None,
) -> str:
    """Tell a finished game in words: everybody's total and what came of each deal, as `placed`."""
    you = with_you(names, own, say)
    told = [
        (you[at], totals[at], [number(deal[at]) for deal in deals])
        for at in (seat - 1 for seat in own_first(own, totals))
    ]
    return " ".join(
        say("ear.rounds", name=capital(name), total=number(total), points=points)
        for name, total, points in told
    )


def apart(told: Iterable[str], say: Words) -> str:
    """Write what several seats have one after the other."""
    return say("list.all", items=Apart(told)) if by_ear(say) else " · ".join(told)


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
