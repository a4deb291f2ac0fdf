"""Which lobbies call people, how many, and when: pure rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.preferences.hours import QuietHours
from bot.preferences.person import DAY, PersonSettings, VacationDays
from bot.seekers.news import FIRST_CALL, TURN, is_their_hour, lacking, to_call
from bot.seekers.store import Seeker
from bot.store.rows import Door, MatchId, MatchRow, Member, Status, Terms
from tests.match.rows import lobby_row

ADA, CLEO = lobby_row("Ada"), Seeker(103, 5, "cloud_nine", match_id=MatchId(7))


@pytest.mark.parametrize(
    ("row", "missing"),
    [
        (ADA, 2),
        (lobby_row("Ada", "Ben"), 1),
        (lobby_row("Ada", "Ben", "Cleo"), 0),
        (lobby_row("Ada", "Ben", "Cleo", "Dora"), 0),
        (replace(ADA, members=(*ADA.members, Member("house:1", "Nim"))), 1),
        (replace(lobby_row("Ada", "Ben"), game="balloon", options={}), 1),
        (replace(lobby_row("Ada", "Ben"), game="nimbly", options={"rows": "5"}), 3),
        (replace(ADA, status=Status.PLAYING), 0),
        (replace(ADA, status=Status.CLOSED), 0),
        (replace(ADA, door=Door(private=True)), 0),
        (replace(ADA, by_token=True), 0),
        (replace(ADA, guild_id=None), 0),
        (replace(ADA, terms=Terms(rounds=3)), 0),
        (replace(ADA, series="league 7 1"), 0),
    ],
)
def test_a_table_that_anybody_may_join_lacks_its_third_or_what_its_game_needs(
    row: MatchRow, missing: int
) -> None:
    assert lacking(row) == missing


def test_a_lobby_calls_for_each_seat_once_at_a_time() -> None:
    assert to_call(ADA, [], FIRST_CALL - 1) == 0
    assert to_call(ADA, [], FIRST_CALL) == 2
    called = replace(CLEO, called=FIRST_CALL)
    assert to_call(ADA, [called], FIRST_CALL + TURN - 1) == 1
    assert to_call(ADA, [called, called, called], FIRST_CALL + TURN - 1) == 0
    assert to_call(ADA, [called], FIRST_CALL + TURN) == 2
    elsewhere = replace(called, match_id=MatchId(8))
    assert to_call(ADA, [elsewhere], FIRST_CALL) == 2


def test_a_rematch_waits_for_those_who_were_there_before() -> None:
    row = replace(ADA, follows=MatchId(6), door=Door((102,)))
    assert to_call(row, [], FIRST_CALL) == 0
    assert to_call(row, [], 120.0) == 2


def test_nobody_is_called_in_quiet_hours_or_on_vacation() -> None:
    settings = PersonSettings(quiet=QuietHours(60, 120))
    times = [3599.0, 3600.0, 7199.0, 7200.0]
    assert [is_their_hour(settings, now) for now in times] == [True, False, False, True]
    off = PersonSettings(vacation_days=VacationDays(((0.0, DAY),)))
    assert [is_their_hour(off, now) for now in (1.0, DAY)] == [False, True]
