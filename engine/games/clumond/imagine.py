"""Making up the cards a seat cannot see.

Earlier tricks have left the view (C9) but were heard: their cards are gone, and who did not follow
has no card of the suit led.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from engine.cards import BIT, CARD_OF_FACE, NO_TRUMPS, PACK_SIZE, mask_of, mask_of_faces
from engine.chance import SEED_BYTES, Chance
from engine.events import CardPlayed
from engine.games.clumond.state import FULL_PACK, SAME_SUIT, TRUMPS_NUMBER, Deal, State, TrickState
from engine.games.clumond.view import ClumondView, DealStarted, Phase, Trick
from engine.seats import NOBODY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from random import Random

    from engine.events import Heard

_CHUNK = 8
_LOW = (1 << _CHUNK) - 1


class Revealed(NamedTuple):
    """Facts that the play of this hand revealed, as sets: cards played, cards each seat lacks."""

    played: int
    lacking: tuple[int, ...]


def imaginer(view: ClumondView, heard: Iterable[Heard]) -> Callable[[Random], State]:
    """Prepare a function that makes up states in keeping with `view` and all that was heard."""
    known, deal_out = known_state(view), hands_imaginer(view, heard)

    def imagined(random: Random) -> State:
        deal = replace(known.deal, chance=Chance(random.randbytes(SEED_BYTES)))
        return known._replace(deal=deal, hands=deal_out(random))

    return imagined


def hands_imaginer(
    view: ClumondView, heard: Iterable[Heard]
) -> Callable[[Random], tuple[int, ...]]:
    """Prepare a function that makes up the hands alone, in half the time.

    For a player, all ways to share out the unseen cards are equally likely; a spectator may get
    any of them. Raises ValueError if the cards cannot be shared out.
    """
    known, revealed = known_state(view).hands, revealed_by(heard)
    if view.phase is Phase.OVER:
        return lambda _: known
    unknown = [player for player, hand in enumerate(known) if not hand]
    share = sharer(
        FULL_PACK & ~revealed.played & ~sum(known),
        [view.hand_counts[player] for player in unknown],
        [revealed.lacking[player] for player in unknown],
    )
    own = {0, 1, 2}.difference(unknown)

    def hands(random: Random) -> tuple[int, ...]:
        shared = [*share(random)]
        for player in own:
            shared.insert(player, known[player])
        return tuple(shared)

    return hands


def revealed_by(heard: Iterable[Heard]) -> Revealed:
    """Read what was played since the last deal, and who could not follow (C3)."""
    played, lacking, led = 0, [0, 0, 0], 0
    for _, event in heard:
        if isinstance(event, CardPlayed):
            card = CARD_OF_FACE[event.card]
            played |= BIT[card]
            if event.leads:
                led = SAME_SUIT[card]
            elif not led & BIT[card]:
                lacking[event.seat - 1] |= led
        elif isinstance(event, DealStarted):
            played, lacking = 0, [0, 0, 0]
    return Revealed(played, tuple(lacking))


def known_state(view: ClumondView) -> State:
    """Return the state as far as the view shows it; an unknown hand is empty."""
    hands = [0, 0, 0]
    if view.phase is Phase.OVER and view.last_deal:
        hands = [mask_of_faces(left) for left in view.last_deal.left]
    elif view.seat is not None:
        hands[view.seat - 1] = mask_of_faces(view.hand or ())
    trick = _trick_state(view.trick)
    return State(
        _deal(view),
        view.phase,
        view.to_act[0] if view.to_act else NOBODY,
        tuple(hands),
        view.tricks,
        view.declarer or NOBODY,
        NO_TRUMPS if view.trumps is None else TRUMPS_NUMBER[view.trumps],
        trick.number,
        trick.leader,
        trick.cards,
        _trick_state(view.last_trick) if view.last_trick else None,
    )


def _trick_state(trick: Trick) -> TrickState:
    cards = tuple(CARD_OF_FACE[played.card] for played in trick.cards)
    return TrickState(trick.number, trick.leader, cards, trick.winner or NOBODY)


def _deal(view: ClumondView) -> Deal:
    return Deal(
        chance=Chance(b""),
        deals=view.deals,
        number=view.deal,
        dealer=view.dealer,
        points=view.deal_scores,
        totals=view.scores,
        last=view.last_deal,
        ante=view.ante,
        scoring=view.scoring,
        pot=view.pot,
    )


def sharer(
    cards: int, counts: Sequence[int], lacking: Sequence[int]
) -> Callable[[Random], tuple[int, ...]]:
    """Prepare to share a set of cards out among two or three hands.

    Hand i gets `counts[i]` cards and none of the set `lacking[i]`; the counts add up to the number
    of cards. With two hands all possible ways are equally likely; with three any may come out.
    Raises ValueError if there is none.
    """
    share = _between_two if len(counts) == 2 else _among_three
    return share(cards, counts, lacking)


def _among_three(
    cards: int, counts: Sequence[int], lacking: Sequence[int]
) -> Callable[[Random], tuple[int, ...]]:
    """Prepare `sharer` for three hands.

    The first hand must take the cards that both others lack. Cards that only one of them lacks can
    go to the other one, so the first hand must take those for which the other has no room.
    """
    room = counts[0]
    allowed = cards & ~lacking[0]
    for_all = lacking[1] & lacking[2]

    def share(random: Random) -> tuple[int, ...]:
        first = allowed & for_all
        for one, other in ((1, 2), (2, 1)):
            picky = cards & lacking[one] & ~for_all
            least = picky.bit_count() - counts[other]
            first |= _sample(picky & allowed, max(0, least), random)
        first |= _sample(allowed & ~first, room - first.bit_count(), random)
        rest = _between_two(cards & ~first, counts[1:], lacking[1:])
        return (first, *rest(random))

    return share


def _between_two(
    cards: int, counts: Sequence[int], lacking: Sequence[int]
) -> Callable[[Random], tuple[int, ...]]:
    """Prepare `sharer` for two hands."""
    first, second = cards & lacking[1], cards & lacking[0]
    free = cards & ~first & ~second
    size = counts[0] - first.bit_count()
    if first & second or not 0 <= size <= free.bit_count():
        raise ValueError("these cards cannot be shared out so")
    pick = _Subsets(free, size)

    def split(random: Random) -> tuple[int, ...]:
        picked = pick(random)
        return first | picked, second | free ^ picked

    return split


def _sample(cards: int, count: int, random: Random) -> int:
    return mask_of(random.sample(_cards_in(cards), count))


def _cards_in(mask: int) -> list[int]:
    return [card for card in range(PACK_SIZE) if mask & BIT[card]]


class _Subsets:
    """Draws subsets of one size of a set of cards, all equally likely.

    Draws as many random bits as there are cards, then sets or clears single ones until their
    number is right. Tables say which cards each byte of them stands for.
    """

    def __init__(self, mask: int, size: int) -> None:
        cards = _cards_in(mask)
        self._cards = len(cards)
        self._size = size
        self._tables = tuple(
            _all_sets(cards[low : low + _CHUNK]) for low in range(0, 4 * _CHUNK, _CHUNK)
        )

    def __call__(self, random: Random) -> int:
        cards, draw = self._cards, random.random
        bits = random.getrandbits(cards)
        over = bits.bit_count() - self._size
        while over > 0:
            bit = 1 << int(draw() * cards)
            if bits & bit:
                bits ^= bit
                over -= 1
        while over < 0:
            bit = 1 << int(draw() * cards)
            if not bits & bit:
                bits ^= bit
                over += 1
        a, b, c, d = self._tables
        return a[bits & _LOW] | b[bits >> 8 & _LOW] | c[bits >> 16 & _LOW] | d[bits >> 24]


def _all_sets(cards: Sequence[int]) -> list[int]:
    """List the sets of some of the cards, indexed by which of them as bits."""
    sets = [0]
    for card in cards:
        sets += [others | BIT[card] for others in sets]
    return sets
