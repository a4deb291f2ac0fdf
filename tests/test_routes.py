"""Where custom ids lead: every control ever posted goes on working, and nothing else does."""

from __future__ import annotations

import inspect
import json
import re
import unicodedata
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest
from discord import ui

from bot.beats.layouts import beat_button, challenge_layout
from bot.beats.service import Tried
from bot.daily.layouts import (
    DayPage,
    announcement_layout,
    daily_button,
    daily_layout,
    daily_line,
    today_button,
)
from bot.daily.rules import Day, Field, Habit
from bot.daily.service import Glance, MyDaily, PastDay, TryOutcome
from bot.daily.store import TryResult
from bot.discord.parts import button, container, rows
from bot.discord.spoken import OF_TABLE
from bot.evenings.appointment_layouts import Shown as WeeklyShown
from bot.evenings.appointment_layouts import (
    appointment_layout,
    move_form,
    none_layout,
    season_form,
    weekly_form,
)
from bot.evenings.appointment_layouts import asked_layout as weekly_asked_layout
from bot.evenings.appointment_layouts import season_over_layout as weekly_over_layout
from bot.evenings.appointment_layouts import unread_layout as weekly_unread_layout
from bot.evenings.director_layouts import Panel as Directed
from bot.evenings.director_layouts import asked_layout, direct_layout, person_layout, score_form
from bot.evenings.layouts import (
    leave_layout,
    live_layout,
    offer_layout,
    plan_form,
    plan_layout,
    round_layout,
)
from bot.evenings.layouts import over_layout as evening_over_layout
from bot.evenings.meetings import Offer as Challenged
from bot.evenings.result_layouts import Looking, past_result_layout
from bot.evenings.rows import Appointment, ChallengeRow, EveningPerson, EveningRow
from bot.evenings.standings import EveningTable, Played, Standing, Swing
from bot.evenings.standings import Moment as EveningMoment
from bot.evenings.store import BoardRow, Past
from bot.home.actions import card_layout, newcomer_layout, rest_layout
from bot.leagues.layouts import (
    Offer,
    begun_layout,
    ending_layout,
    league_form,
    league_line,
    table_layout,
)
from bot.leagues.layouts import Page as LeaguePage
from bot.learn.layouts import lesson_layout
from bot.learn.lesson import lesson_of
from bot.match.acts.departures import Ending, Leaving, end_layout, leaving_layout
from bot.match.acts.moderation import DEEDS, panel_layout, tables_layout
from bot.match.calls.notices import notice_layout
from bot.match.house.layouts import confirm_layout, warning_layout
from bot.match.lobby.options_layouts import (
    blocks_layout,
    choice_layout,
    options_form,
    settings_layout,
    terms_form,
)
from bot.match.show.board_layouts import board_layout, more_layout, table_more_layout
from bot.match.show.hand_layouts import hand_layout
from bot.match.show.lobby_layouts import greeting_layout, lobby_layout, missing_layout, rules_layout
from bot.match.show.looks import Line
from bot.match.table.season import SeasonLine
from bot.match.table.state import Table
from bot.match.talk.my_games import VERBS, which_layout
from bot.match.talk.questions import questions_layout
from bot.match.talk.rules import help_layout, more_help_layout, topic_layout
from bot.people.layouts import GROUPS, Shown, group_layout, preferences_layout, quiet_form
from bot.preferences.person import PersonSettings
from bot.presenters import PRESENTERS
from bot.privacy.actions import deleting_layout, privacy_layout
from bot.privacy.service import Outlook
from bot.puzzles.layouts import answered_layout, puzzle_layout, puzzle_more_layout
from bot.puzzles.service import KEPT, Answered, Puzzle
from bot.puzzles.store import PuzzleAnswer, PuzzleWeek, Solver
from bot.replays.layouts import other_ways, replay_layout, shared_layout
from bot.replays.service import OPEN, Moment
from bot.reviews.layouts import ReviewFrame, mistake_layout, review_layout, waiting_layout
from bot.routes import ROUTES, find
from bot.seekers.layouts import call_notice, over_notice, seeking_layout
from bot.servers.layouts import SHOWN, server_layout, welcome_layout
from bot.skill import Rating
from bot.store.rows import MatchRow, Member, Presence, Proposal, ResultRow, SeriesRow, Status
from bot.texts import Texts
from engine.games import GAMES
from engine.seats import Seat
from render.api import Words
from tests.match.rows import (
    SAY,
    board_of,
    hand_of,
    ids,
    lobby_row,
    parts,
    picture,
    replay_of,
    tables,
)
from tests.puzzles.rows import puzzle_row
from tests.reviews.conftest import made_up, random_replay
from tests.store.samples import league_in
from tests.test_servers import server_page

TEXTS = Texts.load()

LEAGUE = league_in(5, week=2)
PLANNED = "nimbly.3..60."

POSTED: dict[str, tuple[str, dict[str, object]]] = {
    custom_id: (action, fields)
    for custom_id, (action, fields) in json.loads(
        Path(__file__).with_name("posted.json").read_text(encoding="utf-8")
    ).items()
}
"""Every form of custom id that stands in a channel somewhere, and where it leads.

No line of the file may ever be changed; new forms come to its end.
"""


def test_every_control_ever_posted_finds_its_action() -> None:
    for custom_id, led in POSTED.items():
        route, fields = find(custom_id) or pytest.fail(f"{custom_id} leads nowhere")
        assert (route.action.__name__, fields) == led, custom_id
        inspect.signature(route.action).bind("a press", **fields)


def test_a_control_is_spoken_with_its_table_if_it_is_about_one() -> None:
    for custom_id in (*POSTED, "z:012345678901:pass", "zb:012345678901:any"):
        route, _ = find(custom_id) or pytest.fail(f"{custom_id} leads nowhere")
        of_table = re.match(r"[^{]*{match_id}", route.spelling)
        assert bool(OF_TABLE.fullmatch(custom_id)) is bool(of_table), custom_id


def test_no_form_of_custom_id_is_left_out() -> None:
    known = {found[0].spelling for custom_id in POSTED if (found := find(custom_id))}
    assert known == {route.spelling for route in ROUTES}


@pytest.mark.parametrize(
    "custom_id",
    [
        "", ":", "x:7", "m", "m:7", "m:7:12", "m:7:12:", f"m:7:12:{'x' * 61}", "m:7:12:a\nb",
        "m:-1:0:k", "s:7:\u0661", "s:7:12:", "s:\xb2:1", f"s:{10**18}:1", f"s:7:{10**9}",
        "t:7", "t:7:dance", "t:7:hand:", "t::hand", " t:7:hand", "t:7:hand\n", "T:7:hand",
        "look:", "look:7", "look:7:", "look:7:Hand", f"look:7:{'x' * 21}", "look:x:hand",
        "l:7:master", "l:7:", "h:", "h:7x", "q:7:off", "q:7:", "w:dance", "w:", "o:7:x", "f:",
        "f:7x", "f:\u0667", f"f:{10**18}", "r:Cloud:1", f"r:{'a' * 41}:1", "r:nimbly:x",
        "lb:nimbly:there:ever:1", "l:7:add", "b:nimbly:here:1", "lb:nimbly:here:never:1",
        "lb:nimbly:all:2", "lb:nimbly:1", "best:", "help:", "help:7", "fair:x", "settings:7:x",
        "p:", "p:7:12", "p:7:12:maybe", "p:7::yes", f"p:7:{10**9}:yes",
        "table:", "table:ban", "table:7:ban", "table:end:7",
        "server:", "server:mood", "server:clock:role", "server:openers:", "server:openers:7",
        "review:", "review:x", "review:7:x", "replay:at:", "replay:at:7", "replay:at:7-12-2-W5NKT",
        "replay:7:", "replay:7:x", f"replay:7:{10**9}",
        "me:reminder:on", "again:7:new", "evening:7",
        "league", "league:", "league:x", "league:7:3", "league:7:0:", f"league:7:{10**9}:1",
        "z:", "z:0123456789ab", "z:0123456789ab:", "z:0123456789AB:draw A", "z:7:draw A", "zn:",
        "zc:7", "zo", "zb:0123456789ab", "zb:7:any",
        "me:", "me:learns", "me:learns:maybe", "me:place:dm", "me:7",
        "block", "block:", "block:list",
        "evening", "evening:", "evening:x", "evening:7:", "evening:7:end", "evening:7:1:join",
    ],
)  # fmt: skip
def test_what_is_none_of_ours_leads_nowhere(custom_id: str) -> None:
    assert find(custom_id) is None


Names: TypeAlias = "tuple[str, str, str]"

PEOPLE: Names = ("Ada", "Ben", "Cleo")


def with_members(table: Table, *members: Member) -> Table:
    return replace(table, row=replace(table.row, members=members))


def layouts(names: Names = PEOPLE, say: Words = SAY) -> list[ui.LayoutView]:
    """Return layouts with every control there is, of a lobby, a game and its end."""
    lobby, (table, *_, over) = lobby_row(*names), tables(*names)
    alone = with_members(
        table, Member("101", names[0]), *(Member(f"house:{n}", "X") for n in (1, 2))
    )
    proposal = Proposal(12, (101,), 90, 180, hints=True, until=9.0)
    asked = replace(table, row=replace(table.row, proposal=proposal))
    seat, pictures = table.to_act()[0], [("a.png", picture())]
    left = with_members(
        table, *(replace(member, presence=Presence.LEFT) for member in table.row.members)
    )
    return [
        lobby_layout(lobby, say),
        greeting_layout(lobby, "here", say),
        missing_layout(lobby, [7, 8], say),
        choice_layout(say),
        welcome_layout(pictures, say),
        settings_layout(lobby, say, manages=True, speaks=True),
        settings_layout(replace(lobby, members=alone.row.members[1:]), say, manages=False),
        blocks_layout([7], say),
        *(board_layout(board_of(each), pictures, say) for each in (table, asked, alone, over)),
        more_layout(board_of(over), say),
        table_more_layout(*hand_of(table, seat), say),
        *(hand_layout(*hand_of(each, seat), pictures, say) for each in (table, left)),
        warning_layout(table.row, say, rated=True),
        *questions(table, names, say),
        questions_layout(table.row, table.view(seat), say),
        *(leaving_layout(lobby.id, say, what) for what in Leaving),
        leaving_layout(lobby.id, say, Leaving.GOES_ON, ending=Ending(needed=2, has_voted=True)),
        end_layout(lobby.id, say),
        *(which_layout([table.row], 101, verb, "", say) for verb in VERBS),
        *(tables_layout([table.row], deed, 101, say) for deed in DEEDS),
        panel_layout(table.row, say),
        *(server_layout(server_page(), setting, say) for setting in (None, *SHOWN)),
        *(rules_layout("cloud_nine", 2, pictures, say, of) for of in ("", "daily")),
        *replay_layouts(names, say),
        *beat_layouts(say),
        *review_layouts(names, say),
        *daily_layouts(names, say),
        *evening_layouts(over, names, say),
        *appointment_layouts(say),
        *puzzle_layouts(say),
        help_layout({}, say),
        more_help_layout({}, say),
        *lesson_layouts(say),
        *card_layouts(say),
        privacy_layout(say),
        *preference_layouts(say),
        *seeker_layouts(lobby, say),
        begun_layout(LEAGUE, None, say),
        ending_layout(LEAGUE, say),
        table_layout(LeaguePage(LEAGUE, 0, 1, more=True), [], "", say, Offer(manages=True)),
        deleting_layout(Outlook(1, 1, 1, 1), 5.0, say),
        topic_layout("fair", dict.fromkeys(("play", "rules", "replay"), "x"), say),
    ]


def review_layouts(names: Names, say: Words) -> list[ui.LayoutView]:
    found = random_replay("nimbly", *names)
    shown = ReviewFrame(found, made_up(found))
    return [
        waiting_layout(found.row.id, say),
        review_layout(shown, (), say),
        mistake_layout(shown, shown.review.mistakes[0], (), say),
    ]


def daily_layouts(names: Names, say: Words) -> list[ui.LayoutView]:
    row = next(iter(tables(*names))).row
    series = SeriesRow("daily 2026-11-22", row.game, {}, b"", 1, 1, 0.0, 9.0)
    result = TryResult(20779, 101, row.id, names[0], 7, won=True, gave_up=False)
    outcome = TryOutcome(result, Field(2, 1, 1), None, result)
    habit = Habit.of({20779: False}, 20779)
    fresh = MyDaily(Day(20779), series, None, None, habit, 0)
    played = MyDaily(Day(20779), series, row, outcome, habit, 1)
    missed = replace(fresh, series=replace(series, closed=9.0))
    past = [PastDay(Day(20778), "nimbly", False, "21 Nov")]
    return [
        daily_layout(DayPage(fresh, "22 Nov", past=past), [], say),
        daily_layout(DayPage(missed, "22 Nov"), [], say),
        daily_layout(DayPage(played, "22 Nov", shares=True, reminds=False), [], say),
        announcement_layout(series, say),
        container(*rows([daily_button(replace(row, series=series.key), say), today_button(say)])),
    ]


def replay_layouts(names: Names, say: Words) -> list[ui.LayoutView]:
    found = replay_of(*names, deals=2)
    moment = Moment(found.row.id, found.starts[1] + 1, OPEN)
    return [
        replay_layout(
            found,
            moment,
            [],
            say,
            can_share=True,
            more=other_ways(found.row, say, played=True),
            is_whole=True,
        ),
        replay_layout(found, moment, [], say, can_share=True),
        shared_layout(found, moment, [], say, is_for_all=True),
    ]


def beat_layouts(say: Words) -> list[ui.LayoutView]:
    row = replace(lobby_row("Ada"), status=Status.OVER)
    made = ResultRow(1, 101, "Ada", 64, won=False, best_deal=64, deals=1)
    offered = beat_button(row, say)
    assert offered is not None
    return [challenge_layout(Tried(row, made), say), container(*rows([offered]))]


def puzzle_layouts(say: Words) -> list[ui.LayoutView]:
    puzzle = Puzzle.of(puzzle_row("0123456789ab", theme="run"))
    answer = PuzzleAnswer(101, "0123456789ab", puzzle.choices[0].code, True, 0.0, 26.0, 7.0)
    week = PuzzleWeek(Solver(Rating(26.0, 7.0), 1, 1), (0,) * 7, 0)
    solved = Answered(puzzle, answer, answer.code, 1000, week, is_new=True)
    missed = replace(solved, answer=replace(answer, is_right=False))
    return [
        layout
        for kept in KEPT
        for layout in (
            puzzle_layout(puzzle, [], kept, say),
            answered_layout(solved, [], kept, say),
            answered_layout(missed, [], kept, say),
            puzzle_more_layout(puzzle, kept, say),
        )
    ]


def lesson_layouts(say: Words) -> list[ui.LayoutView]:
    lesson = lesson_of("balloon")
    assert lesson is not None
    return [lesson_layout(lesson, step, [], say) for step in lesson.steps.values()]


WEEKLY = Appointment(
    7, 5, 6, "en", "nimbly clumond", 3, "60", 3, 1230, "Europe/Berlin", 9.0, weeks=8, counted=5,
    handicap=True,
)  # fmt: skip


def appointment_layouts(say: Words) -> list[ui.LayoutView]:
    """Return what is shown of a weekly evening, to its hosts and others."""
    lines = [SeasonLine(1, 101, "Ada", 3, 210.5, 70.2, 8.5)]
    lobby = lobby_row("Ada")
    signing = replace(lobby, terms=replace(lobby.terms, rounds=3, begins=9.0, appointment=7))
    other = replace(WEEKLY, id=8, handicap=False, counted=0, weeks=0)
    return [
        appointment_layout(WeeklyShown(WEEKLY, "https://x", lines, [other], manages=True), [], say),
        appointment_layout(WeeklyShown(other, "", []), [], say), weekly_asked_layout(WEEKLY, say),
        none_layout(say, manages=True), weekly_over_layout(WEEKLY, lines, [], say),
        weekly_unread_layout(WEEKLY, "x", say), lobby_layout(signing, say),
    ]  # fmt: skip


def evening_layouts(over: Table, names: Names, say: Words) -> list[ui.LayoutView]:
    """Return what is told of an evening, while it goes on and at its end."""
    row = replace(over.row, series="evening 7 1")
    at, played = EveningRow(7, 0.0, rounds=2, secret=bytes(32)), Played(1, [row], [], [])
    ada = EveningPerson(7, 101, 5, names[0], "1")
    plays = Standing(at, [EveningTable(row, 1)], [ada])
    rests = replace(plays, evening=replace(at, next_at=9.0), played=[played])
    ended = replace(rests, evening=EveningRow(7, 0.0, ended=9.0))
    past = Past(ended.evening, BoardRow(7, 5, 7, "en"), row.game, [ada])
    challenge = ChallengeRow("K7FM2QXR", row.id, None, None, until=9.0)
    moment = EveningMoment(row, None, 1, Seat(1), 12, Swing(9, 3.0, 2))
    return [
        live_layout(plays, say), live_layout(rests, say), live_layout(ended, say),
        round_layout(rests, played, [], say), evening_over_layout(ended, [moment], [], say),
        plan_layout(PLANNED, row.game, 9.0, "20:30", say),
        direct_layout(Directed(plays.evening), say), asked_layout(rests.evening, say),
        direct_layout(Directed(replace(rests.evening, paused=5.0)), say),
        person_layout(rests.evening, rests.people[0], say),
        leave_layout(plays.evening, say),
        past_result_layout(Looking([past], 101, str), ended, [], [], say),
        offer_layout(Challenged(challenge, row, names[1]), say),
    ]  # fmt: skip


def preference_layouts(say: Words) -> list[ui.LayoutView]:
    shown = Shown(PersonSettings(), 0.0, {"en": "English", "hu": "magyar"}, say)
    return [preferences_layout(shown), *(group_layout(group, shown) for group in GROUPS)]


def seeker_layouts(lobby: MatchRow, say: Words) -> list[ui.LayoutView]:
    calls = call_notice(lobby, 109, 1, "https://x", say), over_notice(lobby, say, ends=True)
    return [
        seeking_layout([], say), seeking_layout(["nimbly"], say),
        *map(notice_layout, (*calls, over_notice(lobby, say))),
        lobby_layout(replace(lobby, status=Status.CLOSED), say),
    ]  # fmt: skip


def card_layouts(say: Words) -> list[ui.LayoutView]:
    series = SeriesRow("daily 2026-11-22", "nimbly", {}, b"", 1, 1, 0.0, 9.0)
    lines = [
        daily_line(Glance(Day(20779), "nimbly", "new", None, Habit.of({}, 1)), say),
        league_line(LEAGUE, series, (), 101, say),
        Line("x", button("zn", "x")),
    ]
    return [card_layout(lines, say), rest_layout(lines, say), newcomer_layout((), (), say)]


def questions(table: Table, names: Names, say: Words) -> list[ui.LayoutView]:
    """Return what is asked before a move is made."""
    user, seat = 101, table.seat_of(101)
    assert seat is not None
    mine = next(one for one in tables(*names) if seat in one.to_act())
    asked = confirm_layout(mine, user, mine.row.moves, mine.legal(seat)[0], say)
    assert asked is not None
    return [asked]


async def test_every_control_that_is_posted_now_leads_somewhere() -> None:
    posted = [custom_id for layout in layouts() for custom_id in ids(layout)]
    posted += [form(lobby_row("Ada"), SAY).custom_id for form in (options_form, terms_form)]
    posted.append(terms_form(lobby_row("Ada"), SAY, is_played=True).custom_id)
    posted.append(quiet_form(PersonSettings(), SAY).custom_id)
    posted.append(plan_form(PLANNED, {"": "x"}, "", "20:30", "UTC", SAY).custom_id)
    posted.append(league_form(["nimbly"], 5, WEEKLY.time, "Thursday", SAY).custom_id)
    posted.append("league:quiet")  # below a notice
    posted += [
        form.custom_id
        for form in (
            weekly_form(WEEKLY, "Thursday", SAY), move_form(7, SAY),
            season_form(7, 8, 5, 1, SAY), score_form(7, 2, 101, SAY),
        )
    ]  # fmt: skip
    assert not [custom_id for custom_id in posted if find(custom_id) is None]
    reached = {found[0].spelling for custom_id in posted if (found := find(custom_id))}
    missing = {route.spelling for route in ROUTES} - reached
    assert missing == {
        # made where there are many of these
        "s:{match_id}:{moves}", "s:{match_id}:{moves}:{number}", "lb:{game}:{where}:{when}:{page}",
        "games:{page}", "lm:{game}:{scene}",
        # made no more
        "evening:{match_id}:guess:{number}", "me:learns:{switch}", "me:wishes",
    }  # fmt: skip


def test_discord_py_is_to_remember_no_control() -> None:
    assert not [layout for layout in layouts() if layout.is_dispatchable()]


BESIDE_EMOJI = 34
"""Characters of a label for which a phone has room beside an emoji (Discord's reference)."""


@pytest.mark.parametrize("language", sorted(TEXTS.languages))
def test_a_label_beside_an_emoji_fits_on_a_phone_in_every_language(language: str) -> None:
    say = TEXTS.words(language)
    shown = [part for layout in layouts(say=say) for part in parts(layout) if part["type"] == 2]
    labels = {part["label"] for part in shown if "emoji" in part or is_emoji(part["label"][0])}
    for key in GAMES:
        people = PEOPLE[: max(GAMES[key].info.seats)]
        for table in tables(*people, key=key):
            for seat in table.to_act():
                controls = PRESENTERS[key].controls(table.view(seat), say, people)
                labels |= {control.label for control in controls if control.emoji}
    assert len(labels) > len(GAMES)
    assert not [label for label in labels if len(label) > BESIDE_EMOJI]


def is_emoji(char: str) -> bool:
    return unicodedata.category(char) == "So"
