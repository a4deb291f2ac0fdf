from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations

import pytest

from bot.evenings.scoring import Line, Sat, best_deals, by_cards, standing_of

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
    assert {line.sat.name: (line.place, line.points, line.beyond) for line in lines} == {
        "Eve": (1, 75, 10), "Cy": (2, 50, Fraction(5)), "Ada": (3, 50, 0), "Dee": (3, 50, 0),
        "Ben": (5, 25, -10),
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
    """Reckon a standing as one would with a pencil: name, place, points, beyond the average."""
    is_alone = len({one.table for one in sat}) == 1
    reckoned = []
    for one in sat:
        if one.user_id is None:
            continue
        won, met, beyond = Fraction(0), 0, Fraction(0)
        for deal, made in enumerate(one.made):
            field = [made]
            for other in sat:
                same_cards = is_alone or other.seat == one.seat
                if other is one or not same_cards or deal >= len(other.made):
                    continue
                met += 1
                field.append(other.made[deal])
                won += 1 if made > other.made[deal] else 0
                won += Fraction(1, 2) if made == other.made[deal] else 0
            beyond += made - Fraction(sum(field), len(field))
        share = Fraction(100) * won / met if met else Fraction(50)
        reckoned.append((one.name, share, beyond))
    return [
        (name, 1 + sum((other[1:] > (share, beyond)) for other in reckoned), share, beyond)
        for name, share, beyond in reckoned
    ]


@pytest.mark.parametrize("seed", range(200))
def test_two_hundred_evenings_are_reckoned_as_with_a_pencil(seed: int) -> None:
    sat = crowd(random.Random(seed))
    lines = standing_of(sat)

    def told(line: Line) -> tuple[str, int, Fraction, Fraction]:
        return line.sat.name, line.place, line.exact, line.beyond

    assert sorted(map(told, lines)) == sorted(slowly(sat))
    assert [line.place for line in lines] == sorted(line.place for line in lines)
    if lines and all(one.user_id is not None for one in sat):
        # Whoever makes more does so at the cost of somebody who held the same cards.
        assert sum(line.more for line in lines) == sum(line.less for line in lines)
