from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageChops

from engine.cards import CARD_OF_FACE, mask_of
from engine.games.cloud_nine.view import CloudNineView, Phase
from engine.melds import Meld, Nine, meld
from engine.seats import Seat
from render import encode
from render.api import MAX_ALT
from render.canvas import READABLE, ROWS, Canvas
from render.panels import HEAD
from render.scenes.cloud_nine.examples import COUNTED
from render.scenes.cloud_nine.hand import TRICK
from render.speech import card_name, suits_said
from render.theme import NIGHT, WIDTH
from tests.render.conftest import ABSURD
from tests.render.scenes.played import NAMES, WORDS, absurd, played
from tests.soak.amounts import some

GAME = played(CloudNineView, deals=2)
LAST: CloudNineView = GAME.views[-1][None]


def test_what_a_table_and_a_hand_have_in_common_is_written_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written: list[list[int]] = []
    made = encode._made

    def noted(canvas: Canvas, missing: Sequence[int]) -> Any:
        written.extend([[*missing]] if missing else [])
        return made(canvas, missing)

    monkeypatch.setattr(encode, "_made", noted)
    monkeypatch.setattr(encode, "_KEPT", encode._Kept(encode.KEPT))
    views = next(views for views in GAME.views if len(views[None].trick.cards) == 2)
    GAME.told("table", views[None])
    GAME.told("hand", views[Seat(2)])
    table, hand = written
    first, last = -(-HEAD // ROWS), (HEAD + TRICK) // ROWS
    assert {*range(first, last)} <= {*table}
    assert not {*range(first, last)} & {*hand}


@pytest.mark.parametrize("start", some(range(len(ABSURD)), 3))
def test_alt_texts_hold_all_facts_whatever_people_are_called(start: int) -> None:
    busiest = GAME.first(lambda view: view.trick.number == 9 and view.trick.ranking)
    alt = GAME.told("table", busiest, absurd(start))
    assert len(alt) <= MAX_ALT
    for cloud in busiest.clouds:
        assert re.search(
            rf"cloud makes {cloud.meld.score}[^.]*\. {suits_said(cloud.cards, WORDS)}", alt
        )


def test_the_tables_alt_text_says_the_public_state() -> None:
    view = GAME.first(lambda view: view.trick.number == 5 and view.phase is Phase.TAKE)
    alt = GAME.told("table", view)
    assert "deal 1 of 2, trick 5 of 9" in alt
    assert f" {NAMES[view.to_act[0] - 1]}'s turn: pick a card. " in alt
    assert f"The stock has {view.stock} cards." in alt
    assert alt.endswith("Nimbus is a house player.")
    assert all(f"{count} cards in hand" in alt for count in view.hand_counts)


def test_the_hands_alt_text_says_the_hand_and_what_may_be_done() -> None:
    view = GAME.first(lambda view: view.legal, 1)
    alt = GAME.told("hand", view)
    assert f"Your cards. {suits_said(view.hand.cards, WORDS)} It makes " in alt
    assert alt.startswith("Your turn: lead any card.")
    playing = GAME.first(lambda view: view.legal and view.trick.cards, 1, 2, 3)
    assert "Your turn: play any card." in GAME.told("hand", playing)
    taking = GAME.first(lambda view: view.legal and view.legal[0].startswith("take"), 1, 2, 3)
    assert "Pick: " in GAME.told("hand", taking)


def test_the_alt_text_says_who_leads_and_whom_a_waiting_hand_waits_for() -> None:
    views = next(v for v in GAME.views if v[None].to_act == (2,) and v[None].trick.cards)
    first = views[None].trick.cards[0]
    leads = f"{NAMES[first.seat - 1]} led the {card_name(first.card, WORDS)}"
    assert leads in GAME.told("table", views[None])
    assert "Benny's turn." in GAME.told("hand", views[Seat(1)])


def test_who_may_be_named_second_is_said() -> None:
    """N4."""
    legal, view = ("second 2", "second 3"), GAME.views[20][Seat(1)]
    view = replace(view, phase=Phase.SECOND, to_act=(Seat(1),), legal=legal)
    said = "Your turn: the other two tie. Who is second and picks next?"
    assert said in GAME.told("hand", view)
    assert "Annie's turn: say who is second." in GAME.told("table", view)


def test_the_result_tells_both_nines_points_and_totals() -> None:
    result, alt, texts = LAST.last_deal, GAME.told("deal", LAST), GAME.texts("deal", LAST)
    assert result is not None
    for nine in (*result.hands, *result.clouds):
        assert suits_said(nine.cards, WORDS) in alt
        assert f"= {nine.meld.score}" in texts
    for points, total in zip(result.points, result.totals, strict=True):
        assert f" {points} (now {total})." in alt or f" {points}." in alt
    assert WORDS("picture.result", deal=result.deal) in texts


def test_a_hand_shows_everybodys_cloud_and_points_as_the_table_does() -> None:
    view = GAME.first(lambda view: view.legal and view.trick.number == 9, 2)
    alt, texts = GAME.told("hand", view), GAME.texts("hand", view)
    for seat in (1, 2, 3):
        cloud = view.clouds[seat - 1]
        owner = "Your" if seat == 2 else f"{NAMES[seat - 1]}'s"
        told = alt.rpartition(f" {owner} cloud makes ")[2].partition(". ")[2]
        assert told.startswith(suits_said(cloud.cards, WORDS))
        assert f"= {cloud.meld.score}" in texts
    assert texts.count(WORDS("picture.points", n=0)) == 3


def test_the_cards_in_hand_are_marked_by_the_factors_they_count_in() -> None:
    """M1-M3."""
    view = GAME.first(lambda view: view.legal, 1)
    pair = Nine(("5S", "5H", "2C"), Meld(1, 1, 2, 0, 2))
    loose = Nine(("5S", "8H", "2C"), Meld(1, 1, 1, 0, 1))
    sets, loose_ones = (
        GAME.drawn("hand", replace(view, hand=nine)).image.crop((0, 870, WIDTH, 900))
        for nine in (pair, loose)
    )
    assert count_of(sets, NIGHT.sets) > count_of(loose_ones, NIGHT.sets)


def test_the_card_just_drawn_is_marked_and_named() -> None:
    """N6."""
    view = GAME.first(lambda view: view.drawn and view.legal, 1)
    told, plain = (GAME.drawn("hand", each).image for each in (view, replace(view, drawn=None)))
    box = ImageChops.difference(told, plain).getbbox()
    assert box is not None
    assert box[2] - box[0] < 2 * 160
    assert f"You drew the {card_name(view.drawn, WORDS)}." in GAME.told("hand", view)
    assert "You drew" not in GAME.told("hand", replace(view, drawn=None))


def test_the_card_just_drawn_is_like_any_other_where_two_moves_are_compared() -> None:
    view = GAME.first(lambda view: view.drawn and len(view.legal) > 1, 1)
    told, plain = (
        GAME.scene.hand(each, GAME.people(), WORDS, told=view.legal[:2])
        for each in (view, replace(view, drawn=None))
    )
    assert told == plain


def count_of(picture: Image.Image, colour: tuple[int, int, int]) -> int:
    """Count the pixels that have exactly a colour."""
    return sum(
        n for n, found in picture.getcolors(picture.width * picture.height) or () if found == colour
    )


def test_a_game_played_to_a_target_says_so() -> None:
    """N8."""
    view = replace(GAME.views[10][None], deals=None, target=300)
    assert "first to 300" in GAME.told("table", view)
    progress = WORDS("picture.cloud_nine.progress_open", deal=1, trick=view.trick.number)
    assert progress in GAME.texts("table", view)


def test_an_open_trick_shows_the_last_one_with_what_became_of_its_cards() -> None:
    view = GAME.first(lambda view: view.last_trick and not view.trick.cards)
    assert GAME.told("table", view).count(", took the ") == 3


def test_the_counted_example_is_counted_right() -> None:
    assert meld(mask_of(CARD_OF_FACE[code] for code in COUNTED.cards)) == COUNTED.meld


def test_a_table_is_readable_when_shown_400_pixels_wide() -> None:
    """Shown on a phone a capital is at least 12 pixels high: measured on the reduced picture."""
    canvas = GAME.drawn("table", GAME.views[30][None])
    line, box, _ = next(entry for entry in canvas.texts if entry[0].text == "Annie")
    small = canvas.image.resize((400, round(canvas.image.height * 0.4)), Image.Resampling.LANCZOS)
    edges = (box.x, box.y, box.right, box.bottom)
    part = small.crop(tuple(round(edge * 0.4) for edge in edges))  # type: ignore[arg-type] # four
    bright = part.convert("L").point(lambda v: 255 * (v > 150)).getbbox()
    assert line.size >= READABLE
    assert bright is not None
    assert bright[3] - bright[1] >= 12
