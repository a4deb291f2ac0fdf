"""What a person reads of a day: nothing of others' results before they have one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.daily.layouts import (
    CROWN,
    MOST_SHARED,
    ROW_OF_SQUARES,
    DayPage,
    announcement_layout,
    card_of,
    daily_layout,
    daily_line,
    fair_layout,
    par_text,
    shared_layout,
    shared_row,
    shared_rows,
    squares_text,
)
from bot.daily.rules import LENGTH, Day, Field, Habit, Mark
from bot.daily.service import Glance, MyDaily, PastDay, TryOutcome
from bot.daily.store import ASIDE, MENDS, TryResult
from bot.match.show.looks import Line
from bot.store.rows import SeriesRow, Status
from engine.chance import commitment
from render.scenes.daily import paint_daily
from tests.match.rows import EAR, SAY, faults, ids, labels, lobby_row, said

DAY = Day(20_787)
SERIES = SeriesRow(DAY.key, DAY.game, dict(DAY.options), bytes(32), 1, 1, DAY.opens, DAY.closes)
ROW = replace(lobby_row("Ada"), status=Status.OVER, series=DAY.key, by_token=True)
OWN = TryResult(
    DAY.number, 101, ROW.id, "Ada", -12, won=False, gave_up=False, squares="2210", score=14
)
BEST = replace(OWN, user_id=102, name="*Ben*", lead=31)
OUTCOME = TryOutcome(OWN, Field(5, 2, 1), Field(3, 1, 1), BEST)
GIVEN_UP = TryOutcome(replace(OWN, lead=50, won=True, gave_up=True, squares=None), None, None, BEST)
LATER = TryOutcome(replace(OWN, later=ASIDE), None, None, BEST)
HABIT = Habit(4, 9, (Mark.MISSED,) * 3 + (Mark.PLAYED,) * 4, (1, 2, 0, 0, 3))
NONE = replace(HABIT, streak=0)
FRESH = MyDaily(DAY, SERIES, None, None, HABIT, 4)
PLAYED = MyDaily(DAY, SERIES, ROW, OUTCOME, HABIT, 5)
CLOSED = replace(SERIES, closed=DAY.closes)
OVER = replace(PLAYED, series=CLOSED)
MISSED = replace(FRESH, series=CLOSED, habit=NONE)


def page(mine: MyDaily) -> DayPage:
    return DayPage(mine, "29 Nov", shares=True)


def test_an_easier_day_is_offered_above_today_and_today_stays_one_press_away() -> None:
    easy = PastDay(DAY.plus(-3), "balloon", is_played=False, name="26 Nov")
    shown = daily_layout(replace(page(replace(FRESH, is_new=True)), easy=easy), [], SAY)
    assert "Begin with the Balloon of 26 Nov" in said(shown)
    easier, rules, begin = ids(shown)[:3]
    assert easier == f"daily:{easy.day.number}:later"
    assert (rules, begin) == ("zr:clumond:daily", f"daily:{DAY.number}:begin")
    assert not faults(shown)


def text_of(mine: MyDaily) -> str:
    return said(daily_layout(page(mine), [], SAY))


def test_before_one_has_played_only_how_many_have() -> None:
    layout = daily_layout(page(FRESH), [], SAY)
    assert "4 people have finished" in said(layout)
    assert "finished" not in text_of(replace(FRESH, ended=0))
    assert "Ben" not in said(layout)
    assert labels(layout) == ["Play", "How to play", "Fair deal"]
    assert ids(layout)[:2] == [f"daily:{DAY.number}:begin", "zr:clumond:daily"]
    assert SAY("game.clumond.hint") in said(layout)
    assert "Today's daily ends" in said(layout)


def test_a_day_that_is_ending_is_told_by_when_it_can_be_played() -> None:
    after = replace(FRESH, until=DAY.closes + 1)
    assert labels(daily_layout(page(after), [], SAY)) == ["How to play", "Fair deal"]
    assert f"play it for fun <t:{int(DAY.closes + LENGTH)}:R>." in text_of(after)
    playing = replace(ROW, status=Status.PLAYING)
    played_on = replace(FRESH, row=playing, until=DAY.closes + 600)
    assert f"This game ends <t:{int(DAY.closes) + 600}:R>." in text_of(played_on)
    assert "Next daily" not in text_of(replace(PLAYED, until=DAY.closes + 1))


def test_a_try_in_which_no_choice_mattered_says_so() -> None:
    none = replace(PLAYED, outcome=replace(OUTCOME, result=replace(OWN, squares="")))
    assert "none of your choices made a clear difference" in text_of(none)


def test_why_a_day_is_the_same_for_everybody_is_said() -> None:
    assert "midnight UTC" in said(fair_layout(SERIES, None, None, SAY))


def test_how_long_it_is_begins_a_sentence_with_a_capital() -> None:
    series = replace(SERIES, game="balloon", options={"target": 25})
    assert "**A race to 25 points against two" in text_of(replace(FRESH, series=series))
    assert "\nA race to 25 points, same" in said(announcement_layout(series, SAY))


def test_the_place_the_squares_and_the_next_day_stand_below_the_picture() -> None:
    layout = daily_layout(page(PLAYED), [], SAY)
    text = said(layout)
    assert "Among everyone: **3rd of 5 so far**" in text
    assert "In this server: **2nd** of 3." in text
    same = replace(PLAYED, outcome=replace(OUTCOME, here=OUTCOME.everywhere))
    assert "On this server" not in text_of(same)
    assert "🟩🟩🟡🔻" in text
    heard = said(daily_layout(page(PLAYED), [], EAR))
    assert "Your choices: Good 2, Fair 1, Weak 1." in heard
    assert "🟩" not in heard
    assert "Tomorrow you can review this game" in text
    tomorrow = SAY(f"game.{DAY.plus(1).game}")
    assert f"Next daily: {tomorrow}, <t:{int(DAY.closes)}:R>." in text
    assert r"Best so far: **\*Ben\***. Tomorrow you can watch that game." in text
    assert labels(layout)[0] == "Share"
    assert not {"Play", "How to play", "Watch the best game"} & set(labels(layout))
    assert not faults(layout)
    text = text_of(OVER)
    assert "Tomorrow you can review this game" not in text
    assert "Among everyone: **3rd of 5**" in text
    assert r"Best of the day: **\*Ben\***" in text
    mine = replace(OUTCOME, everywhere=Field(5, 4, 1), best=OWN)
    for day, words in ((PLAYED, "Nobody has done better so far"), (OVER, "Yours was the best")):
        assert words in text_of(replace(day, outcome=mine))


def test_who_shares_the_first_place_is_told_so_and_nobody_is_named_the_best() -> None:
    """The best row of the store is the first one begun, of equals too."""
    level = replace(OUTCOME, everywhere=Field(5, 3, 2), here=Field(3, 1, 2), best=BEST)
    text = text_of(replace(PLAYED, outcome=level))
    assert "Among everyone: **shared 1st of 5 so far**" in text
    assert "In this server: **shared 1st** of 3." in text
    assert "🏆 Nobody has done better so far." in text
    text = text_of(replace(OVER, outcome=level))
    assert "Among everyone: **shared 1st of 5**" in text
    assert "🏆 Nobody did better." in text
    assert "Ben" not in text
    past = daily_layout(page(replace(OVER, outcome=level)), [], SAY)
    assert "Watch the best game" not in labels(past)
    assert card_of(level, PLAYED, "29 Nov", SAY).shared
    assert not card_of(OUTCOME, PLAYED, "29 Nov", SAY).shared


def test_who_is_alone_is_the_first_to_finish_and_nothing_more() -> None:
    alone = replace(OUTCOME, everywhere=Field(1, 0, 1), here=Field(1, 0, 1))
    told = text_of(replace(PLAYED, outcome=alone))
    assert "\nYou're the first to finish today.\n" in told
    assert "Nobody has done better" not in told
    assert "On this server" not in text_of(replace(PLAYED, outcome=alone))
    assert "You were the only one to play." in text_of(replace(OVER, outcome=alone))


def test_nobody_reads_by_how_much_they_were_behind() -> None:
    for mine in (PLAYED, OVER):
        for told in ("\N{MINUS SIGN}", "-12", "-6", " 0 %", "better than"):
            assert told not in text_of(mine)


def test_each_grade_has_a_shape_of_its_own_and_a_row_fits_a_phone() -> None:
    assert squares_text("012") == "🔻🟡🟩"
    assert [len(row) for row in squares_text("2" * 45).split("\n")] == [20, 20, 5]


def test_a_try_that_was_given_up_stands_beside_nobodys_and_is_not_shared() -> None:
    given_up = replace(PLAYED, outcome=GIVEN_UP, habit=NONE)
    text = text_of(given_up)
    assert SAY("daily.gave_up") in text
    assert SAY("daily.anew") in text
    assert "Best so far: " in text
    for told in ("+50", " of ", "so far**", "in a row"):
        assert told not in text
    assert "Share" not in labels(daily_layout(page(given_up), [], SAY))
    alone = replace(given_up, outcome=replace(GIVEN_UP, best=None))
    assert "🏆" not in text_of(alone)
    # A day that was closed early breaks no streak.
    assert SAY("daily.anew") not in text_of(replace(given_up, habit=HABIT))
    card = card_of(GIVEN_UP, PLAYED, "29 Nov", SAY)
    assert (card.place, card.total, card.later) == (None, 0, False)


def test_a_day_that_is_over_can_be_reviewed_and_its_best_game_watched() -> None:
    layout = daily_layout(page(OVER), [], SAY)
    assert {"Review", "Replay", "Watch the best game"} <= set(labels(layout))
    own = replace(OVER, outcome=replace(OUTCOME, everywhere=Field(5, 4, 1), best=OWN))
    assert "Watch the best game" not in labels(daily_layout(page(own), [], SAY))
    early = replace(FRESH, series=replace(SERIES, closed=DAY.opens + 5, why="upgrade"))
    assert SAY("daily.closed_early") in text_of(early)


def test_a_missed_day_is_played_for_fun_or_for_the_streak() -> None:
    layout = daily_layout(page(MISSED), [], SAY)
    assert labels(layout) == ["Play it for fun", "How to play", "Fair deal"]
    assert f"daily:{DAY.number}:later" in ids(layout)
    mending = replace(MISSED, at_stake=3)
    assert "to keep your streak of 3 days" in text_of(mending)
    assert labels(daily_layout(page(mending), [], SAY))[0] == "Play yesterday's"
    later = replace(OVER, outcome=LATER)
    assert "You played this one after its day" in text_of(later)
    habit = replace(HABIT, week=(Mark.MENDED, Mark.OPEN))
    mended = replace(later, outcome=replace(LATER, result=replace(OWN, later=MENDS)), habit=habit)
    assert "Your streak goes on: 4 days. Now play today's daily." in text_of(mended)
    assert labels(daily_layout(page(mended), [], SAY))[1] == "Today's daily"
    assert "🟩" in text_of(later)


def test_today_tells_of_yesterday_and_offers_past_days() -> None:
    yesterday = replace(OVER, day=DAY.plus(-1))
    layout = daily_layout(replace(page(FRESH), before=yesterday), [], SAY)
    assert "**Yesterday** · Clumond · 3rd of 5" in said(layout)
    assert labels(layout) == [
        "Play", "How to play", "Review", "Watch the best game", "Fair deal",
    ]  # fmt: skip
    missed = replace(MISSED, at_stake=1)
    layout = daily_layout(replace(page(FRESH), before=missed), [], SAY)
    assert "to keep your streak of 1 day" in said(layout)
    assert f"daily:{DAY.number}:later" in ids(layout)
    new = replace(missed, is_new=True)
    layout = daily_layout(replace(page(FRESH), before=new), [], SAY)
    assert "Play yesterday's" in labels(layout)
    assert f"daily:{DAY.number}:later" not in ids(layout)
    past = [PastDay(DAY.plus(-n), "nimbly", n == 1, f"{n} Nov") for n in range(1, 26)]
    layout = daily_layout(replace(page(FRESH), before=yesterday, past=past), [], SAY)
    assert not faults(layout)
    assert "daily:past" in ids(layout)


def test_what_is_shared_is_a_line_and_the_squares_of_each() -> None:
    ada = shared_row(SERIES, replace(OUTCOME.result, lead=-3), SAY)
    assert said(shared_layout(SERIES, "29 Nov", [ada], SAY)) == (
        "### Daily · 29 Nov · Clumond\n"
        "**Ada** · **14 chips**\n🟩🟩🟡🔻\n"
        "-# For choices that mattered: 🟩 Good, 🟡 Fair, 🔻 Weak"
    )
    weak = said(shared_layout(SERIES, "29 Nov", [replace(ada, squares="00")], SAY))
    assert weak.endswith("🔻🔻\n-# For choices that mattered: 🔻 Weak")
    assert labels(shared_layout(SERIES, "29 Nov", [ada], SAY)) == ["Play"]
    assert labels(shared_layout(CLOSED, "29 Nov", [ada], SAY)) == []
    here = DayPage(PLAYED, "29 Nov")
    assert "Share" not in labels(daily_layout(here, [], SAY))


def test_who_share_a_day_are_beside_house_players_and_the_best_crowned_when_it_is_over() -> None:
    leads = {"*Ada*": 9, "Ben": 9, "Cleo": -3}
    results = [replace(OWN, name=name, lead=lead) for name, lead in leads.items()]
    told = shared_layout(SERIES, "29 Nov", shared_rows(SERIES, results, SAY), SAY)
    assert "**\\*Ada\\*** · **14 chips** · ahead of the house players\n" in said(told)
    assert "**Cleo** · **14 chips**\n" in said(told)
    assert CROWN not in said(told)
    par = par_text(CLOSED, 11.6, SAY)
    over = shared_layout(CLOSED, "29 Nov", shared_rows(CLOSED, results, SAY), SAY, par)
    assert said(over).count(f"{CROWN} **") == 2
    assert "\nHouse players: 12 chips on average\n" in said(over)
    assert par_text(SERIES, None, SAY) == ""


def test_a_post_of_many_has_room_for_the_best_and_counts_the_others() -> None:
    long = replace(OWN, name="_" * 32, squares="2" * ROW_OF_SQUARES)
    results = [replace(long, user_id=n, lead=-n) for n in range(MOST_SHARED + 3)]
    told = shared_layout(SERIES, "29 Nov", shared_rows(SERIES, results, SAY), SAY)
    assert not faults(told)
    assert said(told).count("14 chips") == MOST_SHARED
    assert "And 3 more" in said(told)


def test_fingerprints_come_before_and_the_secret_after() -> None:
    later = replace(SERIES, key=DAY.plus(1).key, secret=bytes([1]) * 32)
    past = replace(SERIES, key=DAY.plus(-1).key, secret=bytes([2]) * 32, closed=DAY.opens)
    text = said(fair_layout(SERIES, later, past, SAY))
    assert commitment(later.secret) in text
    assert past.secret.hex() in text
    assert later.secret.hex() not in text
    assert SERIES.secret.hex() not in text
    open_before = replace(past, closed=None)
    assert past.secret.hex() not in said(fair_layout(SERIES, later, open_before, SAY))
    assert not faults(fair_layout(SERIES, later, past, SAY))


def test_a_server_is_told_the_day_as_people_write_it_and_fingerprints_are_a_press_away() -> None:
    layout = announcement_layout(SERIES, SAY)
    assert said(layout).startswith(f"### Daily · {DAY.date.day} Nov · Clumond\n")
    assert commitment(SERIES.secret) not in said(layout)
    assert ids(layout) == [f"daily:{DAY.number}:play", f"daily:{DAY.number}:fair"]


# The daily on a person's card.

NEW = Glance(Day(20_779), "nimbly", "new", None, Habit(0, 0, ()))


def played(field: Field | None, streak: int) -> str:
    return daily_line(
        replace(NEW, state="played", field=field, habit=Habit(streak, streak, ())), SAY
    ).text


def button_of(line: Line) -> tuple[str | None, str | None]:
    assert line.button is not None
    return line.button.custom_id, line.button.label


def test_a_streak_below_two_days_is_not_shown() -> None:
    for days, is_shown in ((0, False), (1, False), (2, True)):
        habit = replace(HABIT, streak=days, longest=days)
        mine = replace(PLAYED, habit=habit)
        assert ("in a row" in text_of(replace(FRESH, habit=habit))) == is_shown
        assert ("in a row" in played(Field(12, 10, 1), days)) == is_shown
        card = card_of(OUTCOME, mine, "29 Nov", SAY)
        alt = paint_daily(card, SAY).alt
        assert ("in a row" in alt, "Longest streak" in alt) == (is_shown, is_shown)


def test_a_day_not_played_is_offered_with_the_streak_that_it_keeps() -> None:
    text = daily_line(NEW, SAY).text
    assert text.startswith("**Daily · Nimbly**\nNot played yet.")
    assert (
        "Keep your streak of 5 days." in daily_line(replace(NEW, habit=Habit(5, 5, ())), SAY).text
    )
    assert "streak" not in daily_line(replace(NEW, habit=Habit(1, 1, ())), SAY).text


def test_a_streak_that_yesterday_would_end_can_still_go_on() -> None:
    line = daily_line(replace(NEW, at_stake=2), SAY)
    assert "Your streak of 2 days can still go on" in line.text
    assert button_of(line) == ("daily:today", "See it")


@pytest.mark.parametrize(
    ("state", "leads"),
    [
        ("new", ("daily:20779:play", "Play")),
        ("played", ("daily:20779:result", "Result")),
        ("closed", ("daily:today", "See it")),
    ],
)
def test_the_button_leads_to_what_can_be_done(state: str, leads: tuple[str, str]) -> None:
    assert button_of(daily_line(replace(NEW, state=state), SAY)) == leads


def test_a_try_that_was_played_tells_its_place_and_streak() -> None:
    assert "Played: 2nd of 12 so far. 🔥 6 days in a row." in played(Field(12, 10, 1), 6)
    assert "Played: shared 1st of 3 so far." in played(Field(total=3, below=1, level=2), 1)
    assert "the first to finish" in played(Field(1, 0, 1), 1)


def test_a_try_that_was_given_up_has_no_place() -> None:
    assert "A house player finished it" in played(None, 0)
    assert "place" not in played(None, 0)
