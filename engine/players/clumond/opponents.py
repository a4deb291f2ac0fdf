"""The others at a table of Clumond, and what their strength makes of the numbers of a search.

In simulations most of a hand is played at random, so a number of tricks is hit too seldom, the
more so the earlier it is; and how often it is hit depends on who plays against it. What a search
found is brought to what came of it in games against opponents of each kind. Of a house player the
level is known. A person may be of any kind of PEOPLE; what happened in the game so far tells
which. People who sit together are taken to be alike.
"""

from __future__ import annotations

from itertools import pairwise
from math import exp, fsum, log, prod, sqrt
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from engine.events import CardPlayed, DealScored
from engine.games.clumond.state import SEATS
from engine.games.clumond.view import TRICKS, DealResult, Declared, Passed
from engine.players.company import PERSON, strength
from engine.players.estimate import tabled

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Sequence

    from engine.events import Heard
    from engine.games.clumond.view import ClumondView
    from engine.players.company import Company, Who


# Kinds of opponents in Clumond: the fitted numbers of `opponents`.

SEARCHED = (0.45, 0.71)
"""Factors of `evaluation.lean` and of the log odds that a search found of a declaration."""
MADE, STOPPED = (0.34, 1.11), (0.1, 1.04)
"""Factors of the log odds found of a card, in the last trick and in the first, that one makes one's
own declaration and that another does not make theirs."""
LAST_DEAL, DEALS_TO_COME = 1.0, 0.85
"""Factors of the log odds of the share of the win (less those of a fair one), in the last hand and
before: more than a hand's settlement tells may come."""


class Kind(NamedTuple):
    """What two opponents of a kind add to log odds.

    That one makes a `declared` hand, before it is played; that it is `made` and that another is
    `stopped`, with all of the hand to come; of the share of the win in the last hand, `undeclared`,
    with all of it to come; and of that in the end, `edge`, times the root of the hands to come.
    And the chance (0…1) that one who declares `makes` it.
    """

    declared: float
    made: float
    stopped: float
    undeclared: float
    edge: float
    makes: float


BEGINNER = "beginner"
KINDS = {
    BEGINNER: Kind(3.2, 4.4, 0.5, 2.3, 2.0, 0.1),
    "easy": Kind(2.8, 3.8, -0.4, 0.3, 0.6, 0.2),
    "normal": Kind(1.5, 2.2, -1.8, 0.0, 0.2, 0.47),
    "hard": Kind(0.5, 0.9, -2.0, 0.0, 0.0, 0.5),
}
"""By level, and of who has read the rules twice. Logistic regressions over games of `hard` against
two of a kind, some 50 of each, and over 179 to 201 hands that it declared against each."""

PEOPLE = {BEGINNER: 0.5, "normal": 0.25, "hard": 0.25}
"""What people may be, and how many are, as long as nothing was seen of them."""
EARLY, TOPS = 5, "AK"
"""Beginners begin with their highest cards: what is led in so many tricks tells them, if it is so
high."""
SEEN = {
    "led high": {BEGINNER: 0.65, "normal": 0.12, "hard": 0.08},
    "led low": {BEGINNER: 0.35, "normal": 0.88, "hard": 0.92},
    "passed": {BEGINNER: 0.94, "normal": 0.7, "hard": 0.72},
    "declared": {BEGINNER: 0.06, "normal": 0.3, "hard": 0.28},
    "own made": {BEGINNER: 0.2, "normal": 0.47, "hard": 0.5},
    "own missed": {BEGINNER: 0.8, "normal": 0.53, "hard": 0.5},
    "other made": {BEGINNER: 0.92, "normal": 0.65, "hard": 0.45},
    "other missed": {BEGINNER: 0.08, "normal": 0.35, "hard": 0.55},
    "hit": {BEGINNER: 0.23, "normal": 0.45, "hard": 0.47},
    "off": {BEGINNER: 0.43, "normal": 0.28, "hard": 0.33},
    "far off": {BEGINNER: 0.34, "normal": 0.27, "hard": 0.2},
}
"""How likely what is seen of each kind is: their leads and calls, how their declaration and that of
another against them came out, and how far off they were in a hand that nobody declared."""


EVERYBODY = (PERSON, PERSON)
FAIR = log(1 / 2)
"""The log odds of a third of the win."""
PRIOR = 1.0
"""Simulations that made it, and as many that missed it, counted before any were made."""
FAR = 3
"""Tricks off that are many."""
NEARLY = 1e-6
"""Shares of the win are at least so far from 0 and 1 here."""

_TO_COME = tuple(tabled(sqrt((TRICKS - number) / (TRICKS - 1))) for number in range(TRICKS + 1))
"""How much of a hand is to come, by the number of the trick; before the first as much as then."""


class Opponents(NamedTuple):
    """The kinds that the others may be, together, each with its chance (0…1).

    `left` are the hands to come after the present one, and `to_come` is how much of that is.
    """

    kinds: Sequence[tuple[float, Kind]]
    left: int
    to_come: float

    @classmethod
    def of(cls, view: ClumondView, heard: Iterable[Heard], company: Company) -> Opponents:
        """Tell who the others may be, from what the seat to act knows and has heard.

        `company` are the others, in the order of the seats.
        """
        seats = [seat for seat in range(1, view.seats + 1) if seat != view.seat]
        people = {seat for seat, name in zip(seats, company, strict=True) if name == PERSON}
        seen = list(_seen(heard, people)) if people else []
        chances = [
            first * prod(SEEN[each][kind] for each in seen) for kind, first in PEOPLE.items()
        ]
        whole = fsum(chances)
        kinds = [
            (chance / whole, _together([kind if who == PERSON else who for who in company]))
            for kind, chance in zip(PEOPLE, chances, strict=True)
        ]
        return cls(kinds, view.deals - view.deal, _TO_COME[max(1, view.trick.number)])

    def mean(self, told: Callable[[Kind], float]) -> float:
        """Return the mean of what is told of each kind they may be."""
        return fsum(chance * told(kind) for chance, kind in self.kinds)

    def declared(self, lean: float, made: float, times: int, shyness: float = 0.0) -> float:
        """Return the chance (0…1) to make a declaration that so many simulations made.

        `lean` is that of `evaluation`, and `shyness` is how much lower the log odds are thought.
        """
        by_hand, by_search = SEARCHED
        odds = by_hand * lean + by_search * _odds(made, times) - shyness
        return self.mean(lambda kind: logistic(odds + kind.declared))

    def made(self, made: float, times: int) -> float:
        """Return the chance to make one's own declaration after a card."""
        if made in (0, times):
            return made / times
        odds = self._weighed(MADE) * _odds(made, times)
        return self.mean(lambda kind: logistic(odds + kind.made * self.to_come))

    def stopped(self, stopped: float, times: int) -> float:
        """Return the chance that another does not make their declaration after a card."""
        if stopped in (0, times):
            return stopped / times
        odds = self._weighed(STOPPED) * _odds(stopped, times)
        return self.mean(lambda kind: logistic(odds + kind.stopped * self.to_come))

    def undeclared(self, share: float) -> float:
        """Return the share of the win (0…1) where nobody has declared, of what a search found."""
        part = self.to_come / (1 + 2 * self.left)
        odds = _log_odds(share)
        return self.mean(lambda kind: logistic(odds + kind.undeclared * part))

    def in_the_end(self, share: float) -> float:
        """Return the share of the win of the game, of that by the present hand alone."""
        factor = DEALS_TO_COME if self.left else LAST_DEAL
        odds = FAIR + factor * (_log_odds(share) - FAIR)
        return self.mean(lambda kind: logistic(odds + kind.edge * sqrt(self.left)))

    def _weighed(self, factors: tuple[float, float]) -> float:
        late, early = factors
        return late + (early - late) * self.to_come


def logistic(odds: float) -> float:
    """Return the chance (0…1) with these log odds."""
    return 1 / (1 + exp(-odds))


def _odds(made: float, times: int) -> float:
    return log((made + PRIOR) / (times - made + PRIOR))


def _log_odds(share: float) -> float:
    share = min(1 - NEARLY, max(NEARLY, share))
    return log(share / (1 - share))


def _together(company: Company) -> Kind:
    """Return the mean of the kinds that these are."""
    return Kind(*map(fmean, zip(*map(_kind, company), strict=True)))


def _kind(who: Who) -> Kind:
    """Return the kind of a level, or between two levels by a rating; the worst is a beginner."""
    if isinstance(who, str):
        return KINDS.get(who, KINDS[BEGINNER])
    for low, high in pairwise(("easy", "normal", "hard")):
        below, above = strength("clumond", low), strength("clumond", high)
        if who < above:
            part = max(0.0, who - below) / (above - below)
            pairs = zip(KINDS[low], KINDS[high], strict=True)
            return Kind(*((1 - part) * one + part * other for one, other in pairs))
    return KINDS["hard"]


def _seen(heard: Iterable[Heard], people: Container[int]) -> Iterator[str]:
    """Yield what was seen of people, as SEEN names it."""
    played = 0
    for _, event in heard:
        if isinstance(event, CardPlayed):
            if event.seat in people and not played % SEATS and played < EARLY * SEATS:
                yield "led high" if event.card[0] in TOPS else "led low"
            played += 1
        elif isinstance(event, Passed) and event.seat in people:
            yield "passed"
        elif isinstance(event, Declared) and event.seat in people:
            yield "declared"
        elif isinstance(event, DealScored) and isinstance(event.result, DealResult):
            played = 0
            yield from _settled(event.result, people)


def _settled(result: DealResult, people: Container[int]) -> Iterator[str]:
    if result.declarer is None:
        for seat, off in enumerate(result.off, start=1):
            if seat in people:
                yield "hit" if not off else "off" if off < FAR else "far off"
        return
    of = "own" if result.declarer in people else "other"
    yield f"{of} {'missed' if result.off[result.declarer - 1] else 'made'}"
