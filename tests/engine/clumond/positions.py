"""Composed positions of Clumond."""

from __future__ import annotations

from engine.chance import Chance
from engine.course import Course
from engine.game import OptionValue
from engine.games.clumond.rules import Clumond
from engine.games.clumond.state import PACK, State
from engine.games.clumond.view import ClumondView, DealResult
from tests.engine.examples import Seen, Stands, played, to_the_end, told

__all__ = ["played", "to_the_end", "told"]

GAME = Clumond()
seen, state_of = Seen(ClumondView), Stands(State)
SEED = bytes(31) + b"\x03"

HIGH = " ".join(rank + suit for suit in "CHSD" for rank in "AKQJ")
"""Sixteen cards that win every trick they are in."""
MIDDLE = " ".join(rank + suit for suit in "CHSD" for rank in "9876")
LOW = " ".join(rank + suit for suit in "CHSD" for rank in "5432")

PASSES = ("1 pass", "2 pass", "3 pass")


def order_for(*hands: str) -> tuple[str, ...]:
    """Return a shuffle that deals seats 1, 2, 3 these cards when seat 1 is dealt first.

    What is left open is filled with the cards not named, from the two of clubs up.
    """
    held = [[*hand.split()] for hand in (*hands, "", "", "")[:3]]
    named = {card for cards in held for card in cards}
    spare = [card for card in PACK if card not in named]
    for cards in held:
        cards += [spare.pop(0) for _ in range(16 - len(cards))]
    return tuple(cards[place] for place in range(16) for cards in held)


def table(*hands: str, **options: OptionValue) -> Course:
    """Deal the first hand so; seat 1 calls first."""
    chance = Chance(SEED, ((1, order_for(*hands)),))
    return Course.begin(GAME, 3, options, chance)


def keeping(course: Course, *cards: str) -> Course:
    """Play the hand out; seats keep these cards as long as the rules let them."""
    deal = seen(course).deal
    while course.to_act() and seen(course).deal == deal:
        seat = course.to_act()[0]
        legal = course.legal(seat)
        free = [code for code in legal if code.split()[-1] not in cards]
        course = course.then(seat, (free or legal)[0])
    return course


def result_of(course: Course) -> DealResult:
    """Return the most recent finished hand."""
    result = seen(course).last_deal
    assert result is not None
    return result
