"""Parts that features add to the core: their kinds of tables, their looks, offers of games.

Importing this module registers all of it. Whoever runs tables imports it: `bot.wiring` does.
"""

from __future__ import annotations

from bot.daily import layouts as daily
from bot.daily.layouts import DAILY_AHEAD, daily_facts, daily_lines, daily_notes
from bot.daily.rules import DAILY, is_daily
from bot.daily.service import may_watch
from bot.evenings import layouts as evenings
from bot.evenings.own_layouts import evening_notes
from bot.evenings.plan_layouts import evening_facts, evening_lines
from bot.evenings.rules import EVENING
from bot.evenings.standings import may_watch as may_watch_evening
from bot.evenings.store import rated_places
from bot.leagues import layouts as leagues
from bot.leagues.layouts import league_facts, league_lines, league_notes
from bot.leagues.store import rated_places as rated_places_of_week
from bot.leagues.week import LEAGUE, can_have
from bot.learn import layouts as learn
from bot.learn.lesson import LESSON, taught
from bot.match.show.looks import AHEAD, LOOKING_BACK, LOOKS, NOTES
from bot.match.show.profile import FACTS, LINES
from bot.match.table.abilities import ABLE, Ability
from bot.match.table.kind import KINDS, WATCHED
from bot.puzzles.layouts import puzzle_facts, puzzle_lines
from bot.ratings.ended import CONTESTS, Contest
from bot.ratings.layouts import rating_lines, rating_notes
from bot.ratings.rules import ANCHORS
from bot.replays.layouts import replay_button
from bot.reviews.layouts import LOOK, practice_notes, review_button, review_facts
from bot.reviews.service import PRACTICE

KINDS |= {kind.name: kind for kind in (DAILY, EVENING, LEAGUE, LESSON, PRACTICE)}
ABLE |= {
    Ability.RATING: ANCHORS.__contains__,
    Ability.DAILY: is_daily,
    Ability.LEAGUE: can_have,
    Ability.LESSON: taught().__contains__,
}
CONTESTS |= {
    EVENING.name: Contest(2, rated_places, is_by_conduct=False),
    LEAGUE.name: Contest(3, rated_places_of_week, is_by_conduct=True),
}
LOOKS |= {
    DAILY.name: daily.LOOK,
    EVENING.name: evenings.LOOK,
    LEAGUE.name: leagues.LOOK,
    PRACTICE.name: LOOK,
    LESSON.name: learn.LOOK,
}
WATCHED |= {DAILY.name: may_watch, EVENING.name: may_watch_evening}
LOOKING_BACK |= {"review": review_button, "replay": replay_button}
AHEAD[DAILY.name] = DAILY_AHEAD
NOTES |= {
    "daily": daily_notes,
    "evenings": evening_notes,
    "practice": practice_notes,
    "leagues": league_notes,
    "ratings": rating_notes,
}
FACTS |= {
    "puzzles": puzzle_facts,
    "daily": daily_facts,
    "leagues": league_facts,
    "evenings": evening_facts,
    "reviews": review_facts,
}
LINES |= {
    "daily": daily_lines,
    "puzzles": puzzle_lines,
    "leagues": league_lines,
    "evenings": evening_lines,
    "ratings": rating_lines,
}
