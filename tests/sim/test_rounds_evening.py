"""An evening of several rounds: opened by a command; people come late, go and come back."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path
from typing import Any

from bot.evenings.rows import EveningRow
from bot.evenings.rules import BREAK
from bot.evenings.service import Evenings
from bot.evenings.store import EveningStore
from bot.match.show.publisher import Publisher
from bot.match.table.state import tables_of
from bot.match.table.tables import Tables
from bot.store.rows import MatchRow
from tests.match.finished import play_out
from tests.sim.evening import Evening, buttons, evening, texts
from tests.sim.test_crowd_evening import live, people_of, result_in, settled
from tests.sim.test_preferences_evening import choose as prefer
from tests.sim.test_pressing import private_answer
from tests.sim.test_thread_evening import boards

FIVE, LATE = ("Ada", "Ben", "Cleo", "Dora", "Eve"), "Fay"


async def stored(held: Evening) -> EveningRow:
    found = await EveningStore(held.bot.app.store.database).get(1)
    assert found is not None
    return found


async def play_round(held: Evening, number: int) -> None:
    """Play the tables of a round out; nobody is shown more than what came of it."""
    tables, publisher = held.bot.app.get(Tables), held.bot.app.get(Publisher)
    tables.listeners.remove(publisher.on_change)
    for row in await tables_of(held.bot.app.store, f"evening 1 {number}"):
        await play_out(tables, row.id, number)
    tables.listeners.append(publisher.on_change)
    await settled(held)


async def begin(held: Evening) -> Any:
    """Let Ada open an evening of three rounds, and five begin it; gives its thread."""
    opened = await held["Ada"].slash(
        held.channel, "evening open", game="cloud_nine", rounds=3, deals=1
    )
    lobby = opened.response.message
    for name in FIVE[1:]:
        await held[name].click(lobby, label="Join")
    assert "**5 people are in:**" in texts(held.board())
    await held["Ada"].click(lobby, label="Start")
    await settled(held)
    assert (await live(held)).id == lobby.id == held.thread.id
    return held.thread


async def press(held: Evening, name: str, label: str) -> str:
    """Press a button of the live board; return what is answered to them alone."""
    return private_answer(await held[name].click(await live(held), label=label))


async def leave(held: Evening, name: str) -> str:
    """Leave the evening, which is asked first; return what is told then."""
    asked = (await held[name].click(await live(held), label="Leave")).response
    assert "Leave this evening?" in texts(asked.message)
    await held[name].click(asked.message, label="Leave the evening")
    return texts(asked.message)


async def direct(held: Evening, label: str) -> str:
    """Press one of the host's buttons as Ada does; return what is told then."""
    panel = (await held["Ada"].click(await live(held), label="Host options")).response
    await held["Ada"].click(panel.message, label=label)
    await settled(held)
    return texts(panel.message)


async def next_step(held: Evening) -> int:
    """Return when the board says that the round ends, or the next one begins."""
    found = re.search(r"(?:ends|begins) <t:(\d+):R>", texts(await live(held)))
    assert found is not None
    return int(found[1])


async def asked_to_end(held: Evening) -> Any:
    """Press what ends the evening as Ada does; return what asks first."""
    panel = (await held["Ada"].click(await live(held), label="Host options")).response
    await held["Ada"].click(panel.message, label="End the evening")
    return panel


async def tables(held: Evening, number: int) -> list[MatchRow]:
    return await tables_of(held.bot.app.store, f"evening 1 {number}")


async def people_in(held: Evening, number: int) -> list[str]:
    """Return who plays a round."""
    return sorted(chain.from_iterable(map(people_of, await tables(held, number))))


async def pass_break(held: Evening) -> None:
    await held.env.advance_time(BREAK + 1)
    await settled(held)


async def come_late(held: Evening) -> None:
    """Let somebody in who comes while the first round is played."""
    assert "to play from round 2 on" in await press(held, LATE, "My hand")
    assert "You'll play from round 2 on" in await press(held, LATE, "Join")
    assert "You'll play from round 2 on. Your cards" in await press(held, LATE, "My hand")
    assert "already" in await press(held, LATE, "Join")


async def check_break(held: Evening) -> None:
    """Check what the board and the message on the first round say when it is over."""
    over, board = boards(held.thread)[-1], await live(held)
    assert held.labels(board) == ["My result", "Join", "Leave", "Host options"]
    missed = "Not in round 2 (left or away): **Ben**. Press **Join** to come back."
    for told in (texts(over), texts(board)):
        assert missed in told
        assert re.search(r"Round 2 begins <t:\d+:R>", told)
    assert re.search(r"🥇 .*points", texts(board))
    assert "Round 1 of 3 is over" in texts(over)
    assert over.attachments
    own = await held["Cleo"].click(over, label="My result")
    assert "Deal 1: you made **" in texts(own.response.message)
    none = await held[LATE].click(over, label="My result")
    assert "You didn't play in this round" in private_answer(none)


async def rounds_of(held: Evening, name: str) -> list[bool]:
    """Return in which rounds somebody has points."""
    standing = await held.bot.app.get(Evenings).standing(await stored(held))
    (own,) = [one for one in standing.totals if one.name == name]
    return [points is not None for points in own.rounds]


async def test_people_come_late_go_and_come_back_between_rounds(tmp_path: Path) -> None:
    async with evening(tmp_path, (*FIVE, LATE), threads=True) as held:
        thread = await begin(held)
        assert held.labels(await live(held)) == ["My hand", "Join", "Leave", "Host options"]
        await come_late(held)
        assert re.search(r"round 1 of 3\nPeople: 6. Tables: 2,", texts(await live(held)))
        assert "You've left." in await leave(held, "Ben")
        assert "You're not in this evening." in await press(held, "Ben", "Leave")
        await settled(held)
        assert "People: 5" in texts(await live(held))
        await play_round(held, 1)
        await check_break(held)
        await held.restart()
        await pass_break(held)
        assert await people_in(held, 2) == ["Ada", "Cleo", "Dora", "Eve", LATE]
        assert {row.thread_id for row in await tables(held, 2)} == {thread.id}
        assert re.search(r"Table 1: .* · deal 1\nTable 2: ", texts(await live(held)))
        assert re.search(r"round 2 of 3(.|\n)*🥇 .*points", texts(await live(held)))
        assert "You'll play from round 3 on" in await press(held, "Ben", "Join")
        await play_round(held, 2)
        await pass_break(held)
        assert await people_in(held, 3) == [*FIVE, LATE]
        await play_round(held, 3)
        assert await rounds_of(held, LATE) == [False, True, True]
        assert (await rounds_of(held, "Ben"))[1:] == [False, True]


def tables_named(held: Evening) -> set[str]:
    """Return the numbers by which tables are called, wherever anybody can read of them."""
    shown = [*held.thread.history()]
    for person in held.people.values():
        shown += [*held.channel.history(viewer=person), *person.user.dm_channel.history()]
    told = [line for m in shown for line in (texts(m), *(one["label"] for one in buttons(m)))]
    return {number for line in told for number in re.findall(r"\b[Tt]able (\d+)", line)}


async def test_tables_are_called_from_one_on_in_every_round(tmp_path: Path) -> None:
    async with evening(tmp_path, FIVE, threads=True) as held:
        await prefer(held, "Ben", "look", look="words")
        await begin(held)
        assert tables_named(held) == {"1", "2"}
        await play_round(held, 1)
        await direct(held, "Begin the next round now")
        assert [row.id for row in await tables(held, 2)] == [3, 4]
        # One more table of Ben's: his hands name theirs, and a list of them all.
        await held.start("Ben")
        for name in ("Ada", "Ben"):
            await held[name].slash(held.channel, "games")
        offered = await held["Ben"].autocomplete(held.channel, "move", "table", "")
        assert ", table 3" not in str(offered)
        assert ", table 4" not in str(offered)
        assert tables_named(held) == {"1", "2", "5"}
        await play_round(held, 2)
        await press(held, "Ben", "My result")
        asked = await asked_to_end(held)
        await held["Ada"].click(asked.message, label="End the evening")
        await settled(held)
        past = await held["Ben"].autocomplete(held.channel, "replay", "match", "")
        assert len(past) == 4
        for choice in past:
            assert re.search(r", table [12]\b", choice["name"])
            await held["Ben"].slash(held.channel, "replay", match=choice["value"])
        await held["Ben"].slash(held.channel, "evening past")
        assert tables_named(held) == {"1", "2", "5"}
        await held["Eve"].click(await live(held), label="Rematch")
        assert (await held.table(6)).row.terms.table == 0


async def test_its_host_waits_goes_on_and_ends_it(tmp_path: Path) -> None:
    async with evening(tmp_path, (*FIVE, LATE), threads=True) as held:
        thread = await begin(held)
        assert "opened this table" in await press(held, "Ben", "Host options")
        before = await next_step(held)
        assert "Done: more time" in await direct(held, "5 more minutes")
        assert await next_step(held) == before + 300
        await play_round(held, 1)
        await direct(held, "5 more minutes")
        await pass_break(held)
        assert await tables(held, 2) == []
        old = (await held["Ada"].click(await live(held), label="Host options")).response
        assert "Done: round 2 begins" in await direct(held, "Begin the next round now")
        assert "**Round 2 has begun.**" in "\n".join(map(texts, boards(thread)))
        assert await people_in(held, 2) == [*FIVE]
        asked = await asked_to_end(held)
        await held["Ada"].click(asked.message, label="End the evening")
        await settled(held)
        assert "ends with round 2" in texts(asked.message)
        assert held.labels(await live(held)) == ["My hand", "My result", "Leave", "Host options"]
        await play_round(held, 2)
        result = result_in(thread)
        assert len(result.attachments) == 1
        for shown in (result, await live(held)):
            assert held.labels(shown)[:2] == ["Rematch", "My result"]
        past = await held["Ben"].slash(held.channel, "evening past")
        assert "5 people played" in texts(past.response.message)
        late = await held["Ada"].click(old.message, label="Begin the next round now")
        assert "This evening is over." in private_answer(late)
        await held["Eve"].click(result, label="Rematch")
        await settled(held)
        assert "**3 rounds, each with other people at your table.**" in texts(
            boards(held.channel)[-1]
        )


async def test_the_evening_ends_early_only_when_its_host_is_asked(tmp_path: Path) -> None:
    async with evening(tmp_path, FIVE, threads=True) as held:
        await begin(held)
        asked = await asked_to_end(held)
        assert "End the evening after round 1?" in texts(asked.message)
        await held["Ada"].click(asked.message, label="Back")
        await settled(held)
        assert held.labels(asked.message) == [
            "5 more minutes", "End the round now", "Pause all tables", "One more round",
            "End the evening",
        ]  # fmt: skip
        asked = await asked_to_end(held)
        assert (await stored(held)).rounds == 3
        await held["Ada"].click(asked.message, label="End the evening")
        await settled(held)
        assert "ends with round 1" in texts(asked.message)
        assert held.labels(asked.message) == []
        assert "round 1 of 1" not in texts(await live(held))
        told = "This is the last round: the host ends the evening after it."
        assert told in texts(await live(held))


async def test_who_left_has_their_seat_back_and_is_told_when_it_is_gone(tmp_path: Path) -> None:
    async with evening(tmp_path, FIVE, threads=True) as held:
        await begin(held)
        assert "You've left." in await leave(held, "Ben")
        assert "back in your seat" in await press(held, "Ben", "Join")
        assert "You've left." in await leave(held, "Ben")
        await play_round(held, 1)
        assert "not in the next round" in texts(held.hand("Ben"))
        assert "not in the next round" not in texts(held.hand("Cleo"))
        assert "Not in round 2 (left or away): **Ben**" in texts(await live(held))
        await press(held, "Ben", "Join")
        await settled(held)
        assert "Not in round" not in texts(await live(held))
