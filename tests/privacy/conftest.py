"""A store with people who play."""

from tests.match.conftest import hall, parts

__all__ = ["hall", "parts"]
