"""What people set as a feature."""

from __future__ import annotations

from bot.match.feature import Room
from bot.people.commands import Preferences

FEATURE = Room(name="people", cogs=(Preferences,))
