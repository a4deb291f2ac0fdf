"""What kind a table is of, by the series it belongs to."""

from __future__ import annotations

from bot.daily.calendar import DAILY, Day
from bot.leagues.week import LEAGUE, Week
from bot.match.kind import TABLE, UNKNOWN, kind_of_series


def test_a_match_of_no_series_is_an_ordinary_table() -> None:
    assert kind_of_series("") is TABLE


def test_features_are_told_apart_by_the_first_word_of_the_key() -> None:
    assert kind_of_series(Day(20779).key) is DAILY
    assert kind_of_series(Week(7, 3).key) is LEAGUE


def test_of_a_feature_of_a_newer_version_nothing_is_told() -> None:
    kind = kind_of_series("evening 5 2")
    assert kind is UNKNOWN
    assert kind.shares_deals
    assert kind.is_veiled


def test_a_kind_is_not_taken_for_one_whose_name_begins_alike() -> None:
    assert kind_of_series("leagues 7 3") is UNKNOWN
    assert not LEAGUE.has("leagues 7 3")
