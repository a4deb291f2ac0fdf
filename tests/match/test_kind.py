"""What kind a table is of, by the series it belongs to."""

from __future__ import annotations

from bot.daily.rules import DAILY, Day
from bot.leagues.week import LEAGUE, Week
from bot.match.table.kind import TABLE, UNKNOWN, kind_of_series


def test_a_series_is_of_the_kind_that_the_first_word_of_its_key_names() -> None:
    assert kind_of_series("") is TABLE
    assert kind_of_series(Day(20779).key) is DAILY
    assert kind_of_series(Week(7, 3).key) is LEAGUE
    assert kind_of_series("leagues 7 3") is UNKNOWN
    assert not LEAGUE.has("leagues 7 3")


def test_of_a_feature_of_a_newer_version_nothing_is_told() -> None:
    kind = kind_of_series("morning 5 2")
    assert kind is UNKNOWN
    assert kind.shares_deals
    assert kind.is_veiled
