"""What each reason claims, to be recomputed from the games it was found in, and from the cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from engine.cards import BIT, JOKER, mask_of_faces
from engine.games.cloud_nine.view import CloudNineView
from engine.games.clumond.view import ClumondView
from engine.players.cloud_nine.evaluation import CLOUD_EVALUATION
from engine.players.nimbly.evaluation import evaluation_for
from engine.players.reasons import Observed, Reason

# A reason with the games it was found in, and what its claims are recomputed by.

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
    is_next &= all(card[0] != other[0] for other in cards)  # a repeated rank counts once (M1)
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


# What each reason claims, to be recomputed from the games it was found in, and from the cards.


def is_true_of_the_rules(claim: Claim) -> bool:
    """Return whether nobody else's choice can change what is called sure, if anything is.

    In Cloud Nine that is the first pick of who plays last, in Clumond their trick or that of a card
    of one's own that nothing beats, in Nimbly what the only hand that is not full gets.
    """
    if claim.values.get("often") != "surely":
        return True
    if isinstance(claim.view, ClumondView):
        return len(claim.view.trick.cards) == 2 or claim.reason.key in ("needs", "spares")
    if isinstance(claim.view, CloudNineView):
        is_last = len(claim.view.trick.cards) == 2
        return is_last and claim.reason.key.startswith("first_")
    counts: list[int] = [*claim.view.hand_counts]
    code = claim.better if claim.reason.key == "later" else claim.worse
    counts[claim.me] += len(drawn(claim, code))
    return sum(count < 9 for count in counts) == 1


def _hand(claim: Claim) -> bool:
    return claim.more("hand", 1)


def _kept(claim: Claim) -> bool:
    """Recompute that the card to keep goes with the rest of the hand, and the other does not so."""
    spent, held = claim.cards()
    rest = without(without(claim.view.hand.cards, spent), held)
    return _hand(claim) and tied(claim, held, rest) and not _as_well(claim, spent, held, rest)


def _taken(claim: Claim) -> bool:
    taken, left = claim.cards()
    cloud = claim.view.clouds[claim.me].cards
    return _cloud(claim) and tied(claim, taken, cloud) and not _as_well(claim, left, taken, cloud)


def _as_well(claim: Claim, other: str, card: str, cards: Sequence[str]) -> bool:
    """Return whether another card goes with some cards at least as well, in the same way."""
    if claim.values["fit"] == "suit":
        return [c[1] for c in cards].count(other[1]) >= [c[1] for c in cards].count(card[1])
    naturals = [held for held in cards if held != "JK"]
    return any(
        tied(replace(claim, reason=_beside(claim, held)), other, naturals) for held in naturals
    )


def _beside(claim: Claim, card: str) -> Reason:
    return Reason.of(claim.reason.key, fit=claim.values["fit"], beside=card)


def _keeps(claim: Claim) -> bool:
    hand = claim.view.hand.cards
    better, worse = (without(hand, card) for card in claim.cards())
    return _hand(claim) and claim.fits(better, worse)


def _cloud(claim: Claim) -> bool:
    return claim.more(f"cloud {claim.me}", 1)


def _makes(claim: Claim) -> bool:
    cloud = claim.view.clouds[claim.me].cards
    better, worse = ([*cloud, card] for card in claim.cards())
    return _cloud(claim) and claim.fits(better, worse)


def _gets(claim: Claim, *, first: bool, back: bool) -> bool:
    """Recompute that the seat gets a card, or the first pick and with it a card."""
    card, cloud = claim.values["card"], claim.view.clouds[claim.me].cards
    name = f"{claim.me} gets {card}"
    return (
        _cloud(claim)
        and claim.more(name, 0.15)
        and (not first or claim.more("first", 0.15))
        and (not back or card == claim.cards()[0])
        and claim.often("first" if first else name)
        and is_true_of_the_rules(claim)
        and does(claim, card, cloud)
    )


def _leaves(claim: Claim, *, goes: bool) -> bool:
    seat, card = claim.values["seat"] - 1, claim.values["card"]
    cloud, name = claim.view.clouds[seat].cards, f"{seat} gets {card}"
    return (
        seat != claim.me
        and claim.less(f"cloud {seat}", 1)
        and claim.less(name, 0.15)
        and claim.often(name, of_worse=True)
        and is_true_of_the_rules(claim)
        and (not goes or card == claim.cards()[1])
        and does(claim, card, cloud)
    )


def _helps(claim: Claim) -> bool:
    return claim.less(f"cloud {claim.values['seat'] - 1}", 1)


CLOUD_NINE: Mapping[str, Callable[[Claim], bool]] = {
    "keeps": lambda claim: _keeps(claim) and claim.cards()[0] != "JK",
    "keeps_over_joker": lambda claim: _keeps(claim) and claim.cards()[0] == "JK",
    **{
        f"{verb}_{fit}": lambda claim, fit=fit, recomputed=recomputed: (  # type: ignore[misc] # bound at once
            claim.values["fit"] == fit and recomputed(claim)
        )
        for verb, recomputed in (("keep", _kept), ("take", _taken))
        for fit in ("match", "next", "suit")
    },
    "keeps_joker": lambda claim: _hand(claim) and claim.cards()[1] == "JK",
    "makes": _makes,
    "helps": _helps,
    "hand": _hand,
    "cloud": _cloud,
    "brings": _cloud,
    "cloud_run": lambda claim: _cloud(claim) and claim.more("mine run"),
    "cloud_sets": lambda claim: _cloud(claim) and claim.more("mine sets"),
    "cloud_suit": lambda claim: _cloud(claim) and claim.more("mine suit"),
    "first": lambda claim: _cloud(claim) and claim.more("first", 0.15),
    "first_back": lambda claim: _gets(claim, first=True, back=True),
    "first_card": lambda claim: _gets(claim, first=True, back=False),
    "gets_back": lambda claim: _gets(claim, first=False, back=True),
    "gets_card": lambda claim: _gets(claim, first=False, back=False),
    "leaves": lambda claim: _leaves(claim, goes=False),
    "goes": lambda claim: _leaves(claim, goes=True),
}


def drawn(claim: Claim, code: str) -> tuple[str, ...]:
    """Return the cards that a draw of Nimbly takes."""
    return next(each.cards for each in claim.view.prospects if each.code == code)


def _nimbly_hand(claim: Claim, factor: str = "") -> bool:
    grown = f"grown {claim.me} {factor}"
    return claim.more(f"hand {claim.me}", 0.7) and (not factor or claim.more(grown))


def _nimbly_helps(claim: Claim, factor: str = "") -> bool:
    seat = claim.values["seat"] - 1
    grown = f"grown {seat} {factor}"
    return claim.less(f"hand {seat}", 0.7) and (not factor or claim.less(grown))


def _scores_less(claim: Claim) -> bool:
    """Return whether the better draw makes less at once, as the view tells it."""
    score = {each.code: each.makes.meld.score for each in claim.view.prospects}
    return bool(score[claim.better] < score[claim.worse])


def _nimbly_makes(claim: Claim, *, less: bool = False) -> bool:
    hand, ace_low = claim.view.hand.cards, claim.view.seats == 5
    better, worse = ([*hand, *drawn(claim, code)] for code in (claim.better, claim.worse))
    is_so = _nimbly_hand(claim) and _scores_less(claim) == less
    return is_so and claim.fits(better, worse, ace_low=ace_low)


def _nimbly_later(claim: Claim) -> bool:
    hand = [*claim.view.hand.cards, *drawn(claim, claim.better)]
    card, name = claim.values["card"], f"{claim.me} gets {claim.values['card']}"
    return (
        _nimbly_hand(claim)
        and card not in drawn(claim, claim.better)
        and claim.more(name, 0.15)
        and claim.often(name)
        and is_true_of_the_rules(claim)
        and does(claim, card, hand, ace_low=claim.view.seats == 5)
    )


def _nimbly_leaves(claim: Claim) -> bool:
    seat, card = claim.values["seat"] - 1, claim.values["card"]
    name = f"{seat} gets {card}"
    return (
        seat != claim.me
        and claim.less(f"hand {seat}", 0.7)
        and claim.less(name, 0.15)
        and claim.often(name, of_worse=True)
        and is_true_of_the_rules(claim)
        and does(claim, card, claim.hands[seat], ace_low=claim.view.seats == 5)
    )


NIMBLY: Mapping[str, Callable[[Claim], bool]] = {
    "hand": _nimbly_hand,
    "makes": _nimbly_makes,
    "later": _nimbly_later,
    "leaves": _nimbly_leaves,
    "makes_less": lambda claim: _nimbly_makes(claim, less=True),
    "leaves_but": lambda claim: _nimbly_leaves(claim) and _scores_less(claim),
    "helps": _nimbly_helps,
    **{f"hand_{f}": lambda claim, f=f: _nimbly_hand(claim, f) for f in ("run", "suit", "sets")},  # type: ignore[misc] # bound at once
    **{f"helps_{f}": lambda claim, f=f: _nimbly_helps(claim, f) for f in ("run", "suit", "sets")},  # type: ignore[misc] # bound at once
}


def _in_ten(claim: Claim, chance: float) -> bool:
    """Return whether a chance is as many times in ten as the reason says."""
    return bool(abs(10 * chance - claim.values["n"]) <= 0.5) or not 0.05 < chance < 0.95


def _falls(claim: Claim) -> bool:
    return claim.less("falls", 0.15) and _in_ten(claim, claim.mean("falls", of_worse=True))


def _reaches(claim: Claim) -> bool:
    view, is_alone = claim.view, claim.better in ("pay", "wild")
    total = view.scores[claim.me] + (0, 1, 2, 4, 6, 9, 12, 15, 20, 25)[view.cloud + is_alone]
    others = [score for seat, score in enumerate(view.scores) if seat != claim.me]
    is_alone &= sum(view.aboard) == 1
    is_reached = total == claim.values["n"] >= view.target
    return bool((claim.better == "jump" or is_alone) and is_reached and total > max(others))


def _passed(claim: Claim) -> bool:
    """Recompute that a jump leads at the target, and somebody aboard can still make more (B11)."""
    view, rival = claim.view, claim.values["seat"] - 1
    total = view.scores[claim.me] + (0, 1, 2, 4, 6, 9, 12, 15, 20)[view.cloud]
    others = [score for seat, score in enumerate(view.scores) if seat != claim.me]
    leads = claim.values["n"] == total >= view.target and total > max(others)
    can_pass = view.aboard[rival] and view.scores[rival] + 25 > total
    return claim.worse == "jump" and rival != claim.me and bool(leads and can_pass)


def _jumps(claim: Claim) -> bool:
    worth = (0, 1, 2, 4, 6, 9, 12, 15, 20)[claim.view.cloud]
    return claim.better == "jump" and bool(claim.values["n"] == worth)


def _wins_above(claim: Claim) -> bool:
    """Recompute that the next cloud is enough to win, and a jump here is not (B11)."""
    view, worths = claim.view, (0, 1, 2, 4, 6, 9, 12, 15, 20, 25)
    others = [score for seat, score in enumerate(view.scores) if seat != claim.me]
    now, then = (view.scores[claim.me] + worths[view.cloud + up] for up in (0, 1))
    is_enough = [total >= view.target and total > max(others) for total in (now, then)]
    return is_enough == [False, True] and claim.values.get("n", then) == then


def _behind(claim: Claim) -> bool:
    """Recompute that a jump does not catch the leader (B11)."""
    view = claim.view
    total = view.scores[claim.me] + (0, 1, 2, 4, 6, 9, 12, 15, 20)[view.cloud]
    lead = view.scores[claim.values["seat"] - 1]
    return claim.worse == "jump" and lead == max(view.scores) and lead > total


BALLOON: Mapping[str, Callable[[Claim], bool]] = {
    "more": lambda c: c.more("points", 1) and abs(_gap(c, "points") - c.values["n"]) <= 0.5,
    "little": lambda c: c.more("points", 0.4),
    "reaches": _reaches,
    "falls": _falls,
    "fails": lambda c: _falls(c) and c.worse == "roll",
    "drops": lambda c: _falls(c) and c.mean("drops", of_worse=True) > _half(c, "falls"),
    "saves_wild": lambda c: c.more("wilds", 0.5) and _jumps(c),
    "may_save_wild": lambda c: c.more("wilds") and _jumps(c),
    "one_more": lambda c: (c.better == "roll" or c.view.cloud == 8) and _wins_above(c),
    "passed": _passed,
    "enough": lambda c: c.better == "stay" and _wins_above(c),
    "keeps_wild": lambda c: c.worse == "wild" and (c.better == "pay" or c.more("wilds")),
    "free": lambda c: c.better == "stay" and set(c.view.dice) <= {"-"} and c.mean("flies") == 1,
    "sure": lambda c: c.better == "stay" and c.mean("flies") == 1,
    "pays": lambda c: (
        c.better == "stay"
        and c.view.with_odds
        and max(c.mean("flies"), c.view.odds.ways / c.view.odds.total) >= 0.8
    ),
    "may_pay": lambda c: c.better == "stay" and c.view.with_odds and c.mean("flies") >= 0.6,
    "can_pay": lambda c: c.better == "roll" and c.mean("flies") >= 0.6,
    "again": lambda c: c.better == "stay" and c.mean("again") > 0.9 * c.mean("flies"),
    "top": lambda c: c.view.cloud == 8 and c.values["n"] == 25,
    "short": _behind,
    "catch": _behind,
    "carries": lambda c: c.better == "fall" and c.less(f"points {c.values['seat']}", 1),
}


def _gap(claim: Claim, name: str) -> float:
    return claim.mean(name) - claim.mean(name, of_worse=True)


def _half(claim: Claim, name: str) -> float:
    return claim.mean(name, of_worse=True) / 2


def _takes(claim: Claim, seat: int, *, of_worse: bool) -> bool:
    """Recompute after which move a seat wins the trick more often, and how often."""
    takes, sign = f"takes {seat}", -1 if of_worse else 1
    is_clear = claim.more(takes, 0.1, sign) and is_true_of_the_rules(claim)
    return is_clear and claim.often(takes, of_worse=of_worse)


def _mine(claim: Claim) -> bool:
    return claim.more(f"hits {claim.me}", 0.02)


def _theirs(claim: Claim) -> bool:
    return claim.less(f"hits {claim.values['seat'] - 1}", 0.02)


def _seat(claim: Claim) -> int:
    return int(claim.values["seat"]) - 1


def _ahead(claim: Claim) -> bool:
    """Return whether the seat alone is ahead before the last hand."""
    own, view = claim.view.scores[claim.me], claim.view
    return bool(view.deal == view.deals and sum(score >= own for score in view.scores) == 1)


def _exact(claim: Claim) -> bool:
    """Recompute what the cards left say, and that the tricks are most often as many."""
    left, n = without(claim.view.hand, claim.cards()[0]), claim.values["n"]
    code = sum({"C": 3, "H": 2, "S": 1, "D": 0}[card[1]] for card in left)
    off = abs(claim.mean(f"tricks {claim.me}") - n)
    return len(left) == 3 and code == claim.values["code"] and n in (code, code + 10) and off < 0.5


CLUMOND: Mapping[str, Callable[[Claim], bool]] = {
    "exact": lambda c: _mine(c) and _exact(c),
    "hits": _mine,
    "needs": lambda c: _mine(c) and _takes(c, c.me, of_worse=False) and c.less(f"under {c.me}"),
    "spares": lambda c: _mine(c) and _takes(c, c.me, of_worse=True) and c.less(f"over {c.me}"),
    "more": lambda c: _mine(c) and c.less(f"under {c.me}"),
    "fewer": lambda c: _mine(c) and c.less(f"over {c.me}"),
    "keeps": lambda c: (
        _mine(c)
        and c.mean(f"keeps {c.cards()[1]}") >= 0.45
        and c.mean(f"keeps {c.cards()[0]}", of_worse=True) <= 0.2
    ),
    "nearer": lambda c: c.view.declarer is None and c.less(f"off {c.me}", 0.02),
    "helps": _theirs,
    "feeds": lambda c: _theirs(c) and _takes(c, _seat(c), of_worse=True),
    "pushes": lambda c: (
        _theirs(c) and _takes(c, _seat(c), of_worse=False) and c.more(f"over {_seat(c)}")
    ),
    "too_many": lambda c: _theirs(c) and c.more(f"over {_seat(c)}"),
    "too_few": lambda c: _theirs(c) and c.more(f"under {_seat(c)}"),
    "stops": _theirs,
    "made": lambda c: c.worse == "pass" and c.values["n"] >= 5,
    "missed": lambda c: c.better == "pass" and (c.values["n"] >= 5 or _ahead(c)),
    "ahead": lambda c: c.better == "pass" and _ahead(c),
    "pot": lambda c: c.values["n"] == c.view.pot,
    "likelier": lambda c: "pass" not in (c.better, c.worse),
    "longer": lambda c: (
        [card[1] for card in c.view.hand].count(c.cards()[0])
        == c.values["n"]
        > [card[1] for card in c.view.hand].count(c.cards()[1])
    ),
}

CLAIMS = {"cloud_nine": CLOUD_NINE, "nimbly": NIMBLY, "balloon": BALLOON, "clumond": CLUMOND}
