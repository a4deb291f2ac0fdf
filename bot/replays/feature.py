"""Replays as a feature."""

from __future__ import annotations

from bot.match.feature import Room
from bot.replays.commands import Replays
from bot.replays.layouts import replay_button

FEATURE = Room(name="replays", cogs=(Replays,), looking_back=replay_button)
