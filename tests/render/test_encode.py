from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from math import log10

import pytest
from PIL import Image, ImageChops, ImageStat

from bench.evening import PEOPLE, english
from render.context import Context
from render.encode import encode, palette
from render.panels import sky
from render.scenes.cloud_nine.scene import CloudNineScene
from render.theme import NIGHT, PACK, THEMES, Theme
from tests.render.conftest import Views

SCENE = CloudNineScene()


def _decoded(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


def _psnr(one: Image.Image, other: Image.Image) -> float:
    squares = ImageStat.Stat(ImageChops.difference(one, other)).sum2
    return 10 * log10(255**2 * 3 * one.width * one.height / max(sum(squares), 1))


THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def _pictures(game: list[Views], theme: Theme = NIGHT) -> list[Image.Image]:
    last, words = game[-1], english()
    tables = [
        SCENE.draw_table(Context(views[None], PEOPLE, words, theme)).image for views in game[30::17]
    ]
    hands = [
        SCENE.draw_hand(Context(view, PEOPLE, words, theme)).image
        for seat, view in game[40].items()
        if seat is not None
    ]
    return [*tables, *hands, SCENE.draw_deal(Context(last[None], PEOPLE, words, theme)).image]


@THEME
def test_the_palette_loses_less_than_the_eye_sees(game: list[Views], theme: Theme) -> None:
    for picture in _pictures(game, theme):
        assert _psnr(picture, _decoded(encode(picture, theme)).convert("RGB")) >= 40


@THEME
def test_pictures_are_palette_pngs_of_modest_size(game: list[Views], theme: Theme) -> None:
    for picture in _pictures(game, theme):
        data = encode(picture, theme)
        assert _decoded(data).mode == "P"
        assert len(data) < 80_000


@THEME
def test_the_sky_comes_out_exactly(theme: Theme) -> None:
    picture = sky(900, theme)
    assert _psnr(picture, _decoded(encode(picture.copy(), theme)).convert("RGB")) > 55


@THEME
def test_plain_colours_come_out_exactly(theme: Theme) -> None:
    own = (theme.panel, theme.panel_turn, theme.well, theme.gold, theme.glow, theme.ink)
    for colour in (*own, PACK.paper):
        decoded = _decoded(encode(Image.new("RGB", (4, 4), colour), theme)).convert("RGB")
        assert decoded.getpixel((0, 0)) == colour


@THEME
def test_the_palette_holds_at_most_256_colours(theme: Theme) -> None:
    colours = palette(theme).getpalette()
    assert colours is not None
    assert 100 < len(colours) // 3 <= 256


def test_encoding_in_two_threads_gives_the_same_bytes(game: list[Views]) -> None:
    """`Image.save` leaves its settings on a shared object; ours are never shared."""
    pictures = _pictures(game) * 3
    alone = [encode(picture) for picture in pictures]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(encode, pictures)) == alone


@pytest.mark.parametrize("size", [(1, 1), (1000, 3)])
def test_odd_sizes_encode(size: tuple[int, int]) -> None:
    assert _decoded(encode(Image.new("RGB", size))).size == size
