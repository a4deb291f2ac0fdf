"""Composed positions of Nimbly, and those for search."""

from __future__ import annotations

from random import Random

from engine.chance import Chance
from engine.course import Course
from engine.game import OptionValue
from engine.games.nimbly.rules import Nimbly
from engine.games.nimbly.state import State, pack
from engine.games.nimbly.view import NimblyView
from engine.players.nimbly.position import Layout, Position
from tests.engine.examples import Seen, Stands, first_moves, played, told
from tests.engine.walks import Beginning, wander

# Composed positions of Nimbly.

__all__ = ["first_moves", "played", "told"]

GAME = Nimbly()
seen, state_of = Seen(NimblyView), Stands(State)
SEED = bytes(31) + b"\x09"

ANNIE = "AC QC 9C 8C 6C AH AS QS QD"
BENNY = "AD KD TD 9D 7D 6D KC 7H KS"
CONNIE = "QH JH TH 8H 6H JS 6S JD TC"
UNDEALT = "JC 7C KH 9H TS 9S 8S 7S 8D"
"""The hands of the printed example as M5 repairs them; together they are the whole pack."""


def order_for(*rows: str, seats: int = 3) -> tuple[str, ...]:
    """Return a shuffle that ends rows A, B, C with these cards, the open end last.

    What is left open is filled with the cards not named, from the lowest club up.
    """
    ends = [row.split() for row in (*rows, "", "", "")[:3]]
    named = {card for end in ends for card in end}
    spare = [card for card in pack(seats) if card not in named]
    order: list[str] = []
    for end in ends:
        missing = 3 * seats - len(end)
        order += [*spare[:missing], *end]
        del spare[:missing]
    return (*order, *spare)


def table(*rows: str, seats: int = 3, **options: OptionValue) -> Course:
    """Lay out the first deal so; seat 1 begins. One deal is played unless options say otherwise."""
    fixed = ((1, order_for(*rows, seats=seats)),)
    return Course.begin(GAME, seats, options or {"deals": 1}, Chance(SEED, fixed))


def printed_example(*, deals: int = 1, par: bool = False) -> Course:
    """Let the three of the printed example draw their hands, each from a row of their own."""
    return drawn_apart(table(ANNIE, BENNY, CONNIE, deals=deals, par=par))


def drawn_apart(course: Course) -> Course:
    """Let three draw the first deal, each from a row of their own."""
    while seen(course).deal == 1 and course.to_act():
        (seat,) = course.to_act()
        course = course.then(seat, "draw " + 3 * "-ABC"[seat])
    return course


# Positions for search.


def late(seats: int, cards: int, seed: int, **options: int | bool) -> Course:
    """Play at random until at most this many cards are left in the rows."""
    course = Beginning("nimbly", seats, options or {"deals": 1}, seed).course()
    return wander(course, Random(seed), lambda now: sum(map(len, seen(now).rows)) <= cards)


def same(layout: Layout, position: Position, state: State) -> bool:
    """Return whether a position for search is that of the rules."""
    live = 0
    for row in state.rows:
        for card in row:
            live |= 1 << card
    return (
        layout.live(position.left) == live
        and position.hands == state.hands
        and position.turn == state.turn - 1
    )
