"""Pictures and animations as files, decoded again and compared."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from io import BytesIO
from itertools import pairwise
from math import log10
from threading import Event
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageSequence, ImageStat

from bench.evenings import PEOPLE, english
from engine.course import Course
from engine.events import as_seen_by
from engine.games.clumond.view import ClumondView
from engine.seats import Seat
from render import encode as encode_module
from render.animation import (
    BAR,
    LONGEST_MS,
    MOST_BYTES,
    OPENING,
    RESULT,
    STEP,
    AnimationFrame,
    Still,
    animate,
    in_time,
    thinned,
)
from render.api import MAX_ALT, Person, Picture, Words
from render.canvas import ROWS, Canvas
from render.context import Context
from render.encode import _Kept, _Slice, encode, encode_canvas, palette
from render.nines import LOW
from render.panels import sky
from render.scenes import SCENES
from render.scenes.cloud_nine.scene import CloudNineScene
from render.shapes import Box
from render.sprites import card
from render.theme import DAY, NIGHT, PACK, THEMES, WIDTH, Theme
from tests.engine.walks import Beginning, usual_seats, walk
from tests.render.conftest import Views
from tests.render.hostile import hostile, utf16

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
        canvas.sprite(card.__wrapped__("KH", LOW), 10, 0)
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


# Animations: whole deals of real games, decoded again and compared with the pictures of tables.

PLAYED = [(key, {"balloon": 4}.get(key) or usual_seats(key)) for key in SCENES]
FOUR = (Person("Annie"), Person("Benny"), Person("Nimbus", house=True), Person("Dora"))
SHORT = {"cloud_nine": {"deals": 2}, "nimbly": {"deals": 2}, "clumond": {"deals": 3}, "balloon": {}}


@cache
def courses(game: str, seats: int) -> tuple[Course, ...]:
    """Play a short random game, of more than one deal where there are any."""
    return tuple(one.course for one in walk(Beginning(game, seats, SHORT.get(game, {}), seats)))


def stills(game: str, seats: int, deal: int) -> list[Still]:
    """Return the stills of a deal: from its start to what its last move led to."""
    played = courses(game, seats)
    started = [
        0,
        *(
            at
            for at, (one, next_one) in enumerate(pairwise(played), start=1)
            if len(next_one.view(None).deal_scores) > len(one.view(None).deal_scores)
        ),
    ]
    span = range(started[deal - 1], started[deal] + 1)
    return [
        Still(
            played[at].view(None), as_seen_by(None, played[at].happened[at]) if at > span[0] else ()
        )
        for at in span
    ]


def decoded(data: bytes) -> list[AnimationFrame]:
    """Read what a WebP shows: whole pictures, and how long each is there."""
    with Image.open(BytesIO(data)) as image:
        shown = []
        for at in range(getattr(image, "n_frames", 1)):
            image.seek(at)
            shown.append(AnimationFrame(image.convert("RGB"), image.info["duration"]))
    return shown


def below_the_bar(picture: Image.Image, height: int) -> bytes:
    """Return a picture's pixels but for the bar at the top, and for what is below this height."""
    return picture.convert("RGB").crop((0, BAR, WIDTH, height)).tobytes()


def same(frame: AnimationFrame, picture: Picture) -> bool:
    """Return whether a frame shows just what a picture does."""
    with Image.open(BytesIO(picture.data)) as image:
        return below_the_bar(frame.picture, image.height) == below_the_bar(image, image.height)


def filled(frame: AnimationFrame) -> int:
    """Return how many pixels of the bar are filled."""
    row = [frame.picture.getpixel((x, BAR // 2)) for x in range(WIDTH)]
    return sum(pixel == NIGHT.glow for pixel in row)


@cache
def brief(game: str, seats: int, deal: int) -> list[Still]:
    """Return the first and the last stills of a deal."""
    whole = stills(game, seats, deal)
    return [*whole[:5], *whole[-3:]]


@pytest.mark.parametrize(("game", "seats"), PLAYED)
def test_a_deal_is_shown_move_by_move_and_ends_with_its_result(
    game: str, seats: int, words: Words
) -> None:
    scene, people, deal = SCENES[game], FOUR[:seats], brief(game, seats, 1)
    picture = animate(scene, deal, people, words)
    shown = decoded(picture.data)
    assert {frame.picture.size for frame in shown} == {(picture.width, picture.height)}
    # Stills that are alike are one frame.
    for still in deal[:-1]:
        table = scene.closed(still.view, people, words)
        assert any(same(frame, table) for frame in shown[:-1])
    assert same(shown[0], scene.closed(deal[0].view, people, words))
    assert same(shown[-1], scene.deal(deal[-1].view, people, words))
    assert filled(shown[0]) == 0
    assert filled(shown[-1]) == WIDTH
    assert 0 < filled(shown[len(shown) // 2]) < WIDTH


def test_the_longest_deal_is_light_and_does_not_last_too_long(words: Words) -> None:
    deal = stills("cloud_nine", 3, 1)
    assert len(deal) > 40
    picture = animate(SCENES["cloud_nine"], deal, FOUR[:3], words)
    assert len(picture.data) <= MOST_BYTES / 2
    with Image.open(BytesIO(picture.data)) as image:
        times = [frame.copy().info["duration"] for frame in ImageSequence.Iterator(image)]
    assert len(times) >= len(deal)
    assert sum(times) <= LONGEST_MS
    assert times[-1] == RESULT
    assert times[0] > min(times[1:-1])
    assert max(times[1:-1]) > 2 * min(times[1:-1])


def test_it_plays_for_ever(words: Words) -> None:
    picture = animate(SCENES["balloon"], brief("balloon", 4, 1), FOUR[:4], words)
    with Image.open(BytesIO(picture.data)) as image:
        assert image.format == "WEBP"
        assert image.info["loop"] == 0


@pytest.mark.whole
@pytest.mark.parametrize(("game", "seats"), PLAYED)
def test_it_is_told_in_words_as_well(game: str, seats: int, words: Words) -> None:
    number = min(2, courses(game, seats)[-1].view(None).deal)
    scene, deal = SCENES[game], brief(game, seats, number)
    alt = animate(scene, deal, FOUR[:seats], words).alt
    told = scene.deal(deal[-1].view, FOUR[:seats], words).alt
    unit = scene.unit.removesuffix("s")
    assert alt == (
        f"Animation of {unit} {number}, {len(deal) - 1} moves; it ends with this picture. {told}"
    )
    assert utf16(animate(scene, deal, hostile(seats, 3), words).alt) <= MAX_ALT


def test_the_last_deal_shows_its_last_table_before_the_result(words: Words) -> None:
    scene, deal, people = SCENES["cloud_nine"], brief("cloud_nine", 3, 2), FOUR[:3]
    assert deal[-1].view.winners
    shown = decoded(animate(scene, deal, people, words).data)
    assert same(shown[-2], scene.table(deal[-1].view, people, words))


def test_a_deal_that_was_broken_off_ends_with_its_table(words: Words) -> None:
    scene, people = SCENES["clumond"], FOUR[:3]
    deal = stills("clumond", 3, 1)[:9]
    picture = animate(scene, deal, people, words)
    last = scene.closed(deal[-1].view, people, words)
    assert same(decoded(picture.data)[-1], last)
    about = "Animation of hand 1, 8 moves; it ends with this picture."
    assert picture.alt == f"{about} {last.alt}"


def test_a_deal_without_a_move_is_a_still(words: Words) -> None:
    (first, *_) = stills("nimbly", 3, 1)
    picture = animate(SCENES["nimbly"], [first], FOUR[:3], words)
    with Image.open(BytesIO(picture.data)) as image:
        assert image.size == (picture.width, picture.height)


def test_there_is_nothing_without_a_still(words: Words) -> None:
    with pytest.raises(ValueError, match="no still"):
        animate(SCENES["nimbly"], [], (), words)


def test_the_view_of_another_game_is_refused(words: Words) -> None:
    with pytest.raises(TypeError):
        animate(SCENES["nimbly"], stills("balloon", 4, 1), FOUR[:4], words)


def test_it_is_painted_in_the_theme_it_is_given(words: Words) -> None:
    deal, people = stills("balloon", 4, 1)[:4], FOUR[:4]
    by_day = decoded(animate(SCENES["balloon"], deal, people, words, DAY).data)
    table = SCENES["balloon"].closed(deal[0].view, people, words, DAY)
    assert same(by_day[0], table)


def test_one_that_weighs_too_much_leaves_out_stills(words: Words) -> None:
    scene, deal, people = SCENES["clumond"], stills("clumond", 3, 1)[:12], FOUR[:3]
    whole = animate(scene, deal, people, words)
    most = len(whole.data) * 2 // 3
    light = animate(scene, deal, people, words, most=most)
    assert len(light.data) <= most
    ours, theirs = decoded(light.data), decoded(whole.data)
    assert len(ours) < len(theirs)
    ends = [[frames[at].picture.tobytes() for at in (0, -1)] for frames in (ours, theirs)]
    assert ends[0] == ends[1]
    assert sum(frame.shown for frame in ours) == sum(frame.shown for frame in theirs)


def some(times: Sequence[int]) -> list[AnimationFrame]:
    return [AnimationFrame(Image.new("P", (1, 1)), shown) for shown in times]


def test_the_briefest_go_first_and_never_two_in_a_row() -> None:
    times = [OPENING, STEP, STEP, STEP, 1_400, STEP, RESULT]
    left = [frame.shown for frame in thinned(some(times))]
    assert left == [OPENING + STEP, 2 * STEP, 1_400 + STEP, RESULT]


def test_however_little_is_left_the_first_and_the_last_stay() -> None:
    shown = some([1, 2, 3, 4, 5, 6])
    while len(shown) > 2:
        fewer = thinned(shown)
        assert len(fewer) < len(shown)
        assert (fewer[0].picture, fewer[-1].picture) == (shown[0].picture, shown[-1].picture)
        shown = fewer


def test_a_long_deal_is_played_faster_but_its_result_is_not() -> None:
    times = [frame.shown for frame in in_time(some([*[2_000] * 60, RESULT]))]
    assert sum(times) <= LONGEST_MS
    assert times[-1] == RESULT
    short = some([OPENING, STEP, RESULT])
    assert in_time(short) == short


def test_the_last_trick_of_a_hand_of_clumond_is_shown_though_the_next_has_begun(
    words: Words,
) -> None:
    scene, people = SCENES["clumond"], FOUR[:3]
    *_, before, after = (
        scene.context(s.view, people, words, NIGHT) for s in brief("clumond", 3, 1)
    )
    assert isinstance(after.view, ClumondView)
    result = after.view.last_deal
    assert after.view.deal == 2
    assert result is not None
    view = scene.closing(before, after)
    assert isinstance(view, ClumondView)
    assert (view.deal, view.trick, view.tricks) == (1, result.trick, result.tricks)
    assert view.hand_counts == (3, 3, 3)
