"""The registry of games: one line a game."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import AnyGame
from engine.games.balloon.rules import Balloon
from engine.games.cloud_nine.rules import CloudNine
from engine.games.clumond.rules import Clumond
from engine.games.nimbly.rules import Nimbly

GAMES: Mapping[str, AnyGame] = {
    "balloon": Balloon(),
    "nimbly": Nimbly(),
    "cloud_nine": CloudNine(),
    "clumond": Clumond(),
}
"""The games by their key in records, the easiest to learn first."""
