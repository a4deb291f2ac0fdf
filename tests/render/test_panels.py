from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from render.api import Person, Words
from render.canvas import Canvas
from render.panels import (
    DEPTH,
    Seating,
    badge,
    ground,
    head,
    medal,
    name_line,
    name_of,
    sky,
    stock_mark,
)
from render.shapes import Box
from render.theme import NIGHT, WIDTH

LINE = Box(20, 20, 600, 54)


def _canvas() -> Canvas:
    return Canvas(Image.new("RGB", (WIDTH, 100), NIGHT.panel))


def _painted(seating: Seating, words: Words) -> Canvas:
    canvas = _canvas()
    name_line(canvas, seating, LINE, words)
    return canvas


def _count(canvas: Canvas, colour: tuple[int, int, int]) -> int:
    return sum(n for n, c in canvas.image.getcolors(100_000) or () if c == colour)


def test_an_unusable_name_is_replaced_by_the_seats_number(words: Words) -> None:
    assert name_of([Person("\u202e\n ")], 1, words) == "Seat 1"
    assert name_of([], 2, words) == "Seat 2"


def test_a_house_player_has_a_robot_and_the_word(words: Words) -> None:
    person = _painted(Seating(1, "Nimbus", house=False), words)
    house = _painted(Seating(1, "Nimbus", house=True), words)
    assert _count(house, NIGHT.muted) > _count(person, NIGHT.muted) + 500
    assert words("picture.house") in [line.text for line, _, _ in house.texts]


def test_whose_turn_it_is_is_said_in_a_word_beside_an_arrow(words: Words) -> None:
    waiting = _painted(Seating(1, "Annie", house=False), words)
    acting = _painted(Seating(1, "Annie", house=False, turn="to play"), words)
    assert "to play" in [line.text for line, _, _ in acting.texts]
    assert _count(acting, NIGHT.gold) > _count(waiting, NIGHT.gold) + 2000


def test_a_winner_has_a_crown(words: Words) -> None:
    plain = _painted(Seating(2, "Benny", house=False), words)
    crowned = _painted(Seating(2, "Benny", house=False, crown=True), words)
    assert _count(crowned, NIGHT.gold) > _count(plain, NIGHT.gold) + 500


@pytest.mark.parametrize("house", [True, False])
@pytest.mark.parametrize("turn", ["", "to take"])
@pytest.mark.parametrize("crown", [True, False])
def test_the_longest_name_leaves_room_for_every_mark(
    words: Words, *, house: bool, turn: str, crown: bool
) -> None:
    canvas = _painted(Seating(3, "W" * 70, house, turn, crown=crown), words)
    ground = _canvas().image
    outside = canvas.image.copy()
    outside.paste(ground.crop((LINE.x, 0, LINE.right, 100)), (LINE.x, 0))
    assert outside.tobytes() == ground.tobytes()


def test_the_head_keeps_its_two_texts_apart() -> None:
    canvas = _canvas()
    head(canvas, "left " * 30, "right " * 4)
    (_, right, _), (_, left, _) = canvas.texts
    assert left.right < right.x


def test_the_stock_shows_its_number() -> None:
    canvas = _canvas()
    assert stock_mark(canvas, 27, 980, 10) < 980
    assert [line.text for line, _, _ in canvas.texts] == ["27"]


def test_badges_of_different_seats_differ_in_number_and_colour() -> None:
    canvas = _canvas()
    for seat in (1, 2, 3, 4, 5, 6):
        badge(canvas, seat, 60 * seat, 20)
    assert [line.text for line, _, _ in canvas.texts] == list("123456")
    assert all(_count(canvas, colour) > 300 for colour in NIGHT.seats)


def test_places_after_the_third_have_no_medal() -> None:
    canvas = _canvas()
    medal(canvas, 4, 20, 20, 50)
    assert not any(_count(canvas, colour) for colour in NIGHT.medals)


def test_only_the_panel_of_the_seat_to_act_is_lit() -> None:
    one, two = Box(16, 10, 968, 80), Box(16, 100, 968, 80)
    canvas, dark = (
        ground(200, ((one, False), (two, True)), NIGHT),
        ground(200, ((one, False), (two, False)), NIGHT),
    )
    assert canvas.image.getpixel((500, one.middle)) == NIGHT.panel
    assert canvas.image.getpixel((500, two.middle)) == NIGHT.panel_turn
    changed = ImageChops.difference(canvas.image, dark.image).getbbox()
    assert changed == (two.x, two.y, two.right, two.bottom)


def test_a_ground_is_a_canvas_of_its_own() -> None:
    canvas = ground(200, (), NIGHT)
    canvas.bar(Box(0, 0, WIDTH, 200), NIGHT.gold)
    assert ground(200, (), NIGHT).image.getpixel((0, 0)) != NIGHT.gold


def test_the_sky_is_smooth_and_dark() -> None:
    picture = sky(900)
    assert picture.size == (WIDTH, 900)
    assert max(high for _, high in picture.getextrema()) <= NIGHT.sky_top[2] + 8  # type: ignore[misc] # an RGB picture has pairs


@pytest.mark.parametrize("height", [DEPTH // 2, DEPTH, DEPTH + 300])
def test_a_sky_is_the_same_for_every_height(height: int) -> None:
    high, low = sky(2 * DEPTH), sky(height)
    assert low.size == (WIDTH, height)
    assert low.tobytes() == high.crop((0, 0, WIDTH, height)).tobytes()
    canvas = ground(height, (), NIGHT)
    assert canvas.size == low.size
    assert canvas.image.tobytes() == low.tobytes()
