"""How accurately a person plays, on their page."""

from __future__ import annotations

from collections.abc import Sequence

from bot.match.show.profile import Asked, Fact
from bot.preferences.server import Feature
from bot.reviews.store import ReviewStore
from render.numbers import number

MOST_REVIEWS = 400
"""How many reviewed games the mean goes back."""


async def review_facts(asked: Asked) -> Sequence[Fact]:
    """Tell a person their mean accuracy; a review is private, so nobody else is told."""
    if asked.by != asked.user_id or not asked.settings.has(Feature.REVIEW):
        return ()
    kept = ReviewStore(asked.app.store.database)
    found = [accuracy for _, accuracy in await kept.accuracies(asked.user_id, MOST_REVIEWS)]
    if not found:
        return ()
    return [Fact(asked.say("fact.accuracy"), number(round(sum(found) / len(found))))]
