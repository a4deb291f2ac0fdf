"""The marks of the two moves that a review compares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.game import View
from engine.games.balloon.view import BalloonView
from engine.games.cloud_nine.view import CloudNineView
from engine.games.clumond.view import ClumondView
from engine.games.nimbly.view import NimblyView
from engine.seats import Seat
from render.api import Person
from render.scenes import SCENES
from render.theme import NIGHT
from tests.render.scenes.played import NAMES, WORDS, played

Moves = Callable[[Any], Sequence[str]]
MARKED: list[tuple[str, type[View], Moves]] = [
    ("cloud_nine", CloudNineView, lambda view: view.legal if view.phase == "play" else ()),
    ("cloud_nine", CloudNineView, lambda view: view.legal if view.phase == "take" else ()),
    ("clumond", ClumondView, lambda view: view.legal if view.phase == "play" else ()),
    ("nimbly", NimblyView, lambda view: ("draw AAB", "draw BC") if view.prospects else ()),
]


@pytest.mark.parametrize(("name", "kind", "moves"), MARKED)
def test_the_two_moves_that_a_review_compares_are_marked_each_in_its_own_shape(
    name: str, kind: type[View], moves: Moves
) -> None:
    views = [views[Seat(1)] for views in played(kind, deals=3).views]
    view = next(view for view in views if len(moves(view)) > 1)
    best, made, *_ = dict.fromkeys(moves(view))
    marked, other, plain = (_marks(name, view, told) for told in ((best, made), (made, best), None))
    assert sorted(shape for shape, _ in marked - plain) == ["disc", "kite"]
    assert marked - plain != other - plain


@pytest.mark.parametrize(
    ("name", "kind", "told", "said"),
    [
        ("cloud_nine", CloudNineView, ("play KH", "play JK"), ("king of hearts", "joker")),
        ("cloud_nine", CloudNineView, ("take KH", "take TS"), ("king of hearts", "10 of spades")),
        ("cloud_nine", CloudNineView, ("second 1", "second 2"), ("", "")),
        ("clumond", ClumondView, ("play KH", "play 4S"), ("king of hearts", "4 of spades")),
        ("clumond", ClumondView, ("pass", "declare H"), ("", "")),
        ("nimbly", NimblyView, ("draw AAB", "draw C"), ("2 from A, 1 from B", "1 from C")),
        ("nimbly", NimblyView, ("draw C", "draw C"), ("1 from C", "")),
        ("balloon", BalloonView, ("stay", "jump"), ("", "")),
    ],
)
def test_both_marks_are_said_where_there_are_some(
    name: str, kind: type[View], told: tuple[str, str], said: tuple[str, str]
) -> None:
    view = next(views[Seat(1)] for views in played(kind).views)
    alt = SCENES[name].hand(view, [Person(name) for name in NAMES], WORDS, told=told).alt
    for word, move in zip(("best", "chosen"), said, strict=True):
        assert (f"Marked as {word}: {move}." in alt) == bool(move)
        assert (f"Marked as {word}" in alt) == bool(move)


def _marks(name: str, view: Any, told: tuple[str, str] | None) -> set[tuple[str, tuple[int, int]]]:
    """Return what is painted in the colours of the marks: which shape, and where."""
    scene = SCENES[name]
    people = [Person(name) for name in NAMES]
    canvas = scene.draw_hand(replace(scene.context(view, people, WORDS, NIGHT), told=told))
    shapes = {NIGHT.seats[2]: "disc", NIGHT.seats[0]: "kite"}
    return {
        (shapes[stroke.source], (stroke.x, stroke.y))
        for stroke in canvas.strokes
        if isinstance(stroke.source, tuple) and stroke.source in shapes
    }
