from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from bot.leagues.matchpoints import league_table, week_table
from bot.store.rows import ResultRow

ADA, BEN, CY, DEE, EVE, FAY = range(1, 7)
NAMES = ("", "Ada", "Ben", "Cy", "Dee", "Eve", "Fay")


def made(seat: int, user: int | None, name: str, score: int) -> ResultRow:
    return ResultRow(seat, user, name, score, won=False, best_deal=score, deals=1)


def sat(seat: int, user: int | None, score: int) -> ResultRow:
    return made(seat, user, "Nimbus" if user is None else NAMES[user], score)


TWO_TABLES = (
    sat(1, ADA, 40), sat(2, BEN, 10), sat(3, None, 20),
    sat(1, CY, 30), sat(2, DEE, 10), sat(3, EVE, 60),
)  # fmt: skip


def test_each_is_compared_with_those_who_sat_in_the_same_seat_house_players_too() -> None:
    lines = {line.name: line for line in week_table(TWO_TABLES)}
    # Eve's 60 is more than Ada's 40, and neither was ever compared with the other. The house
    # player that Eve is compared with has no line.
    assert {name: (line.points, line.place) for name, line in lines.items()} == {
        "Ada": (100, 1), "Eve": (100, 1), "Ben": (50, 3), "Dee": (50, 3), "Cy": (0, 5),
    }  # fmt: skip
    assert lines["Eve"].others == 1
    assert {week_table(order) for order in permutations(TWO_TABLES)} == {week_table(TWO_TABLES)}
    # Whoever had their data deleted has no line either, and is compared with.
    assert points(sat(1, ADA, 40), made(1, -1, "Someone", 50)) == {"Ada": 0}
    # Who is compared with nobody has half.
    assert points(sat(2, ADA, -90)) == {"Ada": 50}


ONE_TABLE = (sat(1, ADA, 40), sat(2, BEN, 10), sat(3, CY, 20))


def points(*played: ResultRow) -> dict[str, float]:
    return {line.name: line.points for line in week_table(played)}


def test_in_a_week_of_one_table_the_place_at_it_counts() -> None:
    assert points(*ONE_TABLE) == {"Ada": 100, "Cy": 50, "Ben": 0}
    assert [line.place for line in week_table(ONE_TABLE)] == [1, 2, 3]
    # A second table brings back the comparison with those who had the same cards.
    assert points(*ONE_TABLE, sat(1, DEE, 50), sat(2, EVE, 5), sat(3, FAY, 20)) == {
        "Dee": 100, "Ben": 100, "Cy": 50, "Fay": 50, "Ada": 0, "Eve": 0,
    }  # fmt: skip
    # A tie is half unless the game broke it.
    tie = sat(1, ADA, 40), sat(2, BEN, 40), sat(3, CY, 20)
    assert points(*tie) == {"Ada": 75, "Ben": 75, "Cy": 0}
    assert points(tie[0], replace(tie[1], won=True), tie[2]) == {"Ben": 100, "Ada": 50, "Cy": 0}
    # House players and those who had their data deleted are beaten like anybody.
    assert points(*ONE_TABLE[:2], sat(3, None, 20)) == {"Ada": 100, "Ben": 0}
    assert points(sat(1, ADA, 10), sat(2, BEN, 20), made(3, -1, "Someone", 5)) == {
        "Ben": 100, "Ada": 50,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("seats", "scores"),
    [((1, 2, 3), (40, 10, 20)), ((1, 2, 3), (40, 40, 20)), ((1, 2, 3), (7, 7, 7)),
     ((1,) * 6, (7, 7, 3, 12, -4, 7))],
)  # fmt: skip
def test_the_points_of_the_only_table_or_of_a_seat_come_to_half_of_what_there_is(
    seats: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    played = zip(seats, range(1, 7), scores, strict=False)
    lines = week_table([sat(seat, user, score) for seat, user, score in played])
    assert sum(line.exact for line in lines) == 50 * len(scores)


def test_a_tie_is_one_of_two_matchpoints() -> None:
    lines = week_table([sat(1, ADA, 5), sat(1, BEN, 5), sat(1, CY, 3), sat(1, DEE, 9)])
    ada = next(line for line in lines if line.name == "Ada")
    assert (ada.beaten, ada.level, ada.others) == (1, 1, 3)
    assert ada.points == 50


def test_a_league_is_the_sum_of_its_weeks_under_the_name_of_the_latest_and_nobody_makes_none() -> (
    None
):
    table = league_table({
        1: [sat(1, ADA, 9), sat(1, BEN, 3)],
        2: [sat(1, BEN, 9), sat(1, CY, 3)],
    })  # fmt: skip
    assert [(one.place, one.name, one.weeks, one.points, one.spread) for one in table] == [
        (1, "Ada", 1, 100, 0), (1, "Ben", 2, 100, 50), (3, "Cy", 1, 0, 0),
    ]  # fmt: skip
    renamed = league_table({1: [made(1, ADA, "Ada", 3)], 2: [made(1, ADA, "Ada L.", 3)]})
    assert [line.name for line in renamed] == ["Ada L."]
    assert week_table([]) == ()
    assert league_table({}) == ()
    assert league_table({1: []}) == ()


def test_of_a_season_the_best_weeks_count() -> None:
    weeks = {week: [sat(1, ADA, 9), sat(1, BEN, 9 + (week > 2))] for week in range(1, 5)}
    tables = [league_table(weeks, counted) for counted in (0, 3, 2)]
    assert [[(one.name, one.points) for one in table] for table in tables] == [
        [("Ben", 300), ("Ada", 100)], [("Ben", 250), ("Ada", 100)], [("Ben", 200), ("Ada", 100)],
    ]  # fmt: skip


def test_thirds_of_points_tie_with_a_whole() -> None:
    # A third, a third and a third again are as much as one whole and nothing.
    weeks = {
        week: [sat(1, ADA, 2), sat(1, DEE, 1), sat(1, EVE, 3), sat(1, FAY, 4)] for week in (1, 2, 3)
    }
    weeks[4] = [sat(1, BEN, 9), sat(1, None, 3)]
    places = {line.name: (line.place, line.points) for line in league_table(weeks)}
    assert places["Ada"] == places["Ben"]


def test_the_table_of_a_large_week_takes_few_comparisons(monkeypatch: pytest.MonkeyPatch) -> None:
    compared, equal = 0, Fraction.__eq__

    def counting(one: Fraction, other: object) -> bool:
        nonlocal compared
        compared += 1
        return equal(one, other)

    played = [made(1, user, str(user), user) for user in range(1, 501)]
    monkeypatch.setattr(Fraction, "__eq__", counting)
    lines = week_table(played)
    assert [line.place for line in lines] == list(range(1, 501))
    assert compared < 50 * len(played)
