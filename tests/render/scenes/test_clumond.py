from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

import pytest
from PIL import ImageChops

from engine.games.clumond.view import SUIT_VALUES, ClumondView, Phase, Trumps
from engine.seats import Seat
from render.api import MAX_ALT, MINUS
from render.context import Context
from render.panels import HEAD
from render.scenes.clumond.examples import LEFT, MEANT
from render.scenes.clumond.parts import STRIP
from render.scenes.clumond.result import figures
from render.scenes.clumond.rows import CARD, LEAST_STEP, laid_out, rows_of, step_of
from render.scenes.clumond.scene import playable
from render.speech import card_name, suits_said
from render.theme import NIGHT, WIDTH, Theme, large
from tests.render.conftest import ABSURD
from tests.render.scenes.played import NAMES, WORDS, absurd, played
from tests.soak.amounts import some
from tests.texts.pseudo import LOCALE, with_pseudo

GAME = played(ClumondView, deals=3)
"""A whole game of three hands: undeclared, with trumps, without."""
LAST: ClumondView = GAME.views[-1][None]
RANKS = "AKQJ98765432"


def test_balances_and_pots_of_the_longest_game_fit() -> None:
    """C8: thirty hands with an ante of ten, nobody ever right."""
    assert LAST.last_deal is not None
    assert LAST.last_trick is not None
    result = replace(
        LAST.last_deal, pot=1170, paid=(13, 12, 11), stays=1206, share=402, ante=10,
        points=(379, 380, 381), totals=(-500, -1000, 402),
    )  # fmt: skip
    trick = replace(LAST.last_trick, number=13)
    busy = replace(LAST, phase=Phase.PLAY, deal=30, deals=30, trick=trick)
    progress = WORDS("picture.clumond.progress", deal=30, deals=30, trick=13)
    assert progress in GAME.texts("table", busy)
    far = replace(LAST, deal=30, deals=30, pot=1170, scores=(-500, -1000, 402), last_deal=result)
    for what in ("table", "deal"):
        texts = GAME.texts(what, far)
        assert f"{MINUS}1000" in texts
        assert not [text for text in texts if text.endswith("…")]


@pytest.mark.parametrize("trumps", list(Trumps))
def test_trumps_and_declarer_are_told_and_never_cut(trumps: Trumps) -> None:
    view = GAME.first(lambda view: view.last_deal and view.phase is Phase.PLAY)
    last = replace(view.last_deal, declarer=Seat(2), trumps=trumps)
    shown = replace(view, declarer=Seat(2), trumps=trumps, pot=1170, last_deal=last)
    for what in ("table", "deal"):
        assert WORDS(f"picture.clumond.trumps.{trumps.value}") in GAME.texts(what, shown)
    assert WORDS("picture.clumond.declares") in GAME.texts("table", shown)


@pytest.mark.parametrize("what", ["table", "deal"])
@pytest.mark.parametrize("trumps", list(Trumps))
def test_who_declared_has_room_beside_trumps_of_many_letters(trumps: Trumps, what: str) -> None:
    pseudo, key = with_pseudo(LOCALE).words(LOCALE), f"picture.clumond.trumps.{trumps.value}"

    def say(key: str, /, **values: object) -> str:
        times = 3 if key.startswith("picture.clumond.trumps.") else 1
        return " ".join([pseudo(key, **values)] * times)

    view = GAME.first(lambda view: view.last_deal and view.phase is Phase.PLAY)
    last = replace(view.last_deal, declarer=Seat(2), trumps=trumps)
    shown = replace(view, declarer=Seat(2), trumps=trumps, pot=1170, last_deal=last)
    draw = getattr(GAME.scene, f"draw_{what}")
    texts = draw(Context(shown, GAME.people(), say)).texts
    strip = [line.text for line, _, room in texts if room.bottom < HEAD + STRIP]
    assert say("picture.clumond.declares") in strip
    assert any(text.startswith(pseudo(key)[:8]) for text in strip)


def test_the_sentence_of_the_dealer_ends_as_its_language_ends_sentences() -> None:
    def say(key: str, /, **values: object) -> str:
        return WORDS(key, **values).replace(".", "。")

    alt = GAME.scene.table(GAME.views[0][None], GAME.people(), say).alt
    assert alt.count(", deals。") == 1
    assert "." not in alt


@pytest.mark.parametrize("start", some(range(len(ABSURD)), 3))
def test_alt_texts_hold_all_facts_whatever_people_are_called(start: int) -> None:
    view = GAME.first(lambda view: view.deal == 2 and view.trick.number == 9)
    alt, result = (GAME.told(what, view, absurd(start)) for what in ("table", "result"))
    assert len(alt) <= MAX_ALT
    assert "hand 2 of 3, trick 9 of 13" in alt
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
    points = played(ClumondView, deals=3, scoring="points")
    for canvas in points.canvases(12):
        assert not [line.text for line, _, _ in canvas.texts if "Pot" in line.text]
    assert "chip" not in points.told("result", points.views[-1][None])


def test_cards_that_may_not_be_played_are_dimmed_but_not_while_one_waits() -> None:
    """C3."""
    held_back = GAME.first(
        lambda v: v.phase is Phase.PLAY and v.seat in v.to_act and len(v.legal) < len(v.hand),
        1, 2, 3,
    )  # fmt: skip
    assert playable(held_back) == frozenset(code.split()[1] for code in held_back.legal)
    free = replace(held_back, legal=tuple(f"play {card}" for card in held_back.hand))
    dimmed, bright = (GAME.drawn("hand", view).image for view in (held_back, free))
    assert ImageChops.difference(dimmed, bright).getbbox() is not None
    assert playable(GAME.first(lambda view: view.to_act == (2,), 1)) is None


def test_the_hand_tells_codes_and_the_tricks_they_ask_for() -> None:
    """C4."""
    view = GAME.first(lambda view: view.tricks[0] == 2 and view.asks, 1)
    alt, texts = GAME.told("hand", view), GAME.texts("hand", view)
    assert f"Your cards. {suits_said(view.hand, WORDS)}" in alt
    for ask in view.asks:
        takes = f"{ask.code} takes {' or '.join(map(str, ask.more))}"
        assert (takes in alt) is bool(ask.more)
        assert {f"+{more}" for more in ask.more if more} <= set(texts)


def test_no_code_looks_chosen_during_the_call() -> None:
    calling = GAME.first(lambda view: view.phase is Phase.CALL and view.asks[0].tricks, 1)
    trumped = replace(calling, phase=Phase.PLAY, trumps=Trumps.NONE)
    assert calling.asks[0].more[0] == 0
    assert ["+0" in GAME.texts("hand", view) for view in (calling, trumped)] == [True, False]


@pytest.mark.parametrize("theme", [NIGHT, large(NIGHT)], ids=["usual", "large"])
def test_cards_of_any_hand_can_all_be_read(theme: Theme) -> None:
    least, width = (CARD.w // 2 if theme.is_large else LEAST_STEP), theme.width - 32
    for counts in product(range(14), repeat=4):
        if sum(counts) != 16:
            continue
        hand = [rank + suit for suit, n in zip("CHSD", counts, strict=True) for rank in RANKS[:n]]
        rows = rows_of(tuple(hand), theme)
        assert sorted(code for row in rows for suit in row for code in suit) == sorted(hand)
        assert min(step_of(row, width) for row in rows) >= least


@pytest.mark.parametrize("suits", ["C" * 12 + "HHHH", "C" * 8 + "H" * 8, "CCCCHHHHSSSSDDDD", "C"])
def test_rows_stay_inside_the_picture(suits: str) -> None:
    hand = [RANKS[suits[:i].count(suit)] + suit for i, suit in enumerate(suits)]
    for row in rows_of(tuple(hand)):
        assert all(laid.x >= 0 and laid.x + CARD.w <= WIDTH for laid in laid_out(row, 16))


def test_the_last_trick_stays_visible_while_the_next_goes_on() -> None:
    """C9."""
    view = GAME.first(lambda view: view.trick.number == 4 and len(view.trick.cards) == 1)
    alt = GAME.told("table", view)
    assert all(card_name(played.card, WORDS) in alt for played in view.last_trick.cards)
    with_it, without = (
        GAME.drawn("table", each).image for each in (view, replace(view, last_trick=None))
    )
    assert ImageChops.difference(with_it, without).getbbox() is not None


def test_the_settlement_can_be_checked() -> None:
    """C5: what each seat pays and takes, antes and share included, is what its balance changed."""
    for result in filter(None, (views[None].last_deal for views in GAME.views)):
        for at in range(3):
            change = result.took[at] - result.paid[at] - result.ante + result.share
            assert result.points[at] == change
    last = LAST.last_deal
    assert last is not None
    shown = [figure.key for figure in figures(Context(LAST, GAME.people(), WORDS), last, 1)]
    assert shown == ["code", "won", "off", "ante", "pays", "takes", "share", "hand"]


def test_the_result_tells_cards_codes_and_balances() -> None:
    result, alt, texts = LAST.last_deal, GAME.told("deal", LAST), GAME.texts("deal", LAST)
    assert result is not None
    for at in range(3):
        assert f": code {result.codes[at]}, " in alt
        kept = ", ".join(card_name(card, WORDS) for card in result.left[at])
        assert f"now {result.totals[at]}, kept {kept}.".replace("-", "minus ") in alt
        assert str(result.totals[at]).replace("-", MINUS) in texts
    assert WORDS("picture.clumond.result", deal=result.deal) in texts
    assert "Last trick: " in alt


def test_the_examples_are_counted_right() -> None:
    """C4."""
    codes = [sum(SUIT_VALUES[card[1]] for card in cards) for cards in LEFT]
    assert codes == [meant[0] for meant in MEANT]
    picture = GAME.scene.rules(2, WORDS)
    assert picture is not None
    assert "Code 2, for 2 or 12 tricks. " in picture.alt
    assert picture.alt.endswith("A club counts 3, a heart 2, a spade 1, a diamond 0.")


def test_a_hand_says_what_the_others_won_and_have() -> None:
    """C9."""
    views = next(v for v in GAME.views if sum(v[None].tricks) > 5 and v[None].to_act)
    seat = views[None].to_act[0]
    alt, texts = GAME.told("hand", views[seat]), GAME.texts("hand", views[seat])
    for other, won in enumerate(views[None].tricks, start=1):
        name = "You" if other == seat else NAMES[other - 1]
        assert re.search(rf" {name}: (minus )?\d+ chips?, {won} trick", alt)
        assert str(won) in texts
    assert sum(texts.count(WORDS("picture.clumond.tricks", n=n)) for n in (1, 2)) == 3
    assert sum(texts.count(WORDS("picture.clumond.chips", n=n)) for n in (1, 2)) == 2
    far = GAME.texts("hand", replace(views[seat], scores=(-1000, -1000, -1000)))
    assert far.count(f"{MINUS}1000") == 3


def test_the_hand_of_a_defender_has_no_codes() -> None:
    """C6: with a declarer only that one's code counts."""
    own = GAME.first(lambda view: view.tricks[0] == 2 and view.asks, 1)
    own = replace(own, declarer=Seat(1))
    other = replace(own, declarer=Seat(2))
    assert GAME.drawn("hand", other).size.h < GAME.drawn("hand", own).size.h
    for view, key in ((own, "picture.clumond.asks"), (other, "picture.clumond.asks_against")):
        assert WORDS(key) in GAME.texts("hand", view)
    said = WORDS("clumond.aim.against")
    assert (said in GAME.told("hand", own), said in GAME.told("hand", other)) == (False, True)


def test_the_trick_before_is_told_by_its_number() -> None:
    """C9: under "trick 13" the words "last trick" would be read as the final one."""
    waits = GAME.first(lambda view: view.trick.number == 13 and not view.trick.cards)
    goes_on = GAME.first(lambda view: view.trick.number == 13 and view.trick.cards)
    assert "trick 12" in GAME.texts("table", waits)
    assert "small: trick 12" in GAME.texts("table", goes_on)
