"""Changes in play and moves taken back: proposed by one, in force when all there agree."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.errors import Refused, Stale
from bot.match.clock.proposals import Proposals, paused_text
from bot.match.show.board_layouts import board_layout
from bot.match.show.hand_layouts import hand_layout
from bot.match.show.stage import frame
from bot.match.table.change import LAPSE, LAPSE_OF_BACK, asked
from bot.match.table.solo import SECOND_THOUGHT
from bot.match.table.state import Table
from bot.records.service import checks_of, find_finished, record_of
from bot.replays.service import Replay, codes_of
from bot.store.rows import (
    Location,
    MatchId,
    MatchRow,
    Member,
    Pause,
    Presence,
    Proposal,
    Publication,
    Status,
    Terms,
)
from engine.course import BACK
from engine.games import GAMES
from engine.record import format_record, parse_record, replay
from engine.seats import Seat
from tests.match.finished import ADA, BEN, CLEO, DORA, NAMES, opened, start
from tests.match.rows import SAY, board_of, faults, hand_of, ids, labels, picture, said, tables
from tests.match.stand import Parts, refuses
from tests.match.table.test_times import CLOCK, be_late, member, on, pass_time, playing, who
from tests.match.test_clocks import sweep
from tests.soak.amounts import later

# Changes in play: proposed by one, in force when all who are there agree.

NEW = {"terms.clock": "90+180", "terms.hints": "false"}
THEN = Terms(hints=False, clock=90, bank=180)


def proposals(parts: Parts) -> Proposals:
    return Proposals(parts.tables, parts.clock)


async def proposed(parts: Parts) -> MatchRow:
    """Start a game in which Ada proposes a change."""
    table = await playing(parts)
    parts.clock.time += 100.0
    return await proposals(parts).propose(table.row.id, ADA, NEW)


def number(row: MatchRow) -> int:
    assert row.proposal is not None
    return row.proposal.number


async def test_it_is_in_force_when_everybody_has_agreed(parts: Parts) -> None:
    row = await proposed(parts)
    assert row.terms == Terms(clock=CLOCK)
    assert asked(row) == [one.user_id for one in row.members if one.user_id != ADA]
    row = await proposals(parts).answer(row.id, BEN, number(row), yes=True)
    assert asked(row) == [CLEO]
    again = await proposals(parts).answer(row.id, BEN, number(row), yes=True)
    assert again == row
    row = await proposals(parts).answer(row.id, CLEO, number(row), yes=True)
    assert (row.terms, row.proposal) == (THEN, None)
    user = who(await parts.tables.load(row.id))
    assert member(row, user).clock.due == parts.clock.time + 90 + 180
    assert [one.clock.bank for one in row.members] == [180.0] * 3


@pytest.mark.parametrize("user", [ADA, BEN])
async def test_one_no_ends_it_and_its_proposer_can_take_it_back(parts: Parts, user: int) -> None:
    row = await proposed(parts)
    first = number(row)
    row = await proposals(parts).answer(row.id, user, first, yes=False)
    assert (row.terms, row.proposal) == (Terms(clock=CLOCK), None)
    with pytest.raises(Stale):
        await proposals(parts).answer(row.id, CLEO, first, yes=True)


async def test_nobody_agrees_to_another_proposal_than_they_saw(parts: Parts) -> None:
    row = await proposed(parts)
    first = number(row)
    row = await proposals(parts).propose(row.id, ADA, {"terms.clock": "0"})
    with pytest.raises(Stale):
        await proposals(parts).answer(row.id, BEN, first, yes=True)
    assert (await parts.tables.load(row.id)).row == row


async def test_it_lapses_by_itself(parts: Parts) -> None:
    table = await playing(parts)
    await proposals(parts).propose(table.row.id, ADA, NEW)
    parts.clock.time += CLOCK * 0.75
    await sweep(parts.clocks)
    user = who(table)
    await parts.tables.play(table.row.id, user, None, table.legal(table.to_act()[0])[0])
    parts.clock.time += LAPSE - CLOCK * 0.75
    parts.tables.listeners.append(parts.clocks.on_change)
    await sweep(parts.clocks)
    row = (await parts.tables.load(table.row.id)).row
    assert (row.terms, row.proposal) == (Terms(clock=CLOCK), None)
    assert row.deadline is not None
    assert row.deadline > parts.clock.time


async def test_who_is_alone_is_not_asked_and_hints_leave_every_clock_as_it_is(parts: Parts) -> None:
    table = await playing(parts, (ADA,))
    parts.clock.time += 100.0
    row = await proposals(parts).propose(table.row.id, ADA, {"terms.hints": "false"})
    assert row.terms == Terms(hints=False, clock=CLOCK)
    assert row.members == table.row.members
    row = await proposals(parts).propose(row.id, ADA, NEW)
    assert (row.terms, row.proposal) == (THEN, None)
    row = await proposals(parts).propose(row.id, ADA, {"terms.clock": "0"})
    assert (row.deadline, member(row, ADA).clock.due) == (None, None)


async def test_who_leaves_is_asked_no_more_and_takes_their_proposal_with_them(parts: Parts) -> None:
    row = await proposed(parts)
    await proposals(parts).answer(row.id, BEN, number(row), yes=True)
    row = await parts.tables.leave(row.id, CLEO)
    assert (row.terms, row.proposal) == (THEN, None)
    row = await proposals(parts).propose(row.id, ADA, {"terms.clock": "0"})
    assert row.proposal is not None
    row = await parts.tables.leave(row.id, ADA)
    assert (row.terms, row.proposal) == (THEN, None)


async def test_removing_the_last_one_who_has_not_answered_settles_it(parts: Parts) -> None:
    row = await proposed(parts)
    await proposals(parts).answer(row.id, BEN, number(row), yes=True)
    row = await parts.tables.kick(row.id, CLEO)
    assert (row.terms, row.proposal) == (THEN, None)
    row, late = await agreed_without_the_late(parts)
    row = await parts.tables.kick(row.id, late)
    assert (row.terms, row.proposal) == (THEN, None)


async def agreed_without_the_late(parts: Parts) -> tuple[MatchRow, int]:
    """Let everybody agree but one, who is late; gives them too."""
    table = await playing(parts)
    user = who(table)
    await be_late(parts, table)
    first, second = (one for one in (ADA, BEN, CLEO) if one != user)
    row = await proposals(parts).propose(table.row.id, first, NEW)
    return await proposals(parts).answer(row.id, second, number(row), yes=True), user


async def test_who_is_late_is_asked_too_and_agrees_when_they_are_back(parts: Parts) -> None:
    row, late = await agreed_without_the_late(parts)
    assert member(row, late).presence is Presence.LATE
    assert (row.terms, asked(row)) == (Terms(clock=CLOCK), [late])
    await parts.tables.wake(row.id, late)
    row = await proposals(parts).answer(row.id, late, number(row), yes=True)
    assert (row.terms, row.proposal) == (THEN, None)


async def test_what_the_late_never_answer_lapses(parts: Parts) -> None:
    row, late = await agreed_without_the_late(parts)
    row = (await on(parts, row.id)).row
    assert (row.terms, asked(row)) == (Terms(clock=CLOCK), [late])
    assert row.proposal is not None
    row = await pass_time(parts, row.id, row.proposal.until - parts.clock.time)
    assert (row.terms, row.proposal) == (Terms(clock=CLOCK), None)


async def test_nobody_changes_the_terms_alone_while_the_others_are_late(parts: Parts) -> None:
    table = await playing(parts, (ADA, BEN))
    late = who(table)
    await be_late(parts, table)
    row = await proposals(parts).propose(table.row.id, ADA + BEN - late, NEW)
    assert (row.terms, asked(row)) == (Terms(clock=CLOCK), [late])
    row = await parts.tables.leave(row.id, late)
    assert (row.terms, row.proposal) == (THEN, None)


async def refused(parts: Parts, row: MatchRow, user: int, texts: dict[str, str]) -> str:
    """Return why a proposal is refused; nothing changed."""
    before = (await parts.tables.load(row.id)).row
    with pytest.raises(Refused) as error:
        await proposals(parts).propose(row.id, user, texts)
    assert (await parts.tables.load(row.id)).row == before
    return error.value.key


async def test_what_cannot_be_proposed_changes_nothing(parts: Parts) -> None:
    row = await proposed(parts)
    assert await refused(parts, row, BEN, NEW) == "refused.proposed_already"
    assert await refused(parts, row, DORA, NEW) == "refused.not_seated"
    assert await refused(parts, row, ADA, {}) == "refused.same_terms"
    assert await refused(parts, row, ADA, {"terms.clock": "7"}) == "refused.option_choice"
    await parts.tables.leave(row.id, BEN)
    assert await refused(parts, row, BEN, NEW) == "refused.away"
    await parts.tables.pause(row.id, Pause("moderator", by=5))
    assert await refused(parts, row, ADA, {"terms.clock": "0"}) == "refused.paused"
    await parts.tables.close(row.id)
    assert await refused(parts, row, ADA, NEW) == "refused.over"
    assert (await parts.tables.load(row.id)).row.proposal is None
    assert await refused(parts, await opened(parts.lobbies), ADA, NEW) == "refused.not_started"


async def test_a_proposal_outlives_a_restart(tmp_path: Path) -> None:
    first = await Parts.open(tmp_path)
    row = await proposed(first)
    now = first.clock.time
    await first.close()
    parts = await Parts.open(tmp_path)
    parts.clock.time = now
    await parts.clocks.wind_up()
    assert (await parts.tables.load(row.id)).row.proposal == row.proposal
    await parts.close()


# What a paused game says, and what it does not offer.

PICTURE = [("a.png", picture())]
MODERATOR = Pause("moderator", by=55)


def paused(*pauses: Pause) -> Table:
    table = next(tables("Ada", "Ben", "Cleo"))
    members = tuple(
        replace(member, clock=replace(member.clock, due=99.0)) for member in table.row.members
    )
    return replace(table, row=replace(table.row, members=members, pauses=pauses))


@pytest.mark.parametrize(
    ("pause", "words"),
    [
        (MODERATOR, "<@55> paused this game"),
        (
            Pause("permissions", missing=("attach_files", "embed_links")),
            "Attach Files, Embed Links",
        ),
        (Pause("snow"), "This game is paused."),
        (Pause("moderator"), "This game is paused."),
    ],
)
def test_board_and_hand_say_why_and_no_time(pause: Pause, words: str) -> None:
    table = paused(pause)
    board = board_layout(board_of(table), PICTURE, SAY)
    hand = hand_layout(*hand_of(table, table.to_act()[0]), PICTURE, SAY)
    for shown in (board, hand):
        assert words in said(shown)
        assert "<t:" not in said(shown)
        assert not [custom_id for custom_id in ids(shown) if custom_id[:2] in ("m:", "s:")]
        assert faults(shown) == []
    assert ids(board) == ["t:7:hand", "more:7"]
    assert not ids(hand)


def test_every_reason_is_told_and_a_hand_differs_when_its_game_is_paused() -> None:
    both = paused(MODERATOR, Pause("permissions", missing=("attach_files",)))
    assert len(paused_text(both.row, SAY).splitlines()) == 2
    assert paused_text(paused().row, SAY) == ""
    assert hand_of(paused(), 1)[1] != hand_of(paused(MODERATOR), 1)[1]


# A proposal at the table: what it says, and the buttons that answer.

PROPOSAL = Proposal(12, (101,), 90, 180, hints=False, until=99.0)


def proposed_at(*pauses: Pause, names: tuple[str, ...] = ("Ada", "Ben", "Cleo")) -> Table:
    table = next(tables(*names))
    return replace(table, row=replace(table.row, proposal=PROPOSAL, pauses=pauses))


def test_the_board_says_what_is_proposed_and_who_is_asked() -> None:
    shown = board_layout(board_of(proposed_at()), PICTURE, SAY)
    words = (
        "**Ada** suggests: Time per turn: 90 seconds, then 3 minutes extra · "
        "Hints: none. "
        "Still to agree: **Ben** and **Cleo**. The suggestion ends <t:99:R>."
    )
    assert words in said(shown)
    assert [one for one in ids(shown) if one.startswith("p:")] == ["p:7:12:yes", "p:7:12:no"]
    assert {"Agree", "No"} < set(labels(shown))
    assert faults(shown) == []


def test_a_paused_table_asks_nobody() -> None:
    shown = board_layout(board_of(proposed_at(Pause("moderator", by=5))), PICTURE, SAY)
    assert not [one for one in ids(shown) if one.startswith("p:")]


def test_awkward_names_keep_discords_limits() -> None:
    shown = board_layout(board_of(proposed_at(names=("`" * 32, "**", "<@1>"))), PICTURE, SAY)
    assert faults(shown) == []


# Moves taken back: alone at once, with others if they all agree, and never where a game counts.


async def begun(
    parts: Parts, people: Sequence[int] = (ADA,), game: str = "clumond", *, coach: bool = True
) -> MatchRow:
    """Start a game of these people, who alone play beside house players."""
    members = [Member(str(user), NAMES[user], joined=str(9000 + user)) for user in people]
    row = await parts.lobbies.open(game, members[0], Location(5, 7), locale="en")
    for guest in members[1:]:
        await parts.lobbies.join(row.id, guest)
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
        stored = await parts.row(row.id)
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
