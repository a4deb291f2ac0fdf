from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from random import Random

import pytest
from PIL import Image, ImageChops, ImageDraw

from engine.cards import CARD_OF_FACE, mask_of
from engine.chance import Chance
from engine.game import OptionValue
from engine.games import GAMES
from engine.games.nimbly.view import NimblyView
from engine.melds import meld
from engine.seats import Seat
from render.api import MAX_ALT, Person, Picture, Words
from render.canvas import READABLE, Canvas
from render.context import Context
from render.lettering import TIMES, cap_height
from render.scenes import SCENES
from render.scenes.nimbly.examples import COUNTED
from render.scenes.nimbly.parts import SHORT, TALL, row_card
from render.scenes.nimbly.scene import NimblyScene
from render.sprites import INDEX
from render.theme import LEGIBLE, WIDTH
from tests.render.conftest import ABSURD
from tests.soak.amounts import some

SCENE = SCENES["nimbly"]
DRAWN = NimblyScene()
GAME = GAMES["nimbly"]
NAMES = ("Annie", "Benny", "Carol", "Dora", "Nimbus")
Views = dict[Seat | None, NimblyView]


def walk(seats: int, **options: OptionValue) -> Iterator[Views]:
    """Play a game by the best draw of each moment; give what everybody sees."""
    random = Random(seats)
    state = GAME.start(seats, options or {"deals": 2}, Chance(random.randbytes(32))).state
    while True:
        views = {seat: view_of(state, seat) for seat in (None, *map(Seat, range(1, seats + 1)))}
        yield views
        if not views[None].to_act:
            return
        (seat,) = views[None].to_act
        best = max(views[seat].prospects, key=lambda p: p.makes.meld.score if p.makes else 0)
        state = GAME.apply(state, seat, GAME.parse(best.code)).state


def view_of(state: object, seat: Seat | None) -> NimblyView:
    view = GAME.view(state, seat)
    assert isinstance(view, NimblyView)
    return view


@pytest.fixture(scope="module")
def games() -> dict[int, Sequence[Views]]:
    return {seats: list(walk(seats)) for seats in (3, 4, 5)}


@pytest.fixture(scope="module")
def par_game() -> Sequence[Views]:
    return list(walk(3, deals=4, par=True))


def people(seats: int) -> list[Person]:
    return [Person(name, house=name == "Nimbus") for name in NAMES[: seats - 1] + NAMES[4:]]


def absurd(seats: int, start: int) -> list[Person]:
    return [Person(ABSURD[(start + i) % len(ABSURD)], house=i == 1) for i in range(seats)]


def pictures(game: Sequence[Views], words: Words) -> Iterator[tuple[NimblyView, Picture]]:
    """Paint a game's tables, hands and results."""
    seated = people(game[0][None].seats)
    for views in game:
        for seat, view in views.items():
            paint = SCENE.table if seat is None else SCENE.hand
            yield view, paint(view, seated, words)
    for views in game:
        if views[None].last_deal and 0 in views[None].hand_counts:
            yield views[None], SCENE.result(views[None], seated, words)


def canvases(game: Sequence[Views], seated: Sequence[Person], words: Words) -> Iterator[Canvas]:
    """Draw some tables and hands, and the last result."""
    for views in game[::5]:
        yield DRAWN.draw_table(Context(views[None], seated, words))
        (seat,) = views[None].to_act or (Seat(1),)
        yield DRAWN.draw_hand(Context(views[seat], seated, words))
    last = game[-1][None]
    yield DRAWN.draw_deal(Context(last, seated, words))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_moments_of_a_game_paint(
    games: dict[int, Sequence[Views]], words: Words, seats: int
) -> None:
    for _, picture in pictures(games[seats][::3], words):
        assert picture.data[:4] == b"\x89PNG"
        assert picture.width == WIDTH
        assert 0.5 * WIDTH <= picture.height <= 1.15 * WIDTH
        assert 0 < len(picture.alt) <= MAX_ALT
        assert len(picture.data) < 80_000


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_texts_lie_inside_the_picture_and_are_legible(
    games: dict[int, Sequence[Views]], words: Words, seats: int
) -> None:
    for canvas in canvases(games[seats], people(seats), words):
        for line, box, room in canvas.texts:
            assert room.x <= box.x
            assert box.right <= room.right
            assert room.y <= box.y
            assert box.bottom <= room.bottom
            assert 0 <= room.x < room.right <= canvas.image.width
            assert 0 <= room.y < room.bottom <= canvas.image.height
            if any(char.isdigit() for char in line.text):
                assert cap_height(line.size) >= LEGIBLE
                assert not line.text.endswith("…")


@pytest.mark.parametrize("kind", [TALL, SHORT])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_card_of_a_row_is_legible_and_the_row_fits(
    seats: int, kind: tuple[int, float]
) -> None:
    size = row_card(seats, kind)
    assert size.w * INDEX >= LEGIBLE
    assert round(0.62 * size.w) * (3 * seats - 2) + 2 * size.w < WIDTH - 70


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_no_card_is_painted_over_the_edge(words: Words, seats: int) -> None:
    """Right after three cards were drawn from a whole row its pictures reach furthest."""
    start = next(walk(seats))
    (first,) = start[None].to_act
    state = GAME.start(seats, {"deals": 2}, Chance(Random(seats).randbytes(32))).state
    state = GAME.apply(state, first, GAME.parse("draw AAA")).state
    picture = SCENE.table(view_of(state, None), people(seats), words)
    edge = Image.open(BytesIO(picture.data)).convert("RGB").crop((WIDTH - 4, 70, WIDTH, 400))
    assert max(edge.convert("L").tobytes()) < 120


@pytest.mark.parametrize("start", some(range(0, len(ABSURD), 5), 2))
@pytest.mark.parametrize("seats", [3, 5])
def test_absurd_names_change_nothing_outside_their_own_lines(
    games: dict[int, Sequence[Views]], words: Words, seats: int, start: int
) -> None:
    """Everything that differs from the picture with nameless seats lies in lines of names."""
    nameless = [Person("", house=i == 1) for i in range(seats)]
    game = games[seats][::3]
    pairs = zip(
        canvases(game, nameless, words), canvases(game, absurd(seats, start), words), strict=True
    )
    for plain, odd in pairs:
        difference = ImageChops.difference(plain.image, odd.image).convert("L")
        cover = ImageDraw.Draw(difference)
        for line, _, box in plain.texts:
            if line.text.startswith("Seat"):
                cover.rectangle((0, box.y, WIDTH, box.bottom - 1), fill=0)
        assert difference.getbbox() is None


@pytest.mark.parametrize("start", some(range(len(ABSURD)), 3))
def test_alt_texts_hold_all_facts_whatever_people_are_called(
    games: dict[int, Sequence[Views]], words: Words, start: int
) -> None:
    view = games[5][1][None]
    alt = SCENE.table(view, absurd(5, start), words).alt
    assert len(alt) <= MAX_ALT
    assert all(" ".join(row) in alt for row in view.rows)
    assert alt.endswith(words("alt.nimbly.key"))


def test_the_tables_alt_text_says_the_public_state(
    games: dict[int, Sequence[Views]], words: Words
) -> None:
    view = games[3][2][None]
    alt = SCENE.table(view, people(3), words).alt
    assert view.last_draw is not None
    assert "Nimbly, deal 1 of 2." in alt
    assert f"{people(3)[view.to_act[0] - 1].name} is to draw." in alt
    taker = people(3)[view.last_draw.seat - 1].name
    assert f"{taker} has just drawn {' '.join(view.last_draw.cards)}." in alt
    for name, row in zip("ABC", view.rows, strict=True):
        assert f"Row {name}, {len(row)} cards, open end last: {' '.join(row)}." in alt
    assert "Nimbus (house player): 0 points" in alt
    assert all(f"{n} cards in hand, {9 - n} to draw." in alt for n in view.hand_counts)


def test_the_hands_alt_text_says_the_hand_and_what_each_draw_would_make(
    games: dict[int, Sequence[Views]], words: Words
) -> None:
    views = games[3][4]
    (seat,) = views[None].to_act
    view = views[seat]
    assert view.hand is not None
    alt = SCENE.hand(view, people(3), words).alt
    assert f"Your hand: {' '.join(view.hand.cards)}" in alt
    for prospect in view.prospects:
        assert prospect.makes is not None
        found = re.search(rf"\b{prospect.code[5:]} [^,.]*= {prospect.makes.meld.score}\b", alt)
        assert found


def test_who_waits_sees_their_hand_and_nobodys_prospects(
    games: dict[int, Sequence[Views]], words: Words
) -> None:
    views = games[3][4]
    waiting = next(seat for seat in (Seat(1), Seat(2), Seat(3)) if seat not in views[None].to_act)
    picture = SCENE.hand(views[waiting], people(3), words)
    assert "would make" not in picture.alt
    assert picture.height < SCENE.hand(views[views[None].to_act[0]], people(3), words).height


def test_a_table_painted_from_a_seats_view_shows_no_more_than_a_spectators(
    games: dict[int, Sequence[Views]], words: Words
) -> None:
    for views in games[4][::6]:
        public = SCENE.table(views[None], people(4), words)
        assert all(SCENE.table(view, people(4), words) == public for view in views.values())


def test_the_same_view_gives_the_same_bytes_in_any_thread(
    games: dict[int, Sequence[Views]], words: Words
) -> None:
    views = [v[None] for v in games[3][::4]] * 2
    paint: Callable[[NimblyView], Picture] = lambda view: SCENE.table(view, people(3), words)  # noqa: E731 - one line, used twice
    alone = [paint(view) for view in views]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(paint, views)) == alone


def test_cards_just_taken_are_marked_where_they_lay(
    games: dict[int, Sequence[Views]], words: Words
) -> None:
    view = games[3][4][None]
    marked = DRAWN.draw_table(Context(view, people(3), words)).image
    bare = DRAWN.draw_table(Context(replace(view, last_draw=None), people(3), words)).image
    box = ImageChops.difference(marked, bare).getbbox()
    assert box is not None
    assert box[2] - box[0] > 100


def test_the_result_tells_every_nine_points_and_totals(
    games: dict[int, Sequence[Views]], words: Words
) -> None:
    view = games[5][-1][None]
    result = view.last_deal
    assert result is not None
    alt = SCENE.deal(view, people(5), words).alt
    assert all(" ".join(nine.cards) in alt for nine in result.hands)
    assert all(
        f"{p} points, total {t}" in alt for p, t in zip(result.points, result.totals, strict=True)
    )


def test_a_hand_below_par_is_marked_so(par_game: Sequence[Views], words: Words) -> None:
    """J6."""
    marks = 0
    for views in par_game:
        result = views[None].last_deal
        if result and result.par and 0 in views[None].hand_counts:
            texts = [
                t.line.text for t in DRAWN.draw_deal(Context(views[None], people(3), words)).texts
            ]
            below = [n for n in result.hands if n.meld.score < result.par.meld.score]
            assert texts.count(words("picture.nimbly.below_par")) == len(below)
            assert f"= {result.par.meld.score}" in texts
            assert "Par, the nine undealt cards" in SCENE.result(views[None], people(3), words).alt
            marks += len(below)
    assert marks


def test_a_game_with_par_says_so(par_game: Sequence[Views], words: Words) -> None:
    """J6."""
    texts = [
        t.line.text for t in DRAWN.draw_table(Context(par_game[0][None], people(3), words)).texts
    ]
    assert "Deal 1/4 · par" in texts
    assert "below par" in SCENE.table(par_game[0][None], people(3), words).alt


def test_a_game_played_to_a_target_says_so(games: dict[int, Sequence[Views]], words: Words) -> None:
    """J7."""
    view = replace(games[3][3][None], deals=None, target=147)
    assert "played to 147 points" in SCENE.table(view, people(3), words).alt
    texts = [t.line.text for t in DRAWN.draw_table(Context(view, people(3), words)).texts]
    assert words("picture.nimbly.progress_open", deal=1, target=147) in texts


@pytest.mark.parametrize("page", [1, 2, 3])
def test_the_rules_have_example_pictures(page: int, words: Words) -> None:
    picture = SCENE.rules(page, words)
    assert picture is not None
    assert 0 < len(picture.alt) <= MAX_ALT


@pytest.mark.parametrize("page", [0, 4, -1])
def test_other_pages_have_none(page: int, words: Words) -> None:
    assert SCENE.rules(page, words) is None


def test_the_examples_are_as_the_rules_pages_say(words: Words) -> None:
    first, second = SCENE.rules(1, words), SCENE.rules(2, words)
    assert first is not None
    assert second is not None
    assert re.findall(r"(\w\w)\.", first.alt) == ["JD", "7S", "JC"]
    assert "Annie has just drawn JD JH JC." in second.alt
    assert re.findall(r"(\w\w)\. R", second.alt) == ["8S", "7S"]
    cards = mask_of(CARD_OF_FACE[code] for code in COUNTED.cards)
    assert meld(cards, ace_low=False) == COUNTED.meld
    assert f" {TIMES} ".join("526") + " = **60**" in words("rules.nimbly.3.body")


def test_a_spectator_has_no_hand(games: dict[int, Sequence[Views]], words: Words) -> None:
    with pytest.raises(ValueError, match="spectator"):
        SCENE.hand(games[3][0][None], people(3), words)


def test_no_result_before_a_deal_is_finished(
    games: dict[int, Sequence[Views]], words: Words
) -> None:
    with pytest.raises(ValueError, match="finished"):
        SCENE.result(games[3][0][None], people(3), words)


def test_the_view_of_another_game_is_refused(words: Words) -> None:
    with pytest.raises(TypeError, match="Nimbly"):
        SCENE.table(object(), people(3), words)


def test_names_are_legible(games: dict[int, Sequence[Views]], words: Words) -> None:
    long = [Person("Anna"), Person("Benedict the Long-winded of Foo", house=True), Person("Cy")]
    for canvas in canvases(games[3], long, words):
        lines = [
            line for line, _, _ in canvas.texts if line.text.startswith(("Anna", "Bene", "Cy"))
        ]
        assert all(line.size >= READABLE for line in lines)
