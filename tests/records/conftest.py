"""A store with people who play."""

from tests.match.conftest import finished, hall

__all__ = ["finished", "hall"]
