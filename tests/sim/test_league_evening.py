"""/league: who may do what, where and when."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from bot.leagues.store import LeagueStore
from bot.preferences.server import Feature, change_of
from bot.store.rows import Status
from bot.store.settings import server_scope
from tests.leagues.stand import crowd
from tests.sim.evening import Evening, evening, raw_components, texts
from tests.sim.test_locations import moderator
from tests.sim.test_moderating_evening import audited
from tests.sim.test_pressing import private_answer


async def opened(held: Evening, mona: Any, **options: Any) -> str:
    """Let a moderator open a league; gives what she is told."""
    return str(private_answer(await mona.slash(held.channel, "leagues open", **options)))


async def closed(held: Evening, mona: Any) -> Any:
    """Let a moderator end the only league, and mean it; gives the last answer."""
    asked = (await mona.slash(held.channel, "leagues close")).response
    return await mona.click(asked.message, label="End this league")


def news(channel: Any) -> list[str]:
    return [text for text in map(texts, channel.history()) if "### League" in text]


async def test_moderators_open_and_end_a_league_and_a_line_says_so(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        lines, mona = await audited(held), moderator(held, held.guild, "Mona")
        told = await opened(held, mona, game="nimbly", weeks=2)
        assert (
            told == f"League 1: Nimbly (Jokerlink) is open, and announced in <#{held.channel.id}>."
        )
        assert len(news(held.channel)) == 1
        assert "runs in this server" in await opened(held, mona, game="nimbly")
        asked = (await mona.slash(held.channel, "leagues close")).response
        assert asked.ephemeral
        assert "### End League 1: Nimbly (Jokerlink)?" in texts(asked.message)
        assert len(news(held.channel)) == 1
        await mona.click(asked.message, label="End this league")
        assert "is over" in texts(asked.message)
        assert held.labels(asked.message) == []
        assert "is over" in news(held.channel)[-1]
        assert "no such league" in private_answer(await mona.slash(held.channel, "leagues close"))
        said = [texts(line) for line in lines.history()]
        assert [f"<@{mona.id}> {deed} **League 1" in text for deed, text in
                zip(("opened", "ended"), said, strict=True)] == [True, True]  # fmt: skip


async def test_leagues_are_opened_and_ended_by_who_is_a_moderator_at_that_moment(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        mona = moderator(held, held.guild, "Mona")
        offered, more = (set(one.available_commands(held.channel)) for one in (held["Ada"], mona))
        assert {"league play", "league table"} <= offered
        assert {"leagues open", "leagues close"} <= more - offered
        # An administrator may offer it to Ada all the same.
        (known,) = [one for one in await held.bot.tree.fetch_commands() if one.name == "leagues"]
        held.guild.set_command_permissions(known, {held["Ada"]: True})
        await opened(held, mona, game="nimbly")
        for asked in (
            await held["Ada"].slash(held.channel, "leagues open", game="clumond"),
            await held["Ada"].slash(held.channel, "leagues close"),
        ):
            assert "Only moderators" in private_answer(asked)
        asked = (await mona.slash(held.channel, "leagues close")).response.message
        role = held.guild.roles["moderators"]
        held.env.backend.remove_member_role(held.guild.id, mona.id, role.id)
        pressed = await mona.click(asked, label="End this league")
        assert "Only moderators" in private_answer(pressed)
        (league,) = await LeagueStore(held.bot.app.store.database).of_server(held.guild.id)
        assert league.ended is None


async def test_a_question_of_long_ago_ends_no_other_league(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        lines, mona = await audited(held), moderator(held, held.guild, "Mona")
        await opened(held, mona, game="nimbly")
        old = (await mona.slash(held.channel, "leagues close")).response.message
        await closed(held, mona)
        await opened(held, mona, game="nimbly")
        pressed = await mona.click(old, label="End this league")
        assert "This league is over." in private_answer(pressed)
        newest, first = await LeagueStore(held.bot.app.store.database).of_server(held.guild.id)
        assert (newest.ended, first.ended is None) == (None, False)
        assert len([line for line in lines.history() if "ended" in texts(line)]) == 1


async def test_where_several_leagues_run_one_is_named(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        mona = moderator(held, held.guild, "Mona")
        assert "no such league" in private_answer(
            await held["Ada"].slash(held.channel, "league play")
        )
        hall = held.guild.create_text_channel("hall")
        await opened(held, mona, game="nimbly")
        await opened(held, mona, game="clumond", channel=hall)
        assert (len(news(hall)), len(news(held.channel))) == (1, 1)
        asked = private_answer(await held["Ada"].slash(held.channel, "league play"))
        assert "Clumond" in asked
        assert "Nimbly" in asked
        await held["Ada"].slash(held.channel, "league play", game="nimbly")
        assert (await held.table()).row.series == "league 1 1"


async def test_a_week_is_opened_by_the_button_with_fixed_settings_until_leagues_are_off(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        mona = moderator(held, held.guild, "Mona")
        await opened(held, mona, game="nimbly")
        begun = held.channel.history()[-1]
        await held["Ada"].click(begun, label="Play this week")
        lobby = held.board()
        assert "League 1, week 1: two or three people" in texts(lobby)
        panel = await held.panel("Ada", lobby)
        assert "A league sets everything" in texts(panel)
        assert not [part for part in raw_components(panel) if "o:1" in str(part.get("custom_id"))]
        await held["Ada"].click(lobby, label="Start")
        assert (await held.table()).row.status is Status.LOBBY
        fair = await held["Ada"].click(lobby, label="Fair deal")
        assert "the same for everybody" in texts(fair.response.message)
        again = await held["Ada"].click(begun, label="Play this week")
        assert "lobby of this week already" in private_answer(again)
        off = change_of("off", (Feature.LEAGUES,))
        await held.bot.app.store.set_settings(server_scope(held.guild.id), off)
        for asked in (
            await held["Ada"].click(begun, label="Play this week"),
            await held["Ada"].click(begun, label="League table"),
            await held["Ada"].slash(held.channel, "league table"),
        ):
            assert "switched this off: leagues" in private_answer(asked)
        assert "switched this off" not in texts((await closed(held, mona)).response.message)
        (league,) = await LeagueStore(held.bot.app.store.database).of_server(held.guild.id)
        assert league.ended is not None


async def test_the_table_says_who_is_at_it_and_turns_to_a_week(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        mona = moderator(held, held.guild, "Mona")
        await opened(held, mona, game="nimbly")
        await held["Ada"].slash(held.channel, "league play")
        await held["Ben"].click(held.board(), label="Join")
        await held["Cleo"].click(held.board(), label="Join")
        await held["Ada"].click(held.board(), label="Start")
        shown = (await held["Ada"].slash(held.channel, "league table")).response
        assert "At a table now: " in texts(shown.message)
        assert shown.attachments == []
        await closed(held, mona)
        own = await held["Ada"].click(held.channel.history()[-1], label="League table")
        assert own.response.ephemeral
        assert "is over" in texts(own.response.message)
        week = await held["Ada"].click(own.response.message, label="Week 1")
        assert "Nobody has finished a game of it." in texts(week.response.message)


async def test_the_pages_of_a_table_turn_and_lead_to_a_week_and_back(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        mona, store = moderator(held, held.guild, "Mona"), held.bot.app.store
        await opened(held, mona, game="nimbly")
        (league,) = await LeagueStore(store.database).of_server(held.guild.id)
        await crowd(store, league, 11)
        await closed(held, mona)
        shown = (await held["Ada"].slash(held.channel, "league table")).response
        met = []
        for press in ("Next ▶", "◀ Back", "Next ▶", "Week 1", "Next ▶", "Whole league"):
            await held["Ada"].click(shown.message, label=press)
            met.append(len(re.findall(r"p\d{4}", texts(shown.message))))
        assert met == [1, 10, 1, 10, 1, 10]
