"""Boards by token: what each press allows, and for how long."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import ui

from bot.errors import Gone, Mute
from bot.match.show.panels import POSTS, REMEMBERED_PRESSES, TOKEN_LIFE, Tokens
from bot.store.rows import Location, MatchId
from tests.match.stand import StillClock

MATCH = MatchId(7)
BOARD, OTHER = 500, 501
HERE, THERE = Location(None, 70), Location(None, 71)


@dataclass
class Followup:
    """Takes what is sent after the first answer of a press."""

    said: list[str]
    last: int = 900

    async def send(self, **_: Any) -> Any:
        self.last += 1
        self.said.append(f"post {self.last}")
        return SimpleNamespace(id=self.last)

    async def edit_message(self, message_id: int, **_: Any) -> None:
        self.said.append(f"edit {message_id}")

    async def delete_message(self, message_id: int) -> None:
        self.said.append(f"delete {message_id}")


@dataclass
class Pressed:
    """A press as far as tokens look at it."""

    place: Location = HERE
    created_at: datetime = datetime(1970, 1, 1, tzinfo=UTC)
    said: list[str] = field(default_factory=list)

    @property
    def guild_id(self) -> int | None:
        return self.place.guild_id

    @property
    def channel_id(self) -> int:
        return self.place.channel_id

    @property
    def followup(self) -> Followup:
        return self._followup

    def __post_init__(self) -> None:
        self._followup = Followup(self.said)

    async def edit_original_response(self, **_: Any) -> None:
        self.said.append("edit original")

    async def delete_original_response(self) -> None:
        self.said.append("delete original")


@pytest.fixture
def clock() -> StillClock:
    return StillClock()


@pytest.fixture
def tokens(clock: StillClock) -> Tokens:
    return Tokens(clock)


def press(place: Location = HERE) -> Any:
    """Return a press that was made days ago, if Discord's clock and this machine's are right."""
    return Pressed(place)


def hear(
    tokens: Tokens, pressed: Any, message_id: int | None = None, match_id: MatchId = MATCH
) -> None:
    """Let tokens take note of a press that is answered."""
    tokens.keep(pressed, match_id, message_id, lambda: True)


def view() -> ui.LayoutView:
    return ui.LayoutView()


async def test_a_press_edits_its_own_message_until_its_time_is_over_and_no_other(
    tokens: Tokens, clock: StillClock
) -> None:
    pressed = press()
    hear(tokens, pressed, BOARD)
    await tokens.edit(BOARD, view(), [])
    assert pressed.said == ["edit original"]
    with pytest.raises(Gone):
        await tokens.edit(OTHER, view(), [])
    clock.time += TOKEN_LIFE
    with pytest.raises(Gone):
        await tokens.edit(BOARD, view(), [])
    with pytest.raises(Mute):
        await tokens.post(MATCH, HERE, view(), [])
    assert await tokens.delete(BOARD)
    assert pressed.said == ["edit original"]


async def test_any_press_posts_so_many_boards_and_edits_them_from_then_on(tokens: Tokens) -> None:
    pressed = press()
    hear(tokens, pressed)
    message_id = await tokens.post(MATCH, HERE, view(), [])
    await tokens.edit(message_id, view(), [])
    assert pressed.said == [f"post {message_id}", f"edit {message_id}"]
    for _ in range(POSTS - 1):
        await tokens.post(MATCH, HERE, view(), [])
    with pytest.raises(Mute):
        await tokens.post(MATCH, HERE, view(), [])


async def test_nothing_is_posted_before_the_press_is_answered(tokens: Tokens) -> None:
    pressed, answered = press(), [False]
    tokens.keep(pressed, MATCH, None, lambda: answered[0])
    with pytest.raises(Mute):
        await tokens.post(MATCH, HERE, view(), [])
    answered[0] = True
    await tokens.post(MATCH, HERE, view(), [])


async def test_the_newest_press_counts(tokens: Tokens, clock: StillClock) -> None:
    first = press()
    hear(tokens, first, BOARD)
    clock.time += TOKEN_LIFE - 1
    second = press()
    hear(tokens, second, BOARD)
    clock.time += TOKEN_LIFE - 1
    await tokens.edit(BOARD, view(), [])
    assert (first.said, second.said) == ([], ["edit original"])


async def test_a_press_elsewhere_neither_brings_a_board_there_nor_takes_it_from_here(
    tokens: Tokens,
) -> None:
    stranger, mine = press(THERE), press()
    hear(tokens, stranger)
    hear(tokens, press(), OTHER, MatchId(8))  # at another table
    with pytest.raises(Mute):
        await tokens.post(MATCH, HERE, view(), [])
    hear(tokens, mine)
    hear(tokens, stranger)
    await tokens.post(MATCH, HERE, view(), [])
    assert (len(stranger.said), len(mine.said)) == (0, 1)


async def test_presses_of_old_are_let_go_of(tokens: Tokens, clock: StillClock) -> None:
    for number in range(3 * REMEMBERED_PRESSES):
        clock.time += 1.0
        hear(tokens, press(), number, MatchId(number))
    assert len(tokens) <= 2 * REMEMBERED_PRESSES + TOKEN_LIFE
    await tokens.edit(3 * REMEMBERED_PRESSES - 1, view(), [])


async def test_an_old_board_is_deleted_by_its_own_press_and_a_refusal_of_that_is_fine(
    tokens: Tokens,
) -> None:
    pressed = press()
    hear(tokens, pressed, BOARD)
    posted = await tokens.post(MATCH, HERE, view(), [])
    assert await tokens.delete(BOARD)
    assert await tokens.delete(posted)
    assert pressed.said[1:] == ["delete original", f"delete {posted}"]
    assert not await tokens.delete(OTHER)
    again = press()

    async def refuse() -> None:
        answer = SimpleNamespace(status=404, reason="Not Found")
        raise discord.NotFound(answer, {"code": 10008, "message": "no"})

    again.delete_original_response = refuse
    hear(tokens, again, BOARD)
    assert await tokens.delete(BOARD)


async def test_a_match_that_ended_is_forgotten(tokens: Tokens) -> None:
    hear(tokens, press(), BOARD)
    hear(tokens, press(), OTHER, MatchId(8))
    tokens.forget(MATCH)
    with pytest.raises(Gone):
        await tokens.edit(BOARD, view(), [])
    await tokens.edit(OTHER, view(), [])
