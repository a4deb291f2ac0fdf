"""The robot that plays Clumond by tree search, for cards and for the call."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from engine.cards import CARD_OF_FACE, mask_of_faces
from engine.games.clumond.state import SEATS, TRUMPS_NUMBER, callers
from engine.games.clumond.view import PASS, ClumondView, Phase
from engine.players.clumond.evaluation import leans, soundest_first
from engine.players.clumond.opponents import EVERYBODY, Opponents
from engine.players.clumond.position import AFTER, NOWHERE, hand_from
from engine.players.estimate import compared
from engine.players.robot import RankedMove, in_order, own_view, seat_facts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from engine.events import Heard
    from engine.game import View
    from engine.players.clumond.kernel_search import Found, Searching
    from engine.players.clumond.policy import Habits
    from engine.players.clumond.worth import Weighed
    from engine.players.company import Company

PASS_PART, LIKELY_PART, UNLIKELY_PART = 4, 4, 12
"""The parts of the budget for a pass, for each of the likeliest trumps, for each other."""
LIKELIEST = 2
ABLE = ("hard", "hard")
"""Whom somebody who does not listen takes the others for."""

Expected: TypeAlias = tuple[float, list[float]]
"""The points of a hand, and the share of the win (0…1) of each player after it."""


class TreeSearch:
    """Searches the cards; for the call it searches on after a pass and after each declaration.

    `shyness` is how much lower, in log odds, the chance to make a declaration is thought to be.
    `among` says who the others are, if that is known; only who listens heeds it.

    Facts: `tricks`, the mean number won in the end. If another seat has declared, `stopped`, the
    chance (0…1) that they miss their target; otherwise `success`, the chance (0…1) to make one's
    own, and `code`, the most frequent code of the three cards kept. A declaration that is moved
    down because its chance is too small has `risky`, 1. All moves have `seat_facts`.
    """

    def __init__(self, habits: Habits, shyness: float = 0.0, company: Company = EVERYBODY) -> None:
        self._habits = habits
        self._shyness = shyness
        self._company = company if habits.listens else ABLE

    def among(self, company: Company) -> TreeSearch:
        """Return the player who knows who the others are, in the order of the seats."""
        return TreeSearch(self._habits, self._shyness, company or EVERYBODY)

    def rank(
        self, view: View, heard: Sequence[Heard], legal: Sequence[str], random: Random, budget: int
    ) -> tuple[RankedMove, ...]:
        shown = own_view(view, ClumondView)
        # What kernels need takes its time to load, so only those who search load it.
        from engine.players.clumond.kernel_search import MOST, Searching  # noqa: PLC0415 - see above
        from engine.players.clumond.worth import weigh  # noqa: PLC0415 - see above

        searching, budget = Searching(shown, heard, random, self._habits), min(budget, MOST)
        others = Opponents.of(shown, heard, self._company)
        if shown.phase is Phase.PLAY:
            cards = {CARD_OF_FACE[code.partition(" ")[2]]: code for code in legal}
            weighed = weigh(shown, cards, searching, budget)
            return _cards(shown, cards, searching, weighed, others)
        ranked = self._calls(shown, searching, others, budget)
        _, made = _declared(searching, searching.player, 1.0)
        is_last = shown.deal == shown.deals
        return in_order(soundest_first(ranked, is_last=is_last, made=made[searching.player]))

    def _calls(
        self, view: ClumondView, searching: Searching, others: Opponents, budget: int
    ) -> list[RankedMove]:
        """Rank a pass and the declarations by their share of the win."""
        leaning = leans(hand_from(mask_of_faces(view.hand or ())))
        best = sorted(range(len(leaning)), key=lambda trumps: -compared(leaning[trumps]))
        parts = dict.fromkeys(best[:LIKELIEST], LIKELY_PART)
        found = [
            searching.declared(trumps, budget // parts.get(trumps, UNLIKELY_PART))
            for trumps in range(len(leaning))
        ]
        player = searching.player
        ranked = [_passing(view, searching, others, budget // PASS_PART)]
        for called, trumps in TRUMPS_NUMBER.items():
            each = found[trumps]
            made = others.declared(leaning[trumps], each.made, each.times, self._shyness)
            expected = _declared(searching, player, made)
            facts = _facts(each, success=made)
            ranked.append(_ranked(f"declare {called}", expected, others, player, facts))
        return sorted(ranked, key=lambda move: -compared(move.share))


def _declared(searching: Searching, declarer: int, made: float) -> Expected:
    """Return the expected result of a declaration with this chance to be made."""
    missed = tuple([int(one == declarer) for one in range(SEATS)])
    (won, lead), (lost, behind) = (
        searching.stake.ended(declarer, off, searching.player) for off in ((0,) * SEATS, missed)
    )
    shares = [made * good + (1 - made) * bad for good, bad in zip(won, lost, strict=True)]
    return made * lead + (1 - made) * behind, shares


def _passing(
    view: ClumondView, searching: Searching, others: Opponents, simulations: int
) -> RankedMove:
    """Return the expected result of a pass: that others declare, or that nobody does (C2)."""
    player, worth = searching.player, searching.worth(NOWHERE)
    found = searching.passed_out(simulations)
    shares = [worth.share(each / found.times, one) for one, each in enumerate(found.worths)]
    expected = found.points / found.times, _with(shares, player, others.undeclared(shares[player]))
    to_come = SEATS - 1 - callers(view.dealer).index(player + 1)
    makes = others.mean(lambda kind: kind.makes)
    for other, chance in reversed(
        [*zip(AFTER[player], searching.passing(), strict=True)][:to_come]
    ):
        points, shares = _declared(searching, other, makes)
        mixed = [
            (1 - chance) * none + chance * one
            for none, one in zip(expected[1], shares, strict=True)
        ]
        expected = (1 - chance) * expected[0] + chance * points, mixed
    return _ranked(PASS, expected, others, player, _facts(found))


def _with(shares: Sequence[float], player: int, share: float) -> list[float]:
    """Return shares of the win in which a player has this one, and the others keep their parts."""
    rest = sum(shares) - shares[player]
    part = (1 - share) / rest if rest > 0 else 0.0
    return [share if one == player else part * each for one, each in enumerate(shares)]


def _ranked(
    code: str,
    expected: Expected,
    others: Opponents,
    player: int,
    facts: tuple[tuple[str, float], ...],
) -> RankedMove:
    """Return a move with what is expected of it after this hand, as it is at the game's end."""
    points, shares = expected
    shares = [min(1.0, max(0.0, share)) for share in shares]
    shares = _with(shares, player, others.in_the_end(shares[player]))
    return RankedMove(code, points, shares[player], (*facts, *seat_facts(shares, player)))


def _cards(
    view: ClumondView,
    cards: Mapping[int, str],
    searching: Searching,
    weighed: Mapping[int, Weighed],
    others: Opponents,
) -> tuple[RankedMove, ...]:
    """Rank cards by their share of the win; of cards that come to the same the lowest first."""
    player, declarer = searching.player, view.declarer - 1 if view.declarer else NOWHERE
    stands_for = searching.standing_for([*cards])
    ranked = list[RankedMove]()
    for card in sorted(cards, key=lambda card: (*weighed[stands_for[card]].order(player), card)):
        found = weighed[stands_for[card]].found
        expected, facts = _after(searching, declarer, found, others)
        move = _ranked(cards[card], expected, others, player, facts)
        # A card that was dropped, or is stupid, is not worth more than what is above it.
        least = ranked[-1].share if ranked else 1.0
        ranked.append(move._replace(share=min(least, move.share)))
    return tuple(ranked)


def _after(
    searching: Searching, declarer: int, found: Found, others: Opponents
) -> tuple[Expected, tuple[tuple[str, float], ...]]:
    """Return the expected result of a card, and its facts."""
    player, worth = searching.player, searching.worth(declarer)
    if declarer == player:
        made = others.made(found.made, found.times)
        return _declared(searching, player, made), _facts(found, success=made)
    if declarer != NOWHERE:
        stopped = others.stopped(found.stopped, found.times)
        return _declared(searching, declarer, 1 - stopped), _facts(found, stopped=stopped)
    shares = [worth.share(whole / found.times, one) for one, whole in enumerate(found.worths)]
    shares = _with(shares, player, others.undeclared(shares[player]))
    return (found.points / found.times, shares), _facts(found)


def _facts(
    found: Found, success: float | None = None, stopped: float | None = None
) -> tuple[tuple[str, float], ...]:
    """Return the facts of a move; `stopped` of one against a declarer."""
    tricks = ("tricks", found.tricks / found.times)
    if stopped is not None:
        return (tricks, ("stopped", stopped))
    made = found.made / found.times if success is None else success
    return (tricks, ("success", made), ("code", float(found.code)))
