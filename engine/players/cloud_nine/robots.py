"""The house players of Cloud Nine: by rule of thumb, and by playouts over imagined positions."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, exp, sqrt
from typing import TYPE_CHECKING

from engine.cards import CARD_OF_FACE, FACES
from engine.games.cloud_nine.imagine import imaginer
from engine.games.cloud_nine.view import CloudNineView
from engine.melds import NINE, score
from engine.players.cloud_nine.evaluation import CLOUD_EVALUATION, HELD_EVALUATION
from engine.players.cloud_nine.policy import KEEN, PLAIN, Rule
from engine.players.cloud_nine.position import DONE, PLAY, TAKE, Position
from engine.players.robot import HousePlayer, RankedMove, in_order, own_view
from engine.players.sequential_halving import halved

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.events import Heard
    from engine.game import View

TRICK_SPREAD = 14.0
"""Standard deviation in points of what a trick still to come changes between two players."""

DEAL_SPREAD = 33.0
"""The same of a whole deal still to come."""

USUAL = 100
"""The points that the best of a deal usually makes."""

LOGISTIC = 0.55
"""The scale of a logistic curve for a standard deviation of 1."""


class ByRule:
    """Plays by a rule of thumb, with an eye for points that is off by `noise` points or so."""

    def __init__(self, rule: Rule, *, noise: float = 0.0) -> None:
        self._rule = rule
        self._noise = noise

    def rank(
        self,
        view: View,
        heard: Sequence[Heard],  # noqa: ARG002 - all that was heard lies on the table
        legal: Sequence[str],
        random: Random,
        budget: int,  # noqa: ARG002 - a rule of thumb does not search
    ) -> tuple[RankedMove, ...]:
        position = Position.of(imaginer(own_view(view, CloudNineView))(random))
        weighed = {
            _code(position, what): value + random.gauss(0, self._noise)
            for value, what in self._rule.weigh(position)
        }
        best_first = sorted(legal, key=lambda code: -weighed[code])
        return tuple(RankedMove(code, weighed[code]) for code in best_first)


class Playouts:
    """Tries moves in imagined positions.

    Everybody goes on by the keen rule for `tricks` tricks, and what lies there then is weighed.
    The worse half of the moves is dropped after each round.
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
        imagine = imaginer(shown)
        playout = _Playout(shown, shown.to_act[0] - 1, self._tricks)
        tried = {code: _Tried() for code in legal}

        def attempt(alive: Sequence[str]) -> None:
            position = Position.of(imagine(random))
            for code in alive:
                tried[code].add(playout, position.copy(), code)

        def best_first(alive: Sequence[str]) -> list[str]:
            return sorted(alive, key=lambda code: -tried[code].share)

        best = halved(legal, budget, attempt, best_first)
        return in_order(tried[code].ranked(code) for code in best)


class _Playout:
    """Plays a position on and tells what came of it for the seat that thinks."""

    def __init__(self, view: CloudNineView, place: int, tricks: int) -> None:
        self._place = place
        self._last = min(NINE, view.trick.number + tricks - 1)
        self._before = view.scores
        self._target = view.target
        self._scale = 1.0 if view.deals is None else self._scale_for(view.deals - view.deal)

    def __call__(self, position: Position) -> tuple[float, float]:
        """Return the points of the deal and the share of the win to be hoped for."""
        last, go_on = self._last, KEEN.go_on
        while position.number <= last:
            go_on(position)
        points = self._points(position)
        totals = [before + made for before, made in zip(self._before, points, strict=True)]
        own, scale = totals[self._place], self._scale
        if self._target is not None:
            scale = self._scale_for(max(0, ceil((self._target - max(totals)) / USUAL)))
        odds = sum([exp(min(40.0, (total - own) / scale)) for total in totals])
        return points[self._place], 1 / odds

    def _scale_for(self, deals: int) -> float:
        """Return the scale on which leads count when so many deals are to come after this (N8)."""
        spread = sqrt((NINE - self._last) * TRICK_SPREAD**2 + deals * DEAL_SPREAD**2)
        # At the very end of a game only the win counts, however narrow.
        return max(0.5, LOGISTIC * spread)

    def _points(self, position: Position) -> list[float]:
        pairs = zip(position.hands, position.clouds, strict=True)
        if position.doing == DONE:
            return [score(hand) + score(cloud) for hand, cloud in pairs]
        left = NINE - self._last
        held, grown = HELD_EVALUATION[left], CLOUD_EVALUATION[left]
        return [held(hand) + grown(cloud) for hand, cloud in pairs]


class _Tried:
    """What came of a move so far."""

    __slots__ = ("_points", "_shares", "_times")

    def __init__(self) -> None:
        self._times = 0
        self._points = 0.0
        self._shares = 0.0

    @property
    def share(self) -> float:
        return self._shares / self._times

    def add(self, playout: _Playout, position: Position, code: str) -> None:
        """Try the move in a position, which is changed."""
        _make(position, code)
        points, share = playout(position)
        self._times += 1
        self._points += points
        self._shares += share

    def ranked(self, code: str) -> RankedMove:
        return RankedMove(code, self._points / self._times, self.share)


def _make(position: Position, code: str) -> None:
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


HOUSE: Mapping[str, HousePlayer] = {
    "quick": HousePlayer(ByRule(PLAIN), 0),
    "easy": HousePlayer(ByRule(PLAIN, noise=8.0), 0),
    "normal": HousePlayer(ByRule(PLAIN), 0),
    "hard": HousePlayer(Playouts(tricks=2), 300),
}
"""The house players, by level."""
