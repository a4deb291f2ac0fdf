"""Whole games as lively players play them, and what pictures of their moments say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple
from unittest.mock import patch

from bench.evenings import EVENINGS, english, evening
from engine.game import OptionValue, View
from engine.seats import Seat
from render import encode
from render import scene as scenes
from render.api import Person
from render.canvas import Canvas
from render.context import Context
from render.scene import Scene
from render.scenes import SCENES
from render.strips import Strip, drawn
from tests.render.conftest import ABSURD

Views = dict[Seat | None, Any]
WORDS = english()
NAMES = ("Annie", "Benny", "Nimbus", "Dora", "Emil", "Frida")


def absurd(start: int) -> tuple[str, ...]:
    """Return six names from somewhere among the absurd ones."""
    return tuple(ABSURD[(start + at) % len(ABSURD)] for at in range(6))


def drawn_by(paint: Callable[[], object]) -> Canvas:
    """Return the canvas of a picture, without encoding it."""
    found: list[Canvas] = []

    def keep(canvas: Canvas) -> bytes:
        found.append(canvas)
        return b""

    def laid(strips: Sequence[Strip], _alt: str) -> None:
        found.append(drawn(strips))

    with patch.object(encode, "encode_canvas", keep), patch.object(scenes, "stacked", laid):
        paint()
    return found[-1]


class Game(NamedTuple):
    """What everybody saw of a whole game, and how that is shown."""

    scene: Scene[Any]
    views: Sequence[Views]

    def people(self, names: Sequence[str] = NAMES) -> list[Person]:
        """Return who sits there; the third is a house player."""
        return [Person(names[at], house=at == 2) for at in range(len(self.views[0]) - 1)]

    def some(self, count: int) -> Sequence[Views]:
        """Return about this many moments, the first among them."""
        return self.views[:: max(1, len(self.views) // count)]

    def first(self, is_wanted: Callable[[Any], object], *seats: int) -> Any:
        """Return the first view that is wanted: a spectator's, or one of these seats'."""
        eyes: list[Seat | None] = [Seat(seat) for seat in seats] or [None]
        return next(views[eye] for views in self.views for eye in eyes if is_wanted(views[eye]))

    def told(self, what: str, view: View, names: Sequence[str] = NAMES) -> str:
        """Return what a picture, as of the `table` or the `hand`, says in words."""
        paint = getattr(self.scene, what)
        return str(paint(view, self.people(names), WORDS).alt)

    def drawn(self, what: str, view: View, names: Sequence[str] = NAMES) -> Canvas:
        canvas = getattr(self.scene, f"draw_{what}")(Context(view, self.people(names), WORDS))
        assert isinstance(canvas, Canvas)
        return canvas

    def texts(self, what: str, view: View) -> list[str]:
        """Return what is written in a picture."""
        return [line.text for line, _, _ in self.drawn(what, view).texts]

    def canvases(self, count: int, names: Sequence[str] = NAMES) -> Iterator[Canvas]:
        """Draw some tables and hands, and the first result and the last."""
        ended = [views[None] for views in self.views if views[None].deal_scores]
        shown = [
            *(("table", views[None]) for views in self.some(count)),
            *(("hand", views[Seat(2)]) for views in self.some(count // 2)),
            *(("deal", view) for view in (ended[0], ended[-1])),
        ]
        return (self.drawn(what, view, names) for what, view in shown)


@cache
def played(kind: type[View], seats: int = 3, seed: int = 4, **options: OptionValue) -> Game:
    """Play a game of the kind that has these views."""
    return Game(SCENES[EVENINGS[kind][0]], list(evening(kind, seed, seats, **options)))
