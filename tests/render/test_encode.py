from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from math import log10
from threading import Event
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from bench.evenings import PEOPLE, english
from engine.seats import Seat
from render import encode as encode_module
from render.canvas import ROWS, Canvas
from render.context import Context
from render.encode import _Kept, _Slice, encode, encode_canvas, palette
from render.nines import NINE_CARD
from render.panels import sky
from render.scenes.cloud_nine.scene import CloudNineScene
from render.shapes import Box
from render.sprites import card
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
def test_pictures_are_palette_pngs_of_modest_size_and_lose_less_than_the_eye_sees(
    game: list[Views], theme: Theme
) -> None:
    for picture in _pictures(game, theme):
        data = encode(picture, theme)
        assert _decoded(data).mode == "P"
        assert len(data) < 80_000
        assert _psnr(picture, _decoded(data).convert("RGB")) >= 40


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


def _canvases(game: list[Views]) -> list[Canvas]:
    """Return the table and the hand of one seat, as they follow each other."""
    hands = [Context(views[Seat(1)], PEOPLE, english()) for views in game[30:60]]
    tables = [Context(views[None], PEOPLE, english()) for views in game[30:60]]
    pairs = zip(map(SCENE.draw_table, tables), map(SCENE.draw_hand, hands), strict=True)
    return [canvas for pair in pairs for canvas in pair]


def test_a_canvas_is_written_as_its_picture_is_whatever_was_written_before(
    game: list[Views],
) -> None:
    for canvas in _canvases(game):
        written, plain = _decoded(encode_canvas(canvas)), _decoded(encode(canvas.image))
        assert written.size == plain.size
        assert written.convert("RGB").tobytes() == plain.convert("RGB").tobytes()


def test_what_is_found_again_is_written_as_what_was_painted(game: list[Views]) -> None:
    first, again = _canvases(game), _canvases(game)
    assert [encode_canvas(canvas) for canvas in first] == [encode_canvas(c) for c in again]


@pytest.mark.parametrize("height", [1, ROWS, ROWS + 1, 3 * ROWS - 1])
def test_a_canvas_of_any_height_is_written_whole(height: int) -> None:
    canvas = Canvas(Image.new("RGB", (50, height), NIGHT.panel))
    canvas.bar(Box(-5, -5, 20, height + 20), NIGHT.gold)
    decoded = _decoded(encode_canvas(canvas)).convert("RGB")
    assert decoded.tobytes() == canvas.image.tobytes()


def test_pictures_on_one_ground_have_heights_of_their_own() -> None:
    ground = Image.new("RGB", (50, 200), NIGHT.panel)
    for height in (3 * ROWS, ROWS + 5, 2 * ROWS, 200):
        decoded = _decoded(encode_canvas(Canvas(ground, NIGHT, height))).convert("RGB")
        assert decoded.tobytes() == ground.crop((0, 0, 50, height)).tobytes()


def test_a_stroke_more_is_seen_and_a_theme_by_day_is_another_picture() -> None:
    ground = Image.new("RGB", (50, 50), NIGHT.panel)
    bare, marked = Canvas(ground), Canvas(ground)
    marked.bar(Box(10, 10, 1, 1), NIGHT.gold)
    first, second = _decoded(encode_canvas(bare)), _decoded(encode_canvas(marked))
    changed = ImageChops.difference(first.convert("RGB"), second.convert("RGB")).getbbox()
    assert changed == (10, 10, 11, 11)
    pictures = {encode_canvas(Canvas(ground, theme)) for theme in THEMES.values()}
    assert len(pictures) == len(THEMES)


def test_only_so_many_slices_are_kept_and_those_wanted_last() -> None:
    kept = _Kept(2)
    one, two, three = (_Slice(name, 1, 1) for name in (b"one", b"two", b"three"))
    kept.keep([(b"1", one), (b"2", two)])
    assert kept.of([b"1", b"3"]) == [one, None]
    kept.keep([(b"3", three)])
    assert kept.of([b"1", b"2", b"3"]) == [one, None, three]


def test_a_picture_made_anew_of_what_was_let_go_finds_its_slices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So what pictures are made of need not be held for what was written of it."""
    made, numbers = encode_module._made, list[int]()

    def noted(canvas: Canvas, missing: Sequence[int]) -> Any:
        numbers.extend(missing)
        return made(canvas, missing)

    monkeypatch.setattr(encode_module, "_made", noted)
    monkeypatch.setattr(encode_module, "_KEPT", _Kept(encode_module.KEPT))

    def written() -> bytes:
        canvas = Canvas(Image.new("RGB", (200, 2 * ROWS), NIGHT.panel))
        canvas.sprite(card.__wrapped__("KH", NINE_CARD), 10, 0)
        return encode_canvas(canvas)

    first = written()
    assert numbers == [0, 1]
    assert written() == first
    assert numbers == [0, 1]


@pytest.mark.parametrize("size", [(1, 1), (1000, 3)])
def test_odd_sizes_encode(size: tuple[int, int]) -> None:
    assert _decoded(encode(Image.new("RGB", size))).size == size


@pytest.mark.parametrize("fails", [False, True])
def test_what_two_threads_want_is_made_by_one_unless_it_fails(
    monkeypatch: pytest.MonkeyPatch, *, fails: bool
) -> None:
    made, numbers, begun, go = encode_module._made, list[int](), Event(), Event()

    def slowly(canvas: Canvas, missing: Sequence[int]) -> Any:
        is_first = not begun.is_set()
        begun.set()
        numbers.extend(missing)
        if is_first:
            go.wait(10)
            if fails:
                raise OSError("out of memory")
        return made(canvas, missing)

    monkeypatch.setattr(encode_module, "_made", slowly)
    monkeypatch.setattr(encode_module, "_KEPT", _Kept(encode_module.KEPT))
    ground = Image.new("RGB", (50, 3 * ROWS), NIGHT.panel)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(encode_canvas, Canvas(ground))
        assert begun.wait(10)
        second = pool.submit(encode_canvas, Canvas(ground))
        go.set()
        assert isinstance(first.exception(), OSError if fails else type(None))
        assert _decoded(second.result()).convert("RGB").tobytes() == ground.tobytes()
    assert sorted(numbers) == ([0, 0, 1, 1, 2, 2] if fails else [0, 1, 2])
