"""Beginners: what a sensible person does who has read the rules twice and never played.

They see what everybody sees (view and legal moves), count what lies before them, and neither search
nor remember nor leave anything to chance. They were written from docs/rules.md alone, so that they
know nothing of what house players believe. A yardstick that does not move (`bench.ladder`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any, Protocol

from engine.cards import RANKS, SUITS, mask_of_faces
from engine.events import Heard
from engine.game import View
from engine.games.balloon import view as balloon
from engine.games.balloon.turns import Move
from engine.games.cloud_nine import view as cloud_nine
from engine.games.clumond import view as clumond
from engine.games.nimbly.view import NimblyView, Prospect
from engine.melds import score
from engine.seats import Seat


class Player(Protocol):
    """Whoever can sit at a table: asked as house players are, and answers one legal move."""

    def choose(
        self, view: View, heard: Sequence[Heard], legal: Sequence[str], random: Random
    ) -> str: ...


@dataclass(frozen=True)
class Beginner:
    """A beginner of a game; `answer` chooses one of the legal moves by a view."""

    answer: Callable[[Any, Sequence[str]], str]

    def choose(
        self,
        view: View,
        heard: Sequence[Heard],  # noqa: ARG002 - it looks at the table
        legal: Sequence[str],
        random: Random,  # noqa: ARG002 - and leaves nothing to chance
    ) -> str:
        return self.answer(view, legal)


def _what(code: str) -> str:
    return code.partition(" ")[2]


# Cloud 9 goes on while the next cloud, times its chance, beats this one. The chance of another
# pilot is what the picture says (where the table plays without, a guess by the colours thrown),
# one's own is guessed from the colours in hand.

DIE = 6
"""Faces of a die: four colours and two blanks."""

HELD = 0.75
"""A guess: how likely a pilot holds a colour or has a wild card for it."""

DEAR = 4
"""From this cloud on a wild card is worth spending on colours one lacks."""


def fly(view: balloon.BalloonView, legal: Sequence[str]) -> str:
    """Stay, jump, pay or roll by what looks worth more at once."""
    if view.phase is balloon.Phase.PAY:
        return _paid(view, legal)
    if view.phase is balloon.Phase.LONE:
        return Move.ROLL if _goes_on(view, _own_chance(view)) else Move.JUMP
    return Move.STAY if _goes_on(view, _chance(view)) else Move.JUMP


def _goes_on(view: balloon.BalloonView, chance: float) -> bool:
    """Return whether the next cloud, with this chance, is worth more than a jump now."""
    here = balloon.VALUES[view.cloud]
    wins = view.scores[(view.seat or 1) - 1] + here >= view.target
    return not wins and chance * balloon.VALUES[view.cloud + 1] > here


def _chance(view: balloon.BalloonView) -> float:
    if view.odds:
        return view.odds.ways / view.odds.total
    return float(HELD ** len(set(view.dice) - {balloon.BLANK}))


def _own_chance(view: balloon.BalloonView) -> float:
    hand = set(view.hand or ())
    if balloon.WILD in hand:
        return 1.0
    return float(((2 + len(hand)) / DIE) ** balloon.DICE[view.cloud])


def _paid(view: balloon.BalloonView, legal: Sequence[str]) -> str:
    """Return how the pilot pays: in colours if possible, with a wild card where it matters."""
    if Move.PAY in legal:
        return Move.PAY
    alone = sum(view.aboard) == 1
    if Move.WILD in legal and (alone or view.cloud >= DEAR or Move.FALL not in legal):
        return Move.WILD
    return Move.FALL


# Cloud Nine wants the card of each trick that does most for the cloud. To follow, each card of the
# hand is imagined on the trick as it lies: what the best card of it is worth if mine wins, less
# what the hand loses with it. That to be second has its worth, too, is not thought of. Whoever
# leads spares the hand, and leads the highest card that costs it nothing.

JOKER = "JK"


def gather(view: cloud_nine.CloudNineView, legal: Sequence[str]) -> str:
    """Take the best card for the cloud, and play for it with a card the hand can spare."""
    if view.phase is cloud_nine.Phase.PLAY:
        return max(legal, key=lambda code: _worth_playing(view, _what(code)))
    own = view.clouds[(view.seat or 1) - 1].cards
    if view.phase is cloud_nine.Phase.TAKE:
        return max(legal, key=lambda code: _gain(own, _what(code)))
    # To be second goes to whoever has less.
    return min(legal, key=lambda code: view.clouds[int(_what(code)) - 1].meld.score)


def _worth_playing(view: cloud_nine.CloudNineView, card: str) -> tuple[int, int, int]:
    """Return the gain of a card for the cloud, less its cost to the hand; then ties."""
    hand = list(view.hand.cards if view.hand else ())
    before = _score(hand)
    hand.remove(card)
    costs = before - _score(hand)
    if not view.trick.cards:
        return -costs, _rank(card), 0
    seat = view.seat or Seat(1)
    trick = [(played.seat, played.card) for played in view.trick.cards]
    points, fits = _hoped(view, [*trick, (seat, card)], seat)
    return points - costs, fits, -_rank(card)


def _hoped(
    view: cloud_nine.CloudNineView, trick: list[tuple[Seat, str]], seat: Seat
) -> tuple[int, int]:
    """Return a seat's gain from winning the trick as it lies; nothing if it does not win."""
    if _winner(trick) != seat:
        return 0, 0
    cloud = view.clouds[seat - 1].cards
    return max(_gain(cloud, card) for _, card in trick)


def _winner(trick: list[tuple[Seat, str]]) -> Seat | None:
    """Return the player of the highest card of the suit led; none while only jokers lie (N3)."""
    led = next((card[1] for _, card in trick if card != JOKER), "")
    following = [played for played in trick if played[1][1] == led and played[1] != JOKER]
    return max(following, key=lambda played: _rank(played[1]))[0] if following else None


def _gain(cloud: Sequence[str], card: str) -> tuple[int, int]:
    """Return the points a card adds to a cloud, and how many of its cards it goes with."""
    fits = sum(
        card[1] == other[1] or abs(_rank(card) - _rank(other)) <= 1
        for other in cloud
        if JOKER not in (card, other)
    )
    return _score([*cloud, card]) - _score(cloud), fits


def _score(cards: Sequence[str]) -> int:
    return score(mask_of_faces(cards))


def _rank(card: str) -> int:
    return -1 if card == JOKER else RANKS.index(card[0])


# Clumond keeps three cards in mind whose code fits the tricks to be expected: those won so far and
# one for each card left that looks like a winner. While more tricks are wanted the beginner wins as
# cheaply as possible, else ducks with the highest card that loses. Only a hand with a long strong
# suit declares.

LONG, TOPS = 7, 2
"""Cards of a suit, and of its ace, king and queen, with which it is declared."""

WINNERS = {"A": 1, "K": 2, "Q": 3}
"""How many cards of the suit one needs for a card to look like a winner."""


def keep(view: clumond.ClumondView, legal: Sequence[str]) -> str:
    """Keep three cards in mind, and play the others for the tricks these ask for."""
    hand = view.hand or ()
    if view.phase is clumond.Phase.CALL:
        return _call(hand)
    kept, wanted = _plan(view, hand)
    cards = [_what(code) for code in legal]
    free = [card for card in cards if card not in kept] or cards
    return f"play {_card(view, free, wanted)}"


def _call(hand: Sequence[str]) -> str:
    for suit in SUITS:
        own = [card[0] for card in hand if card[1] == suit]
        if len(own) >= LONG and len({*own} & {*WINNERS}) >= TOPS:
            return f"declare {suit}"
    return clumond.PASS


def _plan(view: clumond.ClumondView, hand: Sequence[str]) -> tuple[tuple[str, ...], int]:
    """Return the three cards to keep, and how many more tricks they ask for."""
    won = view.tricks[(view.seat or 1) - 1]

    def plans() -> Iterator[tuple[float, int, tuple[str, ...], int]]:
        for kept in combinations(hand, clumond.LEFT_OVER):
            rest = [card for card in hand if card not in kept]
            expected = won + _winners(rest, view.trumps)
            code = sum(clumond.SUIT_VALUES[card[1]] for card in kept)
            high = sum(RANKS.index(card[0]) for card in kept)
            for tricks in (code, code + 10):
                if won <= tricks <= min(clumond.TRICKS, won + len(rest)):
                    # Of equals the plan that keeps the middling cards and plays the others.
                    yield abs(tricks - expected), abs(high - 18), kept, tricks - won

    found = min(plans(), default=None)
    return (found[2], found[3]) if found else ((), 0)


def _winners(cards: Sequence[str], trumps: clumond.Trumps | None) -> int:
    found = 0
    for suit in SUITS:
        own = [card[0] for card in cards if card[1] == suit]
        high = sum(len(own) >= need for rank, need in WINNERS.items() if rank in own)
        found += max(high, len(own) - 3) if suit == trumps else high
    return found


def _card(view: clumond.ClumondView, cards: Sequence[str], wanted: int) -> str:
    """Return the card to play when this many more tricks are wanted."""
    trick = [played.card for played in view.trick.cards]
    trumps = view.trumps or clumond.Trumps.NONE
    if not trick:
        return max(cards, key=_rank) if wanted > 0 else min(cards, key=_rank)
    best = max(_strength(card, trick[0], trumps) for card in trick)
    winning = [card for card in cards if _strength(card, trick[0], trumps) > best]
    losing = [card for card in cards if card not in winning]
    if losing and not (wanted > 0 and winning):
        return (min if wanted > 0 else max)(losing, key=_rank)
    return min(winning, key=lambda card: _strength(card, trick[0], trumps))


def _strength(card: str, led: str, trumps: clumond.Trumps) -> tuple[bool, bool, int]:
    return card[1] == trumps, card[1] == led[1], _rank(card)


def draw(view: NimblyView, legal: Sequence[str]) -> str:  # noqa: ARG001 - the prospects are these
    """Take the draw of Nimbly after which the hand scores most; of equals that of most cards."""

    def liked(prospect: Prospect) -> tuple[int, int]:
        return (prospect.makes.meld.score if prospect.makes else 0), len(prospect.cards)

    return max(view.prospects, key=liked).code


BEGINNERS: Mapping[str, Player] = {
    "balloon": Beginner(fly),
    "cloud_nine": Beginner(gather),
    "clumond": Beginner(keep),
    "nimbly": Beginner(draw),
}
"""By game."""
