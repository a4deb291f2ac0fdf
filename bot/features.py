"""Every feature, a line each; importing this module registers what they add to the core.

Whoever runs tables imports it: `bot.wiring` does.
"""

from __future__ import annotations

from typing import Any

from bot.beats.feature import FEATURE as BEATS
from bot.daily.feature import FEATURE as DAILY
from bot.evenings.feature import FEATURE as EVENINGS
from bot.home.feature import FEATURE as HOME
from bot.leagues.feature import FEATURE as LEAGUES
from bot.learn.feature import FEATURE as LEARN
from bot.match.commands import Asking, Inviting, Play, Reading
from bot.match.show.looks import FACTS
from bot.people.feature import FEATURE as PEOPLE
from bot.privacy.feature import FEATURE as PRIVACY
from bot.puzzles.feature import FEATURE as PUZZLES
from bot.ratings.feature import FEATURE as RATINGS
from bot.replays.feature import FEATURE as REPLAYS
from bot.reviews.feature import FEATURE as REVIEWS
from bot.seekers.feature import FEATURE as SEEKERS
from bot.servers.feature import FEATURE as SERVERS

FEATURES = (
    HOME,
    LEARN,
    REVIEWS,
    REPLAYS,
    BEATS,
    DAILY,
    PUZZLES,
    LEAGUES,
    EVENINGS,
    RATINGS,
    SERVERS,
    PRIVACY,
    PEOPLE,
    SEEKERS,
)
"""In the order in which a person's card is read; each may use the parts of those before it."""

COGS: tuple[type[Any], ...] = (
    Play,
    Asking,
    Reading,
    Inviting,
    *(cog for feature in FEATURES for cog in feature.cogs),
)
"""Every slash command: each parses, calls one action and is done."""

for feature in FEATURES:
    feature.register()
# A person's page is read in another order than their card.
for name in ("daily", "leagues", "evenings", "reviews"):
    FACTS[name] = FACTS.pop(name)
