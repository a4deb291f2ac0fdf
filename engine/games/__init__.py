"""The registry of games: one line a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from engine.game import Game, View
from engine.games.cloud_nine.rules import CloudNine

AnyGame: TypeAlias = Game[Any, Any, View]
"""A game whose kinds of states and moves its user does not know."""

GAMES: Mapping[str, AnyGame] = {
    "cloud_nine": CloudNine(),
}
"""The games by the key of notation.md."""
