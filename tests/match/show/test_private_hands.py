"""Hands in private answers: edited with pictures, and in words a new message for each turn."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.match.show.frame import BoardFrame, HandFrame
from bot.match.show.private_hands import UPDATED, PrivateHands
from bot.texts import as_spoken
from tests.match.rows import hand_of, tables
from tests.match.stand import StillClock

ANNOUNCED = discord.InteractionResponseType.deferred_channel_message


class FakePress:
    """Stands for a press; `done` is what became of messages, in order."""

    def __init__(self, done: list[str], *, on: int | None = None) -> None:
        self.created_at = datetime(1970, 1, 1, tzinfo=UTC)  # Discord's clock is not this one
        self.done = done
        self.user, self.channel_id = SimpleNamespace(id=101), 6
        flags = SimpleNamespace(ephemeral=True)
        self.message = None if on is None else SimpleNamespace(id=on, flags=flags)
        self.response = SimpleNamespace(type=ANNOUNCED if on is None else UPDATED)
        self.followup = self

    def _noted(self, what: str, message_id: int = 50) -> Any:
        self.done.append(what)
        return SimpleNamespace(id=message_id)

    async def edit_original_response(self, **_: Any) -> Any:
        return self._noted("edit", 50 if self.message is None else self.message.id)

    async def delete_original_response(self) -> None:
        self.done.append("delete")

    async def send(self, **_: Any) -> Any:
        return self._noted("new", 60 + len(self.done))

    async def edit_message(self, message_id: int, **_: Any) -> Any:
        return self._noted(f"edit {message_id}", message_id)

    async def delete_message(self, message_id: int) -> None:
        self.done.append(f"delete {message_id}")


async def deliver(_board: BoardFrame, _make: Any, send: Any) -> Any:
    return await send(None, [])


@pytest.fixture
def clock() -> StillClock:
    return StillClock()


@pytest.fixture
def hands(clock: StillClock) -> PrivateHands:
    delivery: Any = SimpleNamespace(deliver=deliver)
    contents: Any = SimpleNamespace()
    return PrivateHands(contents, delivery, clock)


def shown(number: int, *, by_ear: bool) -> tuple[BoardFrame, HandFrame]:
    board, hand = hand_of(next(tables("Ada", "Ben", "Cleo")), 1)
    return board, replace(hand, number=number, locale=as_spoken("en") if by_ear else "en")


async def test_with_pictures_the_answer_is_edited(hands: PrivateHands) -> None:
    done: list[str] = []
    press: Any = FakePress(done)
    await hands.show(press, *shown(1, by_ear=False))
    for number in (1, 2):
        await hands.refresh(*shown(number, by_ear=False))
    assert done == ["edit", "edit", "edit"]


async def test_in_words_a_turn_is_a_new_answer_and_the_old_one_goes(hands: PrivateHands) -> None:
    done: list[str] = []
    press: Any = FakePress(done)
    await hands.show(press, *shown(1, by_ear=True))
    await hands.refresh(*shown(1, by_ear=True))
    assert done == ["edit", "edit"]
    await hands.refresh(*shown(4, by_ear=True))
    assert done[2:] == ["new", "delete"]
    await hands.refresh(*shown(7, by_ear=True))
    assert done[4:] == ["new", "delete 62"]
    await hands.refresh(*shown(7, by_ear=True))
    assert done[6:] == ["edit 64"]


async def test_in_words_a_hand_pressed_for_on_a_private_message_is_new(hands: PrivateHands) -> None:
    done: list[str] = []
    press: Any = FakePress(done, on=40)
    await hands.show(press, *shown(1, by_ear=False))
    assert done == ["edit"]
    await hands.show(press, *shown(1, by_ear=True))
    assert done[1:3] == ["new", "delete"]
    assert len(hands) == 1


async def test_a_move_on_the_hand_itself_lets_the_next_turn_take_its_place(
    hands: PrivateHands,
) -> None:
    done: list[str] = []
    first: Any = FakePress(done)
    board, hand = shown(1, by_ear=True)
    await hands.show(first, board, hand)
    move: Any = FakePress(done, on=50)
    hands.remember(move, board.row.id)
    await hands.refresh(board, hand)
    await hands.refresh(*shown(3, by_ear=True))
    assert done == ["edit", "edit", "new", "delete"]
