"""What a puzzle of Cloud 9 is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.games.balloon.view import TOP, VALUES, BalloonView, Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.events import Heard
    from engine.game import View

NAMES = ("ride", "race", "pay", "alone")


def theme(view: View, heard: Sequence[Heard], best: str, other: str) -> str:  # noqa: ARG001 - no name may tell what is best
    """Return the kind of decision: one of NAMES."""
    shown = cast("BalloonView", view)
    if shown.phase is not Phase.RIDE:
        return "pay" if shown.phase is Phase.PAY else "alone"
    if max(shown.scores) + VALUES[min(TOP, shown.cloud + 1)] >= shown.target:
        return "race"
    return "ride"
