"""The beginner of each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Protocol

from bench.beginners import balloon, cloud_nine, clumond, nimbly
from engine.events import Heard
from engine.game import View


class Player(Protocol):
    """Whoever can sit at a table: asked as house players are, and answers one legal move."""

    def choose(
        self, view: View, heard: Sequence[Heard], legal: Sequence[str], random: Random
    ) -> str: ...


BEGINNERS: Mapping[str, Player] = {
    "balloon": balloon.Beginner(),
    "cloud_nine": cloud_nine.Beginner(),
    "clumond": clumond.Beginner(),
    "nimbly": nimbly.Beginner(),
}
"""By game."""
