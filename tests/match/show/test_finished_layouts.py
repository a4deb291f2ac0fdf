"""The end of a game: places and what decided, what each hand is told, and what can be pressed."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.discord.emoji import ApplicationEmoji
from bot.errors import Refused
from bot.match.show.board_layouts import finished_hand_layout, finished_layout, more_layout
from bot.match.show.contents import Contents
from bot.match.show.stage import moments_of
from bot.match.table.state import Table
from bot.match.talk.questions import answer_to, view_for
from bot.painter import Painter
from bot.presenters import PRESENTERS
from bot.ratings.layouts import RatingNotes
from bot.ratings.rules import Conduct, RatingNews, Verdict
from bot.skill import Rating
from bot.store.rows import Member, Presence, Status
from bot.texts import Texts
from engine.course import Course
from engine.game import Outcome
from engine.seats import Seat
from tests.engine.balloon.positions import played, table
from tests.engine.walks import Beginning
from tests.match.rows import (
    EAR,
    SAY,
    board_of,
    faults,
    hand_of,
    ids,
    labels,
    lobby_row,
    parts,
    picture,
    said,
    tables,
)
from tests.match.show.test_board_layouts import AWKWARD, NAMES
from tests.match.show.test_contents import moments


def last(*names: str) -> Table:
    """Return a table of one deal that is over."""
    *_, table = tables(*names)
    return table


def ended(
    scores: tuple[int, ...], winners: tuple[int, ...], *, deals: tuple[tuple[int, ...], ...] = ()
) -> Table:
    """Return a finished table with these scores, and deals if they are to be told."""
    table = last(*NAMES)
    outcome = Outcome(scores, tuple(Seat(seat) for seat in winners))
    seen: Any = table.view(None)
    view = replace(seen, scores=scores, deal_scores=deals or (scores,))
    game: Any = SimpleNamespace(
        outcome=lambda _state: outcome, view=lambda _state, seat: replace(view, seat=seat)
    )
    return replace(table, course=replace(table.begun, game=game))


def board(table: Table) -> str:
    return said(finished_layout(board_of(table), [], [], SAY))


@pytest.mark.parametrize("names", [NAMES, AWKWARD])
def test_the_end_of_a_game_keeps_discords_limits(names: tuple[str, ...]) -> None:
    table = last(*names)
    shown = finished_layout(board_of(table), [("a.png", picture("x" * 1024))], [], SAY)
    assert faults(shown) == []
    for seat in (1, 2, 3):
        own = finished_hand_layout(*hand_of(table, seat), [("a.png", picture())], SAY)
        assert faults(own) == []


def test_people_stand_in_the_order_of_their_places_which_equals_share_and_a_tie_break_decides() -> (
    None
):
    shown = board(ended((40, 90, 56), (2,)))
    assert shown.split("\n")[:4] == [
        "-# Clouds: final result",
        "🥇 **Ben** · 90 points",
        "🥈 **Cleo** · 56 points",
        "🥉 **Ada** · 40 points",
    ]
    assert "**Ben** wins by 34 points!" in shown
    assert "trick" not in shown
    shown = board(ended((90, 40, 90), (1, 3)))
    assert "🥇 **Ada** · 90 points\n🥇 **Cleo** · 90 points\n🥉 **Ben** · 40 points" in shown
    assert "**Ada** and **Cleo** share the win!" in shown
    shown = board(ended((52, 52, 10), (2,)))
    assert "🥇 **Ben** · 52 points\n🥈 **Ada** · 52 points\n🥉 **Cleo** · 10 points" in shown
    assert "**Ben** wins!" in shown


def test_who_was_overtaken_in_the_last_deal_is_named() -> None:
    turned = ended((100, 110, 50), (2,), deals=((60, 50, 20), (40, 60, 30)))
    assert "**Ben** wins by 10 points! **Ada** was ahead until the last deal." in board(turned)
    steady = ended((100, 110, 50), (2,), deals=((40, 50, 20), (60, 60, 30)))
    assert "was ahead" not in board(steady)


async def test_the_end_is_one_picture_with_the_ratings_as_soon_as_they_are_known() -> None:
    contents = Contents(
        Texts.load(), Painter(), cast("ApplicationEmoji", SimpleNamespace(ready={}))
    )
    board = board_of(last(*NAMES))
    notes = RatingNotes({Seat(1): RatingNews(Verdict.COUNTS, Rating(), Rating(24), Conduct.WHOLE)})
    alts = []
    for one in (board, replace(board, notes=notes)):
        (file,) = (await contents.board(one))[1]
        alts.append(file.description or "")
    assert all(alt.startswith("The game is over. Winner: ") for alt in alts)
    assert ["rating 960, down 40" in alt for alt in alts] == [False, True]


def test_one_picture_stands_above_the_words() -> None:
    shown = finished_layout(board_of(last(*NAMES)), [("a.png", picture())], [], SAY)
    assert "points" not in said(shown), "the picture says it"
    kinds = [part for part in parts(shown) if part["type"] in (10, 12)]
    assert [len(part.get("items", ())) for part in kinds] == [1, 0]
    assert kinds[0]["items"][0]["media"]["url"] == "attachment://a.png"


def test_the_long_numbers_are_behind_a_button_and_the_record_in_the_replay() -> None:
    shown = finished_layout(board_of(last(*NAMES)), [("a.png", picture())], [], SAY)
    assert labels(shown) == ["Rematch", "More…"]
    assert ids(shown) == ["again:7", "more:7"]
    assert ids(more_layout(board_of(last(*NAMES)), SAY)) == [
        "again:7:next", "review:7", "replay:7", "best:cloud_nine", "fair:7",
    ]  # fmt: skip


def test_how_a_hand_of_clumond_was_paid_can_be_asked_at_the_end() -> None:
    *_, table = tables(*NAMES, key="clumond")
    assert "look:7:last_hand" in ids(more_layout(board_of(table), SAY))
    assert "take" in answer_to(table, view_for(table, 101, None, "last_hand"), "last_hand", SAY)
    with pytest.raises(Refused):
        view_for(table, 101, None, "hand")


def test_a_game_against_weak_house_players_says_that_it_does_not_count() -> None:
    table = last(*NAMES)
    first, *_ = table.row.members
    for level, told in (("easy", True), ("normal", False)):
        house = tuple(Member(f"house:{n}", "Cirrus", level=level) for n in (1, 2))
        row = replace(table.row, members=(first, *house))
        assert ("doesn't count" in board(replace(table, row=row))) is told


def test_a_hand_is_told_its_own_place_with_the_picture_of_the_result() -> None:
    table = ended((40, 90, 56), (2,))
    for seat, line in (
        (1, "Third of 3, with 40 points."),
        (2, "🥇 You won, with 90 points!"),
        (3, "🥈 Second of 3, with 56 points."),
    ):
        shown = finished_hand_layout(*hand_of(table, seat), [("a.png", picture())], SAY)
        assert said(shown).startswith(f"-# Clouds: final result\n{line}\n")
        assert "You now have" not in said(shown)
        assert "Deal" not in said(shown), "the board shows how it went"
        assert [part["type"] for part in parts(shown)].count(12) == 1
        assert ids(shown) == ["again:7", "more:7"]
        below = finished_hand_layout(*hand_of(table, seat), [], SAY, below_board=True)
        assert said(below) == f"-# Clouds: final result\n{line}"
        assert ids(below) == ["again:7", "review:7"], "the ways on, nearest to where they look"


def test_in_words_a_hand_is_told_by_how_much_and_where_that_was_comes_last() -> None:
    table = ended((40, 90, 56), (2,))
    shown = finished_hand_layout(*hand_of(table, 1), [("a.png", picture())], EAR)
    lines = said(shown).split("\n")
    at = lines.index("Third of 3, with 40 points.")
    assert " wins and takes " in " ".join(lines[1:at])
    assert lines[at + 1].endswith("wins by 34 points!")
    told = [line.partition(" Cloud: ")[0] for line in lines[at + 2 : at + 5]]
    assert [line.split()[0].strip("*") for line in told] == ["You", *NAMES[1:]]
    assert all(" It makes " in line for line in lines[at + 2 : at + 5])
    kinds = [part["type"] for part in parts(shown) if part["type"] in (10, 12)]
    assert kinds == [10, 10], "no picture says it again"
    assert "[go to the table]" in lines[-1]
    winner = said(finished_hand_layout(*hand_of(table, 2), [], EAR))
    assert "34 points ahead." in winner
    assert "wins by" not in winner


def test_a_hand_is_told_that_its_place_is_shared() -> None:
    for scores, winners, line in (
        ((90, 40, 90), (1, 3), "🥇 A shared win, with 90 points!"),
        ((88, 90, 88), (2,), "🥈 Shared second, with 88 points."),
    ):
        own = said(finished_hand_layout(*hand_of(ended(scores, winners), 1), [], SAY))
        assert line in own


def test_what_is_next_is_offered_to_whom_it_is_open_and_no_row_has_more_than_five() -> None:
    table = last(*NAMES)
    shown = replace(board_of(table), ahead={"daily": frozenset({101})})
    everybody = finished_layout(shown, [("a.png", picture())], [], SAY)
    assert labels(everybody) == ["Rematch", "More…"]
    assert labels(more_layout(shown, SAY)) == [
        "Next game", "Daily", "Review", "Replay", "Leaderboard", "Fair deal",
    ]  # fmt: skip
    assert labels(finished_hand_layout(*hand_of(table, 1), [], SAY)) == ["Rematch", "More…"]
    kicked = replace(hand_of(table, 1)[1], presence=Presence.REMOVED)
    assert labels(finished_hand_layout(shown, kicked, [], SAY))[0] == "Next game"


def test_a_daily_that_was_given_up_is_no_win_of_its_person() -> None:
    table = ended((90, 40, 56), (1,))
    for away in (False, True):
        members = (
            replace(table.row.members[0], presence=Presence.LEFT if away else Presence.HERE),
            *table.row.members[1:],
        )
        row = replace(table.row, members=members, series="daily 2026-11-22", guild_id=None)
        given_up = replace(table, row=row)
        own = said(finished_hand_layout(*hand_of(given_up, 1), [("a.png", picture())], SAY))
        assert ("You won" in own, SAY("daily.gave_up") in own) == (not away, away)
        assert ("Deal 1: " in own) is not away
        assert (SAY("daily.gave_up") in board(given_up)) is away


def test_who_won_with_a_hint_or_by_a_stand_in_is_told_that_it_is_no_win() -> None:
    table = ended((40, 90, 56), (2,))
    first, second, third = table.row.members
    row = replace(table.row, members=(first, replace(second, hinted=True), third))
    shown = said(finished_hand_layout(*hand_of(replace(table, row=row), 2), [], SAY))
    assert "You won, with 90 points! It doesn't count as a win: you took a hint." in shown
    assert "hint" not in said(finished_hand_layout(*hand_of(table, 2), [], SAY))
    away = tuple(replace(member, presence=Presence.LEFT) for member in table.row.members)
    table = replace(table, row=replace(table.row, members=away))
    told = "It doesn't count as a win: a house player finished for you"
    assert told in said(finished_hand_layout(*hand_of(table, 2), [], SAY))
    assert told not in said(finished_hand_layout(*hand_of(table, 3), [], SAY))


def test_of_those_who_asked_for_a_hint_the_winners_are_named() -> None:
    for winners, told in (
        ((1,), "**Ada** took a hint, so it's not a win for them."),
        ((1, 2), "**Ada** and **Ben** took hints, so it's not a win for them."),
        ((3,), ""),
    ):
        scores = tuple(90 if seat in winners else 40 for seat in (1, 2, 3))
        table = ended(scores, winners)
        first, second, third = table.row.members
        hinted = (replace(first, hinted=True), replace(second, hinted=True), third)
        shown = board(replace(table, row=replace(table.row, members=hinted)))
        assert (told in shown, "hint" in shown) == (True, bool(told))
        uncounted = board(replace(table, row=replace(table.row, members=hinted, rated=False)))
        assert "hint" not in uncounted


@pytest.mark.parametrize(("key", "unit"), [("cloud_nine", "deal"), ("clumond", "hand")])
def test_a_hand_that_is_over_is_called_as_its_game_does(key: str, unit: str) -> None:
    shown = finished_hand_layout(*hand_of(next(moments(key)), 1), [], SAY)
    assert f"this {unit} is over" in said(shown)


def test_a_hand_of_an_earlier_deal_has_no_place_yet() -> None:
    table = last(*NAMES)
    playing = replace(table, row=replace(table.row, status=Status.PLAYING))
    shown = said(finished_hand_layout(*hand_of(playing, 1), [], SAY))
    assert "this deal is over" in shown
    assert "in all" in shown
    assert "final" not in shown


def test_in_words_the_last_hand_of_clumond_is_told_with_its_last_trick_and_nothing_twice() -> None:
    """C4, C8"""
    *_, table = moments("clumond")
    lines = said(finished_hand_layout(*hand_of(table, 1), [], EAR)).split("\n")
    (at,) = (n for n, line in enumerate(lines) if line.startswith("Hand "))
    assert any(" so far." in line for line in lines[1:at]), "who won the last trick"
    assert lines[at + 1].startswith("You: ")
    assert all(", kept " in line for line in lines[at + 1 : at + 4])
    view: Any = table.view(Seat(1))
    shared = replace(view, last_deal=replace(view.last_deal, share=3))
    presenter = PRESENTERS["clumond"]
    assert presenter.ending(shared, EAR) not in presenter.results(shared, EAR, NAMES)


# What a result tells of a game that is over: up to three moments, by name.

NAMES = ("Ada", "Ben", "Cleo")


def over(key: str, seed: int) -> Table:
    """Play a game at random to its end."""
    course, random = Beginning(key, 3, {}, seed).course(), Random(seed)
    while seats := course.to_act():
        course = course.then(seats[0], random.choice(course.legal(seats[0])))
    return table_of(course)


def table_of(course: Course, *people: str) -> Table:
    row = replace(lobby_row(*(people or NAMES)), game=course.game.info.key, status=Status.OVER)
    return Table(row, course)


@pytest.mark.parametrize("key", ["balloon", "cloud_nine", "clumond", "nimbly"])
def test_a_result_tells_up_to_three_moments_of_different_kinds_in_a_small_line(key: str) -> None:
    counted = set[int]()
    for seed in range(6):
        shown = board_of(over(key, seed))
        counted.add(len(shown.moments))
        assert len({feat.kind for feat in shown.moments}) == len(shown.moments) <= 3
        layout = finished_layout(shown, [], [], SAY)
        assert faults(layout) == []
        begins = "-# In " if len(shown.game_view.deal_scores) > 1 else "-# **"
        small = [line for line in said(layout).split("\n") if line.startswith(begins)]
        assert len(small) == bool(shown.moments)
        for feat in shown.moments:
            assert f"**{NAMES[feat.seat - 1]}**" in small[0]
            if key == "nimbly":
                assert feat.rank == max(shown.game_view.deal_scores[feat.deal - 1])
    assert max(counted) > 0


def test_moments_are_of_people_who_played_them_and_of_different_ones_where_there_are() -> None:
    shown = over("cloud_nine", 1)
    assert len({feat.seat for feat in moments_of(shown)}) == 2
    house = replace(shown.row, members=(shown.row.members[0], *(
        Member(f"house:{n}", "X") for n in (1, 2)
    )))  # fmt: skip
    assert {feat.seat for feat in moments_of(Table(house, shown.course))} == {1}
    helped = dict.fromkeys(range(1, shown.row.moves + 999), Seat(1))
    assert moments_of(replace(Table(house, shown.course), stood_in=helped)) == ()


def test_nothing_is_told_where_others_play_the_same_deals_or_before_the_end() -> None:
    shown = over("nimbly", 2)
    assert moments_of(shown)
    shared = [replace(shown.row, series=series) for series in ("evening 1 1", "daily 7")]
    for row in (replace(shown.row, status=Status.PLAYING), *shared):
        assert moments_of(Table(row, shown.course)) == ()


def test_the_fall_of_a_pilot_who_could_have_paid_most_throws_is_bad_luck() -> None:
    course = table("RRGGPY", "GGGGGG", "PPPPPP", rolls=("YY", "--", "--"))
    for code in ("2 stay", "3 stay", "1 fall"):
        course = played(course, code)
    (fall,) = PRESENTERS["balloon"].feats(course.happened)
    assert (fall.kind, fall.seat, fall.rank < 0) == ("fall", 1, True)
    told = PRESENTERS["balloon"].praise(fall, "In trip 1", "Ada", SAY)
    assert told == "In trip 1, Ada fell at cloud 1 with cards that could pay 94% of all rolls."
