"""A beginner of Nimbly: takes what makes the best hand now."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import cast

from engine.events import Heard
from engine.game import View
from engine.games.nimbly.view import NimblyView, Prospect


class Beginner:
    """Takes the draw after which the hand scores most; of equals the one of most cards."""

    def choose(
        self,
        view: View,
        heard: Sequence[Heard],  # noqa: ARG002 - it looks at the table
        legal: Sequence[str],  # noqa: ARG002 - the prospects are the legal moves
        random: Random,  # noqa: ARG002 - and leaves nothing to chance
    ) -> str:
        prospects = cast("NimblyView", view).prospects
        return max(prospects, key=_liked).code


def _liked(prospect: Prospect) -> tuple[int, int]:
    return (prospect.makes.meld.score if prospect.makes else 0), len(prospect.cards)
