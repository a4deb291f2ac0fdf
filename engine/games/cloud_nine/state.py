"""The whole truth of a game of Cloud Nine: small tuples of numbers, hands and clouds as bits."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from engine.cards import IDENTITIES, faces_in
from engine.chance import Chance
from engine.game import Info, Option, Seat
from engine.games.cloud_nine.view import DealResult, Nine, Phase
from engine.melds import meld

INFO = Info(
    key="cloud_nine",
    title="Cloud Nine",
    seats=(3,),
    options=(Option("deals", 3, 1, 9), Option("target", None, 50, 2000)),
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
"""One number a seat (or a card of a trick)."""


class Deal(NamedTuple):
    """What does not change before the deal ends.

    `deals` is None when `target` decides (N8). `points` has one tuple a finished deal, `last` the
    most recent of them. `number` is also that of the shuffle this deal comes from.
    """

    deals: int | None
    target: int | None
    chance: Chance
    number: int
    dealer: Seat
    points: tuple[tuple[int, ...], ...]
    last: DealResult | None

    @property
    def totals(self) -> tuple[int, ...]:
        """The score of each seat over the finished deals."""
        return tuple(map(sum, zip((0, 0, 0), *self.points, strict=True)))


class Tricking(NamedTuple):
    """A trick: cards in the order played from the leader, and who took each (NOBODY so far).

    `untaken` is the set of its cards that nobody took. `ranking` is () until it is complete, then winner, runner-up and loser, or only the winner
    while he has yet to name the second (N4).
    """

    number: int
    leader: Seat
    cards: tuple[int, ...] = ()
    untaken: int = 0
    takers: Three = (0, 0, 0)
    ranking: tuple[Seat, ...] = ()


class State(NamedTuple):
    """A position. `turn` is NOBODY when the game is over; `hands` and `clouds` are card sets."""

    deal: Deal
    phase: Phase
    turn: Seat
    hands: Three
    clouds: Three
    stock: tuple[int, ...]
    trick: Tricking
    last_trick: Tricking | None


TO_LEAD = tuple(
    tuple(Tricking(number, leader) for leader in (NOBODY, *SEATS)) for number in range(NINE + 1)
)
"""The trick of each number before its leader has played."""

PACK = IDENTITIES
"""What is shuffled for a deal."""


def nine_of(mask: int) -> Nine:
    """Show a hand or cloud with its meld."""
    return Nine(faces_in(mask), meld(mask))


def deal_result(number: int, clouds: Three, hands: Three, before: tuple[int, ...]) -> DealResult:
    """Score a finished deal (N7); `before` are the totals up to it."""
    shown_clouds = tuple(map(nine_of, clouds))
    shown_hands = tuple(map(nine_of, hands))
    points = tuple(
        cloud.meld.score + hand.meld.score
        for cloud, hand in zip(shown_clouds, shown_hands, strict=True)
    )
    totals = tuple(map(sum, zip(before, points, strict=True)))
    return DealResult(number, shown_clouds, shown_hands, points, totals)
