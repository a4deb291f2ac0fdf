"""A moment: the second in which a deal's result moves, and the still that stays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops

from engine.game import View
from engine.games.balloon.view import BalloonView, Ending
from engine.games.cloud_nine.view import CloudNineView
from engine.games.clumond.view import ClumondView
from engine.games.nimbly.view import NimblyView
from render.animation import MOMENT, moving
from render.nines import HUNDRED
from render.theme import NIGHT, Theme, large
from tests.render.scenes.played import WORDS, Game, played

MOMENTS: Sequence[type[View]] = (BalloonView, ClumondView, NimblyView, CloudNineView)


def _is_one(view: Any) -> bool:
    """Return whether the balloon fell, or somebody's code came true."""
    if isinstance(view, BalloonView):
        return view.last_trip is not None and view.last_trip.ending is Ending.FALL
    last = view.last_deal
    return any(
        last.off[seat - 1] == 0 for seat in ([last.declarer] if last.declarer else (1, 2, 3))
    )


def _hundred(view: Any) -> Any:
    """Return a view in which somebody made a hundred points of the last deal."""
    made = (HUNDRED, *view.last_deal.points[1:])
    return replace(view, last_deal=replace(view.last_deal, points=made))


def results(kind: type[View]) -> tuple[Game, Any, Any]:
    """Return a game with a view of a result that moves, and one of a result that does not."""
    game = played(kind, **({} if kind is BalloonView else {"deals": 9}))
    views = [views[None] for views in game.views if views[None].deal_scores]
    if kind in {NimblyView, CloudNineView}:
        return game, _hundred(views[0]), views[0]
    return game, next(filter(_is_one, views)), next(view for view in views if not _is_one(view))


@pytest.mark.parametrize("kind", MOMENTS)
@pytest.mark.parametrize("theme", [NIGHT, large(NIGHT)], ids=["usual", "large"])
def test_a_moment_plays_once_and_its_last_frame_is_the_result(
    kind: type[View], theme: Theme
) -> None:
    game, view, other = results(kind)
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
