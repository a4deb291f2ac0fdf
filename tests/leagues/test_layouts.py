"""The form that opens a league."""

from __future__ import annotations

from bot.leagues.layouts import league_form
from tests.match.rows import SAY


def test_a_league_is_opened_for_one_or_two_months_or_for_good() -> None:
    form = league_form(["nimbly"], None, SAY).to_dict()
    options = form["components"][1]["component"]["options"]
    assert [each["label"] for each in options] == ["No end", "4 weeks", "8 weeks"]
    assert [each["value"] for each in options if each.get("default")] == ["0"]
