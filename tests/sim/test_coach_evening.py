"""A game with a coach through the whole bot: asked back, played all the same, taken back."""

from __future__ import annotations

import random
import re
from typing import Any

from bot.match.house.hints import Coach, Hints
from bot.preferences.person import set_person
from bot.store.rows import Status
from engine.course import BACK
from render.api import MINUS
from tests.match.house.test_hints import Knowing
from tests.match.house.thinkers import Tired
from tests.sim.evening import NAMES, Evening, buttons, play_unseen, texts
from tests.sim.test_pressing import first_move, move_id
from tests.store.samples import played_before


async def coached(held: Evening, *others: str) -> Any:
    """Open a lobby with a coach, let others join, and start."""
    lobby = await held.open("Ada")
    form = await held["Ada"].click(await held.panel("Ada", lobby), label="Clock, hints, coach")
    await held["Ada"].submit_modal(
        form, {"terms.clock": ["0"], "terms.hints": ["true"], "terms.coach": ["true"]}
    )
    for name in others:
        await held[name].click(lobby, label="Join")
    assert "Coach on: this game doesn't count" in texts(held.board())
    started = await held["Ada"].click(lobby, label="Start")
    return next(iter(started.followups), None)  # who plays alone has their hand so


async def test_a_coach_comes_to_a_lobby_by_one_press_and_goes_by_another(held: Evening) -> None:
    lobby = await held.open("Ada")
    refused = await held["Ben"].click(lobby, label="Coach me (unrated)")
    assert "Only <@" in refused.followups[0].content
    for label, coach in (("Coach me (unrated)", True), ("No coach", False)):
        await held["Ada"].click(held.board(), label=label)
        row = (await held.table()).row
        assert (row.terms.coach, row.rated) == (coach, not coach)
        assert ("this game doesn't count" in texts(held.board())) is coach


def listening(held: Evening) -> Knowing:
    """Put a coach in place who finds every move costly."""
    coach, thinker = held.bot.app.get(Coach), Knowing()
    coach._thinker = thinker
    return thinker


async def test_a_costly_move_is_asked_back_and_the_question_goes_with_the_move(
    held: Evening,
) -> None:
    hand = (await coached(held)).message
    listening(held)
    ada = held["Ada"]
    _, table, code = await first_move(held)
    asked = await ada.click(hand, custom_id=move_id(table, code))
    (question,) = asked.followups
    assert question.ephemeral
    assert "is about 40% with **" in texts(question)
    assert (await held.table()).row.moves == table.row.moves
    await ada.click(question, label="Choose again")
    other = table.legal(table.to_act()[0])[1]
    done = await ada.click(hand, custom_id=move_id(table, other))
    assert not done.followups
    assert (await held.table()).row.moves > table.row.moves


async def test_what_was_asked_back_is_played_all_the_same_by_its_button(held: Evening) -> None:
    hand = (await coached(held)).message
    listening(held)
    _, table, code = await first_move(held)
    asked = await held["Ada"].click(hand, custom_id=move_id(table, code))
    (question,) = asked.followups
    await held["Ada"].click(question, label="Play it anyway")
    stored = await held.bot.app.store.moves(table.row.id)
    assert stored[table.row.moves].code == code
    assert "Take it back" not in texts(hand)


async def test_friends_give_a_move_back_by_a_press_each(held: Evening) -> None:
    await coached(held, "Ben", "Cleo")
    held.bot.app.get(Coach)._thinker = Knowing("nothing")
    name, table, code = await first_move(held)
    mover = held[name].user
    await mover.click(held.hand(name), custom_id=move_id(table, code))
    assert "Take it back" in held.labels(held.hand(name))
    asked = await mover.click(held.hand(name), label="Take it back")
    assert "I've asked the others" in texts(asked.followups[-1])
    assert "Take it back" not in held.labels(held.hand(name))
    assert "wants to take their last move back" in texts(held.board())
    for other in {"Ada", "Ben", "Cleo"} - {name}:
        await held[other].click(held.board(), label="Agree")
    log = await held.bot.app.store.moves(table.row.id)
    assert [move.code for move in log] == [code, BACK]
    assert f"**{name}** takes that back." in texts(held.board())
    assert (await held.turn())[0] == name
    # The game goes on to its end, and what comes after knows no move that was taken back.
    await play_unseen(held, random.Random(2), lambda _: False)
    assert (await held.table()).row.status is Status.OVER
    review = await held[name].slash(held.channel, "replay")
    assert review.response is not None


async def test_who_wants_it_is_asked_before_each_move(held: Evening) -> None:
    ada, lobby = held["Ada"], await held.open("Ada")
    hand = (await ada.click(lobby, label="Start")).followups[0].message
    await set_person(held.bot.app.store, ada.user.id, confirms=True)
    _, table, _ = await first_move(held)
    first, second, *_ = table.legal(table.to_act()[0])
    await ada.click(hand, custom_id=move_id(table, first))
    assert (await held.table()).row.moves == table.row.moves
    again = await ada.click(hand, custom_id=move_id(table, second))
    await ada.click(again.followups[-1], label="Play it")
    stored = await held.bot.app.store.moves(table.row.id)
    assert stored[table.row.moves].code == second


async def test_who_always_wants_a_coach_alone_has_one_and_their_game_counts_for_nothing(
    held: Evening,
) -> None:
    for people, has_coach in (((), True), (("Ben",), False)):
        lobby = await held.open("Ada")
        await set_person(held.bot.app.store, held["Ada"].user.id, coach=True)
        for name in people:
            await held[name].click(lobby, label="Join")
        await held["Ada"].click(lobby, label="Start")
        row = (await held.table(1 if has_coach else 2)).row
        assert (row.terms.coach, row.rated) == (has_coach, not has_coach)


async def test_who_is_asked_before_each_move_is_asked_back_by_the_coach_too(held: Evening) -> None:
    hand = (await coached(held)).message
    listening(held)
    await set_person(held.bot.app.store, held["Ada"].user.id, confirms=True)
    _, table, code = await first_move(held)
    asked = await held["Ada"].click(hand, custom_id=move_id(table, code))
    assert "is about 40% with **" in texts(asked.followups[-1])


# Hints.

HINT = "\N{ELECTRIC LIGHT BULB} Hint"


def private(result: Any) -> str:
    """Return what was answered privately."""
    message = result.followups[-1] if result.followups else result.response.message
    return texts(message)


async def strict(held: Evening) -> Any:
    """Open a lobby and agree on no hints and no clock."""
    lobby = await held.open("Ada")
    form = await held["Ada"].click(await held.panel("Ada", lobby), label="Clock, hints, coach")
    await held["Ada"].submit_modal(
        form, {"terms.clock": ["0"], "terms.hints": ["false"], "terms.coach": ["false"]}
    )
    return lobby


async def begun(held: Evening, lobby: Any) -> None:
    """Fill a lobby and start its game; it is not the first of its people."""
    for name in ("Ben", "Cleo"):
        await held[name].click(lobby, label="Join")
    people = [held[name].user.id for name in NAMES]
    await played_before(held.bot.app.store, *people)
    await held["Ada"].click(lobby, label="Start")


async def test_a_hint_is_warned_of_then_shown_and_costs_nobody_else(held: Evening) -> None:
    lobby = await held.open("Ada")
    form = await held["Ada"].click(await held.panel("Ada", lobby), label="Options")
    await held["Ada"].submit_modal(form, {"deals": "1", "target": ""})
    await begun(held, lobby)
    name, table = await held.turn()
    warned = await held[name].user.click(held.hand(name), label=HINT)
    assert "won't count as a win" in texts(warned.response.message)
    assert "that's last place" in texts(warned.response.message)
    assert not any(member.hinted for member in (await held.table()).row.members)
    shown = await held[name].user.click(warned.response.message, label="Show the hint")
    told = texts(shown.response.message)
    assert "sees only what you see" in told
    assert " about " in told
    assert f"{name}** took a hint and can't win this game any more" in texts(held.board())
    again = await held[name].slash(held.channel, "hint")
    assert told in private(again)
    other = next(person for person in ("Ada", "Ben", "Cleo") if person != name)
    refused = await held[other].slash(held.channel, "hint")
    assert f"Right now it's {name}'s" in private(refused)
    generator = random.Random(4)
    await play_unseen(held, generator, lambda _: False)
    results = await held.bot.app.store.results(table.row.id)
    is_first = any(result.won for result in results if result.name == name)
    assert ("took a hint, so it's not a win for them" in texts(held.board())) is is_first
    await is_rated_as_last(held, name)
    lines = await held.bot.app.store.leaderboard("cloud_nine", None)
    assert {line.user_id: line.wins - 1 for line in lines} == {
        result.user_id: int(result.won and result.name != name) for result in results
    }
    over = await held[name].slash(held.channel, "hint", table=table.row.id)
    assert "This game is over" in private(over)


async def test_a_hint_goes_when_its_person_has_moved(held: Evening) -> None:
    await begun(held, await held.open("Ada"))
    for _ in range(2):  # the second hint costs nothing more, and comes at once
        name, table = await held.turn()
        shown = await held[name].user.click(held.hand(name), label=HINT)
        if "won't count as a win" in texts(shown.response.message):
            await held[name].user.click(shown.response.message, label="Show the hint")
        assert "### Hint: " in texts(shown.response.message)
        move = f"m:{table.row.id}:{table.row.moves}:{table.legal(table.to_act()[0])[0]}"
        await held[name].user.click(held.hand(name), custom_id=move)
        assert shown.response is None
    name, table = await held.turn()
    shown = await held[name].user.click(held.hand(name), label=HINT)
    code = table.legal(table.to_act()[0])[0]
    await held[name].slash(held.channel, "move", move=code)
    assert shown.response is None


async def test_a_hint_that_nobody_could_think_of_and_what_comes_of_it_are_one_message(
    held: Evening,
) -> None:
    await begun(held, await held.open("Ada"))
    name, _ = await held.turn()
    hints = held.bot.app.get(Hints)
    thinker, hints.thinker = hints.thinker, Tired()
    first = await held[name].user.click(held.hand(name), label=HINT)
    failed = await held[name].user.click(first.response.message, label="Show the hint")
    assert not failed.followups
    assert "I couldn't think of a hint" in texts(first.response.message)
    assert not held.labels(first.response.message)  # the hand's own button asks again
    second = await held[name].user.click(held.hand(name), label=HINT)
    assert first.response is None
    hints.thinker = thinker
    await held[name].user.click(second.response.message, label="Show the hint")
    assert "### Hint: " in texts(second.response.message)


async def is_rated_as_last(held: Evening, name: str) -> None:
    """Assert that the result says what it made of ratings, once they are known."""
    await held.env.settle()
    board, own = texts(held.board()), texts(held.hand(name))
    assert board.count("; rating ") == 3
    assert f"Rated as last: **{name}** (took a hint or left early)." in board
    assert "Rated as last" in own
    rating = re.search(rf"Rating \*\*(\d+) \({MINUS}(\d+)\)", own)
    assert rating
    assert int(rating[1]) == 1000 - int(rating[2]) < 1000
    assert f"; rating {rating[1]}, down {rating[2]}." in board
    assert "more games and you get a place" in own


async def test_a_strict_table_has_no_hints(held: Evening) -> None:
    lobby = await strict(held)
    assert "no limit" in texts(held.board())
    shown = await held["Ada"].click(lobby, label="Start")
    assert (await held.table()).row.terms.clock == 0
    assert HINT not in [button["label"] for button in buttons(shown.response.message)]
    refused = await held["Ada"].slash(held.channel, "hint")
    assert "plays without hints" in private(refused)
