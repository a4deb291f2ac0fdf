"""The worth of a finished imagined hand of Clumond to the player who thinks."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from engine.games.clumond.settlement import settled
from engine.games.clumond.view import HIGHEST_CODE, ClumondView, Scoring
from engine.players.clumond.evaluation import chance
from engine.players.clumond.position import NOWHERE, Position, code_of_hand
from engine.players.estimate import LOGISTIC, Estimate, share_of_win
from engine.players.robot import RankedMove

SPREAD_IN_POINTS = 8.0
"""Standard deviation of what a hand to come changes between two players, in points (C7)."""
SPREAD_IN_CHIPS = (2.0, 1.5)
"""The same in chips: a constant, and so much for each chip of the ante (C5, C6)."""
NARROW = 0.1
"""The scale at the end of the last hand, where even a narrow lead is a win."""


class Stakes(NamedTuple):
    """The points and the share of the win (0…1) of a declaration, if made and if missed.

    `lean` is its log odds by the hand alone, before any playout (`evaluation`).
    """

    lean: float
    made: tuple[float, float]
    missed: tuple[float, float]


class Tally(Estimate):
    """The results of a move so far; of a declaration's playouts only how many made it counts."""

    __slots__ = ("_codes", "_made", "_stakes", "_stopped", "_tricks")

    def __init__(self, stakes: Stakes | None = None) -> None:
        super().__init__()
        self._stakes = stakes
        self._tricks = 0
        self._made = 0
        self._stopped: int | None = None
        self._codes = [0] * (HIGHEST_CODE + 1)

    @property
    def success(self) -> float:
        """Return the chance (0…1) to make the target."""
        if self._stakes:
            return chance(self._stakes.lean, self._made, self.times)
        return self._made / self.times

    @property
    def expected(self) -> tuple[float, float]:
        """Return the points and the share of the win (0…1) to be expected."""
        if self._stakes is None:
            return self.points, self.share
        made = self.success
        points, share = (
            made * won + (1 - made) * lost
            for won, lost in zip(self._stakes.made, self._stakes.missed, strict=True)
        )
        return points, share

    def add_tricks(self, tricks: int, code: int, *, is_made: bool) -> None:
        """Count the tricks and the code of a hand, and whether they met the target."""
        self._tricks += tricks
        self._codes[code] += 1
        self._made += is_made

    def add_stop(self, *, is_stopped: bool) -> None:
        """Count that somebody else had declared, and whether they failed."""
        self._stopped = (self._stopped or 0) + is_stopped

    def ranked(self, code: str) -> RankedMove:
        """Return the move with its estimate and the facts that `robots.Playouts` lists."""
        facts = [("tricks", self._tricks / self.times)]
        if self._stopped is None:
            likeliest = max(range(HIGHEST_CODE + 1), key=self._codes.__getitem__)
            facts += [("success", self.success), ("code", float(likeliest))]
        else:
            facts += [("stopped", self._stopped / self.times)]
        points, share = self.expected
        return RankedMove(code, points, share, tuple(facts))


def scale_of(view: ClumondView) -> float:
    """Return the scale of `share_of_win` after the present hand."""
    constant, per_chip = SPREAD_IN_CHIPS
    is_points = view.scoring is Scoring.POINTS
    spread = SPREAD_IN_POINTS if is_points else constant + per_chip * view.ante
    return max(NARROW, LOGISTIC * spread * sqrt(view.deals - view.deal))


class HandUtility:
    """The points of a finished hand, and the share of the win to be expected after it."""

    def __init__(self, view: ClumondView, player: int) -> None:
        self._player = player
        self._pot = view.pot
        self._scoring = view.scoring
        self._before = view.scores
        self._ante = view.ante
        self._is_last = view.deal == view.deals
        self._values: dict[tuple[int, ...], tuple[float, float]] = {}
        self._scale = scale_of(view)

    def stakes(self, lean: float) -> Stakes:
        """Return the stakes that a declaration of this player may win and lose."""
        failed = [int(other == self._player) for other in range(len(self._before))]
        made, missed = (self._value(self._player, off) for off in ([0] * len(failed), failed))
        return Stakes(lean, made, missed)

    def value(self, declarer: int, off: Sequence[int]) -> tuple[float, float]:
        """Return the points of a hand and the share of the win (0…1) after it."""
        key = (declarer, *off)
        if key not in self._values:
            self._values[key] = self._value(declarer, off)
        return self._values[key]

    def note(self, position: Position, tally: Tally) -> None:
        """Count a finished hand in a move's tally."""
        player, declarer = self._player, position.declarer
        off = position.off()
        tally.add(*self.value(declarer, off))
        code = code_of_hand(position.hands[player])
        tally.add_tricks(position.won[player], code, is_made=not off[player])
        if declarer not in (NOWHERE, player):
            tally.add_stop(is_stopped=bool(off[declarer]))

    def _value(self, declarer: int, off: Sequence[int]) -> tuple[float, float]:
        """Return the points of the hand, as its result will show them, and the share of the win.

        The scores are after the antes. The pot that is split at the end (C8) changes no lead.
        """
        paid, took, stays = settled(self._scoring, self._pot, declarer + 1, tuple(off))
        changes = [got - gave for got, gave in zip(took, paid, strict=True)]
        totals = [before + made for before, made in zip(self._before, changes, strict=True)]
        split = stays // len(totals) if self._is_last else 0
        points = changes[self._player] + split - self._ante
        return points, share_of_win(totals, self._player, self._scale)
