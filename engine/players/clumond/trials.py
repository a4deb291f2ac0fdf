"""Trials and chance events of Clumond, played on as `Playouts` does."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, cast

from engine.cards import PACK_SIZE, lister, mask_of, mask_of_faces
from engine.events import CardsDealt, as_seen_by
from engine.games.clumond.imagine import hands_imaginer, known_state
from engine.games.clumond.state import HELD, TRUMPS, TRUMPS_NUMBER, callers
from engine.games.clumond.view import LEFT_OVER, ClumondView, Trumps
from engine.games.clumond.view import TRICKS as HAND
from engine.players.clumond.evaluation import chance, lean, leans
from engine.players.clumond.policy import play_by_rule, weighted_imaginer
from engine.players.clumond.position import NOWHERE, Position, hand_from, play_out
from engine.players.clumond.robots import TRICKS, make
from engine.players.clumond.tally import HandUtility, Stakes
from engine.players.robot import own_view
from engine.players.trials import CARDS, ChanceEvent, Value, each_alike, redrawn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from engine.course import Course
    from engine.events import Heard
    from engine.game import View
    from engine.games.clumond.state import State
    from engine.seats import Seat

DECLARES = 0.1
"""The least log odds (`evaluation.lean`) with which a hand of a made-up deal is declared.

Of hands dealt at random 29 in 100 have them, as many as players without a tree declared.
"""

DEALS = 9
"""The usual number of hands."""

HARDER = 0.9
"""How much lower the log odds to make a declaration are, against players who search, than against
those that `evaluation.chance` was fitted to; a rough figure, not a regression."""

_UNTIL = LEFT_OVER + TRICKS
_cards_in = lister(tuple(range(PACK_SIZE)))


class ClumondTrials:
    """Trials whose random playouts have the same numbers for every move.

    A declaration's trials say only how often it was made; what to expect follows from that and
    from the hand (`evaluation`), as `Playouts` has it.
    """

    is_certain: bool = False
    is_open: bool = False

    def __init__(
        self,
        view: View,
        heard: Sequence[Heard],
        random: Random,  # noqa: ARG002 - nothing is made up before a trial
        truth: object = None,
    ) -> None:
        shown = own_view(view, ClumondView)
        self._player = shown.to_act[0] - 1
        self._known = Position.of(known_state(shown))
        self._imagine = _imaginer(shown, heard, truth)
        self._utility = HandUtility(shown, self._player)
        self._hand = hand_from(mask_of_faces(shown.hand or ()))

    def tried(self, codes: Sequence[str], random: Random) -> Sequence[Value]:
        position = self._known.with_hands(self._imagine(random))
        found = []
        for code in each_alike(codes, random):
            twin = position.copy()
            make(twin, self._player, code)
            finish(twin, random)
            off = twin.off()
            if _trumps(code) is not None:
                found.append(Value(0.0, float(not off[self._player])))
            else:
                found.append(Value(*self._utility.value(twin.declarer, off)))
        return found

    def settled(self, code: str, total: Value, times: int) -> Value:
        trumps = _trumps(code)
        if trumps is None:
            return Value(total.points / times, total.share / times)
        stakes = self._utility.stakes(lean(self._hand, trumps) - HARDER)
        return _declared(stakes, total.share, times)


def _declared(stakes: Stakes, made: float, times: int) -> Value:
    """Return the expected result of a declaration that this many of these playouts made."""
    likely = chance(stakes.lean, made, times)
    points, share = (
        likely * won + (1 - likely) * lost
        for won, lost in zip(stakes.made, stakes.missed, strict=True)
    )
    return Value(points, share)


def _trumps(code: str) -> int | None:
    verb, _, what = code.partition(" ")
    return TRUMPS_NUMBER[Trumps(what)] if verb == "declare" else None


def _imaginer(
    shown: ClumondView, heard: Sequence[Heard], truth: object
) -> Callable[[Random], tuple[int, ...]]:
    if truth is not None:
        hands = cast("State", truth).hands
        return lambda _: hands
    return weighted_imaginer(shown, heard)


def finish(position: Position, random: Random) -> None:
    """Play a hand to its end: at random, and the last tricks by rule of thumb."""
    play_out(position, random, _UNTIL)
    play_by_rule(position)


def to_come(view: View) -> float:
    """Return how much of a usual game is left for strength to show."""
    shown = cast("ClumondView", view)
    played = max(0, shown.trick.number - 1) / HAND
    return sqrt((shown.deals - shown.deal + 1 - played) / DEALS)


def chances(_before: Course | None, _code: str, after: Course, seat: Seat) -> list[ChanceEvent]:
    """Return the chance events of a seat with a move: a hand dealt (C1)."""
    return [
        ChanceEvent(CARDS, _Dealt(after, seat).pair)
        for event in as_seen_by(seat, after.happened[-1])
        if isinstance(event, CardsDealt) and event.seat == seat
    ]


class _Dealt:
    """A hand dealt might have been any other."""

    def __init__(self, course: Course, seat: Seat) -> None:
        view = cast("ClumondView", course.view(seat))
        self._imagine = hands_imaginer(view, ())
        self._known = Position.of(known_state(view))
        self._player = seat - 1
        self._callers = [caller - 1 for caller in callers(view.dealer)]
        self._utility = HandUtility(view, self._player)

    def pair(self, random: Random) -> tuple[Value, Value]:
        here = self._imagine(random)
        there = self._redealt(here, random)
        mine, other = [self._worth(hands, random) for hands in each_alike((here, there), random)]
        return mine, other

    def _redealt(self, hands: Sequence[int], random: Random) -> tuple[int, ...]:
        rest = [
            card
            for player, hand in enumerate(hands)
            if player != self._player
            for card in _cards_in(hand)
        ]
        mine = mask_of(redrawn(_cards_in(hands[self._player]), rest, random))
        dealt = [mask_of(rest[:HELD]), mask_of(rest[HELD:])]
        dealt.insert(self._player, mine)
        return tuple(dealt)

    def _worth(self, hands: Sequence[int], random: Random) -> Value:
        """Return the worth of a deal: the first who holds the cards for it declares (C2)."""
        position, utility = self._known.with_hands(hands), self._utility
        lean_of = self._call(position)
        finish(position, random)
        off, declarer = position.off(), position.declarer
        if declarer == NOWHERE:
            return Value(*utility.value(NOWHERE, off))
        failed = [int(player == declarer) for player in range(len(hands))]
        made, missed = (utility.value(declarer, each) for each in ([0] * len(hands), failed))
        return _declared(Stakes(lean_of, made, missed), 1 - bool(off[declarer]), 1)

    def _call(self, position: Position) -> float:
        """Make the calls; return the log odds of the declaration, if there is one."""
        for player in self._callers:
            likely = leans(position.hands[player])
            best = max(likely)
            if best >= DECLARES:
                make(position, player, f"declare {TRUMPS[likely.index(best)]}")
                return best - HARDER
        return 0.0
