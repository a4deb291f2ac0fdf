"""What a puzzle of Clumond is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.games.clumond.view import TRICKS, ClumondView, Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.events import Heard
    from engine.game import View

NAMES = ("call", "declared", "stop", "last_tricks", "code")

LAST = TRICKS - 2
"""The first of the last three tricks."""


def theme(view: View, heard: Sequence[Heard], best: str, other: str) -> str:  # noqa: ARG001 - no name may tell what is best
    """Return the kind of decision: one of NAMES."""
    shown = cast("ClumondView", view)
    if shown.phase is Phase.CALL:
        return "call"
    if shown.declarer is not None:
        return "declared" if shown.declarer == shown.seat else "stop"
    return "last_tricks" if shown.trick.number >= LAST else "code"
