"""Whoever calls the bot is answered in their language, or in that of the server."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.discord.app import App
from bot.discord.inbound import Call
from bot.home.commands import CalledCog
from bot.preferences.person import note_client
from tests.match.rows import said
from tests.match.stand import Parts
from tests.texts.pseudo import OPEN, with_pseudo


@pytest.mark.parametrize(
    ("guild_id", "discords", "is_german"),
    [(None, None, True), (5, "en-US", False), (5, "de", True)],
)
async def test_a_call_in_private_is_answered_in_the_language_of_who_calls(
    parts: Parts, monkeypatch: pytest.MonkeyPatch,
    guild_id: int | None, discords: str | None, is_german: bool,
) -> None:  # fmt: skip
    texts, posted = with_pseudo("de"), list[str]()
    monkeypatch.setattr("bot.texts._load", lambda: texts)
    await note_client(parts.store, 101, "de")

    async def post(_channel: int, layout: Any, *, nonce: str) -> None:
        posted.append(said(layout) + nonce)

    io = SimpleNamespace(post=post, locale_of=lambda _guild: discords)
    app = SimpleNamespace(
        texts=texts, store=parts.store, clock=parts.clock, io=io,
        settings=SimpleNamespace(locale="en"),
    )  # fmt: skip
    cog = CalledCog(cast("App", app))
    await cog.on_call(Call(7, 6, guild_id, 101))
    assert [OPEN in one for one in posted] == [is_german]
