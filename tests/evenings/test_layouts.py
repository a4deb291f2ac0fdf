"""What is told of the largest evening and of one person's rounds: never more than Discord takes."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from discord import ui

from bot.evenings.layouts import live_layout, over_layout, over_lines, round_layout
from bot.evenings.result_layouts import (
    RoundResult,
    cards_of,
    evening_notes,
    painted_totals,
    painting,
    result_lines,
)
from bot.evenings.rows import Club, EveningPerson, EveningRow
from bot.evenings.rules import BREAK, Sat, Total, standing_of, totals_of
from bot.evenings.standings import EveningTable, Moment, Played, Standing, Swing
from bot.match.show.lobby_layouts import lobby_layout
from bot.match.table.seats import MOST_WITH_ROUNDS
from bot.store.rows import Door, MatchId, MatchRow, Member, Status
from engine.seats import Seat
from render.theme import NIGHT
from tests.evenings.stand import Gathering
from tests.match.rows import SAY, faults, labels, lobby_row, parts, picture, said
from tests.soak.amounts import later

# What is told of the largest evening, with absurd names: no message is more than Discord takes.

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
    members = tuple(Member(str(n), name) for n, name in enumerate(NAMES[:people], start=1))
    asked = Door(invited=tuple(range(10**18, 10**18 + 100)))
    lobby = replace(lobby_row(), members=members, door=asked)
    assert faults(lobby_layout(lobby, SAY)) == []


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


# The pictures of a round: whose cards, in what order, and what is painted after which round.

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


def test_a_round_is_painted_until_the_end_of_several() -> None:
    for number, ended, told in ((1, None, "better"), (2, None, "better"), (2, 9.0, "rounds 2")):
        at = EveningRow(7, 0.0, 3, round=number, next_at=2e9, ended=ended, secret=bytes(32))
        rests = standing(8, 4, at)
        paint = painting(rests, rests.played[-1])
        assert paint is not None
        assert told in paint(SAY, NIGHT).alt


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
    # They stand behind who made as much, and not by what they lost to the average.
    level = [
        Total(n, NAMES[n], (Fraction(50),), Fraction(n), place=n, is_helped=n == 2) for n in (1, 2)
    ]
    told = "\n".join(over_lines(replace(rests, totals=level), SAY))
    assert not re.search(r"\d below average", told)


# What one person is told of a round: the evening first, then beside whom they are compared.

ADA, BEN, CLEO = 1, 2, 3


def own(user_id: int, *rounds: list[Sat], of: int) -> list[str]:
    """Return what somebody is told of the last of some rounds."""
    played = [Played(n, [], sat, standing_of(sat)) for n, sat in enumerate(rounds, start=1)]
    told = RoundResult(played[-1], totals_of([one.lines for one in played]), of)
    return result_lines(told, lobby_row(), user_id, SAY)


def test_the_first_round_is_named_and_a_crowd_has_none() -> None:
    first, held, *_ = own(ADA, TABLES, of=3)
    assert first == "### Round 1: 1st of 3, 75 points"
    assert held.startswith("Your scores with the cards of seat 1, compared with others")
    assert own(ADA, TABLES, of=1)[0] == "### Your result: 1st of 3, 75 points"


def test_the_evening_goes_before_its_round_also_when_it_is_over() -> None:
    for rounds, begun in ((3, "The evening so far"), (2, "The evening")):
        total, each, now, *_ = own(ADA, TABLES, TABLES, of=rounds)
        assert total == f"### {begun}: 1st of 3, 150 points"
        assert each == "Round 1: 75 · Round 2: 75"
        assert now == "**Round 2: 1st of 3, 75 points.**"


def test_a_missed_round_is_told_and_equals_share_their_place() -> None:
    level = [Sat(4, 1, ADA, "Ada", (3,)), Sat(5, 1, CLEO, "Cleo", (3,))]
    total, each, now, *_ = own(CLEO, level[:1], level, of=3)
    assert total == "### The evening so far: 2nd of 2, 50 points"
    assert each == "Round 1: not played · Round 2: 50"
    assert now == "**Round 2: shared 1st of 2, 50 points.**"


def test_where_there_is_one_table_one_is_compared_with_the_others_there() -> None:
    assert own(BEN, TABLES[:3], of=3)[1:] == [
        "Your scores, compared with the others at your table:",
        "You made **21.3 more** than the average, most of it in deal 2.",
        "Deal 1: you made **20**; **Ada** 30, **Nim** 4",
        "Deal 2: you made **35**; **Ada** 5, **Nim** 7",
    ]


async def test_a_hand_tells_the_same_below_the_place_at_the_table(club: Gathering) -> None:
    await club.begin(4, rounds=3)
    for number, begun in ((1, "### Round 1: "), (2, "### The evening so far: ")):
        await club.play_round(number)
        row = (await club.tables(number))[0]
        notes = await evening_notes(club.parts.store, row)
        assert notes is not None
        seat = next(at for at, one in enumerate(row.members, start=1) if one.user_id is not None)
        counts, first, *_ = notes.for_seat(Seat(seat), SAY).split("\n")
        assert counts == "-# That's your place at this table. What counts is this:"
        assert first.startswith(begun)
        await club.later(BREAK)
    # Who leaves in the last round misses none.
    await club.evenings.leave(await club.evening(), 101)
    await club.play_round(3)
    (row,) = [row for row in await club.tables(3) if any(m.user_id == 101 for m in row.members)]
    notes = await evening_notes(club.parts.store, row)
    assert notes is not None
    seat = next(at for at, one in enumerate(row.members, start=1) if one.user_id == 101)
    assert "not in the next round" not in notes.for_seat(Seat(seat), SAY)
