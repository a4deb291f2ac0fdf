"""A rule of thumb for Clumond, which ends the playouts of hard house players for every seat.

A player plans which three cards to keep; their code is the number of tricks wanted. Every other
card wins a trick with some chance (`evaluation`). The *gap* is the number of tricks expected less
the number wanted. A player plays the card after which the expected square of the gap, plus the
variance that is left, is least, and changes the plan as the play goes on.

Against a declarer the other two have no plan of their own: they push the declarer further off, to
the side where the declarer's gap already is (C6). That needs the declarer's cards, so it can be
used in imagined positions only.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, prod
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from engine.cards import BIT, CARD_OF_FACE, NO_TRUMPS, SUIT_SIZE, mask_of_faces
from engine.events import CardPlayed
from engine.games.clumond.imagine import hands_imaginer
from engine.games.clumond.settlement import DISTANCE, VALUE_OF_SUIT, asks_of
from engine.games.clumond.state import SEATS, TRUMPS_NUMBER
from engine.games.clumond.turns import winning
from engine.games.clumond.view import LEFT_OVER, TRICKS, ClumondView, DealStarted, Declared, Passed
from engine.players.clumond.evaluation import CALLED, Prospect, Prospects, leans, prospects
from engine.players.clumond.position import AFTER, LAST, NOWHERE, Position, code_of_hand, hand_from

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from engine.events import Heard


Weighed: TypeAlias = tuple[float, int, int]
"""A card by rule of thumb: its cost (least is best), its suit and its bit."""

FITS = 0.06
"""A plan is not changed while the square of its gap is less than this."""
DOUBT_NOW = 0.6
"""The share of a card's variance that counts against keeping it unplayed."""
TEN = 10
"""The extra weight that a low code may have (C4)."""
TEN_MORE = 5.0
"""Above this gap the higher meaning of a low code is nearer (C4)."""
PUSH = -0.35
"""Above this gap of the declarer the others help them to win even more tricks."""
MISSED = 0.5
"""The cost of missing the target, in tricks, on top of the tricks off."""

MISSES = tuple(tuple(off + MISSED * bool(off) for off in distances) for distances in DISTANCE)
"""The cost of each number of tricks, by the code (C4)."""


def seen_by(position: Position, player: int) -> Prospects:
    """Return the chances of a player's cards, by what the others hold together."""
    a, b = AFTER[player]
    clubs, diamonds, hearts, spades = position.hands[player]
    c, d, h, s = position.hands[a]
    cc, dd, hh, ss = position.hands[b]
    trumps = position.trumps
    return (
        prospects(0, clubs, c | cc, trumps)
        + prospects(1, diamonds, d | dd, trumps)
        + prospects(2, hearts, h | hh, trumps)
        + prospects(3, spades, s | ss, trumps)
    )


def planned(position: Position, player: int, promised: Prospects) -> float:
    """Make or change a player's plan; return its gap, in tricks."""
    kept = position.kept[player]
    gap: float = position.won[player]
    keep = []
    spend = []
    for card in promised:
        if card.alone & kept:
            keep.append(card)
            gap += card.ever - card.value
        else:
            spend.append(card)
            gap += card.ever
    if len(keep) < LEFT_OVER:
        keep, spend, gap = _filled(keep, spend, gap)
    elif gap > TEN_MORE:
        gap -= TEN
    swap = None if gap * gap < FITS else _swap(keep, spend, gap)
    mask = keep[0].alone | keep[1].alone | keep[2].alone
    if swap:
        old, new = swap
        mask ^= old.alone | new.alone
        gap += old.value - new.value
    position.kept[player] = mask
    return gap


def _swap(
    keep: list[Prospect], spend: list[Prospect], gap: float
) -> tuple[Prospect, Prospect] | None:
    """Return the exchange of a kept card that improves a plan most; None if none does."""
    least, swap = gap * gap, None
    for old in keep:
        without, doubt = gap + old.value, old.doubt
        for new in spend:
            left = without - new.value
            cost = left * left + doubt - new.doubt
            if cost < least:
                least = cost
                swap = old, new
    return swap


def _filled(
    keep: list[Prospect], spend: list[Prospect], gap: float
) -> tuple[list[Prospect], list[Prospect], float]:
    """Complete the cards to keep, by whichever meaning of a code (C4) fits better."""
    plans = [_filled_for(keep, spend, gap)]
    if gap > TEN:
        plans.append(_filled_for(keep, spend, gap - TEN))
    return min(plans, key=lambda plan: abs(plan[2]))


def _filled_for(
    keep: list[Prospect], spend: list[Prospect], gap: float
) -> tuple[list[Prospect], list[Prospect], float]:
    """Complete the cards to keep, each near an equal part of the gap; doubtful ones come first."""
    keep, spend = keep[:], spend[:]
    while len(keep) < LEFT_OVER:
        part = gap / (LEFT_OVER - len(keep))
        found = min(spend, key=lambda card: _square(card.value - part) - card.doubt)
        spend.remove(found)
        keep.append(found)
        gap -= found.value
    return keep, spend, gap


def _square(gap: float) -> float:
    # Not `**`, which need not be exact on every machine.
    return gap * gap


def play_by_rule(position: Position) -> None:
    """Play a position to the end of the hand; everybody follows the rule."""
    while position.cards > LEFT_OVER:
        position.play(*choose(position))


def choose(position: Position) -> tuple[int, int]:
    """Return the card the rule plays for the player to act: its suit and bit."""
    _, suit, bit = min(weigh(position))
    return suit, bit


def weigh(position: Position) -> list[Weighed]:
    """Weigh the legal cards of the player to act that their plan does not keep."""
    turn = position.turn
    if position.declarer not in (NOWHERE, turn):
        return _pushes(position)
    promised = seen_by(position, turn)
    if position.cards == LEFT_OVER + 1:
        return _last_plays(position, _playable(position, promised))
    gap = planned(position, turn, promised)
    cards = _playable(position, promised)
    kept = position.kept[turn]
    spared = [card for card in cards if not card.alone & kept]
    found = []
    for card in spared or cards:
        wins = _wins(position, card)
        left = gap + wins - card.ever
        cost = left * left + wins * (1 - wins) - DOUBT_NOW * card.doubt
        found.append((cost, card.suit, card.bit))
    return found


def _playable(position: Position, promised: Prospects) -> Prospects:
    """Return the legal cards (C3)."""
    led = position.suit
    if position.played and position.hands[position.turn][led]:
        return tuple([card for card in promised if card.suit == led])
    return promised


def _wins(position: Position, card: Prospect) -> float:
    """Return the chance (0…1) that a card wins the present trick."""
    if not position.played:
        return card.lead
    bit = card.bit
    if card.suit != position.suit:
        if card.suit != position.trumps:
            return 0.0
        bit <<= SUIT_SIZE
    if bit < position.best:
        return 0.0
    return 1.0 if position.played == LAST else card.second


def _last_plays(position: Position, cards: Prospects) -> list[Weighed]:
    """Weigh plays to the last trick, which also decide which three cards are left (C4)."""
    turn = position.turn
    won, code = position.won[turn], code_of_hand(position.hands[turn])
    found = []
    for card in cards:
        wins = _wins(position, card)
        misses = MISSES[code - VALUE_OF_SUIT[card.suit]]
        cost = wins * misses[won + 1] + (1 - wins) * misses[won]
        found.append((cost, card.suit, card.bit))
    return found


def _pushes(position: Position) -> list[Weighed]:
    """Weigh plays against the declarer, who is to win too many tricks or too few.

    If too many, a card that may win is spent when the declarer cannot win the trick any more, and
    a low one is played when they can; if too few, the other way round.
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
        cost = card.ever if is_safe else card.ever - 2 * _wins(position, card)
        found.append((sign * cost, card.suit, card.bit))
    return found


# Clues that the calls of Clumond (C2) give about the hidden hands.
#
# A player who declares holds strong cards; one who passes mostly does not. The chance that a hand
# calls as it did is a multinomial regression on `evaluation.lean`; a pass has log odds 0.

TRIES = 5
"""Proposals from one state to the next, once somebody has declared."""

PASS = None
"""The trumps of a pass."""


class Habits(NamedTuple):
    """How a player takes in what happens.

    `listens`: weights hidden hands by the calls heard, and heeds who else sits there. `remembers`:
    knows who could not follow. `reckons`: works the last trick out.
    """

    listens: bool = True
    remembers: bool = True
    reckons: bool = True


class Call(NamedTuple):
    """A call: the trumps declared or PASS, and the set of cards its caller has played since."""

    trumps: int | None
    played: int

    def likelihood(self, hand: int) -> float:
        """Return the chance (0…1) that a hand with these cards left has called like this."""
        constant, leaning = CALLED
        liked = [exp(constant + leaning * lean) for lean in leans(hand_from(hand | self.played))]
        wanted = 1.0 if self.trumps is PASS else liked[self.trumps]
        return wanted / (1 + sum(liked))


def weighted_imaginer(
    view: ClumondView, heard: Sequence[Heard]
) -> Callable[[Random], tuple[int, ...]]:
    """Prepare a function that makes up hands, weighted by the likelihood of the calls heard.

    The hands are a Metropolis chain whose proposals are those of `hands_imaginer`. Only the calls
    of others count.
    """
    propose, tries = hands_imaginer(view, heard), TRIES if view.declarer else 1
    others = [(player, call) for player, call in calls(heard).items() if player + 1 != view.seat]
    if not others:
        return propose
    kept, likelihood = tuple[int, ...](), 0.0

    def hands(random: Random) -> tuple[int, ...]:
        nonlocal kept, likelihood
        for _ in range(tries):
            proposed = propose(random)
            likely = prod([call.likelihood(proposed[player]) for player, call in others])
            if random.random() * likelihood < likely or not kept:
                kept, likelihood = proposed, likely
        return kept

    return hands


def calls(heard: Iterable[Heard]) -> dict[int, Call]:
    """Return the calls of this hand, by player."""
    called: dict[int, int | None] = {}
    played = [0] * SEATS
    for _, event in heard:
        if isinstance(event, CardPlayed):
            played[event.seat - 1] |= BIT[CARD_OF_FACE[event.card]]
        elif isinstance(event, Passed):
            called[event.seat - 1] = PASS
        elif isinstance(event, Declared):
            called[event.seat - 1] = TRUMPS_NUMBER[event.trumps]
        elif isinstance(event, DealStarted):
            called, played = {}, [0] * SEATS
    return {player: Call(trumps, played[player]) for player, trumps in called.items()}


# Cards after which a declarer of Clumond cannot make it any more, while others keep hope alive.


def hopeless(view: ClumondView, cards: Iterable[int]) -> set[int]:
    """Return the cards that leave the declarer no code to meet (C4); none if all do.

    The view is that of the seat to act; nobody but a declarer has such cards.
    """
    if view.declarer != view.seat:
        return set()
    playable = {*cards}
    dead = {card for card in playable if not _has_hope(view, card)}
    return dead if dead != playable else set()


def _has_hope(view: ClumondView, card: int) -> bool:
    """Return whether some code can be met after a card, if it may win or lose the trick."""
    trick = (*(CARD_OF_FACE[played.card] for played in view.trick.cards), card)
    trumps = TRUMPS_NUMBER[view.trumps] if view.trumps else NO_TRUMPS
    may_win: tuple[bool, ...] = (False, True)
    if len(trick) == SEATS:
        may_win = (winning(trick, trumps) == SEATS - 1,)
    left = mask_of_faces(view.hand or ()) & ~BIT[card]
    own = view.tricks[view.to_act[0] - 1]
    return any(
        ask.tricks
        for wins in may_win
        for ask in asks_of(left, own + wins, TRICKS - view.trick.number)
    )
