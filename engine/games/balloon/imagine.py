"""Making up the cards a seat cannot see, so that nothing it heard is contradicted.

A pilot who fell lacked the colours thrown, and one who paid held what they paid (B3). Both limit
what a hand may be until the pack is dealt anew (B8). So the history of every made-up hand is
followed backwards: cards that were paid come back, and as many as were dealt leave at random.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from engine.cards import mask_of
from engine.chance import SEED_BYTES, Chance
from engine.course import Trail
from engine.events import CardsDealt
from engine.games.balloon.cards import FULL_PACK, IDENTITIES, OF_FACE, cards_in
from engine.games.balloon.state import ABOARD, Setup, State
from engine.games.balloon.view import (
    COLOURS,
    FACES,
    BalloonView,
    DiceThrown,
    Fallen,
    Flown,
    PackShuffled,
)
from engine.seats import NOBODY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from random import Random

    from engine.events import Heard

_DRAWS = 9
"""How often a hand is drawn again before a contradiction is mended card by card."""

_MENDS = 300
"""How many cards are exchanged at most to mend one hand."""

_BITS = 8
_COUNT = (1 << _BITS) - 1
_ONE = {face: 1 << _BITS * index for index, face in enumerate(FACES)}
"""One card of each face; sums of these count all faces at once, in this many bits each."""
_ONE_OF = tuple(_ONE[identity[0]] for identity in IDENTITIES)


_Need: TypeAlias = tuple[tuple[int, int], ...]
"""The colours of a throw: the bits below the count of each, and how many were thrown."""


class _Lack(NamedTuple):
    """A throw whose colours a seat lacked."""

    need: _Need


_History: TypeAlias = "list[int | tuple[int, ...] | _Lack]"
"""A seat's cards since the pack was dealt: how many it got, what it paid, what it lacked."""


def imaginer(view: BalloonView, heard: Iterable[Heard]) -> Callable[[Random], State]:
    """Prepare a function that makes up states in keeping with `view` and all that was heard."""
    known, counts = _known(view), view.hand_counts
    histories = [
        _backwards(history, count)
        for history, count in zip(_histories(view.seats, heard), counts, strict=True)
    ]
    # The hand with the longest history is drawn first, while there is most to choose from.
    others = [player for player in range(view.seats) if player + 1 != view.seat]
    others.sort(key=lambda player: -len(histories[player]))
    unseen = [*cards_in(FULL_PACK & ~known.discards & ~sum(known.hands))]

    def imagined(random: Random) -> State:
        draw, hands, begin = random.random, [*known.hands], 0
        cards = sorted(unseen, key=lambda _: draw())
        for player in others:
            end = begin + counts[player]
            if histories[player]:
                _make_agree(histories[player], cards, begin, end, draw)
            hands[player] = mask_of(cards[begin:end])
            begin = end
        setup = known.setup._replace(chance=Chance(random.randbytes(SEED_BYTES)))
        return known._replace(setup=setup, hands=tuple(hands), pile=tuple(cards[begin:]))

    return imagined


def _known(view: BalloonView) -> State:
    """Return the state as far as the seat knows it: no pile, and an unknown hand is empty."""
    free = [[*cards_in(cards)] for cards in OF_FACE]
    hands = [0] * view.seats
    if view.hand is not None and view.seat is not None:
        hands[view.seat - 1] = _take(free, view.hand)
    discards = [face for counted in view.discards for face in counted.card * counted.count]
    return State(
        Setup(view.seats, view.target, view.redeal, view.with_odds, Chance(b"")),
        view.deal,
        0,
        0,
        view.phase,
        view.to_act[0] if view.to_act else NOBODY,
        view.pilot,
        view.cloud,
        "".join(view.dice),
        sum(ABOARD[seat] for seat, is_in in enumerate(view.aboard, start=1) if is_in),
        tuple(hands),
        (),
        _take(free, discards),
        view.scores,
        view.jumps,
        view.flight,
        Trail(view.deal_scores),
        view.last_trip,
    )


def _take(free: list[list[int]], faces: Iterable[str]) -> int:
    """Take any card of each face named."""
    return mask_of(free[FACES.index(face)].pop() for face in faces)


def _histories(seats: int, heard: Iterable[Heard]) -> list[_History]:
    """Return the clues heard about each seat's cards since the pack was last dealt."""
    histories: list[_History] = [[] for _ in range(seats)]
    dice: tuple[str, ...] = ()
    for _, event in heard:
        match event:
            case PackShuffled(whole=True):
                histories = [[] for _ in range(seats)]
            case CardsDealt(seat=seat, count=count):
                histories[seat - 1].append(count)
            case DiceThrown(dice=dice):
                pass
            case Flown(pilot=seat, paid=paid):
                histories[seat - 1].append(tuple([_ONE[face] for face in paid]))
            case Fallen(pilot=seat, dice=dice):
                histories[seat - 1].append(_Lack(_need(dice)))
            case _:
                continue
    return histories


def _need(dice: Sequence[str]) -> _Need:
    counts = [(_BITS * index, dice.count(colour)) for index, colour in enumerate(COLOURS)]
    return tuple((low, count) for low, count in counts if count)


def _backwards(history: _History, count: int) -> _History:
    """Return a history in reverse, back to its first lack.

    It is [] if there is no lack, or if it does not end with `count` cards: then it was not heard
    from the start.
    """
    got = sum([step for step in history if isinstance(step, int)])
    paid = sum([len(step) for step in history if type(step) is tuple])
    lacks = [at for at, step in enumerate(history) if isinstance(step, _Lack)]
    return history[lacks[0] :][::-1] if lacks and got - paid == count else []


def _make_agree(
    history: _History, cards: list[int], begin: int, end: int, draw: Callable[[], float]
) -> None:
    """Change a hand, the mixed cards from `begin` to `end`, until it agrees with its history.

    It is drawn again a few times, then mended card by card, so often at most. Cards are
    exchanged with those after `begin`, which belong to nobody yet.
    """
    indices: Sequence[int] = range(begin, end)
    for turn in range(_DRAWS + _MENDS):
        broken = _broken(history, [_ONE_OF[card] for card in cards[begin:end]], draw)
        if broken is None:
            return
        if turn >= _DRAWS:
            colours = {1 << low for low, _ in broken.need}
            wrong = [index for index in range(begin, end) if _ONE_OF[cards[index]] in colours]
            indices = [wrong[int(draw() * len(wrong))]] if wrong else ()
        for index in indices:
            other = index + int(draw() * (len(cards) - index))
            cards[index], cards[other] = cards[other], cards[index]


def _broken(history: _History, hand: Iterable[int], draw: Callable[[], float]) -> _Lack | None:
    """Follow a hand backwards; return the first lack it contradicts, None if there is none.

    `hand` has `_ONE` of each card. All orders in which the cards may have come are equally likely.
    """
    there = [*hand]
    held = sum(there)
    for step in history:
        if isinstance(step, int):
            for _ in range(step):
                index = int(draw() * len(there))
                held -= there[index]
                there[index] = there[-1]
                del there[-1]
        elif isinstance(step, _Lack):
            if _covers(held, step.need):
                return step
        else:
            there += step
            held += sum(step)
    return None


def _covers(held: int, need: _Need) -> bool:
    for low, count in need:  # noqa: SIM110 - all() costs twice the time of this
        if held >> low & _COUNT < count:
            return False
    return True
