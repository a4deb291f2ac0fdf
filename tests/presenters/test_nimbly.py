"""What Nimbly's presenter says, and does not."""

from __future__ import annotations

from dataclasses import replace

from bot.presenters import PRESENTERS
from bot.texts import Texts
from engine.course import Course
from engine.events import as_seen_by
from engine.melds import NINE
from render.lettering import TIMES
from tests.engine.nimbly.positions import first_moves, played, printed_example, seen, table

SAY = Texts.load().words("en")
PRESENTER = PRESENTERS["nimbly"]
NAMES = ("Annie", "Benny", "Carol")


def after_a_draw() -> Course:
    return played(table("QC KC", "TD", "7H"), "1 draw AAC")


def test_a_draw_is_named_by_its_rows_and_cards() -> None:
    view = seen(table("QC KC", "TD", "7H"), 1)
    called = {control.code: control.name for control in PRESENTER.controls(view, SAY, NAMES)}
    assert called["draw AAC"] == "AAC: K♣ Q♣ 7♥"
    assert called["draw B"] == "B: 10♦"


def test_only_the_seat_to_move_is_told_what_a_draw_would_make() -> None:
    course = table("QC KC", "TD", "7H")
    own, shown = (
        PRESENTER.controls(seen(course, 1), SAY, NAMES),
        PRESENTER.controls(seen(course), SAY, NAMES),
    )
    assert [control.code for control in own] == [control.code for control in shown]
    labels = {control.code: control.label for control in own}
    assert labels["draw AA"] == "AA → 4"
    assert not any("→" in control.label for control in shown)
    assert PRESENTER.controls(seen(course, 2), SAY, NAMES) == ()


def test_the_draws_of_as_many_cards_stand_in_rows_of_their_own() -> None:
    controls = PRESENTER.controls(seen(table(), 1), SAY, NAMES)
    sizes = [len(control.code.partition(" ")[2]) for control in controls]
    assert [control.group for control in controls] == sizes == sorted(sizes)
    assert len(controls) == 19


def test_what_is_left_for_the_last_hand_is_a_forced_draw() -> None:
    """J2: the rows hold exactly what is still needed, so all of it goes to that hand."""
    course = table()
    while len([held for held in seen(course).hand_counts if held < NINE]) > 1:
        assert PRESENTER.forced(seen(course)) is None
        seat = course.to_act()[0]
        course = course.then(seat, course.legal(seat)[-1 if seat < 3 else 0])
    forced = PRESENTER.forced(seen(course))
    assert forced in course.legal(course.to_act()[0])
    assert len(str(forced).partition(" ")[2]) == 3


def test_the_only_card_left_is_a_forced_draw() -> None:
    course = table()
    while len(seen(course).prospects) > 1:
        seat = course.to_act()[0]
        course = course.then(seat, course.legal(seat)[0])
    assert PRESENTER.forced(seen(course)) == course.legal(course.to_act()[0])[0]


def test_j4_sentences_name_no_cards_and_only_the_last_are_named_beside_the_turn() -> None:
    course = played(after_a_draw(), "2 draw B")
    told = [PRESENTER.sentence(event, SAY, NAMES) for event in as_seen_by(None, course.happened[1])]
    assert told == ["Annie draws 2 from A, 1 from C (3 of 9)."]
    assert PRESENTER.waiting(seen(course), SAY, NAMES) == "Carol to draw · Benny took 10♦"


def test_the_headline_says_deal_and_cards_left() -> None:
    view = seen(after_a_draw())
    assert PRESENTER.headline(view, SAY) == "deal 1 of 1, 24 cards left to draw"
    to_147 = replace(view, deals=None, target=147)
    assert PRESENTER.headline(to_147, SAY) == "deal 1, first to 147, 24 cards left to draw"


def test_a_prompt_says_how_many_may_be_drawn() -> None:
    course = table(seats=4)
    for rows in ("AAA", "BBB", "AB"):
        assert "up to 3 cards" in PRESENTER.prompt(seen(course, 1), SAY)
        course = played(course, f"1 draw {rows}", "2 draw C", "3 draw C", "4 draw C")
    assert "your last card" in PRESENTER.prompt(seen(course, 1), SAY)
    assert "others are still drawing" in PRESENTER.prompt(seen(played(course, "1 draw C"), 1), SAY)
    assert "Not your turn yet" in PRESENTER.prompt(seen(course, 2), SAY)
    assert "last deal" in PRESENTER.prompt(seen(first_moves(table()), 2), SAY)


def test_j6_a_hand_below_par_is_told_in_the_score_and_in_the_old_hand() -> None:
    course = printed_example(deals=2, par=True)
    told = [PRESENTER.sentence(event, SAY, NAMES) for event in course.happened[-1]]
    assert (
        "End of deal 1, par 40: Annie +60 (now 60) · Benny 0 (now 0) · Carol +45 (now 45)." in told
    )
    assert f"suit 6 {TIMES} run 2 {TIMES} sets 3 = 36. That is below par" in PRESENTER.retired(
        seen(course, 2), SAY
    )
    assert PRESENTER.retired(seen(course, 1), SAY) == (
        f"Deal 1: your nine cards made suit 5 {TIMES} run 2 {TIMES} sets 6 = 60. "
        "You now have 60 points."
    )
    assert PRESENTER.retired(seen(table(), 1), SAY) == ""


def test_the_result_is_shown_until_everybody_has_drawn_again() -> None:
    course = first_moves(table(deals=2))
    assert not PRESENTER.shows_result(seen(table()))
    for seat in (2, 3, 1):
        assert PRESENTER.shows_result(seen(course))
        course = played(course, f"{seat} draw A")
    assert not PRESENTER.shows_result(seen(course))
