"""The registry of games: one line a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from engine.game import Game, View
from engine.games.cloud_nine.rules import CloudNine
from engine.games.clumond.rules import Clumond

AnyGame: TypeAlias = Game[Any, Any, View]
"""A game whose kinds of states and moves its user does not know."""

GAMES: Mapping[str, AnyGame] = {
    "cloud_nine": CloudNine(),
    "clumond": Clumond(),
}
"""The games by the key of notation.md."""
