"""The suites of all games, one line a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.engine.players.stupidities import balloon, cloud_nine, clumond, nimbly
from tests.engine.players.stupidities.pattern import Suite

SUITES: Mapping[str, Suite[Any]] = {
    suite.game: suite
    for suite in (
        balloon.SUITE,
        cloud_nine.SUITE,
        clumond.SUITE,
        nimbly.SUITE,
    )
}
