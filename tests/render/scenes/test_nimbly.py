from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from PIL import ImageChops

from engine.cards import CARD_OF_FACE, mask_of
from engine.games.nimbly.view import LastDraw, NimblyView
from engine.melds import meld
from engine.seats import Seat
from render.api import MAX_ALT
from render.context import Context
from render.lettering import TIMES
from render.nines import LOW
from render.scenes.nimbly.parts import draw_rows, measures
from render.scenes.nimbly.scene import COUNTED
from render.speech import lying_said, suits_said
from render.sprites import INDEX
from render.strips import Strip
from render.theme import LEGIBLE, NIGHT, Theme, large, tallest
from tests.render.conftest import ABSURD
from tests.render.scenes.played import NAMES, WORDS, Game, absurd, played
from tests.soak.amounts import some


def named(row: Sequence[str]) -> str:
    """Name the cards of a row, the open end first."""
    return lying_said(reversed(row), WORDS)


GAME, FIVE = (played(NimblyView, seats, deals=2) for seats in (3, 5))


PRINTS = pytest.mark.parametrize("theme", [NIGHT, large(NIGHT)], ids=["usual", "large"])
TABLES = pytest.mark.parametrize(("seats", "rows"), [(3, 3), (4, 3), (5, 3), (5, 5)])


@PRINTS
@TABLES
def test_every_card_of_a_row_is_legible_and_the_row_fits(
    seats: int, rows: int, theme: Theme
) -> None:
    found = measures(seats, rows, theme)
    assert LOW.w * INDEX >= LEGIBLE
    assert found.end.w * INDEX >= LEGIBLE or found.slots is None
    assert found.step + 2 >= 44  # a ten is that wide
    assert (found.slots is not None) is (rows == 3)


@PRINTS
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_ends_grow_as_rows_are_emptied(seats: int, theme: Theme) -> None:
    three, two, one = (measures(seats, 3, theme, lines).end for lines in (3, 2, 1))
    assert three.w < two.w < one.w
    assert three.h < two.h < one.h
    assert measures(seats, 3, theme, 3, 0).left > measures(seats, 3, theme).left


@PRINTS
def test_rows_stand_in_the_middle_and_name_no_more_than_are_hidden(theme: Theme) -> None:
    for views in FIVE.views:
        context = Context(views[None], (), WORDS, theme)
        canvas = draw_rows(context)
        assert all(each.x >= 0 and each.right <= theme.width for each in canvas.strokes)
        assert all(each.y >= 0 and each.bottom <= canvas.size.h for each in canvas.strokes)
        told = [line.text for line, _, _ in canvas.texts if line.text.startswith("+")]
        assert len(told) <= sum(len(row) > 6 for row in views[None].rows)


@PRINTS
@TABLES
def test_no_card_is_painted_over_the_edge(seats: int, rows: int, theme: Theme) -> None:
    """Right after three cards were drawn from a whole row its pictures reach furthest."""
    views = played(NimblyView, seats, rows=str(rows)) if rows == 5 else played(NimblyView, seats)
    view = views.views[0][None]
    first, *others = view.rows
    taken = LastDraw(Seat(1), "AAA", (first[-1], first[-2], first[-3]))
    table = Context(replace(view, rows=(first[:-3], *others), last_draw=taken), (), WORDS, theme)
    strip = views.scene.table_strips(table)[0].drawn()
    assert all(each.x >= 0 and each.right <= theme.width for each in strip.strokes)


@PRINTS
@TABLES
def test_all_is_as_high_as_discord_shows_whole(seats: int, rows: int, theme: Theme) -> None:
    game = played(NimblyView, seats, rows=str(rows)) if rows == 5 else played(NimblyView, seats)
    for views in game.some(4):
        for seat, view in views.items():
            context = Context(view, game.people(), WORDS, theme)
            draw = game.scene.draw_hand if seat else game.scene.draw_table
            assert draw(context).size.h == tallest(theme)
        every = [Context(view, game.people(), WORDS, theme) for seat, view in views.items() if seat]
        assert game.scene.draw_open(every).size.h <= tallest(theme)
    last = Context(game.views[-1][None], game.people(), WORDS, theme)
    deal = game.scene.draw_deal(last)
    assert deal is not None
    assert deal.size.h <= tallest(theme)


def strips(game: Game) -> list[dict[Seat | None, tuple[Strip, Strip]]]:
    """Return the upper and the lower strip of everybody's picture at every moment."""
    found = []
    for views in game.views:
        each = {}
        for seat, view in views.items():
            context = Context(view, tuple(game.people()), WORDS)
            upper, lower = (game.scene.hand_strips if seat else game.scene.table_strips)(context)
            each[seat] = upper, lower
        found.append(each)
    return found


def test_table_and_hands_have_one_strip_of_rows_and_no_more_than_there_are_moments() -> None:
    found = strips(FIVE)
    for each in found:
        assert len({upper for upper, _ in each.values()}) == 1
    # Only the moments before the last draw and after it show other rows: all else is drawn once.
    shown = {(views[None].rows, views[None].last_draw) for views in FIVE.views}
    assert len({each[None][0] for each in found}) == len(shown)
    drawn = {views[Seat(2)].hand for views in FIVE.views}
    assert len({each[Seat(2)][1] for each in found}) == len(drawn)


def test_a_strip_knows_nothing_that_it_does_not_show() -> None:
    for each in strips(GAME):
        table, hand = each[None], each[Seat(2)]
        for strip in (*table, hand[0]):
            assert strip.context.view.hand is None
            assert strip.context.view.prospects == ()


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


def test_the_hand_says_its_cards_and_the_rows_and_no_more() -> None:
    views = GAME.views[4]
    (seat,) = views[None].to_act
    alt = GAME.told("hand", views[seat])
    assert f"Your cards. {suits_said(views[seat].hand.cards, WORDS)} It makes " in alt
    assert all(named(row) in alt for row in views[None].rows)
    assert NAMES[seat % 3] not in alt.partition("Your cards.")[2]


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_two_draws_that_are_compared_are_marked_beside_the_rows_they_take_from(seat: int) -> None:
    view = GAME.views[seat - 1][Seat(seat)]
    plain = Context(view, tuple(GAME.people()), WORDS)
    rows = {
        draw_rows(replace(plain, told=told)).image.tobytes()
        for told in (None, ("draw A", "draw BB"), ("draw BB", "draw A"), ("draw ABC", "draw C"))
    }
    assert len(rows) == 4


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


def test_the_examples_are_as_the_rules_pages_say() -> None:
    first, second = (GAME.scene.rules(page, WORDS) for page in (1, 2))
    assert first is not None
    assert second is not None
    ends = [rf"Row {row}: (\w+)" for row in "ABC"]
    tops = [[re.findall(end, each.alt)[0] for end in ends] for each in (first, second)]
    assert tops[0] == ["jack", "7", "jack"]
    drew = "Annie drew jack of diamonds and jack of hearts from A; jack of clubs from C. "
    assert second.alt.startswith(drew)
    assert tops[1] == ["8", "7", "9"]
    cards = mask_of(CARD_OF_FACE[code] for code in COUNTED.cards)
    assert meld(cards, ace_low=False) == COUNTED.meld
    assert f" {TIMES} ".join("526") + " = **60**" in WORDS("rules.nimbly.3.body")
