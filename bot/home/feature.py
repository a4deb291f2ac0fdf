"""The card as a feature."""

from __future__ import annotations

from bot.home.commands import Home
from bot.match.feature import Room

FEATURE = Room(name="home", cogs=(Home,))
