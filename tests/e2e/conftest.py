"""Every test here also holds what is sent against Discord's description."""

from tests.wire.judging import sandbox_bodies

__all__ = ["sandbox_bodies"]
