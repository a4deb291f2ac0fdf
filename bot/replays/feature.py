"""Replays as a feature."""

from __future__ import annotations

from bot.match.feature import Feature
from bot.replays.commands import Replays
from bot.replays.layouts import replay_button

FEATURE = Feature(name="replays", cogs=(Replays,), looking_back=replay_button)
