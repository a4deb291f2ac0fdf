"""A store with people who play before a stage."""

from tests.play.conftest import parts

__all__ = ["parts"]
