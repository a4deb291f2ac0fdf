"""Events that cannot be read, and interactions that come a second time."""

from __future__ import annotations

from typing import Any

import pytest

from bot.discord.inbound import INTERACTION, Call, Once, Parser, called, chosen, with_care
from bot.errors import Refused


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
    assert "READY could not be read: KeyError" in caplog.messages
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


@pytest.mark.parametrize("values", [None, [], {}, "", "abc", 7, [None], [["x"]], [1], [{}]])
def test_what_is_no_choice_from_a_menu_is_refused(values: object) -> None:
    with pytest.raises(Refused) as error:
        chosen(values)
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
