"""What Cloud Nine's presenter says and offers."""

from __future__ import annotations

import pytest

from bot.presenters import PRESENTERS
from bot.texts import Texts
from render.lettering import TIMES
from tests.engine.cloud_nine.positions import played, seen, table, trick

SAY = Texts.load().words("en")
PRESENTER = PRESENTERS["cloud_nine"]
NAMES = ("Annie", "Benny", "Carol")


def test_who_leads_is_told_what_winning_earns() -> None:
    """N1, N5."""
    said = PRESENTER.prompt(seen(table("KH 2C"), 1), SAY)
    assert said.startswith("**Your turn:** lead any card. The highest card of the suit led picks")
    assert "joker" not in said


def test_who_follows_is_told_so_of_the_suit_that_counts() -> None:
    """N1, N3: a joker led sets no suit, the next card does."""
    course = played(table("JK1", "7S", "9D"), "1 play JK")
    assert "suit led picks first" in PRESENTER.prompt(seen(course, 2), SAY)
    said = PRESENTER.prompt(seen(played(course, "2 play 7S"), 3), SAY)
    assert "The highest spade picks first" in said
    assert said.endswith("A joker always picks second.")


def test_n2_who_holds_a_joker_is_told_what_it_does() -> None:
    assert "joker always picks second" in PRESENTER.prompt(seen(table("JK1"), 1), SAY)


def test_taking_says_in_the_hand_what_the_cloud_would_make() -> None:
    course = trick("KH", "9H", "AS")
    own = PRESENTER.controls(seen(course, 1), SAY, NAMES)
    assert [control.label for control in own] == ["Take K♥ → 1", "Take 9♥ → 1", "Take A♠ → 1"]
    said = PRESENTER.prompt(seen(course, 1), SAY)
    assert f"9♥ → suit 1 {TIMES} run 1 {TIMES} sets 1 = 1" in said.splitlines()


def test_the_preview_counts_what_the_cloud_holds_already() -> None:
    course = played(
        table("KH QC", "9H 3C", "AS 2C"),
        "1 play KH", "2 play 9H", "3 play AS", "1 take KH", "2 take 9H",
        "3 play 2C", "1 play QC", "2 play 3C",
    )  # fmt: skip
    labels = [control.label for control in PRESENTER.controls(seen(course, 1), SAY, NAMES)]
    assert labels == ["Take 2♣ → 1", "Take Q♣ → 2", "Take 3♣ → 1"]
    said = PRESENTER.prompt(seen(course, 1), SAY)
    assert f"Q♣ → suit 1 {TIMES} run 2 {TIMES} sets 1 = 2" in said.splitlines()


def test_the_same_cards_are_offered_in_the_same_order_at_the_table_and_in_the_hand() -> None:
    """The order is that of the trick, as in the picture."""
    course = trick("2H", "KH", "AS")
    own = [control.code for control in PRESENTER.controls(seen(course, 2), SAY, NAMES)]
    shown = PRESENTER.controls(seen(course), SAY, NAMES)
    assert own == [control.code for control in shown] == ["take 2H", "take KH", "take AS"]
    assert not any("→" in control.label for control in shown)


def test_whoever_is_not_to_act_has_no_buttons_and_no_preview() -> None:
    view = seen(trick("2H", "KH", "AS"), 1)
    assert PRESENTER.controls(view, SAY, NAMES) == ()
    assert PRESENTER.prompt(view, SAY) == "Not your turn yet. Your buttons will appear here."


@pytest.mark.parametrize(
    ("cards", "forced"), [(("KH", "9H", "AS"), None), (("KH", "JK1", "JK2"), "take JK")]
)
def test_one_of_two_jokers_is_a_forced_choice(cards: tuple[str, ...], forced: str | None) -> None:
    course = played(trick(*cards), "1 take KH")
    if seen(course).phase == "second":
        course = played(course, "1 second 2")
    assert PRESENTER.forced(seen(course)) == forced


def test_the_score_is_explained_under_every_hand() -> None:
    assert f"longest suit {TIMES} longest run {TIMES} cards in sets" in PRESENTER.note(SAY)
