"""The presenter of Clumond."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.presenters import PRESENTERS, Tone
from bot.presenters.cards import card_label
from bot.texts import Texts
from engine.chance import Chance
from engine.course import Course
from engine.events import DealScored
from engine.games.clumond.rules import Clumond
from engine.games.clumond.view import (
    ClumondView,
    Declared,
    NobodyDeclared,
    Phase,
    TrickWon,
    Trumps,
)
from engine.seats import Seat
from render import numbers

PRESENTER, SAY = PRESENTERS["clumond"], Texts.load().words("en")
NAMES = ("Ada", "Ben", "Cleo")
PASSES = ((1, "pass"), (2, "pass"), (3, "pass"))


def begun(*moves: tuple[int, str], scoring: str = "chips") -> Course:
    course = Course.begin(Clumond(), 3, {"deals": 3, "scoring": scoring}, Chance(bytes(32)))
    for seat, code in moves:
        course = course.then(Seat(seat), code)
    return course


def seen(course: Course, seat: int | None = None) -> ClumondView:
    view = course.view(None if seat is None else Seat(seat))
    assert isinstance(view, ClumondView)
    return view


def finished(course: Course, deals: int = 1) -> Course:
    while course.to_act() and len(seen(course).deal_scores) < deals:
        seat = course.to_act()[0]
        course = course.then(seat, course.legal(seat)[0])
    return course


def test_the_call_is_offered_to_all_eyes_and_cards_are_not() -> None:
    """C2: a call hides nothing; a hand does."""
    calls = [control.label for control in PRESENTER.controls(seen(begun()), SAY, NAMES)]
    assert calls == [
        "Pass", "Declare no trumps", "Declare ♣", "Declare ♦", "Declare ♥", "Declare ♠",
    ]  # fmt: skip
    assert PRESENTER.controls(seen(begun(*PASSES)), SAY, NAMES) == ()


def test_passing_is_the_move_that_stands_out() -> None:
    tones = [control.tone for control in PRESENTER.controls(seen(begun(), 1), SAY, NAMES)]
    assert tones == [Tone.MAIN, *[Tone.PLAIN] * 5]


def test_who_is_not_to_call_has_no_controls() -> None:
    assert PRESENTER.controls(seen(begun(), 2), SAY, NAMES) == ()


def test_cards_are_offered_in_the_order_of_the_picture_and_of_no_menu() -> None:
    view = seen(begun(*PASSES), 1)
    controls = PRESENTER.controls(view, SAY, NAMES)
    assert tuple(control.code.split()[1] for control in controls) == view.hand
    assert [control.label for control in controls] == [card_label(card, SAY) for card in view.hand]


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ((), "you take the whole pot of 6"),
        (PASSES, "lead any card"),
        (((1, "declare H"),), "Not your turn yet"),
    ],
)
def test_the_prompt_says_what_to_do(moves: tuple[tuple[int, str], ...], said: str) -> None:
    assert said in PRESENTER.prompt(seen(begun(*moves), 1), SAY)


def test_the_prompt_tells_following_from_playing_freely() -> None:
    """C3."""
    course = begun(*PASSES)
    course = course.then(Seat(1), course.legal(Seat(1))[0])
    view = seen(course, 2)
    assert view.hand is not None
    assert "follow suit" in PRESENTER.prompt(replace(view, legal=view.legal[:1]), SAY)
    free = tuple(f"play {card}" for card in view.hand)
    assert "any card" in PRESENTER.prompt(replace(view, legal=free), SAY)


def test_with_points_the_prompt_speaks_of_points() -> None:
    """C7."""
    assert "10 points" in PRESENTER.prompt(seen(begun(scoring="points"), 1), SAY)


@pytest.mark.parametrize("trumps", list(Trumps))
def test_a_declaration_names_its_trumps(trumps: Trumps) -> None:
    said = PRESENTER.sentence(Declared(Seat(2), trumps, Seat(3)), SAY, NAMES)
    assert said is not None
    assert said.startswith("Ben declares, with")
    assert ("without" in said) == (trumps is Trumps.NONE)


def test_tricks_and_an_undeclared_hand_are_told() -> None:
    assert PRESENTER.sentence(NobodyDeclared(Seat(1)), SAY, NAMES) == (
        "Nobody declares, so there are no trumps. Ada leads."
    )
    assert "now has 4" in str(PRESENTER.sentence(TrickWon(Seat(3), 4), SAY, NAMES))
    assert "wins the trick, their first." in str(
        PRESENTER.sentence(TrickWon(Seat(3), 1), SAY, NAMES)
    )


def test_a_settled_hand_tells_balances_and_whether_it_was_made() -> None:
    course = finished(begun((1, "declare S")))
    result = seen(course).last_deal
    assert result is not None
    failed = replace(result, off=(2, 0, 0))
    assert "declared and was 2 tricks off" in str(
        PRESENTER.sentence(DealScored(failed), SAY, NAMES)
    )
    made = replace(result, off=(0, 1, 1), points=(4, -2, -2), totals=(4, -2, 0))
    said = str(PRESENTER.sentence(DealScored(made), SAY, NAMES))
    assert "made it. Ada +4 (now 4) · Ben \N{MINUS SIGN}2 (now \N{MINUS SIGN}2)" in said


def test_the_result_stays_beside_the_table_until_the_second_trick() -> None:
    course = finished(begun(*PASSES))
    assert PRESENTER.shows_result(seen(course))
    while seen(course).phase is Phase.CALL or seen(course).trick.number == 1:
        assert PRESENTER.shows_result(seen(course))
        seat = course.to_act()[0]
        course = course.then(seat, course.legal(seat)[0])
    assert not PRESENTER.shows_result(seen(course))


@pytest.mark.parametrize("scoring", ["chips", "points"])
def test_a_retired_hand_says_its_code_and_tricks(scoring: str) -> None:
    course = finished(begun(*PASSES, scoring=scoring))
    view = seen(course, 2)
    assert view.last_deal is not None
    said = PRESENTER.retired(view, SAY)
    assert f"said {view.last_deal.codes[1]} and you won {view.last_deal.tricks[1]}" in said
    change = view.last_deal.points[1]
    assert f"{numbers.change(change)} {scoring.rstrip('s')}" in said
    assert f"You now have {numbers.number(view.last_deal.totals[1])} {scoring.rstrip('s')}" in said
    assert PRESENTER.retired(seen(begun(), 2), SAY) == ""


def test_the_ending_tells_of_the_split_pot() -> None:
    """C8."""
    view = seen(finished(begun(*PASSES), 3))
    assert view.last_deal is not None
    shared = replace(view, last_deal=replace(view.last_deal, share=3))
    assert "3 chips for each" in PRESENTER.ending(shared, SAY)
    bare = replace(view, last_deal=replace(view.last_deal, share=0))
    assert PRESENTER.ending(bare, SAY) == ""
