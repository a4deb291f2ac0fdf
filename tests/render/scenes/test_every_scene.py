"""What the pictures of every game owe, at moments of games as lively players play them."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from PIL import ImageChops, ImageDraw

from engine.game import View, by_place
from engine.games import GAMES
from engine.games.balloon.view import BalloonView
from engine.games.cloud_nine.view import CloudNineView
from engine.games.clumond.view import ClumondView
from engine.games.nimbly.view import NimblyView
from render.api import MAX_ALT, Picture
from render.canvas import READABLE
from render.lettering import cap_height
from render.scenes import SCENES
from render.theme import LEGIBLE, WIDTH
from tests.render.conftest import ABSURD
from tests.render.scenes.played import WORDS, Game, absurd, played
from tests.soak.amounts import some

BOUNDS = {
    "balloon": (0.55, 1.1, 70_000),
    "cloud_nine": (0.8, 1.1, 80_000),
    "clumond": (0.7, 1.1, 80_000),
    "nimbly": (0.5, 1.15, 80_000),
}
"""How low and how high pictures are, in parts of their width, and their most bytes."""

PAGES = {
    "balloon": [1, 2, 3],
    "cloud_nine": [1, 2, 3, 4],
    "clumond": [2, 3, 4],
    "nimbly": [1, 2, 3],
}
"""The pages of the rules that have a picture."""

LONG = ("Anna", "Benedict the Long-winded of Foo", "Cy", "Dora", "Emil", "Frida")

PLAYED: list[tuple[type[View], int, dict[str, Any]]] = [
    *((BalloonView, seats, {}) for seats in (2, 3, 6)),
    (CloudNineView, 3, {"deals": 2}),
    (ClumondView, 3, {"deals": 3}),
    (ClumondView, 3, {"deals": 3, "scoring": "points"}),
    *((NimblyView, seats, {"deals": 2}) for seats in (3, 4, 5)),
]


@pytest.fixture(params=PLAYED, ids=lambda one: f"{one[0].__name__} {one[1:]}")
def game(request: pytest.FixtureRequest) -> Game:
    kind, seats, options = request.param
    return played(kind, seats, **options)


def test_moments_of_a_game_paint(game: Game) -> None:
    low, high, most = BOUNDS[game.scene.game]
    for views in game.some(6):
        for seat, view in views.items():
            paint = game.scene.table if seat is None else game.scene.hand
            picture = paint(view, game.people(), WORDS)
            assert picture.data[:4] == b"\x89PNG"
            assert picture.width == WIDTH
            assert low * WIDTH <= picture.height <= high * WIDTH
            assert 0 < len(picture.alt) <= MAX_ALT
            assert len(picture.data) < most


@pytest.mark.parametrize("start", some((0, 1, 5, 9), 2))
def test_texts_lie_inside_the_picture_and_are_legible(game: Game, start: int) -> None:
    named = []
    for canvas in game.canvases(4, absurd(start)) if start else game.canvases(16, LONG):
        for line, box, room in canvas.texts:
            assert 0 <= room.x <= box.x
            assert box.right <= room.right <= canvas.image.width
            assert 0 <= room.y <= box.y
            assert box.bottom <= room.bottom <= canvas.image.height
            if any(char.isdigit() for char in line.text):
                assert cap_height(line.size) >= LEGIBLE
                assert not line.text.endswith("…")
            named += [line] if line.text.startswith(("Anna", "Bene")) else []
    assert named or start
    assert all(line.size >= READABLE for line in named)


@pytest.mark.parametrize("start", some(range(1, len(ABSURD), 3), 2))
def test_absurd_names_change_nothing_outside_their_own_lines(game: Game, start: int) -> None:
    """Everything that differs from the picture with nameless seats lies in lines of names."""
    drawn = (game.canvases(4, names) for names in ([""] * 6, absurd(start)))
    for plain, odd in zip(*drawn, strict=True):
        difference = ImageChops.difference(plain.image, odd.image).convert("L")
        cover = ImageDraw.Draw(difference)
        for line, _, box in plain.texts:
            if line.text.startswith("Seat"):
                cover.rectangle((0, box.y, WIDTH, box.bottom - 1), fill=0)
        assert difference.getbbox() is None


def test_a_table_painted_from_a_seats_view_shows_no_more_than_a_spectators(game: Game) -> None:
    """B4, C9: whatever is hidden in a hand is hidden in the picture for all."""
    for views in game.some(4):
        public = game.scene.table(views[None], game.people(), WORDS)
        tables = [game.scene.table(view, game.people(), WORDS) for view in views.values()]
        assert all(table == public for table in tables)


def test_the_same_view_gives_the_same_bytes_in_any_thread(game: Game) -> None:
    def paint(view: object) -> Picture:
        return game.scene.table(view, game.people(), WORDS)

    views = [views[None] for views in game.some(5)] * 2
    alone = [paint(view) for view in views]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(paint, views)) == alone


@pytest.mark.parametrize("key", SCENES)
def test_pages_of_the_rules_have_pictures_and_others_none(key: str) -> None:
    assert [page for page in range(-1, 7) if SCENES[key].rules(page, WORDS)] == PAGES.get(key, [])


def test_the_last_deal_of_a_game_lists_everybody_by_place(game: Game) -> None:
    view = game.views[-1][None]
    ranked = [game.people()[seat - 1].name for _, seat in by_place(view.scores, view.winners)]
    for each, names in (
        (view, ranked),
        (replace(view, winners=()), [one.name for one in game.people()]),
    ):
        written = game.drawn("deal", each).texts
        lines = sorted((room.y, line.text) for line, _, room in written if line.text in ranked)
        assert [text for _, text in lines[-len(names) :]] == names
        told = game.told("deal", each)
        said = [found for found in re.findall(r"\. (\w+):? ", told) if found in names]
        assert said[: len(names)] == names


def test_what_cannot_be_painted_is_refused(game: Game) -> None:
    view = game.views[0][None]
    for paint, why in ((game.scene.hand, "spectator"), (game.scene.result, "finished")):
        with pytest.raises(ValueError, match=why):
            paint(view, game.people(), WORDS)


def test_every_game_has_a_scene_and_every_scene_a_game() -> None:
    assert SCENES.keys() == GAMES.keys()
