"""The stupidities of Cloud 9, the balloon game.

More points never hurt: the game ends when somebody has the target, and who has most then wins
(B11). So a move that scores more, and lets nobody else score more, is at least as good.
"""

from __future__ import annotations

from functools import cached_property
from math import comb

from engine.games.balloon.cards import OF_A_COLOUR, WILDS, paying_hands
from engine.games.balloon.view import BLANK, COLOURS, DICE, TOP, VALUES, WILD, BalloonView, Phase
from tests.engine.players.stupidities.pattern import Faults, Proof, Question, pattern

BELOW = TOP - 1
"""The cloud below the top."""

STAY, JUMP, PAY, FLY, FALL, ROLL = "stay", "jump", "pay", "wild", "fall", "roll"


class Trip:
    """A decision of Cloud 9 as its seat sees it."""

    def __init__(self, view: BalloonView) -> None:
        self.view = view
        self.me = view.to_act[0] - 1
        self.mine = view.scores[self.me]
        self.hand = view.hand or ()
        self.is_free = set(view.dice) == {BLANK}
        self.is_last = max(view.scores) >= view.target
        self.riding = view.phase is Phase.RIDE
        self.alone = sum(view.aboard) == 1

    @property
    def lead(self) -> int:
        """The highest score of another seat."""
        return max(score for seat, score in enumerate(self.view.scores) if seat != self.me)

    @property
    def value(self) -> int:
        """What a jump scores now."""
        return VALUES[self.view.cloud]

    @property
    def may_catch_up(self) -> bool:
        """Whether the top would bring the seat before everybody else as they stand."""
        return self.mine + VALUES[TOP] > self.lead

    @cached_property
    def price(self) -> tuple[int, ...]:
        """How many cards of each colour the throw costs (B3)."""
        return tuple(self.view.dice.count(colour) for colour in COLOURS)

    @cached_property
    def unseen(self) -> tuple[int, ...]:
        """How many cards of each colour, and last wild ones, the seat has not seen."""
        gone = {counted.card: counted.count for counted in self.view.discards}
        held = [self.hand.count(face) + gone.get(face, 0) for face in (*COLOURS, WILD)]
        return (*(OF_A_COLOUR - count for count in held[:-1]), WILDS - held[-1])

    @cached_property
    def pays(self) -> bool | None:
        """Whether the pilot can pay this throw; None if that depends on their hand (B3)."""
        if self.is_free:
            return True
        cards = self.view.hand_counts[self.view.pilot - 1]
        ways = paying_hands(self.unseen, self.price, cards)
        if ways in (0, comb(sum(self.unseen), cards)):
            return bool(ways)
        return None

    def is_asked(self, *moves: str) -> bool:
        """Return whether these moves are what the seat may do."""
        return set(self.view.legal) == set(moves)

    def share(self, scores: tuple[int, ...], spent: int = 0) -> float | None:
        """Return the share of the win if the trip ends so; None if the game goes on (B11).

        `spent` are cards the seat has paid by then.
        """
        if max(scores) < self.view.target:
            return None
        held = [count - spent * (seat == self.me) for seat, count in enumerate(self.counts)]
        ranks = list(zip(scores, held, strict=True))
        best = max(ranks)
        return 1 / ranks.count(best) if ranks[self.me] == best else 0.0

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return self.view.hand_counts

    def scored(self, points: int) -> tuple[int, ...]:
        """Return the scores once the seat has made this many points more."""
        scores = self.view.scores
        return (*scores[: self.me], self.mine + points, *scores[self.me + 1 :])

    def at_the_top(self) -> tuple[int, ...]:
        """Return the scores if the balloon flies to the top now (B8)."""
        pairs = zip(self.view.scores, self.view.aboard, strict=True)
        return tuple(score + VALUES[TOP] * is_in for score, is_in in pairs)

    def most(self, seat: int) -> int:
        """Return the most another seat can have when this trip ends."""
        view = self.view
        score = view.scores[seat]
        if not view.aboard[seat]:
            return score
        if self.pays is not False:
            return score + VALUES[TOP]
        has_decided = view.stayed[seat] or seat + 1 == view.pilot
        return score if has_decided else score + self.value


def read(question: Question) -> Trip | None:
    """Return how the patterns see a decision."""
    view = question.view
    return Trip(view) if isinstance(view, BalloonView) else None


@pattern("B3", Proof.ALIKE)
def leaves_a_free_flight(trip: Trip) -> Faults:
    """All dice are blank, so the balloon rises for nothing, and another passenger who has stayed
    will be pilot: the next cloud can be had for the asking, whatever comes.
    """
    free = trip.riding and trip.pays is True and trip.view.cloud < BELOW
    return {JUMP: STAY} if free and any(trip.view.stayed) else {}


@pattern("B8", Proof.ALIKE)
def leaves_below_the_top(trip: Trip) -> Faults:
    """The flight from the eighth cloud is sure, so it is 25 for all aboard instead of 20."""
    return {JUMP: STAY} if trip.riding and trip.pays is True and trip.view.cloud == BELOW else {}


def _doomed(trip: Trip) -> bool:
    return trip.riding and trip.pays is False


@pattern("B9", Proof.ALIKE)
def rides_with_an_empty_hand(trip: Trip) -> Faults:
    """The pilot has no card and must pay: they fall, and nobody aboard scores."""
    held = trip.counts[trip.view.pilot - 1]
    return {STAY: JUMP} if _doomed(trip) and not held else {}


@pattern("B9", Proof.ALIKE)
def rides_with_too_few_cards(trip: Trip) -> Faults:
    """The throw asks for more cards than the pilot has, and all wild cards are accounted for."""
    held = trip.counts[trip.view.pilot - 1]
    return {STAY: JUMP} if _doomed(trip) and 0 < held < sum(trip.price) else {}


@pattern("B9", Proof.ALIKE)
def rides_on_colours_that_are_gone(trip: Trip) -> Faults:
    """The seat sees this many of the colours thrown that the pilot cannot hold what they cost."""
    held = trip.counts[trip.view.pilot - 1]
    return {STAY: JUMP} if _doomed(trip) and held >= sum(trip.price) else {}


@pattern("B11")
def jumps_into_defeat(trip: Trip) -> Faults:
    """The game ends with this trip, and the jump does not reach the leader: only the ride may."""
    lost = trip.riding and trip.is_last and trip.mine + trip.value < trip.lead
    return {JUMP: STAY} if lost and trip.may_catch_up and trip.pays is not False else {}


@pattern("B11")
def jumps_into_a_lost_tie(trip: Trip) -> Faults:
    """The jump only draws level with somebody who has the target, is out and holds more cards."""
    if not trip.riding or trip.pays is False or not trip.may_catch_up:
        return {}
    total, view = trip.mine + trip.value, trip.view
    rivals = [
        seat
        for seat, score in enumerate(view.scores)
        if seat != trip.me and score == total >= view.target and not view.aboard[seat]
    ]
    own = trip.counts[trip.me]
    return {JUMP: STAY} if any(trip.counts[seat] > own for seat in rivals) else {}


@pattern("B11")
def rides_past_a_win(trip: Trip) -> Faults:
    """The jump reaches the target, and nobody else can come up to it any more on this trip."""
    if not trip.riding or trip.pays is True:
        return {}
    total, others = trip.mine + trip.value, range(trip.view.seats)
    wins = total >= trip.view.target and all(
        trip.most(seat) < total for seat in others if seat != trip.me
    )
    return {STAY: JUMP} if wins else {}


def _alone(trip: Trip) -> bool:
    return trip.is_asked(ROLL, JUMP)


@pattern("B6")
def rolls_past_a_win(trip: Trip) -> Faults:
    """A pilot alone in the basket wins the game by jumping; rolling may only lose it."""
    return {ROLL: JUMP} if _alone(trip) and trip.share(trip.scored(trip.value)) == 1 else {}


@pattern("B6")
def jumps_alone_into_defeat(trip: Trip) -> Faults:
    """A lone pilot's jump ends the game, and it is lost then; the dice may still win it."""
    lost = _alone(trip) and trip.share(trip.scored(trip.value)) == 0
    return {JUMP: ROLL} if lost and trip.may_catch_up else {}


@pattern("B6")
def jumps_below_a_safe_cloud(trip: Trip) -> Faults:
    """The game ends with this trip, so cards are worth nothing any more: a lone pilot who can pay
    any throw rises once more and jumps then.
    """
    if not _alone(trip) or not trip.is_last or trip.share(trip.scored(trip.value)) == 1:
        return {}
    dice = DICE[trip.view.cloud]
    is_safe = WILD in trip.hand or all(trip.hand.count(colour) >= dice for colour in COLOURS)
    return {JUMP: ROLL} if is_safe and trip.may_catch_up else {}


@pattern("B6")
def jumps_before_a_safe_win(trip: Trip) -> Faults:
    """The wild cards of a lone pilot lift them for sure to a cloud that wins the game."""
    if not _alone(trip) or trip.share(trip.scored(trip.value)) == 1:
        return {}
    safe = VALUES[min(TOP, trip.view.cloud + trip.hand.count(WILD))]
    total = trip.mine + safe
    return {JUMP: ROLL} if total > trip.lead and total >= trip.view.target else {}


@pattern("B3", Proof.ALIKE)
def pays_a_wild_for_one_card(trip: Trip) -> Faults:
    """One card of a colour pays the throw as well; a wild card pays whatever that card may ever
    pay, and more. At the top all cards go back (B8), so there it does not matter.
    """
    shuffled = trip.view.cloud == BELOW and trip.view.redeal
    return {FLY: PAY} if trip.is_asked(PAY, FLY) and sum(trip.price) == 1 and not shuffled else {}


@pattern("B9")
def falls_into_defeat(trip: Trip) -> Faults:
    """A fall ends the trip and with it the game, lost; a wild card keeps it going."""
    if not trip.is_asked(FLY, FALL) or trip.alone or not trip.may_catch_up:
        return {}
    may_win = trip.view.cloud != BELOW or trip.share(trip.at_the_top(), spent=1) != 0
    return {FALL: FLY} if may_win and trip.share(trip.view.scores) == 0 else {}


@pattern("B9")
def falls_alone_at_the_end(trip: Trip) -> Faults:
    """The game ends with this trip, and nobody else is aboard: the wild card, worth nothing any
    more, lifts nobody but its owner, who may jump from the next cloud.
    """
    asked = trip.is_asked(FLY, FALL) and trip.alone and trip.is_last
    return {FALL: FLY} if asked and trip.may_catch_up else {}


@pattern("B6")
def falls_before_a_safe_win(trip: Trip) -> Faults:
    """A wild card lifts a pilot who is alone to a cloud from which they jump and win."""
    if not trip.is_asked(FLY, FALL) or not trip.alone:
        return {}
    total = trip.mine + VALUES[trip.view.cloud + 1]
    return {FALL: FLY} if total > trip.lead and total >= trip.view.target else {}


def _below(trip: Trip, *moves: str) -> bool:
    return trip.is_asked(*moves) and trip.view.cloud == BELOW


@pattern("B8")
def falls_below_a_won_top(trip: Trip) -> Faults:
    """The flight to the top wins the game at once, and costs a card that nobody needs any more."""
    wins = _below(trip, FLY, FALL) and trip.share(trip.at_the_top(), spent=1) == 1
    return {FALL: FLY} if wins else {}


@pattern("B8")
def flies_others_to_the_win(trip: Trip) -> Faults:
    """The flight to the top ends the game, won by a passenger; after a fall it goes on."""
    lost = _below(trip, FLY, FALL) and trip.share(trip.at_the_top(), spent=1) == 0
    return {FLY: FALL} if lost and trip.share(trip.view.scores) != 0 else {}
