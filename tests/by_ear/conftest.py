"""Evenings by ear are held to Discord's description as all others are."""

from __future__ import annotations

from tests.sim.conftest import prompt_scouring, quick_pictures, rare_rounds, simcord_bodies

__all__ = ["prompt_scouring", "quick_pictures", "rare_rounds", "simcord_bodies"]
