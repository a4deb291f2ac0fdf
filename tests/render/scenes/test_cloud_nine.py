from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageChops

from engine.cards import CARD_OF_FACE, mask_of
from engine.games.cloud_nine.view import CloudNineView, Phase
from engine.games.clumond.view import ClumondView
from engine.melds import Meld, Nine, meld
from engine.seats import Seat
from render.api import MAX_ALT
from render.canvas import READABLE
from render.context import Context
from render.scenes.cloud_nine.scene import COUNTED
from render.speech import card_name, suits_said
from render.strips import Strip
from render.theme import NIGHT, Theme, large, tallest
from render.tricks import shown_trick
from tests.render.conftest import ABSURD
from tests.render.scenes.played import NAMES, WORDS, absurd, played
from tests.soak.amounts import some

GAME = played(CloudNineView, deals=2)
LAST: CloudNineView = GAME.views[-1][None]


PRINTS = pytest.mark.parametrize("theme", [NIGHT, large(NIGHT)], ids=["usual", "large"])


def upper(seat: Seat | None, view: CloudNineView) -> tuple[Strip, Strip]:
    context = Context(view, tuple(GAME.people()), WORDS)
    one, other = (GAME.scene.hand_strips if seat else GAME.scene.table_strips)(context)
    return one, other


def test_table_and_hands_have_one_strip_of_the_trick_and_no_more_than_it_has_changed() -> None:
    found = [{seat: upper(seat, view)[0] for seat, view in views.items()} for views in GAME.views]
    assert all(len({*each.values()}) == 1 for each in found)

    def seen(view: CloudNineView) -> object:
        trick, is_last = shown_trick(view)
        is_taking = view.phase is Phase.TAKE
        gap = () if len(trick.cards) == 3 else view.to_act
        before = view.last_trick if not trick.cards else None
        return trick.leader, trick.cards, trick.ranking, is_last, is_taking, gap, view.stock, before

    shown = {seen(views[None]) for views in GAME.views}
    assert len({each[None] for each in found}) == len(shown)


@pytest.mark.parametrize("kind", [CloudNineView, ClumondView])
def test_who_has_to_lead_sees_the_place_for_it_and_the_finished_trick_small(kind: Any) -> None:
    game = played(kind, deals=3)
    view = game.first(lambda view: view.to_act and view.trick.number == 4 and not view.trick.cards)
    people = tuple(game.people())
    for theme in (NIGHT, large(NIGHT)):
        context = Context(view, people, WORDS, theme)
        drawn = game.scene.table_strips(context)[0].drawn()
        arrow = [one for one in drawn.strokes if one.source == theme.mark and one.right < 130]
        assert arrow
        names = [line.text for line, _, _ in drawn.texts if line.text in NAMES]
        assert names[0] == NAMES[view.to_act[0] - 1]
        before = WORDS("picture.trick_before", trick=3)
        assert [line.text for line, _, _ in drawn.texts].count(before) == (not theme.is_large)
        # Its winner has a frame, and nobody a word for what they were.
        roles = {WORDS(f"picture.role.{place}") for place in (1, 2, 3)}
        assert roles.isdisjoint(line.text for line, _, _ in drawn.texts)
        # Where nobody has to lead, the finished trick is as large as it was played.
        still = replace(view, to_act=())
        shown = game.scene.table_strips(replace(context, view=still))[0].drawn()
        words = [line.text for line, _, _ in shown.texts]
        assert WORDS("picture.role.1") in words
        assert before not in words


def test_a_strip_knows_nothing_that_it_does_not_show() -> None:
    for views in GAME.views:
        for strip in (*upper(None, views[None]), upper(Seat(2), views[Seat(2)])[0]):
            assert strip.context.view.hand is None
            assert strip.context.view.legal == ()
            assert strip.context.view.drawn is None
        (cloud,) = upper(Seat(2), views[Seat(2)])[1].context.view.clouds
        assert cloud == views[None].clouds[1]


@PRINTS
def test_all_is_as_high_as_discord_shows_whole(theme: Theme) -> None:
    for views in GAME.some(8):
        for seat, view in views.items():
            context = Context(view, GAME.people(), WORDS, theme)
            draw = GAME.scene.draw_hand if seat else GAME.scene.draw_table
            assert draw(context).size.h == tallest(theme)
        every = [Context(view, GAME.people(), WORDS, theme) for seat, view in views.items() if seat]
        assert GAME.scene.draw_open(every).size.h <= tallest(theme)
    deal = GAME.scene.draw_deal(Context(LAST, GAME.people(), WORDS, theme))
    assert deal is not None
    assert deal.size.h <= tallest(theme)


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
    said = "Your turn: the others tie. Who is second and picks next?"
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


def test_a_hand_shows_the_own_cloud_and_that_of_nobody_else() -> None:
    view = GAME.first(lambda view: view.legal and view.trick.number == 9, 2)
    alt = GAME.told("hand", view)
    assert suits_said(view.clouds[1].cards, WORDS) in alt.rpartition(" Your cloud makes ")[2]
    assert alt.count(" cloud makes ") == 1
    other = (replace(view.clouds[0], cards=view.clouds[0].cards[1:]), *view.clouds[1:])
    assert GAME.scene.hand(replace(view, clouds=other), GAME.people(), WORDS) == GAME.scene.hand(
        view, GAME.people(), WORDS
    )


def test_the_cards_in_hand_have_a_sign_for_each_factor_they_count_in() -> None:
    """M1-M3."""
    view = GAME.first(lambda view: view.legal, 1)
    pair = Nine(("5S", "5H", "2C"), Meld(1, 1, 2, 0, 2))
    loose = Nine(("5S", "8H", "2C"), Meld(1, 1, 1, 0, 1))
    sets, loose_ones = (
        [
            stroke
            for stroke in upper(Seat(1), replace(view, hand=nine))[1].drawn().strokes
            if stroke.source == NIGHT.sets
        ]
        for nine in (pair, loose)
    )
    assert len(sets) == len(loose_ones) + 2
    assert all(stroke.bottom - stroke.y >= 18 for stroke in sets)


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


def test_a_game_played_to_a_target_says_so() -> None:
    """N8."""
    view = replace(GAME.views[10][None], deals=None, target=300)
    assert "first to 300" in GAME.told("table", view)


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
