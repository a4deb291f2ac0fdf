"""The league's week on a person's card, and the form that opens a league."""

from __future__ import annotations

from bot.leagues.layouts import league_form, league_line
from bot.leagues.store import Seated
from bot.match.show.profile import Line
from bot.store.rows import MatchId, SeriesRow, Status
from tests.match.rows import SAY
from tests.store.samples import league_in

ADA, BEN = 101, 102
LEAGUE = league_in(5, week=2)
SERIES = SeriesRow("league 1 2", "nimbly", {}, b"", 1, 1, 0.0, 900.0)


def line_for(*seated: tuple[int, Status]) -> Line:
    sitting = [Seated(MatchId(1), status, user) for user, status in seated]
    return league_line(LEAGUE, SERIES, sitting, ADA, SAY)


def custom_id(line: Line) -> str | None:
    assert line.button is not None
    return line.button.custom_id


def test_a_week_that_others_played_is_offered() -> None:
    line = line_for((BEN, Status.OVER), (ADA, Status.CLOSED))
    assert "eek 2" in line.text
    assert "You haven't played this week yet. It ends <t:900:R>." in line.text
    assert custom_id(line) == f"league:{LEAGUE.id}:play"


def test_a_week_that_is_played_or_under_way_leads_to_the_standings() -> None:
    assert "under way" in line_for((ADA, Status.PLAYING)).text
    line = line_for((ADA, Status.OVER))
    assert "You've played this week." in line.text
    assert custom_id(line) == f"league:{LEAGUE.id}"


def test_a_league_is_opened_for_one_or_two_months_or_for_good() -> None:
    form = league_form(["nimbly"], None, SAY).to_dict()
    options = form["components"][1]["component"]["options"]
    assert [each["label"] for each in options] == ["No end", "4 weeks", "8 weeks"]
    assert [each["value"] for each in options if each.get("default")] == ["0"]
