"""The stupidities of Nimbly: the ends of last deals, where all is a matter of counting.

Everybody knows all cards (J4). A draw may be worse whatever the others do (SURE), or against others
who play best for themselves (BEST), where it counts only if it costs a twentieth of the win.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from random import Random

from engine.games.nimbly.imagine import imaginer
from engine.games.nimbly.state import LARGE_TABLE, State
from engine.games.nimbly.view import NimblyView
from engine.melds import NINE, score
from engine.seats import Seat
from tests.engine.players.stupidities.pattern import (
    Bounds,
    Faults,
    Pattern,
    Proof,
    Question,
    Solver,
)

MOST_CARDS = 8
"""How many cards may be left in the rows of an ending."""

LOSS = 0.05
"""What a draw must cost, in shares of the win, if the others play best."""


class Draws:
    """A decision at the end of a deal of Nimbly, as its seat sees it; draws by their codes."""

    def __init__(self, question: Question, view: NimblyView) -> None:
        # What was heard tells all hands; only the order of the cards aside is made up.
        self.state = imaginer(view, question.heard)(Random(0))
        self.game = question.course.game
        self.solver = Solver(self.game)
        self.me = question.seat - 1
        self.after = {code: self.then(self.state, code) for code in question.legal}
        self.is_duel = sum(hand.bit_count() < NINE for hand in self.state.hands) == 2
        self.ace_low = view.seats == LARGE_TABLE
        self.par = score(self.state.aside, ace_low=self.ace_low) if view.par else 0

    def then(self, state: State, code: str) -> State:
        (seat,) = self.game.to_act(state)
        after = self.game.apply(state, seat, self.game.parse(code)).state
        assert isinstance(after, State)
        return after

    @cached_property
    def sure(self) -> dict[str, Bounds]:
        """For each draw the share of the win that is sure, and the most that may come of it."""
        seat = Seat(self.me + 1)
        return {code: self.solver.bounds(after, seat) for code, after in self.after.items()}

    @cached_property
    def exact(self) -> dict[str, float]:
        """For each draw the share of the win if everybody plays best."""
        return {c: self.solver.worth(after).shares[self.me] for c, after in self.after.items()}

    @cached_property
    def ends(self) -> dict[str, tuple[int, ...]]:
        """The draws that settle the deal, each with the points that all make of it."""
        every = {code: self.forced(after) for code, after in self.after.items()}
        return {code: end.deal.points[-1] for code, end in every.items() if end}

    def forced(self, state: State) -> State | None:
        """Return the end of the deal if one player alone, or nobody, still draws; else None."""
        while self.game.to_act(state):
            if sum(hand.bit_count() < NINE for hand in state.hands) > 1:
                return None
            (seat,) = self.game.to_act(state)
            state = self.then(state, self.game.code(self.game.legal(state, seat)[0]))
        return state

    @property
    def wins(self) -> str | None:
        """A draw after which nothing can keep the seat from winning alone, if there is one."""
        return next((code for code, (sure, _) in self.sure.items() if sure == 1), None)

    @property
    def best(self) -> str:
        """The draw that is worth most if everybody plays best."""
        return max(self.exact, key=lambda code: self.exact[code])

    def costly(self, more: int) -> Faults:
        """Return draws that cost something if everybody plays best, and differ so from the best.

        They take more cards (1), fewer (-1), or as many from other rows (0). Draws that are worse
        whatever the others do are left to other patterns.
        """
        if self.wins or not any(most for _, most in self.sure.values()):
            return {}
        best, exact = self.best, self.exact
        return {
            code: best
            for code, value in exact.items()
            if exact[best] - value >= LOSS and self.sure[code].most
            if (len(code) > len(best)) - (len(code) < len(best)) == more
        }


def read(question: Question) -> Draws | None:
    """Return how the patterns see a decision; None before the end of the last deal."""
    view = question.view
    if not isinstance(view, NimblyView) or view.deal != view.deals:
        return None
    return Draws(question, view) if sum(map(len, view.rows)) <= MOST_CARDS else None


def gives_up_a_sure_win(draws: Draws) -> Faults:
    """Another draw wins alone, whatever the others do; after this one they may prevent it."""
    wins = draws.wins
    return {code: wins for code, (sure, _) in draws.sure.items() if sure < 1} if wins else {}


def gives_up_all_hope(draws: Draws) -> Faults:
    """After this draw no line leads to a win any more, not even to a shared one; after another one
    does, if everybody plays best.
    """
    best = draws.best
    if draws.wins or draws.exact[best] < LOSS:
        return {}
    return {code: best for code, (_, most) in draws.sure.items() if not most}


def takes_less_than_is_sure(draws: Draws) -> Faults:
    """All that may come of this draw is less than another makes sure of."""
    safest = max(draws.sure, key=lambda code: draws.sure[code])
    sure = draws.sure[safest].sure
    if draws.wins:
        return {}
    return {code: safest for code, (_, most) in draws.sure.items() if 0 < most < sure}


def _last(draws: Draws, *, gift: bool) -> Faults:
    """Return draws that settle the deal for less, or that only give more to the others."""
    return {
        bad: better
        for bad, after in draws.ends.items()
        for better, instead in draws.ends.items()
        if (after[draws.me] == instead[draws.me]) == gift and _is_worse(after, instead, draws.me)
    }


def _is_worse(points: tuple[int, ...], instead: tuple[int, ...], me: int) -> bool:
    """Return whether a player has no more by these points, and no other has less."""
    gaps = [other - own for own, other in zip(points, instead, strict=True)]
    mine = gaps.pop(me)
    return points != instead and mine >= 0 and max(gaps) <= 0


def ends_below_par(draws: Draws) -> Faults:
    """The last cards of the hand are taken so that it stays below par and counts nothing; another
    draw reaches par and wins as often at least.
    """
    hands = {code: after.hands[draws.me] for code, after in draws.after.items()}
    made = {
        code: score(hand, ace_low=draws.ace_low)
        for code, hand in hands.items()
        if hand.bit_count() == NINE
    }
    over = {code: points >= draws.par for code, points in made.items()}
    best = max(made, key=lambda code: (over[code], draws.exact[code]), default="")
    if not draws.par or not best or not over[best]:
        return {}
    exact = draws.exact
    return {code: best for code in made if not over[code] and exact[code] <= exact[best]}


def _of_three(draws: Draws) -> bool:
    return len(draws.state.hands) == 3 and not draws.par


def _costing(name: str, rule: str, is_one: Callable[[Draws], object], *more: int) -> Pattern[Draws]:
    def faults(draws: Draws) -> Faults:
        is_here = draws.is_duel if "duel" in name else not draws.is_duel and is_one(draws)
        found = [draws.costly(each) for each in more if is_here]
        return {bad: better for faults in found for bad, better in faults.items()}

    return Pattern(name, rule, Proof.BEST, faults)


PATTERNS: tuple[Pattern[Draws], ...] = (
    Pattern("gives_up_a_sure_win", "J7", Proof.SURE, gives_up_a_sure_win),
    Pattern("gives_up_all_hope", "J7", Proof.SURE, gives_up_all_hope),
    Pattern("takes_less_than_is_sure", "J7", Proof.SURE, takes_less_than_is_sure),
    Pattern("last_draw_scores_less", "J2", Proof.SURE, lambda draws: _last(draws, gift=False)),
    Pattern("last_draw_is_a_gift", "J2", Proof.SURE, lambda draws: _last(draws, gift=True)),
    Pattern("ends_below_par", "J6", Proof.BEST, ends_below_par),
    _costing("takes_too_few_in_a_duel", "J2", bool, -1),
    _costing("takes_too_many_in_a_duel", "J2", bool, 1),
    _costing("takes_the_wrong_cards_in_a_duel", "J2", bool, 0),
    _costing("takes_too_few", "J2", _of_three, -1),
    _costing("takes_too_many", "J2", _of_three, 1),
    _costing("takes_the_wrong_cards", "J2", _of_three, 0),
    _costing("miscounts_for_par", "J6", lambda draws: draws.par, -1, 1),
    _costing("takes_the_wrong_cards_for_par", "J6", lambda draws: draws.par, 0),
    _costing("miscounts_at_a_large_table", "J1", lambda draws: len(draws.state.hands) > 3, -1, 1),
    _costing("takes_the_wrong_cards_at_a_large_table", "J1", lambda d: len(d.state.hands) > 3, 0),
)
"""In a duel two players still draw; the other costly draws are told apart by their table."""
