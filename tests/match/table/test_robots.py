"""House players at the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.match.house.child_processes import Question, rank, think
from bot.match.house.house_queue import HouseQueue, company_of, question_of
from bot.match.table.seats import CHARACTERS, Thought, house_player, house_to_act, manner_of
from bot.preferences.terms import STAND_IN
from bot.store.rows import MatchId, MatchRow, Member
from engine.players.company import PERSON
from engine.players.manner import Manner
from engine.seats import Seat
from tests.engine.walks import Beginning, walk
from tests.match.finished import ADA, Hall, opened, play_out, start
from tests.match.house.thinkers import Noting
from tests.match.rows import SAY, lobby_row
from tests.match.stand import Parts


async def alone(hall: Hall, *levels: str) -> MatchRow:
    """Start a game of Ada and house players."""
    row = await opened(hall.lobbies, (ADA,))
    for level in levels:
        await hall.lobbies.add_house(row.id, ADA, level)
    return await start(hall.lobbies, row)


async def test_house_players_have_the_level_they_were_added_with_or_are_normal(hall: Hall) -> None:
    for added, levels in ((("easy", "hard"), ["easy", "hard"]), ((), [STAND_IN, STAND_IN])):
        row = await alone(hall, *added)
        assert sorted(m.level for m in row.members if m.user_id is None) == levels


async def test_a_house_player_is_asked_what_its_seat_knows_at_its_level(hall: Hall) -> None:
    row = await alone(hall, "hard", "hard")
    thinker = Noting()
    table = await hall.tables.replayed(row.id)
    for seat in table.to_act():
        meant = await HouseQueue(thinker).thought(table, seat)
        (asked,) = thinker.asked
        assert (asked.view, asked.heard) == (table.view(seat), table.begun.heard(seat))
        assert meant == Thought(row.moves, seat, meant.code)
        assert meant.code in table.legal(seat)
        assert asked.level == ("hard" if table.member(seat).user_id is None else STAND_IN)


async def test_a_house_player_is_told_the_levels_of_the_others(hall: Hall) -> None:
    row = await alone(hall, "easy", "hard")
    ada = next(member for member in row.members if member.user_id is not None)
    easy, hard = (
        next(m for m in row.members if m.user_id is None and m.level == level)
        for level in ("easy", "hard")
    )
    assert sorted(company_of(row, ada)) == ["easy", "hard"]
    assert sorted(company_of(row, easy)) == [PERSON, "hard"]
    assert sorted(company_of(row, hard)) == [PERSON, "easy"]
    table = await hall.tables.replayed(row.id)
    asked = question_of(table, table.to_act()[0], "hard", 1)
    assert asked.company == company_of(row, table.member(table.to_act()[0]))


async def test_a_house_player_is_asked_for_its_move_by_the_end_of_its_pause(parts: Parts) -> None:
    row = await start(parts.lobbies, await opened(parts.lobbies))
    table = await parts.tables.load(row.id)
    after = await parts.tables.leave(row.id, table.member(table.to_act()[0]).user_id or 0)
    parts.tables._house = HouseQueue(thinker := Noting())
    for pause, within in ((2.0, 2.0), (-0.5, 0.0)):
        parts.clock.time = (after.deadline or 0.0) - pause
        assert await parts.tables.think_ahead(row.id)
        assert thinker.within == pytest.approx(within, abs=1e-3)


@pytest.mark.parametrize("moves_later", [0, 1])
async def test_a_move_thought_of_ahead_is_made_only_if_the_table_has_not_moved_on(
    hall: Hall, moves_later: int
) -> None:
    row = await start(hall.lobbies, await opened(hall.lobbies))
    table = await hall.tables.load(row.id)
    user = table.member(table.to_act()[0]).user_id
    assert user is not None
    await hall.tables.leave(row.id, user)
    ready = await hall.tables.think_ahead(row.id)
    assert ready is not None
    # A move that the player would not think of again by himself: any other legal one.
    other = next(c for c in table.legal(ready.seat) if c != ready.code)
    meant = Thought(ready.moves - moves_later, ready.seat, other)
    assert await hall.tables.play_house(row.id, meant)
    (made,) = await hall.store.moves(row.id)
    assert (made.code == other) == (moves_later == 0)


async def test_a_move_by_rule_of_thumb_is_noted_with_the_house_player_who_made_it(
    hall: Hall,
) -> None:
    row = await alone(hall, "hard", "hard")
    ready = await next_thought(hall, row.id)
    for by_rule in (False, True):
        assert await hall.tables.play_house(row.id, replace(ready, by_rule=by_rule))
        after = (await hall.tables.load(row.id)).row
        assert [m.hinted for m in after.members] == [
            by_rule and seat == ready.seat for seat in range(1, len(after.members) + 1)
        ]
        if not by_rule:
            ready = await next_thought(hall, row.id)
    await play_out(hall.tables, row.id)
    results = {result.seat: result.hinted for result in await hall.store.results(row.id)}
    assert results == {seat: seat == ready.seat for seat in results}


async def next_thought(hall: Hall, match_id: MatchId) -> Thought:
    """Let Ada move until a house player has thought of a move."""
    while (ready := await hall.tables.think_ahead(match_id)) is None:
        table = await hall.tables.load(match_id)
        await hall.tables.play(match_id, ADA, None, table.legal(table.to_act()[0])[0])
    return ready


async def test_nobody_thinks_for_a_person_who_is_there_and_normal_plays_for_who_left(
    hall: Hall,
) -> None:
    row = await start(hall.lobbies, await opened(hall.lobbies))
    assert await hall.tables.think_ahead(row.id) is None
    table = await hall.tables.replayed(row.id)
    seat = table.to_act()[0]
    assert house_to_act(table) is None
    user = table.member(seat).user_id
    assert user is not None
    await hall.tables.leave(row.id, user)
    table = await hall.tables.replayed(row.id)
    assert house_to_act(table) == seat
    thinker = Noting()
    await HouseQueue(thinker).thought(table, seat)
    assert thinker.asked[0].level == "normal"


async def test_each_house_player_keeps_a_manner_and_is_asked_in_it_and_a_stand_in_in_none(
    hall: Hall,
) -> None:
    row = await alone(hall, "hard", "hard")
    manners = {m.name: m.manner for m in row.members if m.user_id is None}
    assert manners == {"Cirrus": Manner.CURIOUS, "Stratus": Manner.CAREFUL}
    stored = await hall.store.match(row.id)
    assert stored is not None
    assert {m.name: m.manner for m in stored.members if m.user_id is None} == manners
    assert [m.manner for m in row.members if m.user_id is not None] == [""]
    thinker, table = Noting(), await hall.tables.replayed(row.id)
    for seat in (1, 2, 3):
        member = table.member(Seat(seat))
        assert manner_of(member) == member.manner
    seat = table.to_act()[0]
    await HouseQueue(thinker).thought(table, seat)
    assert thinker.asked[0].manner == manner_of(table.member(seat))
    assert manner_of(replace(table.member(seat), key="house:1", manner="of a later version")) == ""


def test_other_matches_have_other_house_players_each_with_a_name_and_manner_of_their_own() -> None:
    names = SAY("house.names").split(", ")
    assert len(names) == len(CHARACTERS)
    met = []
    for number in range(1, 13):
        row = replace(lobby_row("Ada"), id=MatchId(number))
        met.append(house_player(row, row.members, "hard", names))
        members = (*row.members, Member("house:1", names[number % 6], level="hard"))
        for _ in range(4):
            members = (*members, house_player(row, members, "hard", names))
        assert len({member.name for member in members}) == len(members)
    assert [member.name for member in met] == 2 * names
    assert [member.manner for member in met] == [*2 * CHARACTERS]
    assert set(CHARACTERS) == set(Manner)


def test_house_players_of_a_series_have_no_manner_and_are_the_same_everywhere() -> None:
    for number in (1, 2, 3):
        row = replace(lobby_row("Ada"), id=MatchId(number), series="a league")
        member = house_player(row, row.members, "hard", ("Cirrus", "Stratus"))
        assert (member.key, member.name, member.manner) == ("house:1", "Cirrus", "")


def test_a_manner_changes_what_is_answered_only_where_it_is_asked_for() -> None:
    changed = 0
    for course, seat, _ in walk(Beginning("nimbly", 3, {}, 2)):
        if seat is None or len(course.legal(seat)) == 1:
            continue
        plain = Question(
            "nimbly", "normal", course.view(seat), course.heard(seat), course.legal(seat), 3
        )
        answers = {think(replace(plain, manner=manner)) for manner in ("", *Manner)}
        assert think(plain) == rank(plain)[0].code
        changed += len(answers) > 1
    assert changed
