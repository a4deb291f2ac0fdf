"""Changes in play: proposed by one, in force when all who are there agree."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.errors import Refused, Stale
from bot.match.clock.layouts import paused_text
from bot.match.clock.proposals import Proposals
from bot.match.show.board_layouts import board_layout
from bot.match.show.hand_layouts import hand_layout
from bot.match.table.proposals import LAPSE, asked
from bot.match.table.state import Table
from bot.store.rows import MatchRow, Pause, Presence, Terms
from tests.match.clock.test_clocks import sweep
from tests.match.finished import ADA, BEN, CLEO, DORA, opened
from tests.match.rows import SAY, board_of, faults, hand_of, ids, picture, said, tables
from tests.match.stand import Parts
from tests.match.table.test_times import CLOCK, be_late, member, on, pass_time, playing, who

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
        assert not [custom_id for custom_id in ids(shown) if custom_id[0] in "ms"]
        assert faults(shown) == []
    assert ids(board) == ["t:7:hand", "t:7:end", "t:7:clock", "t:7:leave"]
    assert not ids(hand)


def test_every_reason_is_told_and_a_hand_differs_when_its_game_is_paused() -> None:
    both = paused(MODERATOR, Pause("permissions", missing=("attach_files",)))
    assert len(paused_text(both.row, SAY).splitlines()) == 2
    assert paused_text(paused().row, SAY) == ""
    assert hand_of(paused(), 1)[1] != hand_of(paused(MODERATOR), 1)[1]
