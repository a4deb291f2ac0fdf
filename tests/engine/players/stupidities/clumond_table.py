"""A decision of Clumond as patterns see it, with all worlds of its last trick."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import combinations
from operator import le
from typing import TypeAlias

from engine.cards import BIT, CARD_OF_FACE, FACES, JOKER, lister, mask_of, mask_of_faces
from engine.games.clumond.imagine import revealed_by
from engine.games.clumond.settling import (
    DISTANCE,
    POINTS_DECLARED,
    POINTS_MADE,
    asks_of,
    code_of,
    settled,
)
from engine.games.clumond.state import FULL_PACK, SEATS, TRUMPS_NUMBER
from engine.games.clumond.turns import playable, winning
from engine.games.clumond.view import TRICKS, ClumondView, Phase, Scoring
from engine.seats import round_from
from tests.engine.players.stupidities.pattern import Faults, Question

Result: TypeAlias = tuple[int, ...]
"""What each player has more after the hand, the seat to move first."""

Replies: TypeAlias = tuple[int, ...]
"""The cards that the others play after the seat to move."""

FURTHEST = max(map(max, DISTANCE))
"""The most tricks that anybody can be off."""

DECLARER, DEFENDER, FREE = "declarer", "defender", "free"
"""What a seat is in a hand; FREE where nobody declared."""


class Table:
    """A decision of Clumond as its seat sees it."""

    def __init__(self, question: Question, view: ClumondView) -> None:
        self._question = question
        self.view = view
        self.me = view.to_act[0]
        self.is_last_hand = view.deal == view.deals
        self.hand = mask_of_faces(view.hand or ())
        self.number = view.trick.number
        self.cards = tuple(CARD_OF_FACE[played.card] for played in view.trick.cards)
        self.place = len(self.cards)
        self.order = round_from(view.trick.leader, SEATS)
        self.trumps = TRUMPS_NUMBER[view.trumps] if view.trumps else 0
        self.role = FREE
        if view.declarer:
            self.role = DECLARER if view.declarer == self.me else DEFENDER

    @property
    def is_playing(self) -> bool:
        """Whether a card is to be played, in a hand that can be settled by itself."""
        settles = self.view.declarer or self.is_last_hand or not self.view.ante
        return self.view.phase is Phase.PLAY and bool(settles)

    @property
    def legal(self) -> tuple[int, ...]:
        """The cards that may be played."""
        return _cards_in(playable(self.hand, self.cards))

    @cached_property
    def worlds(self) -> tuple[tuple[int, ...], ...]:
        """All hands that the three may have, in the order of seats."""
        revealed, view = revealed_by(self._question.heard), self.view
        unseen = _cards_in(FULL_PACK & ~revealed.played & ~self.hand)
        a, b = (seat for seat in (1, 2, 3) if seat != self.me)
        found = []
        for some in combinations(unseen, view.hand_counts[a - 1]):
            first = mask_of(some)
            second = mask_of(unseen) ^ first
            if not first & revealed.lacking[a - 1] and not second & revealed.lacking[b - 1]:
                hands = {self.me: self.hand, a: first, b: second}
                found.append((hands[1], hands[2], hands[3]))
        return tuple(found)

    @cached_property
    def ends(self) -> dict[int, tuple[Mapping[Replies, Result], ...]]:
        """For each card that may be played to the last trick: by world what comes of it, for each
        way in which the others may reply.
        """
        return {
            card: tuple(dict(self._played(hands, self.cards, card)) for hands in self.worlds)
            for card in self.legal
        }

    def _played(
        self, hands: tuple[int, ...], cards: tuple[int, ...], card: int
    ) -> Iterator[tuple[Replies, Result]]:
        cards = (*cards, card)
        if len(cards) == SEATS:
            yield cards[self.place + 1 :], self._result(hands, cards)
            return
        seat = self.order[len(cards)]
        for reply in _cards_in(playable(hands[seat - 1], cards)):
            yield from self._played(hands, cards, reply)

    def _result(self, hands: tuple[int, ...], cards: tuple[int, ...]) -> Result:
        """Return what everybody gets when these cards are the last trick (C4-C7)."""
        view = self.view
        winner = self.order[winning(cards, self.trumps)]
        off = []
        for seat in (1, 2, 3):
            played = cards[self.order.index(seat)]
            won = view.tricks[seat - 1] + (seat == winner)
            off.append(DISTANCE[code_of(hands[seat - 1] & ~BIT[played])][won])
        paid, took, _ = settled(view.scoring, view.pot, view.declarer or 0, tuple(off))
        return tuple(took[seat - 1] - paid[seat - 1] for seat in round_from(self.me, SEATS))

    @cached_property
    def shares(self) -> dict[int, tuple[float, float]]:
        """For each card that may be the game's last trick's: the least and the largest share of the
        win that may come of it; {} before that trick.
        """
        if not self.is_playing or self.number != TRICKS or not self.is_last_hand:
            return {}
        found = {}
        for card, worlds in self.ends.items():
            shares = {self._share(result) for world in worlds for result in world.values()}
            found[card] = (min(shares), max(shares))
        return found

    def _share(self, result: Result) -> float:
        """Return the share of the win after the last hand; what is left of the pot is the same to
        all (C8).
        """
        seats = round_from(self.me, SEATS)
        pairs = zip(seats, result, strict=True)
        totals = [self.view.scores[seat - 1] + change for seat, change in pairs]
        best = max(totals)
        return 1 / totals.count(best) if totals[0] == best else 0.0

    def ends_badly(self, role: str, place: int) -> Faults:
        """Return the cards that are stupid to play to the last trick, in this role and place."""
        if not self.is_playing or self.number != TRICKS:
            return {}
        if (self.role, self.place) != (role, place):
            return {}
        found: dict[str, str] = {}
        for bad, after in self.ends.items():
            for better, instead in self.ends.items():
                differ = any(map(_differ, instead, after))
                if differ and all(map(_is_as_good, instead, after)):
                    found[code_of_play(bad)] = code_of_play(better)
                    break
        return found

    def wins(self, card: int) -> bool:
        """Return whether the last card of a trick wins it."""
        return self.order[winning((*self.cards, card), self.trumps)] == self.me

    def is_alive(self, card: int, won: int) -> bool:
        """Return whether some code can still be fulfilled after playing a card and, with the
        present trick, this many tricks won (C4).
        """
        won += self.view.tricks[self.me - 1]
        asks = asks_of(self.hand & ~BIT[card], won, TRICKS - self.number)
        return any(ask.tricks for ask in asks)

    @property
    def is_deciding(self) -> bool:
        """Whether the declarer plays to a trick before the last."""
        return self.is_playing and self.role == DECLARER and self.number < TRICKS

    def deadly(self, *, wins: bool, instead: bool) -> Faults:
        """Return the last cards of a trick after which the declarer cannot make it any more.

        `wins` says whether they win the trick, `instead` whether the better card does.
        """
        if not self.is_deciding or self.place != SEATS - 1:
            return {}
        alive = [c for c in self.legal if self.wins(c) == instead and self.is_alive(c, instead)]
        dead = [c for c in self.legal if self.wins(c) == wins and not self.is_alive(c, wins)]
        return {code_of_play(card): code_of_play(alive[0]) for card in dead} if alive else {}

    def behind(self, gain: int, loss: int = 0) -> bool:
        """Return whether another seat stays ahead if this one gains and the others lose so much."""
        own = self.view.scores[self.me - 1] + gain
        others = [score for seat, score in enumerate(self.view.scores, 1) if seat != self.me]
        return max(others) - loss > own

    @property
    def made(self) -> int:
        """What a declaration that is made brings (C6, C7)."""
        return POINTS_DECLARED if self.view.scoring is Scoring.POINTS else self.view.pot

    @property
    def undeclared(self) -> int:
        """The most that a hand without a declarer can bring, a share of the pot at the end too."""
        if self.view.scoring is Scoring.POINTS:
            return POINTS_MADE
        return 2 * (self.view.pot + 2 * FURTHEST) // SEATS


_cards_in = lister(tuple(range(JOKER)))


def code_of_play(card: int) -> str:
    """Spell the play of a card."""
    return f"play {FACES[card]}"


def _is_as_good(after: Mapping[Replies, Result], than: Mapping[Replies, Result]) -> bool:
    """Return whether what comes of one card is as good as what comes of another.

    Where the others may reply to both alike it is held against the same reply, else against any.
    """
    if after.keys() == than.keys():
        return all(_is_no_worse(result, than[replies]) for replies, result in after.items())
    return all(_is_no_worse(a, b) for a in after.values() for b in than.values())


def _differ(after: Mapping[Replies, Result], than: Mapping[Replies, Result]) -> bool:
    """Return whether other things may come of one card than of another."""
    if after.keys() == than.keys():
        return after != than
    return {*after.values()} != {*than.values()}


def _is_no_worse(result: Result, than: Result) -> bool:
    """Return whether the seat gets as much, and none of the others more."""
    return result[0] >= than[0] and all(map(le, result[1:], than[1:]))
