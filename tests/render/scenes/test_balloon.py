from __future__ import annotations

import re
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from bot.texts import Texts
from engine.games.balloon.cards import PACK_SIZE
from engine.games.balloon.view import BLANK, DICE, FACES, VALUES, BalloonView, Counted, Odds, Phase
from engine.seats import Seat
from render.api import MAX_ALT
from render.canvas import Canvas
from render.charts import corner
from render.context import Context
from render.panels import ALT_BADGE, BADGE, sky
from render.scenes.balloon.hand import CARD
from render.scenes.balloon.parts import DIE, MARKS, TOKEN, die, paint_dice, percent, tile
from render.scenes.balloon.scene import TRIP, dice_box, paint_sky, sky_height
from render.scenes.balloon.trip import draw_moment
from render.shapes import Size, panel_mask
from render.theme import LEGIBLE, NIGHT, Theme, large
from tests.render.conftest import ABSURD
from tests.render.scenes.played import WORDS, Game, absurd, played
from tests.soak.amounts import some

GAME, SIX = played(BalloonView), played(BalloonView, 6)
START: BalloonView = GAME.views[0][None]


@pytest.mark.parametrize("start", some(range(len(ABSURD)), 3))
def test_alt_texts_hold_all_facts_whatever_people_are_called(start: int) -> None:
    view = max((v[None] for v in SIX.views), key=lambda view: (view.cloud < 9, sum(view.jumps)))
    alt = SIX.told("table", view, absurd(start))
    assert len(alt) <= MAX_ALT
    for seat in range(6):
        held = view.hand_counts[seat]
        assert re.search(rf": {view.scores[seat]} points?, {held} cards? in hand, ", alt)
    assert alt.count("jumped at ") >= sum(map(bool, view.jumps))
    assert f"The pile has {view.pile} card" in alt.rpartition("Paid cards")[2]


def test_the_tables_alt_text_says_the_public_state() -> None:
    view = GAME.first(lambda view: view.phase is Phase.RIDE and any(view.jumps))
    alt = GAME.told("table", view)
    names = [person.name for person in GAME.people()]
    assert f"pilots at cloud {view.cloud}, worth " in alt
    assert f" {names[view.to_act[0] - 1]}'s turn: stay or jump. " in alt
    assert f"{names[view.pilot - 1]}" in alt
    assert alt.endswith("Nimbus is a house player.")
    assert "Balloon: trip " in alt


def test_b4_a_hand_does_not_tell_what_the_pilot_holds() -> None:
    """Two pilots, one with a wild card and one without, look the same to everybody else."""
    view = GAME.first(lambda view: view.phase is Phase.PAY)
    pilot = replace(view, seat=view.pilot, hand=("W",) * 6, legal=("wild", "fall"))
    tables = [GAME.scene.table(each, GAME.people(), WORDS) for each in (pilot, view)]
    assert tables[0] == tables[1]


@pytest.mark.parametrize(("die", "key"), [("-", "pay_free"), ("R", "pay")])
def test_b3_a_pilot_who_flies_for_free_is_not_asked_to_pay(die: str, key: str) -> None:
    view = GAME.first(lambda view: view.phase is Phase.PAY)
    texts = GAME.texts("table", replace(view, dice=(die,) * DICE[view.cloud]))
    assert WORDS(f"picture.balloon.turn.{key}") in texts


def test_the_hands_alt_text_says_cards_chance_and_what_may_be_done() -> None:
    view = GAME.first(lambda v: v.seat in v.to_act and v.odds and not v.is_free, 1, 2, 3)
    alt = GAME.told("hand", replace(view, hand=("R", "R", "Y", "W"), odds=Odds(3, 8)))
    assert "Your cards. 2 red, 1 yellow, 1 wild." in alt
    assert " can pay: 38%." in alt
    assert f"ump for {VALUES[view.cloud]} point" in alt


def test_cards_and_dice_have_forms_of_their_own_and_what_you_made_begins_a_sentence() -> None:
    say, people = Texts.load().words("fr"), GAME.people()
    view = GAME.first(lambda v: v.phase is Phase.RIDE and v.cloud == 1 and v.last_trip, 1)
    shown = replace(view, dice=("G", "G"), hand=("G", "G", "P", "W"), stayed=(False,) * view.seats)
    hand = GAME.scene.hand(shown, people, say).alt
    assert "Tes cartes. 2 vertes, 1 violette, 1 joker." in hand
    assert "2 vertes" in GAME.scene.open_hands([shown], people, say).alt
    assert "Les dés donnent 2 verts." in GAME.scene.table(shown, people, say).alt
    assert re.search(r"\. Toi \d", hand)


@pytest.mark.parametrize(
    ("odds", "told"), [(Odds(3, 8), ["38%"]), (Odds(1, 999), ["<1%"]), (None, [])]
)
def test_the_chance_is_written_in_percent(odds: Odds | None, told: list[str]) -> None:
    view = GAME.first(lambda view: view.odds, 2)
    assert [text for text in GAME.texts("hand", replace(view, odds=odds)) if "%" in text] == told


def test_a_long_hand_fits() -> None:
    hand = ("R",) * 18 + ("G",) * 18 + ("P",) * 12 + ("W",) * 4
    texts = GAME.texts("hand", replace(GAME.views[0][Seat(1)], hand=hand))
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


def test_the_fullest_foot_keeps_discards_and_their_word_apart() -> None:
    heaps = tuple(Counted(face, 18) for face in FACES)
    view = replace(START, cloud=8, dice=("R", "G", "P", "Y"), discards=heaps)
    canvas = GAME.drawn("table", view)
    label = next(w for w in canvas.texts if w.line.text == WORDS("picture.balloon.discards"))
    assert label.room.x >= ALT_BADGE.w
    assert label.room.right <= min(w.room.x for w in canvas.texts if w.line.text == "18") - TOKEN.w
    assert [w.line.text for w in canvas.texts].count("18") == len(FACES)


@pytest.mark.parametrize("theme", [NIGHT, large(NIGHT)], ids=["usual", "large"])
@pytest.mark.parametrize("cloud", some(range(1, 9), 3))
def test_the_dice_lie_where_nothing_else_is(cloud: int, theme: Theme) -> None:
    """The dice are painted over whatever lies there, so nothing may."""
    view = replace(SIX.views[0][None], cloud=cloud, dice=("R", "G", "P", "Y")[: DICE[cloud]])
    jumps = ((cloud - 1) // 2,) * 5 + (0,)
    view = replace(view, jumps=jumps, aboard=tuple(not jump for jump in jumps))
    bare = sky(sky_height(theme), theme)
    clouds = Canvas(bare, theme)
    paint_sky(clouds, Context(view, SIX.people(), WORDS, theme))
    box = dice_box(view, theme)
    edges = (box.x, box.y, box.right, box.bottom)
    difference = ImageChops.difference(clouds.image.crop(edges), bare.crop(edges))
    assert difference.getbbox() is None


def test_dice_of_all_faces_have_one_outline_as_have_their_places() -> None:
    outlines = set()
    for face in (*FACES[:-1], BLANK):
        masks = [piece.mask for piece in die(face).pieces if piece.mask is not None]
        outlines.add(b"".join(mask.tobytes() for mask in masks))
    assert len(outlines) == 1
    canvas = Canvas(Image.new("RGB", (300, 100)))
    paint_dice(canvas, replace(START, dice=(), cloud=1), 0, 0)
    place = panel_mask(DIE, corner(DIE), 4)
    assert all(stroke.mask is None or covers(place, stroke.mask) for stroke in canvas.strokes)


def covers(whole: Image.Image, part: Image.Image) -> bool:
    """Return whether a mask is a corner of another."""
    w, h = part.size
    ends = ((x, y) for x in (0, whole.width - w) for y in (0, whole.height - h))
    return any(whole.crop((x, y, x + w, y + h)).tobytes() == part.tobytes() for x, y in ends)


def test_blank_dice_have_a_ring_in_the_result_too() -> None:
    view = GAME.first(lambda view: view.last_trip and BLANK in view.last_trip.dice)
    shown = {id(stroke.source) for stroke in draw_moment(Context(view, (), WORDS)).strokes}
    assert {id(piece.picture) for piece in die(BLANK).pieces} <= shown
    assert {id(piece.picture) for piece in tile(BLANK, DIE).pieces}.isdisjoint(shown)


@pytest.mark.parametrize("game", [GAME, SIX], ids=["three", "six"])
def test_board_and_hands_show_one_sky_which_changes_when_something_in_it_does(game: Game) -> None:
    skies = []
    for views in game.views:
        table, *hands = (
            game.scene.table_strips(Context(views[None], tuple(game.people()), WORDS)),
            *(
                game.scene.hand_strips(Context(view, tuple(game.people()), WORDS))
                for seat, view in views.items()
                if seat is not None
            ),
        )
        assert {strips[0] for strips in hands} == {table[0]}
        view = views[None]
        changing = view.cloud, view.dice, view.aboard, view.jumps, view.pilot, view.winners
        skies.append((table[0], changing))
    assert len({sky for sky, _ in skies}) == len({what for _, what in skies})


def test_a_passengers_cards_are_not_measured_by_what_the_pilot_needs() -> None:
    view = GAME.first(lambda view: view.phase is Phase.RIDE)
    view = replace(view, hand=("R", "G", "P", "Y", "W"), dice=("R", "R", "Y"), cloud=4)
    for seat in map(Seat, (1, 2, 3)):
        own, flies = replace(view, seat=seat), seat == view.pilot
        texts = GAME.texts("hand", own)
        assert ("1/2" in texts) == flies
        assert "he dice show 2 red and 1 yellow" in GAME.told("hand", own)
        free = replace(own, dice=("-",) * 3)
        assert "All dice are blank, so the flight is free." in GAME.told("hand", free)


@pytest.mark.parametrize(
    ("ways", "total", "text"),
    [(0, 5, "0%"), (1, 999, "<1%"), (1, 100, "1%"), (1, 3, "33%"), (99, 100, "99%"),
     (998, 999, ">99%"), (1, 1, "100%")],
)  # fmt: skip
def test_only_what_is_certain_is_a_hundred_percent(ways: int, total: int, text: str) -> None:
    assert percent(Odds(ways, total), WORDS) == text


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_the_result_tells_how_the_trip_ended_and_who_made_what(seats: int) -> None:
    game = played(BalloonView, seats)
    view = game.views[-1][None]
    result, alt = view.last_trip, game.told("deal", view)
    for points, total in zip(result.points, result.totals, strict=True):
        assert re.search(rf"( for {points}|: {points} points?), now {total}\.", alt)
    assert WORDS(f"picture.balloon.{result.ending.value}") in game.texts("deal", view)


def test_b5_the_example_has_all_cards_of_the_pack_and_a_throw_of_its_cloud() -> None:
    lying = sum(heap.count for heap in TRIP.discards)
    assert sum(TRIP.hand_counts) + TRIP.pile + lying == PACK_SIZE
    assert len(TRIP.dice) == DICE[TRIP.cloud]
    assert TRIP.flight is not None
    for face in TRIP.flight.paid:
        assert any(heap.card == face for heap in TRIP.discards)


def test_a_hand_says_who_has_jumped_and_leaves_points_to_the_table() -> None:
    views = next(v for v in GAME.views if any(v[None].jumps) and v[None].to_act)
    seat = views[None].to_act[0]
    alt = GAME.told("hand", views[seat])
    assert alt.count(": jumped at ") == sum(map(bool, views[None].jumps))
    assert not re.search(r"\d cards? in hand", alt)
    for score, held in zip(views[None].scores, views[None].hand_counts, strict=True):
        assert re.search(
            rf": {score} points?, {held} cards? in hand", GAME.told("table", views[None])
        )


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_a_hand_shows_everybody_whatever_their_names_are(seats: int) -> None:
    game = played(BalloonView, seats)
    for seat in map(Seat, range(1, seats + 1)):
        drawn = game.drawn("hand", game.views[0][seat])
        badges = {word.line.text for word in drawn.texts if word.room.w == word.room.h == BADGE}
        assert badges >= {*map(str, range(1, seats + 1))} - {str(seat)}
