"""The gateway: when it is asked, left or given up, and events from it that cannot be read."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest

from bot.discord.connection import DAY, Attempts, Limits, StartBudget, Watch
from bot.discord.inbound import INTERACTION, Call, Once, Parser, called, first_value, with_care
from bot.errors import Refused

# When a silent gateway is asked, left and given up, and how many identifies that may cost.

LIMITS = Limits()


def greeted(at: float) -> Watch:
    watch = Watch(LIMITS)
    watch.begin(at)
    watch.hear(at, greeted=True)
    return watch


def test_a_socket_is_alive_from_its_greeting_on_and_what_was_never_heard_is_never_lost() -> None:
    watch = Watch(LIMITS)
    watch.begin(100)
    watch.hear(101, greeted=False)
    assert not watch.is_alive(101)
    watch.hear(102, greeted=True)
    assert watch.is_alive(102)
    watch = Watch(LIMITS)
    watch.begin(0)
    assert watch.left(10 * DAY) == inf


def test_silence_is_asked_about_then_doubted_then_left_and_any_sign_begins_anew() -> None:
    watch = greeted(100)
    assert watch.patience(100) == LIMITS.ask
    watch.ask(120)
    assert watch.patience(120) == LIMITS.deaf - LIMITS.ask
    assert watch.is_alive(129)
    assert not watch.is_alive(130)
    assert not watch.is_deaf(144)
    assert watch.is_deaf(145)
    assert watch.patience(150) == 0
    watch = greeted(100)
    watch.ask(120)
    watch.hear(140, greeted=True)
    assert watch.is_alive(145)
    assert not watch.is_deaf(184)
    assert watch.patience(140) == LIMITS.ask


def test_a_process_that_slept_asks_before_it_gives_up_a_socket() -> None:
    watch = greeted(100)
    assert watch.is_deaf(1000)
    watch.ask(1000)
    assert not watch.is_deaf(1024)
    watch.ask(1025)
    assert watch.is_deaf(1025)
    assert watch.left(1025) == LIMITS.lost - LIMITS.deaf


def test_a_new_socket_has_its_own_time_to_be_greeted_and_no_more_by_asking() -> None:
    watch = greeted(100)
    watch.begin(145)
    assert not watch.is_alive(145)
    assert not watch.is_deaf(189)
    watch.hear(189, greeted=False)
    assert watch.is_deaf(190)
    watch = greeted(100)
    watch.begin(145)
    watch.ask(200)
    assert watch.is_deaf(200)
    assert watch.left(200) == 80


def test_all_is_lost_three_minutes_after_the_last_sign_however_often_one_tries() -> None:
    watch = greeted(100)
    for moment in (145, 190, 235):
        watch.begin(moment)
        watch.hear(moment + 1, greeted=False)
    assert watch.left(279) == 1
    assert watch.left(280) == 0


def test_pauses_grow_up_to_the_longest() -> None:
    pauses = [LIMITS.pause_after(failures) for failures in range(9)]
    assert pauses == [0, 1, 2, 4, 8, 16, 32, 60, 60]
    assert LIMITS.pause_after(10_000) == 60


def test_a_greeted_socket_that_closes_is_no_failure() -> None:
    attempts = Attempts()
    attempts.failed()
    attempts.failed()
    for now in range(8):
        attempts.closed(float(now))
        assert attempts.failures == 0


def test_sockets_that_are_greeted_and_close_for_ever_are_met_with_growing_pauses() -> None:
    attempts, now, pauses = Attempts(), 0.0, []
    for _ in range(60):
        attempts.closed(now)
        pauses.append(Limits().pause_after(attempts.failures - 1))
        now += 0.1 + pauses[-1]
    assert pauses[:10] == [0.0] * 10
    assert max(pauses) >= 8
    assert now > 4 * 60  # some twelve in a minute
    attempts.closed(now + 60)
    assert attempts.failures == 0


def test_identifies_lie_apart_as_discord_asks_in_each_bucket_and_over_the_day() -> None:
    budget = StartBudget(5)
    budget.update(1000, 1000, DAY, 0)
    assert budget.pause(0) == 0
    budget.spend(0)
    assert budget.pause(2) == 3
    assert budget.pause(7) == 0
    budget = StartBudget(5)
    budget.update(1000, 1000, DAY, 0)
    budget.spend(0, 0)
    assert (budget.pause(1, 0), budget.pause(1, 1)) == (4, 0)
    budget.update(1000, 100, 3600, 0)
    assert budget.pause(0, 1) == 36
    budget = StartBudget(5)
    budget.update(1000, 100, 3600, 0)
    assert budget.pause(0) == 36
    budget.spend(36)
    assert budget.pause(36) > 35
    budget = StartBudget(5)
    budget.update(1000, 0, 7200, 50)
    assert budget.pause(50) == 7200
    assert budget.pause(7250) == 0
    budget.spend(7250)
    assert budget.remaining == 999


@pytest.mark.parametrize("lifetime", [0.0, 1.0, 30.0, 240.0])
def test_a_day_of_identifying_as_often_as_one_may_stays_within_the_budget(lifetime: float) -> None:
    """Also where each is made by a new process, which asks Discord how many are left."""
    now, spent, budget = 0.0, 0, StartBudget(5)
    budget.update(1000, 1000, DAY, 0)
    began = 0.0
    while now < DAY:
        if now - began > lifetime:
            began, budget = now, StartBudget(5)
            budget.update(1000, 1000 - spent, DAY - now, now)
        now += budget.pause(now)
        if now >= DAY:
            break
        budget.spend(now)
        spent += 1
        now += 1
    assert 500 < spent < 1000


# Events that cannot be read, and interactions that come a second time.


def test_an_event_that_cannot_be_read_is_logged_by_name_and_left(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def parse(data: Any) -> None:
        raise KeyError(data["token"])

    parsers: dict[str, Parser] = {"READY": parse, INTERACTION: parse}
    with_care(parsers)
    for read in parsers.values():
        read({"token": "hush"})
        read(None)
    assert len(caplog.messages) == 4
    assert caplog.messages[0].startswith("READY could not be read: KeyError at ")
    assert "hush" not in caplog.text


def test_an_interaction_is_passed_on_once_and_only_the_newest_are_remembered() -> None:
    seen: list[Any] = []
    once = Once(seen.append)
    for number in ("1", "2", "1", "2", "3"):
        once({"id": number})
    assert seen == [{"id": "1"}, {"id": "2"}, {"id": "3"}]
    seen.clear()
    once = Once(seen.append, size=2)
    for number in ("1", "2", "3", "2", "1"):
        once({"id": number})
    assert [data["id"] for data in seen] == ["1", "2", "3", "1"]
    seen.clear()
    once = Once(seen.append)
    for data in ({}, {}, {"id": None}, {"id": ["1"]}, None):
        once(data)
    assert len(seen) == 5


@pytest.mark.parametrize("spoilt", [None, 7, "", "\0", "x" * 5000, ["de"], {"de": 1}])
def test_what_is_no_language_is_taken_for_english_and_told_in_a_sentence(
    caplog: pytest.LogCaptureFixture, spoilt: object
) -> None:
    seen: list[Any] = []
    once = Once(seen.append)
    once({"id": "1", "locale": spoilt, "guild_locale": "pt-BR"})
    once({"id": "2", "locale": "es-419"})
    assert seen == [
        {"id": "1", "locale": "en", "guild_locale": "pt-BR"}, {"id": "2", "locale": "es-419"},
    ]  # fmt: skip
    assert caplog.messages == ["the locale of an interaction is no language: taken for English"]


@pytest.mark.parametrize("values", [None, [], {}, "", "abc", 7, [None], [["x"]], [1], [{}]])
def test_what_is_no_choice_from_a_menu_is_refused(values: object) -> None:
    with pytest.raises(Refused) as error:
        first_value(values)
    assert error.value.key == "refused.malformed"


def said(content: str, **fields: Any) -> dict[str, Any]:
    return {"id": "7", "channel_id": "6", "content": content, "author": {"id": "1"}} | fields


def test_only_its_name_alone_calls_the_bot_in_a_server_and_any_words_in_direct_messages() -> None:
    assert called(said("<@9>", guild_id="5"), 9) == Call(7, 6, 5, 1)
    assert called(said(" <@!9>\n", guild_id="5"), 9) == Call(7, 6, 5, 1)
    for content in ("", "<@9> hello", "hello <@9>", "<@8>"):
        assert called(said(content, guild_id="5"), 9) is None
    assert called(said("hello"), 9) == Call(7, 6, None, 1)


def test_bots_and_webhooks_call_nobody() -> None:
    assert called(said("<@9>", author={"id": "9", "bot": True}), 9) is None
    assert called(said("<@9>", guild_id="5", webhook_id="3"), 9) is None


def test_what_discord_tells_of_a_person_calls_nobody_but_a_reply_does() -> None:
    assert called(said("", type=6), 9) is None  # they have pinned something
    assert called(said("hello", type=19), 9) == Call(7, 6, None, 1)
