"""Evenings at which somebody plays in words: at a table of others, alone, and as they change it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.match.table.tables import Tables
from bot.store.rows import Status
from bot.texts import aloud
from sandbox.errors import ApiError
from tests.sim.evening import Evening, buttons, choose, play_unseen, raw_components, texts
from tests.sim.test_alone_evening import play_on
from tests.sim.test_coach_evening import coached, listening
from tests.sim.test_my_games_evening import two_games
from tests.sim.test_preferences_evening import choose as prefer
from tests.sim.test_pressing import SAY, first_move, move_id


async def in_words(held: Evening, name: str) -> None:
    await prefer(held, name, "look", look="words")


async def press_move(held: Evening) -> str:
    """Let whoever is to move press their first legal move in their direct message."""
    name, table, code = await first_move(held)
    await choose(held[name].user, held.hand(name), table, code)
    return name


async def next_move(held: Evening) -> str:
    """Return the custom id of the first legal move."""
    _, table, code = await first_move(held)
    return move_id(table, code)


def is_heard(message: Any) -> bool:
    """Return whether a message is in words: no picture, no emoji, no symbol, every button's own."""
    labels = [part["label"] for part in buttons(message)]
    assert len(labels) == len(set(labels))
    kinds = {part["type"] for part in raw_components(message)}
    has_emoji = any(part.get("emoji") for part in raw_components(message))
    is_plain = not message.attachments and 12 not in kinds and not has_emoji
    return is_plain and texts(message) == aloud(texts(message))


async def test_one_plays_in_words_and_another_with_pictures_at_the_same_table(
    held: Evening,
) -> None:
    await in_words(held, "Ada")
    await held.start("Ada", "Ben")
    assert all(is_heard(message) for message in held["Ada"].user.dm_channel.history())
    # Who hears an alt text is told once a game that there is another way.
    assert SAY("ear.instead") in texts(held.hand("Ben"))
    seen = set[int]()
    while len(seen) < 3:
        name, _ = await held.turn()
        if name == "Ada":
            hand = held.hand("Ada")
            seen.add(hand.id)
            assert is_heard(hand)
            labels = held.labels(hand)
            # They sit at no other table, so none is named.
            assert len(labels) == len(set(labels))
            assert not any("table" in label for label in labels)
            assert not set(texts(hand)) & set("♣♦♥♠·")
        else:
            assert held.hand("Ben").attachments
        assert await press_move(held) == name
    hands = [m for m in held["Ada"].user.dm_channel.history() if m.components]
    assert len([m for m in hands if "Play" in str(held.labels(m))]) <= 1
    assert SAY("ear.instead") not in texts(held.hand("Ben"))
    board = held.board()
    assert board.attachments
    assert "🤖" in texts(board)


async def test_a_change_of_mind_shows_in_an_open_hand_and_a_restart_changes_nothing(
    held: Evening,
) -> None:
    ada = held["Ada"]
    await held.start("Ada")
    shown = (await ada.click(held.board(), label="My hand")).response
    assert shown.message.attachments
    await in_words(held, "Ada")
    heard = (await ada.click(held.board(), label="My hand")).response
    assert is_heard(heard.message)
    await held.restart()
    heard = (await ada.click(held.board(), label="My hand")).response
    assert is_heard(heard.message)
    await prefer(held, "Ada", "look", look="usual")
    assert heard.message.attachments


async def test_who_sits_at_two_tables_hears_once_which_one_a_hand_is_of(held: Evening) -> None:
    await in_words(held, "Ada")
    await held.start("Ada", "Ben")
    first = held.hand("Ada")
    assert "Table" not in texts(first)
    await held.start("Ada", "Ben", game="nimbly")
    second = held.hand("Ada")
    assert texts(second).startswith("\nTable 2.\n")
    assert texts(second).count("able 2") == 1
    for hand in (first, second):
        assert held.labels(hand)
        assert not any("table" in label for label in held.labels(hand))


async def test_alone_each_turn_is_a_new_private_answer_and_the_last_tells_the_result(
    held: Evening,
) -> None:
    ada = held["Ada"]
    await in_words(held, "Ada")
    done = await ada.click(await held.open("Ada"), label="Start")
    # Where others lead, the hand that Start brought has given way to that of the first turn.
    shown = done.followups[-1]
    for _ in range(3):
        assert is_heard(shown.message)
        done = await ada.click(shown.message, custom_id=await next_move(held))
        assert len(done.followups) == 1
        shown = done.followups[0]
        assert shown.ephemeral
    hidden = len(held.channel.history())
    await play_unseen(held, random.Random(1), lambda _: False)
    assert (await held.table()).row.status is Status.OVER
    assert len(held.channel.history()) == hidden


async def test_questions_answers_and_errors_are_in_words_too(held: Evening) -> None:
    ada = held["Ada"]
    await coached(held)
    await in_words(held, "Ada")
    hand = (await ada.click(held.board(), label="My hand")).response.message
    listening(held)
    asked = await ada.click(hand, custom_id=await next_move(held))
    (question,) = asked.followups
    assert is_heard(question)
    assert "Play it anyway" in held.labels(question)
    warning = (await ada.click(hand, label="Hint")).response.message
    assert is_heard(warning)
    for command in ("nimbus", "help", "daily", "games", "puzzle", "stats", "privacy"):
        answer = (await ada.slash(held.channel, command)).response
        assert answer.ephemeral
        assert is_heard(answer.message), command


async def test_a_panel_in_words_is_a_new_message_and_goes_with_the_start(held: Evening) -> None:
    ada = held["Ada"]
    await in_words(held, "Ada")
    lobby = await held.open("Ada")
    panel = (await ada.click(lobby, label="More…")).response
    changed = await ada.click(panel.message, label="Hard")
    (anew,) = changed.followups
    assert is_heard(anew)
    assert held.labels(lobby)[0] == "Join"
    await ada.click(lobby, label="Start")
    with pytest.raises(ApiError):
        await ada.click(anew, label="Hard")


async def test_a_table_in_direct_messages_is_in_words_as_a_whole(held: Evening) -> None:
    await in_words(held, "Ada")
    opened = await held["Ada"].user.slash("play", game="nimbly")
    await held["Ada"].user.click(opened.response.message, label="Start")
    channel = held["Ada"].user.dm_channel
    assert all(is_heard(message) for message in channel.history())
    before = held.hand("Ada").id
    await play_on(held)
    assert held.hand("Ada").id != before
    assert all(is_heard(message) for message in channel.history())


# `/look` through the whole bot: from the channel, a thread, direct messages, and by a button.


def told(result: Any) -> str:
    """Return what was answered, which only the asker sees."""
    assert result.response.ephemeral
    return str(result.response.message.content or texts(result.response.message))


async def test_a_question_is_answered_privately_wherever_it_is_asked(held: Evening) -> None:
    await held.start("Ada", "Ben", "Cleo")
    name, table = await held.turn()
    people = [member.name for member in table.row.members]
    scores = ", ".join(f"{'You have' if one == name else one} 0 points" for one in people)
    for asked in (
        await held[name].slash(held.channel, "look", question="Score"),
        await held[name].user.slash("look", question="score"),
    ):
        assert told(asked) == f"Trick 1 of 9. {scores}."
    assert "It makes " in told(await held[name].user.slash("look", question="hand"))
    offered = await held[name].slash(held.channel, "look", question="?")
    labels = [button["label"] for button in buttons(offered.response.message)]
    assert {"My cards", "Last trick", "Clouds", "Time left", "Seats"} <= set(labels)
    answer = await held[name].click(offered.response.message, label="Last trick")
    assert told(answer) == "No trick of this deal has been played yet."
    rules = await held[name].slash(held.channel, "look", question="rules")
    assert told(rules).strip().startswith("Play any card. The highest card of the suit led")
    (whole,) = buttons(rules.response.message)
    assert "Clouds" in told(await held[name].click(rules.response.message, label=whole["label"]))


async def test_a_watcher_is_told_what_everybody_sees_and_an_answer_goes_with_the_move(
    held: Evening,
) -> None:
    await held.start("Ada", "Ben")
    watching = await held["Cleo"].slash(held.channel, "look", question="hand")
    labels = [button["label"] for button in buttons(watching.response.message)]
    assert "My cards" not in labels
    assert "Clouds" in labels
    trick = told(await held["Cleo"].slash(held.channel, "look", question="trick"))
    assert "turn: lead." in trick or "led" in trick
    await until_ada(held)
    table = await held.table()
    asked = await held["Ada"].slash(held.channel, "look", question="trick")
    assert told(asked)
    code = table.legal(table.to_act()[0])[0]
    await held["Ada"].slash(held.channel, "move", move=code)
    assert asked.response is None


async def until_ada(held: Evening) -> None:
    """Let the others move until it is Ada's turn."""
    while True:
        name, table = await held.turn()
        if name == "Ada":
            return
        seat = table.to_act()[0]
        if name in held.people:
            await held[name].slash(held.channel, "move", move=table.legal(seat)[0])
        else:
            await held.env.advance_time(10.0)


async def test_of_several_games_it_is_asked_which(held: Evening) -> None:
    await two_games(held)
    asked = await held["Ada"].slash(held.channel, "look", question="seats")
    answer = await held["Ada"].select(asked.response.message, ["2:seats"], custom_id="w:look")
    assert "In turn order: " in told(answer)
    named = await held["Ada"].slash(held.channel, "look", question="seats", table=1)
    assert "Ada (you)" in told(named)
    await held.bot.app.get(Tables).close((await held.table(1)).row.id)
    over = await held["Ada"].slash(held.channel, "look", question="seats", table=1)
    assert "over" in told(over)
