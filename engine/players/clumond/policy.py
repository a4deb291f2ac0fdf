"""A rule of thumb for Clumond, which ends the playouts of hard house players for every seat.

A player means to keep three cards, and so to win a number of tricks: that is their plan. Every card
not kept wins a trick with some chance (`evaluation`). Their *gap* is how many more tricks they are to expect
by this than the plan asks for. They play the card after which the square of the gap and the doubt
that is left are least to be expected, and mend the plan as the play goes.

Against a declarer nobody has a plan of their own: the others push the way the declarer's gap points
already (C6). That needs the declarer's cards, so it is asked in imagined positions only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from engine.cards import SUIT_SIZE
from engine.games.clumond.settling import DISTANCE, VALUE_OF_SUIT
from engine.games.clumond.view import LEFT_OVER
from engine.players.clumond.evaluation import Prospect, prospects
from engine.players.clumond.position import AFTER, LAST, NOWHERE, code_of_hand

if TYPE_CHECKING:
    from engine.players.clumond.evaluation import Prospects
    from engine.players.clumond.position import Position

Weighed: TypeAlias = tuple[float, int, int]
"""A card by rule of thumb: what it costs, its suit and its bit."""

FITS = 0.06
"""Up to this square of its gap a plan is left as it is."""
DOUBT_NOW = 0.6
"""How much less a card's doubt counts in a play than in a plan: there is time to mend."""
TEN = 10
"""What a low code may mean besides (C4)."""
TEN_MORE = 5.0
"""From this gap on the other meaning of a low code is nearer (C4)."""
PUSH = -0.35
"""From this gap of the declarer on they are helped to win more tricks."""
MISSED = 0.5
"""What missing the target costs besides each trick off."""

MISSES = tuple(tuple(off + MISSED * bool(off) for off in distances) for distances in DISTANCE)
"""What each number of tricks costs by the code (C4)."""


def seen_by(position: Position, place: int) -> Prospects:
    """Return what the cards of a hand promise its player, who knows what the others hold together."""
    a, b = AFTER[place]
    clubs, diamonds, hearts, spades = position.hands[place]
    c, d, h, s = position.hands[a]
    cc, dd, hh, ss = position.hands[b]
    trumps = position.trumps
    return (
        prospects(0, clubs, c | cc, trumps)
        + prospects(1, diamonds, d | dd, trumps)
        + prospects(2, hearts, h | hh, trumps)
        + prospects(3, spades, s | ss, trumps)
    )


def planned(position: Position, place: int, promised: Prospects) -> float:
    """Make or mend the plan of a place and give its gap."""
    kept = position.kept[place]
    gap: float = position.won[place]
    keep = []
    spend = []
    for card in promised:
        if card[0] & kept:
            keep.append(card)
            gap += card[3] - card[6]
        else:
            spend.append(card)
            gap += card[3]
    if len(keep) < LEFT_OVER:
        keep, spend, gap = _filled(keep, spend, gap)
    elif gap > TEN_MORE:
        gap -= TEN
    swap = None if gap * gap < FITS else _swap(keep, spend, gap)
    mask = keep[0][0] | keep[1][0] | keep[2][0]
    if swap:
        old, new = swap
        mask ^= old[0] | new[0]
        gap += old[6] - new[6]
    position.kept[place] = mask
    return gap


def _swap(
    keep: list[Prospect], spend: list[Prospect], gap: float
) -> tuple[Prospect, Prospect] | None:
    """Find the card to keep instead of another that mends a plan best, if any does."""
    least, swap = gap * gap, None
    for old in keep:
        without, doubt = gap + old[6], old[7]
        for new in spend:
            left = without - new[6]
            cost = left * left + doubt - new[7]
            if cost < least:
                least = cost
                swap = old, new
    return swap


def _filled(
    keep: list[Prospect], spend: list[Prospect], gap: float
) -> tuple[list[Prospect], list[Prospect], float]:
    """Choose what is missing of the cards to keep, by whichever meaning of a code (C4) fits."""
    plans = [_filled_for(keep, spend, gap)]
    if gap > TEN:
        plans.append(_filled_for(keep, spend, gap - TEN))
    return min(plans, key=lambda plan: abs(plan[2]))


def _filled_for(
    keep: list[Prospect], spend: list[Prospect], gap: float
) -> tuple[list[Prospect], list[Prospect], float]:
    """Choose cards that each take their part of the gap, the more doubtful the better."""
    keep, spend = keep[:], spend[:]
    while len(keep) < LEFT_OVER:
        part = gap / (LEFT_OVER - len(keep))
        found = min(spend, key=lambda card: (card[6] - part) ** 2 - card[7])
        spend.remove(found)
        keep.append(found)
        gap -= found[6]
    return keep, spend, gap


def play_by_rule(position: Position) -> None:
    """Play a position to the end of the hand; everybody follows the rule."""
    while position.cards > LEFT_OVER:
        position.play(*choose(position))


def choose(position: Position) -> tuple[int, int]:
    """Return the card the rule plays for the place to act: its suit and bit."""
    _, suit, bit = min(weigh(position))
    return suit, bit


def weigh(position: Position) -> list[Weighed]:
    """Weigh the cards of the place to act that the rules allow and its plan can spare."""
    turn = position.turn
    if position.declarer not in (NOWHERE, turn):
        return _pushes(position)
    promised = seen_by(position, turn)
    if position.cards == LEFT_OVER + 1:
        return _last_plays(position, _playable(position, promised))
    gap = planned(position, turn, promised)
    cards = _playable(position, promised)
    kept = position.kept[turn]
    spared = [card for card in cards if not card[0] & kept]
    found = []
    for card in spared or cards:
        wins = _wins(position, card)
        left = gap + wins - card[3]
        cost = left * left + wins * (1 - wins) - DOUBT_NOW * card[7]
        found.append((cost, card[2], card[1]))
    return found


def _playable(position: Position, promised: Prospects) -> Prospects:
    """Pick the cards that may be played to the trick (C3)."""
    led = position.suit
    if position.played and position.hands[position.turn][led]:
        return tuple([card for card in promised if card[2] == led])
    return promised


def _wins(position: Position, card: Prospect) -> float:
    """Return the chance that a card wins the present trick."""
    if not position.played:
        return card[4]
    bit = card[1]
    if card[2] != position.suit:
        if card[2] != position.trumps:
            return 0.0
        bit <<= SUIT_SIZE
    if bit < position.best:
        return 0.0
    return 1.0 if position.played == LAST else card[5]


def _last_plays(position: Position, cards: Prospects) -> list[Weighed]:
    """Weigh plays to the last trick: they also settle which three cards are left (C4)."""
    turn = position.turn
    won, code = position.won[turn], code_of_hand(position.hands[turn])
    found = []
    for card in cards:
        wins = _wins(position, card)
        misses = MISSES[code - VALUE_OF_SUIT[card[2]]]
        cost = wins * misses[won + 1] + (1 - wins) * misses[won]
        found.append((cost, card[2], card[1]))
    return found


def _pushes(position: Position) -> list[Weighed]:
    """Weigh plays against the declarer, who is to win the trick or not, as the gap says.

    They are to get the tricks they do not want: then cards that may win are played where they cannot
    have the trick any more, low ones where they can; and the other way round.
    """
    turn, declarer = position.turn, position.declarer
    if position.gap_at != position.cards:
        position.gap_at = position.cards
        position.gap = planned(position, declarer, seen_by(position, declarer))
    is_to_come = declarer in AFTER[turn][: LAST - position.played]
    is_safe = bool(position.played) and position.winner != declarer and not is_to_come
    sign = -1.0 if position.gap > PUSH else 1.0
    found = []
    for card in _playable(position, seen_by(position, turn)):
        cost = card[3] if is_safe else card[3] - 2 * _wins(position, card)
        found.append((sign * cost, card[2], card[1]))
    return found
