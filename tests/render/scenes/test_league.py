from __future__ import annotations

from bot.leagues.matchpoints import LeagueLine
from render.api import Words
from render.scenes.leaderboard import Heading
from render.scenes.league import paint_league, paint_week
from tests.render.scenes.test_sheets import league, week

HEADING = Heading("League 7: Nimbly", "week 3 of 4")


def test_the_alt_text_says_what_the_tables_say(words: Words) -> None:
    shown = paint_league(HEADING, league(("Annie", "Benny")), words).alt
    assert shown == (
        "League 7: Nimbly, week 3 of 4."
        " 1st, Annie: total 1166.7, weeks 12, last week 33.3."
        " 2nd, Benny: total 1166.7, weeks 12, last week 33.3."
    )
    shown = paint_week(HEADING, week(("Annie",)), words).alt
    assert shown == (
        "League 7: Nimbly, week 3 of 4. 1st, Annie: points 33.3, seat 2, score minus 123."
    )


def test_a_week_not_played_is_no_number(words: Words) -> None:
    line = LeagueLine(1, 5, "Annie", 1, None, 50.0)
    assert "last week none." in paint_league(HEADING, [line], words).alt
