"""Who may sit at a table of a benchmark, by name.

`hard` is the present house player of that level, `frozen:hard` that of version 1 (`bench.frozen`),
and `beginner` has read the rules twice (`bench.beginners`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.beginners.levels import BEGINNERS
from bench.frozen.levels import FROZEN
from engine.players.levels import HOUSE_PLAYERS

if TYPE_CHECKING:
    from bench.beginners.levels import Player

BEGINNER = "beginner"
FROZEN_PREFIX = "frozen:"


def player(game: str, name: str) -> Player:
    """Return who plays a game under that name. Raises KeyError if nobody does."""
    if name == BEGINNER:
        return BEGINNERS[game]
    if name.startswith(FROZEN_PREFIX):
        return FROZEN[game][name.removeprefix(FROZEN_PREFIX)]
    return HOUSE_PLAYERS[game][name]


def check(game: str, names: tuple[str, ...]) -> None:
    """Raise SystemExit with a sentence if one of these is nobody's name."""
    for name in names:
        try:
            player(game, name)
        except KeyError:
            raise SystemExit(f"nobody plays {game} as {name}") from None
