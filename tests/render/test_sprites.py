from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from engine.cards import FACES
from render.canvas import Canvas
from render.emoji import LETTERS
from render.nines import NINE_CARD
from render.scenes.cloud_nine.scene import CARD
from render.shapes import Box, Size
from render.sprites import STRIP, Look, card, card_back, lay, suit_colour
from render.theme import LEGIBLE, NIGHT, lettered
from render.tricks import HAND_CARD, TRICK_CARD
from tests.soak.amounts import some

SIZES = {
    "cloud": NINE_CARD,
    "trick": TRICK_CARD,
    "result": CARD,
    "hand": HAND_CARD,
}
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
        board = Canvas(Image.new("RGB", TRICK_CARD, NIGHT.text), lettered(NIGHT, "XXXX"))
        lay(board, code, Box(0, 0, *TRICK_CARD))
        assert ImageChops.difference(board.image, _picture(code, TRICK_CARD)).getbbox() is None


@pytest.mark.parametrize("code", ["KH", "QH", "JH"])
def test_no_court_card_wears_the_crown_of_a_winner(code: str) -> None:
    box = (round(TRICK_CARD.w * STRIP), 0, *TRICK_CARD)
    court, number = (_picture(each, TRICK_CARD).crop(box) for each in (code, "9H"))
    assert ImageChops.difference(court, number).getbbox() is None


@pytest.mark.parametrize("look", Look)
@pytest.mark.parametrize("code", ["KH", "TC", "JK"])
def test_a_card_shares_its_paper_and_keeps_only_what_lies_on_it(code: str, look: Look) -> None:
    sprite, other = card(code, NINE_CARD, look), card("2S", NINE_CARD, look)
    paper = [piece for piece in sprite.pieces if piece in other.pieces]
    assert sum(one.picture.height for one in paper) == NINE_CARD.h
    own = [piece.picture for piece in sprite.pieces if piece not in paper]
    covered = look in {Look.COVERED, Look.DIM_COVERED}
    assert len(own) == 1 if covered else 2
    most = 0.4 if covered else 0.7
    assert sum(one.width * one.height for one in own) < most * NINE_CARD.w * NINE_CARD.h


def test_all_cards_look_different() -> None:
    pictures = {_picture(code, NINE_CARD).tobytes() for code in CODES}
    assert len(pictures) == len(CODES)


@pytest.mark.parametrize("look", [Look.DIM, Look.COVERED])
def test_looks_differ_but_keep_the_index(look: Look) -> None:
    plain, other = (_picture("KH", HAND_CARD, shown) for shown in (Look.PLAIN, look))
    assert plain.tobytes() != other.tobytes()


def test_cards_of_equal_rank_differ_by_more_than_colour() -> None:
    size = NINE_CARD
    inks = {_ink(_picture(f"7{suit}", size), f"7{suit}").tobytes() for suit in "CDHS"}
    assert len(inks) == 4


def test_a_back_tells_nothing_and_is_cached() -> None:
    assert card_back(Size(36, 48)) is card_back(Size(36, 48))


def test_the_corners_of_a_card_let_the_ground_through() -> None:
    assert _picture("KH", NINE_CARD).getpixel((0, 0)) == NIGHT.text
