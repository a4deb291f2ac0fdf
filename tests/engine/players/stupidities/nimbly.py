"""The stupidities of Nimbly: the ends of last deals, where all is a matter of counting.

Everybody knows all cards (J4). A draw may be worse whatever the others do (SURE), or against others
who play best for themselves (BEST), where it counts only if it costs a twentieth of the win.
"""

from __future__ import annotations

from functools import cached_property
from random import Random

from engine.games.nimbly.imagine import imaginer
from engine.games.nimbly.view import NimblyView
from engine.melds import NINE
from tests.engine.players.stupidities.endings import Ending, Position
from tests.engine.players.stupidities.pattern import Faults, Proof, Question, Suite, pattern

MOST_CARDS = 8
"""How many cards may be left in the rows of an ending."""

LOSS = 0.05
"""What a draw must cost, in shares of the win, if the others play best."""

FEWER, MORE, ELSEWHERE = "fewer", "more", "elsewhere"
"""How a stupid draw differs from the better one: fewer cards, more, or as many from other rows."""


class Draws:
    """A decision at the end of a deal of Nimbly, as its seat sees it."""

    def __init__(self, question: Question, view: NimblyView) -> None:
        # What was heard tells all hands; only the order of the cards aside is made up.
        state = imaginer(view, question.heard)(Random(0))
        self.view = view
        self.ending = Ending(state)
        self.seats = view.seats
        self.after = dict(self.ending.after(self.ending.start))
        self.needed = NINE - view.hand_counts[self.ending.me]

    @cached_property
    def sure(self) -> dict[str, tuple[float, float]]:
        """For each draw the share that is sure, and the most that may come of it."""
        return {draw: self.ending.bounds(after) for draw, after in self.after.items()}

    @cached_property
    def exact(self) -> dict[str, float]:
        """For each draw the share of the win if everybody plays best."""
        mine = len(self.ending.start.hands) + self.ending.me
        return {draw: self.ending.exact(after)[mine] for draw, after in self.after.items()}

    @cached_property
    def ends(self) -> dict[str, Position]:
        """The draws that settle the deal, each with its end."""
        every = {draw: self.ending.forced(after) for draw, after in self.after.items()}
        return {draw: end for draw, end in every.items() if end is not None}

    @property
    def wins(self) -> str | None:
        """A draw after which nothing can keep the seat from winning alone, if there is one."""
        return next((draw for draw, (sure, _) in self.sure.items() if sure == 1), None)

    @property
    def best(self) -> str:
        """The draw that is worth most if everybody plays best."""
        return max(self.exact, key=lambda draw: self.exact[draw])

    def costly(self, how: str) -> Faults:
        """Return draws that cost something if everybody plays best, and differ so from the best.

        Draws that are worse whatever the others do are left to other patterns.
        """
        if self.wins or not any(most for _, most in self.sure.values()):
            return {}
        best, exact = self.best, self.exact
        return {
            f"draw {draw}": f"draw {best}"
            for draw, value in exact.items()
            if exact[best] - value >= LOSS and self.sure[draw][1] and _differs(draw, best) == how
        }


def _differs(draw: str, best: str) -> str:
    if len(draw) == len(best):
        return ELSEWHERE
    return FEWER if len(draw) < len(best) else MORE


def read(question: Question) -> Draws | None:
    """Return how the patterns see a decision; None before the end of the last deal."""
    view = question.view
    if not isinstance(view, NimblyView) or view.deal != view.deals:
        return None
    if sum(map(len, view.rows)) > MOST_CARDS:
        return None
    return Draws(question, view)


@pattern("J7")
def gives_up_a_sure_win(draws: Draws) -> Faults:
    """Another draw wins alone, whatever the others do; after this one they may prevent it."""
    wins = draws.wins
    if not wins:
        return {}
    return {f"draw {draw}": f"draw {wins}" for draw, (sure, _) in draws.sure.items() if sure < 1}


@pattern("J7")
def gives_up_all_hope(draws: Draws) -> Faults:
    """After this draw no line leads to a win any more, not even to a shared one; after another one
    does, if everybody plays best.
    """
    best = draws.best
    if draws.wins or draws.exact[best] < LOSS:
        return {}
    return {f"draw {d}": f"draw {best}" for d, (_, most) in draws.sure.items() if not most}


@pattern("J7")
def takes_less_than_is_sure(draws: Draws) -> Faults:
    """All that may come of this draw is less than another makes sure of."""
    safest = max(draws.sure, key=lambda draw: draws.sure[draw])
    sure = draws.sure[safest][0]
    if draws.wins:
        return {}
    return {f"draw {d}": f"draw {safest}" for d, (_, most) in draws.sure.items() if 0 < most < sure}


def _last(draws: Draws, *, gift: bool) -> Faults:
    """Return draws that settle the deal worse than another does, in points."""
    found: dict[str, str] = {}
    ending, me = draws.ending, draws.ending.me
    made = {draw: ending.points(end) for draw, end in draws.ends.items()}
    for bad, after in made.items():
        for better, instead in made.items():
            is_gift = after[me] == instead[me]
            if is_gift == gift and _is_worse(after, instead, me):
                found[f"draw {bad}"] = f"draw {better}"
    return found


def _is_worse(points: tuple[int, ...], instead: tuple[int, ...], me: int) -> bool:
    """Return whether a player has no more by these points, and no other has less."""
    gaps = [other - own for own, other in zip(points, instead, strict=True)]
    mine = gaps.pop(me)
    return points != instead and mine >= 0 and max(gaps) <= 0


@pattern("J2")
def last_draw_scores_less(draws: Draws) -> Faults:
    """The draw settles the deal, and another would score more and give the others no more."""
    return _last(draws, gift=False)


@pattern("J2")
def last_draw_is_a_gift(draws: Draws) -> Faults:
    """The draw settles the deal; another scores the same and leaves the others less."""
    return _last(draws, gift=True)


@pattern("J6", Proof.BEST)
def ends_below_par(draws: Draws) -> Faults:
    """The last cards of the hand are taken so that it stays below par and counts nothing; another
    draw reaches par and wins as often at least.
    """
    par, me, ending = draws.ending.par, draws.ending.me, draws.ending
    ends = [draw for draw in draws.after if len(draw) == draws.needed]
    made = {draw: ending.points(draws.after[draw])[me] for draw in ends}
    best = max(made, key=lambda draw: (made[draw] > 0, draws.exact[draw]), default="")
    if not par or not best or not made[best]:
        return {}
    return {
        f"draw {draw}": f"draw {best}"
        for draw, points in made.items()
        if not points and draws.exact[draw] <= draws.exact[best]
    }


def _is_duel(draws: Draws) -> bool:
    return draws.ending.drawing() == 2


def _is_of_three(draws: Draws) -> bool:
    return draws.seats == 3 and not _is_duel(draws) and not draws.ending.par


def _is_large(draws: Draws) -> bool:
    return draws.seats > 3 and not _is_duel(draws)


def _is_for_par(draws: Draws) -> bool:
    return draws.ending.par > 0 and not _is_duel(draws)


@pattern("J2", Proof.BEST)
def takes_too_few_in_a_duel(draws: Draws) -> Faults:
    """Two still draw, and a card is left that the other one can use."""
    return draws.costly(FEWER) if _is_duel(draws) else {}


@pattern("J2", Proof.BEST)
def takes_too_many_in_a_duel(draws: Draws) -> Faults:
    """Two still draw, and one card more uncovers what the other one needs, or takes what is not
    needed.
    """
    return draws.costly(MORE) if _is_duel(draws) else {}


@pattern("J2", Proof.BEST)
def takes_the_wrong_cards_in_a_duel(draws: Draws) -> Faults:
    """Two still draw, and as many cards from other rows are worth more against best play."""
    return draws.costly(ELSEWHERE) if _is_duel(draws) else {}


@pattern("J2", Proof.BEST)
def takes_too_few(draws: Draws) -> Faults:
    """At a table of three the ending is lost, or less likely won, for want of a card more."""
    return draws.costly(FEWER) if _is_of_three(draws) else {}


@pattern("J2", Proof.BEST)
def takes_too_many(draws: Draws) -> Faults:
    """At a table of three the ending is lost, or less likely won, for a card too many."""
    return draws.costly(MORE) if _is_of_three(draws) else {}


@pattern("J2", Proof.BEST)
def takes_the_wrong_cards(draws: Draws) -> Faults:
    """At a table of three as many cards from other rows win the ending more often."""
    return draws.costly(ELSEWHERE) if _is_of_three(draws) else {}


@pattern("J6", Proof.BEST)
def miscounts_for_par(draws: Draws) -> Faults:
    """With par to reach, one card more or fewer wins the ending more often."""
    return {**draws.costly(FEWER), **draws.costly(MORE)} if _is_for_par(draws) else {}


@pattern("J6", Proof.BEST)
def takes_the_wrong_cards_for_par(draws: Draws) -> Faults:
    """With par to reach, as many cards from other rows win the ending more often."""
    return draws.costly(ELSEWHERE) if _is_for_par(draws) else {}


@pattern("J1", Proof.BEST)
def miscounts_at_a_large_table(draws: Draws) -> Faults:
    """With four or five players, one card more or fewer wins the ending more often."""
    return {**draws.costly(FEWER), **draws.costly(MORE)} if _is_large(draws) else {}


@pattern("J1", Proof.BEST)
def takes_the_wrong_cards_at_a_large_table(draws: Draws) -> Faults:
    """With four or five players, as many cards from other rows win the ending more often."""
    return draws.costly(ELSEWHERE) if _is_large(draws) else {}


SUITE = Suite(
    "nimbly",
    read,
    (
        gives_up_a_sure_win,
        gives_up_all_hope,
        takes_less_than_is_sure,
        last_draw_scores_less,
        last_draw_is_a_gift,
        ends_below_par,
        takes_too_few_in_a_duel,
        takes_too_many_in_a_duel,
        takes_the_wrong_cards_in_a_duel,
        takes_too_few,
        takes_too_many,
        takes_the_wrong_cards,
        miscounts_for_par,
        takes_the_wrong_cards_for_par,
        miscounts_at_a_large_table,
        takes_the_wrong_cards_at_a_large_table,
    ),
)
