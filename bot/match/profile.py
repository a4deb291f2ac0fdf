"""What features tell of how a person has played, for their page (`/stats`)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

Accuracies = Callable[[int, int], Awaitable[Sequence[tuple[str, float]]]]


@dataclass(frozen=True)
class Profile:
    """What is asked of features that the page itself does not know."""

    accuracies: Accuracies
    """Takes a user id and the most to give; returns game and accuracy (0 to 100) of each reviewed
    game, the newest first."""
