"""Every test here also holds what is sent against Discord's description."""

from tests.wire.judging import simcord_bodies

__all__ = ["simcord_bodies"]
