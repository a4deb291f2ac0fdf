"""Invitations: told in the channel and by direct message, whatever happens in between."""

# ruff: noqa: ARG002 - a channel is told more than this one looks at
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from bot.errors import Barred
from bot.match.lobby.invitations import Invitations, Inviting, Target
from bot.preferences.person import Place, set_person
from bot.store.doors import Doors
from bot.store.rows import MatchRow
from bot.texts import Texts
from tests.match.finished import ADA, BEN, CLEO, opened
from tests.match.stand import Parts
from tests.texts.pseudo import LOCALE, OPEN, with_pseudo


@dataclass
class Channel:
    """Remembers by which nonces it was posted to, and what it was told; refuses a few times."""

    nonces: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    refusals: int = 0

    async def post_invitation(
        self, channel_id: int, text: str, people: Sequence[int], roles: Sequence[int], *, nonce: str
    ) -> int:
        if self.refusals:
            self.refusals -= 1
            raise Barred
        self.nonces.append(nonce)
        self.texts.append(text)
        return len(self.texts)

    async def remove(self, channel_id: int, message_id: int) -> None:
        self.texts[message_id - 1] = ""


def inviting(parts: Parts, channel: Channel) -> Inviting:
    """Return what tells of invitations, as after a start."""
    return Inviting(
        parts.store, parts.tables, Texts.load(), channel, parts.notices, parts.clock
    )  # fmt: skip


async def invited(parts: Parts, *people: int) -> MatchRow:
    """Let Ada invite people who are called by direct message; nobody is told yet."""
    row = await opened(parts.lobbies, (ADA,))
    for user in people:
        await invite(parts, row, user)
    return row


async def invite(parts: Parts, row: MatchRow, user: int) -> None:
    await set_person(parts.store, user, place=Place.DM)
    invitations = Invitations(parts.store, parts.tables, parts.clock)
    await invitations.invite(row.id, ADA, Target(user), guild_id=row.guild_id)


def killed() -> None:
    raise AssertionError


async def test_who_is_told_by_direct_message_is_told_once(parts: Parts) -> None:
    await invited(parts, BEN, CLEO)
    channel = Channel(refusals=1)
    for _ in range(3):
        await inviting(parts, channel).catch_up()
    assert len(channel.nonces) == 1
    assert parts.stage.taken("post_notice") == [f"post_notice {BEN}", f"post_notice {CLEO}"]
    assert len(set(parts.stage.nonces)) == 2


async def test_who_is_told_reads_their_own_language(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = with_pseudo(LOCALE)
    monkeypatch.setattr("bot.texts._load", lambda: there)
    await invited(parts, BEN, CLEO)
    await set_person(parts.store, BEN, language=LOCALE)
    channel = Channel()
    await inviting(parts, channel).catch_up()
    assert OPEN not in channel.texts[0]
    assert [OPEN in text for text in parts.stage.notices.values()] == [True, False]


async def test_a_kill_before_the_direct_message_loses_it_not(parts: Parts) -> None:
    await invited(parts, BEN, CLEO)
    channel = Channel()
    parts.stage.during["post_notice"] = killed
    with pytest.raises(AssertionError):
        await inviting(parts, channel).catch_up()
    assert parts.stage.notices == {}
    await inviting(parts, channel).catch_up()
    assert len(parts.stage.notices) == 2
    first, second = channel.nonces
    assert first == second
    assert len(set(parts.stage.nonces)) == 2
    assert await Doors(parts.store.database).untold() == []


async def test_who_is_invited_after_a_kill_is_not_taken_for_what_was_told_before(
    parts: Parts,
) -> None:
    row = await invited(parts, BEN)
    channel = Channel()
    parts.stage.during["post_notice"] = killed
    with pytest.raises(AssertionError):
        await inviting(parts, channel).catch_up()
    await invite(parts, row, CLEO)
    await inviting(parts, channel).catch_up()
    assert f"<@{CLEO}>" in channel.texts[1]
    assert channel.nonces[0] != channel.nonces[1]


async def test_an_invitation_is_taken_back_when_its_lobby_ended_in_another_process(
    parts: Parts,
) -> None:
    row = await invited(parts, BEN)
    channel = Channel()
    telling = inviting(parts, channel)
    for _ in range(2):
        await telling.catch_up()
        assert channel.texts[0]
    await parts.lobbies.close(row.id, ADA, moderator=False)
    await telling.catch_up()
    assert channel.texts == [""]
