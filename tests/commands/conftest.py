"""Every test here also holds what is sent against Discord's description."""

from tests.sim.conftest import few_puzzles, prompt_scouring, quick_pictures, rare_rounds
from tests.wire.judging import evening_bodies

__all__ = ["evening_bodies", "few_puzzles", "prompt_scouring", "quick_pictures", "rare_rounds"]
