"""What a person reads of a day: nothing of others' results before they have one."""

from __future__ import annotations

from dataclasses import replace

from bot.daily.calendar import Day
from bot.daily.dailies import MyDaily, TryOutcome
from bot.daily.layouts import (
    LONGEST_MOVES,
    card_of,
    daily_layout,
    fair_layout,
    shared_layout,
    told_layout,
)
from bot.daily.standing import Field
from bot.daily.tries import TryResult
from bot.store.rows import SeriesRow, Status
from engine.chance import commitment
from tests.match.rows import SAY, faults, labels, lobby_row, said

DAY = Day(20_779)
SERIES = SeriesRow(DAY.key, DAY.game, dict(DAY.options), bytes(32), 1, 1, DAY.opens, DAY.closes)
ROW = replace(lobby_row("Ada"), status=Status.OVER, series=DAY.key, by_token=True)
OWN = TryResult(DAY.number, 101, ROW.id, "Ada", -12, -6, won=False, gave_up=False, place=3)
BEST = replace(OWN, user_id=102, name="*Ben*", lead=31)
OUTCOME = TryOutcome(OWN, Field(5, 2, 1), Field(3, 1, 1), 4, BEST)
GIVEN_UP = TryOutcome(replace(OWN, lead=50, won=True, gave_up=True), None, None, 0, BEST)
FRESH = MyDaily(DAY, SERIES, None, None, 3, 4)
PLAYED = MyDaily(DAY, SERIES, ROW, OUTCOME, 4, 5)
OVER = replace(PLAYED, series=replace(SERIES, closed=DAY.closes))


def test_before_one_has_played_only_how_many_have() -> None:
    layout = daily_layout(FRESH, [], (), SAY, shares=True)
    assert "4 people have finished it" in said(layout)
    assert "Ben" not in said(layout)
    assert labels(layout) == ["Play", "How to play", "Fair deal"]


def test_where_one_stands_and_what_is_best_is_told_then_and_the_moves_when_the_day_is_over() -> (
    None
):
    layout = daily_layout(PLAYED, [], (), SAY, shares=True)
    text = said(layout)
    assert "Your try: **\N{MINUS SIGN}12**" in text
    assert "Everywhere: better than 50 % of 4 others." in text
    assert "On this server: better than 50 % of 2 others." in text
    assert "4 days in a row" in text
    assert (
        r"Best so far: **\*Ben\*** with **+31**. Their moves are shown when the day is over."
        in text
    )
    assert labels(layout)[0] == "Share in this channel"
    assert "Play" not in labels(layout)
    assert not faults(layout)
    text = said(daily_layout(OVER, [], ("pass", "play KH"), SAY, shares=True))
    assert r"Best of the day: **\*Ben\*** with **+31**. Their moves: pass · play KH" in text
    mine = replace(OUTCOME, best=OWN)
    for day, words in ((PLAYED, "Yours is the best try so far"), (OVER, "Yours was the best try")):
        assert words in said(daily_layout(replace(day, outcome=mine), [], (), SAY, shares=True))


def test_a_try_that_was_given_up_stands_beside_nobodys_and_is_shared_as_such() -> None:
    given_up = replace(PLAYED, outcome=GIVEN_UP, streak=0)
    text = said(daily_layout(given_up, [], (), SAY, shares=True))
    assert SAY("daily.gave_up") in text
    assert SAY("daily.anew") in text
    assert "Best so far: " in text
    for told in ("+50", "better than", "Your try", "Nobody else", "days in a row"):
        assert told not in text
    alone = replace(given_up, outcome=replace(GIVEN_UP, best=None))
    assert "🏆" not in said(daily_layout(alone, [], (), SAY, shares=True))
    # A day that was closed early breaks no streak.
    kept = replace(given_up, outcome=replace(GIVEN_UP, streak=3))
    assert "3 days in a row" in said(daily_layout(kept, [], (), SAY, shares=True))
    assert said(shared_layout(PLAYED, GIVEN_UP, [], SAY)) == (
        "☁️ **Ada** · Daily deal 2026-11-22 · Clumond · given up"
    )
    card = card_of(GIVEN_UP, PLAYED, "22 Nov", SAY)
    assert (card.gave_up, card.percentile, card.others) == (True, None, 0)


def test_many_moves_are_cut_between_two() -> None:
    text = said(daily_layout(OVER, [], ("play KH",) * 300, SAY, shares=True))
    moves = text.partition("Their moves: ")[2].partition("\n")[0]
    assert len(moves) <= LONGEST_MOVES + 2
    assert moves.endswith("play KH …")


def test_a_day_that_is_over_leads_to_its_replay_and_one_closed_early_says_why() -> None:
    assert "Replay" in " ".join(labels(daily_layout(OVER, [], (), SAY, shares=True)))
    missed = replace(FRESH, series=replace(SERIES, closed=DAY.closes))
    assert labels(daily_layout(missed, [], (), SAY, shares=True)) == ["How to play", "Fair deal"]
    early = replace(FRESH, series=replace(SERIES, closed=DAY.opens + 5, why="upgrade"))
    assert SAY("daily.closed_early") in said(daily_layout(early, [], (), SAY, shares=True))


def test_what_is_shared_gives_no_card_away_and_where_nobody_else_is_nothing_can_be() -> None:
    assert said(shared_layout(PLAYED, OUTCOME, [], SAY)) == (
        "☁️ **Ada** · Daily deal 2026-11-22 · Clumond · **\N{MINUS SIGN}12** · "
        "better than 50 % · 🔥 4"
    )
    assert "Share in this channel" not in labels(daily_layout(PLAYED, [], (), SAY, shares=False))


def test_fingerprints_come_before_and_the_secret_after() -> None:
    later = replace(SERIES, key=DAY.plus(1).key, secret=bytes([1]) * 32)
    past = replace(SERIES, key=DAY.plus(-1).key, secret=bytes([2]) * 32, closed=DAY.opens)
    shown = (
        said(fair_layout(SERIES, [later], past, SAY)),
        said(told_layout(SERIES, later, past, SAY)),
    )
    for text in shown:
        assert commitment(later.secret) in text
        assert past.secret.hex() in text
        assert later.secret.hex() not in text
        assert SERIES.secret.hex() not in text
    open_before = replace(past, closed=None)
    assert past.secret.hex() not in said(fair_layout(SERIES, [later], open_before, SAY))
    assert not faults(fair_layout(SERIES, [later] * 7, past, SAY))
