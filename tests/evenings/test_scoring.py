from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from bot.evenings.rules import (
    Line,
    Sat,
    best_deals,
    beyond_by_deal,
    by_cards,
    standing_of,
    totals_of,
)
from tests.soak.amounts import some

ADA, BEN, CY, DEE, EVE = range(1, 6)
NAMES = {ADA: "Ada", BEN: "Ben", CY: "Cy", DEE: "Dee", EVE: "Eve"}


def sat(table: int, seat: int, user: int | None, *made: int) -> Sat:
    return Sat(table, seat, user, NAMES.get(user or 0, "Nimbus"), made)


TWO_TABLES = (
    sat(1, 1, ADA, 40, 10), sat(1, 2, BEN, 10, 10), sat(1, 3, CY, 20, 0),
    sat(2, 1, DEE, 30, 20), sat(2, 2, EVE, 10, 30), sat(2, 3, None, 5, 5),
)  # fmt: skip


def points(*sat: Sat) -> dict[str, float]:
    return {line.sat.name: line.points for line in standing_of(sat)}


def test_each_deal_is_compared_with_those_who_held_the_same_cards() -> None:
    lines = standing_of(TWO_TABLES)
    assert {line.sat.name: (line.place, line.points, line.lost) for line in lines} == {
        "Eve": (1, 75, 0), "Cy": (2, 50, Fraction(5, 2)), "Ada": (3, 50, 5), "Dee": (3, 50, 5),
        "Ben": (5, 25, 10),
    }  # fmt: skip
    assert {standing_of(order) for order in permutations(TWO_TABLES)} == {lines}


def test_house_players_and_who_had_their_data_deleted_are_compared_with_and_have_no_line() -> None:
    assert points(sat(1, 1, ADA, 40), sat(2, 1, None, 30)) == {"Ada": 100}
    assert points(sat(1, 1, ADA, 40), Sat(2, 1, -7, "Someone", (50,))) == {"Ada": 0}


def test_at_a_lone_table_each_is_compared_with_the_others_there() -> None:
    lone = TWO_TABLES[:3]
    assert points(*lone) == {"Ada": 87.5, "Cy": 25, "Ben": 37.5}
    assert standing_of(()) == ()


def test_who_was_compared_with_nobody_has_half_and_a_deal_nobody_else_played_is_nothing() -> None:
    longer = sat(1, 1, ADA, 40, 90), sat(2, 1, BEN, 40)
    assert points(*longer) == {"Ada": 50, "Ben": 50}
    assert [line.place for line in standing_of(longer)] == [1, 1]
    assert points(sat(1, 1, ADA, 1), sat(2, 2, BEN, 2)) == {"Ada": 50, "Ben": 50}


def test_the_best_of_the_same_cards_is_marked_where_somebody_made_less() -> None:
    made = by_cards(TWO_TABLES)
    assert [best_deals(one, made) for one in TWO_TABLES] == [
        (True, False), (False, False), (True, False), (False, True), (False, True), (False, True),
    ]  # fmt: skip


def test_what_was_made_beyond_the_average_is_told_deal_by_deal() -> None:
    made = by_cards(TWO_TABLES)
    assert [beyond_by_deal(one, made) for one in TWO_TABLES] == [
        (5, -5), (0, -10), (Fraction(15, 2), Fraction(-5, 2)),
        (-5, 5), (0, 10), (Fraction(-15, 2), Fraction(5, 2)),
    ]  # fmt: skip
    lone = TWO_TABLES[:3]
    assert beyond_by_deal(lone[0], by_cards(lone)) == (40 - Fraction(70, 3), 10 - Fraction(20, 3))


def test_points_of_rounds_add_up_and_a_round_without_a_line_is_nothing() -> None:
    first = standing_of([sat(1, 1, ADA, 9), sat(2, 1, BEN, 5), sat(1, 2, CY, 5), sat(2, 2, DEE, 5)])
    second = standing_of([sat(3, 1, BEN, 9), Sat(4, 1, ADA, "Ada II", (5,)), sat(3, 2, EVE, 2)])
    totals = totals_of([first, second])
    assert [(one.place, one.name, one.points, float(one.lost)) for one in totals] == [
        (1, "Ada II", 100, 2), (1, "Ben", 100, 2), (3, "Cy", 50, 0), (3, "Dee", 50, 0),
        (3, "Eve", 50, 0),
    ]  # fmt: skip
    assert [[*one.rounds] for one in totals] == [
        [100, 0], [0, 100], [50, None], [50, None], [None, 50],
    ]  # fmt: skip
    assert totals_of([]) == totals_of([(), ()]) == ()
    assert [*totals_of([(), first])[0].rounds] == [None, 100]


def test_of_equal_sums_who_lost_fewer_points_to_the_average_stands_first() -> None:
    lines = standing_of([
        sat(1, 1, ADA, 20, 0), sat(2, 1, BEN, 0, 10), sat(1, 2, CY, 1, 0), sat(2, 2, DEE, 0, 1),
    ])  # fmt: skip
    assert {line.points for line in lines} == {50}
    # Ada made the most beyond the average, but in one of the deals she fell behind it.
    for many in (lines, totals_of([lines, lines])):
        assert [one.place for one in many] == [1, 1, 3, 4]
    assert [(one.name, float(one.lost)) for one in totals_of([lines, lines])] == [
        ("Cy", 1), ("Dee", 1), ("Ada", 10), ("Ben", 20),
    ]  # fmt: skip


def crowd(chance: random.Random) -> list[Sat]:
    """Make up an evening: some tables, some deals each, some house players, many ties."""
    tables, seats, deals = chance.randint(1, 8), chance.randint(2, 6), chance.randint(1, 5)
    return [
        Sat(
            table, seat, None if chance.random() < 0.2 else table * 10 + seat, f"p{table}{seat}",
            tuple(chance.randint(-3, 3) for _ in range(deals + chance.randint(0, 1))),
        )
        for table in range(1, tables + 1)
        for seat in range(1, seats + 1)
    ]  # fmt: skip


def slowly(sat: list[Sat]) -> list[tuple[str, int, Fraction, Fraction]]:
    """Reckon a standing as one would with a pencil: name, place, points, lost to the average."""
    is_alone = len({one.table for one in sat}) == 1
    reckoned = []
    for one in sat:
        if one.user_id is None or one.user_id < 0 or not one.has_chosen:
            continue
        share, met, lost = Fraction(0), 0, Fraction(0)
        for deal, made in enumerate(one.made):
            field, won = [made], Fraction(0)
            for other in sat:
                same_cards = is_alone or other.seat == one.seat
                if other is one or not same_cards or deal >= len(other.made):
                    continue
                met += 1
                field.append(other.made[deal])
                won += 1 if made > other.made[deal] else 0
                won += Fraction(1, 2) if made == other.made[deal] else 0
            is_capped = deal + 1 in one.stood_in
            share += min(won, Fraction(len(field) - 1, 2)) if is_capped else won
            lost += max(Fraction(0), Fraction(sum(field), len(field)) - made)
        share = Fraction(100) * share / met if met else Fraction(50)
        plays = 2 * len(one.stood_in) <= len(one.made)
        reckoned.append((one.name, plays, share, -lost))
    return [
        (name, 1 + sum((other[1:] > (plays, share, least)) for other in reckoned), share, -least)
        for name, plays, share, least in reckoned
    ]


@pytest.mark.parametrize("seed", some(range(200), 20))
def test_two_hundred_evenings_are_reckoned_as_with_a_pencil(seed: int) -> None:
    sat = crowd(random.Random(seed))
    lines = standing_of(sat)

    def told(line: Line) -> tuple[str, int, Fraction, Fraction]:
        return line.sat.name, line.place, line.exact, line.lost

    assert sorted(map(told, lines)) == sorted(slowly(sat))
    assert [line.place for line in lines] == sorted(line.place for line in lines)
    if lines and all(one.user_id is not None for one in sat):
        # Whoever makes more does so at the cost of somebody who held the same cards.
        assert sum(line.more for line in lines) == sum(line.less for line in lines)


def evening(chance: random.Random) -> list[list[Sat]]:
    """Make up rounds of 2 to 64 people who come late, leave, are stood in for, or are at a table
    that is closed; one may have their data deleted."""
    people = range(1, chance.randint(2, 64) + 1)
    stay = {user: sorted(chance.choices(range(9), k=2)) for user in people}
    rounds = []
    for number in range(1, chance.randint(1, 7) + 1):
        here = [user for user in people if stay[user][0] <= number <= stay[user][1] + 3]
        chance.shuffle(here)
        tables = -(-len(here) // 3)
        closed = {table for table in range(tables) if chance.random() < 0.1}
        seats = [here[at] if at < len(here) else None for at in range(3 * tables)]
        rounds.append([
            Sat(
                at % tables, 1 + at // tables, -1 if user == 2 else user, f"{user} in {number}",
                tuple(chance.randint(-2, 2) for _ in range(2)),
                frozenset(deal for deal in (1, 2) if chance.random() < 0.15),
                has_chosen=chance.random() < 0.95,
            )
            for at, user in enumerate(seats) if at % tables not in closed
        ])  # fmt: skip
    return rounds


@pytest.mark.parametrize("seed", some(range(200), 20))
def test_the_totals_of_two_hundred_evenings_add_up(seed: int) -> None:
    rounds = evening(random.Random(seed))
    told, lost, names = dict[int, list[Fraction | None]](), dict[int, Fraction](), dict[int, str]()
    stood_in, deals = Counter[int](), Counter[int]()
    for number, sat in enumerate(rounds):
        for one in sat:
            if one.has_line:
                stood_in[one.user_id or 0] += len(one.stood_in)
                deals[one.user_id or 0] += len(one.made)
        for name, _, points, less in slowly(sat):
            user = int(name.split()[0])
            told.setdefault(user, [None] * len(rounds))[number] = points
            lost[user] = lost.get(user, Fraction(0)) + less
            names[user] = name
    sums = {user: sum(points or 0 for points in told[user]) for user in told}
    totals = totals_of([standing_of(sat) for sat in rounds])
    assert {one.user_id: (one.name, list(one.rounds), one.exact, one.lost) for one in totals} == {
        user: (names[user], told[user], sums[user], lost[user]) for user in told
    }
    assert len(totals) == len(told)
    ranks = {user: (2 * stood_in[user] > deals[user], -sums[user], lost[user]) for user in told}
    for total in totals:
        assert total.place == 1 + sum(rank < ranks[total.user_id] for rank in ranks.values())
    assert [one.place for one in totals] == sorted(one.place for one in totals)


def test_a_deal_that_a_stand_in_played_gives_the_average_at_most_and_is_nobodys_best() -> None:
    ada = replace(sat(1, 1, ADA, 40, 10), stood_in=frozenset({1}))
    field = ada, sat(2, 1, BEN, 20, 20), sat(3, 1, CY, 30, 30)
    made = by_cards(field)
    assert best_deals(ada, made) == (False, False)
    assert points(*field) == {"Ada": 25, "Ben": 25, "Cy": 75}
    less = replace(ada, made=(5, 10))
    assert points(less, *field[1:])["Ada"] == 0


def test_who_played_less_than_half_themselves_stands_behind_the_others_without_a_medal() -> None:
    ada = replace(sat(1, 1, ADA, 40, 40), stood_in=frozenset({1, 2}))
    lines = standing_of([ada, sat(2, 1, BEN, 0, 0), sat(3, 1, CY, 20, 20), sat(4, 1, DEE, 9, 9)])
    told = [(line.sat.name, line.points, line.has_medal) for line in lines]
    assert told == [("Cy", 66.66666666666667, True), ("Dee", 33.333333333333336, True),
                    ("Ben", 0, False), ("Ada", 50, False)]  # fmt: skip
    totals = totals_of([lines, standing_of([sat(1, 1, ADA, 9), sat(2, 1, BEN, 1)])])
    assert [(one.name, one.has_medal) for one in totals][-1] == ("Ada", False)
    totals = totals_of([lines, standing_of([sat(1, 1, ADA, 9, 9, 9), sat(2, 1, BEN, 1, 1, 1)])])
    assert (totals[0].name, totals[0].points) == ("Ada", 150)


def test_who_never_chose_has_no_line_and_is_compared_with() -> None:
    ada = replace(sat(1, 1, ADA, 40), has_chosen=False)
    assert points(ada, sat(2, 1, BEN, 20)) == {"Ben": 0}


@pytest.mark.parametrize(
    ("made", "medals"),
    [((30, 20, 10, 0), 3), ((30, 20, 10), 2), ((30, 20, 20), 1), ((20, 20, 20), 0), ((9, 0), 1),
     ((5,), 0)],
)  # fmt: skip
def test_medals_are_for_points_and_for_who_was_ahead_of_somebody(
    made: tuple[int, ...], medals: int
) -> None:
    lines = standing_of([sat(n, 1, n, each) for n, each in enumerate(made, start=1)])
    assert [line.has_medal for line in lines] == [n < medals for n in range(len(made))]
