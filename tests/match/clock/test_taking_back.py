"""Moves taken back: alone at once, with others if they all agree, and never where a game counts."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Sequence

import pytest

from bot.errors import Stale
from bot.match.clock.proposals import Proposals
from bot.match.show.frame import frame
from bot.match.table.proposals import LAPSE_OF_BACK, asked
from bot.match.table.solo import SECOND_THOUGHT
from bot.match.table.state import Table
from bot.records.service import find_finished, record_of
from bot.records.verify import checks_of
from bot.replays.service import Replay, codes_of
from bot.store.rows import Location, MatchId, MatchRow, Member, Publication, Status
from engine.course import BACK
from engine.games import GAMES
from engine.record import format_record, parse_record, replay
from engine.seats import Seat
from tests.match.finished import ADA, BEN, CLEO, NAMES, start
from tests.match.stand import Parts
from tests.refusals import refuses
from tests.soak.amounts import later


async def begun(
    parts: Parts, people: Sequence[int] = (ADA,), game: str = "clumond", *, coach: bool = True
) -> MatchRow:
    """Start a game of these people, who alone play beside house players."""
    members = [Member(str(user), NAMES[user], joined=str(9000 + user)) for user in people]
    row = await parts.lobbies.open(game, members[0], Location(5, 7), locale="en")
    for member in members[1:]:
        await parts.lobbies.join(row.id, member)
    typed = {"terms.clock": "0", "terms.coach": str(coach).lower()}
    row = await parts.lobbies.set_options(row.id, people[0], typed, moderator=False)
    return await start(parts.lobbies, row)


def back(parts: Parts) -> Proposals:
    return Proposals(parts.tables, parts.clock)


async def moved(parts: Parts, match_id: MatchId, generator: random.Random) -> tuple[Table, int]:
    """Let house players move, and then a person in any way; give the table and who it was."""
    while True:
        table = await parts.tables.replayed(match_id)
        seat = table.to_act()[0]
        user = table.member(seat).user_id
        if user is not None:
            code = generator.choice(table.legal(seat))
            await parts.tables.play(match_id, user, table.row.moves, code)
            return await parts.tables.replayed(match_id), user
        parts.clock.time = table.row.deadline or parts.clock.time
        assert await parts.tables.play_house(match_id)


async def undoable(
    parts: Parts, match_id: MatchId, generator: random.Random | None = None
) -> tuple[Table, int, Seat]:
    """Play on until somebody has made a move that they may take back."""
    generator = generator or random.Random(4)
    while True:
        table, user = await moved(parts, match_id, generator)
        seat = table.seat_of(user)
        assert seat is not None
        if table.begun.may_take_back(seat):
            return table, user, seat


async def test_alone_a_move_is_taken_back_at_once_and_house_players_wait_for_that(
    parts: Parts,
) -> None:
    table, user, seat = await undoable(parts, (await begun(parts)).id)
    row = table.row
    if table.to_act() != (seat,):
        assert row.deadline is not None
        assert row.deadline >= parts.clock.time + SECOND_THOUGHT[0] * parts.clock.pace
    assert frame(table, Publication(row.id), None).hands[seat].takes_back
    after = await back(parts).take_back(row.id, user, row.moves)
    assert (after.moves, after.proposal, after.status) == (row.moves + 1, None, Status.PLAYING)
    again = await parts.tables.replayed(row.id)
    assert again.to_act() == (seat,)
    assert again.row.state == (await parts.store.match(row.id)).state  # type: ignore[union-attr]
    assert not frame(again, Publication(row.id), None).hands[seat].takes_back
    assert [move.code for move in await parts.store.moves(row.id)][-1] == BACK
    with refuses("illegal.common.not_to_take_back"):
        await back(parts).take_back(row.id, user, after.moves)
    with pytest.raises(Stale):
        await back(parts).take_back(row.id, user, row.moves)


async def test_others_are_asked_and_each_has_to_agree(parts: Parts) -> None:
    row = await begun(parts, (ADA, BEN, CLEO))
    table, user, seat = await undoable(parts, row.id)
    before = table.row.moves
    row = await back(parts).take_back(row.id, user, before)
    assert row.moves == before
    assert row.proposal is not None
    assert row.deadline == row.proposal.until == parts.clock.time + LAPSE_OF_BACK
    assert (
        not frame(await parts.tables.replayed(row.id), Publication(row.id), None)
        .hands[seat]
        .takes_back
    )
    first, second = asked(row)
    assert user not in (first, second)
    row = await back(parts).answer(row.id, first, row.proposal.number, yes=True)
    assert (row.moves, row.proposal is None) == (before, False)
    assert row.proposal is not None
    row = await back(parts).answer(row.id, second, row.proposal.number, yes=True)
    assert (row.moves, row.proposal) == (before + 1, None)
    assert (await parts.tables.load(row.id)).to_act() == (seat,)


async def test_one_no_ends_it_half_a_minute_too_and_so_does_the_next_move(parts: Parts) -> None:
    row = await begun(parts, (ADA, BEN, CLEO))
    table, user, _ = await undoable(parts, row.id)
    asking = await back(parts).take_back(row.id, user, table.row.moves)
    assert asking.proposal is not None
    other = asked(asking)[0]
    row = await back(parts).answer(row.id, other, asking.proposal.number, yes=False)
    assert row.proposal is None
    row = await back(parts).take_back(row.id, user, row.moves)
    parts.clock.time += LAPSE_OF_BACK
    assert await parts.tables.run_out(row.id)
    row = (await parts.tables.load(row.id)).row
    assert row.proposal is None
    await back(parts).take_back(row.id, user, row.moves)
    table, _ = await moved(parts, row.id, random.Random(1))
    assert table.row.proposal is None
    with pytest.raises(Stale):
        await back(parts).take_back(row.id, user, row.moves)


async def test_where_a_game_counts_nothing_is_taken_back(parts: Parts) -> None:
    row = await begun(parts, (ADA, BEN), coach=False)
    table, user, seat = await undoable(parts, row.id)
    assert not frame(table, Publication(row.id), None).hands[seat].takes_back
    with refuses("refused.back_counts"):
        await back(parts).take_back(row.id, user, table.row.moves)


async def test_nobody_takes_back_what_another_person_has_done(parts: Parts) -> None:
    row = await begun(parts, (ADA, BEN))
    table, user, _ = await undoable(parts, row.id)
    other = BEN if user == ADA else ADA
    with refuses("illegal.common.not_to_take_back"):
        await back(parts).take_back(row.id, other, table.row.moves)
    with refuses("refused.not_seated"):
        await back(parts).take_back(row.id, CLEO, table.row.moves)


@pytest.mark.parametrize("times", [60, later(2_500)])
@pytest.mark.parametrize("game", GAMES)
async def test_after_many_moves_taken_back_the_state_is_what_the_log_makes_it(
    parts: Parts, game: str, times: int
) -> None:
    generator = random.Random(f"{game} {times}")
    async for table, user in _taking_back(parts, game, generator):
        row = await back(parts).take_back(table.row.id, user, table.row.moves)
        stored = await parts.store.match(row.id)
        assert stored is not None
        replayed = Table.replay(stored, await parts.store.moves(row.id))
        assert Table.load(stored).begun.state == replayed.begun.state
        times -= 1
        if not times:
            return


async def _taking_back(
    parts: Parts, game: str, generator: random.Random
) -> AsyncIterator[tuple[Table, int]]:
    """Play one game after the other; give each moment at which a person may take a move back."""
    while True:
        row = await begun(parts, (ADA,), game)
        while row.status is Status.PLAYING:
            table = await parts.tables.replayed(row.id)
            seat = table.to_act()[0]
            if (user := table.member(seat).user_id) is None:
                parts.clock.time = table.row.deadline or parts.clock.time
                await parts.tables.play_house(row.id)
            else:
                code = generator.choice(table.legal(seat))
                await parts.tables.play(row.id, user, table.row.moves, code)
                table = await parts.tables.replayed(row.id)
                if table.begun.may_take_back(seat) and generator.random() < 0.7:
                    yield table, user
            row = (await parts.tables.load(row.id)).row


@pytest.mark.whole
@pytest.mark.parametrize("game", GAMES)
async def test_a_finished_game_is_replayed_without_what_was_taken_back_and_its_record_has_it(
    parts: Parts, game: str
) -> None:
    taken = 0
    async for table, user in _taking_back(parts, game, random.Random(9)):
        if table.row.id > 1:
            break  # the first game is over
        await back(parts).take_back(table.row.id, user, table.row.moves)
        taken += 1
    finished = await find_finished(parts.store, ADA, None, 1)
    assert [move.code for move in finished.moves].count(BACK) == taken > 0
    replayed = Replay.of(finished, await codes_of(parts.store, finished.row))
    assert replayed.last == len(finished.moves) - 2 * taken
    assert replayed.courses[-1].state == Table.load(finished.row).begun.state
    record = parse_record(format_record(record_of(finished)))
    assert replay(record).state == replayed.courses[-1].state
    broken = {check.key for check in checks_of(finished) if not check.holds}
    assert broken <= {"shuffle"}  # a game of dice has none
