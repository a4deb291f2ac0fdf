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


async def panel(held: Evening, person: Any) -> Any:
    """Let a person look at the league of the server; gives the private message."""
    shown = (await person.slash(held.channel, "league")).response
    assert shown.ephemeral
    return shown.message


async def opened(held: Evening, mona: Any, game: str, weeks: int = 0, channel: Any = None) -> str:
    """Let a moderator open a league; gives what she is told."""
    form = await mona.click(await panel(held, mona), label="Open a league")
    values = {"game": [game], "weeks": [str(weeks)], "channel": [channel or held.channel]}
    return str(private_answer(await mona.submit_modal(form, values)))


async def asked_to_close(held: Evening, mona: Any) -> Any:
    """Let a moderator ask to end the newest league; gives the panel with the question."""
    shown = await mona.click(await panel(held, mona), label="End this league")
    return shown.response.message


async def closed(held: Evening, mona: Any) -> Any:
    """Let a moderator end the newest league, and mean it; gives the last answer."""
    return await mona.click(await asked_to_close(held, mona), label="Yes, end it")


def news(channel: Any) -> list[str]:
    return [text for text in map(texts, channel.history()) if "### League" in text]


async def test_moderators_open_and_end_a_league_and_a_line_says_so(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        lines, mona = await audited(held), moderator(held, held.guild, "Mona")
        assert "No league here yet" in texts(await panel(held, held["Ada"]))
        told = await opened(held, mona, game="nimbly", weeks=4)
        assert (
            told == f"League 1: Nimbly (Jokerlink) is open and announced in <#{held.channel.id}>."
        )
        assert len(news(held.channel)) == 1
        asked = await asked_to_close(held, mona)
        assert "### End League 1: Nimbly (Jokerlink)?" in texts(asked)
        assert len(news(held.channel)) == 1
        done = (await mona.click(asked, label="Yes, end it")).response.message
        assert "is over" in texts(done)
        assert held.labels(done) == []
        assert "It ran for one week." in news(held.channel)[-1]
        assert held.labels(await panel(held, mona)) == ["All weeks", "Week 1", "Open a league"]
        said = [texts(line) for line in lines.history()]
        assert [f"<@{mona.id}> {deed} **League 1" in text for deed, text in
                zip(("opened", "ended"), said, strict=True)] == [True, True]  # fmt: skip


async def test_leagues_are_opened_and_ended_by_who_is_a_moderator_at_that_moment(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        mona = moderator(held, held.guild, "Mona")
        forms = [await mona.click(await panel(held, mona), label="Open a league") for _ in range(3)]
        values = {"game": ["nimbly"], "weeks": ["0"], "channel": []}
        assert "is open" in private_answer(await mona.submit_modal(forms[0], values))
        again = private_answer(await mona.submit_modal(forms[1], values))
        assert "already running here" in again
        assert held.labels(await panel(held, held["Ada"])) == ["Play this week"]
        asked = await asked_to_close(held, mona)
        role = held.guild.roles["moderators"]
        held.env.backend.remove_member_role(held.guild.id, mona.id, role.id)
        for pressed in (
            await mona.click(asked, label="Yes, end it"),
            await mona.submit_modal(forms[2], values | {"game": ["clumond"]}),
        ):
            assert "Only moderators" in private_answer(pressed)
        (league,) = await LeagueStore(held.bot.app.store.database).of_server(held.guild.id)
        assert league.ended is None


async def test_a_question_of_long_ago_ends_no_other_league(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        lines, mona = await audited(held), moderator(held, held.guild, "Mona")
        await opened(held, mona, game="nimbly")
        old = await asked_to_close(held, mona)
        await closed(held, mona)
        await opened(held, mona, game="nimbly")
        pressed = await mona.click(old, label="Yes, end it")
        assert "This league is over." in private_answer(pressed)
        newest, first = await LeagueStore(held.bot.app.store.database).of_server(held.guild.id)
        assert (newest.ended, first.ended is None) == (None, False)
        assert len([line for line in lines.history() if "ended" in texts(line)]) == 1


async def test_where_several_leagues_run_each_is_turned_to(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        mona = moderator(held, held.guild, "Mona")
        hall = held.guild.create_text_channel("hall")
        await opened(held, mona, game="nimbly")
        await opened(held, mona, game="clumond", channel=hall)
        assert (len(news(hall)), len(news(held.channel))) == (1, 1)
        shown = await panel(held, held["Ada"])
        assert "**League 2: Clumond**" in texts(shown)
        shown = (await held["Ada"].click(shown, label="League 1: Nimbly (Jokerlink)")).response
        assert "**League 1: Nimbly (Jokerlink)**" in texts(shown.message)
        await held["Ada"].click(shown.message, label="Play this week")
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
        assert "League 1, week 1: 2 or 3 people" in texts(lobby)
        panel = await held.panel("Ada", lobby)
        assert "A league's settings are fixed" in texts(panel)
        assert not [part for part in raw_components(panel) if "o:1" in str(part.get("custom_id"))]
        await held["Ada"].click(lobby, label="Start")
        assert (await held.table()).row.status is Status.LOBBY
        fair = await held["Ada"].click(lobby, label="Fair deal")
        assert "the same for everyone" in texts(fair.response.message)
        again = await held["Ada"].click(begun, label="Play this week")
        assert "already in a lobby for this week" in private_answer(again)
        off = change_of("off", (Feature.LEAGUES,))
        await held.bot.app.store.set_settings(server_scope(held.guild.id), off)
        for asked in (
            await held["Ada"].click(begun, label="Play this week"),
            await held["Ada"].click(begun, label="League standings"),
            await held["Ada"].slash(held.channel, "league"),
        ):
            assert "turned this off: leagues" in private_answer(asked)
        assert "turned this off" not in texts((await closed(held, mona)).response.message)
        (league,) = await LeagueStore(held.bot.app.store.database).of_server(held.guild.id)
        assert league.ended is not None


async def test_the_table_says_who_is_at_it_asks_others_to_play_and_turns_to_a_week(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as held:
        mona = moderator(held, held.guild, "Mona")
        await opened(held, mona, game="nimbly")
        await held["Ada"].click(await panel(held, held["Ada"]), label="Play this week")
        await held["Ben"].click(held.board(), label="Join")
        await held["Ada"].click(held.board(), label="Start")
        assert held.labels(await panel(held, held["Ada"])) == []
        shown = await panel(held, held["Cleo"])
        assert held.labels(shown) == ["Play this week"]
        assert "At a table now: " in texts(shown)
        assert shown.attachments == []
        await closed(held, mona)
        own = await held["Ada"].click(held.channel.history()[-1], label="League standings")
        assert own.response.ephemeral
        assert "is over" in texts(own.response.message)
        week = await held["Ada"].click(own.response.message, label="Week 1")
        assert "Nobody has finished a game." in texts(week.response.message)


async def test_who_plays_the_week_joins_a_table_that_waits_here(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await opened(held, moderator(held, held.guild, "Mona"), game="nimbly")
        begun = held.channel.history()[-1]
        await held["Ada"].click(begun, label="Play this week")
        assert "2. *needs one more person*" in texts(held.board())
        pressed = await held["Ben"].click(begun, label="Play this week")
        assert "table was waiting for someone" in private_answer(pressed)
        assert [member.name for member in (await held.table()).row.members] == ["Ada", "Ben"]


async def test_the_pages_of_a_table_turn_and_lead_to_a_week_and_back(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        mona, store = moderator(held, held.guild, "Mona"), held.bot.app.store
        await opened(held, mona, game="nimbly")
        (league,) = await LeagueStore(store.database).of_server(held.guild.id)
        await crowd(store, league, 11)
        await closed(held, mona)
        shown = await panel(held, held["Ada"])
        met = []
        for press in ("Next ▶", "◀ Back", "Next ▶", "Week 1", "Next ▶", "All weeks"):
            shown = (await held["Ada"].click(shown, label=press)).response.message
            met.append(len(re.findall(r"p\d{4}", texts(shown))))
        assert met == [1, 10, 1, 10, 1, 10]
