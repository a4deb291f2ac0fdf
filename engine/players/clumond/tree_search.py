"""The robot that plays Clumond by tree search, for cards and for the call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import CARD_OF_FACE, mask_of_faces
from engine.games.clumond.state import SEATS, TRUMPS_NUMBER, callers
from engine.games.clumond.view import PASS, ClumondView, Phase
from engine.players.clumond.calling import soundest_first
from engine.players.clumond.declaring import found_chance, leans
from engine.players.clumond.position import AFTER, NOWHERE, hand_from
from engine.players.clumond.tally import HandUtility
from engine.players.estimate import compared
from engine.players.robot import RankedMove, in_order, own_view

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.events import Heard
    from engine.game import View
    from engine.players.clumond.calls import Habits
    from engine.players.clumond.kernel_search import Found, Searching

FEW = 0.01
"""A move counts as if it had been tried so often (of all simulations) with no more than the mean,
so that one that was hardly tried is not thought the best by luck."""

PASS_PART, LIKELY_PART, UNLIKELY_PART = 4, 4, 12
"""The parts of the budget for a pass, for each of the likeliest trumps, for each other."""
LIKELIEST = 2
RIVAL_MAKES = 0.45
"""The chance that another who declares makes it."""


class TreeSearch:
    """Searches the cards; for the call it searches on after a pass and after each declaration.

    `shyness` is how much lower, in log odds, the chance to make a declaration is thought to be.

    Facts: `tricks`, the mean number won in the end. If another seat has declared, `stopped`, the
    chance (0…1) that they miss their target; otherwise `success`, the chance (0…1) to make one's
    own, and `code`, the most frequent code of the three cards kept. A declaration that is moved
    down because its chance is too small has `risky`, 1.
    """

    def __init__(self, habits: Habits, shyness: float = 0.0) -> None:
        self._habits = habits
        self._shyness = shyness

    def rank(
        self,
        view: View,
        heard: Sequence[Heard],
        legal: Sequence[str],
        random: Random,
        budget: int,
    ) -> tuple[RankedMove, ...]:
        shown = own_view(view, ClumondView)
        # What kernels need takes its time to load, so only those who search load it.
        from engine.players.clumond.kernel_search import Searching  # noqa: PLC0415 - see above

        searching = Searching(shown, heard, random, self._habits)
        if shown.phase is Phase.PLAY:
            return _cards(shown, legal, searching, budget)
        ranked = self._calls(shown, searching, budget)
        return in_order(soundest_first(ranked, is_last=shown.deal == shown.deals))

    def _calls(self, view: ClumondView, searching: Searching, budget: int) -> list[RankedMove]:
        """Rank a pass and the declarations by their share of the win."""
        leaning = leans(hand_from(mask_of_faces(view.hand or ())))
        best = sorted(range(len(leaning)), key=lambda trumps: -compared(leaning[trumps]))
        parts = dict.fromkeys(best[:LIKELIEST], LIKELY_PART)
        found = [
            searching.declared(trumps, budget // parts.get(trumps, UNLIKELY_PART))
            for trumps in range(len(leaning))
        ]
        odds = [self._chance(lean, each) for lean, each in zip(leaning, found, strict=True)]
        stakes = HandUtility(view, searching.player).stakes(0.0)
        ranked = [_passing(view, searching, budget // PASS_PART)]
        for called, trumps in TRUMPS_NUMBER.items():
            made = odds[trumps]
            points, share = (
                made * won + (1 - made) * lost
                for won, lost in zip(stakes.made, stakes.missed, strict=True)
            )
            facts = _facts(found[trumps], success=made)
            ranked.append(RankedMove(f"declare {called}", points, share, facts))
        return sorted(ranked, key=lambda move: -compared(move.share))

    def _chance(self, lean: float, found: Found) -> float:
        return found_chance(lean, found.made, found.times, self._shyness)


def _cards(
    view: ClumondView, legal: Sequence[str], searching: Searching, budget: int
) -> tuple[RankedMove, ...]:
    """Rank cards by their share of the win; of cards that come to the same the lowest first."""
    cards = {CARD_OF_FACE[code.partition(" ")[2]]: code for code in legal}
    stands_for = searching.standing_for([*cards])
    found = searching.cards(max(budget, 2 * len(cards)))
    worth = searching.worth(view.declarer - 1 if view.declarer else NOWHERE)
    times = sum(each.times for each in found.values())
    mean = sum(each.worth for each in found.values()) / times
    few = FEW * times
    worths = {card: (each.worth + few * mean) / (each.times + few) for card, each in found.items()}
    is_other = view.declarer not in (None, view.seat)
    ranked = []
    for card in sorted(cards, key=lambda card: (-compared(worths[stands_for[card]]), card)):
        each = found[stands_for[card]]
        share = min(1.0, max(0.0, worth.share(worths[stands_for[card]])))
        facts = _facts(each, stopped=is_other)
        ranked.append(RankedMove(cards[card], each.points / each.times, share, facts))
    return tuple(ranked)


def _facts(
    found: Found, success: float | None = None, *, stopped: bool = False
) -> tuple[tuple[str, float], ...]:
    """Return the facts of a move; `stopped`: of one against a declarer."""
    tricks = ("tricks", found.tricks / found.times)
    if stopped:
        return (tricks, ("stopped", found.stopped / found.times))
    made = found.made / found.times if success is None else success
    return (tricks, ("success", made), ("code", float(found.code)))


def _passing(view: ClumondView, searching: Searching, simulations: int) -> RankedMove:
    """Return what to expect of a pass: that others declare, or that nobody does (C2)."""
    player, utility = searching.player, HandUtility(view, searching.player)
    found = searching.passed_out(simulations)
    share = searching.worth(NOWHERE).share(found.worth / found.times)
    expected = found.points / found.times, share
    order = callers(view.dealer)
    to_come = SEATS - 1 - order.index(searching.player + 1)
    declares = searching.passing()
    for other, chance in reversed([*zip(AFTER[player], declares, strict=True)][:to_come]):
        failed = [int(one == other) for one in range(SEATS)]
        made, missed = (utility.value(other, off) for off in ([0] * SEATS, failed))
        points, share = (
            (1 - chance) * none + chance * (RIVAL_MAKES * won + (1 - RIVAL_MAKES) * lost)
            for none, won, lost in zip(expected, made, missed, strict=True)
        )
        expected = points, share
    return RankedMove(PASS, *expected, _facts(found))
