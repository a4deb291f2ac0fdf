from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from PIL import ImageChops

from engine.cards import CARD_OF_FACE, mask_of
from engine.games.nimbly.view import NimblyView
from engine.melds import meld
from engine.seats import Seat
from render.api import MAX_ALT, All
from render.lettering import TIMES
from render.scenes.nimbly.examples import COUNTED
from render.scenes.nimbly.parts import SHORT, TALL, prospects_height, row_card
from render.speech import lying_said, suits_said
from render.sprites import INDEX
from render.theme import LEGIBLE, NIGHT, WIDTH
from tests.engine.nimbly import positions
from tests.render.conftest import ABSURD
from tests.render.scenes.played import NAMES, WORDS, absurd, played
from tests.soak.amounts import some


def named(row: Sequence[str]) -> str:
    """Name the cards of a row, the open end first."""
    return lying_said(reversed(row), WORDS)


GAME, FIVE = (played(NimblyView, seats, deals=2) for seats in (3, 5))


@pytest.mark.parametrize("kind", [TALL, SHORT])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_card_of_a_row_is_legible_and_the_row_fits(
    seats: int, kind: tuple[int, float]
) -> None:
    size = row_card(seats, kind)
    assert size.w * INDEX >= LEGIBLE
    assert round(0.62 * size.w) * (3 * seats - 2) + 2 * size.w < WIDTH - 70


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_no_card_is_painted_over_the_edge(seats: int) -> None:
    """Right after three cards were drawn from a whole row its pictures reach furthest."""
    course = positions.played(positions.table(seats=seats), "1 draw AAA")
    image = played(NimblyView, seats, deals=2).drawn("table", course.view(None)).image
    assert max(image.crop((WIDTH - 4, 70, WIDTH, 400)).convert("L").tobytes()) < 120


@pytest.mark.parametrize("start", some(range(len(ABSURD)), 3))
def test_alt_texts_hold_all_facts_whatever_people_are_called(start: int) -> None:
    view = FIVE.views[1][None]
    alt = FIVE.told("table", view, absurd(start))
    assert len(alt) <= MAX_ALT
    assert all(named(row) in alt for row in view.rows)


def test_the_tables_alt_text_says_the_public_state() -> None:
    view = GAME.views[2][None]
    alt, last = GAME.told("table", view), view.last_draw
    assert ": deal 1 of 2, " in alt
    assert f" {NAMES[view.to_act[0] - 1]}'s turn: draw." in alt
    assert alt.startswith(f"{NAMES[last.seat - 1]} drew ")
    drawn = alt.partition(". ")[0]
    assert lying_said(last.cards[:1], WORDS).partition(" of ")[0] in drawn
    for name, row in zip("ABC", view.rows, strict=True):
        assert f"Row {name}: {named(row)}." in alt
    assert all(f": 0 points, {n} card" in alt for n in view.hand_counts)
    assert alt.endswith("Nimbus is a house player.")


def test_the_hand_says_its_cards_and_to_who_draws_what_each_draw_would_make() -> None:
    views = GAME.views[4]
    (seat,) = views[None].to_act
    alt = GAME.told("hand", views[seat])
    assert f"Your cards. {suits_said(views[seat].hand.cards, WORDS)} It makes " in alt
    for prospect in views[seat].prospects:
        rows = prospect.code[5:]
        counts = [rows.count(row) for row in "ABC" if row in rows]
        taken = "1 each" if len(counts) > 1 == max(counts) else " and ".join(map(str, counts))
        start = f"From {WORDS('list.all', items=All(sorted(set(rows))))}: "
        told = alt.partition(start)[2].partition(".")[0]
        assert f"{taken} makes {prospect.makes.meld.score}" in told
    waiting = views[Seat(seat % 3 + 1)]
    assert "What draws make" not in GAME.told("hand", waiting)
    heights = [GAME.drawn("hand", view).image.height for view in (waiting, views[seat])]
    assert heights[0] < heights[1]


def test_what_draws_make_stands_in_the_order_of_the_buttons_and_none_stands_out() -> None:
    view = GAME.views[0][Seat(1)]
    canvas = GAME.drawn("hand", view)
    spelt = [prospect.code[5:] for prospect in view.prospects]
    at = {line.text: (box.y, box.x) for line, box, _ in canvas.texts if line.text in spelt}
    assert sorted(at, key=at.__getitem__) == spelt
    top = canvas.size.h - prospects_height(view, NIGHT)
    best = canvas.image.crop((0, top, *canvas.size))
    assert NIGHT.gold not in [colour for _, colour in best.getcolors(10**6) or ()]


def test_cards_just_taken_are_marked_where_they_lay() -> None:
    view = GAME.views[4][None]
    marked, bare = (
        GAME.drawn("table", each).image for each in (view, replace(view, last_draw=None))
    )
    box = ImageChops.difference(marked, bare).getbbox()
    assert box is not None
    assert box[2] - box[0] > 100


def test_the_result_tells_every_nine_points_and_totals() -> None:
    view = FIVE.views[-1][None]
    result, alt = view.last_deal, FIVE.told("deal", view)
    assert all(suits_said(nine.cards, WORDS) in alt for nine in result.hands)
    for points, total in zip(result.points, result.totals, strict=True):
        assert f" {points} (now {total})." in alt or f" {points}." in alt


def test_a_game_with_par_says_so_and_marks_a_hand_below_it() -> None:
    """J6."""
    game, marks = played(NimblyView, deals=4, par=True), 0
    first = game.views[0][None]
    assert "Deal 1/4 · par" in game.texts("table", first)
    assert "below par" in game.told("table", first)
    for view in (views[None] for views in game.views):
        if view.last_deal and 0 in view.hand_counts:
            result, texts = view.last_deal, game.texts("deal", view)
            below = [n for n in result.hands if n.meld.score < result.par.meld.score]
            assert texts.count(WORDS("picture.nimbly.below_par")) == len(below)
            assert f"= {result.par.meld.score}" in texts
            assert "Par, the 9 cards nobody was dealt" in game.told("result", view)
            marks += len(below)
    assert marks


def test_a_game_played_to_a_target_says_so() -> None:
    """J7."""
    view = replace(GAME.views[3][None], deals=None, target=147)
    assert "first to 147" in GAME.told("table", view)
    progress = WORDS("picture.nimbly.progress_open", deal=1, target=147)
    assert progress in GAME.texts("table", view)


def test_the_examples_are_as_the_rules_pages_say() -> None:
    first, second = (GAME.scene.rules(page, WORDS) for page in (1, 2))
    assert first is not None
    assert second is not None
    ends = [rf"Row {row}: (\w+)" for row in "ABC"]
    tops = [[re.findall(end, each.alt)[0] for end in ends] for each in (first, second)]
    assert tops[0] == ["jack", "7", "jack"]
    drew = "Annie drew jack of diamonds, jack of hearts from A; jack of clubs from C. "
    assert second.alt.startswith(drew)
    assert tops[1] == ["8", "7", "9"]
    cards = mask_of(CARD_OF_FACE[code] for code in COUNTED.cards)
    assert meld(cards, ace_low=False) == COUNTED.meld
    assert f" {TIMES} ".join("526") + " = **60**" in WORDS("rules.nimbly.3.body")
