"""A reason with the games it was found in, and what its claims are recomputed by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from engine.cards import BIT, JOKER, mask_of_faces
from engine.games.cloud_nine.view import CloudNineView
from engine.players.cloud_nine.evaluation import CLOUD_EVALUATION
from engine.players.nimbly.evaluation import evaluation_for
from engine.players.reasons import Observed, Reason

RANKS = "A23456789TJQKA"
ERRORS = 2.4
"""Standard errors by which a difference is clear; a little fewer than engine.players.reasons asks
for, as sums may round otherwise."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A reason for a move against another, with what was seen after both, game by game.

    `hands` are those of all seats as they are.
    """

    reason: Reason
    view: Any
    better: str
    worse: str
    seen_better: Sequence[Observed]
    seen_worse: Sequence[Observed]
    hands: Sequence[Sequence[str]]

    @property
    def values(self) -> dict[str, Any]:
        return dict(self.reason.values)

    @property
    def me(self) -> int:
        return int(self.view.to_act[0]) - 1

    def cards(self) -> tuple[str, str]:
        """Return what the better and the worse move play or take."""
        return self.better.partition(" ")[2], self.worse.partition(" ")[2]

    def mean(self, name: str, *, of_worse: bool = False) -> float:
        return fmean(
            [seen.get(name, 0) for seen in (self.seen_worse if of_worse else self.seen_better)]
        )

    def more(self, name: str, least: float = 0.0, sign: int = 1) -> bool:
        """Return whether something is clearly more after the better move (`sign` -1: less)."""
        gaps = [
            sign * (one.get(name, 0) - other.get(name, 0))
            for one, other in zip(self.seen_better, self.seen_worse, strict=True)
        ]
        return fmean(gaps) >= max(least, 1e-9) and fmean(gaps) > ERRORS * stdev(gaps) / sqrt(
            len(gaps)
        )

    def less(self, name: str, least: float = 0.0) -> bool:
        return self.more(name, least, -1)

    def often(self, name: str, *, of_worse: bool = False) -> bool:
        """Return whether a thing happens as often as the reason says."""
        least = {"more": 0.0, "usually": 0.8, "surely": 1.0}[self.values["often"]]
        return self.mean(name, of_worse=of_worse) >= least

    def fits(self, more: Sequence[str], fewer: Sequence[str], *, ace_low: bool = True) -> bool:
        """Return whether some cards make what the reason says, if it says so, and fewer do not."""
        fit = self.values.get("fit")
        if fit is None:
            return True
        mine, other = made(more, ace_low=ace_low), made(fewer, ace_low=ace_low)
        kind = {"pair": "sets", "three": "sets", "four": "sets"}.get(fit, fit)
        size = {"pair": 2, "three": 3, "four": 4, "joker": mine["joker"]}.get(
            fit, self.values.get("n")
        )
        if fit == "suit" and Counter(card[1] for card in more)[self.values["suit"]] != size:
            return False
        return mine[kind] == size and mine[kind] > other[kind]


def made(cards: Sequence[str], *, ace_low: bool) -> dict[str, int]:
    """Count what cards make by hand, as docs/rules.md says it (M1-M3)."""
    naturals = [card for card in cards if card != "JK"]
    ranks, suits = Counter(card[0] for card in naturals), Counter(card[1] for card in naturals)
    order = RANKS if ace_low else RANKS[1:]
    runs = [
        end - start
        for start in range(len(order))
        for end in range(start + 1, len(order) + 1)
        if end - start < len(RANKS) and all(rank in ranks for rank in order[start:end])
    ]
    of_three = sum(number for number in ranks.values() if number >= 3)
    pair = 2 if 2 in ranks.values() else 1
    return {
        "run": max(runs, default=0),
        "suit": max(suits.values(), default=0),
        "sets": of_three or pair,
        "joker": len(cards) - len(naturals),
    }


def suits(claim: Claim, held: Sequence[str], card: str) -> bool:
    """Return whether a card does some good: it makes something, or is worth more than the average.

    The average is over the cards of the pack, in Nimbly over those in the rows.
    """
    hand, new = mask_of_faces(held), mask_of_faces([card])
    if isinstance(claim.view, CloudNineView):
        evaluate = CLOUD_EVALUATION[8 - len(held)]
        worth = {bit: evaluate(hand | bit) for bit in BIT[:JOKER] if not hand & bit}
        return evaluate(hand | new) >= fmean(worth.values()) + 1
    live = mask_of_faces(face for row in claim.view.rows for face in row)
    expected = evaluation_for(claim.view.seats)
    worth = {bit: expected(hand | bit, live & ~bit) for bit in BIT if live & bit & ~hand}
    return worth[new] >= fmean(worth.values()) + 0.7


def without(cards: Sequence[str], card: str) -> list[str]:
    left = [*cards]
    left.remove(card)
    return left


def tied(claim: Claim, card: str, cards: Sequence[str], *, ace_low: bool = True) -> bool:
    """Return whether a card goes with others as the reason says."""
    fit, beside = claim.values["fit"], str(claim.values.get("beside"))
    if fit == "suit":
        number = sum(other[1] == card[1] for other in cards)
        told = (claim.values["suit"], claim.values["n"])
        return number > 0 and told == (card[1], number + 1)
    if beside not in cards:
        return False
    orders = (RANKS,) if ace_low else (RANKS[1:],)
    pair = card[0] + beside[0]
    is_next = any(pair in order or pair[::-1] in order for order in orders)
    return card[0] == beside[0] if fit == "match" else fit == "next" and is_next


def does(claim: Claim, card: str, cards: Sequence[str], *, ace_low: bool = True) -> bool:
    """Return whether a card makes of somebody's cards what the reason says, or goes with them so.

    One that only goes with them is worth more to them than most.
    """
    if claim.values["fit"] in ("match", "next"):
        return tied(claim, card, cards, ace_low=ace_low) and suits(claim, cards, card)
    if claim.fits([*cards, card], cards, ace_low=ace_low):
        return True
    return tied(claim, card, cards, ace_low=ace_low) and suits(claim, cards, card)
