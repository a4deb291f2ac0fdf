from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from PIL import ImageChops

from engine.games.clumond.view import SUIT_VALUES, Ask, ClumondView, Phase, Scoring, Trumps
from engine.seats import Seat
from render.api import MAX_ALT, MINUS, All, Words
from render.canvas import Canvas, Stroke
from render.context import Context
from render.lettering import cap_height
from render.scenes.clumond.parts import draw_open, draw_seats, may_call, open_height
from render.scenes.clumond.result import winners
from render.scenes.clumond.rows import draw_own, laid_out, room_of
from render.scenes.clumond.scene import LEFT, MEANT
from render.scenes.clumond.speech import ClumondSpeech
from render.speech import card_name, suits_said
from render.sprites import INDEX
from render.theme import LEGIBLE, NIGHT, PACK, THEMES, Theme, large, tallest
from tests.render.conftest import ABSURD
from tests.render.scenes.played import NAMES, WORDS, Game, absurd, drawn_by, played
from tests.soak.amounts import some
from tests.texts.pseudo import LOCALE, with_pseudo

GAME = played(ClumondView, deals=3)
"""A whole game of three hands: undeclared, with trumps, without."""
LAST: ClumondView = GAME.views[-1][None]
POINTS = played(ClumondView, deals=3, scoring="points")
RANKS = "AKQJ98765432"
PRINTS = pytest.mark.parametrize("theme", [NIGHT, large(NIGHT)], ids=["usual", "large"])


def seen(view: ClumondView, theme: Theme = NIGHT, words: Words = WORDS) -> Context[Any]:
    return Context(view, tuple(GAME.people()), words, theme)


def settled(view: ClumondView, theme: Theme = NIGHT, words: Words = WORDS) -> Canvas:
    """Draw the settlement of the last hand."""
    canvas = GAME.scene.draw_deal(seen(view, theme, words))
    assert canvas is not None
    return canvas


def texts_of(canvas: Canvas) -> list[str]:
    return [line.text for line, _, _ in canvas.texts]


def own_texts(view: ClumondView, theme: Theme = NIGHT) -> list[str]:
    """Return what is written in the own strip of a hand."""
    return texts_of(draw_own(seen(view, theme)))


@pytest.mark.parametrize("trumps", list(Trumps))
def test_trumps_and_declarer_are_told_and_never_cut(trumps: Trumps) -> None:
    view = GAME.first(lambda view: view.last_deal and view.phase is Phase.PLAY)
    last = replace(view.last_deal, declarer=Seat(2), trumps=trumps)
    shown = replace(view, declarer=Seat(2), trumps=trumps, pot=1170, last_deal=last)
    for what in ("table", "deal"):
        assert WORDS(f"picture.clumond.trumps.{trumps.value}") in GAME.texts(what, shown)
    assert WORDS("picture.clumond.declares") in GAME.texts("table", shown)


@pytest.mark.parametrize("start", some(range(len(ABSURD)), 3))
def test_alt_texts_hold_all_facts_whatever_people_are_called(start: int) -> None:
    view = GAME.first(lambda view: view.deal == 2 and view.trick.number == 9)
    alt, result = (GAME.told(what, view, absurd(start)) for what in ("table", "result"))
    assert len(alt) <= MAX_ALT
    assert f"The pot: {view.pot}." in alt
    assert all(f"{count} cards in hand" in alt for count in view.hand_counts)
    assert all(card_name(card, WORDS) in result for left in view.last_deal.left for card in left)


def test_the_tables_alt_text_says_the_public_state() -> None:
    view = GAME.first(lambda view: view.deal == 2 and len(view.trick.cards) == 1)
    alt = GAME.told("table", view)
    assert "declared. Trumps: hearts." in alt
    assert f" {NAMES[view.to_act[0] - 1]}'s turn. " in alt
    assert alt.startswith(f"{NAMES[view.trick.leader - 1]} led ")
    assert alt.endswith("Nimbus is a house player.")


def test_the_call_is_told_and_painted() -> None:
    """C2."""
    view = GAME.first(lambda view: view.phase is Phase.CALL and len(view.passed) == 2)
    alt, texts = GAME.told("table", view), GAME.texts("table", view)
    assert "Passed: Annie, Benny." in alt
    assert "Nimbus's turn: pass or declare." in alt
    assert texts.count(WORDS("picture.clumond.passed")) == 2
    assert WORDS("picture.clumond.to_call") in texts


def test_a_hand_nobody_declared_says_so() -> None:
    view = GAME.first(lambda view: view.deal == 1 and view.phase is Phase.PLAY)
    assert WORDS("picture.clumond.undeclared") in GAME.texts("table", view)
    assert "Nobody declares: no trumps." in GAME.told("table", view)


def test_with_points_there_is_no_pot() -> None:
    """C7."""
    for canvas in POINTS.canvases(12):
        assert not [text for text in texts_of(canvas) if "Pot" in text or "chip" in text]
    assert "chip" not in POINTS.told("result", POINTS.views[-1][None])


def test_the_examples_are_counted_right() -> None:
    """C4."""
    codes = [sum(SUIT_VALUES[card[1]] for card in cards) for cards in LEFT]
    assert codes == [meant[0] for meant in MEANT]
    picture = GAME.scene.rules(2, WORDS)
    assert picture is not None
    assert "Code 2, for 2 or 12 tricks. " in picture.alt
    assert picture.alt.endswith("A club counts 3, a heart 2, a spade 1, a diamond 0.")


def test_the_sentence_of_the_dealer_ends_as_its_language_ends_sentences() -> None:
    def say(key: str, /, **values: object) -> str:
        return WORDS(key, **values).replace(".", "。")

    alt = GAME.scene.table(GAME.views[0][None], GAME.people(), say).alt
    assert alt.count(", deals。") == 1
    assert "." not in alt


# Strips: the table and the hands show the same trick, and are as high as may be.


@PRINTS
@pytest.mark.parametrize("game", [GAME, POINTS], ids=["chips", "points"])
def test_the_table_and_all_hands_have_one_open_strip(game: Any, theme: Theme) -> None:
    for views in game.views:
        table, *hands = (
            (game.scene.hand_strips if seat else game.scene.table_strips)(seen(view, theme))
            for seat, view in sorted(views.items(), key=lambda one: one[0] or 0)
        )
        assert len({strips[0] for strips in (table, *hands)}) == 1
        told = replace(seen(views[Seat(1)], theme), told=("play AH", "pass"))
        assert game.scene.hand_strips(told)[0] == table[0]


def moments(draw: int, theme: Theme = NIGHT) -> list[Any]:
    """Return the strips of a whole game in order: the open one (0), or the seats (1)."""
    return [GAME.scene.table_strips(seen(views[None], theme))[draw] for views in GAME.views]


def test_a_strip_is_another_only_where_it_shows_something_else() -> None:
    """Three hands, each with up to three calls and 39 cards; and the end of the game."""
    for which in (0, 1):
        strips = [*dict.fromkeys(moments(which))]
        drawn = [strip.drawn().image.tobytes() for strip in strips]
        assert len({*drawn}) == len(drawn)
    shown = {tuple(GAME.scene.hand_strips(seen(views[Seat(1)])))[1] for views in GAME.views}
    assert len(shown) < len(GAME.views)


def test_a_strip_of_all_keeps_no_secret() -> None:
    for views in GAME.views[5:50:9]:
        for seat in (1, 2, 3):
            public, _ = GAME.scene.hand_strips(seen(views[Seat(seat)]))
            kept = public.context.view
            assert (kept.seat, kept.hand, kept.asks, kept.legal) == (None, None, (), ())


@PRINTS
@pytest.mark.parametrize("game", [GAME, POINTS], ids=["chips", "points"])
def test_no_picture_is_higher_than_may_be_nor_says_where_one_is(game: Any, theme: Theme) -> None:
    people = game.people()
    for views in game.some(8):
        hands = [view for seat, view in views.items() if seat]
        painted = [
            game.scene.table(views[None], people, WORDS, theme),
            *(game.scene.hand(view, people, WORDS, theme) for view in hands),
            game.scene.open_hands(hands, people, WORDS, theme),
        ]
        if views[None].deal_scores:
            painted.append(game.scene.deal(views[None], people, WORDS, theme))
        assert all(picture.height <= tallest(theme) for picture in painted)
        told = [*texts_of(draw_open(seen(views[None]))), *texts_of(draw_seats(seen(views[None])))]
        assert f"{views[None].deal}/3" not in " ".join(told)
    for page in (2, 3, 4):
        picture = game.scene.rules(page, WORDS, theme)
        assert picture is not None
        assert picture.height <= tallest(theme)


# The trick.


def test_the_last_trick_stays_visible_and_has_its_number_while_the_next_goes_on() -> None:
    """C9."""
    view = GAME.first(lambda view: view.trick.number == 4 and len(view.trick.cards) == 1)
    alt = GAME.told("table", view)
    assert all(card_name(played.card, WORDS) in alt for played in view.last_trick.cards)
    without = replace(view, last_trick=None)
    drawn, bare = (draw_open(seen(each)) for each in (view, without))
    assert ImageChops.difference(drawn.image, bare.image).getbbox() is not None
    before = WORDS("picture.trick_before", trick=3)
    assert [before in texts_of(each) for each in (drawn, bare)] == [True, False]
    large_ones = (draw_open(seen(each, large(NIGHT))) for each in (view, without))
    assert len({each.image.tobytes() for each in large_ones}) == 1


@pytest.mark.parametrize("trumps", list(Trumps))
def test_who_declared_has_room_beside_trumps_of_many_letters(trumps: Trumps) -> None:
    pseudo, key = with_pseudo(LOCALE).words(LOCALE), f"picture.clumond.trumps.{trumps.value}"

    def say(key: str, /, **values: object) -> str:
        times = 3 if key.startswith("picture.clumond.trumps.") else 1
        return " ".join([pseudo(key, **values)] * times)

    view = GAME.first(lambda view: view.last_deal and view.phase is Phase.PLAY)
    last = replace(view.last_deal, declarer=Seat(2), trumps=trumps)
    shown = replace(view, declarer=Seat(2), trumps=trumps, pot=1170, last_deal=last)
    for canvas in (draw_open(seen(shown, words=say)), settled(shown, words=say)):
        strip = [line.text for line, _, room in canvas.texts if room.bottom <= 64]
        assert say("picture.clumond.declares") in strip
        assert any(text.startswith(pseudo(key)[:8]) for text in strip)


def test_in_large_print_the_declarer_has_the_mark_of_trumps() -> None:
    view = GAME.first(lambda view: view.phase is Phase.PLAY and view.trick.cards)
    drawn = [
        draw_open(seen(replace(view, declarer=seat, trumps=trumps), large(NIGHT))).image.tobytes()
        for seat, trumps in ((None, Trumps.NONE), *product((Seat(1), Seat(2)), Trumps))
    ]
    assert len({*drawn}) == len(drawn)


# The own cards.


def hands() -> Iterator[Sequence[str]]:
    """Return a hand of every size and shape that there can be."""
    for size in range(3, 17):
        for counts in product(range(13), repeat=4):
            if sum(counts) == size:
                suits = zip("CHSD", counts, strict=True)
                yield [rank + suit for suit, n in suits for rank in RANKS[:n]]


def own_height(theme: Theme) -> int:
    playing = GAME.first(lambda view: view.phase is Phase.PLAY)
    return tallest(theme) - open_height(playing, theme)


@PRINTS
def test_every_card_can_be_read_beside_the_badge(theme: Theme) -> None:
    for hand in hands():
        laid = laid_out(hand, theme, 0, own_height(theme))
        assert [one.code for one in laid] == list(hand)
        for one in laid:
            assert one.at.w * INDEX >= LEGIBLE
            assert one.seen >= 47
            assert theme.width * 130 // 1000 <= one.at.x <= one.at.right <= theme.width
    assert not any(one.is_covered for one in laid_out(["AS", "KS", "QS"], theme, 0, 300))


@PRINTS
def test_suits_stand_apart(theme: Theme) -> None:
    one, two, three = laid_out(["AC", "KC", "QH"] + ["AS"] * 5, theme, 0, 300)[:3]
    assert three.at.x - two.at.x > two.at.x - one.at.x


def test_cards_that_may_be_played_are_raised_and_the_others_on_other_paper() -> None:
    """C3. While others play, all are as white, and none is dimmed as if it were gone."""
    view = GAME.first(
        lambda v: v.phase is Phase.PLAY and v.seat in v.to_act and len(v.legal) < len(v.hand),
        1, 2, 3,
    )  # fmt: skip
    may = {code.split()[1] for code in view.legal}
    own, waits = (draw_own(seen(each)).image for each in (view, replace(view, legal=())))
    moved = ImageChops.difference(own, waits).getbbox()
    _, top = room_of(seen(view))
    raised = [
        one.at for one in laid_out(view.hand, NIGHT, top, own_height(NIGHT)) if one.code in may
    ]
    assert moved is not None
    assert moved[3] - moved[1] >= raised[0].h + 18
    shown, waiting = (
        {colour: count for count, colour in each.getcolors(each.width * each.height) or []}
        for each in (own, waits)
    )
    assert shown.get(PACK.dim, 0) < 20
    assert waiting.get(PACK.barred, 0) < 20
    assert shown[PACK.barred] > (len(view.hand) - len(may)) * raised[0].w * 20


# What is still possible.


def asked(*asks: tuple[int, tuple[int, ...]], won: int = 2, **values: Any) -> ClumondView:
    """Return a hand that can spell these codes, with the tricks still to win for each."""
    view = GAME.first(lambda view: view.trick.number == 7 and view.phase is Phase.PLAY, 1)
    told = tuple(Ask(code, more and tuple(won + one for one in more), more) for code, more in asks)
    given = {"declarer": None, "trumps": Trumps.NONE, "asks": told, "tricks": (won, 1, 1)}
    changed: ClumondView = replace(view, **given | values)
    return changed


def numbers(view: ClumondView, theme: Theme = NIGHT) -> list[int]:
    """Return the numbers of tricks in the row above the cards."""
    canvas, (room, _) = draw_own(seen(view, theme)), room_of(seen(view, theme))
    return [int(line.text) for line, _, at in canvas.texts if at.y == room.y]


@PRINTS
def test_the_numbers_of_tricks_that_may_still_be_right_stand_in_a_row(theme: Theme) -> None:
    """C4: a code of 0 to 3 means ten more, too."""
    view = asked((0, (8,)), (1, (9,)), (2, (0, 10)), (5, (3,)), (9, ()))
    assert numbers(view, theme) == [2, 5, 10, 11, 12]
    assert numbers(asked((5, (3,))), theme) == [2, 5]
    assert {"2", "tricks"} <= {*own_texts(view, theme)}


@PRINTS
@pytest.mark.parametrize("of", [None, Seat(1), Seat(2)])
def test_what_suits_count_is_shown_while_cards_are_played(theme: Theme, of: Seat | None) -> None:
    """C4: to who plays against a declarer, too, whose code they are to spoil."""
    canvas = draw_own(seen(asked((2, (0, 10)), declarer=of), theme))
    values = {"3", "2", "1", "0"}
    top = min(at.y for line, _, at in canvas.texts if line.text in values)
    assert {line.text for line, _, at in canvas.texts if at.y == top} >= values


@pytest.mark.parametrize("theme", [*THEMES.values(), large(NIGHT)])
def test_one_number_is_filled_and_none_while_the_call_goes_on(theme: Theme) -> None:
    view = asked((2, (0, 10)), (5, (3,)))
    for shown, is_filled in (
        (view, True),
        (replace(view, phase=Phase.CALL), False),
        (asked((5, (3,))), False),
        (replace(view, declarer=Seat(2)), False),
    ):
        canvas = draw_own(seen(shown, theme))
        plain = [stroke.source for stroke in canvas.strokes if stroke.mask is None]
        assert (theme.glow in plain) is is_filled


@PRINTS
@pytest.mark.parametrize("game", [GAME, POINTS])
def test_who_has_to_call_reads_how_one_plays_then(game: Game, theme: Theme) -> None:
    """C2: the numbers nobody plays for yet are shown to who waits; what suits count, to all."""
    view = game.first(lambda view: may_call(view) and view.pot in {0, 14}, 1, 2, 3)
    texts = own_texts(view, theme)
    assert {"3", "2", "1", "0"} <= {*texts}
    assert {WORDS(f"picture.clumond.{call}") for call in ("pass", "declare")} <= {*texts}
    waits = replace(view, legal=())
    assert numbers(waits, theme) == ClumondSpeech(seen(waits)).totals()


def test_a_call_says_what_it_pays() -> None:
    """C5-C7."""
    chips = GAME.first(lambda view: may_call(view) and view.pot == 14, 1, 2, 3)
    assert {"min. +4", f"{MINUS}1 a trick", "+14", "others +7"} <= {*own_texts(chips)}
    points = POINTS.first(may_call, 1, 2, 3)
    assert {"+2", f"{MINUS}1 a trick", "+10", "others +5"} <= {*own_texts(points)}
    for game, view, score in ((GAME, chips, "4 chips or more"), (POINTS, points, "2 points")):
        alt = game.told("hand", view)
        assert f"If all pass, a right code brings {score}, and each trick off costs 1." in alt
        assert "Still possible" not in alt


def test_against_a_declarer_it_says_what_to_do_and_counts_their_tricks() -> None:
    """C6: with a declarer only that one's code counts; one trick off, it fails."""
    view = asked((2, (0, 10)), (5, (3,)), declarer=Seat(2))
    view = replace(view, tricks=(2, 4, 3))
    assert WORDS("picture.clumond.against") in own_texts(view)
    assert WORDS("picture.clumond.right") not in own_texts(view)
    assert numbers(view) == [4, 5, 6, 7, 8]
    alt = GAME.told("hand", view)
    assert WORDS("clumond.aim.against") in alt
    assert "2 tricks." in alt
    hopeless = asked((2, ()), (5, ()))
    assert WORDS("clumond.aim.close") in own_texts(hopeless)


def test_the_hand_tells_the_numbers_of_tricks_that_may_still_be_right() -> None:
    """C4."""
    view = GAME.first(lambda view: view.tricks[0] == 2 and view.asks, 1)
    alt = GAME.told("hand", view)
    assert f"Your cards. {suits_said(view.hand, WORDS)}" in alt
    assert "2 tricks won. You can still be right with 2, 3, " in alt
    asked_for = asked((2, (0, 10)), (5, (3,)))
    told = "2 tricks won. You can still be right with 2, 5 or 12 with code 2."
    assert told in GAME.told("hand", asked_for)
    others = [f"{name}:" for name in NAMES[1:3]]
    assert not [name for name in others if name in alt]


@PRINTS
def test_numbers_one_chooses_by_are_legible_in_every_language(theme: Theme) -> None:
    every = asked(*((code, (code,)) for code in range(10)), won=0)
    other = asked(*((code, (code + 4,)) for code in range(4)), won=6)
    for locale, view in product(("de", "en", "es", "fr", "pt-BR", LOCALE), (every, other)):
        canvas = draw_own(seen(view, theme, with_pseudo(LOCALE).words(locale)))
        for line, _, _ in canvas.texts:
            is_number = any(char.isdigit() for char in line.text)
            if line.text.isdigit() or (is_number and locale != LOCALE):
                assert cap_height(line.size) >= LEGIBLE
                assert locale == LOCALE or not line.text.endswith("…")


# The seats.


@PRINTS
def test_every_seat_has_its_tricks_and_its_balance(theme: Theme) -> None:
    """C8, C9. Large print has one of them: the balance while the call goes on, then the tricks."""
    view = GAME.first(lambda view: sum(view.tricks) > 5 and view.to_act)
    far = replace(view, scores=(-1000, 402, -1000), tricks=(3, 1, 2))
    called = replace(GAME.views[0][None], scores=far.scores)
    texts, chips, points = (
        texts_of(draw_seats(seen(each, theme)))
        for each in (far, called, replace(called, scoring=Scoring.POINTS))
    )
    assert {"3", "1", "2", WORDS("picture.clumond.tricks", n=1)} <= {*texts}
    assert ("402" in texts) is not theme.is_large
    assert chips.count(f"{MINUS}1000") == 2
    assert "402" in chips
    assert WORDS("picture.points", n=402) in points


def test_large_print_shows_the_call_low_and_the_cards_higher_for_it() -> None:
    theme, called = large(NIGHT), GAME.views[0][Seat(1)]
    assert open_height(called, theme) + 40 < open_height(replace(called, phase=Phase.PLAY), theme)
    rooms = [tallest(theme) - open_height(called, theme), own_height(theme)]
    first, then = (laid_out(called.hand, theme, 100, room)[0].at.h for room in rooms)
    assert first > then


@PRINTS
def test_strips_fill_the_picture_and_nothing_is_cut_at_their_edges(theme: Theme) -> None:
    for views in GAME.some(12):
        view = replace(views[Seat(1)], scores=(-1000, 8, 20))
        drawn = [draw(seen(view, theme)) for draw in (draw_open, draw_seats, draw_own)]
        heights = [canvas.size.h for canvas in drawn]
        above = open_height(view, theme)
        assert heights == [above] + 2 * [tallest(theme) - above]
        if view.last_deal:
            drawn.append(settled(view, theme))
        points = replace(view, scoring=Scoring.POINTS, scores=(-12, 8, 20))
        drawn.append(draw_seats(seen(points, theme)))
        for canvas in drawn:
            assert all(one.y >= 0 and one.bottom <= canvas.size.h for one in canvas.strokes)
            for line, _, room in canvas.texts:
                is_number = any(char.isdigit() for char in line.text)
                assert not is_number or line.mask.size[1] <= room.h, line.text


# The settlement.


@PRINTS
def test_balances_of_the_longest_game_fit(theme: Theme) -> None:
    """C8: thirty hands with an ante of ten, nobody ever right."""
    assert LAST.last_deal is not None
    result = replace(
        LAST.last_deal, points=(-379, 380, -381), totals=(-500, -1000, 402), tricks=(13, 0, 0)
    )
    texts = texts_of(settled(replace(LAST, last_deal=result), theme))
    assert {f"{MINUS}1000", f"{MINUS}500", "402", f"{MINUS}379", "+380", "13"} <= {*texts}


def test_the_settlement_says_what_was_promised_won_and_made() -> None:
    result, alt, texts = LAST.last_deal, GAME.told("deal", LAST), GAME.texts("deal", LAST)
    assert result is not None
    for at in range(3):
        assert f": code {result.codes[at]}, " in alt
        kept = WORDS("list.all", items=All(card_name(card, WORDS) for card in result.left[at]))
        assert f"now {result.totals[at]}, kept {kept}.".replace("-", "minus ") in alt
        assert f"= {result.codes[at]}" in texts
        assert str(result.totals[at]).replace("-", MINUS) in texts
    captions = [WORDS(f"picture.clumond.column.{key}") for key in ("promised", "won", "chips")]
    assert [text for text in texts if text in captions] == captions
    assert "from the pot" not in alt
    assert "Last trick" not in alt


@pytest.mark.parametrize(
    ("declarer", "off", "took", "reasons"),
    [
        (None, (0, 3, 0), (2, 0, 2), ["takes a third", "3 off", "takes a third"]),
        (2, (0, 0, 3), (0, 6, 0), ["doesn't count", "takes the pot", "doesn't count"]),
        (2, (0, 4, 3), (3, 0, 3), ["takes half the pot", "4 off", "takes half the pot"]),
    ],
)
def test_the_settlement_says_why_somebody_gets_what_they_do(
    declarer: int | None, off: Any, took: Any, reasons: list[str]
) -> None:
    """C5, C6: a code that agrees with the tricks has a tick, also where it does not count."""
    last = replace(LAST.last_deal, declarer=declarer, trumps=Trumps.NONE, off=off, took=took)  # type: ignore[type-var] # a hand is finished
    for theme in (NIGHT, large(NIGHT)):
        canvas = settled(replace(LAST, last_deal=last, winners=()), theme)
        texts = texts_of(canvas)
        assert [text for text in texts if text in reasons] == ([] if theme.is_large else reasons)
        signs = {stroke.y: stroke.source for stroke in canvas.strokes if is_sign(stroke)}
        colours = [
            (theme.run if miss else theme.flush) if declarer in (None, seat) else theme.muted
            for seat, miss in enumerate(off, start=1)
            if declarer in (None, seat) or not miss
        ]
        assert [signs[y] for y in sorted(signs)] == colours


def is_sign(stroke: Stroke) -> bool:
    """Return whether a stroke is that of a tick or a cross: text is less square."""
    return stroke.right - stroke.x == stroke.bottom - stroke.y == 30


def test_who_won_the_hand_is_all_that_is_gold() -> None:
    """C5, C6: who was right, or who kept a declarer from it; nobody's crown of the game beside."""
    for view in (views[None] for game in (GAME, POINTS) for views in game.views):
        result = view.last_deal
        if result is None:
            continue
        made = {seat for seat, off in enumerate(result.off, start=1) if not off}
        declarer = result.declarer
        alone = {declarer} if declarer in made else {1, 2, 3} - {declarer}
        assert {*winners(result)} == (made if declarer is None else alone)
    assert LAST.last_deal is not None
    (winner,) = winners(LAST.last_deal)
    canvas = GAME.drawn("deal", LAST)
    (line,) = (room for line, _, room in canvas.texts if line.text == NAMES[winner - 1])
    gold = [stroke for stroke in canvas.strokes if stroke.source == NIGHT.gold]
    assert gold
    assert all(line.y - 4 <= one.y <= one.bottom <= line.y + 172 for one in gold)


def test_how_a_hand_was_paid_can_be_asked_and_checked() -> None:
    """C5: what each seat pays and takes, antes and share included, is what its balance changed."""
    for result in filter(None, (views[None].last_deal for views in GAME.views)):
        for at in range(3):
            change = result.took[at] - result.paid[at] - result.ante + result.share
            assert result.points[at] == change
    told = GAME.scene.speech(seen(LAST)).last_hand()  # type: ignore[attr-defined]
    result = LAST.last_deal
    assert result is not None
    assert f"Ante {result.ante} each. Pot {result.pot}, paid {sum(result.paid)}, " in told
    assert all(f"{paid} into the pot" in told for paid in result.paid if paid)
    assert all(f"{took} from the pot" in told for took in result.took if took)
    assert "Last trick: " in told


# All hands at once.


@PRINTS
def test_all_hands_lie_open(theme: Theme) -> None:
    views = [view for seat, view in GAME.views[0].items() if seat]
    canvas = drawn_by(lambda: GAME.scene.open_hands(views, GAME.people(), WORDS, theme))
    assert canvas.size == (theme.width, tallest(theme))
    if theme.is_large:
        ranks = "".join(texts_of(canvas))
        for view in views:
            for suit in "CHSD":
                assert "".join(code[0] for code in view.hand if code[1] == suit) in ranks
