from __future__ import annotations

import pytest
from PIL import Image

from render.canvas import BIG, PLAIN, READABLE, SMALL, Anchor, Canvas, Lettered, cut_sprite
from render.lettering import cap_height
from render.shapes import Box, Size, panel_mask
from render.theme import LEGIBLE, NIGHT, WIDTH

ROOM = Box(50, 20, 200, 60)


def _canvas() -> Canvas:
    return Canvas(Image.new("RGB", (300, 100)))


def test_the_least_readable_size_has_legible_capitals_and_no_smaller_one_does() -> None:
    assert cap_height(READABLE) >= LEGIBLE > cap_height(READABLE - 1)
    assert LEGIBLE >= 0.03 * WIDTH
    assert min(BIG.size, PLAIN.size) >= READABLE


def test_a_canvas_never_paints_on_the_background_it_was_given() -> None:
    ground = Image.new("RGB", (300, 100))
    Canvas(ground).bar(Box(0, 0, 300, 100), NIGHT.gold)
    assert ground.getbbox() is None


@pytest.mark.parametrize(("anchor", "edge"), [("left", 50), ("right", 250)])
def test_text_stands_at_the_side_it_is_anchored_to(anchor: Anchor, edge: int) -> None:
    canvas = _canvas()
    canvas.text("HH", ROOM, Lettered(BIG, NIGHT.text, anchor))
    box = canvas.image.getbbox()
    assert box is not None
    assert min(abs(box[0] - edge), abs(box[2] - edge)) <= 5


def test_capitals_are_centred_in_their_room() -> None:
    canvas = _canvas()
    canvas.text("H", ROOM, Lettered(BIG, NIGHT.text))
    box = canvas.image.getbbox()
    assert box is not None
    assert abs((box[1] + box[3]) / 2 - ROOM.middle) <= 1


@pytest.mark.parametrize("height", [20, 40, 60])
@pytest.mark.parametrize("text", ["ÅÅgjy", "عليي", "ที่สุ", "अनिरुद्ध"])
def test_ink_stays_in_a_room_of_any_height(text: str, height: int) -> None:
    canvas = _canvas()
    canvas.text(text, ROOM._replace(h=height), Lettered(BIG, NIGHT.text))
    box = canvas.image.getbbox()
    assert box is not None
    assert box[1] >= ROOM.y
    assert box[3] <= ROOM.y + height


def test_a_caption_shrinks_further_than_a_text_before_it_is_cut() -> None:
    canvas = _canvas()
    canvas.text("a longer word", ROOM, Lettered(PLAIN, NIGHT.text))
    canvas.caption("a longer word", ROOM, Lettered(PLAIN, NIGHT.text))
    text, caption = (written.line for written in canvas.texts)
    assert text.text.endswith("…")
    assert caption.text == "a longer word"
    assert caption.size < READABLE


def test_small_type_is_kept_as_it_is() -> None:
    canvas = _canvas()
    canvas.text("word", ROOM, Lettered(SMALL, NIGHT.text))
    assert canvas.texts[0].line.size == SMALL.size


def test_a_cut_sprite_is_pasted_as_the_whole_picture_would_be() -> None:
    picture = Image.effect_noise((40, 60), 80).convert("RGB")
    mask = Image.new("L", (40, 60), 255)
    mask.paste(0, (0, 0, 6, 6))
    mask.paste(0, (34, 54, 40, 60))
    canvas = _canvas()
    canvas.sprite(cut_sprite(picture, mask, 8), 20, 10)
    whole = Image.new("RGB", (300, 100))
    whole.paste(picture, (20, 10), mask)
    assert canvas.image.tobytes() == whole.tobytes()


@pytest.mark.parametrize("outline", [0, 2, 5])
@pytest.mark.parametrize("height", [40, 48, 49, 90])
@pytest.mark.parametrize("width", [44, 49, 250])
def test_a_panel_looks_the_same_whether_its_corners_are_painted_apart_or_not(
    width: int, height: int, outline: int
) -> None:
    box = Box(20, 5, width, height)
    canvas = _canvas()
    canvas.panel(box, NIGHT.gold, outline=outline)
    whole, mask = Image.new("RGB", (300, 100)), panel_mask(Size(box.w, box.h), 20, outline)
    whole.paste(Image.new("RGB", mask.size, NIGHT.gold), (box.x, box.y), mask)
    assert canvas.image.tobytes() == whole.tobytes()


def test_a_large_panel_needs_masks_in_its_corners_alone() -> None:
    canvas = _canvas()
    canvas.panel(Box(20, 5, 250, 90), NIGHT.gold)
    assert {stroke.mask.size for stroke in canvas.strokes if stroke.mask} == {(20, 20)}


def test_a_part_laid_into_a_picture_stands_where_it_was_laid() -> None:
    direct, whole = _canvas(), _canvas()
    part = Canvas(Image.new("RGB", (ROOM.w, ROOM.h)))
    part.text("word", Box(0, 0, ROOM.w, ROOM.h), Lettered(BIG, NIGHT.text))
    whole.lay(part, ROOM.x, ROOM.y)
    direct.bar(ROOM, (0, 0, 0))
    direct.text("word", ROOM, Lettered(BIG, NIGHT.text))
    assert whole.image.tobytes() == direct.image.tobytes()
    assert whole.texts == direct.texts


def test_what_is_added_to_a_canvas_stands_where_it_stood() -> None:
    part, whole, direct = _canvas(), _canvas(), _canvas()
    for canvas in (part, direct):
        canvas.bar(Box(20, 30, 40, 10), NIGHT.gold)
        canvas.text("9", Box(100, 20, 80, 60), Lettered(BIG, NIGHT.text))
    whole.add(part)
    assert whole.image.tobytes() == direct.image.tobytes()
    assert whole.texts == direct.texts
