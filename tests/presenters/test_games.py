"""What the presenters of the games say where an example in plain text cannot stage it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.presenters import PRESENTERS, Tone
from bot.presenters.balloon import _ended
from bot.presenters.cards import with_you
from bot.texts import Texts
from engine.events import DealScored
from engine.games.balloon.view import Ending, NothingToDraw, Odds, TripResult
from engine.games.cloud_nine.view import CloudNineView
from engine.seats import Seat
from render.lettering import TIMES
from tests.engine.balloon import positions as balloon
from tests.engine.clumond import positions as clumond
from tests.engine.nimbly import positions as nimbly
from tests.engine.walks import Beginning

SAY = Texts.load().words("en")
NAMES = ("Ada", "Ben", "Cleo")


@pytest.mark.parametrize(
    ("ways", "total", "told"),
    [
        (1, 1, "The pilot can **surely** pay."),
        (0, 5, "The pilot **can't** pay"),
        (9, 1000, "can pay: **less than 1%**."),
        (1, 100, ": **1%**"),
        (526181, 814385, ": **65%**"),
        (995, 1000, ": **more than 99%**"),
    ],
)
def test_chances_of_cloud_9_are_told_in_whole_per_cents_and_words(
    ways: int, total: int, told: str
) -> None:
    view = balloon.seen(balloon.table("RRRYYY", "GGGPPP", "GGGPPP", rolls=("G-",)), 2)
    said = PRESENTERS["balloon"].prompt(replace(view, odds=Odds(ways, total)), SAY, NAMES)
    assert told in said
    assert "exactly" not in said


@pytest.mark.parametrize(
    ("ending", "locale", "told"),
    [
        (Ending.FALL, "en", "you don't pay"), (Ending.JUMP, "en", "you jump last"),
        (Ending.FALL, "en-x-ear", "you fall with"), (Ending.JUMP, "en-x-ear", "you jump last"),
    ],
)  # fmt: skip
def test_who_ended_a_trip_is_told_of_it_as_you(ending: Ending, locale: str, told: str) -> None:
    result = TripResult(1, ending, Seat(1), 2, ("G", "Y"), (), (0, 0, 0), (0, 0, 0), (0, 0, 0))
    say = Texts.load().words(locale)
    assert told in _ended(result, "Nobody scores", say, NAMES, Seat(1))
    assert "you" not in _ended(result, "Nobody scores", say, NAMES)


@pytest.mark.parametrize("by_ear", ["", "-x-ear"])
@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "pt-BR"])
def test_b9_who_could_draw_no_card_is_told(language: str, by_ear: str) -> None:
    say = Texts.load().words(language + by_ear)
    event, balloons = NothingToDraw((Seat(3), Seat(1))), PRESENTERS["balloon"]
    said = balloons.sentence(event, say, NAMES)
    heard = balloons.heard(event, None, say, with_you(NAMES, Seat(1), say), Seat(1))
    assert said is not None
    assert ["Ada" in said, "Ben" in said, "Cleo" in said] == [True, False, True]
    assert heard is not None
    assert ["Ada" in heard, "Cleo" in heard] == [False, True]


def test_who_ended_a_trip_is_told_with_its_points() -> None:
    course = balloon.table("RRRPPP", "GGG", "GGG", rolls=("G-",))
    for move in ("jump", "stay", "fall"):
        course = balloon.played(course, f"* {move}")
    told = [PRESENTERS["balloon"].sentence(event, SAY, NAMES) for event in balloon.told(course)]
    assert "Trip 1: Ada doesn't pay 🟢G and falls. Ada 0 (now 0) · Ben +1 (now 1)" in (
        told[1] or ""
    )


def test_the_score_of_cloud_nine_is_explained_under_a_hand() -> None:
    note = PRESENTERS["cloud_nine"].note(SAY)
    assert f"suit {TIMES} run {TIMES} cards in sets" in note


def test_what_a_trick_of_cloud_nine_is_about_is_told_in_the_first_three_of_a_game() -> None:
    """N1, N2, N5"""
    course, told = Beginning("cloud_nine", 3, {"deals": 3}, 1).course(), set()
    while course.to_act():
        seat = course.to_act()[0]
        view, legal = course.view(seat), course.legal(seat)
        assert isinstance(view, CloudNineView)
        if legal[0].startswith("play"):
            is_told = "picks first" in PRESENTERS["cloud_nine"].prompt(view, SAY, NAMES)
            told.add((view.deal, view.trick.number, is_told))
        course = course.then(seat, legal[0])
    assert {(deal, trick) for deal, trick, is_told in told if is_told} == {(1, 1), (1, 2), (1, 3)}
    assert len(told) == 27


def test_passing_is_the_call_of_clumond_that_stands_out() -> None:
    view = clumond.seen(clumond.table(), 1)
    tones = [control.tone for control in PRESENTERS["clumond"].controls(view, SAY, NAMES)]
    assert tones == [Tone.MAIN, *[Tone.PLAIN] * 5]


def test_c6_a_settled_hand_tells_balances_and_whether_it_was_made() -> None:
    course = clumond.keeping(clumond.played(clumond.table(), "1 declare S"))
    result = clumond.result_of(course)
    for changed, told in (
        (replace(result, off=(2, 0, 0)), "declares and is 2 tricks off"),
        (
            replace(result, off=(0, 1, 1), points=(4, -2, -2), totals=(4, -2, 0)),
            "is right. Ada +4 (now 4) · Ben \N{MINUS SIGN}2 (now \N{MINUS SIGN}2)",
        ),
    ):
        assert told in str(PRESENTERS["clumond"].sentence(DealScored(changed), SAY, NAMES))


@pytest.mark.parametrize(
    ("opening", "told"), [(clumond.PASSES, "so stay close"), (("1 declare H",), "any more.")]
)
def test_c4_who_can_be_right_no_more_reads_so(opening: tuple[str, ...], told: str) -> None:
    view = clumond.seen(clumond.played(clumond.table(), *opening), 1)
    asks = tuple(replace(ask, tricks=(), more=()) for ask in view.asks)
    said = PRESENTERS["clumond"].prompt(replace(view, to_act=(Seat(1),), asks=asks), SAY, NAMES)
    assert told in said
    assert "any more" in said
    assert "Keep three" not in said


@pytest.mark.parametrize(
    ("off", "points", "took", "seat", "told"),
    [
        (
            0,
            -2,
            0,
            2,
            "Hand 1: Ada declares and is right. Your ante of 2 is gone: \N{MINUS SIGN}2 chips.",
        ),
        (0, 4, 6, 1, "Hand 1: you declare and are right. You take 6, less"),
        (1, 1, 3, 3, "is 1 trick off. You take 3, less your ante of 2: +1 chip."),
        (2, -2, 0, 1, "Hand 1: you declare and are 2 tricks off. Your ante of 2 is gone"),
    ],
)
def test_c6_a_seat_reads_what_became_of_the_declarer_and_of_its_ante(
    off: int, points: int, took: int, seat: int, told: str
) -> None:
    view = clumond.seen(clumond.keeping(clumond.played(clumond.table(), "1 declare S")), seat)
    assert view.last_deal is not None
    result = replace(
        view.last_deal, off=(off, 5, 5), points=(points,) * 3, took=(took,) * 3, paid=(0, 0, 0)
    )
    shown = replace(view, last_deal=result)
    said = PRESENTERS["clumond"].retired(shown, SAY, NAMES)
    assert told in said
    assert "your cards" not in said


@pytest.mark.parametrize(("share", "told"), [(3, "3 chips for each"), (0, "")])
def test_c8_the_ending_tells_of_the_split_pot(share: int, told: str) -> None:
    view = clumond.seen(clumond.to_the_end(clumond.table(deals=3)))
    assert view.last_deal is not None
    shown = replace(view, last_deal=replace(view.last_deal, share=share))
    said = PRESENTERS["clumond"].ending(shown, SAY)
    assert told in said
    assert bool(said) == bool(told)


def test_draws_of_nimbly_are_named_by_rows_and_cards_and_stand_in_rows_of_their_own() -> None:
    course, face = nimbly.table("QC KC", "TD", "7H"), PRESENTERS["nimbly"]
    view = nimbly.seen(course, 1)
    own = {c.code: c for c in face.controls(view, SAY, NAMES)}
    assert own["draw AAC"].name == "AAC (K♣ Q♣ 7♥)"
    assert own["draw B"].name == "B (10♦)"
    # Of so many only the picture says what they make.
    assert own["draw AA"].label == "AA"
    assert [control.group for control in own.values()] == [0] * 9 + [1] * 10
    few = face.controls(replace(view, prospects=view.prospects[:9]), SAY, NAMES)
    assert few[3].label == "AA → 4"
    assert [control.group for control in few] == [1] * 3 + [2] * 6
    fewest = face.controls(replace(view, prospects=view.prospects[:5]), SAY, NAMES)
    assert [control.group for control in fewest] == [0] * 5
    shown = face.controls(nimbly.seen(course), SAY, NAMES)
    assert not any("→" in control.label for control in shown)


def test_the_headline_of_nimbly_says_what_a_game_is_played_to() -> None:
    view = nimbly.seen(nimbly.played(nimbly.table("QC KC", "TD", "7H"), "1 draw AAC"))
    said = PRESENTERS["nimbly"].headline(replace(view, deals=None, target=147), SAY)
    assert said == "deal 1, first to 147, 24 cards left to draw"


@pytest.mark.parametrize(("deals", "told"), [(1, "trick 1 of 9"), (3, "deal 1 of 3, trick 1 of 9")])
def test_a_single_deal_of_cloud_nine_is_not_counted(deals: int, told: str) -> None:
    view = Beginning("cloud_nine", 3, {"deals": deals}, 1).course().view(None)
    assert PRESENTERS["cloud_nine"].headline(view, SAY) == told
