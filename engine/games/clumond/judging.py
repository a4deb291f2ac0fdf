"""What a finished imagined hand of Clumond is worth to the seat that thinks."""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING

from engine.games.clumond.codes import HIGHEST
from engine.games.clumond.settling import settled
from engine.games.clumond.view import Scoring
from engine.games.clumond.world import NOWHERE, code_of_hand
from engine.robot import Ranked

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.games.clumond.view import ClumondView
    from engine.games.clumond.world import World

SPREAD_IN_POINTS = 8.0
"""Standard deviation of what a hand to come changes between two players, with points (C7)."""
SPREAD_IN_CHIPS = (2.0, 1.5)
"""The same with chips: so much, and so much for each chip of the ante (C5, C6)."""
LOGISTIC = 0.55
"""The scale of a logistic curve for a standard deviation of 1."""
NARROW = 0.5
"""The scale at the very end of a game: only the win counts, however narrow."""

WARY_MADE, WARY_FAILED = 2, 6
"""Hands made and failed that every declaration begins with: few playouts must not tempt."""


class Tally:
    """What came of a move so far."""

    __slots__ = ("_codes", "_made", "_points", "_shares", "_stopped", "_times", "_tricks", "_wary")

    def __init__(self) -> None:
        self._times = 0
        self._wary = 0
        self._points = 0.0
        self._shares = 0.0
        self._tricks = 0
        self._made = 0
        self._stopped: int | None = None
        self._codes = [0] * (HIGHEST + 1)

    @property
    def share(self) -> float:
        return self._shares / (self._times + self._wary)

    def fear(self, share: float) -> None:
        """Count a hand that was not played but might be."""
        self._wary += 1
        self._shares += share

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
        """Count that somebody else had declared, and whether he failed."""
        self._stopped = (self._stopped or 0) + is_stopped

    def ranked(self, code: str) -> Ranked:
        """Sum up; the facts are those `robots.Playouts` names."""
        times = self._times
        facts = [("tricks", self._tricks / times)]
        if self._stopped is None:
            likeliest = max(range(HIGHEST + 1), key=self._codes.__getitem__)
            facts += [("success", self._made / times), ("code", float(likeliest))]
        else:
            facts += [("stopped", self._stopped / times)]
        return Ranked(code, self._points / times, self.share, tuple(facts))


class Judge:
    """Tells what a hand gave, and the share of the win to be hoped for after it."""

    def __init__(self, view: ClumondView, place: int) -> None:
        self._place = place
        self._pot = view.pot
        self._scoring = view.scoring
        self._before = view.scores
        constant, per_chip = SPREAD_IN_CHIPS
        is_points = view.scoring is Scoring.POINTS
        spread = SPREAD_IN_POINTS if is_points else constant + per_chip * view.ante
        self._scale = max(NARROW, LOGISTIC * spread * sqrt(view.deals - view.deal))

    def note(self, world: World, tally: Tally) -> None:
        """Count a finished hand."""
        place, declarer = self._place, world.declarer
        off = world.off()
        tally.add(*self._worth(declarer, off))
        code = code_of_hand(world.hands[place])
        tally.add_aim(world.won[place], code, is_made=not off[place])
        if declarer not in (NOWHERE, place):
            tally.add_stop(is_stopped=bool(off[declarer]))

    def be_wary(self, declarations: Iterable[Tally]) -> None:
        """Let declarations of this seat begin with some hands made and more that failed."""
        place = self._place
        failed = [int(other == place) for other in range(len(self._before))]
        _, made = self._worth(place, [0] * len(failed))
        _, missed = self._worth(place, failed)
        for tally in declarations:
            for share in (made,) * WARY_MADE + (missed,) * WARY_FAILED:
                tally.fear(share)

    def _worth(self, declarer: int, off: Sequence[int]) -> tuple[float, float]:
        """Give the points of the hand (the ante was paid before) and the share of the win."""
        paid, took, _ = settled(self._scoring, self._pot, declarer + 1, tuple(off))
        changes = [got - gave for got, gave in zip(took, paid, strict=True)]
        totals = [before + made for before, made in zip(self._before, changes, strict=True)]
        own = totals[self._place]
        odds = sum([exp(min(40.0, (total - own) / self._scale)) for total in totals])
        return changes[self._place], 1 / odds
