"""What some cards of a nine make that others do not: the factor of the score that tells them apart.

A *fit* names it: `suit` with its length and letter, `run` with its length, `pair`, `three`, `four`
or `sets` (so many cards in sets), `joker`; and for one card among others `match` and `next`, with
the other card (`beside`) of its rank or the next. What scores a nine is in `engine.melds`.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log

from engine.cards import ALL_RANKS, CARD_OF_FACE, COUNT, JOKER, JOKERS, SUIT_SIZE, SUITS, faces_in
from engine.melds import Meld, meld
from engine.players.reasons import Value

_SETS = {2: "pair", 3: "three", 4: "four"}


FEW = 3
"""The shortest run or suit that is worth naming as what others are given."""


def factors(made: Meld) -> dict[str, int]:
    """Return the factors of a score by name."""
    return {"run": made.run, "suit": made.flush, "sets": made.sets}


def growth(name: str, made: Meld) -> dict[str, float]:
    """Return the logarithms of the factors, so that their gaps can be compared; as observations."""
    return {f"{name} {factor}": log(max(1, length)) for factor, length in factors(made).items()}


def gift(more: int, before: int, *, ace_low: bool = True) -> dict[str, Value]:
    """Return what somebody's cards make with more of them; {} where that is hardly worth naming."""
    made = fit(more, before, ace_low=ace_low)
    is_small = made.get("fit") in ("run", "suit") and int(made["n"]) < FEW
    return {} if is_small else made


def fit(better: int, worse: int, *, ace_low: bool = True) -> dict[str, Value]:
    """Return what the better cards make and the worse do not, as values of a reason.

    Of several factors that are larger it is the one that is larger by most; {} where none is.

    >>> from engine.cards import mask_of_faces
    >>> fit(mask_of_faces("4S 5S 6S KD".split()), mask_of_faces("4S 5S TS KD".split()))
    {'fit': 'run', 'n': 3}
    >>> fit(mask_of_faces("4S 5S 6S".split()), mask_of_faces("4S 6D 6S".split()))
    {'fit': 'run', 'n': 3}
    """
    mine, other = meld(better, ace_low=ace_low), meld(worse, ace_low=ace_low)
    if mine.jokers > other.jokers:
        return {"fit": "joker"}
    before = factors(other)
    grown = {
        name: log(length / max(1, before[name]))
        for name, length in factors(mine).items()
        if length > before[name]
    }
    if not grown:
        return {}
    name = max(grown, key=lambda name: grown[name])
    length = factors(mine)[name]
    if name == "suit":
        return {"fit": name, "n": length, "suit": _longest(better, worse, length)}
    if name == "sets":
        return {"fit": _SETS.get(length, name), "n": length}
    return {"fit": name, "n": length}


def factor_of(made: Mapping[str, Value]) -> str:
    """Return the factor of a score that a fit is about: `run`, `suit` or `sets`."""
    return str(made["fit"]) if made["fit"] in ("run", "suit") else "sets"


def ties(card: int, cards: int, *, ace_low: bool = True) -> dict[str, dict[str, Value]]:
    """Return how a card goes with others, by the factor that may grow by it, as values of a reason.

    >>> from engine.cards import CARD_OF_FACE, mask_of_faces
    >>> ties(CARD_OF_FACE["5S"], mask_of_faces("5D 6C 9S".split()))["sets"]
    {'fit': 'match', 'beside': '5D'}
    >>> "run" in ties(CARD_OF_FACE["5S"], mask_of_faces("5D 6C 9S".split()))
    False
    """
    if card >= JOKER:
        return {}
    suit, rank = divmod(card, SUIT_SIZE)
    beside = {rank - 1, rank + 1}
    if ace_low:
        beside = {other % SUIT_SIZE for other in beside}
    found: dict[str, dict[str, Value]] = {}
    for face in faces_in(cards & ~JOKERS):
        other = CARD_OF_FACE[face] % SUIT_SIZE
        if other == rank:
            found.setdefault("sets", {"fit": "match", "beside": face})
        elif other in beside:
            found.setdefault("run", {"fit": "next", "beside": face})
    if "sets" in found:
        found.pop("run", None)  # a repeated rank counts once in a run (M1)
    held = COUNT[cards >> SUIT_SIZE * suit & ALL_RANKS]
    if held:
        found["suit"] = {"fit": "suit", "n": held + 1, "suit": SUITS[suit]}
    return found


def _longest(better: int, worse: int, length: int) -> str:
    """Return the letter of a suit of this length that the worse cards have fewer of."""
    sizes = [
        (COUNT[better >> low & ALL_RANKS], COUNT[worse >> low & ALL_RANKS])
        for low in range(0, SUIT_SIZE * len(SUITS), SUIT_SIZE)
    ]
    return next(
        suit
        for suit, (mine, other) in zip(SUITS, sizes, strict=True)
        if mine == length and other < length
    )
