"""What is told of the largest evening, with absurd names: no message is more than Discord takes."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from discord import ui

from bot.evenings.layouts import live_layout, over_layout, round_layout
from bot.evenings.rows import Club, EveningPerson, EveningRow
from bot.evenings.rules import Sat, standing_of, totals_of
from bot.evenings.standings import EveningTable, Moment, Played, Standing, Swing
from bot.match.table.crowd import MOST_WITH_ROUNDS
from bot.store.rows import MatchId, MatchRow, Member, Status
from engine.seats import Seat
from tests.match.rows import SAY, faults, labels, lobby_row, parts, picture, said
from tests.soak.amounts import later

NAMES = tuple(f"{n}{'_*~|`' * 7}"[:32] for n in range(MOST_WITH_ROUNDS))


def rows_of(people: int, seats: int, number: int, status: Status) -> list[MatchRow]:
    """Return the tables of a round, with so many people at each."""
    lobby = replace(lobby_row(), status=status, series=f"evening 7 {number}")
    everybody = [Member(str(n), name) for n, name in enumerate(NAMES[:people], start=1)]
    return [
        replace(lobby, id=MatchId(10**6 + at), members=tuple(everybody[at : at + seats]))
        for at in range(0, people, seats)
    ]


@cache
def round_of(people: int, seats: int, number: int) -> Played:
    """Return a round that was played at all tables but one, where house players finished all."""
    rows = rows_of(people, seats, number, Status.OVER)
    sat = [
        Sat(row.id, seat, member.user_id, member.name, (int(member.key) % 9, 0), frozenset({1}))
        for row in rows[1:]
        for seat, member in enumerate(row.members, start=1)
    ]
    closed = replace(rows[0], status=Status.CLOSED)
    return Played(number, [closed, *rows[1:]], sat, standing_of(sat))


def standing(people: int, seats: int, evening: EveningRow, servers: int = 1) -> Standing:
    status = Status.PLAYING if evening.next_at is evening.ended is None else Status.OVER
    rows = rows_of(people, seats, evening.round, status)
    played = [round_of(people, seats, number) for number in evening.played]
    in_it = [
        EveningPerson(7, n, 5 + n % servers, name, "1")
        for n, name in enumerate(NAMES[:people], start=1)
    ]
    totals = totals_of([one.lines for one in played])
    tables = [EveningTable(row, 9) for row in rows]
    clubs = {n: Club(n, NAMES[n]) for n in (5, 6)} if servers > 1 else {}
    return Standing(evening, tables, in_it, 1e9, played, totals, clubs)


def layouts(people: int, seats: int, rounds: int, servers: int = 1) -> dict[str, ui.LayoutView]:
    """Return all that is told of an evening, from its begin to its end."""
    at, told = EveningRow(7, 0.0, rounds, secret=bytes(32)), dict[str, ui.LayoutView]()
    pictures = [("a.png", picture("x" * 1024)), ("b.png", picture("x" * 1024))]
    for number in range(1, rounds + 1):
        plays = standing(people, seats, replace(at, round=number), servers)
        told[f"plays {number}"] = live_layout(plays, SAY)
        some = [replace(one, row=replace(one.row, status=Status.OVER)) for one in plays.tables[8:]]
        told[f"still {number}"] = live_layout(
            replace(plays, tables=[*plays.tables[:8], *some]), SAY
        )
        rests = standing(people, seats, replace(at, round=number, next_at=2e9), servers)
        gone = [replace(one, gone=number) for one in rests.people[::2]]
        rests = replace(rests, people=[*gone, *rests.people[1::2]])
        told[f"rests {number}"] = live_layout(rests, SAY)
        told[f"round {number}"] = round_layout(rests, rests.played[-1], pictures, SAY)
    over = standing(people, seats, replace(at, round=rounds, ended=9.0), servers)
    moments = [
        Moment(one.row, rounds, 9, Seat(1), 99, Swing(10**4, -12.3, 31)) for one in over.tables[:3]
    ]
    result = over_layout(over, moments, pictures, SAY)
    return told | {"over": live_layout(over, SAY), "result": result}


@pytest.mark.whole
@pytest.mark.parametrize("rounds", [1, 9])
@pytest.mark.parametrize("servers", [1, 2])
@pytest.mark.parametrize(
    ("people", "seats"), [(96, 5), (8, 4), *map(later, (96, 24, 40), (3, 3, 5))]
)
def test_absurd_names_fit_every_message(people: int, seats: int, servers: int, rounds: int) -> None:
    told = layouts(people, seats, rounds, servers)
    assert {what: faults(view) for what, view in told.items() if faults(view)} == {}
    assert ("Join" in labels(told["plays 1"])) == (rounds > 1)


def test_no_control_of_a_board_names_a_person() -> None:
    at = EveningRow(7, 0.0, 3, next_at=2e9, secret=bytes(32))
    rests = standing(6, 3, at, servers=2)
    people = [replace(one, user_id=10**17 + n) for n, one in enumerate(rests.people)]
    shown = str(parts(live_layout(replace(rests, people=people), SAY)))
    assert "evening:7:join" in shown
    assert str(10**16) not in shown


def test_of_many_the_first_are_named_and_the_others_counted() -> None:
    told = layouts(96, 3, 2)
    assert "and 73 more" in said(told["result"])
    assert "house player played at least one deal for" in said(told["result"])
    assert "and 87 more" in said(told["round 1"])
    replays = [label for label in labels(layouts(96, 3, 1)["result"]) if "Replay table" in label]
    assert len(replays) == 20


def test_where_people_lead_only_a_few_tables_are_told_with_their_people() -> None:
    told = layouts(24, 3, 2)
    assert "Table 1000000: " in said(told["plays 1"])
    assert "Still playing: table 1000000 (deal 9), " in said(told["plays 2"])
    assert "Table 1000000: " in said(layouts(8, 4, 2)["plays 2"])


def test_of_one_table_nobody_is_told_that_others_have_the_same_cards() -> None:
    sat = [Sat(MatchId(1), seat, seat, NAMES[seat], (seat,)) for seat in (1, 2, 3)]
    for people, is_alone in ((3, True), (6, False)):
        plays = standing(people, 3, EveningRow(7, 0.0, 3, secret=bytes(32)))
        told = said(live_layout(plays, SAY))
        assert ("There's one table, so you're compared with each other." in told) is is_alone
        assert ("the same cards" in told) is not is_alone
        played = Played(1, [one.row for one in plays.tables], sat, standing_of(sat))
        assert (
            "There was only one table" in said(round_layout(plays, played, (), SAY))
        ) is is_alone
