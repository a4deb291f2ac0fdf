"""The pictures of a round: whose cards, in what order, and what is painted after which round."""

from __future__ import annotations

from dataclasses import replace

from bot.evenings.layouts import over_lines
from bot.evenings.past_layouts import cards_of, painted_totals, paintings
from bot.evenings.rows import EveningRow
from bot.evenings.rules import Sat, standing_of
from bot.evenings.standings import Played
from render.theme import NIGHT
from tests.evenings.test_layouts import standing
from tests.match.rows import SAY

TABLES = [
    Sat(2, 1, 1, "Ada", (30, 5)), Sat(2, 2, 2, "Ben", (20, 35)), Sat(2, 3, None, "Nim", (4, 7)),
    Sat(3, 1, 3, "Cleo", (20, 5)), Sat(3, 2, None, "Bus", (4, 60)), Sat(3, 3, None, "Nim", (40, 7)),
]  # fmt: skip


def played(sat: list[Sat]) -> Played:
    return Played(1, [], sat, standing_of(sat))


def test_house_players_come_last_by_what_they_made_with_their_tables() -> None:
    shown = {one.seat: [held.name for held in one.holders] for one in cards_of(played(TABLES), SAY)}
    assert shown == {
        1: ["Ada", "Cleo"], 2: ["Ben", "Bus, table 3"], 3: ["Nim, table 3", "Nim, table 2"],
    }  # fmt: skip


def test_people_of_a_lone_table_are_in_one_list_with_the_best_of_all_marked() -> None:
    (group,) = cards_of(played(TABLES[:3]), SAY)
    assert (group.seat, [one.name for one in group.holders]) == (0, ["Ben", "Ada", "Nim"])
    assert [one.best for one in group.holders] == [(False, True), (True, False), (False, False)]


def test_from_the_second_round_on_all_rounds_are_painted_too() -> None:
    for number, painted in ((1, 1), (2, 2)):
        at = EveningRow(7, 0.0, 3, round=number, next_at=2e9, secret=bytes(32))
        rests = standing(8, 4, at)
        assert len(paintings(rests, rests.played[-1])) == painted


def test_deals_and_points_of_a_stand_in_have_a_sign_that_is_told_too() -> None:
    helped = replace(TABLES[0], made=(99, 99), stood_in=frozenset({1, 2}))
    (first, *_), *_ = [group.holders for group in cards_of(played([helped, *TABLES[1:]]), SAY)]
    assert [held.stood_in for held in cards_of(played(TABLES), SAY)[0].holders] == [frozenset()] * 2
    assert first.name == "Cleo"
    rests = standing(8, 4, EveningRow(7, 0.0, 3, ended=9.0, secret=bytes(32)))
    for is_helped in (True, False):
        totals = [replace(one, is_helped=is_helped) for one in rests.totals[:1]]
        alt = painted_totals(replace(rests, totals=totals), SAY, NIGHT).alt
        told = "\n".join(over_lines(replace(rests, totals=totals), SAY))
        for text in (alt, told):
            assert ("Mostly played by a house player: behind all others." in text) is is_helped
    # Who slept in an earlier round alone is named at the end, too.
    rounds = [replace(played([helped]), number=1), replace(played(TABLES), number=2)]
    told = "\n".join(over_lines(replace(rests, totals=(), played=rounds), SAY))
    assert "A house player played at least one deal for **Ada**:" in told
