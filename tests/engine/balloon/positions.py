"""Composed positions of the balloon game."""

from __future__ import annotations

from engine.chance import Chance
from engine.course import Course
from engine.events import Event, as_seen_by
from engine.game import OptionValue
from engine.games.balloon.cards import IDENTITIES
from engine.games.balloon.rules import Balloon
from engine.games.balloon.state import State
from engine.games.balloon.view import BalloonView
from tests.engine.examples import Seen, Stands, played

__all__ = ["played"]

GAME = Balloon()
seen, state_of = Seen(BalloonView), Stands(State)
SEED = bytes(31) + b"\x09"
DEALT = 6


def order_for(*hands: str, pile: str = "") -> tuple[str, ...]:
    """Return a shuffle that deals these faces to seats 1, 2, ... and puts the pile's on top.

    A hand of fewer than six is filled with yellow, then purple, green and red cards.
    """
    left = {face: [c for c in IDENTITIES if c[0] == face] for face in "RGPYW"}
    named = [[left[face].pop(0) for face in hand] for hand in (*hands, pile)]
    spare = [card for face in "YPGRW" for card in left[face]]
    *held, top = named
    for cards in held:
        cards += [spare.pop(0) for _ in range(DEALT - len(cards))]
    dealt = [cards[place] for place in range(DEALT) for cards in held]
    return (*dealt, *top, *spare)


def table(
    *hands: str, rolls: tuple[str, ...] = (), pile: str = "", **options: OptionValue
) -> Course:
    """Deal these hands, one a seat; seat 1 is the first pilot, and the dice fall as `rolls` say."""
    fixed = tuple((number, tuple(dice)) for number, dice in enumerate(rolls, start=1))
    chance = Chance(SEED, ((1, order_for(*hands, pile=pile)),), fixed)
    return Course.begin(GAME, len(hands), options, chance)


def told(course: Course) -> tuple[Event, ...]:
    """Return the events of the last move as a spectator hears them."""
    return as_seen_by(None, course.happened[-1])


def legal(course: Course) -> tuple[str, ...]:
    """Return the moves of whoever is to act."""
    return course.legal(course.to_act()[0])


def fly(course: Course, *, way: str = "pay") -> Course:
    """Let all passengers stay and the pilot pay."""
    while seen(course).phase == "ride":
        course = played(course, "* stay")
    if seen(course).phase == "lone":
        course = played(course, "* roll")
    return played(course, f"* {way}")


BLANKS = ("--", "--", "--", "---", "---", "---", "----", "----")
"""Throws that carry a balloon from the first cloud to the ninth for nothing."""
