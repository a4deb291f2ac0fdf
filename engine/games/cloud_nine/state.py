"""The whole truth of a game of Cloud Nine: small tuples of numbers, hands and clouds as bits."""

from __future__ import annotations

from operator import add
from typing import NamedTuple, TypeAlias

from engine.cards import IDENTITIES, faces_in
from engine.chance import Chance
from engine.game import Info, Option
from engine.games.cloud_nine.view import DealResult, Nine, Phase
from engine.melds import meld
from engine.seats import Seat

INFO = Info(
    key="cloud_nine",
    title="Cloud Nine",
    seats=(3,),
    options=(Option("deals", 3, 1, 9, unless="target"), Option("target", None, 50, 2000)),
    rules_version=1,
)

SEATS = (Seat(1), Seat(2), Seat(3))
NOBODY = Seat(0)
LEFT = (NOBODY, Seat(2), Seat(3), Seat(1))
"""The seat to the left of each."""
ROUND = tuple((seat, LEFT[seat], LEFT[LEFT[seat]]) for seat in (NOBODY, *SEATS))
"""The seats from each seat round, clockwise."""
NINE = 9

Three: TypeAlias = tuple[int, int, int]
"""One number a seat."""


class Deal(NamedTuple):
    """What does not change before the deal ends.

    `deals` is None when `target` decides (N8). `points` has one tuple a finished deal, `totals`
    their sums, and `last` is the most recent of them. `number` is also that of the shuffle this deal comes from.
    """

    deals: int | None
    target: int | None
    chance: Chance
    number: int
    dealer: Seat
    points: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    last: DealResult | None


class Tricking(NamedTuple):
    """A trick: its cards in the order played from the leader, and in the order `taken`.

    The winner takes first, then the second, then the loser (N5), so `ranking` tells who took what.
    `untaken` is the set of the cards that nobody took so far. `ranking` is () until it is complete, then winner, runner-up and loser, or only the winner
    while they have yet to name the second (N4).
    """

    number: int
    leader: Seat
    cards: tuple[int, ...] = ()
    untaken: int = 0
    taken: tuple[int, ...] = ()
    ranking: tuple[Seat, ...] = ()


def taker_of(trick: Tricking, card: int) -> Seat | None:
    """Return who took a card of the trick; None so far."""
    return trick.ranking[trick.taken.index(card)] if card in trick.taken else None


class State(NamedTuple):
    """A position. `turn` is NOBODY when the game is over; `hands` and `clouds` are card sets.

    From `number` to `ranking` are the fields of the present `Tricking`, laid flat because every
    move makes a new state.
    """

    deal: Deal
    phase: Phase
    turn: Seat
    hands: Three
    clouds: Three
    stock: tuple[int, ...]
    number: int
    leader: Seat
    cards: tuple[int, ...]
    untaken: int
    taken: tuple[int, ...]
    ranking: tuple[Seat, ...]
    last_trick: Tricking | None


def trick_of(state: State) -> Tricking:
    """Return the present trick of a position."""
    return Tricking(*state[6:12])


NO_POINTS = (0, 0, 0)

PACK = IDENTITIES
"""What is shuffled for a deal."""


def nine_of(mask: int) -> Nine:
    """Show a hand or cloud with its meld."""
    return Nine(faces_in(mask), meld(mask))


def deal_result(number: int, clouds: Three, hands: Three, before: tuple[int, ...]) -> DealResult:
    """Score a finished deal (N7); `before` are the totals up to it."""
    of_clouds = tuple(map(nine_of, clouds))
    of_hands = tuple(map(nine_of, hands))
    points = tuple(
        [
            cloud.meld.score + hand.meld.score
            for cloud, hand in zip(of_clouds, of_hands, strict=True)
        ]
    )
    totals = tuple(map(add, before, points))
    return DealResult(number, of_clouds, of_hands, points, totals)
