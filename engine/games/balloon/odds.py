"""The exact chance that a hand nobody has seen can pay a throw."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import comb, gcd, prod
from typing import TYPE_CHECKING

from engine.games.balloon.cards import FULL_PACK, count_faces
from engine.games.balloon.view import BLANK, COLOURS, Odds

if TYPE_CHECKING:
    from collections.abc import Sequence


def odds_of(seen: int, cards: int, dice: str) -> Odds:
    """Return the chance that a hand of `cards` cards, of which none is in `seen`, can pay a throw.

    All hands of that many unseen cards count alike; a wild pays any throw but a blank one needs
    none (B3).
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
    """Count the hands of so many cards that hold a wild card, or all that is needed.

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
    """Count the hands without a wild that have just so many of some colours, with its sign."""
    fixed = [
        (have, few) for (have, _), few in zip(required, chosen, strict=True) if few is not None
    ]
    left = cards - sum(few for _, few in fixed)
    if left < 0:
        return 0
    rest = plain - sum(have for have, _ in fixed)
    ways = prod(comb(have, few) for have, few in fixed) * comb(rest, left)
    return -ways if len(fixed) % 2 else ways
