"""Parts of pictures: panels, charts, nines, tricks, and marks of two moves."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from engine.cards import CARD_OF_FACE, FACES, mask_of
from engine.games.balloon.view import BalloonView
from engine.games.cloud_nine.view import CloudNineView
from engine.games.clumond.view import ClumondView, Played, Trick
from engine.games.nimbly.view import NimblyView
from engine.melds import NINE, meld
from engine.seats import Seat
from render.api import Person, Words
from render.canvas import Canvas
from render.charts import SIGN, Dash, Pen, Span, paint_shares, paint_track, span_of
from render.context import Context
from render.faces import PORTRAITS, portrait
from render.lettering import TIMES
from render.nines import LOW, TILE, arrange, factor_line, own_row, signs_below, tile_row
from render.open_hands import OpenHand, draw_open_hands
from render.panels import (
    ALT_BADGE,
    DEPTH,
    PORTRAIT,
    Seating,
    badge,
    ground,
    name_line,
    name_of,
    seat_boxes,
    short_name_line,
    sky,
)
from render.shapes import Box, Size
from render.sprites import Look, lay
from render.theme import CONTRAST, DAY, NIGHT, WIDTH, Colour, Theme, large, tallest
from render.tricks import shown_trick
from tests.render.hostile import corner, is_plain
from tests.render.scenes.played import NAMES, WORDS, Game, Views, played

LINE = Box(20, 20, 600, 54)


def _canvas() -> Canvas:
    return Canvas(Image.new("RGB", (WIDTH, 100), NIGHT.panel))


def _painted(seating: Seating) -> Canvas:
    canvas = _canvas()
    name_line(canvas, seating, LINE)
    return canvas


def _count(canvas: Canvas, colour: tuple[int, int, int]) -> int:
    return sum(n for n, c in canvas.image.getcolors(100_000) or () if c == colour)


def test_an_unusable_name_is_replaced_by_the_seats_number(words: Words) -> None:
    assert name_of([Person("\u202e\n ")], 1, words) == "Seat 1"
    assert name_of([], 2, words) == "Seat 2"


def test_a_house_player_has_a_portrait() -> None:
    numbers = (None, *range(len(PORTRAITS)))
    shown = {_painted(Seating(1, "Nimbus", number)).image.tobytes() for number in numbers}
    assert len(shown) == len(numbers)


@pytest.mark.parametrize("ground", [NIGHT.panel, DAY.panel, CONTRAST.panel])
@pytest.mark.parametrize("side", [25, PORTRAIT, 150])
def test_portraits_differ_in_outline_and_stand_out(ground: Colour, side: int) -> None:
    shown = []
    for number in range(len(PORTRAITS)):
        canvas = Canvas(Image.new("RGB", (side, side), ground))
        canvas.sprite(portrait(number, side), 0, 0)
        shown.append(canvas.image)
    for one, other in combinations(range(len(PORTRAITS)), 2):
        outline, another = (portrait(number, side).pieces[0].mask for number in (one, other))
        assert outline is not None
        assert another is not None
        assert ImageStat.Stat(ImageChops.difference(outline, another)).mean[0] > 12
        assert ImageStat.Stat(ImageChops.difference(shown[one], shown[other])).rms[0] > 30


@pytest.mark.parametrize("height", [46, 50, 54, 60])
def test_deep_letters_lift_no_name(height: int) -> None:
    canvas = _canvas()
    for name in ("Anna", "Aggy"):
        short_name_line(canvas, Seating(1, name), Box(20, 20, 400, height))
    tops = [written.ink.y for written in canvas.texts if written.line.text.startswith("A")]
    assert len(tops) == 2
    assert len({*tops}) == 1


def test_a_portrait_gives_way_before_a_name_does() -> None:
    for width, has_portrait in ((700, True), (390, False), (300, False)):
        canvas, box = _canvas(), Box(20, 20, width, 60)
        short_name_line(canvas, Seating(1, "Konstantinos", 2), box)
        assert "Konstantinos" in [written.line.text for written in canvas.texts]
        pasted = [one for one in canvas.strokes if isinstance(one.source, Image.Image)]
        assert bool(pasted) is has_portrait


def test_whose_turn_it_is_is_said_in_a_word_beside_an_arrow() -> None:
    waiting = _painted(Seating(1, "Annie"))
    acting = _painted(Seating(1, "Annie", turn="to play"))
    assert "to play" in [line.text for line, _, _ in acting.texts]
    assert _count(acting, NIGHT.mark) > _count(waiting, NIGHT.mark) + 200


def test_a_winner_has_a_crown() -> None:
    plain = _painted(Seating(2, "Benny"))
    crowned = _painted(Seating(2, "Benny", crown=True))
    assert _count(crowned, NIGHT.gold) > _count(plain, NIGHT.gold) + 500


@pytest.mark.parametrize("house", [True, False])
@pytest.mark.parametrize("turn", ["", "to take"])
@pytest.mark.parametrize("crown", [True, False])
def test_the_longest_name_leaves_room_for_every_mark(
    *, house: bool, turn: str, crown: bool
) -> None:
    canvas = _painted(Seating(3, "W" * 70, 2 if house else None, turn, crown=crown))
    ground = _canvas().image
    outside = canvas.image.copy()
    outside.paste(ground.crop((LINE.x, 0, LINE.right, 100)), (LINE.x, 0))
    assert outside.tobytes() == ground.tobytes()


def test_badges_of_different_seats_differ_in_number_and_colour() -> None:
    canvas = _canvas()
    for seat in (1, 2, 3, 4, 5, 6):
        badge(canvas, seat, 60 * seat, 20)
    assert [line.text for line, _, _ in canvas.texts] == list("123456")
    assert all(_count(canvas, colour) > 300 for colour in NIGHT.seats)


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


BOX = Box(20, 10, 300, 100)
WHITE = (252, 252, 252)
RED = (252, 0, 0)


def painted(canvas: Canvas, colour: Colour) -> list[tuple[int, int]]:
    """Return every pixel that has a colour."""
    w, h = canvas.image.size
    return [(x, y) for x in range(w) for y in range(h) if canvas.image.getpixel((x, y)) == colour]


@pytest.fixture
def canvas() -> Canvas:
    return Canvas(Image.new("RGB", (340, 120)), NIGHT)


def test_a_line_rises_with_its_values_and_stays_in_its_box(canvas: Canvas) -> None:
    paint_track(canvas, [(0, 0), (1, 10)], Span(0, 10), BOX, Pen(WHITE))
    points = painted(canvas, WHITE)
    left, right = min(points), max(points)
    assert left[1] > right[1] + 40
    assert all(BOX.x <= x < BOX.right and BOX.y <= y < BOX.bottom for x, y in points)


def test_a_single_value_is_a_dot_in_the_middle(canvas: Canvas) -> None:
    paint_track(canvas, [(0.5, 5)], span_of([5], 10), BOX, Pen(WHITE))
    points = painted(canvas, WHITE)
    middle = (BOX.x + BOX.w // 2, BOX.middle)
    assert points
    assert all(
        abs(x - middle[0]) <= SIGN // 2 and abs(y - middle[1]) <= SIGN // 2 for x, y in points
    )


def test_even_equal_values_have_a_place(canvas: Canvas) -> None:
    paint_track(canvas, [(0, 5), (0.5, 5), (1, 5)], Span(5, 5), BOX, Pen(WHITE))
    assert painted(canvas, WHITE)


def test_lines_that_cover_each_other_are_both_seen_and_so_are_their_ends(canvas: Canvas) -> None:
    track, span = [(0.0, 5.0), (1.0, 5.0)], Span(0, 10)
    below = paint_track(canvas, track, span, BOX, Pen(WHITE))
    above = paint_track(canvas, track, span, BOX, Pen(RED, "kite", Dash(20, 15)), [below])
    assert not above.meets(below)
    line = {canvas.image.getpixel((x, BOX.middle)) for x in range(BOX.x + 30, BOX.right - 60)}
    assert {WHITE, RED} <= line


def test_a_bar_is_divided_as_its_numbers_are(canvas: Canvas) -> None:
    paint_shares(canvas, [(3, WHITE), (0, NIGHT.gold), (1, RED)], BOX, radius=0)
    row = [canvas.image.getpixel((x, BOX.middle)) for x in range(canvas.image.width)]
    assert abs(row.count(WHITE) - 3 * row.count(RED)) <= 3
    assert NIGHT.gold not in row
    assert row[BOX.x] == WHITE
    assert row[BOX.right - 1] == RED
    assert row[BOX.right] == (0, 0, 0)


def test_the_smallest_share_can_be_seen(canvas: Canvas) -> None:
    paint_shares(canvas, [(100_000, WHITE), (1, RED)], BOX)
    assert painted(canvas, RED)


PACK = list(FACES)


def _random_nines(count: int) -> list[tuple[str, ...]]:
    random = Random(5)
    return [tuple(random.sample(PACK, random.randint(1, 9))) for _ in range(count)]


def test_the_marks_count_what_the_meld_counts() -> None:
    """M1-M3: as many cards are marked for a factor as the factor says, one or none if it is 1."""
    for cards in _random_nines(300):
        laid, worth = arrange(cards), meld(mask_of(CARD_OF_FACE[code] for code in _distinct(cards)))
        assert len(laid.flush) == (worth.flush if worth.flush > 1 else 0), cards
        assert len(laid.run) == (worth.run if worth.run > 1 else 0), cards
        assert len(laid.sets) == (worth.sets if worth.sets > 1 else 0), cards


def _distinct(cards: tuple[str, ...]) -> list[str]:
    """Leave out the second joker, which has the spelling of the first."""
    return list(dict.fromkeys(cards))


def test_arranging_loses_no_card() -> None:
    for cards in _random_nines(40):
        assert sorted(arrange(cards).cards) == sorted(cards)


def test_ranks_stand_from_high_to_low_and_jokers_last() -> None:
    assert arrange(("JK", "2C", "AS", "KH", "AD")).cards == ("AS", "AD", "KH", "2C", "JK")


@pytest.mark.parametrize(
    ("cards", "factor", "marked"),
    [
        pytest.param(
            "AS 2C 3D KH", "run", "3D 2C AS", id="M2 an ace stands low in the longest run"
        ),
        pytest.param("KS AS 2S", "run", "AS KS", id="M2 an ace never joins both ends"),
        pytest.param("9C 9D 8C", "run", "9C 8C", id="M1 a rank counts once in a run"),
        pytest.param("9C 9D 9H 4C 4D", "sets", "9H 9D 9C", id="M3 a loose pair has no mark"),
        pytest.param("9C 9D 4C 4D", "sets", "9D 9C", id="M3 only one of two pairs is marked"),
    ],
)
def test_the_cards_that_make_a_factor_are_marked(cards: str, factor: str, marked: str) -> None:
    laid = arrange(tuple(cards.split()))
    assert {laid.cards[at] for at in getattr(laid, factor)} == {*marked.split()}


def test_signs_lie_below_the_cards_in_the_factors_colours() -> None:
    canvas = Canvas(Image.new("RGB", (300, 200)))
    size = Size(98, 137)
    cards = ("9C", "8C")
    seen = own_row(canvas, cards, Box(0, 0, 290, size.h), size, 0, ())
    signs_below(canvas, cards, seen)
    below = canvas.image.crop((0, size.h, 300, 200))
    colours = {colour for _, colour in below.getcolors(10**5) or ()}
    assert {NIGHT.flush, NIGHT.run} <= colours
    assert NIGHT.sets not in colours
    assert seen[1].x > size.w


@pytest.mark.parametrize("count", [0, 3, 9])
def test_cards_that_are_still_to_come_have_one_place(count: int) -> None:
    canvas = Canvas(Image.new("RGB", (900, 200)))
    nine = ("AS", "KS", "QS", "JS", "TS", "9S", "8S", "7S", "6S")
    own_row(canvas, nine[:count], Box(0, 0, 838, 172), Size(130, 172), 9, ())
    places = [stroke for stroke in canvas.strokes if stroke.source == NIGHT.line]
    assert len(places) == (count < 9)
    assert [text.line.text for text in canvas.texts] == [f"{count}/9"] * (count < 9)
    assert max(stroke.right for stroke in canvas.strokes) <= 838


@pytest.mark.parametrize("step", [43, TILE])
def test_small_cards_are_as_legible_as_the_least_that_are_not(step: int) -> None:
    canvas = Canvas(Image.new("RGB", (500, 100)))
    at = Box(0, 0, 0, LOW.h)
    assert tile_row(canvas, ("TS", "QH", "JK"), at, step=step) == 3 * step
    wide = Canvas(Image.new("RGB", (500, 100)))
    lay(wide, "TS", Box(0, 0, *LOW), Look.COVERED)
    small, usual = (each.strokes[3].source for each in (canvas, wide))
    assert isinstance(small, Image.Image)
    assert isinstance(usual, Image.Image)
    assert small.tobytes() == usual.tobytes()


@pytest.mark.parametrize("theme", [NIGHT, large(NIGHT)], ids=["usual", "large"])
@pytest.mark.parametrize("count", range(1, 7))
def test_the_places_of_seats_leave_the_corner_and_little_else(count: int, theme: Theme) -> None:
    lines = count if count < 4 else -(-count // 2)
    height, pitch = 100 * lines, 100
    boxes = seat_boxes(count, 0, pitch, height, theme)
    corner = ALT_BADGE.w * theme.width // WIDTH, height - ALT_BADGE.h * theme.width // WIDTH
    assert len({*boxes}) == count
    assert len({box.h for box in boxes}) == 1
    assert all(box.x >= corner[0] or box.bottom <= corner[1] for box in boxes)
    assert all(box.right <= theme.width for box in boxes)
    assert len({box.x for box in boxes}) == 1 + (count > 3)


def test_a_line_of_factors_says_the_jokers_and_the_value() -> None:
    canvas = Canvas(Image.new("RGB", (400, 60)))
    factor_line(canvas, meld(mask_of([0, 1, 2, 52, 53])), Box(0, 0, 400, 60))
    assert [line.text for line, _, _ in canvas.texts] == [
        "= 29",
        "3",
        TIMES,
        "3",
        TIMES,
        "1",
        "+20",
    ]


# Tricks and hands as pictures of all games of tricks show them.

LED = Trick(2, Seat(2), (Played(Seat(2), "KH"),), None)
WON = Trick(1, Seat(3), (Played(Seat(3), "2C"), Played(Seat(1), "3C")), Seat(1))
OPEN = Trick(2, Seat(1), (), None)


@dataclass(frozen=True)
class Table:
    """The two tricks of a view."""

    trick: Trick
    last_trick: Trick | None
    to_act: tuple[Seat, ...] = ()


@pytest.mark.parametrize(
    ("table", "shown"),
    [
        (Table(LED, WON), (LED, False)),
        (Table(OPEN, WON), (WON, True)),
        (Table(OPEN, WON, (Seat(1),)), (OPEN, False)),
        (Table(OPEN, None), (OPEN, False)),
    ],
)
def test_the_last_trick_is_shown_where_nobody_has_to_lead(
    table: Table, shown: tuple[Trick, bool]
) -> None:
    assert shown_trick(table) == shown


# All hands at a moment of a finished game, in one picture with what all look at.

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
