"""Notices on Discord: whose they are, and what makes two of them one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

from bot.match.calls.notices import DiscordNotices, Notice

ADA, BEN = 1_100_000_000_000_000_101, 1_100_000_000_000_000_102
NEWS = Notice("A moderator has ended your table.", "end7-1200000000000000000")


@dataclass
class Sender:
    """Takes what is posted."""

    nonces: list[str] = field(default_factory=list)

    async def direct_channel(self, user_id: int) -> int:
        return user_id

    async def post(self, _channel_id: int, _view: object, *, nonce: str, **_: object) -> int:
        self.nonces.append(nonce)
        return 1


async def test_what_two_people_are_told_is_not_taken_for_one_message() -> None:
    sender = Sender()
    notices = DiscordNotices(cast("Any", sender))
    for user_id, notice in (
        (ADA, NEWS),
        (BEN, NEWS),
        (ADA, Notice(NEWS.text, "end8-1")),
        (ADA, NEWS),
    ):
        await notices.post_notice(user_id, notice)
    first, other_person, other_notice, again = sender.nonces
    assert len({first, other_person, other_notice}) == 3
    assert again == first
    assert all(len(nonce) <= 25 for nonce in sender.nonces)
