"""What puzzles are about, by game: one line a game whose puzzles have themes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from engine.players.balloon import reasons as balloon
from engine.players.cloud_nine import reasons as cloud_nine
from engine.players.clumond import reasons as clumond
from engine.players.nimbly import reasons as nimbly

if TYPE_CHECKING:
    from engine.events import Heard
    from engine.game import View


class Themes(NamedTuple):
    """The themes of a game: their names, and the one of a position.

    `of` takes the view of the seat to act, what it heard, the best move and the next best.
    """

    names: tuple[str, ...]
    of: Callable[[View, Sequence[Heard], str, str], str]


THEMES: Mapping[str, Themes] = {
    "balloon": Themes(balloon.NAMES, balloon.theme),
    "cloud_nine": Themes(cloud_nine.NAMES, cloud_nine.theme),
    "clumond": Themes(clumond.NAMES, clumond.theme),
    "nimbly": Themes(nimbly.NAMES, nimbly.theme),
}


def theme_names(game: str) -> tuple[str, ...]:
    """Return the themes of a game; () if it has none."""
    return THEMES[game].names if game in THEMES else ()
