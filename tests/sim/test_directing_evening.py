"""What an evening's director does: stand still, add rounds, people and points, with a line each."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.evenings.director_layouts import results_csv
from bot.evenings.rules import LONGEST
from bot.evenings.service import Evenings
from bot.match.table.times import ROOM, is_paused_for
from bot.store.rows import Status
from bot.texts import Texts
from tests.sim.evening import Evening, evening, texts
from tests.sim.test_crowd_evening import live, people_of, settled
from tests.sim.test_moderating_evening import audited
from tests.sim.test_pressing import private_answer
from tests.sim.test_rounds_evening import (
    FIVE,
    LATE,
    begin,
    next_step,
    pass_break,
    people_in,
    play_round,
    press,
    stored,
    tables,
)

NEW = "Gus"


async def panel(held: Evening, name: str = "Ada") -> Any:
    """Open the host's panel as somebody does; return what is answered."""
    return (await held[name].click(await live(held), label="Host options")).response


async def chosen(held: Evening, menu: str, name: str) -> Any:
    """Choose somebody from a menu of the host's panel; return what is answered then."""
    shown = await panel(held)
    done = await held["Ada"].select(shown.message, [held[name].user], custom_id=f"evening:1:{menu}")
    await settled(held)
    assert done.response.message.id == shown.message.id, private_answer(done)
    return shown


async def still(held: Evening, number: int) -> list[bool]:
    """Return which tables of a round stand still."""
    return [is_paused_for(row, ROOM) for row in await tables(held, number)]


async def seats(held: Evening, number: int) -> list[list[str]]:
    return [sorted(people_of(row)) for row in await tables(held, number)]


async def test_all_tables_stand_still_and_go_on_with_the_time_they_had(tmp_path: Path) -> None:
    async with evening(tmp_path, (*FIVE, LATE), threads=True) as held:
        await begin(held)
        closes = await next_step(held)
        shown = await panel(held)
        await held["Ada"].click(shown.message, label="Pause all tables")
        await settled(held)
        assert "all tables paused" in texts(shown.message)
        assert "The host has paused the evening" in texts(await live(held))
        assert await still(held, 1) == [True, True]
        assert "The whole evening is paused" in texts(held.hand("Ben"))
        await held.restart()
        await held.env.advance_time(7200.0)
        await settled(held)
        assert await still(held, 1) == [True, True]
        shown = await panel(held)
        await held["Ada"].click(shown.message, label="Resume")
        await settled(held)
        assert await still(held, 1) == [False, False]
        assert await next_step(held) >= closes + 7200
        await play_round(held, 1)
        await held["Ada"].click((await panel(held)).message, label="Pause all tables")
        await pass_break(held)
        assert await tables(held, 2) == []
        await held["Ada"].click((await panel(held)).message, label="Resume")
        await pass_break(held)
        assert len(await tables(held, 2)) == 2


async def test_one_that_stands_still_for_ever_ends_all_the_same(tmp_path: Path) -> None:
    async with evening(tmp_path, FIVE, threads=True) as held:
        await begin(held)
        await held["Ada"].click((await panel(held)).message, label="Pause all tables")
        await settled(held)
        held.env.time.now += LONGEST + 1
        await held.restart()
        await held.env.advance_time(31.0)
        await settled(held)
        assert {row.status for row in await tables(held, 1)} == {Status.CLOSED}


async def test_rounds_turns_and_tables_are_changed_before_the_next_deal(tmp_path: Path) -> None:
    async with evening(tmp_path, (*FIVE, LATE), threads=True) as held:
        await begin(held)
        shown = await panel(held)
        await held["Ada"].click(shown.message, label="One more round")
        await held["Ada"].select(shown.message, ["600"], custom_id="evening:1:turn")
        assert (await stored(held)).rounds == 4
        await play_round(held, 1)
        lined = texts((await panel(held)).message)
        told = re.findall(r"Table \d: (.*)", lined)
        plan = [re.findall(r"\*\*(\w+)\*\*", names) for names in told]
        assert sorted(name for names in plan for name in names) == [*FIVE]
        one, other = plan[0][0], plan[1][0]
        someone = await chosen(held, "person", one)
        other_user = held[other].user
        done = await held["Ada"].select(
            someone.message, [other_user], custom_id=f"evening:1:exchange:{held[one].user.id}"
        )
        assert done.response.message.id == someone.message.id, private_answer(done)
        assert f"**{one}** and **{other}** swap tables" in texts(someone.message)
        await pass_break(held)
        expected = [{*names} for names in plan]
        expected[0] ^= {one, other}
        expected[1] ^= {one, other}
        assert [{*names} for names in await seats(held, 2)] == expected
        assert {row.terms.clock for row in await tables(held, 2)} == {600}
        assert "round 2 of 4" in texts(await live(held))
        someone = await chosen(held, "person", one)
        with pytest.raises(KeyError, match="exchange"):  # only in the break
            await held["Ada"].select(
                someone.message, [other_user], custom_id=f"evening:1:exchange:{held[one].user.id}"
            )


async def test_people_are_let_in_taken_out_and_made_hosts(tmp_path: Path) -> None:
    async with evening(tmp_path, (*FIVE, LATE, NEW), threads=True) as held:
        lines = await audited(held)
        await begin(held)
        assert f"**{NEW}** is in" in texts((await chosen(held, "add", NEW)).message)
        none = await held["Ada"].select(
            (await panel(held)).message, [held[LATE].user], custom_id="evening:1:person"
        )
        assert "They aren't in this evening." in private_answer(none)
        ben = await chosen(held, "person", "Ben")
        await held["Ada"].click(ben.message, label="Make co-host")
        cleo = await chosen(held, "person", "Cleo")
        await held["Ada"].click(cleo.message, label="Remove")
        await settled(held)
        assert "You were taken out of this game" in texts(held.hand("Cleo"))
        assert "Only the host can let you back in" in await press(held, "Cleo", "Join")
        assert "one more round" in texts((await host_more(held, "Ben")).message)
        await play_round(held, 1)
        await pass_break(held)
        assert await people_in(held, 2) == sorted({*FIVE, NEW} - {"Cleo"})
        assert "**Cleo** is in" in texts((await chosen(held, "add", "Cleo")).message)
        told = [texts(message).strip() for message in lines.history()]
        assert [re.sub(r".*: (?:<@\d+> )?(.*)\.", r"\1", line) for line in told] == [
            "is in",
            "is a host, too",
            "is out",
            "one more round",
            "is in",
        ]


async def host_more(held: Evening, name: str) -> Any:
    """Let a co-host add a round; return their panel."""
    shown = await panel(held, name)
    await held[name].click(shown.message, label="One more round")
    return shown


async def test_points_are_ruled_on_with_a_reason_that_all_read(tmp_path: Path) -> None:
    async with evening(tmp_path, FIVE, threads=True) as held:
        await begin(held)
        await play_round(held, 1)
        before = await points(held)
        own = await held["Ada"].click(
            (await chosen(held, "person", "Ada")).message, label="Adjust points"
        )
        assert "another host or a moderator has to rule" in private_answer(own)
        last = min(before.keys() - {"Ada"}, key=before.__getitem__)
        someone = await chosen(held, "person", last)
        form = await held["Ada"].click(someone.message, label="Adjust points")
        filled = {"round": ["1"], "kind": ["plus"], "reason": "cards *lay* open"}
        none = await held["Ada"].submit_modal(form, {**filled, "reason": " "})
        assert "couldn't read" in private_answer(none)
        form = await held["Ada"].click(someone.message, label="Adjust points")
        await held["Ada"].submit_modal(form, filled)
        await settled(held)
        assert await points(held) == {**before, last: max(60.0, before[last])}
        told = f"**{last}**: at least 60 points for round 1. Reason: cards \\*lay\\* open"
        assert told in texts(await live(held))
        asked = await held["Ada"].click((await panel(held)).message, label="Results (CSV)")
        (sheet,) = asked.response.message.attachments
        assert sheet.filename == "evening-1.csv"
        standing = await held.bot.app.get(Evenings).standing(await stored(held))
        lines = results_csv(standing, Texts.load().words("en")).decode("utf-8-sig").splitlines()
        assert lines[0] == "place,name,points,Round 1"
        assert sorted(line.split(",")[1] for line in lines[1:]) == [*FIVE]
        form = await held["Ada"].click(
            (await chosen(held, "person", last)).message, label="Adjust points"
        )
        await held["Ada"].submit_modal(form, {**filled, "kind": ["made"]})
        assert await points(held) == before


async def points(held: Evening) -> dict[str, float]:
    standing = await held.bot.app.get(Evenings).standing(await stored(held))
    return {one.name: one.points for one in standing.totals}
