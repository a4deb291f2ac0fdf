"""The house player of any game: flat Monte Carlo over imagined states, by the public API alone.

Each move is tried in states that the seat may be in (`Game.imaginer`) and played out at random to
the end of the deal. Sequential halving spends the budget where the choice is close.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.players.estimate import ranked_by_halves
from engine.players.robot import RankedMove

if TYPE_CHECKING:
    from random import Random

    from engine.events import Heard
    from engine.game import AnyGame, View
    from engine.seats import Seat

LOOK_EVERY = 8
"""Moves between two checks whether the deal is over; a check costs as much as a few moves."""


class Ending(NamedTuple):
    """How a playout ended for one seat.

    `points` are those of the deal, `lead` is the total minus the best other total, and `share` is
    the share of the win (0…1), None if the game goes on after the deal.
    """

    points: float
    lead: float
    share: float | None


class Searcher:
    """Plays any game decently; players made for one game do better.

    >>> from random import Random
    >>> from engine.chance import Chance
    >>> from engine.course import Course
    >>> from engine.games import GAMES
    >>> course = Course.begin(GAMES["nimbly"], 3, {"deals": 1}, Chance(b"any 32 bytes"))
    >>> seat = course.to_act()[0]
    >>> view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
    >>> moves = Searcher(GAMES["nimbly"]).rank(view, heard, legal, Random(1), budget=4)
    >>> moves[0].share >= moves[-1].share
    True
    """

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def rank(
        self, view: View, heard: Sequence[Heard], legal: Sequence[str], random: Random, budget: int
    ) -> tuple[RankedMove, ...]:
        imagine, seat = self._game.imaginer(view, heard), view.seat
        if seat is None or seat not in view.to_act:
            raise ValueError("only the seat to act has a move")
        deals = len(view.deal_scores)
        endings: dict[str, list[Ending]] = {code: [] for code in legal}

        def attempt(alive: Sequence[str]) -> None:
            position = imagine(random)
            for code in alive:
                endings[code].append(self._played_out(position, seat, deals, code, random))

        def estimate(alive: Sequence[str]) -> list[RankedMove]:
            return _estimated(alive, endings)

        return ranked_by_halves(legal, budget, attempt, estimate)

    def _played_out(
        self, position: Any, seat: Seat, deals: int, code: str, random: Random
    ) -> Ending:
        """Make a move of a seat, then random ones until one deal more than `deals` has ended."""
        game = self._game
        state = game.apply(position, seat, game.parse(code)).state
        draw = random.random
        while True:
            for _ in range(LOOK_EVERY):
                acting = game.to_act(state)
                if not acting:
                    break
                mover = min(acting)
                moves = game.legal(state, mover)
                state = game.apply(state, mover, moves[int(draw() * len(moves))]).state
            shown = game.view(state, None)
            if len(shown.deal_scores) > deals or not shown.to_act:
                return _ending(game, state, shown, seat, deals)


def _ending(game: AnyGame, state: Any, shown: View, seat: Seat, deals: int) -> Ending:
    outcome = game.outcome(state)
    own = seat - 1
    deal = shown.deal_scores[deals] if len(shown.deal_scores) > deals else (0,) * shown.seats
    share = None
    if outcome is not None:
        totals: Sequence[int] = outcome.scores
        share = (seat in outcome.winners) / len(outcome.winners)
    else:
        # Some moves of the next deal may have been made: only whole deals count.
        totals = [sum(points) for points in zip(*shown.deal_scores[: deals + 1], strict=True)]
    others = max(total for player, total in enumerate(totals) if player != own)
    return Ending(deal[own], totals[own] - others, share)


def _estimated(codes: Sequence[str], endings: dict[str, list[Ending]]) -> list[RankedMove]:
    """Return the share of the win that moves promise by the endings so far."""
    leads = [ending.lead for code in codes for ending in endings[code]]
    scale = pstdev(leads) or 1.0
    return [
        RankedMove(
            code,
            fmean(ending.points for ending in endings[code]),
            fmean(hope(ending, scale) for ending in endings[code]),
        )
        for code in codes
    ]


def hope(ending: Ending, scale: float) -> float:
    """Return the share of the win (0…1) to expect of an ending.

    If the game is not over, a lead counts as a logistic curve whose scale is the usual lead.

    >>> hope(Ending(points=40, lead=0, share=None), scale=25.0)
    0.5
    """
    if ending.share is not None:
        return ending.share
    return 1 / (1 + exp(-max(-40.0, min(40.0, ending.lead / scale))))
