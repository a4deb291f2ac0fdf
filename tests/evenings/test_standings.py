"""The moments of an evening, from games played out: which they are, how told, where they lead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.evenings.layouts import moment_buttons, moment_lines
from bot.evenings.standings import MOST, Moment, Swing, moments_of
from bot.match.table.state import Table
from bot.presenters import PRESENTERS
from bot.presenters.presenter import Feat
from bot.replays.service import replay_by_number
from bot.store.rows import Location, MatchId, MatchRow, Member, MoveRow, Status
from engine.chance import Chance
from engine.course import BACK, Course
from engine.events import DealScored
from engine.game import Options
from engine.games import GAMES
from engine.record import settled
from engine.seats import Seat
from render.api import MINUS
from tests.engine.walks import usual_seats
from tests.evenings.stand import GUILD, Gathering
from tests.match.finished import CHANNEL
from tests.match.rows import EAR, SAY, lobby_row
from tests.soak.amounts import some

PEOPLE = {"balloon": 8, "clumond": 5, "cloud_nine": 5, "nimbly": 7}
"""So many sit at two or three tables of these games."""

SHORT: dict[str, Options] = {
    "balloon": {"target": 20},
    "clumond": {"deals": 3, "scoring": "chips"},
    "cloud_nine": {"deals": 3},
    "nimbly": {"deals": 3},
}

every_game = pytest.mark.parametrize("key", SHORT)


def row_of(key: str, number: int, series: str) -> MatchRow:
    """Return a table of people with a house player in the last seat."""
    seats = usual_seats(key)
    people = [Member(str(10 * number + seat), f"P{number}s{seat}") for seat in range(1, seats)]
    return replace(
        lobby_row(match_id=number), game=key, options={**SHORT[key]}, series=series,
        seed=series.encode(), members=(*people, Member("house:1", "Nim")), status=Status.OVER,
    )  # fmt: skip


def played(row: MatchRow, seed: int, backs: float = 0.0) -> tuple[Table, list[str]]:
    """Play a table out; return it with its log. Now and then a move is taken back."""
    random, log = Random(seed), list[str]()
    chance = Chance(row.seed)
    course = Course.begin(GAMES[row.game], len(row.members), SHORT[row.game], chance)
    while acting := course.to_act():
        seat = acting[0] if course.last is None else course.last.seat
        if course.may_take_back(seat) and random.random() < backs:
            code = BACK
        else:
            seat = acting[0]
            code = random.choice(course.legal(seat))
        log.append(code)
        course = course.follow(seat, code)
    return Table(replace(row, moves=len(log)), course), log


def evening(key: str, seed: int, tables: int = 4, rounds: int = 2) -> list[Table]:
    """Play an evening out: its tables by round."""
    return [
        played(row_of(key, 10 * number + at, f"evening 7 {number}"), 100 * seed + 10 * number + at)[
            0
        ]
        for number in range(1, rounds + 1)
        for at in range(1, tables + 1)
    ]


def swings(tables: Sequence[Table]) -> Sequence[tuple[float, int, int, int]]:
    """Reckon every swing as one would with a pencil: how much, table, deal, seat."""
    found = []
    for table in tables:
        for deal, made in enumerate(table.view(None).deal_scores):
            for index, points in enumerate(made):
                others = [
                    other.view(None).deal_scores[deal][index]
                    for other in tables
                    if other is not table and other.row.series == table.row.series
                    and deal < len(other.view(None).deal_scores)
                ]  # fmt: skip
                is_person = table.row.members[index].user_id is not None
                if others and is_person and points > sum(others) / len(others):
                    more = points - sum(others) / len(others)
                    found.append((more, table.row.id, deal + 1, index + 1))
    return found


def swing_of(moment: Moment) -> tuple[float, int, int, int]:
    assert isinstance(moment.what, Swing)
    more = moment.what.made - moment.what.average
    return more, moment.row.id, moment.deal, moment.seat


def feat_of(moment: Moment) -> Feat:
    assert isinstance(moment.what, Feat)
    return moment.what


@every_game
@pytest.mark.parametrize("seed", some(range(50), 4))
def test_the_largest_swing_is_that_of_a_pencil(key: str, seed: int) -> None:
    tables = evening(key, seed, tables=2 + seed % 5, rounds=1 + seed % 3)
    moments = moments_of(tables)
    told = [one for one in moments if isinstance(one.what, Swing)]
    # What the best feat is told of is left to it.
    before = [one for one in moments if one not in told][:1]
    assert moments[: len(told)] == tuple(told)
    for one in told:
        named = {each.member.key for each in before} if one is not told[0] else set[str]()
        left = [swing for swing in swings(tables) if not is_told(swing, before, tables)]
        others = [swing for swing in left if member_of(swing, tables).key not in named]
        assert swing_of(one) in left
        assert swing_of(one)[0] == max(others or left)[0]
        before.append(one)
    # What is told next is told of another deal of another table.
    assert len({(one.row.id, one.deal) for one in moments}) == len(moments) <= MOST
    assert all(one.member.user_id for one in moments)


def is_told(
    swing: tuple[float, int, int, int], moments: Sequence[Moment], tables: Sequence[Table]
) -> bool:
    """Return whether a swing is of a moment's deal, or its deal begins where that one is seen."""
    _, table, deal, _ = swing
    happened = next(one.begun.happened for one in tables if one.row.id == table)
    starts = [
        0, *(move for move, events in enumerate(happened)
             if any(PRESENTERS[tables[0].row.game].ends_deal(event) for event in events))
    ]  # fmt: skip
    return any(
        one.row.id == table and (one.deal == deal or one.moves == starts[deal - 1])
        for one in moments
    )


def member_of(swing: tuple[float, int, int, int], tables: Sequence[Table]) -> Member:
    _, table, _, seat = swing
    return next(one.row.members[seat - 1] for one in tables if one.row.id == table)


@every_game
@pytest.mark.parametrize("people", [2, 8])
def test_two_tables_of_three_deals_have_three_moments_with_a_place_each(
    key: str, people: int
) -> None:
    """Also where most are house players, who are not told of."""
    for seed in range(4):
        tables = [
            replace(table, row=replace(table.row, members=tuple(
                member if seat < people else Member(f"house:{seat}", "Nim")
                for seat, member in enumerate(table.row.members)
            )))
            for table in evening(key, seed, tables=2, rounds=1)
        ]  # fmt: skip
        ids = [each.custom_id for each in moment_buttons(moments_of(tables), SAY)]  # type: ignore[attr-defined] # a button
        assert len(set(ids)) == len(ids) == MOST


@pytest.mark.parametrize("key", ["clumond", "cloud_nine", "nimbly"])
def test_one_table_a_round_has_its_feats(key: str) -> None:
    for seed in range(4):
        moments = moments_of(evening(key, seed, tables=1, rounds=2))
        assert len({(one.row.id, one.moves) for one in moments}) == MOST
        assert all(isinstance(one.what, Feat) for one in moments)


@pytest.mark.parametrize("seed", range(4))
def test_the_best_nine_is_the_one_that_scored_most_of_all(seed: int) -> None:
    for key in ("cloud_nine", "nimbly"):
        tables = evening(key, seed)
        nine = next(one for one in moments_of(tables) if isinstance(one.what, Feat))
        assert feat_of(nine).rank == max(
            each.meld.score
            for table in tables
            for result in results(table)
            for nines in (result.hands, getattr(result, "clouds", ()))
            for each, member in zip(nines, table.row.members, strict=False)
            if member.user_id is not None
        )


def results(table: Table) -> list[Any]:
    return [
        event.result
        for events in table.begun.happened
        for event in events
        if isinstance(event, DealScored)
    ]


@pytest.mark.parametrize("seed", range(6))
def test_the_best_declaration_was_made_for_most_and_by_fewest_others(seed: int) -> None:
    tables = evening("clumond", seed, tables=2 * seed + 1)
    made = [
        (result.took[seat - 1], table.row, result.deal, seat)
        for table in tables
        for result in results(table)
        if (seat := result.declarer) is not None and result.off[seat - 1] == 0
    ]

    def rank(one: tuple[int, MatchRow, int, int]) -> tuple[int, int]:
        took, row, deal, seat = one
        same = [
            other for other in made
            if other[1] is not row and other[1].series == row.series and other[2:] == (deal, seat)
        ]  # fmt: skip
        return took, -sum(other[0] >= took for other in same)

    told = [
        one for one in made
        if one[1].members[one[3] - 1].user_id is not None
    ]  # fmt: skip
    best = next(one for one in moments_of(tables) if isinstance(one.what, Feat))
    result = feat_of(best).what
    if told:
        found = result.took[best.seat - 1], best.row, best.deal, best.seat
        assert rank(found) == max(map(rank, told))
    else:
        # Less is a code of one's own, and least another's that was spoilt.
        assert result.off[(result.declarer or best.seat) - 1] == 0 or result.declarer != best.seat


def test_in_clumond_a_declaration_is_more_than_a_code_and_that_than_one_spoilt() -> None:
    say, presenter = SAY, PRESENTERS["clumond"]
    ranks: dict[str, list[float]] = {"and made it": [], "came out right": [], "spoil": []}
    for table in (table for seed in range(12) for table in evening("clumond", seed)):
        happened = table.begun.happened
        for feat in presenter.feats(happened):
            told = presenter.praise(feat, "Here", "Ada", say)
            (kind,) = [kind for kind in ranks if kind in told]
            ranks[kind].append(feat.rank)
            assert feat.what.off[(feat.what.declarer or feat.seat) - 1] == 0 or kind == "spoil"
            at = [event for event in happened[feat.moves or 0] if isinstance(event, DealScored)]
            assert [each.result for each in at] == [feat.what] or kind == "and made it"
    declared, own, spoilt = ranks.values()
    assert min(declared) > max(own)
    assert min(own) > max(spoilt)


def test_who_was_stood_in_for_has_no_moment_of_that_deal() -> None:
    tables = evening("cloud_nine", 1)
    first = moments_of(tables)[0]
    at = next(n for n, table in enumerate(tables) if table.row.id == first.row.id)
    ends = [move for move, events in enumerate(tables[at].begun.happened)
            if any(isinstance(event, DealScored) for event in events)]  # fmt: skip
    for move in (ends[first.deal - 1], ends[first.deal - 1] - 1):
        tables[at] = replace(tables[at], stood_in={move: first.seat})
        assert (first.row.id, first.deal, first.seat) not in places(tables)
    # In the other deals they played themselves.
    tables[at] = replace(tables[at], stood_in={(0, *ends)[first.deal % 3] + 1: first.seat})
    assert moments_of(tables)[0] == replace(first, row=tables[at].row)


def places(tables: list[Table]) -> set[tuple[int, int, int]]:
    return {(one.row.id, one.deal, one.seat) for one in moments_of(tables)}


def test_who_had_their_data_deleted_is_compared_with_alone() -> None:
    tables = evening("nimbly", 2)
    nobody = tuple(Member(str(-n), "Someone") for n in range(1, 4))
    some_left = [
        replace(table, row=replace(table.row, members=nobody)) if n else table
        for n, table in enumerate(tables)
    ]
    moments = moments_of(some_left)
    assert {one.row.id for one in moments} == {tables[0].row.id}
    assert swing_of(moments[0]) in swings(tables)
    assert moments_of([replace(one, row=replace(one.row, members=nobody)) for one in tables]) == ()


def test_a_lone_table_has_no_swing_and_one_that_was_closed_does_not_count() -> None:
    tables = evening("nimbly", 3, tables=2, rounds=1)
    assert isinstance(moments_of(tables)[0].what, Swing)
    closed = replace(tables[1], row=replace(tables[1].row, status=Status.CLOSED))
    for few in (tables[:1], [tables[0], closed]):
        assert not [one for one in moments_of(few) if isinstance(one.what, Swing)]
    assert moments_of([]) == ()
    assert moment_lines([], SAY) == []


@every_game
def test_a_replay_begins_where_the_deal_does_or_at_the_throw_or_its_end(key: str) -> None:
    """Also where moves were taken back, which a replay does not count."""
    tables, logs = [], dict[MatchId, list[str]]()
    for at in range(1, 5):
        table, log = played(row_of(key, at, "evening 7 1"), at, backs=0.3)
        assert key == "balloon" or BACK in log
        tables.append(table)
        logs[table.row.id] = log
    for moment in moments_of(tables):
        table = next(one for one in tables if one.row.id == moment.row.id)
        views = stages(table, logs[moment.row.id])
        before, view = views[max(0, moment.moves - 1)], views[moment.moves]
        if isinstance(moment.what, Feat) and moment.what.moves is not None:
            if moment.what.is_luck:
                assert view.dice
                assert view.deal == moment.deal
            else:
                assert (before.deal, len(view.deal_scores)) == (moment.deal, moment.deal)
        else:
            assert view.deal == moment.deal
            assert moment.moves == 0 or before.deal == moment.deal - 1


def stages(table: Table, log: list[str]) -> list[Any]:
    """Play a log without what was taken back; return the views after the start and each move."""
    row = table.row
    lines = [MoveRow(n, Seat(1), code, None, 0.0) for n, code in enumerate(log, start=1)]
    course = Course.begin(GAMES[row.game], len(row.members), SHORT[row.game], Chance(row.seed))
    views = [course.view(None)]
    for line in settled(lines):
        course = course.then(course.to_act()[0], line.code)
        views.append(course.view(None))
    return views


def test_they_are_told_with_name_deal_round_and_table() -> None:
    tables = evening("cloud_nine", 5)
    row = tables[0].row
    row = replace(row, members=(replace(row.members[0], name="A_da"), *row.members[1:]))
    moment = Moment(row, None, 2, Seat(1), 52, Swing(54, 31.0, 1))
    for one, told, label in (
        (moment, "In deal 2 at table 11, **A\\_da** made 54; the other player with these cards"
         " made 31.", "Replay: A_da, deal 2"),
        (replace(moment, round=3, what=Swing(-4, -7.5, 2)), "In deal 2 of round 3 at table 11,"
         f" **A\\_da** made {MINUS}4; the others with these cards made {MINUS}7.5 on average.",
         "Replay: A_da, deal 2 of round 3"),
    ):  # fmt: skip
        assert moment_lines([one], SAY)[1:] == [told]
        (found,) = moment_buttons([one], SAY)
        assert (found.label, found.custom_id) == (label, "replay:11:52")  # type: ignore[attr-defined] # a button
        assert "minus" in moment_lines([one], EAR)[1] or not one.round


def test_no_two_buttons_of_moments_say_the_same() -> None:
    row = evening("cloud_nine", 5)[0].row
    one = Moment(row, None, 2, Seat(1), 52, Swing(54, 31.0, 1))
    other = replace(one, moves=60, what=Swing(-4, 3.0, 1))
    shown = moment_buttons([one, other, replace(other, deal=3)], SAY)
    assert [each.custom_id for each in shown] == ["replay:11:52", "replay:11:60"]  # type: ignore[attr-defined] # buttons


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("balloon", "of all rolls."), ("clumond", "and made it, for"),
        ("cloud_nine", "made the most: "), ("nimbly", "made the most: suit"),
    ],
)  # fmt: skip
async def test_an_evening_in_a_store_is_told_and_each_button_opens_its_replay(
    club: Gathering, key: str, told: str
) -> None:
    rows = await club.begin(PEOPLE[key], key)
    for row in rows:
        await club.play(row.id, seed=row.id)
    tables = [await club.parts.tables.replayed(row.id) for row in rows]
    moments = moments_of(tables)
    assert 1 <= len(moments) <= MOST
    lines = moment_lines(moments, SAY)
    assert len(lines) == 1 + len(moments)
    assert not [line for line in lines if "{" in line or "round" in line]
    seen = any(told in line for line in lines)
    assert seen or key in ("balloon", "clumond")  # where nobody was lucky, or made what they said
    for one in moments:
        user = one.member.user_id
        assert user is not None
        found = await replay_by_number(club.parts.store, user, Location(GUILD, CHANNEL), one.row.id)
        assert found.deal_at(one.moves) == one.deal
        is_nine = isinstance(one.what, Feat) and key in ("cloud_nine", "nimbly")
        assert one.moves == (found.last if is_nine else 0) or key in ("balloon", "clumond")
