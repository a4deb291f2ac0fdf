"""The stupidities of Cloud Nine, all in the last deal of a game: there more points never hurt, nor
do fewer for the others.

Cards that lie open are weighed for every cloud they may come to, with all cards that may still join
them; a card of the hand for all cards that may be dealt to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from operator import ge
from typing import TypeAlias

from engine.cards import BIT, CARD_OF_FACE, FACES, JOKER, mask_of_faces
from engine.games.cloud_nine.turns import ranked
from engine.games.cloud_nine.view import CloudNineView, Phase
from engine.melds import NINE, score
from engine.seats import Seat
from tests.engine.players.stupidities.pattern import Faults, Pattern, Proof, Question

Values: TypeAlias = tuple[int, ...]
"""What some cards score, for each way in which they may be completed."""

JK = FACES[JOKER]

LESS, GIFT, JOKERS = "less", "gift", "joker"
"""Why a move is stupid: it scores less, it only gives others more, or a joker is left or spent."""


class Table:
    """A decision of Cloud Nine as its seat sees it."""

    def __init__(self, view: CloudNineView) -> None:
        self.view = view
        self.me = view.to_act[0]
        self.others = tuple(seat for seat in (1, 2, 3) if seat != self.me)
        self.hand = view.hand.cards if view.hand else ()
        self.played = tuple(played.card for played in view.trick.cards)
        self.untaken = tuple(each.card for each in view.trick.cards if each.taken_by is None)
        self.to_come = NINE - view.trick.number
        self._clouds = [mask_of_faces(nine.cards) for nine in view.clouds]
        self._grown: dict[tuple[int, str], Values] = {}

    @cached_property
    def unseen(self) -> tuple[str, ...]:
        """The cards in others' hands and in the stock."""
        left = list(FACES)
        clouds = [face for nine in self.view.clouds for face in nine.cards]
        for face in (*self.hand, *clouds, *self.untaken):
            left.remove(face)
        return tuple(left)

    @cached_property
    def _coming(self) -> tuple[tuple[str, ...], ...]:
        """What may still come to a cloud after this trick."""
        return tuple(combinations((*self.unseen, *self.hand), self.to_come))

    def grown(self, seat: int, card: str) -> Values:
        """Return what a seat's cloud may come to score with a card of this trick."""
        if (seat, card) not in self._grown:
            cloud = plus(self._clouds[seat - 1], card)
            found = tuple(score(plus(cloud, *more)) for more in self._coming)
            self._grown[seat, card] = found
        return self._grown[seat, card]

    def kept(self, card: str) -> Values:
        """Return what the hand may score without a card, by the card dealt to it (N6)."""
        hand = mask_of_faces(_without(self.hand, card))
        return tuple(score(plus(hand, dealt)) for dealt in self.unseen)

    def is_taking(self, count: int, to_come: int) -> bool:
        """Return whether the seat takes one of some cards, some tricks before the last."""
        phase, left = self.view.phase, len(self.untaken)
        return phase is Phase.TAKE and left == count and self.to_come == to_come

    def takes(self, *why: str) -> Faults:
        """Return the cards that it is stupid to take for such a reason."""
        return _worse("take", self.untaken, self._worse_take, why)

    def _worse_take(self, bad: str, better: str) -> str | None:
        """Return why a card is worse to take than another; None if it is not sure to be."""
        if len(self.untaken) == 2:
            loser = self.view.trick.ranking[-1]
            theirs = [(self.grown(loser, better), self.grown(loser, bad))]
        elif self.to_come:
            theirs = [(self.grown(seat, better), self.grown(seat, bad)) for seat in self.others]
        else:
            theirs = self._left_over(bad, better)
        return _why(better, self.grown(self.me, bad), self.grown(self.me, better), theirs)

    def _left_over(self, bad: str, better: str) -> list[tuple[Values, Values]]:
        """Return what the others may have after either take of the last trick's winner.

        The runner-up chooses what is left, but never what is worse for them beyond doubt.
        """
        after = [
            _shared_out(self, _without(self.untaken, taken), self.view.trick.ranking[1:])
            for taken in (bad, better)
        ]
        return [
            (one[seat], other[seat])
            for one in after[0]
            for other in after[1]
            for seat in self.others
        ]

    def plays(self, place: int, *why: str) -> Faults:
        """Return the cards that it is stupid to play to the last trick, as its so-manieth card."""
        if self.view.phase is not Phase.PLAY or self.to_come or len(self.played) != place:
            return {}
        return _worse("play", tuple(dict.fromkeys(self.hand)), self._worse_play, why)

    def _worse_play(self, bad: str, better: str) -> str | None:
        """Return why a card of the hand is worse to play than another that does the same.

        Only cards of equal worth to one's own cloud are compared, or the choice among the others
        might change.
        """
        mine = (self.grown(self.me, bad), self.grown(self.me, better))
        if not self._alike(bad, better) or mine[0] != mine[1]:
            return None
        theirs = [(self.grown(seat, bad), self.grown(seat, better)) for seat in self.others]
        kept, keeps = self.kept(bad), self.kept(better)
        if kept != keeps and any(one != other for one, other in theirs):
            return None
        return _why(bad, kept, keeps, theirs)

    def _alike(self, one: str, other: str) -> bool:
        """Return whether two cards do the same in the trick, whatever the others play."""
        a, b = CARD_OF_FACE[one], CARD_OF_FACE[other]
        cards = tuple(CARD_OF_FACE[face] for face in self.played)
        unseen = [CARD_OF_FACE[face] for face in self.unseen]
        if not cards:
            low, high = sorted((a, b))
            same_suit = high < JOKER and a // 13 == b // 13
            return same_suit and not any(low < card < high for card in unseen)
        rest: Iterable[tuple[int, ...]] = [()] if len(cards) == 2 else [(card,) for card in unseen]
        return all(ranked((*cards, a, *more)) == ranked((*cards, b, *more)) for more in rest)


def plus(mask: int, *faces: str) -> int:
    """Return a set of cards with more of them; a second `JK` is the second joker."""
    for face in faces:
        bit = BIT[CARD_OF_FACE[face]]
        mask |= bit << 1 if mask & bit else bit
    return mask


def _without(cards: Sequence[str], card: str) -> list[str]:
    left = list(cards)
    left.remove(card)
    return left


def _shared_out(
    table: Table, cards: Sequence[str], ranking: Sequence[Seat]
) -> list[Mapping[int, Values]]:
    """Return what the others may have when they share out the last two cards.

    Without a ranking either may be second (N4).
    """
    a, b = cards
    seats = table.others
    found = list[Mapping[int, Values]]()
    for one, other in ((a, b), (b, a)):
        found.append(
            {seat: table.grown(seat, card) for seat, card in zip(seats, (one, other), strict=True)}
        )
    if not ranking:
        return found
    second, loser = ranking
    return [
        ways
        for ways, instead in (found, found[::-1])
        if not (instead[second] > ways[second] and instead[loser] <= ways[loser])
    ]


def _why(
    special: str, mine: Values, instead: Values, theirs: Iterable[tuple[Values, Values]]
) -> str | None:
    """Return why a move is stupid; None if it is not.

    `mine` is what it makes, `instead` what the better one makes. `theirs` has what others may have
    after it, each with what they may have after the better one.
    """
    theirs = list(theirs)
    if not all(map(ge, instead, mine)) or not all(all(map(ge, a, b)) for a, b in theirs):
        return None
    if instead != mine:
        return JOKERS if special == JK else LESS
    return GIFT if any(a != b for a, b in theirs) else None


def _worse(
    verb: str, cards: Sequence[str], worse: Callable[[str, str], str | None], why: Sequence[str]
) -> Faults:
    """Return the stupid cards with better ones, where `worse` names one of these reasons."""
    found: dict[str, str] = {}
    for bad in cards:
        for better in cards:
            if better != bad and worse(bad, better) in why:
                found[f"{verb} {bad}"] = f"{verb} {better}"
                break
    return found


def read(question: Question) -> Table | None:
    """Return how the patterns see a decision; None before the last deal, or long before its end."""
    view = question.view
    if not isinstance(view, CloudNineView) or view.deal != view.deals:
        return None
    return Table(view) if NINE - view.trick.number <= 2 else None


def _taking(name: str, count: int, to_come: int, *why: str) -> Pattern[Table]:
    def faults(table: Table) -> Faults:
        return table.takes(*why) if table.is_taking(count, to_come) else {}

    if to_come:
        return Pattern(name, "N5", Proof.ALIKE, faults)
    return Pattern(name, "N5", Proof.BEST if count == 3 else Proof.SURE, faults)


def _playing(name: str, place: int, *why: str) -> Pattern[Table]:
    return Pattern(name, "N6", Proof.ALIKE, lambda table: table.plays(place, *why))


PATTERNS = (
    _taking("last_take_scores_less", 3, 0, LESS),
    _taking("last_take_leaves_a_joker", 3, 0, JOKERS),
    _taking("last_take_is_a_gift", 3, 0, GIFT),
    _taking("last_second_take_scores_less", 2, 0, LESS),
    _taking("last_second_take_leaves_a_joker", 2, 0, JOKERS),
    _taking("last_second_take_is_a_gift", 2, 0, GIFT),
    _taking("eighth_take_scores_less", 3, 1, LESS, JOKERS),
    _taking("eighth_take_is_a_gift", 3, 1, GIFT),
    _taking("eighth_second_take_scores_less", 2, 1, LESS, JOKERS),
    _taking("eighth_second_take_is_a_gift", 2, 1, GIFT),
    _taking("seventh_take_scores_less", 3, 2, LESS, JOKERS),
    _taking("seventh_second_take_scores_less", 2, 2, LESS, JOKERS),
    _playing("last_lead_costs_the_hand", 0, LESS, JOKERS),
    _playing("last_lead_is_a_gift", 0, GIFT),
    _playing("last_second_card_costs_the_hand", 1, LESS, JOKERS),
    _playing("last_second_card_is_a_gift", 1, GIFT),
    _playing("last_card_costs_the_hand", 2, LESS, JOKERS),
    _playing("last_card_is_a_gift", 2, GIFT),
)
"""Takes by how many cards lie there and how many tricks are to come; plays by their place in the
last trick. A card costs the hand that does the same as a cheaper one, whatever the others play.
"""
