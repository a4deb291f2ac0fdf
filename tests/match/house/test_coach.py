"""The coach asks back before costly moves, seldom, and never keeps anybody waiting for long."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace

import pytest

from bot.match.house.hints import GRAVE, QUIET, Coach
from bot.match.house.thinking import InlineThinker
from bot.match.house.thinking_process import Question, read_advice
from bot.match.table.state import Table
from bot.store.rows import MatchId
from engine.analysis.coaching import Advice
from engine.analysis.decision import Gap
from tests.match.clock.test_taking_back import begun
from tests.match.finished import ADA, BEN
from tests.match.stand import Parts

GAP = Gap(share=0.12, share_error=0.02, points=1.0, points_error=0.5, trials=512)


@dataclass
class Knowing(InlineThinker):
    """Says of each move what a test wants it to, and remembers what it was asked."""

    says: str = "costly"
    gap: Gap = GAP
    doubts: list[Question] = field(default_factory=list)

    async def advise(self, doubt: Question) -> Advice | None:
        self.doubts.append(doubt)
        other = next(code for code in doubt.legal if code != doubt.doubted)
        if self.says == "slow":
            await asyncio.Event().wait()
        if self.says == "costly":
            return Advice(other, doubt.doubted, self.gap, (0.4, 0.28))
        return Advice(doubt.doubted, other, self.gap, (0.4, 0.28)) if self.says == "fine" else None


async def to_ada(parts: Parts, match_id: MatchId) -> Table:
    """Let house players move until Ada may choose."""
    while True:
        table = await parts.tables.replayed(match_id)
        seat = table.to_act()[0]
        if table.member(seat).user_id == ADA:
            return table
        parts.clock.time = table.row.deadline or parts.clock.time
        assert await parts.tables.play_house(match_id)


async def played(parts: Parts, coach: Coach, match_id: MatchId, times: int) -> list[str]:
    """Let Ada make moves, asked back or not; tell what the coach said of each."""
    said = list[str]()
    while len(said) < times:
        table = await to_ada(parts, match_id)
        legal, moves = table.legal(table.to_act()[0]), table.row.moves
        if len(legal) > 1:
            word = await coach.word(match_id, ADA, moves, legal[0])
            said.append("" if word is None else "praise" if word.is_praise else "doubt")
        await parts.tables.play(match_id, ADA, moves, legal[0])
    return said


async def test_a_costly_move_is_asked_back_once_and_made_when_pressed_again(parts: Parts) -> None:
    coach = Coach(parts.tables, thinker := Knowing())
    row = await begun(parts)
    table = await to_ada(parts, row.id)
    seat, moves = table.to_act()[0], table.row.moves
    first, second, *_ = table.legal(seat)
    word = await coach.word(row.id, ADA, moves, first)
    assert word is not None
    assert (word.code, word.is_praise, word.advice.gap) == (first, False, GAP)
    assert await coach.word(row.id, ADA, moves, first) is None
    assert await coach.word(row.id, ADA, moves, second) is None  # it does not haggle
    assert len(thinker.doubts) == 1


async def test_it_is_asked_what_the_seat_sees_and_no_more(parts: Parts) -> None:
    coach = Coach(parts.tables, thinker := Knowing())
    row = await begun(parts)
    table = await to_ada(parts, row.id)
    seat = table.to_act()[0]
    await coach.word(row.id, ADA, table.row.moves, table.legal(seat)[0])
    (doubt,) = thinker.doubts
    assert (doubt.view, doubt.heard) == (table.view(seat), table.begun.heard(seat))
    assert doubt.view.seat == seat


@pytest.mark.parametrize("says", ["costly", "fine"])
async def test_it_speaks_at_most_every_fifth_time_and_never_praises_twice_in_a_row(
    parts: Parts, says: str
) -> None:
    coach = Coach(parts.tables, Knowing(says))
    said = await played(parts, coach, (await begun(parts)).id, 3 * (QUIET + 1))
    pause = [""] * QUIET
    spoken = ["doubt", *pause] * 3 if says == "costly" else ["praise", *pause, *[""] * 10]
    assert said == spoken


async def test_what_costs_most_of_the_game_is_asked_back_every_time(parts: Parts) -> None:
    grave = replace(GAP, share=GRAVE)
    coach = Coach(parts.tables, Knowing(gap=grave))
    assert await played(parts, coach, (await begun(parts)).id, 4) == ["doubt"] * 4


async def test_where_it_has_no_answer_in_time_the_move_is_simply_made(parts: Parts) -> None:
    coach = Coach(parts.tables, Knowing("slow"), within=0.01)
    assert await played(parts, coach, (await begun(parts)).id, 2) == ["", ""]


async def test_it_says_nothing_where_there_is_no_coach_or_nothing_to_say(parts: Parts) -> None:
    coach = Coach(parts.tables, thinker := Knowing())
    row = await begun(parts, coach=False)
    table = await to_ada(parts, row.id)
    legal = table.legal(table.to_act()[0])
    assert await coach.word(row.id, ADA, table.row.moves, legal[0]) is None
    row = await begun(parts)
    table = await to_ada(parts, row.id)
    moves, legal = table.row.moves, table.legal(table.to_act()[0])
    for user, moment, code in (
        (BEN, moves, legal[0]), (ADA, moves - 1, legal[0]), (ADA, moves, "fly away"),
    ):  # fmt: skip
        assert await coach.word(row.id, user, moment, code) is None
    assert thinker.doubts == []


def test_nonsense_from_a_process_is_no_advice() -> None:
    for answer in (b"[]", b"{}", b'{"best": 1}', b"7", b"nonsense"):
        with pytest.raises(ValueError, match=r".*"):
            read_advice(answer, ("draw A", "draw B"))
    assert read_advice(b"null", ()) is None
