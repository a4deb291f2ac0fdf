"""The card as a feature."""

from __future__ import annotations

from bot.home.commands import Home
from bot.match.feature import Feature

FEATURE = Feature(name="home", cogs=(Home,))
