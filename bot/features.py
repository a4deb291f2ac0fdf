"""Parts that features add to the core: their kinds of tables, their looks, offers of games.

Importing this module registers all of it. Whoever runs tables imports it: `bot.wiring` does.
"""

from __future__ import annotations

from bot.daily import layouts as daily
from bot.daily.ahead_layout import DAILY_AHEAD
from bot.daily.calendar import DAILY, is_daily
from bot.leagues import layouts as leagues
from bot.leagues.week import LEAGUE, can_have
from bot.match.abilities import ABLE, Ability
from bot.match.kind import KINDS
from bot.match.show.looks import AHEAD, LOOKING_BACK, LOOKS, NOTES
from bot.ratings.anchors import ANCHORS
from bot.ratings.news_layout import rating_notes
from bot.replays.layouts import replay_button
from bot.reviews.layouts import review_button

KINDS |= {kind.name: kind for kind in (DAILY, LEAGUE)}
ABLE |= {
    Ability.RATING: ANCHORS.__contains__,
    Ability.DAILY: is_daily,
    Ability.LEAGUE: can_have,
}
LOOKS |= {DAILY.name: daily.LOOK, LEAGUE.name: leagues.LOOK}
LOOKING_BACK |= {"review": review_button, "replay": replay_button}
AHEAD[DAILY.name] = DAILY_AHEAD
NOTES["ratings"] = rating_notes
