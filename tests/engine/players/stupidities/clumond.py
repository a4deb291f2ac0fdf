"""The stupidities of Clumond, and a decision as they see it, with all worlds of its last trick."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import combinations
from operator import le
from typing import TypeAlias

from engine.cards import BIT, CARD_OF_FACE, FACES, JOKER, lister, mask_of, mask_of_faces
from engine.games.clumond.imagine import revealed_by
from engine.games.clumond.settlement import DISTANCE, asks_of, code_of, settled
from engine.games.clumond.state import FULL_PACK, SEATS, TRUMPS_NUMBER
from engine.games.clumond.turns import playable, winning
from engine.games.clumond.view import (
    POINTS_DECLARED,
    POINTS_MADE,
    TRICKS,
    ClumondView,
    Phase,
    Scoring,
)
from engine.seats import round_from
from tests.engine.players.stupidities.pattern import Faults, Pattern, Proof, Question

# A decision of Clumond as patterns see it, with all worlds of its last trick.

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


# The stupidities of Clumond.
#
# At the last trick a seat knows all but how four cards or fewer lie in two hands, so every world
# is looked at: what each player then pays and takes. Where pots go on to the next hand, what is
# paid is not lost for good; so hands without a declarer count only in the game's last hand, or
# with points.


def read(question: Question) -> Table | None:
    """Return how the patterns see a decision."""
    view = question.view
    return Table(question, view) if isinstance(view, ClumondView) else None


def _parted(table: Table, *, same: bool) -> Faults:
    """Return the bad last cards of an undeclared hand whose better card wins as they do, or not."""
    found = table.ends_badly(FREE, 2)
    return {
        bad: better
        for bad, better in found.items()
        if (table.wins(_card(bad)) == table.wins(_card(better))) == same
    }


def _card(code: str) -> int:
    return CARD_OF_FACE[code.removeprefix("play ")]


def _needed(table: Table, place: int) -> Faults:
    """Return the cards after which the declarer, who is not last, can meet no code, won or lost."""
    if not table.is_deciding or table.place != place:
        return {}
    alive = {card: table.is_alive(card, 0) or table.is_alive(card, 1) for card in table.legal}
    better = [card for card, lives in alive.items() if lives]
    dead = [card for card, lives in alive.items() if not lives]
    return {code_of_play(card): code_of_play(better[0]) for card in dead} if better else {}


def throws_a_won_game_away(table: Table) -> Faults:
    """The last trick of the game: one card wins it wherever the others' cards are, this one may
    not.
    """
    shares = table.shares
    sure = [card for card, (least, _) in shares.items() if least == 1]
    if not sure:
        return {}
    return {code_of_play(c): code_of_play(sure[0]) for c, (least, _) in shares.items() if least < 1}


def gives_up_a_game_not_lost(table: Table) -> Faults:
    """The last trick of the game: wherever the others' cards are, this card loses it, another may
    win.
    """
    shares = table.shares
    hopeful = [card for card, (_, most) in shares.items() if most]
    if not hopeful:
        return {}
    return {
        code_of_play(c): code_of_play(hopeful[0]) for c, (_, most) in shares.items() if not most
    }


def _is_calling(table: Table) -> bool:
    return table.view.phase is Phase.CALL and table.is_last_hand


def declares_into_defeat(table: Table) -> Faults:
    """In the last hand even a declaration that is made does not reach the leader: only a hand in
    which others lose may.
    """
    if not _is_calling(table) or not table.behind(table.made):
        return {}
    if table.behind(table.undeclared, loss=FURTHEST):
        return {}
    return {code: "pass" for code in table.view.legal if code != "pass"}


def _ending(name: str, rule: str, role: str, place: int) -> Pattern[Table]:
    proof = Proof.SURE if (role, place) == (DECLARER, 2) else Proof.ALIKE
    return Pattern(name, rule, proof, lambda table: table.ends_badly(role, place))


def _deciding(name: str, *, wins: bool, instead: bool) -> Pattern[Table]:
    return Pattern(name, "C6", Proof.SURE, lambda table: table.deadly(wins=wins, instead=instead))


def _other(
    rule: str, faults: Callable[[Table], Faults], name: str = "", proof: Proof = Proof.SURE
) -> Pattern[Table]:
    return Pattern(name or faults.__name__, rule, proof, faults)


PATTERNS = (
    _ending("declarer_misses_with_the_last_card", "C6", DECLARER, 2),
    _ending("declarer_misses_with_the_second_card", "C6", DECLARER, 1),
    _ending("declarer_misses_with_the_last_lead", "C6", DECLARER, 0),
    _other(
        "C6",
        lambda table: table.ends_badly(DEFENDER, table.place),
        "defender_helps_the_declarer",
        Proof.ALIKE,
    ),
    _other("C4", lambda table: _parted(table, same=True), "keeps_the_wrong_three"),
    _other("C4", lambda table: _parted(table, same=False), "wins_or_loses_the_last_trick_wrongly"),
    _ending("keeps_the_wrong_three_as_second", "C4", FREE, 1),
    _ending("keeps_the_wrong_three_as_leader", "C4", FREE, 0),
    _deciding("declarer_wins_too_many", wins=True, instead=False),
    _deciding("declarer_wins_too_few", wins=False, instead=True),
    _deciding("declarer_wins_with_the_wrong_card", wins=True, instead=True),
    _deciding("declarer_throws_the_wrong_card", wins=False, instead=False),
    _other("C6", lambda table: _needed(table, 0), "declarer_leads_what_the_code_needs"),
    _other("C6", lambda table: _needed(table, 1), "declarer_follows_with_what_the_code_needs"),
    _other("C8", throws_a_won_game_away),
    _other("C8", gives_up_a_game_not_lost),
    _other("C8", declares_into_defeat),
)
"""Last tricks by role and place, where another card pays as much wherever the others' cards are;
tricks before in which the declarer gives up the last code that could be met; and whole games.
"""
