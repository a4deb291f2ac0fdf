"""The house players of Cloud Nine: by rule of thumb, and by playouts from imagined states.

Playouts give the facts of all other seats (`seat_facts`), and no others; a rule of thumb gives
`theirs`, the points that a move gives the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import ceil, sqrt
from statistics import fmean
from typing import TYPE_CHECKING, cast

from engine.cards import BIT, CARD_OF_FACE, FACES, LIKE, lowest, mask_of
from engine.events import CardsDealt, as_seen_by
from engine.games.cloud_nine.imagine import imaginer, known_state
from engine.games.cloud_nine.view import CloudNineView
from engine.melds import NINE, score
from engine.players.cloud_nine.evaluation import CLOUD_EVALUATION, HAND_EVALUATION, HELD_EVALUATION
from engine.players.cloud_nine.outdone import outdone_last
from engine.players.cloud_nine.policy import GREEDY, HOPEFUL, KEEN, Rule, cards_in, kept_imaginer
from engine.players.cloud_nine.position import DONE, LEFT_OF, PLAY, TAKE, Position
from engine.players.estimate import LOGISTIC, Shares, ranked_by_halves, share_of_win, shrunk
from engine.players.robot import THEIRS, HousePlayer, RankedMove, own_view, seat_facts
from engine.players.trials import CARDS, DRAWS, ChanceEvent, MeanTrials, Value, redrawn

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.course import Course
    from engine.events import Heard
    from engine.game import View
    from engine.games.cloud_nine.state import State
    from engine.seats import Seat


TRICK_SPREAD = 14.0
"""Standard deviation, in points, of what a trick to come changes between two players."""

DEAL_SPREAD = 29.0
"""The same for a whole deal to come."""

EDGE = 0.8
"""Points that who weighs moves gains on each of the others in a trick after this one.

In playouts the others play by the keen rule. Beginners lose eleven points a deal to a hard player,
normal ones six and hard ones none: this fits all of them together.
"""

USUAL = 100
"""Points that the best player usually makes in a deal."""

DEALS, LAST = 3, 6
"""The usual number of deals, and as how many tricks the present one counts where strength shows."""


class ByRule:
    """Plays by a rule of thumb."""

    def __init__(self, rule: Rule) -> None:
        self._rule = rule

    def rank(
        self,
        view: View,
        heard: Sequence[Heard],  # noqa: ARG002 - all that was heard lies on the table
        legal: Sequence[str],
        random: Random,  # noqa: ARG002 - and leaves nothing to chance
        budget: int,  # noqa: ARG002 - a rule of thumb does not search
    ) -> tuple[RankedMove, ...]:
        shown = own_view(view, CloudNineView)
        weighed = _weighed(self._rule, shown)
        own, all_told = (
            _weighed(replace(self._rule, spite=count, harm=count), shown) for count in (0.0, 1.0)
        )
        best_first = sorted(legal, key=lambda code: -weighed[code])
        return tuple(
            RankedMove(code, weighed[code], facts=((THEIRS, own[code] - all_told[code]),))
            for code in best_first
        )


def _weighed(rule: Rule, view: CloudNineView) -> dict[str, float]:
    """Return the value of every move by a rule of thumb, in points."""
    position = Position.of(known_state(view))
    if position.number == NINE and rule.hands[1] == HAND_EVALUATION[1]:
        rule = _counting(rule, position)
    return {_code(position, what): value for value, what in rule.weigh(position)}


def _counting(rule: Rule, position: Position) -> Rule:
    """Return the rule for the last trick: it weighs the hand with each card that may be dealt."""
    seen = position.untaken
    for cards in (*position.hands, *position.clouds):
        seen |= cards
    unseen = [bit for bit in BIT if not seen & bit]

    def exactly(hand: int) -> float:
        return fmean([score(hand | bit) for bit in unseen])

    return replace(rule, hands=(rule.hands[0], exactly, *rule.hands[2:]))


TRICKS = 2
"""Tricks that a hard player plays out."""

PRIOR = 30
"""The opinion of the rule of thumb counts as much as this many playouts."""

TRUST = 0.5
"""How much of what it thinks one move better than another is so."""


class Playouts:
    """Tries moves by sequential halving in imagined positions, in which the others kept good cards.

    All players follow the keen rule for `tricks` tricks; then the clouds and hands are evaluated.
    Until the last trick the keen rule's own opinion of the moves counts, too.
    """

    def __init__(self, tricks: int) -> None:
        self._tricks = tricks

    def rank(
        self,
        view: View,
        heard: Sequence[Heard],  # noqa: ARG002 - all that was heard lies on the table
        legal: Sequence[str],
        random: Random,
        budget: int,
    ) -> tuple[RankedMove, ...]:
        shown = own_view(view, CloudNineView)
        player = shown.to_act[0] - 1
        imagine = kept_imaginer(shown, player)
        playout = Playout(shown, player, self._tricks)
        opinion = _Opinion(shown, playout)
        # Of moves that are alike in all playouts the one that the rule likes better stays first.
        tried = {code: Shares(player) for code in opinion.sorted(legal)}

        def attempt(alive: Sequence[str]) -> None:
            position = imagine(random)
            for code in alive:
                tried[code].add_all(*playout.of_all(position.copy(), code))

        def estimate(alive: Sequence[str]) -> list[RankedMove]:
            return opinion.heeded([(code, tried[code]) for code in alive])

        return outdone_last(ranked_by_halves([*tried], budget, attempt, estimate), shown)


class _Opinion:
    """The keen rule's opinion of the moves of one decision."""

    def __init__(self, view: CloudNineView, playout: Playout) -> None:
        self._player = view.to_act[0] - 1
        self._weight = PRIOR if view.trick.number < NINE else 0
        self._values = _weighed(KEEN, view)
        self._scale = playout.usual_scale

    def sorted(self, codes: Sequence[str]) -> list[str]:
        """Return moves, the best by the rule first."""
        return sorted(codes, key=lambda code: -self._values[code])

    def heeded(self, tried: Sequence[tuple[str, Shares]]) -> list[RankedMove]:
        """Return the results of moves' playouts, tried alike, drawn towards the rule's opinion.

        By its opinion they are worth as much on the average as the playouts found, and differ by
        `TRUST` of what the points are worth by which it thinks them better or worse.
        """
        weight = self._weight
        share = fmean([found.share for _, found in tried])
        value = fmean([self._values[code] for code, _ in tried])
        point = TRUST * share * (1 - share) / self._scale
        moves = []
        for code, found in tried:
            thought = share + point * (self._values[code] - value)
            own = (found.times * found.share + weight * thought) / (found.times + weight)
            own = max(0.0, min(1.0, own))
            others = shrunk(found.of_all, self._player, own)
            moves.append(RankedMove(code, found.points, own, seat_facts(others, self._player)))
        return moves


class Playout:
    """Makes a move, plays on and evaluates the result for one player."""

    def __init__(self, view: CloudNineView, player: int, tricks: int) -> None:
        self._player = player
        self._number = view.trick.number
        self._last = min(NINE, self._number + tricks - 1)
        self._before = view.scores
        self._target = view.target
        self._deals = 0 if view.deals is None else view.deals - view.deal

    @property
    def deals_to_come(self) -> int:
        """The deals after this one; with a target, if the best player makes points as usual."""
        return self._deals_after(max(self._before) + USUAL)

    @property
    def usual_scale(self) -> float:
        """The scale of a lead at the end of this trick if the best player makes points as usual."""
        return _scale_for(NINE - self._number, self.deals_to_come)

    def __call__(self, position: Position, code: str) -> tuple[float, float]:
        """Make a move and return the points of the deal and the share of the win to be expected.

        This changes the position.
        """
        make(position, code)
        return self.go_on(position)

    def of_all(self, position: Position, code: str) -> tuple[float, list[float]]:
        """Do the same for the shares of all players."""
        make(position, code)
        points, totals, scale = self._ended(position)
        players = range(len(totals))
        return points, [share_of_win(totals, player, scale) for player in players]

    def go_on(self, position: Position) -> tuple[float, float]:
        """Return the points of the deal and the share of the win (0…1) to be expected.

        This changes the position.
        """
        points, totals, scale = self._ended(position)
        return points, share_of_win(totals, self._player, scale)

    def points_of_all(self, position: Position) -> list[float]:
        """Return the points of the deal to be expected of all players.

        This changes the position.
        """
        return [hand + cloud for hand, cloud in self.parts(position)]

    def parts(self, position: Position) -> list[tuple[float, float]]:
        """Return the points to be expected of everybody's hand, and of their cloud.

        This changes the position.
        """
        while position.number <= self._last:
            KEEN.go_on(position)
        pairs = zip(position.hands, position.clouds, strict=True)
        if position.doing == DONE:
            return [(score(hand), score(cloud)) for hand, cloud in pairs]
        left = NINE - self._last
        held, grown = HELD_EVALUATION[left], CLOUD_EVALUATION[left]
        return [(held(hand), grown(cloud)) for hand, cloud in pairs]

    def _ended(self, position: Position) -> tuple[float, list[float], float]:
        """Play on; return the player's points, all totals, and the scale of a lead."""
        points = self.points_of_all(position)
        totals = [before + made for before, made in zip(self._before, points, strict=True)]
        tricks, deals = NINE - self._last, self._deals_after(max(totals))
        totals[self._player] += EDGE * (NINE - self._number + NINE * deals)
        return points[self._player], totals, _scale_for(tricks, deals)

    def _deals_after(self, most: float) -> int:
        """Return how many deals follow this one, after which somebody has so many points (N8)."""
        if self._target is None:
            return self._deals
        return max(0, ceil((self._target - most) / USUAL))


def to_come(view: View) -> float:
    """Return how much of a usual game is left for strength to show."""
    shown = cast("CloudNineView", view)
    playout = Playout(shown, 0, 0)
    tricks = NINE * playout.deals_to_come + NINE - shown.trick.number
    return sqrt((tricks + LAST) / (NINE * DEALS + LAST))


def _scale_for(tricks: int, deals: int) -> float:
    """Return the lead that makes a win e times as likely with so much to come."""
    spread = sqrt(tricks * TRICK_SPREAD**2 + deals * DEAL_SPREAD**2)
    # At the end of the last deal even a narrow lead is a win.
    return max(0.5, LOGISTIC * spread)


def make(position: Position, code: str) -> None:
    """Make a move by its spelling."""
    verb, _, what = code.partition(" ")
    if verb == "play":
        position.play(CARD_OF_FACE[what])
    elif verb == "take":
        position.take(CARD_OF_FACE[what])
    else:
        position.name_second(int(what) - 1)


def _code(position: Position, what: int) -> str:
    """Spell a move of a position as docs/rules.md does."""
    if position.doing == PLAY:
        return f"play {FACES[what]}"
    return f"take {FACES[what]}" if position.doing == TAKE else f"second {what + 1}"


HOUSE_PLAYERS: Mapping[str, HousePlayer] = {
    "quick": HousePlayer(ByRule(KEEN), 0),
    "easy": HousePlayer(ByRule(GREEDY), 0),
    "normal": HousePlayer(ByRule(HOPEFUL), 0),
    "hard": HousePlayer(Playouts(TRICKS), 75),
}
"""The house players, by level."""


# Trials and chance events of Cloud Nine, played on as `Playouts` does.


class CloudNineTrials(MeanTrials):
    """Trials that go on by the keen rule, which leaves nothing to chance."""

    def __init__(
        self,
        view: View,
        heard: Sequence[Heard],  # noqa: ARG002 - all that was heard lies on the table
        random: Random,  # noqa: ARG002 - nothing is made up before a trial
        truth: object = None,
    ) -> None:
        shown = own_view(view, CloudNineView)
        player = shown.to_act[0] - 1
        self._imagine = kept_imaginer(shown, player)
        self._playout = Playout(shown, player, TRICKS)
        self._truth = None if truth is None else Position.of(cast("State", truth))
        self.is_certain = truth is not None

    def tried(self, codes: Sequence[str], random: Random) -> Sequence[Value]:
        position = self._truth or self._imagine(random)
        return [Value(*self._playout(position.copy(), code)) for code in codes]


def chances(before: Course | None, code: str, after: Course, seat: Seat) -> list[ChanceEvent]:
    """Return the chance events of a seat with a move: nine cards dealt, or one drawn (N6)."""
    found = []
    for event in as_seen_by(seat, after.happened[-1]):
        if isinstance(event, CardsDealt) and event.seat == seat:
            if event.count == NINE:
                found.append(_deal(after, seat))
            elif before is not None:
                found.append(_draw(before, code, seat, event.cards[0]))
    return found


def _deal(course: Course, seat: Seat) -> ChanceEvent:
    view, player = cast("CloudNineView", course.view(seat)), seat - 1
    imagine, playout = imaginer(view), Playout(view, player, TRICKS)

    def pair(random: Random) -> tuple[Value, Value]:
        here = Position.of(imagine(random))
        there = here.copy()
        mine = cards_in(there.hands[player])
        others = [other for other in range(len(there.hands)) if other != player]
        theirs = [cards_in(there.hands[other]) for other in others]
        rest = [*(card for cards in theirs for card in cards), *there.stock]
        there.hands[player] = mask_of(redrawn(mine, rest, random))
        for other, cards in zip(others, theirs, strict=True):
            there.hands[other] = mask_of(rest[: len(cards)])
            del rest[: len(cards)]
        there.stock = rest
        return Value(*playout.go_on(here)), Value(*playout.go_on(there))

    return ChanceEvent(CARDS, pair)


def _draw(course: Course, code: str, seat: Seat, face: str) -> ChanceEvent:
    """Return the draw of a card, made up before the move after which it was dealt."""
    view, player = cast("CloudNineView", course.view(seat)), seat - 1
    imagine, playout = imaginer(view), Playout(view, player, TRICKS + 1)

    def pair(random: Random) -> tuple[Value, Value]:
        there = Position.of(imagine(random))
        here = there.copy()
        _exchange(here, player, CARD_OF_FACE[face])
        return Value(*playout(here, code)), Value(*playout(there, code))

    return ChanceEvent(DRAWS, pair)


def _exchange(position: Position, player: int, card: int) -> None:
    """Let a player draw a certain card at the end of the trick: exchange two that are unseen."""
    first = LEFT_OF[position.ranking[2]]
    stock = position.stock
    at = len(stock) - 1 - (player - first) % len(LEFT_OF)
    alike = LIKE[card] & ~position.hands[player]
    old = stock[at]
    if BIT[old] & alike:
        return
    for index, other in enumerate(stock):
        if BIT[other] & alike:
            stock[at], stock[index] = other, old
            return
    for other, hand in enumerate(position.hands):
        if other != player and hand & alike:
            new = lowest(hand & alike)
            position.hands[other] ^= BIT[new] | BIT[old]
            stock[at] = new
            return
