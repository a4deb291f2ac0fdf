"""A scene made of a game's painters, and of what all games have alike: the final result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic

from render.api import Person, Picture, Words
from render.final import paint_final
from render.sitting import S


@dataclass(frozen=True, slots=True)
class PaintedScene(Generic[S]):
    """A scene made of painters; stateless, so one serves every thread.

    `game` is the key of the game, `unit` what it is dealt in: deals, hands or trips.
    """

    game: str
    unit: str
    shows: type[object]
    sit: Callable[[Any, Sequence[Person], Words], S]
    paint_table: Callable[[S], Picture]
    paint_hand: Callable[[S], Picture]
    paint_deal: Callable[[S], Picture]
    paint_example: Callable[[int, Words], Picture | None]

    def table(self, view: object, people: Sequence[Person], words: Words) -> Picture:
        """Paint the public table from a spectator's view. Raises TypeError for another game's."""
        return self.paint_table(self._sitting(view, people, words))

    def closed(self, view: object, people: Sequence[Person], words: Words) -> Picture:
        """Paint the table of a game that was ended before its time: nobody is to act."""
        sitting = self._sitting(view, people, words)
        return self.paint_table(replace(sitting, view=replace(sitting.view, to_act=())))

    def hand(self, view: object, people: Sequence[Person], words: Words) -> Picture:
        """Paint the private hand. Raises ValueError for a spectator's view."""
        return self.paint_hand(self._sitting(view, people, words))

    def result(self, view: object, people: Sequence[Person], words: Words) -> Picture:
        """Paint the final result, or the last deal before. Raises ValueError if none is finished."""
        sitting = self._sitting(view, people, words)
        if sitting.view.winners:
            return paint_final(sitting, self.game, self.unit)
        return self.paint_deal(sitting)

    def deal(self, view: object, people: Sequence[Person], words: Words) -> Picture:
        """Paint the last finished deal, also of a game that is over. Raises ValueError if none is."""
        return self.paint_deal(self._sitting(view, people, words))

    def rules(self, page: int, words: Words) -> Picture | None:
        """Paint the example picture of a page of the rules, from 1; None if it has none."""
        return self.paint_example(page, words)

    def _sitting(self, view: object, people: Sequence[Person], words: Words) -> S:
        if not isinstance(view, self.shows):
            raise TypeError(f"not a {self.shows.__name__}: {type(view).__name__}")
        return self.sit(view, people, words)
