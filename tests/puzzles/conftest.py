"""A store with people who play."""

from tests.match.conftest import forks, hall

__all__ = ["forks", "hall"]
