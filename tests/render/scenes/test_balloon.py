from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random

import pytest
from PIL import Image, ImageChops, ImageDraw

from engine.course import Course
from engine.games.balloon.cards import PACK_SIZE
from engine.games.balloon.view import DICE, FACES, TOP, VALUES, BalloonView, Counted, Odds, Phase
from engine.seats import Seat
from render.api import MAX_ALT, Person, Words
from render.canvas import READABLE, Canvas
from render.context import Context
from render.encode import encode
from render.geometry import Size
from render.lettering import cap_height
from render.panels import ALT_BADGE, sky
from render.scenes import SCENES
from render.scenes.balloon.examples import TRIP
from render.scenes.balloon.figures import MARKS, tile
from render.scenes.balloon.hand import CARD
from render.scenes.balloon.parts import DIE, TOKEN, percent
from render.scenes.balloon.scene import BalloonScene, dice_box
from render.scenes.balloon.sky import paint_sky
from render.theme import LEGIBLE, WIDTH
from tests.engine.walks import Beginning
from tests.render.conftest import ABSURD
from tests.soak.amounts import some

SCENE = SCENES["balloon"]
DRAWN = BalloonScene()
Draw = Callable[[Context[BalloonView]], Canvas]
Views = dict[Seat | None, BalloonView]


def flown(seats: int, seed: int) -> Iterator[Views]:
    """Return what everybody saw of a game whose players mostly stay and pay."""
    random = Random(seed)
    course = Beginning("balloon", seats, {}, seed).course()
    while True:
        yield {s: _view(course, s) for s in (None, *map(Seat, range(1, seats + 1)))}
        if not course.to_act():
            return
        seat = course.to_act()[0]
        bold, *others = course.legal(seat)
        move = random.choice(others) if others and random.random() < 0.2 else bold
        course = course.then(seat, move)


def _view(course: Course, seat: Seat | None) -> BalloonView:
    view = course.view(seat)
    assert isinstance(view, BalloonView)
    return view


@pytest.fixture(scope="module", params=[2, 3, 6])
def game(request: pytest.FixtureRequest) -> Sequence[Views]:
    return list(flown(request.param, 3))


@pytest.fixture(scope="module")
def six() -> Sequence[Views]:
    return list(flown(6, 3))


def persons(view: BalloonView, start: int = 0) -> list[Person]:
    names: tuple[str, ...] = ("Annie", "Benny", "Nimbus", "Dora", "Emil", "Frida")
    if start:
        names = tuple(ABSURD[(start + i) % len(ABSURD)] for i in range(6))
    return [Person(names[i], house=i == 2) for i in range(view.seats)]


def moments(game: Sequence[Views]) -> list[tuple[Draw, BalloonView]]:
    """Return tables, hands and results of a game."""
    tables: list[tuple[Draw, BalloonView]] = [(DRAWN.draw_table, views[None]) for views in game]
    hands = [(DRAWN.draw_hand, views[Seat(2)]) for views in game[::20]]
    results = [
        (DRAWN.draw_deal, views[None]) for views in game if views[None].last_trip is not None
    ]
    return [*tables[::12], tables[-1], *hands, results[0], results[-1]]


def test_moments_of_a_game_paint(game: Sequence[Views], words: Words) -> None:
    for views in game[::12]:
        for seat, view in views.items():
            paint = SCENE.table if seat is None else SCENE.hand
            picture = paint(view, persons(view), words)
            assert picture.data[:4] == b"\x89PNG"
            assert picture.width == WIDTH
            assert 0.55 * WIDTH <= picture.height <= 1.1 * WIDTH
            assert 0 < len(picture.alt) <= MAX_ALT
            assert len(picture.data) < 80_000


@pytest.mark.parametrize("start", [0, 1, 5, 9])
def test_texts_lie_inside_the_picture_and_are_legible(
    game: Sequence[Views], words: Words, start: int
) -> None:
    for draw, view in moments(game):
        canvas = draw(Context(view, persons(view, start), words))
        for line, box, room in canvas.texts:
            assert room.x <= box.x
            assert box.right <= room.right
            assert room.y <= box.y
            assert box.bottom <= room.bottom
            assert 0 <= room.x < room.right <= canvas.image.width
            assert 0 <= room.y < room.bottom <= canvas.image.height
            if line.text.isdigit():
                assert cap_height(line.size) >= LEGIBLE


def test_names_are_legible(game: Sequence[Views], words: Words) -> None:
    for draw, view in moments(game):
        lines = [line for line, _, _ in draw(Context(view, persons(view), words)).texts]
        named = [line for line in lines if line.text in {"Annie", "Benny", "Nimbus"}]
        assert named
        assert all(line.size >= READABLE for line in named)


@pytest.mark.parametrize("start", some(range(1, len(ABSURD), 3), 2))
def test_absurd_names_change_nothing_outside_their_own_lines(
    six: Sequence[Views], words: Words, start: int
) -> None:
    for draw, view in moments(six)[::5]:
        nameless = [Person("", house=i == 2) for i in range(6)]
        plain = draw(Context(view, nameless, words))
        odd = draw(Context(view, persons(view, start), words))
        difference = ImageChops.difference(plain.image, odd.image).convert("L")
        cover = ImageDraw.Draw(difference)
        for line, _, box in plain.texts:
            if line.text.startswith("Seat"):
                cover.rectangle((0, box.y, WIDTH, box.bottom - 1), fill=0)
        assert difference.getbbox() is None


@pytest.mark.parametrize("start", some(range(len(ABSURD)), 3))
def test_alt_texts_hold_all_facts_whatever_people_are_called(
    six: Sequence[Views], words: Words, start: int
) -> None:
    view = max((v[None] for v in six), key=lambda view: (view.cloud < 9, sum(view.jumps)))
    alt = SCENE.table(view, persons(view, start), words).alt
    assert len(alt) <= MAX_ALT
    for seat in range(6):
        assert f"score {view.scores[seat]}, {view.hand_counts[seat]} card" in alt
    assert alt.count("jumped at") == sum(map(bool, view.jumps))
    assert f"{view.pile} card" in alt.rpartition("Discards")[2]


def test_the_tables_alt_text_says_the_public_state(words: Words) -> None:
    view = next(v[None] for v in flown(3, 3) if v[None].phase is Phase.RIDE and any(v[None].jumps))
    alt = SCENE.table(view, persons(view), words).alt
    names = [person.name for person in persons(view)]
    assert f"at cloud {view.cloud} of 9" in alt
    assert f"{names[view.to_act[0] - 1]} is to stay or jump." in alt
    assert f"{names[view.pilot - 1]}" in alt
    assert "Nimbus (house)" in alt
    assert "balloon" in alt


def test_a_table_painted_from_a_seats_view_shows_no_more_than_a_spectators(
    six: Sequence[Views], words: Words
) -> None:
    for views in six[::20]:
        people = persons(views[None])
        public = SCENE.table(views[None], people, words)
        assert all(SCENE.table(view, people, words) == public for view in views.values())


def test_b4_a_hand_does_not_tell_what_the_pilot_holds(words: Words) -> None:
    """Two pilots, one with a wild card and one without, look the same to everybody else."""
    view = next(v[None] for v in flown(3, 3) if v[None].phase is Phase.PAY)
    pilot = replace(view, seat=view.pilot, hand=("W",) * 6, legal=("wild", "fall"))
    people = persons(view)
    assert SCENE.table(pilot, people, words) == SCENE.table(view, people, words)


def test_the_hands_alt_text_says_cards_chance_and_what_may_be_done(words: Words) -> None:
    view = next(
        v
        for views in flown(3, 3)
        for v in views.values()
        if v.phase is Phase.RIDE and v.seat in v.to_act
    )
    view = replace(view, hand=("R", "R", "Y", "W"), odds=Odds(3, 8))
    alt = SCENE.hand(view, persons(view), words).alt
    assert "You hold 2 red, 1 yellow, 1 wild." in alt
    assert "Chance that the pilot can pay: 38%." in alt
    assert "You may: stay, jump." in alt


def test_the_chance_is_written_in_percent(words: Words) -> None:
    view = next(v[Seat(2)] for v in flown(3, 3) if v[Seat(2)].odds)
    canvas = DRAWN.draw_hand(Context(replace(view, odds=Odds(3, 8)), persons(view), words))
    assert "38%" in [line.text for line, _, _ in canvas.texts]
    rare = DRAWN.draw_hand(Context(replace(view, odds=Odds(1, 999)), persons(view), words))
    assert "<1%" in [line.text for line, _, _ in rare.texts]
    hidden = DRAWN.draw_hand(Context(replace(view, odds=None), persons(view), words))
    assert not [line.text for line, _, _ in hidden.texts if "%" in line.text]


def test_a_long_hand_fits(words: Words) -> None:
    view = next(v[Seat(1)] for v in flown(3, 3))
    hand = ("R",) * 18 + ("G",) * 18 + ("P",) * 12 + ("W",) * 4
    canvas = DRAWN.draw_hand(Context(replace(view, hand=hand), persons(view), words))
    texts = [line.text for line, _, _ in canvas.texts]
    assert all(any(text.startswith(count) for text in texts) for count in ("18", "12", "4"))


def test_the_marks_of_colours_differ_in_figure_colour_and_letter() -> None:
    assert set(MARKS) == set(FACES)
    assert len({mark.figure for mark in MARKS.values()}) == len(FACES)
    assert len({mark.colour for mark in MARKS.values()}) == len(FACES)
    pieces = [tile(face, TOKEN).pieces[1].picture.convert("L").tobytes() for face in FACES]
    assert len(set(pieces)) == len(FACES)


@pytest.mark.parametrize("size", [TOKEN, DIE, CARD])
@pytest.mark.parametrize("face", FACES)
def test_the_letters_of_colours_are_legible(
    monkeypatch: pytest.MonkeyPatch, face: str, size: Size
) -> None:
    canvas, blank = Canvas(Image.new("RGB", size)), Canvas(Image.new("RGB", size))
    canvas.sprite(tile(face, size), 0, 0)
    mark = MARKS[face]
    monkeypatch.setitem(MARKS, face, mark._replace(letter=mark.colour))
    blank.sprite(tile.__wrapped__(face, size), 0, 0)
    box = ImageChops.difference(canvas.image, blank.image).getbbox()
    assert box is not None
    assert box[3] - box[1] >= LEGIBLE


def test_the_fullest_foot_keeps_discards_and_their_word_apart(words: Words) -> None:
    view = next(flown(3, 3))[None]
    heaps = tuple(Counted(face, 18) for face in FACES)
    view = replace(view, cloud=8, dice=("R", "G", "P", "Y"), discards=heaps)
    canvas = DRAWN.draw_table(Context(view, persons(view), words))
    label = next(w for w in canvas.texts if w.line.text == words("picture.balloon.discards"))
    assert label.room.x >= ALT_BADGE.w
    assert label.room.right <= min(w.room.x for w in canvas.texts if w.line.text == "18") - TOKEN.w
    assert [w.line.text for w in canvas.texts].count("18") == len(FACES)


@pytest.mark.parametrize("cloud", some(range(1, 9), 3))
def test_dice_lie_beside_the_clouds_and_what_hangs_from_them(cloud: int, words: Words) -> None:
    """The dice are painted over whatever lies there, so nothing may."""
    view = replace(next(flown(3, 3))[None], cloud=cloud)
    faces = ("R", "G", "P", "Y")[: DICE[cloud]]
    thrown = DRAWN.draw_table(Context(replace(view, dice=faces), persons(view), words))
    bare = replace(view, dice=faces)
    box = dice_box(bare)
    sky_only = sky(thrown.image.height).crop((box.x, box.y, box.right, box.bottom))
    clouds = Canvas(sky(thrown.image.height))
    paint_sky(clouds, Context(bare, persons(view), words))
    under = clouds.image.crop((box.x, box.y, box.right, box.bottom))
    assert ImageChops.difference(under, sky_only).getbbox() is None


def test_a_passengers_cards_are_not_measured_by_what_the_pilot_needs(words: Words) -> None:
    view = next(v[None] for v in flown(3, 3) if v[None].phase is Phase.RIDE)
    hand = ("R", "G", "P", "Y", "W")
    throw = ("R", "R", "Y")
    for seat in map(Seat, (1, 2, 3)):
        own = replace(view, seat=seat, hand=hand, dice=throw, cloud=4)
        texts = [w.line.text for w in DRAWN.draw_hand(Context(own, persons(view), words)).texts]
        flies = seat == view.pilot
        assert any(" / " in text for text in texts) == flies
        key = "yours" if flies else "pilots"
        assert words(f"picture.balloon.need.{key}") in texts
        alt = SCENE.hand(own, persons(view), words).alt
        assert ("You need: red, red, yellow." if flies else "The pilot needs: red, red") in alt


@pytest.mark.parametrize("cloud", some(range(1, 10), 3))
def test_a_hand_shows_what_jumping_brings_and_what_the_next_cloud_is_worth(
    cloud: int, words: Words
) -> None:
    view = next(v for views in flown(3, 3) for v in views.values() if "jump" in v.legal)
    view = replace(view, cloud=cloud)
    canvas = DRAWN.draw_hand(Context(view, persons(view), words))
    written = {w.line.text: w for w in canvas.texts}
    worth = [w.line.text for w in canvas.texts if w.room.y < 200 and w.line.text.isdigit()]
    assert words("picture.balloon.cloud.jump") in written
    assert worth[1:] == [str(value) for value in VALUES[cloud : cloud + 2]]
    assert (words("picture.balloon.cloud.next") in written) == (cloud < TOP)


@pytest.mark.parametrize(
    ("ways", "total", "text"),
    [
        (0, 5, "0%"),
        (1, 999, "<1%"),
        (1, 100, "1%"),
        (1, 3, "33%"),
        (99, 100, "99%"),
        (998, 999, ">99%"),
        (1, 1, "100%"),
    ],
)
def test_only_what_is_certain_is_a_hundred_percent(
    ways: int, total: int, text: str, words: Words
) -> None:
    assert percent(Odds(ways, total), words) == text


def test_the_same_view_gives_the_same_bytes_in_any_thread(
    six: Sequence[Views], words: Words
) -> None:
    views = [v[None] for v in six[::9]] * 2
    people = persons(views[0])
    alone = [SCENE.table(view, people, words) for view in views]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda view: SCENE.table(view, people, words), views)) == alone


def test_the_palette_keeps_the_picture(six: Sequence[Views], words: Words) -> None:
    view = max((v[None] for v in six), key=lambda view: view.cloud)
    assert len(encode(DRAWN.draw_table(Context(view, persons(view), words)).image)) < 60_000


def test_the_result_tells_how_the_trip_ended_and_who_made_what(
    game: Sequence[Views], words: Words
) -> None:
    view = game[-1][None]
    result = view.last_trip
    assert result is not None
    alt = SCENE.deal(view, persons(view), words).alt
    for points, total in zip(result.points, result.totals, strict=True):
        assert f"{points} made, total {total}" in alt
    texts = [line.text for line, _, _ in DRAWN.draw_deal(Context(view, persons(view), words)).texts]
    assert words("picture.balloon.result", trip=result.trip, cloud=result.cloud) in texts


@pytest.mark.parametrize("page", [1, 2, 3])
def test_the_rules_have_example_pictures(page: int, words: Words) -> None:
    picture = SCENE.rules(page, words)
    assert picture is not None
    assert 0 < len(picture.alt) <= MAX_ALT


def test_b5_the_example_has_all_cards_of_the_pack_and_a_throw_of_its_cloud() -> None:
    lying = sum(heap.count for heap in TRIP.discards)
    assert sum(TRIP.hand_counts) + TRIP.pile + lying == PACK_SIZE
    assert len(TRIP.dice) == DICE[TRIP.cloud]
    assert TRIP.flight is not None
    for face in TRIP.flight.paid:
        assert any(heap.card == face for heap in TRIP.discards)


@pytest.mark.parametrize("page", [0, 4, -1])
def test_other_pages_have_none(page: int, words: Words) -> None:
    assert SCENE.rules(page, words) is None


def test_what_cannot_be_painted_is_refused(words: Words) -> None:
    view = next(flown(3, 3))[None]
    with pytest.raises(ValueError, match="spectator"):
        SCENE.hand(view, persons(view), words)
    with pytest.raises(ValueError, match="finished"):
        SCENE.result(view, persons(view), words)
    with pytest.raises(TypeError, match="not a BalloonView: object"):
        SCENE.table(object(), (), words)
