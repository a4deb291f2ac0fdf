from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageDraw

from engine.cards import CARD_OF_FACE, mask_of
from engine.games.cloud_nine.view import CloudNineView, Phase
from engine.melds import meld
from engine.seats import Seat
from render import encode
from render.alt import card_name
from render.api import MAX_ALT, Person, Words
from render.canvas import READABLE, Canvas
from render.context import Context
from render.lettering import cap_height
from render.panels import HEAD
from render.scenes import SCENES
from render.scenes.cloud_nine.examples import COUNTED
from render.scenes.cloud_nine.parts import TRICK
from render.scenes.cloud_nine.scene import CloudNineScene
from render.theme import LEGIBLE, WIDTH
from tests.render.conftest import ABSURD, Views
from tests.soak.amounts import some

SCENE = SCENES["cloud_nine"]
DRAWN = CloudNineScene()
Draw = Callable[[Context[CloudNineView]], Canvas]


def _moments(game: Sequence[Views]) -> list[tuple[Draw, CloudNineView]]:
    """Return a table, hand or result of every phase of a game."""
    tables: list[tuple[Draw, CloudNineView]] = [(DRAWN.draw_table, views[None]) for views in game]
    hands = [(DRAWN.draw_hand, views[Seat(2)]) for views in game[::5]]
    results = [
        (DRAWN.draw_deal, views[None]) for views in game if views[None].last_deal is not None
    ]
    return [*tables[::4], *hands, results[0], results[-1]]


def _absurd(start: int) -> list[Person]:
    return [Person(ABSURD[(start + i) % len(ABSURD)], house=i == 1) for i in range(3)]


def test_moments_of_a_game_paint(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    for views in game[::3]:
        for seat, view in views.items():
            picture = (
                SCENE.table(view, people, words)
                if seat is None
                else SCENE.hand(view, people, words)
            )
            assert picture.data[:4] == b"\x89PNG"
            assert picture.width == WIDTH
            assert 0.8 * WIDTH <= picture.height <= 1.1 * WIDTH
            assert 0 < len(picture.alt) <= MAX_ALT
            assert len(picture.data) < 80_000


def test_what_a_table_and_a_hand_have_in_common_is_written_once(
    game: Sequence[Views], people: Sequence[Person], words: Words, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[list[int]] = []
    made = encode._made

    def noted(canvas: Canvas, missing: Sequence[int]) -> Any:
        written.extend([[*missing]] if missing else [])
        return made(canvas, missing)

    monkeypatch.setattr(encode, "_made", noted)
    monkeypatch.setattr(encode, "_KEPT", encode._Kept(encode.KEPT))
    views = next(views for views in game if len(views[None].trick.cards) == 2)
    SCENE.table(views[None], people, words)
    SCENE.hand(views[Seat(2)], people, words)
    table, hand = written
    first, last = -(-HEAD // encode.ROWS), (HEAD + TRICK) // encode.ROWS
    assert {*range(first, last)} <= {*table}
    assert not {*range(first, last)} & {*hand}


def test_texts_lie_inside_the_picture_and_are_legible(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    for draw, view in _moments(game):
        canvas = draw(Context(view, people, words))
        for line, box, room in canvas.texts:
            assert room.x <= box.x
            assert box.right <= room.right
            assert room.y <= box.y
            assert box.bottom <= room.bottom
            assert 0 <= room.x < room.right <= canvas.image.width
            assert 0 <= room.y < room.bottom <= canvas.image.height
            if any(char.isdigit() for char in line.text):
                assert cap_height(line.size) >= LEGIBLE


def test_names_are_legible(game: Sequence[Views], words: Words) -> None:
    people = [Person("Anna"), Person("Benedict the Long-winded of Foo"), Person("Cy", house=True)]
    for draw, view in _moments(game):
        lines = [line for line, _, _ in draw(Context(view, people, words)).texts]
        named = [line for line in lines if line.text.startswith(("Anna", "Bene", "Cy"))]
        assert named
        assert all(line.size >= READABLE for line in named)


@pytest.mark.parametrize("start", some(range(0, len(ABSURD), 3), 2))
def test_absurd_names_change_nothing_outside_their_own_lines(
    game: Sequence[Views], words: Words, start: int
) -> None:
    """Everything that differs from the picture with nameless seats lies in lines of names."""
    for draw, view in _moments(game)[::7]:
        plain = draw(Context(view, [Person(""), Person("", house=True), Person("")], words))
        odd = draw(Context(view, _absurd(start), words))
        difference = ImageChops.difference(plain.image, odd.image).convert("L")
        cover = ImageDraw.Draw(difference)
        heights = [
            (box.y, box.bottom) for line, _, box in plain.texts if line.text.startswith("Seat")
        ]
        for top, bottom in heights:
            cover.rectangle((0, top, WIDTH, bottom - 1), fill=0)
        assert difference.getbbox() is None


@pytest.mark.parametrize("start", some(range(len(ABSURD)), 3))
def test_alt_texts_hold_all_facts_whatever_people_are_called(
    game: Sequence[Views], words: Words, start: int
) -> None:
    busiest = next(v[None] for v in game if v[None].trick.number == 9 and v[None].trick.ranking)
    alt = SCENE.table(busiest, _absurd(start), words).alt
    assert len(alt) <= MAX_ALT
    for cloud in busiest.clouds:
        assert f"{' '.join(cloud.cards)}, " in alt
        assert f"= {cloud.meld.score}." in alt
    assert alt.endswith(words("alt.cloud_nine.key"))


def test_the_tables_alt_text_says_the_public_state(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    view = next(v[None] for v in game if v[None].trick.number == 5 and v[None].phase is Phase.TAKE)
    alt = SCENE.table(view, people, words).alt
    taker = people[view.to_act[0] - 1].name
    assert "deal 1 of 2, trick 5 of 9" in alt
    assert f"{taker} is to take a card." in alt
    assert f"{view.stock} cards in the stock" in alt
    assert "Nimbus (house player)" in alt
    assert all(f"{count} cards in hand" in alt for count in view.hand_counts)


def test_the_hands_alt_text_says_the_hand_and_what_may_be_done(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    view = next(v[Seat(1)] for v in game if v[Seat(1)].legal)
    assert view.hand is not None
    alt = SCENE.hand(view, people, words).alt
    assert f"Your hand: {' '.join(view.hand.cards)}" in alt
    assert "You may play any card." in alt


def test_the_alt_text_says_who_leads_and_whom_a_waiting_hand_waits_for(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    views = next(v for v in game if v[None].to_act == (2,) and v[None].trick.cards)
    first = views[None].trick.cards[0]
    leads = f"{people[first.seat - 1].name} leads {card_name(first.card, words)}"
    assert leads in SCENE.table(views[None], people, words).alt
    assert "Benny is to" in SCENE.hand(views[Seat(1)], people, words).alt


def test_cards_that_may_be_taken_are_named_in_the_alt_text(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    view = next(
        v[seat]
        for v in game
        for seat in (Seat(1), Seat(2), Seat(3))
        if v[seat].legal and v[seat].legal[0].startswith("take")
    )
    assert "You may take " in SCENE.hand(view, people, words).alt


def test_who_may_be_named_second_is_said(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    """N4."""
    view = replace(
        game[20][Seat(1)],
        phase=Phase.SECOND,
        to_act=(Seat(1),),
        legal=("second 2", "second 3"),
    )
    assert (
        "You say who is second: Benny, \N{ROBOT FACE} Nimbus."
        in SCENE.hand(view, people, words).alt
    )
    assert "Annie is to say who is second." in SCENE.table(view, people, words).alt


def test_a_table_painted_from_a_seats_view_shows_no_more_than_a_spectators(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    for views in game[::9]:
        public = SCENE.table(views[None], people, words)
        assert all(SCENE.table(view, people, words) == public for view in views.values())


def test_the_same_view_gives_the_same_bytes_in_any_thread(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    views = [v[None] for v in game[::6]] * 2
    alone = [SCENE.table(view, people, words) for view in views]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda view: SCENE.table(view, people, words), views)) == alone


def test_the_result_tells_both_nines_points_and_totals(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    view = game[-1][None]
    result = view.last_deal
    assert result is not None
    alt = SCENE.deal(view, people, words).alt
    for nine in (*result.hands, *result.clouds):
        assert " ".join(nine.cards) in alt
    assert all(
        f"{p} points, total {t}" in alt for p, t in zip(result.points, result.totals, strict=True)
    )


def test_factors_in_the_result_are_those_of_the_view(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    view = game[-1][None]
    texts = [line.text for line, _, _ in DRAWN.draw_deal(Context(view, people, words)).texts]
    assert view.last_deal is not None
    for nine in (*view.last_deal.hands, *view.last_deal.clouds):
        assert f"= {nine.meld.score}" in texts
    assert words("picture.result", deal=view.last_deal.deal) in texts


def test_a_playable_card_stands_higher_than_one_that_is_not(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    view = next(v[Seat(1)] for v in game if v[Seat(1)].legal and v[Seat(1)].trick.number == 3)
    raised = DRAWN.draw_hand(Context(view, people, words)).image
    flat = DRAWN.draw_hand(Context(replace(view, legal=()), people, words)).image
    box = ImageChops.difference(raised, flat).getbbox()
    assert box is not None
    assert box[3] - box[1] > 200


def test_a_game_played_to_a_target_says_so(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    """N8."""
    view = replace(game[10][None], deals=None, target=300)
    assert "played to 300 points" in SCENE.table(view, people, words).alt
    texts = [line.text for line, _, _ in DRAWN.draw_table(Context(view, people, words)).texts]
    assert words("picture.cloud_nine.progress_open", deal=1, trick=view.trick.number) in texts


def test_an_open_trick_shows_the_last_one_with_what_became_of_its_cards(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    view = next(v[None] for v in game if v[None].last_trick and not v[None].trick.cards)
    assert SCENE.table(view, people, words).alt.count("taken by") == 3


@pytest.mark.parametrize("page", [1, 2, 3, 4])
def test_the_rules_have_example_pictures(page: int, words: Words) -> None:
    picture = SCENE.rules(page, words)
    assert picture is not None
    assert 0 < len(picture.alt) <= MAX_ALT


@pytest.mark.parametrize("page", [0, 5, -1])
def test_other_pages_have_none(page: int, words: Words) -> None:
    assert SCENE.rules(page, words) is None


def test_the_counted_example_is_counted_right() -> None:
    assert meld(mask_of(CARD_OF_FACE[code] for code in COUNTED.cards)) == COUNTED.meld


def test_a_spectator_has_no_hand(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    with pytest.raises(ValueError, match="spectator"):
        SCENE.hand(game[0][None], people, words)


def test_no_result_before_a_deal_is_finished(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    with pytest.raises(ValueError, match="finished"):
        SCENE.result(game[0][None], people, words)


def test_the_view_of_another_game_is_refused(people: Sequence[Person], words: Words) -> None:
    with pytest.raises(TypeError, match="not a CloudNineView: object"):
        SCENE.table(object(), people, words)


def test_a_table_is_readable_when_shown_400_pixels_wide(
    game: Sequence[Views], people: Sequence[Person], words: Words
) -> None:
    """Shown on a phone a capital is at least 12 pixels high: measured on the reduced picture."""
    canvas = DRAWN.draw_table(Context(game[30][None], people, words))
    line, box, _ = next(entry for entry in canvas.texts if entry[0].text == "Annie")
    small = canvas.image.resize((400, round(canvas.image.height * 0.4)), Image.Resampling.LANCZOS)
    part = small.crop(
        (round(box.x * 0.4), round(box.y * 0.4), round(box.right * 0.4), round(box.bottom * 0.4))
    )
    bright = part.convert("L").point(lambda v: 255 * (v > 150)).getbbox()
    assert line.size >= READABLE
    assert bright is not None
    assert bright[3] - bright[1] >= 12
