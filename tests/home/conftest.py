"""A store with people who play."""

from tests.match.conftest import parts

__all__ = ["parts"]
