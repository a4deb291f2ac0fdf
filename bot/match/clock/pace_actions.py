"""How long house players pause in a game with nobody else."""

from __future__ import annotations

from bot.discord.press import Press
from bot.match.tables import Tables
from bot.store.rows import MatchId


async def set_pace(press: Press, match_id: MatchId, pace: str) -> None:
    """Let house players play `faster` or `slower` for the one person who plays."""
    await press.app.get(Tables).wake(match_id, press.user_id)
    await press.app.get(Tables).set_fast(match_id, press.user_id, fast=pace == "faster")
    await press.private(press.say(f"table.{pace}"))
