"""Company: who sits at a table, and what that makes of the chances that are told.

A house player knows the levels of the others, and who asks for a chance may give the ratings of
people, too. Estimates take all players for alike; `telling` says what company makes of them.
Moves keep their order by that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log
from statistics import fmean
from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

from engine.players.estimate import tabled
from engine.players.robot import HousePlayer, RankedMove, Robot, is_of_a_seat

Who: TypeAlias = str | float
"""The level of a house player, the rating of a person (its `mu`), or PERSON."""

Company: TypeAlias = Sequence[Who]
"""All other seats, in the order of the seats."""

PERSON = ""
"""Somebody of whom nothing is known."""


# What a player does depends on who answers it, too: a declaration that `hard` players stop is made
# against beginners. A robot that heeds company says so by `among`; the others play as ever.


@runtime_checkable
class Sociable(Protocol):
    """A robot that heeds company."""

    def among(self, company: Company) -> Robot:
        """Return the robot that plays in this company."""


def in_company(player: HousePlayer, company: Company) -> HousePlayer:
    """Return a house player who knows who else sits there.

    >>> from engine.players.levels import HOUSE_PLAYERS
    >>> hard = HOUSE_PLAYERS["clumond"]["hard"]
    >>> in_company(hard, ("normal", PERSON)).budget == hard.budget
    True
    """
    if not isinstance(player.robot, Sociable):
        return player
    return HousePlayer(player.robot.among(company), player.budget)


# How strong somebody is.

STRENGTHS: Mapping[str, Mapping[str, float]] = {
    "balloon": {"random": 6.0, "easy": 21.2, "normal": 25.0, "hard": 26.5, "expert": 26.5},
    "cloud_nine": {"random": -8.3, "easy": 20.7, "normal": 25.0, "hard": 33.2, "expert": 33.2},
    "clumond": {"random": 5.0, "easy": 17.2, "normal": 25.0, "hard": 37.5, "expert": 37.5},
    "nimbly": {"random": -4.8, "easy": 16.4, "normal": 25.0, "hard": 33.7, "expert": 37.9},
}
"""The rating of each level, by game: the anchors of everybody's ratings.

Measured by `bench.anchors` of commit 8674cf92; `normal` stands where people begin. No level is
rated below the one beneath it, whatever the measure says. An `expert` of Cloud Nine, Cloud 9 or
Clumond, which have none now, still counts: it is as `hard`.
"""

USUAL = 25.0
"""The rating of the average of people, of whoever is not known, and of `normal`."""


def strength(game: str, who: Who) -> float:
    """Return how strong somebody is, as a rating.

    >>> strength("nimbly", "hard"), strength("nimbly", 28.5), strength("nimbly", PERSON)
    (33.7, 28.5, 25.0)
    """
    return STRENGTHS.get(game, {}).get(who, USUAL) if isinstance(who, str) else who


# What company makes of an estimate. At the end of a game, where nothing is to come, it makes
# nothing, and what is certain stays certain.


class Fit(NamedTuple):
    """What strength is worth in a game, in log odds of the win with the whole game to come.

    `easy` and `hard` are how much more they are than `normal` against the same players. Estimates
    take all players for alike, but for an advantage `reckoned` with; a robot that heeds company
    reckons with so much (0…1) of the advantage of `hard` in it as is `heeded`. `scale` is what is
    left of their log odds, less those of a fair share: below 1 they are too sure of themselves.
    """

    easy: float
    hard: float
    reckoned: float = 0.0
    heeded: float = 0.0
    scale: float = 1.0


FITS: Mapping[str, Fit] = {
    "balloon": Fit(-0.6, 0.6),
    "cloud_nine": Fit(-1.3, 0.75, reckoned=0.3, scale=0.85),
    "clumond": Fit(-4.2, 0.75, heeded=0.6),
    "nimbly": Fit(-0.3, 0.7),
}
"""By game, fitted to games of `hard` and `normal` in each company (`bench.calibration`)."""


def worth(game: str, who: Who) -> float:
    """Return the worth of somebody's strength, more than `normal`: between levels by their ratings.

    >>> worth("nimbly", "hard") == FITS["nimbly"].hard
    True
    >>> 0 < worth("nimbly", 29.0) < worth("nimbly", "hard") < worth("nimbly", 40.0)
    True
    """
    fit, levels, rating = FITS[game], STRENGTHS[game], strength(game, who)
    easy, hard = levels["easy"], levels["hard"]
    slope = (fit.hard - fit.easy) / (hard - easy)
    if rating < easy:
        return fit.easy + slope * (rating - easy)
    if rating > hard:
        return fit.hard + slope * (rating - hard)
    of, end = (fit.easy, easy) if rating < USUAL else (fit.hard, hard)
    return of * (rating - USUAL) / (end - USUAL)


def advantage(game: str, own: Who, others: Company) -> float:
    """Return the log odds of the win, less those of who is as strong as all.

    >>> advantage("nimbly", "normal", (PERSON, 25.0)) == 0
    True
    """
    mine = worth(game, own)
    return -log(fmean(exp(worth(game, each) - mine) for each in others))


class Telling(NamedTuple):
    """What company makes of an estimated share of the win (0…1): 0 and 1 stay, and so does order.

    The odds are so many times larger; `scale` draws their logarithm to that of `fair` odds first.

    >>> Telling(3.0).share(0.5), Telling(3.0).share(1.0)
    (0.75, 1.0)
    """

    odds: float = 1.0
    scale: float = 1.0
    fair: float = 1.0

    def share(self, estimate: float) -> float:
        """Return the share of the win to tell."""
        if self.odds == self.scale == 1 or not 0 < estimate < 1:
            return estimate
        drawn: float = (estimate / (1 - estimate) / self.fair) ** self.scale
        odds = self.odds * self.fair * drawn
        return odds / (1 + odds)

    def move(self, move: RankedMove) -> RankedMove:
        """Return a move with the shares of the win of everybody to tell.

        >>> theirs = (("seat 2", 0.3), ("seat 3", 0.2))
        >>> Telling(3.0).move(RankedMove("a", share=0.5, facts=theirs)).facts
        (('seat 2', 0.15), ('seat 3', 0.1))
        """
        own, rest = self.share(move.share), 1 - move.share
        part = (1 - own) / rest if rest > 0 else 0.0
        facts = tuple(
            (name, value * part if is_of_a_seat(name) else own if name == "win" else value)
            for name, value in move.facts
        )
        return move._replace(share=own, facts=facts)


AS_ESTIMATED = Telling()


def telling(
    game: str, to_come: float, own: Who, others: Company, *, is_heeded: bool = False
) -> Telling:
    """Return what a company makes of an estimate.

    `to_come` is how much of a usual game is left for strength to show (`Trying.to_come`). The
    estimate `is_heeded` if a robot made it that was told of the company (`in_company`).

    >>> telling("nimbly", 0.0, "hard", ("easy", "easy")).share(0.6)
    0.6
    >>> telling("nimbly", 1.0, "easy", ("hard", "hard")).share(0.6) < 0.4
    True
    """
    if game not in FITS or not others:
        return AS_ESTIMATED
    fit = FITS[game]
    reckoned = fit.reckoned + (fit.heeded * advantage(game, "hard", others) if is_heeded else 0.0)
    odds = tabled(exp(to_come * (advantage(game, own, others) - reckoned)))
    return Telling(odds, fit.scale, 1 / len(others))
