"""The positions a seat of Cloud 9 may be in, made for search from what it sees and heard.

Who fell lacked the colours thrown (B3), and who paid with a wild card most likely did. The last time
this is known of a seat bounds its hand; the cards that came and went since then are reckoned with as
if each order were alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.events import CardsDealt
from engine.games.balloon.cards import OF_A_COLOUR, WILDS
from engine.games.balloon.state import ABOARD
from engine.games.balloon.view import (
    COLOURS,
    DICE,
    FACES,
    TOP,
    WILD,
    DiceThrown,
    Fallen,
    Flown,
    PackShuffled,
    Phase,
)
from engine.players.balloon.position import (
    BITS,
    FIELD,
    GUARD,
    LONE,
    ONE,
    PAY,
    RIDE,
    THROWS,
    Position,
    cost,
    packed,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from engine.events import Heard
    from engine.games.balloon.view import BalloonView

_DOING = {Phase.RIDE: RIDE, Phase.PAY: PAY, Phase.LONE: LONE}

TRUST = 0.9
"""How likely one who paid with a wild card lacked the colours."""

_DRAWS = 8
"""How often a hand is drawn anew before one that held the colours is taken after all."""


class Lack(NamedTuple):
    """A throw whose colours a seat lacked: what they were, and how sure that is (0…1).

    `came` counts the cards the seat has got since, `went` are those it has paid since, packed.
    """

    need: int
    sure: float
    came: int = 0
    went: tuple[int, ...] = ()


class Sampler:
    """What a seat knows of a trip; `position` makes up the other hands and the throws to come."""

    def __init__(self, view: BalloonView, heard: Sequence[Heard]) -> None:
        self.known = known_of(view)
        self.seat = self.known.turn
        lacks = lacks_in(heard, view.seats)
        # Whose hand is bound draws first, while there is most to choose from.
        others = [seat for seat in range(1, view.seats + 1) if seat != self.seat]
        self._others = [(seat, lacks[seat]) for seat in sorted(others, key=lambda s: not lacks[s])]
        seen = self.known.hands[self.seat] + self.known.heap
        self._unseen = [
            ONE[face]
            for place, (face, whole) in enumerate(zip(FACES, _WHOLE, strict=True))
            for _ in range(whole - (seen >> BITS * place & FIELD))
        ]

    def position(self, random: Random) -> Position:
        """Return a position in which the seat would see just this, with the throws of all clouds."""
        position, pool = self.known.copy(), self._unseen[:]
        hands, counts = position.hands, position.counts
        for seat, lack in self._others:
            hands[seat] = _drawn(pool, counts[seat], lack, random)
        chance = random.random
        position.throws = [throws[int(chance() * len(throws))] for throws in _THROWS]
        return position


_WHOLE = (*[OF_A_COLOUR] * len(COLOURS), WILDS)
_THROWS = tuple(THROWS[dice] for dice in DICE[:TOP])


def known_of(view: BalloonView) -> Position:
    """Return the position as far as the seat to act knows it: the others' hands are empty."""
    if view.seat is None or view.hand is None:
        raise ValueError("a spectator has no move")
    hands, counts = [0] * (view.seats + 1), [0, *view.hand_counts]
    hands[view.seat] = packed(view.hand)
    heap = sum([ONE[counted.card] * counted.count for counted in view.discards])
    position = Position(view.target, hands, counts, heap, [0, *view.scores])
    position.gone = [0, *view.jumps]
    position.aboard = sum([ABOARD[seat] for seat, is_in in enumerate(view.aboard, 1) if is_in])
    position.cloud = view.cloud
    position.pilot = view.pilot
    position.turn = view.seat
    position.doing = _DOING[view.phase]
    position.need = cost(view.dice)
    return position


def lacks_in(heard: Sequence[Heard], seats: int) -> list[Lack | None]:
    """Tell by seat when it last lacked colours since the pack was dealt, if it ever did."""
    lacks: list[Lack | None] = [None] * (seats + 1)
    dice: tuple[str, ...] = ()
    for _, event in heard:
        match event:
            case CardsDealt(seat=seat, count=count) if lack := lacks[seat]:
                lacks[seat] = lack._replace(came=lack.came + count)
            case DiceThrown(dice=dice):
                pass
            case Flown() | Fallen():
                lacks[event.pilot] = _after(lacks[event.pilot], event, dice)
            case PackShuffled(whole=True):
                lacks = [None] * (seats + 1)
            case _:
                continue
    return lacks


def _after(lack: Lack | None, event: Flown | Fallen, dice: tuple[str, ...]) -> Lack | None:
    """Return what a pilot lacked last, after they have answered a throw."""
    if isinstance(event, Fallen):
        return Lack(cost(dice), 1)
    if event.paid == (WILD,):
        return Lack(cost(dice), TRUST)
    return lack and lack._replace(went=(*lack.went, *[ONE[face] for face in event.paid]))


def _drawn(pool: list[int], count: int, lack: Lack | None, random: Random) -> int:
    """Take a hand out of the pool, most likely one that lacked what it should."""
    chance = random.random
    _shuffle(pool, count, chance)
    if lack and chance() < lack.sure:
        for _ in range(_DRAWS):
            if not _held(lack, pool[:count], chance):
                break
            _shuffle(pool, count, chance)
    hand = sum(pool[:count])
    del pool[:count]
    return hand


def _shuffle(pool: list[int], count: int, chance: Callable[[], float]) -> None:
    """Bring so many cards to the front at random; `Random.sample` takes five times as long."""
    left = len(pool)
    for place in range(count):
        other = place + int(chance() * left)
        pool[place], pool[other] = pool[other], pool[place]
        left -= 1


def _held(lack: Lack, hand: list[int], chance: Callable[[], float]) -> bool:
    """Return whether a hand that became this one held the colours, guessing what came since."""
    cards = [*hand, *lack.went]
    for _ in range(min(lack.came, len(cards))):
        del cards[int(chance() * len(cards))]
    return ((sum(cards) | GUARD) - lack.need) & GUARD == GUARD
