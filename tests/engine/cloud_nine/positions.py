"""Composed positions of Cloud Nine."""

from __future__ import annotations

from engine.cards import IDENTITIES
from engine.chance import Chance
from engine.course import Course
from engine.game import OptionValue
from engine.games.cloud_nine.rules import CloudNine
from engine.games.cloud_nine.state import State
from engine.games.cloud_nine.view import CloudNineView
from engine.seats import Seat
from tests.engine.examples import Seen, Stands, first_moves, played, told

__all__ = ["first_moves", "played", "told"]

GAME = CloudNine()
seen, state_of = Seen(CloudNineView), Stands(State)
SEED = bytes(31) + b"\x09"


def order_for(*hands: str, stock: str = "", leader: int = 1) -> tuple[str, ...]:
    """Return a shuffle that deals seats 1, 2, 3 these cards first and the stock these on top.

    What is left open is filled with the cards not named, from the two of clubs up.
    """
    held = [[*hand.split()] for hand in (*hands, "", "", "")[:3]]
    top = stock.split()
    named = {card for cards in (*held, top) for card in cards}
    spare = [card for card in IDENTITIES if card not in named]
    for cards in held:
        cards += [spare.pop(0) for _ in range(9 - len(cards))]
    in_turn = held[leader - 1 :] + held[: leader - 1]
    dealt = [cards[place] for place in range(9) for cards in in_turn]
    return (*dealt, *top, *spare)


def table(*hands: str, stock: str = "", **options: OptionValue) -> Course:
    """Deal the first deal so; seat 1 leads. One deal is played unless options say otherwise."""
    fixed = ((1, order_for(*hands, stock=stock)),)
    return Course.begin(GAME, 3, options or {"deals": 1}, Chance(SEED, fixed))


def trick(*cards: str) -> Course:
    """Let seats 1, 2, 3 be dealt and play these cards (by identity) to the first trick."""
    course = table(*cards)
    for seat, card in enumerate(cards, start=1):
        course = course.then(Seat(seat), f"play {card[:2]}")
    return course


def ranking(course: Course) -> tuple[int, ...]:
    """Return the ranking of the present trick as seen by all."""
    return seen(course).trick.ranking
