"""/league: who may do what, where and when."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from bot.leagues.news import LeagueNews
from bot.leagues.notices import BEFORE
from bot.leagues.service import WEEK, Leagues
from bot.leagues.store import LeagueRow, LeagueStore
from bot.preferences.server import Feature
from bot.privacy.service import Erasing
from bot.ratings.rules import EVER, Verdict
from bot.ratings.service import recompute
from bot.ratings.store import RatingStore
from bot.store.rows import MatchId, SeriesRow, Status
from engine.chance import commitment, seating
from tests.commands.past import custom_ids, rate, switch_off
from tests.leagues.stand import crowd
from tests.sim.evening import (
    NAMES,
    Evening,
    evening,
    more,
    play_unseen,
    raw_components,
    texts,
)
from tests.sim.test_locations import moderator
from tests.sim.test_moderating_evening import audited
from tests.sim.test_pressing import private_answer


async def panel(held: Evening, person: Any) -> Any:
    """Let a person look at the league of the server; gives the private message."""
    shown = (await person.slash(held.channel, "league")).response
    assert shown.ephemeral
    return shown.message


ENDS = {"when": "Thursday 00:00", "zone": "UTC"}
"""In the form of a new league: evenings begin at that time, so that a week later the first ends."""


async def opened(
    held: Evening, mona: Any, game: str, weeks: int | str = 0, channel: Any = None
) -> str:
    """Let a moderator open a league; gives what she is told."""
    form = await mona.click(await panel(held, mona), label="Open a league")
    values = {"game": [game], "weeks": [str(weeks)], "channel": [channel or held.channel], **ENDS}
    return str(private_answer(await mona.submit_modal(form, values)))


async def asked_to_close(held: Evening, mona: Any) -> Any:
    """Let a moderator ask to end the newest league; gives the panel with the question."""
    shown = await mona.click(await panel(held, mona), label="End this league")
    return shown.response.message


async def closed(held: Evening, mona: Any) -> Any:
    """Let a moderator end the newest league, and mean it; gives the last answer."""
    return await mona.click(await asked_to_close(held, mona), label="Yes, end it")


async def latest(held: Evening) -> LeagueRow:
    """Return the newest league of the server, as it is stored."""
    return (await LeagueStore(held.bot.app.store.database).of_server(held.guild.id))[0]


async def week_of(held: Evening, week: int) -> SeriesRow:
    """Return the series of a week of the newest league."""
    series = await held.bot.app.get(Leagues).series(await latest(held), week)
    assert series is not None
    return series


async def sit_down(held: Evening, *names: str) -> Any:
    """Let people press *Play this week* below the newest announcement; gives the lobby."""
    told = next(each for each in reversed(held.channel.history()) if "### League" in texts(each))
    for name in names:
        await held[name].click(told, label="Play this week")
    return next(each for each in reversed(held.channel.history()) if "Start" in held.labels(each))


async def start_week(held: Evening, *names: str) -> Any:
    """Let people begin a table of the week; gives its board."""
    lobby = await sit_down(held, *names)
    await held[names[0]].click(lobby, label="Start")
    return lobby


async def play_on(held: Evening, *tables: int) -> None:
    """Play tables to their end, each in its own way."""
    for number in tables:
        await play_unseen(held, random.Random(number), lambda _: False, match_id=number)


async def pass_week(held: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be a week later; what is due then is yet to be done."""
    clock = held.bot.app.clock
    then = clock.now() + WEEK
    monkeypatch.setattr(clock, "now", lambda: then)


async def look(held: Evening) -> list[str]:
    """Do what is due in leagues; gives what has been announced since then."""
    before = len(news(held.channel))
    await held.bot.app.get(LeagueNews).catch_up()
    return news(held.channel)[before:]


async def card(held: Evening, name: str) -> Any:
    """Let a person look at their card; gives the message."""
    return (await held[name].slash(held.channel, "nimbus")).response.message


def news(channel: Any) -> list[str]:
    return [text for text in map(texts, channel.history()) if "### League" in text]


async def test_moderators_open_and_end_a_league_and_a_line_says_so(held: Evening) -> None:
    lines, mona = await audited(held), moderator(held, held.guild, "Mona")
    assert "No league here yet" in texts(await panel(held, held["Ada"]))
    told = await opened(held, mona, game="nimbly", weeks=4)
    assert told == f"League 1: Nimbly is open and announced in <#{held.channel.id}>."
    assert len(news(held.channel)) == 1
    asked = await asked_to_close(held, mona)
    assert "### End League 1: Nimbly?" in texts(asked)
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
    held: Evening,
) -> None:
    mona = moderator(held, held.guild, "Mona")
    forms = [await mona.click(await panel(held, mona), label="Open a league") for _ in range(3)]
    values = {"game": ["nimbly"], "weeks": ["0"], "channel": [], **ENDS}
    assert "is open" in private_answer(await mona.submit_modal(forms[0], values))
    again = private_answer(await mona.submit_modal(forms[1], values))
    assert "already running here" in again
    assert held.labels(await panel(held, held["Ada"])) == ["Play this week"]
    asked = await asked_to_close(held, mona)
    role = held.guild.roles["moderators"]
    held.env.take_role(held.guild, mona, role)
    for pressed in (
        await mona.click(asked, label="Yes, end it"),
        await mona.submit_modal(forms[2], values | {"game": ["clumond"]}),
    ):
        assert "Only moderators" in private_answer(pressed)
    assert (await latest(held)).ended is None


async def test_a_question_of_long_ago_ends_no_other_league(held: Evening) -> None:
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


async def test_where_several_leagues_run_each_is_turned_to(held: Evening) -> None:
    mona = moderator(held, held.guild, "Mona")
    hall = held.guild.create_text_channel("hall")
    await opened(held, mona, game="nimbly")
    await opened(held, mona, game="clumond", channel=hall)
    assert (len(news(hall)), len(news(held.channel))) == (1, 1)
    shown = await panel(held, held["Ada"])
    assert "**League 2: Clumond**" in texts(shown)
    shown = (await held["Ada"].click(shown, label="League 1: Nimbly")).response
    assert "**League 1: Nimbly**" in texts(shown.message)
    await held["Ada"].click(shown.message, label="Play this week")
    assert (await held.table()).row.series == "league 1 1"


async def stand_still(held: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a week end where leagues are off: it is closed, and the next begins when they are on."""
    assert await look(held) == []
    assert (await week_of(held, 1)).closed is None
    await pass_week(held, monkeypatch)
    assert await look(held) == []
    assert (await week_of(held, 1)).closed is not None
    assert (await held.table()).row.status is Status.CLOSED
    assert (await latest(held)).week == 1
    await switch_off(held)
    assert len(await look(held)) == 1
    assert (await latest(held)).week == 2
    await switch_off(held, Feature.LEAGUES)


async def test_a_week_is_opened_by_the_button_with_fixed_settings_until_leagues_are_off(
    held: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    fair = await held["Ada"].click(await held.panel("Ada", lobby), label="Fair deal")
    assert "the same for everyone" in texts(fair.response.message)
    again = await held["Ada"].click(begun, label="Play this week")
    assert "already in a lobby for this week" in private_answer(again)
    await switch_off(held, Feature.LEAGUES)
    for asked in (
        await held["Ada"].click(begun, label="Play this week"),
        await held["Ada"].click(begun, label="League standings"),
        await held["Ada"].slash(held.channel, "league"),
    ):
        assert "turned this off: leagues" in private_answer(asked)
    await stand_still(held, monkeypatch)
    assert "turned this off" not in texts((await closed(held, mona)).response.message)
    assert (await latest(held)).ended is not None


async def test_the_table_says_who_is_at_it_asks_others_to_play_and_turns_to_a_week(
    held: Evening,
) -> None:
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
    assert "Nobody has finished a game yet." in texts(week.response.message)
    assert not week.response.message.attachments


async def test_who_plays_the_week_joins_a_table_that_waits_here(held: Evening) -> None:
    await opened(held, moderator(held, held.guild, "Mona"), game="nimbly")
    begun = held.channel.history()[-1]
    await held["Ada"].click(begun, label="Play this week")
    assert "2. *needs one more person*" in texts(held.board())
    pressed = await held["Ben"].click(begun, label="Play this week")
    assert "table was waiting for someone" in private_answer(pressed)
    assert [member.name for member in (await held.table()).row.members] == ["Ada", "Ben"]


async def test_the_pages_of_a_table_turn_and_lead_to_a_week_and_back(held: Evening) -> None:
    mona = moderator(held, held.guild, "Mona")
    await opened(held, mona, game="nimbly")
    await crowd(held.bot.app.store, await latest(held), 8)
    await closed(held, mona)
    shown = await panel(held, held["Ada"])
    met = []
    for press in ("Next ▶", "◀ Back", "Next ▶", "Week 1", "Next ▶", "All weeks"):
        shown = (await held["Ada"].click(shown, label=press)).response.message
        met.append(len(re.findall(r"p\d{4}", texts(shown))))
    assert met == [1, 7, 1, 7, 1, 7]


SIX = ("Ada", "Ben", "Cleo", "Dee", "Eve", "Fay")


async def test_who_is_there_in_time_is_lined_up_at_two_tables(tmp_path: Path) -> None:
    async with evening(tmp_path, SIX) as held:
        await opened(held, moderator(held, held.guild, "Mona"), game="nimbly")
        lobby = await sit_down(held, *SIX[:3])
        assert "Up to 6 can join" in texts(lobby)
        await held["Dee"].click(lobby, label="Join")
        await sit_down(held, "Eve")
        lobby = held.board()
        assert "**5 people, at tables of 3 + 2.**" in texts(lobby)
        await held["Ada"].click(lobby, label="Start")
        tables = [(await held.table(number)).row for number in (1, 2)]
        assert [{one.name for one in row.members if one.user_id} for row in tables] == [
            {"Ada", "Ben", "Cleo"}, {"Dee", "Eve"},
        ]  # fmt: skip
        boards = [one for one in held.channel.history() if "playing at table" in texts(one)]
        assert len(boards) == 2
        shown = await held["Eve"].click(boards[1], label="My hand")
        assert shown.response.ephemeral


async def test_all_tables_of_a_week_play_the_same_deals_which_are_secret_until_it_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, SIX) as held:
        await opened(held, moderator(held, held.guild, "Mona"), game="nimbly", weeks="4:3")
        assert "each person's best 3 weeks count" in news(held.channel)[0]
        series, dee = await week_of(held, 1), held["Dee"]
        lobby = await sit_down(held, *SIX[:3])
        fingerprint = commitment(series.secret)
        fair = await held["Ada"].click(await held.panel("Ada", lobby), label="Fair deal")
        assert fingerprint in texts(fair.response.message)
        await held["Ada"].click(lobby, label="Start")
        board = await start_week(held, *SIX[3:])
        rows = [(await held.table(number)).row for number in (1, 2)]
        assert (rows[0].seed, rows[0].state) == (rows[1].seed, rows[1].state)
        for row in rows:
            keys = [member.key for member in row.members]
            assert tuple(keys) == seating(row.seed, keys)
        await play_on(held, 2)
        await assert_secret(held)
        await pass_week(held, monkeypatch)
        await look(held)
        viewer = (await dee.slash(held.channel, "replay", match=2)).response.message
        viewer = await more(dee, viewer)
        proof = texts((await dee.click(viewer, label="Fair deal")).response.message)
        told = ("everything adds up", fingerprint, "`league 1 1`")
        assert [each for each in told if each not in proof] == []
        await dee.click(board, label="Next game")
        again = (await held.table(3)).row
        assert (again.series, again.secret == series.secret) == ("", False)
        await play_the_next(held, f"It ends <t:{int(series.closes + WEEK)}:R>")
        assert (await held.table(4)).row.seed != rows[0].seed


async def play_the_next(held: Evening, ends: str) -> None:
    """Begin a table of the next week, which a regular's card tells of."""
    shown = await card(held, "Dee")
    assert f"You haven't played this week yet. {ends}" in texts(shown)
    assert "league:1:play" in custom_ids(shown)
    await start_week(held, *SIX[3:])
    shown = await card(held, "Dee")
    told = texts(shown)
    # Where it is Dee's turn first, that stands before it, and it is one line too many.
    assert "under way" in told + texts(await more(held["Dee"], shown))


async def assert_secret(held: Evening) -> None:
    """Hold that who has played a week is told so, and shown nothing of it before its end."""
    shown = await card(held, "Dee")
    assert "You've played this week." in texts(shown)
    assert "league:1" in custom_ids(shown)
    refused = await held["Dee"].slash(held.channel, "replay", match=2)
    assert "secret for now" in private_answer(refused)
    assert await held.bot.app.get(Leagues).league_table(await latest(held), 1) == ()
    standing = texts(await panel(held, held["Dee"]))
    (named,) = re.findall(r"Played this week: (.*)\.", standing)
    assert set(re.findall(r"\d+", named)) == {str(held[name].user.id) for name in SIX[3:]}
    assert "You've played this week. You'll see the scores" in standing


async def test_a_week_ends_with_its_table_its_points_its_ratings_and_what_was_not_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, (*SIX, "Gus", "Hal", "Ida")) as held:
        mona = moderator(held, held.guild, "Mona")
        # Such a short one is opened no more, but those that run go on to their end.
        for module in ("actions", "layouts"):
            monkeypatch.setattr(f"bot.leagues.{module}.LENGTHS", (0, 2))
        await opened(held, mona, game="nimbly", weeks=2)
        await start_week(held, *SIX[:3])
        await start_week(held, *SIX[3:])
        await play_on(held, 1, 2)
        await start_week(held, "Gus", "Hal")
        row = (await held.table(3)).row
        assert sorted(member.level for member in row.members) == ["", "", "hard"]
        assert (row.rated, row.terms.hints, row.terms.level) == (True, False, "hard")
        lobby = await sit_down(held, "Ida")
        # Somebody may still press in the moment between the end and the look.
        await pass_week(held, monkeypatch)
        for pressed in (
            await held["Gus"].click(lobby, label="Join"),
            await mona.click(await panel(held, mona), label="Play this week"),
        ):
            assert "This week is over" in private_answer(pressed)
        (told,) = await look(held)
        assert await look(held) == []
        rows = [(await held.table(number)).row for number in (3, 4)]
        assert [row.status for row in rows] == [Status.CLOSED] * 2
        assert rows[0].closed_for == "week"
        assert "### League 1: Nimbly · week 1 is over\n" in told
        assert re.search(r"(is|are) ahead with 100 points", told)
        assert "One table wasn't finished in time" in told
        first, second = await week_of(held, 1), await week_of(held, 2)
        assert second.opens == first.closes
        assert f"Week 2 of 2 ends <t:{int(second.closes)}:R>" in told
        await assert_compared(held, told)
        await assert_rated(held)
        await end_with_a_second_week(held, monkeypatch)


async def assert_compared(held: Evening, told: str) -> None:
    """Hold the points of a week of two tables to who sat in the same seat of the other."""
    week = await held.bot.app.get(Leagues).week_table(await latest(held), 1)
    lines = {line.user_id: line for line in week}
    results = [await held.bot.app.store.results(MatchId(number)) for number in (1, 2)]
    for one, other in zip(*results, strict=True):
        for own, rival in ((one, other), (other, one)):
            line = lines.pop(own.user_id or 0)
            points = 50 * (1 + (own.score > rival.score) - (own.score < rival.score))
            assert (line.points, line.seat) == (points, own.seat)
            assert f"{own.name}: points {points}, seat {own.seat}, score {own.score}." in told
    assert lines == {}
    whole = texts(await panel(held, held["Ada"]))
    assert len(re.findall(r"(?:0|50|100) points, weeks 1, average", whole)) == len(SIX)


async def assert_rated(held: Evening) -> None:
    """Hold that the week counts once, by what was made of the same cards."""
    await rate(held)
    store = held.bot.app.store
    rated = RatingStore(store.database)
    verdicts = [one.verdict for one in await rated.ended(0, 9)]
    assert verdicts == [Verdict.COUNTS, Verdict.TOGETHER]
    kept = await rated.stored()
    lines = await held.bot.app.get(Leagues).week_table(await latest(held), 1)
    gained = [round(kept[line.user_id, "nimbly", EVER].rating.mu, 6) for line in lines]
    assert gained == sorted(gained, reverse=True)
    assert gained[0] > 25 > gained[-1]
    assert (await recompute(store)).different == 0


async def end_with_a_second_week(held: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one table play the last week, in which the place at it counts; it ends the league."""
    await start_week(held, *SIX[:3])
    await play_on(held, 5)
    await pass_week(held, monkeypatch)
    (told,) = await look(held)
    assert "### League 1: Nimbly is over\nIt ran for 2 weeks." in told
    assert re.search(r"(wins|share) the league with [\d.]+ points", told)
    pictures = [file.filename for file in held.channel.history()[-1].attachments]
    assert pictures == ["league-1.png"]
    ended = await latest(held)
    assert (ended.week, ended.finished, ended.ended) == (2, 2, held.bot.app.clock.now())
    results = await held.bot.app.store.results(MatchId(5))
    assert len(re.findall(r"[\d.]+ points, weeks [12], average", told)) == len(SIX)
    # The week itself is behind a button.
    shown = await panel(held, held["Ada"])
    weekly = texts((await held["Ada"].click(shown, label="Week 2")).response.message)
    assert [f"{one.name}: points 100, seat" in weekly for one in results if one.won] == [True]
    refused = await held["Dee"].click(held.channel.history()[0], label="Play this week")
    assert "This league is over." in private_answer(refused)
    assert await look(held) == []


async def test_who_has_left_the_server_is_not_told_that_a_week_ends(held: Evening) -> None:
    await opened(held, moderator(held, held.guild, "Mona"), game="nimbly")
    await start_week(held, "Ada", "Ben")
    await play_on(held, 1)
    held.env.remove_member(held.guild, held["Ben"])
    for moment in (WEEK, WEEK - BEFORE):
        held.env.time.now += moment
        await held.restart()
        await held.env.advance_time(31.0)
    told = ["You haven't played this week of" in texts(held.hand(one)) for one in NAMES[:2]]
    assert told == [True, False]


async def test_each_plays_a_week_once_and_keeps_their_place_whoevers_data_is_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, (*SIX, "Gus")) as held:
        erasing = held.bot.app.get(Erasing)
        await opened(held, moderator(held, held.guild, "Mona"), game="nimbly")
        await start_week(held, *SIX[:3])
        await start_week(held, *SIX[3:])
        await play_on(held, 1, 2)
        for is_deleted in (False, True):
            if is_deleted:
                for name in ("Ada", "Gus"):
                    await erasing.erase(held[name].user.id, "Someone")
            lobby = await sit_down(held, "Gus")
            again = await held["Ada"].click(held.channel.history()[0], label="Play this week")
            for pressed in (again, await held["Ada"].click(lobby, label="Join")):
                assert "already played this week's deals" in private_answer(pressed)
        await pass_week(held, monkeypatch)
        await look(held)
        before, gone = await places(held), {"Dee", "Eve"}
        for name in gone:
            await erasing.erase(held[name].user.id, "Someone")
        assert not {line[1] for line in await places(held)} & {"Ada", *gone}
        assert sorted(await places(held)) == sorted(
            (place, "Someone" if name in gone else name, *others) for place, name, *others in before
        )
        await sit_down(held, "Ada")
        assert (await held.table(5)).row.series == "league 1 2"


async def places(held: Evening) -> list[tuple[int, str, int, float]]:
    """Return the table of the league after its first week."""
    table = await held.bot.app.get(Leagues).league_table(await latest(held), 1)
    return [(each.place, each.name, each.weeks, each.points) for each in table]
