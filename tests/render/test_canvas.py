"""The canvas: shapes, strokes, sprites, dice and emoji on it."""

from __future__ import annotations

import io
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.presenters.cards import card_emoji
from bot.texts import Texts
from engine.cards import FACES
from engine.games.balloon.view import FACES as BALLOON_FACES
from render.canvas import (
    BIG,
    PLAIN,
    READABLE,
    SMALL,
    Anchor,
    Canvas,
    Lettered,
    Stroke,
    cut_sprite,
    painted,
)
from render.charts import die, tile
from render.emoji import LETTERS, SIDE, finished
from render.encode import palette
from render.faces import COURT, tones
from render.lettering import cap_height
from render.nines import LOW
from render.panels import sky
from render.scenes import EMOJI, emoji
from render.scenes.cloud_nine.hand import CARD
from render.shapes import SHAPES, Box, Size, circle, curve, mirrored, panel_mask, shape_mask, star
from render.sprites import STRIP, Look, card, card_back, lay, suit_colour
from render.theme import LEGIBLE, NIGHT, PACK, WIDTH, Colour, dimmed, lettered
from render.tricks import HAND_CARD
from tests.render.contrasts import contrast
from tests.soak.amounts import some

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


def test_a_box_knows_its_edges() -> None:
    box = Box(10, 20, 30, 40)
    assert (box.right, box.bottom, box.middle) == (40, 60, 40)
    assert box.inset(5, 10) == Box(15, 30, 20, 20)


def test_a_curve_begins_and_ends_where_it_should() -> None:
    points = curve((0, 0), ((0, 1), (1, 1), (1, 0)))
    assert points[0] == (0, 0)
    assert points[-1] == pytest.approx((1, 0))
    assert max(y for _, y in points) == pytest.approx(0.75)


def test_a_mirrored_figure_is_symmetrical() -> None:
    figure = mirrored(((0.5, 0), (0.2, 0.5), (0.5, 1)))
    assert {(round(1 - x, 6), y) for x, y in figure} == {(round(x, 6), y) for x, y in figure}


def test_a_circle_has_its_radius_everywhere() -> None:
    assert all((x - 3) ** 2 + (y - 4) ** 2 == pytest.approx(4) for x, y in circle((3, 4), 2))


def test_a_star_stands_on_two_tips_with_one_up() -> None:
    points = star((0, 0), 1, 0.5)
    assert len(points) == 10
    assert min(points, key=lambda point: point[1]) == pytest.approx((0, -1), abs=1e-9)


SUITS = ("S", "H", "D", "C", "jester", "star")


@pytest.mark.parametrize(("one", "other"), list(combinations(SUITS, 2)))
def test_suits_differ_in_shape_and_not_by_colour_only(one: str, other: str) -> None:
    a, b = shape_mask(one, 34), shape_mask(other, 34)
    both = ImageStat.Stat(ImageChops.darker(a, b)).sum[0]
    either = ImageStat.Stat(ImageChops.lighter(a, b)).sum[0]
    assert both / either < 0.8


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_fills_its_box(name: str) -> None:
    box = shape_mask(name, 48).getbbox()
    assert box is not None
    assert box[2] - box[0] >= 30
    assert box[3] - box[1] >= 30


@pytest.mark.parametrize("suit", ["S", "H", "D", "C", "jester", "crown"])
def test_suits_and_crowns_are_symmetrical(suit: str) -> None:
    mask = shape_mask(suit, 40)
    turned = mask.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    assert ImageStat.Stat(ImageChops.difference(mask, turned)).mean[0] < 3


def test_the_ring_of_a_chip_is_a_hole() -> None:
    mask = shape_mask("chip", 100)
    assert mask.getpixel((80, 50)) == 0
    assert mask.getpixel((50, 50)) == 255


def test_a_panels_corners_are_round_and_its_outline_is_empty_inside() -> None:
    full, outline = panel_mask(Size(60, 40), 12), panel_mask(Size(60, 40), 12, 3)
    assert full.getpixel((0, 0)) == 0
    assert full.getpixel((30, 20)) == 255
    assert outline.getpixel((30, 20)) == 0
    assert outline.getpixel((30, 1)) == 255


GROUND = Image.new("RGB", (300, 100), NIGHT.panel)


def _painted() -> Canvas:
    canvas = Canvas(GROUND)
    canvas.panel(Box(-10, -10, 200, 130), NIGHT.gold)
    canvas.shape("disc", Box(250, 60, 80, 80), NIGHT.glow)
    canvas.text("word", Box(20, 10, 250, 60), Lettered(BIG, NIGHT.text))
    return canvas


@pytest.mark.parametrize(("top", "bottom"), [(0, 100), (0, 33), (33, 34), (34, 100)])
def test_some_rows_look_as_they_do_in_the_whole_picture(top: int, bottom: int) -> None:
    canvas = _painted()
    rows = painted(GROUND, canvas.strokes, top, bottom)
    assert rows.tobytes() == canvas.image.crop((0, top, 300, bottom)).tobytes()


def test_a_picture_looked_at_between_two_strokes_is_painted_on() -> None:
    canvas, whole = Canvas(GROUND), _painted()
    for stroke in whole.strokes:
        canvas.strokes.append(stroke)
        before = canvas.image
        assert canvas.image is before
    assert canvas.image.tobytes() == whole.image.tobytes()


def test_strokes_have_one_mark_only_where_they_paint_the_same() -> None:
    mask, other = Image.new("L", (5, 5), 255), Image.new("L", (5, 5), 254)
    made: tuple[Image.Image | Colour, Image.Image | None, int, int, int, int]
    made = (NIGHT.gold, mask, 1, 2, 6, 7)
    plain = Stroke(*made)
    others = [
        Stroke(NIGHT.ink, *made[1:]), Stroke(GROUND, *made[1:]),
        Stroke(NIGHT.gold, other, *made[2:]), Stroke(NIGHT.gold, None, *made[2:]),
        Stroke(NIGHT.gold, mask, 2, *made[3:]),
        Stroke(*made[:5], 8),
    ]  # fmt: skip
    assert plain.mark == Stroke(*made).mark
    assert plain.mark == Stroke(NIGHT.gold, mask.copy(), *made[2:]).mark
    assert len({plain.mark, *(each.mark for each in others)}) == 1 + len(others)


NINE_CARD = Size(98, 137)
SIZES = {"usual": NINE_CARD, "trick": CARD, "small": LOW, "hand": HAND_CARD}
CODES = sorted(set(FACES))


def _picture(code: str, size: Size, look: Look = Look.PLAIN) -> Image.Image:
    canvas = Canvas(Image.new("RGB", size, NIGHT.text))
    canvas.sprite(card(code, size, look), 0, 0)
    return canvas.image


def _ink(picture: Image.Image, code: str) -> Image.Image:
    """Return where a picture is nearly of the suit's colour."""
    plain = Image.new("RGB", picture.size, suit_colour(code))
    bands = ImageChops.difference(picture, plain).split()
    worst = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return worst.point(lambda v: 255 * (v < 60))


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("code", some(CODES, 8))
def test_ranks_are_at_least_three_per_cent_of_the_pictures_width_high(
    code: str, size: Size
) -> None:
    corner = _ink(_picture(code, size, Look.COVERED), code).crop(
        (0, 0, size.w, round(size.w * 0.5))
    )
    box = corner.getbbox()
    assert box is not None
    assert box[3] - box[1] >= LEGIBLE


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("code", some(CODES, 8))
def test_rank_and_suit_stay_in_the_strip_that_is_never_covered(code: str, size: Size) -> None:
    box = _ink(_picture(code, size, Look.COVERED), code).getbbox()
    assert box is not None
    assert box[2] <= size.w * STRIP
    assert box[3] <= size.h


@pytest.mark.parametrize("letter", [*LETTERS, "T", "Д"])
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_a_card_has_the_letter_of_its_readers_language(letter: str, size: Size) -> None:
    board = Canvas(Image.new("RGB", size, NIGHT.text), lettered(NIGHT, letter * 4))
    lay(board, "KH", Box(0, 0, *size), Look.COVERED)
    ink, usual = _ink(board.image, "KH"), _ink(_picture("KH", size, Look.COVERED), "KH")
    box = ink.getbbox()
    assert box is not None
    assert box[2] <= size.w * STRIP
    assert ImageChops.difference(ink, usual).getbbox() is not None


def test_numbers_and_jokers_have_no_letter() -> None:
    for code in ("TH", "2S", "JK"):
        board = Canvas(Image.new("RGB", CARD, NIGHT.text), lettered(NIGHT, "XXXX"))
        lay(board, code, Box(0, 0, *CARD))
        assert ImageChops.difference(board.image, _picture(code, CARD)).getbbox() is None


# The court and the aces: people of the clouds, told apart however small they are.

SMALLEST = Size(90, 84)
"""Its figures are 40 pixels wide."""

ROYAL = "AKQJ"


@pytest.mark.parametrize("suit", "CDHS")
def test_people_of_the_court_differ_where_they_are_40_pixels_wide(suit: str) -> None:
    figures = []
    for rank in ROYAL:
        plain, covered = (
            _picture(f"{rank}{suit}", SMALLEST, k) for k in (Look.PLAIN, Look.COVERED)
        )
        box = ImageChops.difference(plain, covered).getbbox()
        assert box is not None
        assert 34 <= box[2] - box[0] <= 44
        figures.append(ImageChops.difference(plain, covered).convert("L").crop((42, 0, *SMALLEST)))
    figures = [figure.resize((16, 28), Image.Resampling.BOX) for figure in figures]
    for one, other in combinations(figures, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).rms[0] > 20


@pytest.mark.parametrize("size", [*SIZES.values(), SMALLEST, Size(56, 78)])
@pytest.mark.parametrize("code", sorted(COURT))
def test_a_figure_leaves_rank_and_suit_as_they_are(code: str, size: Size) -> None:
    index, whole = (_ink(_picture(code, size, look), code) for look in (Look.COVERED, Look.PLAIN))
    hidden = ImageChops.subtract(index, whole)
    assert hidden.getbbox() is None
    figure = ImageChops.difference(*(_picture(code, size, k) for k in (Look.COVERED, Look.PLAIN)))
    letter = Box(0, 0, round(size.w * 0.5), round(size.w * 0.5))
    assert figure.crop((0, 0, letter.w, letter.h)).getbbox() is None


@pytest.mark.parametrize("code", ["KH", "QS", "JD", "AC"])
def test_a_figure_has_two_tones_that_its_encoded_picture_shows_as_they_are(code: str) -> None:
    tints = tones(suit_colour(code))
    for look, shades in ((Look.PLAIN, tints), (Look.DIM, map(dimmed, tints))):
        picture = _picture(code, CARD, look)
        shown = picture.quantize(palette=palette(NIGHT), dither=Image.Dither.NONE).convert("RGB")
        most = ImageStat.Stat(ImageChops.difference(picture, shown)).rms
        assert max(most) < 8
        for shade in shades:
            counted = picture.getcolors(CARD.w * CARD.h) or []
            assert any(count > 60 for count, colour in counted if colour == shade)
        found = {colour for _, colour in shown.getcolors(CARD.w * CARD.h) or []}
        assert look is Look.DIM or found >= set(tints)


@pytest.mark.parametrize("code", sorted(COURT))
def test_no_court_card_wears_the_gold_of_a_winner(code: str) -> None:
    gold, *parts = NIGHT.gold, *_picture(code, CARD).split()
    assert all(min(pixel) > gold[2] for pixel in zip(*(p.tobytes() for p in parts), strict=True)
               if pixel[0] > 230 and pixel[1] > 190)  # fmt: skip


@pytest.mark.parametrize("look", Look)
@pytest.mark.parametrize("code", ["KH", "TC", "JK"])
def test_a_card_shares_its_paper_and_keeps_only_what_lies_on_it(code: str, look: Look) -> None:
    sprite, other = card(code, NINE_CARD, look), card("2S", NINE_CARD, look)
    paper = [piece for piece in sprite.pieces if piece in other.pieces]
    assert sum(one.picture.height for one in paper) == NINE_CARD.h
    own = [piece.picture for piece in sprite.pieces if piece not in paper]
    covered = look in {Look.COVERED, Look.DIM_COVERED, Look.BARRED}
    assert len(own) == 1 if covered else 2
    most = 0.4 if covered else 0.7
    assert sum(one.width * one.height for one in own) < most * NINE_CARD.w * NINE_CARD.h


def test_all_cards_look_different() -> None:
    pictures = {_picture(code, NINE_CARD).tobytes() for code in CODES}
    assert len(pictures) == len(CODES)


@pytest.mark.parametrize("look", [Look.DIM, Look.COVERED, Look.BARRED])
def test_looks_differ_but_keep_the_index(look: Look) -> None:
    plain, other = (_picture("KH", HAND_CARD, shown) for shown in (Look.PLAIN, look))
    assert plain.tobytes() != other.tobytes()


def test_cards_of_equal_rank_differ_by_more_than_colour() -> None:
    size = NINE_CARD
    inks = {_ink(_picture(f"7{suit}", size), f"7{suit}").tobytes() for suit in "CDHS"}
    assert len(inks) == 4


def test_a_back_tells_nothing_and_is_cached() -> None:
    canvas = Canvas(Image.new("RGB", HAND_CARD, NIGHT.text))
    canvas.sprite(card_back(HAND_CARD), 0, 0)
    back = canvas.image.crop((10, 10, HAND_CARD.w - 10, HAND_CARD.h - 10))
    turned = ImageChops.difference(back, back.rotate(180)).crop((0, 0, back.width, 80))
    assert turned.getbbox() is None
    assert card_back(Size(36, 48)) is card_back(Size(36, 48))


def test_the_corners_of_a_card_let_the_ground_through() -> None:
    assert _picture("KH", NINE_CARD).getpixel((0, 0)) == NIGHT.text


# Dice of any game.

DIE = Size(80, 80)


def dark(face: str) -> int:
    """Return how many pixels of a die are as dark as a pip."""
    canvas = Canvas(sky(200))
    canvas.sprite(die(face, DIE), 10, 10)
    shown = canvas.image.crop((18, 18, 82, 82)).getcolors(10_000) or []
    return sum(count for count, colour in shown if colour == PACK.ink)


def test_a_face_has_as_many_pips_as_it_says() -> None:
    one = dark("1")
    assert one > 100
    assert dark("") == 0
    assert [round(dark(face) / one) for face in "123456"] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("face", ["0", "7", "R", "-"])
def test_a_face_without_pips_is_painted_by_its_game(face: str) -> None:
    with pytest.raises(KeyError):
        die(face, DIE)
    assert tile(DIE, None).pieces


# The emoji: what Discord takes, always the same, and told apart when they are small and grey.

TINY = 22
"""Pixels of an emoji on a button."""

GROUNDS = ((49, 51, 56), (78, 80, 88), (88, 101, 242), (255, 255, 255), (216, 217, 222))
"""What Discord shows buttons on, and buttons themselves, dark and light."""

_DIGESTS = "from render.scenes import EMOJI, emoji; print([emoji(key).digest for key in EMOJI])"


def picture(key: str) -> Image.Image:
    return Image.open(io.BytesIO(emoji(key).data))


def on_button(key: str, ground: tuple[int, int, int]) -> Image.Image:
    """Return an emoji as Discord shows it on a button, in grey."""
    small = picture(key).resize((TINY, TINY), Image.Resampling.LANCZOS)
    sheet = Image.new("RGB", small.size, ground)
    sheet.paste(small, (0, 0), small)
    return sheet.convert("L")


def test_every_card_of_the_games_has_one() -> None:
    assert set(FACES) <= set(EMOJI)
    assert {f"cloud9_{face}" for face in BALLOON_FACES} <= set(EMOJI)


@pytest.mark.parametrize("language", Texts.load().locales)
def test_cards_have_the_letters_of_every_language(language: str) -> None:
    say = Texts.load().words(language)
    assert {card_emoji(card, say) for card in FACES} <= set(EMOJI)


def test_a_french_king_has_an_r() -> None:
    def say(key: str, /, **_values: object) -> str:
        return {"card.short.K": "R"}[key]

    assert [card_emoji(card, say) for card in ("KH", "9H", "JK")] == ["RH", "9H", "JK"]


@pytest.mark.parametrize("key", EMOJI)
def test_discord_takes_it(key: str) -> None:
    assert len(emoji(key).data) < 256 * 1024
    image = picture(key)
    assert (image.format, image.mode, image.size) == ("PNG", "RGBA", (SIDE, SIDE))
    corners = [(x, y) for x in (0, SIDE - 1) for y in (0, SIDE - 1)]
    assert {image.getchannel("A").getpixel(corner) for corner in corners} == {0}


def test_the_same_is_painted_by_every_process() -> None:
    root = Path(__file__).parents[2]
    told = subprocess.run(
        [sys.executable, "-c", _DIGESTS], cwd=root, capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == str([finished(paint).digest for paint in EMOJI.values()])


@pytest.mark.parametrize("ground", GROUNDS)
def test_no_two_look_alike_without_their_colours(ground: tuple[int, int, int]) -> None:
    small = {key: on_button(key, ground) for key in EMOJI}
    alike = [
        (one, other)
        for one, other in combinations(EMOJI, 2)
        if ImageStat.Stat(ImageChops.difference(small[one], small[other])).rms[0] < 20
    ]
    assert alike == []


@pytest.mark.parametrize("ground", GROUNDS)
def test_its_tile_stands_out_from_the_ground(ground: tuple[int, int, int]) -> None:
    assert max(contrast(ground, PACK.paper), contrast(ground, PACK.edge)) >= 3
