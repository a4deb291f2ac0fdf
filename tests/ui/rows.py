"""Rows as the store gives them, for layouts."""

from __future__ import annotations

from bot.store.rows import MatchId, MatchRow, Member, Status
from bot.texts import Texts

SAY = Texts.load().words("en")


def lobby_row(*names: str, match_id: int = 7) -> MatchRow:
    """Give a lobby of people with these names."""
    members = tuple(Member(str(100 + n), name) for n, name in enumerate(names, start=1))
    return MatchRow(
        id=MatchId(match_id), version=1, status=Status.LOBBY, game="cloud_nine", rules_version=1,
        options={"deals": 3, "target": None}, guild_id=5, channel_id=6, opener_id=101, locale="en",
        secret=bytes(32), members=members, created=0.0, touched=0.0,
    )  # fmt: skip
