"""A store with people who play before a stage."""

from tests.play.conftest import house

__all__ = ["house"]
