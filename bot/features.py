"""Parts that features add to the core: their kinds of tables, their looks, offers of games.

Importing this module registers all of it. Whoever runs tables imports it: `bot.wiring` does.
"""

from __future__ import annotations

from bot.daily import layouts as daily
from bot.daily.ahead_layout import DAILY_AHEAD
from bot.daily.calendar import DAILY, is_daily
from bot.daily.dailies import may_watch
from bot.daily.home_layout import daily_facts, daily_lines
from bot.daily.notes_layout import daily_notes
from bot.evenings import layouts as evenings
from bot.evenings.home_layout import evening_facts, evening_lines
from bot.evenings.notes_layout import evening_notes
from bot.evenings.reading import may_watch as may_watch_evening
from bot.evenings.round import EVENING
from bot.evenings.store import rated_places
from bot.leagues import layouts as leagues
from bot.leagues.home_layout import league_facts, league_lines
from bot.leagues.notes_layout import league_notes
from bot.leagues.store import rated_places as rated_places_of_week
from bot.leagues.week import LEAGUE, can_have
from bot.learn import layouts as learn
from bot.learn.lesson import taught
from bot.learn.table import LESSON
from bot.match.abilities import ABLE, Ability
from bot.match.kind import KINDS
from bot.match.series import WATCHED
from bot.match.show.looks import AHEAD, LOOKING_BACK, LOOKS, NOTES
from bot.match.show.profile import FACTS, LINES
from bot.puzzles.home_layout import puzzle_facts, puzzle_lines
from bot.ratings.anchors import ANCHORS
from bot.ratings.contests import CONTESTS, Contest
from bot.ratings.home_layout import rating_lines
from bot.ratings.news_layout import rating_notes
from bot.replays.layouts import replay_button
from bot.reviews.facts import review_facts
from bot.reviews.layouts import LOOK, review_button
from bot.reviews.practice import PRACTICE
from bot.reviews.practice_notes import practice_notes

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
