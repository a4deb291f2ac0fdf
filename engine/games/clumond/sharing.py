"""Sharing unseen cards out among hands, some of which cannot hold some of them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.cards import BIT, mask_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random


def share_out(
    cards: Sequence[int], counts: Sequence[int], lacking: Sequence[int], random: Random
) -> list[int]:
    """Share cards out so that hand i gets `counts[i]` of them and none of the set `lacking[i]`.

    The counts add up to the number of cards. With two hands every possible sharing is as likely as
    any other; with three any of them may come out. Raises ValueError if there is none.
    """
    mixed = random.sample(cards, len(cards))
    fits = {card: _places(card, lacking) for card in mixed}
    anywhere = (1 << len(counts)) - 1
    # What fits in fewer hands goes first; what fits anywhere then fills the room that is left.
    picky = sorted(
        (card for card in mixed if fits[card] != anywhere), key=lambda c: fits[c].bit_count()
    )
    room, hands = list(counts), [0] * len(counts)
    waiting = Counter(fits[card] for card in picky)
    for card in picky:
        waiting[fits[card]] -= 1
        places = [place for place in _listed(fits[card]) if _leaves_room(waiting, room, place)]
        if not places:
            raise ValueError("these cards cannot be shared out so")
        place = random.choices(places, [room[place] for place in places])[0]
        hands[place] |= BIT[card]
        room[place] -= 1
    free = [card for card in mixed if fits[card] == anywhere]
    for place, count in enumerate(room):
        hands[place] |= mask_of(free[:count])
        del free[:count]
    return hands


def _places(card: int, lacking: Sequence[int]) -> int:
    """Return the hands that may hold a card, as bits."""
    return sum(1 << place for place, lacked in enumerate(lacking) if not lacked & BIT[card])


def _listed(places: int) -> list[int]:
    return [place for place in range(places.bit_length()) if places >> place & 1]


def _leaves_room(waiting: Counter[int], room: Sequence[int], taken: int) -> bool:
    """Return whether all cards waiting still find a place when hand `taken` gets one more card.

    So it is if no group of hands has less room than there are cards that fit nowhere else.
    """
    if not room[taken]:
        return False
    for group in range(1, 1 << len(room)):
        needed = sum(count for fits, count in waiting.items() if not fits & ~group)
        if needed > sum(room[place] for place in _listed(group)) - (group >> taken & 1):
            return False
    return True
