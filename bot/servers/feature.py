"""What servers set as a feature."""

from __future__ import annotations

from bot.match.feature import Feature
from bot.servers.commands import Managing

FEATURE = Feature(name="servers", cogs=(Managing,))
