"""What people set as a feature."""

from __future__ import annotations

from bot.match.feature import Feature
from bot.people.commands import Preferences

FEATURE = Feature(name="people", cogs=(Preferences,))
