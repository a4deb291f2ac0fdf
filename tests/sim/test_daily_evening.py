"""The daily as it is pressed: going on with it, and servers that have none."""

from __future__ import annotations

import asyncio
import random
import re
from statistics import fmean
from typing import Any

import discord
import pytest

from bot.daily.layouts import CROWN, announcement_layout
from bot.daily.news import DayPosts
from bot.daily.rules import SECONDS
from bot.daily.service import Dailies
from bot.daily.store import DailyStore, TryResult, all_of
from bot.presenters.cards import GRADES
from bot.store.rows import MatchId
from bot.store.settings import server_scope
from render.api import number
from tests.daily.conftest import swift
from tests.sim.evening import Evening, buttons, play_unseen, raw_components, texts
from tests.sim.test_pressing import private_answer

__all__ = ["swift"]

PLAYING = {"Give up", "More…"}
"""One of these stands below a game that is played, by how many moves there are."""


async def test_going_on_shows_the_game_and_a_server_without_the_daily_has_no_fingerprints(
    held: Evening,
) -> None:
    ada = held["Ada"].user
    await ada.click((await ada.slash("daily")).response.message, label="Play")
    panel = (await ada.slash("daily")).response.message
    shown = (await ada.click(panel, label="Go on playing")).response
    assert shown.ephemeral
    assert PLAYING & {*held.labels(shown.message)}
    # All of it is in this one answer, with one picture.
    assert not await held.bot.app.store.hands(MatchId(1))
    pictures = [part for part in raw_components(shown.message) if part["type"] == 12]
    assert len(pictures) == 1
    # The rules come beside it, and the game stays.
    rules = (await ada.click(shown.message, label="How to play")).response
    assert rules.ephemeral
    assert "Page 1 of" in texts(rules.message)
    assert PLAYING & {*held.labels(shown.message)}
    panel = (await held["Ada"].slash(held.channel, "daily")).response.message
    await held.bot.app.store.set_settings(server_scope(held.guild.id), {"off": "daily"})
    refused = await held["Ada"].click(panel, label="Fair deal")
    assert "turned this off" in private_answer(refused)


async def daily(held: Evening, name: str) -> Any:
    """Return what a person is shown of today."""
    return (await held[name].slash(held.channel, "daily")).response.message


async def share(held: Evening, shown: Any) -> None:
    """Let Ben share his result; what he presses while it is shared does nothing."""
    before, dailies = len(held.channel.history()), held.bot.app.get(Dailies)
    dailies.sharing.add(held["Ben"].user.id)
    await held["Ben"].click(shown, label="Share")
    assert len(held.channel.history()) == before
    dailies.sharing.clear()
    done = (await held["Ben"].click(shown, label="Share")).response.message
    shared = held.channel.history()[before:]
    assert len(shared) == 1
    assert not shared[0].flags.ephemeral
    assert "**Ben**" in texts(shared[0])
    assert "House players:" in texts(shared[0])
    assert any(square in texts(shared[0]) for square in GRADES)
    (button,) = (each for each in buttons(done) if each["custom_id"].endswith(":share"))
    assert (button["label"], button["disabled"]) == ("Shared", True)


async def who_gave_up(held: Evening) -> list[str]:
    """Return who has ever given a daily up."""
    read = held.bot.app.store.database.read
    tries = {name: await read(all_of, person.user.id) for name, person in held.people.items()}
    return [name for name, found in tries.items() if any(one.gave_up for one in found)]


async def give_up(held: Evening) -> Any:
    """Let Ada give today's daily up; give the message she played in."""
    panel = await daily(held, "Ada")
    shown = (await held["Ada"].click(panel, label="Play")).response.message
    asked = (await held["Ada"].click(shown, label="Give up")).response.message
    assert "You get no place" in texts(asked)
    await held["Ada"].click(asked, label="Give up")
    await play_unseen(held, random.Random(1), lambda _: False)
    given_up = await daily(held, "Ada")
    assert "You gave up" in texts(given_up)
    assert not any(told in texts(given_up) for told in ("Best", *GRADES))
    assert not {"Share", "Remind me of my streak"} & {*held.labels(given_up)}
    return panel


@pytest.mark.usefixtures("swift")
async def test_who_gives_up_has_no_place_and_the_best_shares_squares_and_is_watched(
    held: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = await give_up(held)
    ben = await daily(held, "Ben")
    await held["Ben"].click(ben, label="Play")
    await play_unseen(held, random.Random(2), lambda _: False, match_id=2)
    first = await daily(held, "Ben")
    assert "You're the first to finish today." in texts(first)
    assert await who_gave_up(held) == ["Ada"]
    assert any(square in texts(first) for square in GRADES)
    pressed = await held["Ben"].click(first, label="Remind me of my streak")
    assert "I'll message you when a streak is about to end" in private_answer(pressed)
    assert "</preferences:" in private_answer(pressed)
    assert "Remind me of my streak" not in held.labels(await daily(held, "Ben"))
    await share(held, first)
    seen = texts(await daily(held, "Ada"))
    assert "Best so far: **Ben**" in seen
    await next_day(held, monkeypatch)
    old = (await held["Ada"].click(panel, label="Result and streak")).response.message
    assert "Best of the day: **Ben**" in texts(old)
    watched = (await held["Ada"].click(old, label="Watch the best game")).response
    assert watched.ephemeral
    assert "Best game of the day: **Ben**. Final score: **Ben** " in texts(watched.message)
    offered = {str(part.get("custom_id")) for part in raw_components(watched.message)}
    assert any(name.startswith("rp:next") for name in offered)
    assert not any(name.startswith(("rp:share", "rp:animate")) for name in offered)
    today = await daily(held, "Ben")
    assert "**Yesterday**" in texts(today)
    assert "the only one to play" in texts(today)
    assert "Review" in held.labels(today)


async def ended(held: Evening, name: str, match_id: int, seed: int) -> Any:
    """Have somebody play today's daily to its end; give the message that shows its result."""
    await held[name].click(await daily(held, name), label="Play")
    await play_unseen(held, random.Random(seed), lambda _: False, match_id=match_id)
    return await daily(held, name)


def posts(held: Evening) -> list[Any]:
    """Return what everybody sees of the daily in the channel."""
    return [post for post in held.channel.history() if "### Daily" in texts(post)]


async def share_all(held: Evening, *names: str) -> list[TryResult]:
    """Have people play today's daily and share it at once; return the results, the best first."""
    shown = {name: await ended(held, name, n, n) for n, name in enumerate(names, start=1)}
    await asyncio.gather(*(held[name].click(shown[name], label="Share") for name in names))
    kept = DailyStore(held.bot.app.store.database)
    day = held.bot.app.get(Dailies).days.today
    found = [await kept.result(day.number, held[name].user.id) for name in names]
    return sorted(filter(None, found), key=lambda each: -each.lead)


@pytest.mark.usefixtures("swift")
async def test_the_day_has_one_post_that_grows_with_who_shares_and_outlives_a_restart(
    held: Evening,
) -> None:
    await share_all(held, "Ada", "Ben")
    (post,) = posts(held)
    first = post.id
    await ended(held, "Cleo", 3, 3)
    assert all(f"**{name}** · " in texts(post) for name in ("Ada", "Ben"))
    assert "Cleo" not in texts(post)
    await held.restart()
    for _ in range(2):
        await held["Cleo"].click(await daily(held, "Cleo"), label="Share")
    (post,) = posts(held)
    assert post.id == first
    assert texts(post).count("**Cleo** · ") == 1
    await held["Ada"].delete(post)
    await held["Ada"].click(await daily(held, "Ada"), label="Share")
    (post,) = posts(held)
    assert post.id != first
    assert all(f"**{name}** · " in texts(post) for name in ("Ada", "Ben", "Cleo"))


@pytest.mark.usefixtures("swift")
async def test_the_best_in_a_days_post_stands_above_and_is_crowned_when_the_day_is_over(
    held: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    ranked = await share_all(held, "Ada", "Ben", "Cleo")
    (post,) = posts(held)
    assert re.findall(r"[*]{2}(\w+)[*]{2} · [*]{2}", texts(post)) == [one.name for one in ranked]
    store = held.bot.app.store
    results = [one for n in (1, 2, 3) for one in await store.results(MatchId(n))]
    par = round(fmean(one.score for one in results if one.user_id is None))
    assert f"House players: {number(par)} " in texts(post)
    assert CROWN not in texts(post)
    await held.bot.app.get(DayPosts).crown()
    assert CROWN not in texts(post)
    await next_day(held, monkeypatch)
    held.env.inject_error("PATCH", f"/channels/{held.channel.id}/messages/{post.id}", status=503)
    for is_crowned in (False, True):  # what Discord is too busy for is done the next time
        await held.bot.app.get(DayPosts).crown()
        (post,) = posts(held)
        assert (CROWN in texts(post)) is is_crowned
    assert f"{CROWN} **{ranked[0].name}** · " in texts(post)
    assert texts(post).count(CROWN) == sum(one.lead == ranked[0].lead for one in ranked)
    assert not buttons(post)
    kept = DailyStore(held.bot.app.store.database)
    assert await kept.posts_before(ranked[0].day + 1) == []


@pytest.mark.usefixtures("swift")
async def test_a_result_of_a_day_that_is_over_is_shared_alone(
    held: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = held.bot.app.get(Dailies).days.today
    await ended(held, "Ada", 1, 1)
    shown = await ended(held, "Ben", 2, 2)
    await held["Ben"].click(shown, label="Share")
    await held["Ada"].delete(posts(held)[0])
    await next_day(held, monkeypatch)
    await held.bot.app.get(DayPosts).crown()
    assert not posts(held)  # one that was deleted is made again on its day alone
    today = await daily(held, "Ada")
    chosen = await held["Ada"].select(today, [str(day.number)], custom_id="daily:past")
    await held["Ada"].click(chosen.response.message, label="Share")
    (alone,) = posts(held)
    assert "Ben" not in texts(alone)
    assert re.search(r"[*]{2}Ada[*]{2} · [*]{2}\d+ point", texts(alone))


async def test_who_is_new_to_the_game_sees_the_day_before_their_one_try(held: Evening) -> None:
    app = held.bot.app
    series = await app.get(Dailies).days.series(app.get(Dailies).days.today)
    assert series is not None
    channel = held.bot.get_channel(held.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.send(view=announcement_layout(series, app.texts.words(None)))
    told = held.channel.history()[-1]
    seen = (await held["Ada"].click(told, label="Play")).response.message
    assert held.labels(seen)[:2] == ["How to play", "Play"]
    assert await app.store.match(MatchId(1)) is None
    begun = (await held["Ada"].click(seen, label="Play")).response.message
    assert PLAYING & {*held.labels(begun)}
    again = (await held["Ada"].click(told, label="Play")).response.message
    assert PLAYING & {*held.labels(again)}


@pytest.mark.usefixtures("swift")
async def test_a_missed_day_is_chosen_and_played_later(
    held: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = held.bot.app.get(Dailies).days
    missed = days.today
    panel = await daily(held, "Ada")
    await next_day(held, monkeypatch)
    # An old announcement leads to what the day has become, and begins nothing.
    old = (await held["Ada"].click(panel, label="Play")).response.message
    assert "You missed this one" in texts(old)
    assert await held.bot.app.store.match(MatchId(1)) is None
    today = await daily(held, "Ada")
    chosen = await held["Ada"].select(today, [str(missed.number)], custom_id="daily:past")
    later = chosen.response.message
    shown = (await held["Ada"].click(later, label="Play it for fun")).response
    assert shown.ephemeral
    assert PLAYING & {*held.labels(shown.message)}
    await play_unseen(held, random.Random(2), lambda _: False)
    again = await daily(held, "Ada")
    chosen = await held["Ada"].select(again, [str(missed.number)], custom_id="daily:past")
    assert "You played this one after its day" in texts(chosen.response.message)
    assert "Play" not in held.labels(chosen.response.message)
    dailies = held.bot.app.get(Dailies)
    habit = await dailies.habit(held["Ada"].user.id)
    assert (habit.streak, habit.longest, habit.places) == (0, 0, (0,) * 5)
    assert (await dailies.mine(missed, held["Ben"].user.id, None)).ended == 0
    past = await dailies.past(held["Ada"].user.id)
    assert [one.is_played for one in past if one.day == missed] == [True]
    assert all(one.day.number < dailies.days.today.number for one in past)


async def next_day(held: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be the next day."""
    app = held.bot.app
    tomorrow = app.clock.now() + SECONDS
    monkeypatch.setattr(app.clock, "now", lambda: tomorrow)
    await app.get(Dailies).days.catch_up()
