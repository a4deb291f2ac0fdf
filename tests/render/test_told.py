"""Pictures of positions in which a review marks two moves: the best one, and the one made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest
from PIL.ImageStat import Stat

from engine.analysis.scale import Grade
from engine.game import View
from engine.games.balloon.view import BalloonView
from engine.games.cloud_nine.view import CloudNineView
from engine.games.clumond.view import ClumondView
from engine.games.nimbly.view import NimblyView
from engine.seats import Seat
from render.api import Person
from render.canvas import Canvas, Stroke, painted
from render.charts import grade_colour
from render.context import Context
from render.scenes import SCENES
from render.theme import NIGHT, Theme, large
from tests.engine.walks import beginnings, walk
from tests.render.scenes.played import NAMES, WORDS, played

LEAST = 18
"""The least that a mark measures, in pixels."""

FRAMED = 60
"""The height from which on a mark is a frame."""

MOVES = 8
"""Of a position with more moves, so many are looked at."""

PRINTS = pytest.mark.parametrize("theme", [NIGHT, large(NIGHT)], ids=["usual", "large"])
OWN = ("balloon", "cloud_nine", "clumond", "nimbly")
"""Games whose every move has a mark; a new one may do without."""

PLAYED = pytest.mark.parametrize("key", OWN)


@cache
def positions(key: str) -> Sequence[tuple[View, Sequence[str]]]:
    """Return views of a seat to act and its moves: two each of every number of seats and kind."""
    found: dict[tuple[int, tuple[str, ...]], list[tuple[View, Sequence[str]]]] = {}
    for beginning in beginnings():
        if beginning.key != key:
            continue
        for course, seat, _ in walk(beginning):
            moves = course.legal(seat) if seat else ()
            if seat is None or len(moves) < 2:
                continue
            verbs = tuple(dict.fromkeys(move.split()[0] for move in moves))
            same = found.setdefault((beginning.seats, verbs), [])
            same.append((course.game.view(course.state, seat), moves))
    random = Random(key)
    return [one for same in found.values() for one in random.sample(same, min(len(same), 2))]


def strips(
    key: str, view: View, theme: Theme, told: tuple[str, str] | None = None
) -> Sequence[Canvas]:
    people = [Person(name) for name in NAMES[: view.seats]]
    context: Context[Any] = Context(view, people, WORDS, theme, told)
    return [strip.drawn() for strip in SCENES[key].hand_strips(context)]


def looks(canvases: Sequence[Canvas]) -> tuple[bytes, ...]:
    return tuple(canvas.image.tobytes() for canvas in canvases)


def some(moves: Sequence[str], key: str) -> list[str]:
    return Random(key).sample(moves, min(len(moves), MOVES))


def where(stroke: Stroke) -> tuple[int, int, int, int]:
    return stroke.x, stroke.y, stroke.right, stroke.bottom


def marks(told: Canvas, plain: Canvas) -> list[Stroke]:
    """Return what marks moves: what has a mark's colour and is in no picture without them.

    Frames of cards are no marks: they lie on what they frame.
    """
    colours = [grade_colour(told.theme, grade) for grade in (Grade.GOOD, Grade.WEAK)]
    known = {where(stroke) for stroke in plain.strokes}
    found = [one for one in told.strokes if one.source in colours and where(one) not in known]
    return [one for one in found if not is_frame(one)]


def is_frame(stroke: Stroke) -> bool:
    """Return whether a stroke is a frame of a card: an outline in one piece."""
    is_large = stroke.bottom - stroke.y >= FRAMED and isinstance(stroke.source, tuple)
    return is_large and stroke.mask is not None and not stroke.mask.getpixel((30, 30))


def marked(key: str, theme: Theme) -> Iterator[tuple[Canvas, list[Stroke]]]:
    """Return strips that tell of moves, with their marks."""
    for view, moves in positions(key):
        plain = strips(key, view, theme)
        for pair in pairwise(some(moves, key)):
            for canvas, bare in zip(strips(key, view, theme, pair), plain, strict=True):
                yield canvas, marks(canvas, bare)


@PRINTS
@PLAYED
def test_every_move_has_a_mark_of_its_own(key: str, theme: Theme) -> None:
    for view, moves in positions(key):
        one, *others = some(moves, key)
        seen = [looks(strips(key, view, theme))]
        for other in others:
            seen += [looks(strips(key, view, theme, told)) for told in ((one, other), (other, one))]
        assert len({*seen}) == len(seen), (one, others)


@PLAYED
def test_marks_differ_in_shape_and_in_words(key: str) -> None:
    """Where all colours of marks are one, too."""
    theme = replace(NIGHT, seats=NIGHT.seats[:1] * len(NIGHT.seats))
    for view, moves in positions(key):
        told = strips(key, view, theme, (moves[0], moves[-1]))
        swapped = strips(key, view, theme, (moves[-1], moves[0]))
        assert looks(told) != looks(swapped)
        texts = [line.text for canvas in told for line, _, _ in canvas.texts]
        assert [text for text in texts if text in ("best", "chosen")] == ["best", "chosen"]


@PRINTS
@PLAYED
def test_marks_are_large_enough_and_hide_neither_each_other_nor_anything_else(
    key: str, theme: Theme
) -> None:
    count = 0
    for canvas, found in marked(key, theme):
        others = [one for one in canvas.strokes if one not in found and not is_frame(one)]
        below = painted(canvas.background, others, 0, canvas.size.h)
        for mark in found:
            box = where(mark)
            assert min(box[2] - box[0], box[3] - box[1]) >= LEAST
            assert 0 <= box[0] <= box[2] <= canvas.size.w
            assert 0 <= box[1] <= box[3] <= canvas.size.h
            assert all(low > high - 40 for low, high in Stat(below.crop(box)).extrema), box
        for one, other in combinations(map(where, found), 2):
            apart = one[2] <= other[0] or other[2] <= one[0]
            assert apart or one[3] <= other[1] or other[3] <= one[1]
        count += len(found)
    assert count


@pytest.mark.parametrize(
    ("name", "kind", "told", "said"),
    [
        ("cloud_nine", CloudNineView, ("play KH", "play JK"), ("king of hearts", "joker")),
        ("cloud_nine", CloudNineView, ("take KH", "take TS"), ("king of hearts", "10 of spades")),
        ("cloud_nine", CloudNineView, ("second 3", "second 2"), ("naming Nimbus", "naming Benny")),
        ("clumond", ClumondView, ("play KH", "play 4S"), ("king of hearts", "4 of spades")),
        ("clumond", ClumondView, ("pass", "declare H"), ("passing", "declaring hearts")),
        ("nimbly", NimblyView, ("draw AAB", "draw C"), ("2 from A, 1 from B", "1 from C")),
        ("nimbly", NimblyView, ("draw C", "draw C"), ("1 from C", "")),
        ("balloon", BalloonView, ("stay", "jump"), ("staying", "jumping")),
    ],
)
def test_both_moves_are_said(
    name: str, kind: type[View], told: tuple[str, str], said: tuple[str, str]
) -> None:
    view = next(views[Seat(1)] for views in played(kind).views)
    alt = SCENES[name].hand(view, [Person(name) for name in NAMES], WORDS, told=told).alt
    for word, move in zip(("best", "chosen"), said, strict=True):
        assert (f"Marked as {word}: {move}." in alt) == bool(move)
        assert (f"Marked as {word}" in alt) == bool(move)


def test_positions_of_every_kind_are_looked_at() -> None:
    verbs = {move.split()[0] for key in OWN for _, moves in positions(key) for move in moves}
    assert verbs == {
        "play", "take", "second", "pass", "declare", "draw",
        "stay", "jump", "roll", "pay", "wild", "fall",
    }  # fmt: skip
