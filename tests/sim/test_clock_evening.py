"""The turn clock through the whole bot, with pauses, other terms and vacations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.match.table.tables import Tables
from bot.match.table.times import GRACE
from bot.store.rows import MatchId, Pause
from tests.sim.evening import NAMES, Evening, evening, texts
from tests.store.samples import played_before

MINUTE = 60


async def started(held: Evening, *names: str) -> Any:
    """Start a game in which a turn may take a minute; gives its board."""
    opener, *others = names
    lobby = await held.open(opener)
    form = await held[opener].click(await held.panel(opener, lobby), label="Clock, hints, coach")
    await held[opener].submit_modal(
        form, {"terms.clock": ["60"], "terms.hints": ["true"], "terms.coach": ["false"]}
    )
    for name in others:
        await held[name].click(lobby, label="Join")
    await held[opener].click(lobby, label="Start")
    return held.board()


def calls(held: Evening) -> list[str]:
    """Return the calls that stand in the channel."""
    return [said for m in held.channel.history() if "your turn" in (said := texts(m))]


async def test_who_takes_too_long_is_called_played_for_and_back_with_any_press(
    held: Evening,
) -> None:
    await started(held, "Ada", "Ben", "Cleo")
    name, table = await held.turn()
    assert "<t:" in texts(held.board())
    assert "· ⏳ <t:" in texts(held.hand(name))
    await held.env.advance_time(MINUTE * 0.75 + 1)
    (called,) = calls(held)
    assert f"<@{held[name].user.id}>, your turn" in called
    await held.env.advance_time(MINUTE * 0.25 + 1)
    assert not [said for said in calls(held) if str(held[name].user.id) in said]
    assert (await held.table()).row.moves > table.row.moves
    assert f"A house player fills in for **{name}**" in texts(held.board())
    assert "A house player fills in for you" in texts(held.hand(name))
    await held.restart()
    await held[name].user.click(held.hand(name), label="Come back")
    assert "fills in" not in texts(held.board())
    assert "fills in" not in texts(held.hand(name))
    name, _ = await held.turn()
    await played_before(held.bot.app.store, *(held[name].user.id for name in NAMES))
    warned = await held[name].slash(held.channel, "hint")
    await late(held, name)
    await held[name].click(warned.response.message, label="Show the hint")
    assert "fills in" not in texts(held.board())
    name, _ = await held.turn()
    await late(held, name)
    await held[name].slash(held.channel, "move", move="nonsense")
    assert "fills in" not in texts(held.board())


async def late(held: Evening, name: str) -> None:
    """Let somebody's minute run out."""
    await held.env.advance_time(MINUTE * 0.75 + 1)
    await held.env.advance_time(MINUTE * 0.25 + 1)
    assert f"A house player fills in for **{name}**" in texts(held.board())


async def test_a_restart_keeps_the_clock_and_gives_some_grace(held: Evening) -> None:
    await started(held, "Ada", "Ben", "Cleo")
    name, table = await held.turn()
    await held.env.bot.close()
    await held.env.advance_time(10 * MINUTE)
    await held.restart()
    assert (await held.table()).row.moves == table.row.moves
    await held.env.advance_time(GRACE + 1)
    assert f"A house player fills in for **{name}**" in texts(held.board())


async def test_a_game_of_one_is_faster_and_slower_and_waits_till_they_move(held: Evening) -> None:
    await started(held, "Ada")
    told = await held["Ben"].click(held.board(), label="Faster")
    assert "You're not at this table" in texts(told.followups[-1] if told.followups
        else told.response.message)  # fmt: skip
    done = await held["Ada"].click(held.board(), label="Faster")
    assert not done.followups
    assert "Slower" in held.labels(held.board())
    await held.restart()
    assert (await held.table()).row.terms.fast
    await held["Ada"].click(held.board(), label="Slower")
    assert not (await held.table()).row.terms.fast
    assert "Faster" in held.labels(held.board())
    name, table = await held.turn()
    assert name == "Ada"
    shown = await held["Ada"].click(held.board(), label="My hand")
    for _ in range(3):
        await held.env.advance_time(MINUTE + 1)
    assert (await held.table()).row.moves == table.row.moves
    assert "The game is waiting" in texts(held.board())
    assert "is waiting for you" in texts(shown.response.message)
    await held.restart()
    assert "The game is waiting" in texts(held.board())
    code = table.legal(table.to_act()[0])[0]
    await held["Ada"].slash(held.channel, "move", move=code)
    assert (await held.table()).row.moves > table.row.moves
    assert "The game is waiting" not in texts(held.board())


# A game that is paused, through the whole bot: told to everybody, refused, and gone on with.


def answer(result: Any) -> str:
    return texts(result.followups[-1] if result.followups else result.response.message)


async def test_a_paused_game_says_so_and_goes_on_where_it_stopped(held: Evening) -> None:
    await started(held, "Ada", "Ben", "Cleo")
    name, table = await held.turn()
    await held.env.advance_time(MINUTE * 0.75 + 1)
    assert len(calls(held)) == 1
    tables = held.bot.app.get(Tables)
    await tables.pause(MatchId(1), Pause("moderator", by=held["Ben"].user.id))
    await held.env.settle()
    words = f"<@{held['Ben'].user.id}> paused this game"
    assert words in texts(held.board())
    assert words in texts(held.hand(name))
    assert calls(held) == []
    code = table.legal(table.to_act()[0])[0]
    assert "This game is paused" in answer(await held[name].slash(held.channel, "move", move=code))
    assert "This game is paused" in answer(await held[name].slash(held.channel, "hint"))
    shown = await held[name].slash(held.channel, "games")
    assert words in texts(shown.response.message)
    await held.restart()
    await held.env.advance_time(20 * MINUTE)
    assert words in texts(held.board())
    assert (await held.table()).row.moves == table.row.moves
    await held.bot.app.get(Tables).resume(MatchId(1), "moderator")
    await held.env.settle()
    assert "paused" not in texts(held.board())
    assert "paused" not in texts(held.hand(name))
    await held[name].slash(held.channel, "move", move=code)
    assert (await held.table()).row.moves > table.row.moves


# The clock of a game is changed in play, through the whole bot.

FORM = {"terms.clock": ["90+180"], "terms.hints": ["true"]}


async def proposed(held: Any) -> Any:
    """Let Ada propose a change; gives what she is told."""
    form = await held["Ada"].click(held.board(), label="Clock")
    return await held["Ada"].submit_modal(form, FORM)


async def test_a_proposal_ends_by_a_no_and_is_in_force_when_all_agree(tmp_path: Path) -> None:
    async with evening(tmp_path, ("Ada", "Ben", "Cleo", "Dora")) as held:
        await started(held, "Ada", "Ben", "Cleo")
        await proposed(held)
        board = held.board()
        assert "not at this table" in answer(await held["Dora"].click(board, label="Agree"))
        assert "not at this table" in answer(await held["Dora"].click(board, label="More…"))
        await held["Cleo"].click(board, label="No")
        assert "suggests" not in texts(held.board())
        assert (await held.table()).row.terms.clock == 60
        assert "I've asked the others" in answer(await proposed(held))
        assert "**Ada** suggests" in texts(held.board())
        await held["Ben"].click(held.board(), label="Agree")
        assert "Still to agree: **Cleo**" in texts(held.board())
        await held["Cleo"].click(held.board(), label="Agree")
        assert "suggests" not in texts(held.board())
        assert "then 3:00 extra" in texts(held.board())
        name, _ = await held.turn()
        assert "then 3:00 extra" in texts(held.hand(name))


async def test_who_plays_alone_changes_it_at_once(held: Evening) -> None:
    await started(held, "Ada")
    told = answer(await proposed(held))
    assert "90 seconds, then 3 minutes extra" in told
    assert "then 3:00 extra" in texts(held.board())


# A vacation from slow tables, taken in `/preferences`, through the whole bot.


async def test_a_vacation_is_told_at_a_slow_table_and_ended_there(held: Evening) -> None:
    lobby = await held.open("Ada")
    form = await held["Ada"].click(await held.panel("Ada", lobby), label="Clock, hints, coach")
    await held["Ada"].submit_modal(
        form, {"terms.clock": ["86400"], "terms.hints": ["true"], "terms.coach": ["false"]}
    )
    for name in ("Ben", "Cleo"):
        await held[name].click(lobby, label="Join")
    await held["Ada"].click(lobby, label="Start")
    shown = (await held["Ben"].slash(held.channel, "preferences")).response
    await held["Ben"].click(shown.message, label="Time and language")
    assert "**Vacation:** none" in texts(shown.message)
    await held["Ben"].select(shown.message, ["3"], custom_id="me:days")
    assert "**Ben** is on vacation until <t:" in texts(held.board())
    shown = (await held["Ben"].slash(held.channel, "preferences")).response.message
    assert "Vacation: until <t:" in texts(shown)
    await held["Ben"].click(shown, label="Time and language")
    await held["Ben"].select(shown, ["0"], custom_id="me:days")
    assert "on vacation" not in texts(held.board())
