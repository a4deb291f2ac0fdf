"""The balloon pack, what a throw costs, and the chance to pay it.

A card is 0...75: 18 each of red, green, purple and yellow, then 4 wild. A set of cards is an int
with bit `card` set. A card's identity (`R07`, `W2`) is what shuffles and stored states use; its
face (`R`, `W`) is what players see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import comb, gcd, prod

from engine.games.balloon.view import BLANK, COLOURS, WILD, Odds

DIE = "RGPY--"
"""The six faces of a die: one of each colour, two blank."""

OF_A_COLOUR = 18
WILDS = 4

IDENTITIES: tuple[str, ...] = (
    *(f"{colour}{number:02}" for colour in COLOURS for number in range(1, OF_A_COLOUR + 1)),
    *(f"{WILD}{number}" for number in range(1, WILDS + 1)),
)
PACK_SIZE = len(IDENTITIES)
NUMBER: dict[str, int] = {identity: card for card, identity in enumerate(IDENTITIES)}
FULL_PACK = (1 << PACK_SIZE) - 1

_COLOUR = (1 << OF_A_COLOUR) - 1
OF_FACE: tuple[int, ...] = (
    *(_COLOUR << OF_A_COLOUR * index for index in range(len(COLOURS))),
    ((1 << WILDS) - 1) << OF_A_COLOUR * len(COLOURS),
)
"""The set of all cards of each face, in the order of FACES."""

WILD_CARDS = OF_FACE[-1]

Needs = tuple[tuple[int, int], ...]
"""The cost of a throw: for each colour thrown, all its cards, and the number to be paid."""


def _needs(dice: tuple[str, ...]) -> Needs:
    counts = [(OF_FACE[index], dice.count(colour)) for index, colour in enumerate(COLOURS)]
    return tuple((cards, count) for cards, count in counts if count)


NEEDS: dict[str, Needs] = {
    "".join(dice): _needs(dice) for number in (2, 3, 4) for dice in product(DIE[:5], repeat=number)
}
"""The cost of every throw (B3); () is an all-blank throw."""


def covers(hand: int, needs: Needs) -> bool:
    """Return whether a hand holds the colours of a throw (B3); wild cards do not count."""
    return all((hand & cards).bit_count() >= count for cards, count in needs)


def payment(hand: int, needs: Needs) -> int:
    """Return the cards that pay for a throw, from a hand that covers it: the lowest of a colour."""
    paid = 0
    for cards, count in needs:
        left = hand & cards
        for _ in range(count):
            card = left & -left
            paid |= card
            left ^= card
    return paid


def wild_payment(hand: int) -> int:
    """Return the wild card that pays for a throw: the lowest."""
    wild = hand & WILD_CARDS
    return wild & -wild


def cards_in(mask: int) -> Iterator[int]:
    """List the cards of a set, the lowest first."""
    while mask:
        card = mask & -mask
        yield card.bit_length() - 1
        mask ^= card


def identities_in(mask: int) -> tuple[str, ...]:
    """Spell the cards of a set by identity."""
    return tuple(IDENTITIES[card] for card in cards_in(mask))


def faces_in(mask: int) -> tuple[str, ...]:
    """Spell the cards of a set as players see them, colours together."""
    return tuple(IDENTITIES[card][0] for card in cards_in(mask))


def count_faces(mask: int) -> tuple[int, ...]:
    """Count the cards of each face in a set, in the order of FACES."""
    return tuple((mask & cards).bit_count() for cards in OF_FACE)


def odds_of(seen: int, cards: int, dice: str) -> Odds:
    """Return the chance that a hand of `cards` cards, none of them in `seen`, can pay a throw.

    All hands of that many unseen cards are equally likely. A wild card pays for any throw, and an
    all-blank throw costs nothing (B3).

    >>> odds_of(seen=0, cards=1, dice="R-")
    Odds(ways=11, total=38)
    """
    unseen = count_faces(FULL_PACK & ~seen)
    needs = tuple(dice.count(colour) for colour in COLOURS)
    if dice.count(BLANK) == len(dice):
        return Odds(1, 1)
    return _reduced(unseen, needs, cards)


@lru_cache(maxsize=4096)
def _reduced(unseen: tuple[int, ...], needs: tuple[int, ...], cards: int) -> Odds:
    total = comb(sum(unseen), cards)
    ways = paying_hands(unseen, needs, cards)
    common = gcd(ways, total) or 1
    return Odds(ways // common, total // common)


def paying_hands(unseen: Sequence[int], needs: Sequence[int], cards: int) -> int:
    """Count the hands of this many cards that hold a wild card, or every colour needed.

    `unseen` counts the cards of each colour and, last, the wild ones; `needs` what each colour
    must have. Hands without a wild that lack something are counted by inclusion and exclusion.
    """
    *colours, wilds = unseen
    plain = sum(colours)
    with_wild = comb(plain + wilds, cards) - comb(plain, cards)
    required = [(have, need) for have, need in zip(colours, needs, strict=True) if need]
    # For each required colour: None leaves it free, a number fixes how many there are, too few.
    choices = [(None, *range(need)) for _, need in required]
    return with_wild + sum(_fixed(required, chosen, plain, cards) for chosen in product(*choices))


def _fixed(
    required: list[tuple[int, int]], chosen: tuple[int | None, ...], plain: int, cards: int
) -> int:
    """Return a term of the sum: hands without a wild that have just this many of some colours."""
    fixed = [
        (have, few) for (have, _), few in zip(required, chosen, strict=True) if few is not None
    ]
    left = cards - sum(few for _, few in fixed)
    if left < 0:
        return 0
    rest = plain - sum(have for have, _ in fixed)
    ways = prod(comb(have, few) for have, few in fixed) * comb(rest, left)
    return -ways if len(fixed) % 2 else ways
