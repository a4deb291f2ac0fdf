"""The scene of Cloud 9: its table, hand, result and the examples of its rules."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.balloon.view import BalloonView
from render.api import Person, Picture, Words
from render.scenes.balloon.examples import paint_example
from render.scenes.balloon.hand import paint_hand
from render.scenes.balloon.result import paint_result
from render.scenes.balloon.sitting import Sitting
from render.scenes.balloon.table import paint_table


class BalloonScene:
    """Paints Cloud 9; stateless, so one serves every thread."""

    def table(self, view: object, people: Sequence[Person], words: Words) -> Picture:
        """Paint the public table from a spectator's view."""
        return paint_table(_sitting(view, people, words))

    def hand(self, view: object, people: Sequence[Person], words: Words) -> Picture:
        """Paint the private hand. Raises ValueError for a spectator's view."""
        return paint_hand(_sitting(view, people, words))

    def result(self, view: object, people: Sequence[Person], words: Words) -> Picture:
        """Paint the last finished trip. Raises ValueError if none is finished."""
        return paint_result(_sitting(view, people, words))

    def rules(self, page: int, words: Words) -> Picture | None:
        """Paint the example picture of a page of the rules, from 1; None if it has none."""
        return paint_example(page, words)


def _sitting(view: object, people: Sequence[Person], words: Words) -> Sitting:
    if not isinstance(view, BalloonView):
        raise TypeError(f"not a view of Cloud 9, the balloon game: {type(view).__name__}")
    return Sitting(view, people, words)
