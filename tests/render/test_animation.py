"""Animations: whole deals of real games, decoded again and compared with the pictures of tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, ImageSequence

from engine.course import Course
from engine.events import as_seen_by
from engine.games.clumond.view import ClumondView
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
from render.scenes import SCENES
from render.theme import DAY, NIGHT, WIDTH
from tests.engine.walks import Beginning, usual_seats, walk
from tests.render.hostile import hostile, utf16

PLAYED = [(key, {"balloon": 4}.get(key) or usual_seats(key)) for key in SCENES]
PEOPLE = (Person("Annie"), Person("Benny"), Person("Nimbus", house=True), Person("Dora"))
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
            played[at].view(None),
            as_seen_by(None, played[at].happened[at]) if at > span[0] else (),
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
    scene, people, deal = SCENES[game], PEOPLE[:seats], brief(game, seats, 1)
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
    picture = animate(SCENES["cloud_nine"], deal, PEOPLE[:3], words)
    assert len(picture.data) <= MOST_BYTES / 2
    with Image.open(BytesIO(picture.data)) as image:
        times = [frame.copy().info["duration"] for frame in ImageSequence.Iterator(image)]
    assert len(times) >= len(deal)
    assert sum(times) <= LONGEST_MS
    assert times[-1] == RESULT
    assert times[0] > min(times[1:-1])
    assert max(times[1:-1]) > 2 * min(times[1:-1])


def test_it_plays_for_ever(words: Words) -> None:
    picture = animate(SCENES["balloon"], brief("balloon", 4, 1), PEOPLE[:4], words)
    with Image.open(BytesIO(picture.data)) as image:
        assert image.format == "WEBP"
        assert image.info["loop"] == 0


@pytest.mark.whole
@pytest.mark.parametrize(("game", "seats"), PLAYED)
def test_it_is_told_in_words_as_well(game: str, seats: int, words: Words) -> None:
    number = min(2, courses(game, seats)[-1].view(None).deal)
    scene, deal = SCENES[game], brief(game, seats, number)
    alt = animate(scene, deal, PEOPLE[:seats], words).alt
    told = scene.deal(deal[-1].view, PEOPLE[:seats], words).alt
    unit = scene.unit.removesuffix("s")
    assert alt == (
        f"Animation of {unit} {number}, {len(deal) - 1} moves; it ends with this picture. {told}"
    )
    assert utf16(animate(scene, deal, hostile(seats, 3), words).alt) <= MAX_ALT


def test_the_last_deal_shows_its_last_table_before_the_result(words: Words) -> None:
    scene, deal, people = SCENES["cloud_nine"], brief("cloud_nine", 3, 2), PEOPLE[:3]
    assert deal[-1].view.winners
    shown = decoded(animate(scene, deal, people, words).data)
    assert same(shown[-2], scene.table(deal[-1].view, people, words))


def test_a_deal_that_was_broken_off_ends_with_its_table(words: Words) -> None:
    scene, people = SCENES["clumond"], PEOPLE[:3]
    deal = stills("clumond", 3, 1)[:9]
    picture = animate(scene, deal, people, words)
    last = scene.closed(deal[-1].view, people, words)
    assert same(decoded(picture.data)[-1], last)
    about = "Animation of hand 1, 8 moves; it ends with this picture."
    assert picture.alt == f"{about} {last.alt}"


def test_a_deal_without_a_move_is_a_still(words: Words) -> None:
    (first, *_) = stills("nimbly", 3, 1)
    picture = animate(SCENES["nimbly"], [first], PEOPLE[:3], words)
    with Image.open(BytesIO(picture.data)) as image:
        assert image.size == (picture.width, picture.height)


def test_there_is_nothing_without_a_still(words: Words) -> None:
    with pytest.raises(ValueError, match="no still"):
        animate(SCENES["nimbly"], [], (), words)


def test_the_view_of_another_game_is_refused(words: Words) -> None:
    with pytest.raises(TypeError):
        animate(SCENES["nimbly"], stills("balloon", 4, 1), PEOPLE[:4], words)


def test_it_is_painted_in_the_theme_it_is_given(words: Words) -> None:
    deal, people = stills("balloon", 4, 1)[:4], PEOPLE[:4]
    by_day = decoded(animate(SCENES["balloon"], deal, people, words, DAY).data)
    table = SCENES["balloon"].closed(deal[0].view, people, words, DAY)
    assert same(by_day[0], table)


def test_one_that_weighs_too_much_leaves_out_stills(words: Words) -> None:
    scene, deal, people = SCENES["clumond"], stills("clumond", 3, 1)[:12], PEOPLE[:3]
    whole = animate(scene, deal, people, words)
    most = len(whole.data) * 2 // 3
    light = animate(scene, deal, people, words, most=most)
    assert len(light.data) <= most
    ours, theirs = decoded(light.data), decoded(whole.data)
    assert len(ours) < len(theirs)
    assert [ours[0].picture, ours[-1].picture] == [theirs[0].picture, theirs[-1].picture]
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
    scene, people = SCENES["clumond"], PEOPLE[:3]
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
