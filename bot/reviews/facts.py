"""How accurately a person plays, on their page."""

from __future__ import annotations

from collections.abc import Sequence

from bot.match.show.profile import Asked, Fact
from bot.preferences.server import Feature
from bot.reviews.store import ReviewStore
from engine.analysis.review import ANALYSIS_VERSION
from render.numbers import number


async def review_facts(asked: Asked) -> Sequence[Fact]:
    """Tell a person their mean accuracy; a review is private, so nobody else is told."""
    if asked.by != asked.user_id or not asked.settings.has(Feature.REVIEW):
        return ()
    kept = ReviewStore(asked.app.store.database)
    mean = await kept.mean_accuracy(asked.user_id, ANALYSIS_VERSION)
    return () if mean is None else [Fact(asked.say("fact.accuracy"), number(round(mean)))]
