"""What servers set as a feature."""

from __future__ import annotations

from bot.match.feature import Room
from bot.servers.commands import Managing

FEATURE = Room(name="servers", cogs=(Managing,))
