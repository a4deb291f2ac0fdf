"""How accurately a person plays, on their page."""

from __future__ import annotations

from collections.abc import Sequence

from bot.match.show.profile import Asked, Fact
from bot.preferences.server import Feature
from bot.reviews.store import ReviewStore
from engine.analysis.review import ANALYSIS_VERSION

LOW = 10.0
"""No accuracy below this is told as a number: that would only discourage."""

LEAST_GAMES = 3
"""Fewer reviewed games say little of a person."""


async def review_facts(asked: Asked) -> Sequence[Fact]:
    """Tell a person their mean accuracy, unless it is LOW; a review is private to them."""
    if asked.by != asked.user_id or not asked.settings.has(Feature.REVIEW):
        return ()
    kept, say = ReviewStore(asked.app.store.database), asked.say
    mean = await kept.mean_accuracy(asked.user_id, ANALYSIS_VERSION, LEAST_GAMES)
    if mean is None or mean < LOW:
        return ()
    return [Fact(say("fact.accuracy"), say("fact.accuracy.mean", accuracy=round(mean)))]
