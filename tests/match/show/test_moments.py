"""What a result tells of a game that is over: up to three moments, by name."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.match.show.board_layouts import finished_layout
from bot.match.show.stage import moments_of
from bot.match.table.state import Table
from bot.presenters import PRESENTERS
from bot.store.rows import Member, Status
from engine.course import Course
from engine.seats import Seat
from tests.engine.balloon.positions import played, table
from tests.engine.walks import Beginning
from tests.match.rows import SAY, board_of, faults, lobby_row, said

NAMES = ("Ada", "Ben", "Cleo")


def over(key: str, seed: int) -> Table:
    """Play a game at random to its end."""
    course, random = Beginning(key, 3, {}, seed).course(), Random(seed)
    while seats := course.to_act():
        course = course.then(seats[0], random.choice(course.legal(seats[0])))
    return table_of(course)


def table_of(course: Course, *people: str) -> Table:
    row = replace(lobby_row(*(people or NAMES)), game=course.game.info.key, status=Status.OVER)
    return Table(row, course)


@pytest.mark.parametrize("key", ["balloon", "cloud_nine", "clumond", "nimbly"])
def test_a_result_tells_up_to_three_moments_of_different_kinds_in_a_small_line(key: str) -> None:
    counted = set[int]()
    for seed in range(6):
        shown = board_of(over(key, seed))
        counted.add(len(shown.moments))
        assert len({feat.kind for feat in shown.moments}) == len(shown.moments) <= 3
        layout = finished_layout(shown, [], [], SAY)
        assert faults(layout) == []
        small = [line for line in said(layout).split("\n") if line.startswith("-# In ")]
        assert len(small) == bool(shown.moments)
        for feat in shown.moments:
            assert f"**{NAMES[feat.seat - 1]}**" in small[0]
    assert max(counted) > 0


def test_moments_are_of_people_who_played_them_and_of_different_ones_where_there_are() -> None:
    shown = over("cloud_nine", 1)
    assert len({feat.seat for feat in moments_of(shown)}) == 2
    house = replace(shown.row, members=(shown.row.members[0], *(
        Member(f"house:{n}", "X") for n in (1, 2)
    )))  # fmt: skip
    assert {feat.seat for feat in moments_of(Table(house, shown.course))} == {1}
    helped = dict.fromkeys(range(1, shown.row.moves + 999), Seat(1))
    assert moments_of(replace(Table(house, shown.course), stood_in=helped)) == ()


def test_nothing_is_told_where_others_play_the_same_deals_or_before_the_end() -> None:
    shown = over("nimbly", 2)
    assert moments_of(shown)
    shared = [replace(shown.row, series=series) for series in ("evening 1 1", "daily 7")]
    for row in (replace(shown.row, status=Status.PLAYING), *shared):
        assert moments_of(Table(row, shown.course)) == ()


def test_the_fall_of_a_pilot_who_could_have_paid_most_throws_is_bad_luck() -> None:
    course = table("RRGGPP", "GGGGGG", "PPPPPP", rolls=("YY", "--", "--"))
    for code in ("2 stay", "3 stay", "1 fall"):
        course = played(course, code)
    (fall,) = PRESENTERS["balloon"].feats(course.happened)
    assert (fall.kind, fall.seat, fall.rank < 0) == ("fall", 1, True)
    told = PRESENTERS["balloon"].praise(fall, "In trip 1", "Ada", SAY)
    assert told == "In trip 1, Ada fell at cloud 1 with cards that could pay 69% of all rolls."
