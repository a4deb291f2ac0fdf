"""All hands at a moment of a finished game, in one picture with what all look at."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.balloon.view import BalloonView
from engine.games.cloud_nine.view import CloudNineView
from engine.games.clumond.view import ClumondView
from engine.games.nimbly.view import NimblyView
from engine.melds import NINE
from render.canvas import Canvas
from render.context import Context
from render.open_hands import OpenHand, draw_open_hands
from render.theme import NIGHT, Theme, large, tallest
from tests.render.hostile import corner, is_plain
from tests.render.scenes.played import NAMES, WORDS, Game, Views, played

PRINTS = pytest.mark.parametrize("theme", [NIGHT, large(NIGHT)], ids=["usual", "large"])
TABLES = pytest.mark.parametrize(
    ("kind", "seats", "options"),
    [
        (CloudNineView, 3, {}),
        (ClumondView, 3, {}),
        (NimblyView, 3, {}),
        (NimblyView, 4, {}),
        (NimblyView, 5, {"rows": "5"}),
        *((BalloonView, seats, {}) for seats in (3, 4, 5, 6)),
    ],
)
MOMENTS = 4


def moments(kind: Any, seats: int, options: Any, theme: Theme) -> list[tuple[Canvas, Canvas]]:
    """Return what all look at, and the picture of all hands, at some moments."""
    game = played(kind, seats, **options)
    return [(_above(game, views, theme), _open(game, views, theme)) for views in game.some(MOMENTS)]


def _above(game: Game, views: Views, theme: Theme) -> Canvas:
    context = Context(views[None], tuple(game.people()), WORDS, theme)
    return game.scene.table_strips(context)[0].drawn()


def _open(game: Game, views: Views, theme: Theme) -> Canvas:
    people = tuple(game.people())
    contexts = [Context(view, people, WORDS, theme) for seat, view in views.items() if seat]
    return game.scene.draw_open(contexts)


@PRINTS
@TABLES
def test_hands_lie_below_what_all_look_at_in_a_picture_that_is_shown_whole(
    kind: Any, seats: int, options: Any, theme: Theme
) -> None:
    """In large print the hands of more than three seats are all that there is room for."""
    for above, drawn in moments(kind, seats, options, theme):
        assert drawn.size.h <= tallest(theme)
        w, h = above.size
        has_room = not theme.is_large or seats <= 3
        upper = drawn.image.crop((0, 0, w, h))
        assert (upper.tobytes() == above.image.tobytes()) is has_room
        assert is_plain(corner(drawn.image, theme), theme)


@PRINTS
@TABLES
def test_no_hand_is_cut(kind: Any, seats: int, options: Any, theme: Theme) -> None:
    """A name may be where its seat has a number."""
    for _, drawn in moments(kind, seats, options, theme):
        cut = [line.text for line, _, _ in drawn.texts if line.text.endswith("…")]
        assert not [text for text in cut if not any(one.startswith(text[:-1]) for one in NAMES)]
        for line, ink, room in drawn.texts:
            assert line.mask.size[1] <= room.h or line.text in NAMES
            assert ink.right <= theme.width


@PRINTS
def test_a_hand_with_two_tens_is_whole_where_there_is_room_for_ranks_alone(theme: Theme) -> None:
    game = played(CloudNineView)
    views, people = game.views[0], tuple(game.people())
    contexts = [Context(view, people, WORDS, theme) for seat, view in views.items() if seat]
    cards = ("TC", "9C", "7C", "4C", "3C", "KH", "TH", "AS", "3D")
    top = game.scene.table_strips(contexts[0])[0]
    drawn = draw_open_hands(top, contexts, [OpenHand(cards, "126")] * len(contexts), NINE)
    assert not [line.text for line, _, _ in drawn.texts if line.text.endswith("…")]


def test_ranks_of_a_hand_with_tens_stand_apart() -> None:
    """Where there is no room for cards, ♦10 3 is no 103."""
    game = played(NimblyView, 5)
    ended = next(
        views
        for views in game.views
        if views[None].hand_counts == (9,) * 5
        or all(len(view.hand.cards) == 9 for seat, view in views.items() if seat)
    )
    texts = [line.text for line, _, _ in _open(game, ended, NIGHT).texts]
    held = [code[0] for seat, view in ended.items() if seat for code in view.hand.cards]
    ranks = " ".join(text for text in texts if not text.isalpha() or len(text) == 1).split()
    assert ranks.count("10") == held.count("T")
