"""A day's game is pinned by its date."""

from __future__ import annotations

from datetime import date
from random import Random
from statistics import median

import pytest

from bot.daily import rules
from bot.daily.rules import SEATS, TURNS, Day, Turns
from bot.daily.service import Days
from engine.chance import Chance
from engine.course import Course
from engine.games import GAMES
from engine.options import settle
from engine.players.levels import HOUSE_PLAYERS
from tests.daily.conftest import NIMBLY, Club

FIRST = Day.of("daily 2026-11-22")
"""From here on no day may ever have another game than it has below."""

TODAY = Day.of("daily 2026-11-24") or Day(0)
"""From here on a daily is short."""

PINNED = ("clumond", "cloud_nine", "nimbly", "balloon") * 3


def test_no_day_ever_changes_its_game() -> None:
    assert FIRST is not None
    assert tuple(FIRST.plus(days).game for days in range(len(PINNED))) == PINNED


def test_turns_follow_each_other_and_can_be_played() -> None:
    begins = [turns.since for turns in TURNS]
    assert begins == sorted(set(begins))
    for turns in TURNS:
        for game, options in turns.games:
            assert settle(GAMES[game].info, SEATS, options)


@pytest.fixture
def more(monkeypatch: pytest.MonkeyPatch) -> Turns:
    """Have a game more take turns, from the fourth day of the club on."""
    games = (("balloon", {"target": 40}), *TURNS[-1].games)
    later = Turns(NIMBLY.plus(3).date, games)
    monkeypatch.setattr(rules, "TURNS", (*TURNS, later))
    return later


def test_a_game_more_moves_no_day_before_it_joins(more: Turns) -> None:
    before = [TURNS[0].games[NIMBLY.plus(days).number % 4][0] for days in range(-9, 3)]
    assert [NIMBLY.plus(days).game for days in range(-9, 3)] == before
    names = [game for game, _ in more.games]
    assert [NIMBLY.plus(3 + days).game for days in range(10)] == names * 2
    assert NIMBLY.plus(3).options["target"] == 40
    assert Day((date(1970, 1, 2) - date(1970, 1, 1)).days).game == "nimbly"


async def test_a_day_whose_deals_are_fixed_keeps_its_game_and_that_games_versions(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where a game more begins too early, the stored series says what is played."""
    day = NIMBLY.plus(3)
    stored = await club.days.series(day)
    assert stored is not None
    games = (("clumond", {"deals": 3}), *TURNS[-1].games)
    monkeypatch.setattr(rules, "TURNS", (*TURNS, Turns(day.date, games)))
    assert day.game != stored.game
    later = {game: 100 + number for number, game in enumerate(GAMES)}
    monkeypatch.setattr("engine.players.version.PLAYERS_VERSION", later)
    parts = club.parts
    await Days(parts.store, parts.tables, parts.clock).catch_up()
    kept = await club.days.series(day)
    assert kept is not None
    assert (kept.game, kept.secret) == (stored.game, stored.secret)
    assert kept.players_version == later[stored.game]


def decisions(day: Day, seed: int) -> int:
    """Return how many real choices the first seat has in a game of three quick players."""
    course = Course.begin(GAMES[day.game], SEATS, day.options, Chance(bytes([seed]) * 32))
    quick, random, found = HOUSE_PLAYERS[day.game]["quick"], Random(seed), 0
    while course.to_act():
        seat = course.to_act()[0]
        legal = course.legal(seat)
        found += seat == 1 and len(legal) > 1
        course = course.then(
            seat, quick.choose(course.view(seat), course.heard(seat), legal, random)
        )
    return found


@pytest.mark.whole
@pytest.mark.parametrize("day", [TODAY.plus(days) for days in range(4)], ids=lambda day: day.game)
def test_half_of_all_dailies_are_done_with_twenty_decisions(day: Day) -> None:
    assert median(decisions(day, seed) for seed in range(25)) <= 20
