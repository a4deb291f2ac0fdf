"""What a finished imagined hand of Clumond is worth to the seat that thinks."""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING, NamedTuple

from engine.games.clumond.settling import settled
from engine.games.clumond.view import HIGHEST_CODE, Scoring
from engine.players.clumond.declaring import chance
from engine.players.clumond.position import NOWHERE, code_of_hand
from engine.players.robot import RankedMove

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.games.clumond.view import ClumondView
    from engine.players.clumond.position import Position

SPREAD_IN_POINTS = 8.0
"""Standard deviation of what a hand to come changes between two players, with points (C7)."""
SPREAD_IN_CHIPS = (2.0, 1.5)
"""The same with chips: so much, and so much for each chip of the ante (C5, C6)."""
LOGISTIC = 0.55
"""The scale of a logistic curve for a standard deviation of 1."""
NARROW = 0.5
"""The scale at the very end of a game: only the win counts, however narrow."""


class Stakes(NamedTuple):
    """What a declaration is about: the points and the share of the win if made and if missed.

    `lean` is what the hand says of it before any playout (`odds`).
    """

    lean: float
    made: tuple[float, float]
    missed: tuple[float, float]


class Tally:
    """What came of a move so far; of a declaration only how often it was made is believed."""

    __slots__ = (
        "_codes",
        "_made",
        "_points",
        "_shares",
        "_stakes",
        "_stopped",
        "_times",
        "_tricks",
    )

    def __init__(self, stakes: Stakes | None = None) -> None:
        self._stakes = stakes
        self._times = 0
        self._points = 0.0
        self._shares = 0.0
        self._tricks = 0
        self._made = 0
        self._stopped: int | None = None
        self._codes = [0] * (HIGHEST_CODE + 1)

    @property
    def success(self) -> float:
        """Return the chance to make the target."""
        if self._stakes:
            return chance(self._stakes.lean, self._made, self._times)
        return self._made / self._times

    @property
    def expected(self) -> tuple[float, float]:
        """Return the points and the share of the win to be expected."""
        if self._stakes is None:
            return self._points / self._times, self._shares / self._times
        made = self.success
        points, share = (
            made * won + (1 - made) * lost
            for won, lost in zip(self._stakes.made, self._stakes.missed, strict=True)
        )
        return points, share

    def add(self, points: float, share: float) -> None:
        """Count what the seat made of a hand."""
        self._times += 1
        self._points += points
        self._shares += share

    def add_aim(self, tricks: int, code: int, *, is_made: bool) -> None:
        """Count the tricks and the code of that hand."""
        self._tricks += tricks
        self._codes[code] += 1
        self._made += is_made

    def add_stop(self, *, is_stopped: bool) -> None:
        """Count that somebody else had declared, and whether they failed."""
        self._stopped = (self._stopped or 0) + is_stopped

    def ranked(self, code: str) -> RankedMove:
        """Sum up; the facts are those `robots.Playouts` names."""
        times = self._times
        facts = [("tricks", self._tricks / times)]
        if self._stopped is None:
            likeliest = max(range(HIGHEST_CODE + 1), key=self._codes.__getitem__)
            facts += [("success", self.success), ("code", float(likeliest))]
        else:
            facts += [("stopped", self._stopped / times)]
        points, share = self.expected
        return RankedMove(code, points, share, tuple(facts))


class HandUtility:
    """Tells what a hand gave, and the share of the win to be hoped for after it."""

    def __init__(self, view: ClumondView, place: int) -> None:
        self._place = place
        self._pot = view.pot
        self._scoring = view.scoring
        self._before = view.scores
        self._ante = view.ante
        self._is_last = view.deal == view.deals
        constant, per_chip = SPREAD_IN_CHIPS
        is_points = view.scoring is Scoring.POINTS
        spread = SPREAD_IN_POINTS if is_points else constant + per_chip * view.ante
        self._scale = max(NARROW, LOGISTIC * spread * sqrt(view.deals - view.deal))

    def stakes(self, lean: float) -> Stakes:
        """Return what a declaration of this seat is about."""
        failed = [int(other == self._place) for other in range(len(self._before))]
        made, missed = (self._value(self._place, off) for off in ([0] * len(failed), failed))
        return Stakes(lean, made, missed)

    def note(self, position: Position, tally: Tally) -> None:
        """Count a finished hand."""
        place, declarer = self._place, position.declarer
        off = position.off()
        tally.add(*self._value(declarer, off))
        code = code_of_hand(position.hands[place])
        tally.add_aim(position.won[place], code, is_made=not off[place])
        if declarer not in (NOWHERE, place):
            tally.add_stop(is_stopped=bool(off[declarer]))

    def _value(self, declarer: int, off: Sequence[int]) -> tuple[float, float]:
        """Return the points of the hand, as its result will tell them, and the share of the win.

        The ante is in the scores already; what is split at the end (C8) everybody gets alike.
        """
        paid, took, stays = settled(self._scoring, self._pot, declarer + 1, tuple(off))
        changes = [got - gave for got, gave in zip(took, paid, strict=True)]
        totals = [before + made for before, made in zip(self._before, changes, strict=True)]
        own = totals[self._place]
        odds = sum([exp(min(40.0, (total - own) / self._scale)) for total in totals])
        split = stays // len(totals) if self._is_last else 0
        return changes[self._place] + split - self._ante, 1 / odds
