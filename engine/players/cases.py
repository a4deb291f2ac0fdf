"""The trials and chance events of every game, the cases that give reasons, and puzzles' themes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from engine.players.balloon import reasons as balloon_reasons
from engine.players.balloon import trials as balloon
from engine.players.cloud_nine import reasons as cloud_nine_reasons
from engine.players.cloud_nine import robots as cloud_nine
from engine.players.clumond import reasons as clumond_reasons
from engine.players.clumond import trials as clumond
from engine.players.company import AS_ESTIMATED, Telling, telling
from engine.players.nimbly import reasons as nimbly_reasons
from engine.players.nimbly import trials as nimbly

if TYPE_CHECKING:
    from random import Random

    from engine.course import Course
    from engine.events import Heard
    from engine.game import View
    from engine.players.company import Who
    from engine.players.reasons import Cases
    from engine.players.trials import ChanceEvent, Trials
    from engine.seats import Seat


class TrialsMaker(Protocol):
    """Prepares the trials of a decision of the seat whose view it is."""

    def __call__(
        self, view: View, heard: Sequence[Heard], random: Random, truth: object = None
    ) -> Trials:
        """Prepare trials in states that the seat may be in, or in the state `truth` alone."""


class Trying(NamedTuple):
    """How moves of a game are tried.

    `chances` returns what chance did to a seat with a move, given the course before it (None: the
    start), the move's code and the course after it. `to_come` returns how much of a usual game, or
    in Nimbly of a deal, is left for strength to show: from 0, and more than 1 in a longer one.
    `cases` prepares the games in which reasons are found, for the seat whose view it is; None for a
    game without reasons.
    """

    trials: TrialsMaker
    chances: Callable[[Course | None, str, Course, Seat], Sequence[ChanceEvent]]
    to_come: Callable[[View], float]
    cases: Callable[[View, Sequence[Heard], Random], Cases] | None = None


TRYING: Mapping[str, Trying] = {
    "balloon": Trying(
        balloon.BalloonTrials, balloon.chances, balloon.to_come, balloon_reasons.BalloonCases
    ),
    "cloud_nine": Trying(
        cloud_nine.CloudNineTrials,
        cloud_nine.chances,
        cloud_nine.to_come,
        cloud_nine_reasons.CloudNineCases,
    ),
    "clumond": Trying(
        clumond.ClumondTrials, clumond.chances, clumond.to_come, clumond_reasons.ClumondCases
    ),
    "nimbly": Trying(
        nimbly.NimblyTrials, nimbly.chances, nimbly.to_come, nimbly_reasons.NimblyCases
    ),
}
"""By game; one that is left out has no reviews and no puzzles."""


def trying_of(game: str) -> Trying:
    """Return how moves of a game are tried. Raises ValueError if they cannot be."""
    if game not in TRYING:
        raise ValueError(f"moves of this game cannot be tried: {game}")
    return TRYING[game]


def telling_at(game: str, view: View, table: Sequence[Who], *, is_heeded: bool = False) -> Telling:
    """Return what a table makes of an estimate for the seat whose view it is.

    `table` is who sits in each seat. Nothing comes of it where nobody knows (()), and in a game of
    which it was not measured. `is_heeded` is as in `telling`.
    """
    if not table or view.seat is None or game not in TRYING:
        return AS_ESTIMATED
    at, to_come = view.seat - 1, TRYING[game].to_come(view)
    others = (*table[:at], *table[at + 1 :])
    return telling(game, to_come, table[at], others, is_heeded=is_heeded)


# What puzzles are about: one line a game whose puzzles have themes.


class Themes(NamedTuple):
    """The themes of a game: their names, and the one of a position.

    `of` takes the view of the seat to act, what it heard, the best move and the next best.
    """

    names: tuple[str, ...]
    of: Callable[[View, Sequence[Heard], str, str], str]


THEMES: Mapping[str, Themes] = {
    "balloon": Themes(balloon_reasons.NAMES, balloon_reasons.theme),
    "cloud_nine": Themes(cloud_nine_reasons.NAMES, cloud_nine_reasons.theme),
    "clumond": Themes(clumond_reasons.NAMES, clumond_reasons.theme),
    "nimbly": Themes(nimbly_reasons.NAMES, nimbly_reasons.theme),
}


def theme_names(game: str) -> tuple[str, ...]:
    """Return the themes of a game; () if it has none."""
    return THEMES[game].names if game in THEMES else ()
