"""Frozen: the house players of Cloud Nine, by rule of thumb and by playouts."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, sqrt
from typing import TYPE_CHECKING

from bench.frozen.cloud_nine.evaluation import CLOUD_EVALUATION, HELD_EVALUATION
from bench.frozen.cloud_nine.policy import KEEN, PLAIN, Rule
from bench.frozen.cloud_nine.position import DONE, PLAY, TAKE, Position
from bench.frozen.estimate import LOGISTIC, Estimate, compared, share_of_win
from bench.frozen.robot import HousePlayer, RankedMove, in_order, own_view
from bench.frozen.sequential_halving import halved
from engine.cards import CARD_OF_FACE, FACES
from engine.games.cloud_nine.imagine import imaginer, known_state
from engine.games.cloud_nine.view import CloudNineView
from engine.melds import NINE, score

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.events import Heard
    from engine.game import View

TRICK_SPREAD = 14.0
"""Standard deviation, in points, of what a trick to come changes between two players."""

DEAL_SPREAD = 33.0
"""The same for a whole deal to come."""

USUAL = 100
"""Points that the best player usually makes in a deal."""


class ByRule:
    """Plays by a rule of thumb; `noise` is the standard deviation of its errors, in points."""

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
        position = Position.of(known_state(own_view(view, CloudNineView)))
        weighed = {
            _code(position, what): value + random.gauss(0, self._noise)
            for value, what in self._rule.weigh(position)
        }
        best_first = sorted(legal, key=lambda code: -weighed[code])
        return tuple(RankedMove(code, weighed[code]) for code in best_first)


TRICKS = 2
"""Tricks that a hard player plays out."""


class Playouts:
    """Tries moves in imagined positions by sequential halving.

    All players follow the keen rule for `tricks` tricks; then the clouds and hands are evaluated.
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
        playout = Playout(shown, shown.to_act[0] - 1, self._tricks)
        tried = {code: Estimate() for code in legal}

        def attempt(alive: Sequence[str]) -> None:
            position = Position.of(imagine(random))
            for code in alive:
                tried[code].add(*playout(position.copy(), code))

        def best_first(alive: Sequence[str]) -> list[str]:
            return sorted(alive, key=lambda code: -compared(tried[code].share))

        best = halved(legal, budget, attempt, best_first)
        return in_order(RankedMove(code, tried[code].points, tried[code].share) for code in best)


class Playout:
    """Makes a move, plays on and evaluates the result for one player."""

    def __init__(self, view: CloudNineView, player: int, tricks: int) -> None:
        self._player = player
        self._last = min(NINE, view.trick.number + tricks - 1)
        self._before = view.scores
        self._target = view.target
        self._scale = 1.0 if view.deals is None else self._scale_for(view.deals - view.deal)

    def __call__(self, position: Position, code: str) -> tuple[float, float]:
        """Make a move and return the points of the deal and the share of the win to be expected.

        This changes the position.
        """
        _make(position, code)
        return self.go_on(position)

    def go_on(self, position: Position) -> tuple[float, float]:
        """Return the points of the deal and the share of the win (0…1) to be expected.

        This changes the position.
        """
        last, go_on = self._last, KEEN.go_on
        while position.number <= last:
            go_on(position)
        points = self._points(position)
        totals = [before + made for before, made in zip(self._before, points, strict=True)]
        scale = self._scale
        if self._target is not None:
            scale = self._scale_for(max(0, ceil((self._target - max(totals)) / USUAL)))
        return points[self._player], share_of_win(totals, self._player, scale)

    def _scale_for(self, deals: int) -> float:
        """Return the lead that makes a win e times as likely, so many deals before the end (N8)."""
        spread = sqrt((NINE - self._last) * TRICK_SPREAD**2 + deals * DEAL_SPREAD**2)
        # At the end of the last deal even a narrow lead is a win.
        return max(0.5, LOGISTIC * spread)

    def _points(self, position: Position) -> list[float]:
        pairs = zip(position.hands, position.clouds, strict=True)
        if position.doing == DONE:
            return [score(hand) + score(cloud) for hand, cloud in pairs]
        left = NINE - self._last
        held, grown = HELD_EVALUATION[left], CLOUD_EVALUATION[left]
        return [held(hand) + grown(cloud) for hand, cloud in pairs]


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


HOUSE_PLAYERS: Mapping[str, HousePlayer] = {
    "quick": HousePlayer(ByRule(PLAIN), 0),
    "easy": HousePlayer(ByRule(PLAIN, noise=8.0), 0),
    "normal": HousePlayer(ByRule(PLAIN), 0),
    "hard": HousePlayer(Playouts(TRICKS), 300),
}
"""The house players, by level."""
