"""A moment: the second in which a deal's result moves, and the still that stays."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops

from engine.game import View
from engine.games.balloon.view import BalloonView, Ending
from render.animation import MOMENT, moving
from render.theme import NIGHT, large
from tests.render.scenes.played import WORDS, Game, played

MOMENTS: list[tuple[type[View], Any]] = [
    (BalloonView, lambda view: view.last_trip and view.last_trip.ending is Ending.FALL),
]


def results(kind: type[View], is_one: Any) -> tuple[Game, Any, Any]:
    """Return a game with a view of a result that moves, and one of a result that does not."""
    game = played(kind)
    views = [views[None] for views in game.views if views[None].deal_scores]
    return game, next(filter(is_one, views)), next(view for view in views if not is_one(view))


@pytest.mark.parametrize(("kind", "is_one"), MOMENTS, ids=lambda one: getattr(one, "__name__", ""))
@pytest.mark.parametrize("theme", [NIGHT, large(NIGHT)], ids=["usual", "large"])
def test_a_moment_plays_once_and_its_last_frame_is_the_result(
    kind: type[View], is_one: Any, theme: Any
) -> None:
    game, view, other = results(kind, is_one)
    people = game.people()
    shown = moving(game.scene, view, people, WORDS, theme)
    still = game.scene.deal(view, people, WORDS, theme)
    assert (shown.width, shown.height, shown.alt) == (still.width, still.height, still.alt)
    film = Image.open(BytesIO(shown.data))
    assert (film.n_frames, film.info["loop"]) == (MOMENT, 1)  # type: ignore[attr-defined] # a WebP
    first = film.convert("RGB")
    film.seek(MOMENT - 1)
    last, result = film.convert("RGB"), Image.open(BytesIO(still.data)).convert("RGB")
    assert ImageChops.difference(last, result).getbbox() is None
    assert ImageChops.difference(first, result).getbbox() is not None
    calm = game.scene.deal(other, people, WORDS, theme)
    assert moving(game.scene, other, people, WORDS, theme) == calm
    assert (shown.suffix, calm.suffix) == ("webp", "png")
