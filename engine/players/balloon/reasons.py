"""What a person would say for a move of Cloud 9: of the risk, the points, wild cards and others.

Trips go on to their end as `playouts` do, with dice thrown anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, cast

from engine.games.balloon.turns import Move
from engine.games.balloon.view import COLOURS, TOP, VALUES, BalloonView, Phase
from engine.players.balloon.policy import WILD_CARD
from engine.players.reasons import (
    PARTS,
    SHARE,
    USUALLY,
    Argument,
    Compared,
    Observed,
    Reason,
    in_ten,
)
from engine.players.robot import own_view

if TYPE_CHECKING:
    from random import Random

    from engine.events import Heard
    from engine.game import View


THROWS = 4
"""How often the dice are thrown again for each imagined state."""

LEAST = 0.4
"""The least difference in points that is told."""

RISKY = 0.15
"""The least difference in how often the balloon falls that is told."""

HALF, LIKELY, NEARLY = 0.5, 0.6, 0.9
"""Chances (0…1): more often than not, to be relied on a little, and nearly always."""

FAR = 12
"""Points that are hard to make up, and few to go: a leader so far ahead may soon have won."""

CERTAIN = 1000.0
"""The weight of what every card on the table says."""


class BalloonCases:
    """Trips imagined from a view, in which all players know only what they hold."""

    times = 60

    def __init__(
        self,
        view: View,
        heard: Sequence[Heard],
        random: Random,  # noqa: ARG002 - nothing is made up before a trip is observed
    ) -> None:
        # Kernels are loaded where they are first needed, for the compiler takes time and memory.
        from engine.players.balloon.playouts import Imagined  # noqa: PLC0415

        self._view = own_view(view, BalloonView)
        self._trips = Imagined(self._view, heard)
        self._seat = self._view.to_act[0]

    def observed(self, codes: Sequence[str], random: Random) -> Sequence[Observed]:
        self._trips.anew(random.getrandbits(31))
        seen: list[list[Observed]] = [[] for _ in codes]
        for _ in range(THROWS):
            self._trips.throw()
            for code, trips in zip(codes, seen, strict=True):
                trips.append(self._trips.seen(self._seat, Move(code)))
        return [
            {name: fmean([trip[name] for trip in trips]) for name in trips[0]} for trips in seen
        ]

    def arguments(self, better: str, worse: str, found: Compared) -> Iterable[Argument]:
        if self._view.phase is Phase.PAY:
            yield from self._of_paying(better, worse, found)
        elif Move(better) is Move.JUMP:
            yield from self._of_jumping(found)
        else:
            yield from self._of_going_on(found)
        more = found.gap("points")
        if more >= LEAST:
            yield Argument(more, Reason.of("more" if more >= 1 else "little", n=round(more)))

    def _of_jumping(self, found: Compared) -> Iterable[Argument]:
        """Say what a jump makes sure of, and what may happen without it."""
        view, value = self._view, VALUES[self._view.cloud]
        total = view.scores[self._seat - 1] + value
        if self._is_win(total):
            yield Argument(CERTAIN, Reason.of("reaches", n=total))
        spent = found.gap("wilds")
        if spent > 0:
            key = "saves_wild" if spent > HALF else "may_save_wild"
            yield Argument(WILD_CARD * spent, Reason.of(key, n=value))
        risk = -found.gap("falls")
        if risk < RISKY or (found.gap("points") < 0 and found.gap(SHARE) <= 0):
            return
        falls = found.worse("falls")
        key = "drops" if found.worse("drops") > falls / 2 else "falls"
        if view.phase is Phase.LONE:
            key = "fails"
        yield Argument(value * risk + 1, Reason.of(key, n=in_ten(falls)))

    def _of_going_on(self, found: Compared) -> Iterable[Argument]:
        """Say why it is no great risk to stay or roll, and what a jump is not enough for."""
        view, pays = self._view, found.better("flies")
        yield from self._of_leader(found)
        yield from self._of_winning()
        if view.phase is Phase.LONE:
            if pays >= LIKELY:
                yield Argument(PARTS * pays, Reason("can_pay"))
            return
        if not any(die in COLOURS for die in view.dice):
            yield Argument(CERTAIN, Reason("free"))
        elif view.odds is not None and view.odds.ways == view.odds.total:
            yield Argument(CERTAIN, Reason.of("sure", seat=view.pilot))
        elif view.with_odds and pays >= LIKELY:
            told = view.odds.ways / view.odds.total if view.odds is not None else 0
            key = "pays" if max(pays, told) >= USUALLY else "may_pay"
            yield Argument(PARTS * (pays - HALF), Reason.of(key, seat=view.pilot))
        if view.cloud + 1 == TOP:
            yield Argument(VALUES[TOP] - VALUES[view.cloud], Reason.of("top", n=VALUES[TOP]))
        elif found.better("again") > NEARLY * pays > 0:
            yield Argument(1, Reason.of("again", n=VALUES[view.cloud + 1]))

    def _of_winning(self) -> Iterable[Argument]:
        """Say that one more cloud wins and this one does not, or may not (B11)."""
        view = self._view
        mine, cloud = view.scores[self._seat - 1], view.cloud
        total = mine + VALUES[cloud + 1]
        if self._is_win(mine + VALUES[cloud]) and view.phase is not Phase.LONE:
            yield from self._of_passing()
        if self._is_win(mine + VALUES[cloud]) or not self._is_win(total):
            return
        if view.phase is Phase.LONE:
            yield Argument(CERTAIN, Reason("one_more"))
        elif mine == max(view.scores[seat] for seat, here in enumerate(view.aboard) if here):
            # At the top nobody need jump (B8).
            is_top = cloud + 1 == TOP
            enough = Reason("one_more") if is_top else Reason.of("enough", n=total)
            yield Argument(CERTAIN, enough)

    def _of_passing(self) -> Iterable[Argument]:
        """Say who may still pass a jump that reaches the target, as the trip goes on (B11)."""
        view, total = self._view, self._view.scores[self._seat - 1] + VALUES[self._view.cloud]
        score, rival = max(
            (score, seat)
            for seat, (score, here) in enumerate(zip(view.scores, view.aboard, strict=True), 1)
            if here and seat != self._seat
        )
        if score + VALUES[TOP] > total:
            yield Argument(CERTAIN, Reason.of("passed", n=total, seat=rival))

    def _is_win(self, total: int) -> bool:
        """Return whether so many points reach the target and are more than anybody else has."""
        view = self._view
        others = max(score for seat, score in enumerate(view.scores, 1) if seat != self._seat)
        return total >= view.target and total > others

    def _of_leader(self, found: Compared) -> Iterable[Argument]:
        """Say whom the points of a jump do not catch.

        Whoever has reached the target wins when this trip ends, unless somebody has more (B11).
        """
        view = self._view
        lead = max(view.scores)
        leader, value = 1 + view.scores.index(lead), VALUES[view.cloud]
        behind = lead - view.scores[self._seat - 1] - value
        if behind > 0 and lead >= view.target:
            yield Argument(CERTAIN, Reason.of("short", seat=leader))
        elif behind > 0 and view.target - lead < FAR and found.gap(SHARE) > 0:
            # Who goes on though it makes fewer points does so to win.
            lost = max(0, -found.gap("points"))
            if behind >= FAR or lost:
                yield Argument(1 + PARTS * lost, Reason.of("catch", seat=leader, n=value))

    def _of_paying(self, better: str, worse: str, found: Compared) -> Iterable[Argument]:
        """Say what a pilot keeps, and what others get."""
        total = self._view.scores[self._seat - 1] + VALUES[self._view.cloud + 1]
        if better != Move.FALL and sum(self._view.aboard) == 1 and self._is_win(total):
            yield Argument(CERTAIN, Reason.of("reaches", n=total))
        wilds, is_paid = found.gap("wilds"), better == Move.PAY
        if worse == Move.WILD and (wilds > 0 or is_paid):
            # What pays colours keeps it for now, and first of all, though it may go later.
            first = WILD_CARD + max(0, found.gap("points"))
            yield Argument(first if is_paid else WILD_CARD * wilds, Reason("keeps_wild"))
        if better != Move.FALL:
            return
        gains = [(-found.gap(f"points {seat}"), seat) for seat in range(1, self._view.seats + 1)]
        gain, seat = max((gain, seat) for gain, seat in gains if seat != self._seat)
        if gain >= 1:
            yield Argument(gain, Reason.of("carries", seat=seat, n=round(gain)))


# What a puzzle of Cloud 9 is about.

NAMES = ("ride", "race", "pay", "alone")


def theme(view: View, heard: Sequence[Heard], best: str, other: str) -> str:  # noqa: ARG001 - no name may tell what is best
    """Return the kind of decision: one of NAMES."""
    shown = cast("BalloonView", view)
    if shown.phase is not Phase.RIDE:
        return "pay" if shown.phase is Phase.PAY else "alone"
    if max(shown.scores) + VALUES[min(TOP, shown.cloud + 1)] >= shown.target:
        return "race"
    return "ride"
