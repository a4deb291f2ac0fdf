"""Evenings: who sits where, what is stored at once, what is withheld and till when."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.errors import Overtaken
from bot.evenings import standings
from bot.evenings import store as kept
from bot.evenings.rows import EveningPerson, EveningRow
from bot.evenings.rules import LONGEST, OVERDUE
from bot.evenings.service import not_playing
from bot.match.house.child_processes import Question
from bot.match.house.house_queue import QUICK, HouseQueue
from bot.match.lobby.lobbies import commitment_of
from bot.match.table.kind import TABLE, is_withheld
from bot.match.table.state import Table
from bot.records.service import checks_of, find_finished
from bot.store import schema
from bot.store.rows import MatchId, Status
from engine.chance import commitment, seed_from
from engine.players.robot import RankedMove
from engine.seats import Seat
from tests.evenings.stand import CROWD, GUILD, Gathering, person
from tests.match.finished import CHANNEL, play_out
from tests.match.house.thinkers import Noting
from tests.match.stand import refuses


async def test_more_people_than_seats_sit_at_even_tables_with_the_same_deals(
    club: Gathering,
) -> None:
    lobby = await club.lobby(5)
    tables = [await club.start(lobby), *(await club.tables())[1:]]
    assert [(row.id, row.locale) for row in tables] == [(1, "en-GB"), (2, "en-GB")]
    assert [sum(m.user_id is not None for m in row.members) for row in tables] == [3, 2]
    assert [len(row.members) for row in tables] == [3, 3]
    people = [m.user_id for row in tables for m in row.members if m.user_id is not None]
    assert sorted(people) == list(CROWD)[:5]
    deals = await club.parts.store.series.get("evening 1 1")
    assert deals is not None
    assert {row.seed for row in tables} == {seed_from(deals.secret, "evening 1 1 9999")}
    assert commitment_of(lobby) == commitment(deals.secret)
    hands = {str(getattr(Table.load(row).view(Seat(1)), "hand", None)) for row in tables}
    assert len(hands) == 1
    assert hands != {"None"}
    assert {row.terms.hints for row in tables} == {False}
    evening = await club.evening()
    assert (evening.rounds, evening.round, evening.ended) == (1, 1, None)
    assert not evening.has_rounds
    assert [one.user_id for one in await club.people()] == list(CROWD)[:5]
    assert {(one.guild_id, one.since, one.gone) for one in await club.people()} == {
        (GUILD, 1, None)
    }
    board = await club.board()
    assert (board.guild_id, board.match_id, board.locale, board.shown) == (GUILD, 1, "en-GB", "")


async def test_a_table_that_has_room_for_all_is_an_ordinary_one(club: Gathering) -> None:
    row = await club.start(await club.lobby(3))
    assert row.series == ""
    assert await club.tables() == []


async def test_a_lobby_takes_twenty_four_and_no_more(club: Gathering) -> None:
    lobby = await club.lobby(TABLE.crowd)
    with refuses("refused.not_open"):
        await club.parts.lobbies.join(lobby.id, replace(person(101), key="999"))
    await club.start(lobby)
    assert [len(row.members) for row in await club.tables()] == [3] * 8


async def test_a_private_lobby_and_one_in_direct_messages_have_one_table(club: Gathering) -> None:
    row = await club.lobby(3)
    store = club.parts.store
    for change in (
        {"door": replace(row.door, private=True, invited=(104,))}, {"guild_id": None},
        {"by_token": True},
    ):  # fmt: skip
        changed = replace(row, id=MatchId(0), **change)
        other = await store.new_match(changed)
        with refuses("refused.not_open"):
            await club.parts.lobbies.join(other.id, person(104))


async def test_a_lobby_that_has_changed_meanwhile_begins_nothing(
    club: Gathering, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await club.lobby(4)

    async def older(_match_id: MatchId) -> object:
        return replace(lobby, version=lobby.version - 1)

    monkeypatch.setattr(club.parts.tables.cache, "row", older)
    with pytest.raises(Overtaken):
        await club.start(lobby)
    monkeypatch.undo()
    found = await club.parts.store.match(lobby.id)
    assert found == lobby
    assert await club.tables() == []
    assert await club.parts.store.series.get("evening 1 1") is None


async def test_an_error_in_mid_transaction_leaves_the_lobby(
    club: Gathering, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await club.lobby(4)
    monkeypatch.setattr("bot.evenings.store.matches.add", failing)
    with pytest.raises(ZeroDivisionError):
        await club.start(lobby)
    assert await club.parts.store.match(lobby.id) == lobby
    assert await club.tables() == []
    monkeypatch.undo()
    await club.start(lobby)
    assert len(await club.tables()) == 2


def failing(*_: object) -> None:
    raise ZeroDivisionError


async def test_nothing_of_a_table_is_told_before_the_last_one_has_ended(club: Gathering) -> None:
    first, second = await club.begin(4)
    await club.play(first.id)
    assert await is_withheld(club.parts.store, first)
    users = [m.user_id for row in (first, second) for m in row.members if m.user_id]
    for user in users:
        with refuses("refused.withheld"):
            await find_finished(club.parts.store, user, CHANNEL, first.id)
    assert await club.parts.store.past(None, CHANNEL, 9) == []
    standing = await club.evenings.standing(await club.evening())
    assert (standing.played, standing.totals) == ([], ())
    await club.play(second.id, seed=2)
    assert not await is_withheld(club.parts.store, first)
    for row in (first, second):
        found = await find_finished(club.parts.store, users[0], CHANNEL, row.id)
        assert [(check.key, check.holds) for check in checks_of(found)] == [
            (key, True)
            for key in
            ("commitment", "series", "seed", "seating", "shuffle", "moves", "result")
        ]  # fmt: skip
    standing = await club.evenings.standing(await club.evening())
    assert len(standing.totals) == 4
    # Its games count for ratings from now on, in the order in which they ended.
    rated = await club.parts.store.database.read(
        lambda connection: connection.execute(schema.ending.select()).all()
    )
    assert [row.match_id for row in rated] == [1, 2]


async def test_a_seat_exchanged_refutes_the_proof(club: Gathering) -> None:
    first, second = await club.begin(4)
    for row in (first, second):
        await club.play(row.id)
    found = await find_finished(club.parts.store, 101, CHANNEL, first.id)
    a, b, c = found.row.members
    wrong = replace(found, row=replace(found.row, members=(b, a, c)))
    assert not next(check for check in checks_of(wrong) if check.key == "seating").holds


class Quick(Noting):
    """Is asked as ever, and answers by rule of thumb."""

    async def rank(self, question: Question, within: float = 0.0) -> tuple[RankedMove, ...] | None:
        return await super().rank(replace(question, level=QUICK), within)


@pytest.mark.parametrize(
    ("game", "people"), [("cloud_nine", 4), ("clumond", 4), ("nimbly", 13), ("balloon", 13)]
)
async def test_house_players_answer_alike_to_alike_and_think_once(
    club: Gathering, game: str, people: int
) -> None:
    """Other people at another table, but the same moves: what the second asks is known."""
    club.parts.tables._house = HouseQueue(thinker := Quick())
    logs, asked = [], []
    tables = await club.begin(people, game)
    for row in [row for row in tables if any(m.user_id is None for m in row.members)]:
        await play_out(club.parts.tables, row.id)
        moves = await club.parts.store.moves(row.id)
        logs.append([(move.seat, move.code) for move in moves])
        asked.append(len(thinker.asked))
    assert len(logs) == 2
    assert logs[0] == logs[1]
    assert asked[0] == asked[1] > 0


@pytest.mark.parametrize("chooses", [False, True])
async def test_who_leaves_is_played_for_and_has_a_line_if_they_chose(
    club: Gathering, chooses: bool
) -> None:
    first, second = await club.begin(5)
    gone = next(m.user_id for m in first.members if m.user_id is not None)
    if chooses:
        await club.choose(first.id, gone or 0)
    await club.parts.tables.leave(first.id, gone)
    for row in (first, second):
        await club.play(row.id)
    played = (await club.evenings.standing(await club.evening())).last
    assert played is not None
    assert [sat.user_id for sat in played.sat if sat.stood_in] == [gone]
    assert (gone in [line.sat.user_id for line in played.lines]) is chooses
    assert [one.user_id for one in await club.people() if one.place is None] == (
        [] if chooses else [gone]
    )


async def test_a_move_that_had_no_other_is_nobodys_choice(club: Gathering) -> None:
    first, _ = await club.begin(4, "nimbly", rounds=2)
    await club.play(first.id)
    row, moves = await club.parts.row(first.id), await club.parts.store.moves(first.id)
    forced = {
        move.number
        for before, move in zip(Table.stages(row, moves), moves, strict=False)
        if move.by is not None and len(before.legal(Seat(move.seat))) == 1
    }
    assert forced
    helped = [replace(move, by=None) if move.number in forced else move for move in moves]
    own, others = standings._choices(row, helped)
    assert own
    assert not others


async def test_an_evening_does_not_go_on_for_ever(club: Gathering) -> None:
    first, second = await club.begin(4)
    await club.play(first.id)
    club.parts.clock.time += LONGEST + 1
    await club.news.catch_up()
    assert (await club.evening()).ended is not None
    closed = await club.parts.row(second.id)
    assert (closed.status, closed.closed_for) == (Status.CLOSED, OVERDUE)


async def test_a_game_with_room_for_five_takes_six_at_two_tables(club: Gathering) -> None:
    tables = await club.begin(6, "nimbly")
    assert [len(row.members) for row in tables] == [3, 3]
    assert all(member.user_id is not None for row in tables for member in row.members)


async def test_tables_have_the_seats_that_an_option_needs(club: Gathering) -> None:
    lobby = await club.lobby(7, "nimbly")
    typed = {"deals": "1", "par": "true"}
    lobby = await club.parts.lobbies.set_options(lobby.id, 101, typed, moderator=False)
    await club.start(lobby)
    assert [len(row.members) for row in await club.tables()] == [3, 3, 3]


async def test_where_a_server_is_forgotten_its_evenings_are(club: Gathering) -> None:
    first, _ = await club.begin(4)
    await club.parts.store.database.write(kept.forget, GUILD, 5.0)
    assert not await is_withheld(club.parts.store, first)
    assert await club.evenings.step(1) is None


# Who can still join an evening, and what who has no seat in a round is told.

IN, GONE = EveningPerson(7, 101, 5, "A", ""), EveningPerson(7, 101, 5, "A", "", gone=1)
AT = EveningRow(7, 0.0, rounds=3)


@pytest.mark.parametrize(
    ("own", "evening", "number", "key"),
    [
        (None, AT, 1, "not_in.join"),
        (None, replace(AT, round=2), 2, "not_in"),
        (IN, AT, 1, "comes"),
        (IN, replace(AT, next_at=9.0), 1, "not_then"),
        (IN, replace(AT, round=3), 3, "not_then"),
        (GONE, replace(AT, round=2), 2, "not_in.join"),
        (GONE, replace(AT, round=3), 3, "not_then"),
        (GONE, replace(AT, ended=9.0), 1, "not_then"),
    ],
)
def test_who_has_no_seat_is_told_why_and_how_to_come(
    own: EveningPerson | None, evening: EveningRow, number: int, key: str
) -> None:
    people = [] if own is None else [own]
    refused = not_playing(evening, people, 101, number)
    assert refused.key == f"refused.evening_{key}"
    assert refused.values.get("round", evening.round + 1) == evening.round + 1
