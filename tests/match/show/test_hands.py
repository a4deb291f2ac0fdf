"""Hands: by private answer or direct message, refused and opened again, in words or pictures."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.discord.outbox import RETRIES
from bot.errors import Barred, Gone, Shut, StageError
from bot.match.calls.notices import SPAN, TRIES
from bot.match.show.messages import INSIST
from bot.match.show.panels import UPDATED, PrivateHands
from bot.match.show.stage import BoardFrame, HandFrame
from bot.preferences.person import set_person
from bot.store.rows import MatchId, Status
from bot.texts import as_spoken
from tests.match.finished import ADA, BEN, opened, play_out, start
from tests.match.rows import hand_of, tables
from tests.match.show.test_messages import shown
from tests.match.stand import Parts, StillClock

# Hands in private answers: edited with pictures, and in words a new message for each turn.

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


def frames_of(number: int, *, by_ear: bool) -> tuple[BoardFrame, HandFrame]:
    board, hand = hand_of(next(tables("Ada", "Ben", "Cleo")), 1)
    return board, replace(hand, number=number, locale=as_spoken("en") if by_ear else "en")


async def test_with_pictures_the_answer_is_edited(hands: PrivateHands) -> None:
    done: list[str] = []
    press: Any = FakePress(done)
    await hands.show(press, *frames_of(1, by_ear=False))
    for number in (1, 2):
        await hands.refresh(*frames_of(number, by_ear=False))
    assert done == ["edit", "edit", "edit"]


async def test_in_words_a_turn_is_a_new_answer_and_the_old_one_goes(hands: PrivateHands) -> None:
    done: list[str] = []
    press: Any = FakePress(done)
    await hands.show(press, *frames_of(1, by_ear=True))
    await hands.refresh(*frames_of(1, by_ear=True))
    assert done == ["edit", "edit"]
    await hands.refresh(*frames_of(4, by_ear=True))
    assert done[2:] == ["new", "delete"]
    await hands.refresh(*frames_of(7, by_ear=True))
    assert done[4:] == ["new", "delete 62"]
    await hands.refresh(*frames_of(7, by_ear=True))
    assert done[6:] == ["edit 64"]


async def test_in_words_a_hand_pressed_for_on_a_private_message_is_new(hands: PrivateHands) -> None:
    done: list[str] = []
    press: Any = FakePress(done, on=40)
    await hands.show(press, *frames_of(1, by_ear=False))
    assert done == ["edit"]
    await hands.show(press, *frames_of(1, by_ear=True))
    assert done[1:3] == ["new", "delete"]
    assert len(hands) == 1


async def test_a_move_on_the_hand_itself_lets_the_next_turn_take_its_place(
    hands: PrivateHands,
) -> None:
    done: list[str] = []
    first: Any = FakePress(done)
    board, hand = frames_of(1, by_ear=True)
    await hands.show(first, board, hand)
    move: Any = FakePress(done, on=50)
    hands.remember(move, board.row.id)
    await hands.refresh(board, hand)
    await hands.refresh(*frames_of(3, by_ear=True))
    assert done == ["edit", "edit", "new", "delete"]


# Hands by direct message: refused once or for good, closed, and opened again in mid-game.


async def begun(parts: Parts) -> MatchId:
    """Start a game of which nothing is shown yet, and have every change published."""
    lobby = await opened(parts.lobbies)
    await parts.show(lobby.id)
    row = await start(parts.lobbies, lobby)
    parts.stage.taken()
    parts.tables.listeners.append(parts.publisher.on_change)
    return row.id


async def unreached(parts: Parts, match_id: MatchId) -> list[str]:
    """Name those whom direct messages do not reach, as it is stored."""
    row = (await parts.tables.load(match_id)).row
    return [member.name for member in row.members if not member.dm]


async def closed_to(parts: Parts, name: str, times: int = 1) -> MatchId:
    """Start a game in which one person takes no direct messages for a while."""
    match_id = await begun(parts)
    parts.stage.faults[f"post_hand {name}"] = [Shut() for _ in range(times)]
    await parts.show(match_id)
    assert await unreached(parts, match_id) == [name]
    parts.stage.taken()
    return match_id


async def idler(parts: Parts, match_id: MatchId) -> str:
    """Name somebody whose turn it is not, nor the next."""
    table = await parts.tables.load(match_id)
    first = table.to_act()[0]
    return table.row.members[first - 2].name


@pytest.mark.parametrize("error", [Barred, Gone])
@pytest.mark.parametrize("refusals", [1, 2, 4])
async def test_a_hand_refused_a_few_times_comes_all_the_same(
    parts: Parts, refusals: int, error: type[StageError]
) -> None:
    match_id = await begun(parts)
    parts.stage.faults["post_hand Ben"] = [error() for _ in range(refusals)]
    await parts.show(match_id)
    assert await unreached(parts, match_id) == []
    assert parts.stage.taken("post_hand").count("post_hand Ben") == refusals + 1
    assert parts.clock.slept == list(RETRIES[:refusals])
    assert await parts.store.unpublished() == []


async def test_a_hand_that_goes_on_being_refused_is_given_up_and_its_person_told(
    parts: Parts,
) -> None:
    match_id = await begun(parts)
    parts.stage.faults["post_hand Ben"] = [Barred() for _ in range(9)]
    await parts.show(match_id)
    assert await unreached(parts, match_id) == ["Ben"]
    assert parts.stage.refreshed.count("Ben") == 2  # once at the start, once to be told
    assert sum(parts.clock.slept) >= INSIST
    assert await parts.store.unpublished() == []


async def test_who_takes_no_direct_messages_is_sent_none_while_others_move(parts: Parts) -> None:
    match_id = await begun(parts)
    name = await idler(parts, match_id)
    parts.stage.faults[f"post_hand {name}"] = [Shut()]
    await parts.show(match_id)
    assert await unreached(parts, match_id) == [name]
    parts.stage.taken()
    await parts.move(match_id)
    await parts.publisher.idle()
    assert parts.stage.taken("post_hand") == []


async def test_direct_messages_opened_again_come_back_with_the_next_press(parts: Parts) -> None:
    match_id = await closed_to(parts, "Ben", times=2)
    for reached in (False, True):
        parts.publisher.pressed(BEN)
        await parts.publisher.idle()
        assert parts.stage.taken("post_hand") == ["post_hand Ben"]
        assert (await unreached(parts, match_id) == []) == reached
    parts.publisher.pressed(BEN)
    await parts.publisher.idle()
    assert parts.stage.taken("post_hand", "edit_hand") == []


async def test_a_quick_player_has_closed_messages_tried_now_and_then(parts: Parts) -> None:
    match_id = await closed_to(parts, "Ben", times=99)
    for _ in range(60):
        parts.clock.time += SPAN / 30
        parts.publisher.pressed(BEN)
        await parts.publisher.idle()
    assert len(parts.stage.taken("post_hand")) == 2 * TRIES
    parts.stage.faults.clear()
    parts.clock.time += SPAN
    parts.publisher.pressed(BEN)
    await parts.publisher.idle()
    assert await unreached(parts, match_id) == []


async def test_a_hand_that_cannot_be_edited_any_more_comes_anew_with_a_press(parts: Parts) -> None:
    match_id = await begun(parts)
    await parts.show(match_id)
    parts.stage.faults["edit_hand Ben"] = [Shut()]
    old = (await parts.store.hands(match_id))[1].message_id
    await parts.move(match_id)
    await parts.publisher.idle()
    assert await unreached(parts, match_id) == ["Ben"]
    parts.stage.taken()
    await parts.move(match_id)
    await parts.publisher.idle()
    assert parts.stage.taken("post_hand", "edit_hand") == ["edit_hand Ada", "edit_hand Cleo"]
    parts.publisher.pressed(BEN)
    await parts.publisher.idle()
    calls = parts.stage.taken("post_hand", "remove")
    assert calls == ["post_hand Ben", f"remove {old}"]
    assert await unreached(parts, match_id) == []


async def test_who_is_known_not_to_be_reached_has_their_old_hand_kept_up_to_date(
    parts: Parts,
) -> None:
    match_id = await begun(parts)
    await parts.show(match_id)
    await parts.tables.mark_dm(match_id, BEN, dm=False)
    await parts.publisher.idle()
    parts.stage.taken()
    await parts.move(match_id)
    await parts.publisher.idle()
    assert "edit_hand Ben" in parts.stage.taken("edit_hand", "post_hand")
    assert await unreached(parts, match_id) == ["Ben"]


async def test_a_press_brings_the_hands_of_every_table_after_a_restart_too(parts: Parts) -> None:
    tables = [await closed_to(parts, "Ben") for _ in range(2)]
    await parts.restart()
    parts.tables.listeners[:] = [parts.publisher.on_change]
    await parts.publisher.look_around()
    await parts.publisher.idle()
    assert parts.stage.taken("post_hand") == []
    parts.publisher.pressed(BEN)
    await parts.publisher.idle()
    assert parts.stage.taken("post_hand") == ["post_hand Ben"] * 2
    for match_id in tables:
        assert await unreached(parts, match_id) == []


async def test_the_press_of_somebody_else_or_after_the_end_sends_no_hand(parts: Parts) -> None:
    match_id = await closed_to(parts, "Ben")
    parts.publisher.pressed(12345)
    parts.publisher.pressed(ADA)
    await parts.publisher.idle()
    assert parts.stage.taken("post_hand", "edit_hand") == []
    await parts.tables.close(match_id)
    await parts.publisher.idle()
    parts.stage.taken()
    parts.publisher.pressed(BEN)
    await parts.publisher.idle()
    assert parts.stage.taken() == []


async def test_who_was_never_reached_is_sent_no_result(parts: Parts) -> None:
    match_id = await begun(parts)
    parts.stage.faults["post_hand Ben"] = [Shut() for _ in range(99)]
    await parts.show(match_id)
    parts.stage.taken()
    parts.tables.listeners.clear()
    await play_out(parts.tables, match_id)
    assert (await parts.tables.load(match_id)).row.status is Status.OVER
    await parts.show(match_id)
    assert parts.stage.taken("post_hand") == []


async def test_direct_messages_opened_again_come_back_with_the_next_deal_at_the_latest(
    parts: Parts,
) -> None:
    lobby = await opened(parts.lobbies)
    await parts.lobbies.set_options(lobby.id, ADA, {"deals": "2"}, moderator=False)
    await parts.show(lobby.id)
    await start(parts.lobbies, lobby)
    await parts.tables.leave(lobby.id, BEN)
    parts.stage.faults["post_hand Ben"] = [Shut()]
    await parts.show(lobby.id)
    parts.tables.listeners.append(parts.publisher.on_change)
    parts.stage.taken()
    while (await parts.tables.load(lobby.id)).view(None).deal_scores == ():
        assert parts.stage.taken("post_hand") == []
        if not await parts.tables.play_house(lobby.id):
            await parts.move(lobby.id)
        await parts.publisher.idle()
    assert "post_hand Ben" in parts.stage.taken("post_hand")
    assert await unreached(parts, lobby.id) == []


# Hands in words: a new message each turn, the old one gone, and nothing while others play.

HANDS = ("post_hand", "edit_hand", "retire_hand")


async def heard(parts: Parts) -> MatchId:
    """Show a game in which Ada plays in words, with nothing noted yet."""
    await set_person(parts.store, ADA, by_ear=True)
    match_id = await shown(parts)
    parts.stage.taken()
    return match_id


async def moved(parts: Parts, match_id: MatchId) -> list[str]:
    """Make a move and show it; gives what became of Ada's hand and of old messages."""
    await parts.move(match_id)
    await parts.show(match_id)
    calls = parts.stage.taken(*HANDS, "remove")
    return [call for call in calls if call.endswith("Ada") or call.startswith("remove")]


async def is_asked(parts: Parts, match_id: MatchId) -> bool:
    table = await parts.tables.replayed(match_id)
    return table.seat_of(ADA) in table.to_act()


async def message(parts: Parts, match_id: MatchId) -> tuple[int, int]:
    """Return the message of Ada's hand, and its number."""
    hands = await parts.store.hands(match_id)
    return next((hand.message_id, hand.deal) for hand in hands if hand.user_id == ADA)


async def test_a_turn_is_a_new_message_and_the_old_one_is_removed(parts: Parts) -> None:
    match_id = await heard(parts)
    turns = 0
    while turns < 3:
        was, (old, number) = await is_asked(parts, match_id), await message(parts, match_id)
        done = await moved(parts, match_id)
        asked, (new, turn) = await is_asked(parts, match_id), await message(parts, match_id)
        if asked:
            turns += 1
            assert done == ["post_hand Ada", f"remove {old}"]
            assert new != old
            assert turn > number
        else:
            # Their own move is confirmed where it was made; what others do is not told.
            assert done == (["edit_hand Ada"] if was else [])
            assert new == old


async def test_a_hand_goes_from_pictures_to_words_and_back_in_the_middle_of_a_deal(
    parts: Parts,
) -> None:
    match_id = await shown(parts)
    parts.stage.taken()
    for _ in range(3):  # by then the numbers of turns in words are above those of deals
        await moved(parts, match_id)
    for by_ear in (True, False):
        await set_person(parts.store, ADA, by_ear=by_ear)
        old, _ = await message(parts, match_id)
        done: list[str] = []
        while "post_hand Ada" not in done:
            done = await moved(parts, match_id)
        assert done == ["post_hand Ada", f"remove {old}"]
    assert await moved(parts, match_id) == ["edit_hand Ada"]


async def test_the_end_is_a_new_message_too(parts: Parts) -> None:
    match_id = await heard(parts)
    await play_out(parts.tables, match_id)
    old, _ = await message(parts, match_id)
    await parts.show(match_id)
    assert f"remove {old}" in parts.stage.taken("remove")
    assert (await message(parts, match_id))[0] != old
