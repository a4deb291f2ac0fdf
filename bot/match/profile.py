"""Facts that features tell of a person's play, for their page (`/stats`)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

Accuracies = Callable[[int, int], Awaitable[Sequence[tuple[str, float]]]]


@dataclass(frozen=True)
class Profile:
    """Questions to features that the page itself cannot answer."""

    accuracies: Accuracies
    """Takes a user id and the most to give; returns game and accuracy (0 to 100) of each reviewed
    game, the newest first."""
