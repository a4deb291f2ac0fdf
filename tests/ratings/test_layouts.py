"""Ratings beside a result, and lists of people at any length, judged as Discord would."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from discord import ui

from bot.discord.names import escape
from bot.discord.parts import Pictures, page_row
from bot.leagues.actions import turned
from bot.leagues.layouts import (
    WHOLE_LEAGUE,
    Over,
    Page,
    heading_of,
    over_layout,
    standing_text,
    table_layout,
)
from bot.leagues.store import Seated
from bot.match.lobby.actions import MOST_BLOCKED
from bot.match.lobby.invitations import MOST_INVITED, MOST_ROLES
from bot.match.lobby.options_layouts import blocks_layout
from bot.match.show.board_layouts import finished_hand_layout, finished_layout, line_layout
from bot.match.show.lobby_layouts import lobby_layout
from bot.match.table.season import SeasonLine
from bot.ratings.actions import ByRating, ByWins, Ranking
from bot.ratings.layouts import (
    EVER,
    EVERYWHERE,
    HERE,
    SEASON,
    Board,
    RatingNotes,
    empty_layout,
    leaderboard_layout,
    rating_standing_text,
    switches,
)
from bot.ratings.rules import (
    ANCHORS,
    Before,
    Conduct,
    Ended,
    Judged,
    RatedStanding,
    RatingNews,
    Season,
    SeatChange,
    Verdict,
    games_left,
)
from bot.ratings.store import RatingStore
from bot.skill import Rating, rated
from bot.store import Store
from bot.store.doors import Doors
from bot.store.rows import Commit, Door, MatchId, Member, ResultRow, Status
from engine.seats import Seat
from render.api import MINUS, RatingChange
from render.scenes.leaderboard import Heading, rows_shown
from render.scenes.league import paint_league, paint_week
from render.theme import NIGHT
from tests.leagues.conftest import club
from tests.leagues.stand import FIRST, Club, crowd, name_of
from tests.match.rows import SAY, board_of, faults, hand_of, lobby_row, said
from tests.match.show.test_board_layouts import NAMES
from tests.match.show.test_finished_layouts import last
from tests.soak.amounts import later
from tests.store.samples import TABLE, after, league_in
from tests.store.template import laid
from tests.wire.bodies import limit_faults
from tests.wire.samples import with_parts

# Ratings beside a result, in words.

UP = RatingNews(Verdict.COUNTS, Rating(24.775, 5), Rating(25.075, 5), Conduct.WHOLE)
NEW = RatingNews(Verdict.COUNTS, Rating(), Rating(24, 8), Conduct.WHOLE)


def shown(ratings: dict[Seat, RatingNews]) -> tuple[str, str, str]:
    """Return board, line and the hand of the first seat of a finished game, as they read."""
    table = last(*NAMES)
    notes = RatingNotes(ratings)
    board = replace(board_of(table), notes=notes)
    hand = replace(hand_of(table, 1)[1], notes=notes)
    layouts = (
        finished_layout(board, [], [], SAY),
        line_layout(board, SAY),
        finished_hand_layout(board, hand, [], SAY),
    )
    assert [faults(layout) for layout in layouts] == [[], [], []]
    first, second, third = map(said, layouts)
    return first, second, third


def test_nothing_is_said_before_a_game_is_rated() -> None:
    assert not any("rating" in text for text in shown({}))


def test_rating_and_change_stand_beside_each_result() -> None:
    board, line, hand = shown({Seat(1): UP, Seat(2): NEW, Seat(3): UP})
    assert "points · rating 1003 (+12)" in board
    assert f"points · rating 960 ({MINUS}40)" in board
    assert "points, rating 1003 (+12)" in line
    assert f"points, rating 960 ({MINUS}40)" in line
    assert "Rating **1003 (+12)**\n" in hand
    changes = RatingNotes({Seat(1): UP, Seat(2): NEW}).changes()
    assert changes == {1: RatingChange(1003, 12), 2: RatingChange(960, -40)}


def test_whoever_has_no_place_is_told_that_more_games_bring_one() -> None:
    early = "-# First games move a rating a lot."
    alone, _, hand = shown({Seat(1): NEW})
    assert early not in alone  # they read it with their own rating
    assert early in shown({Seat(1): NEW, Seat(2): UP})[0]
    assert early not in shown({Seat(1): UP, Seat(2): UP})[0]
    assert (
        f"Rating **960 ({MINUS}40)** · first games move it a lot · 10 more games and you get"
        in hand
    )
    # By what all games of the season have taught.
    line = RatedStanding(1, "Ada", Rating(sigma=6.5), games=10, wins=3, place=None)
    assert " 5 more games" in rating_standing_text(line, SAY)


def test_games_until_a_place_grow_fewer_as_a_rating_grows_surer() -> None:
    """Against house players of one level it takes some ten games; what is told is about right."""
    rating, told = Rating(), list[int]()
    while rating.is_provisional:
        before, others = rating, [ANCHORS["nimbly"]["normal"]] * 2
        rating, *_ = rated([rating, *others], [1 + len(told) % 3, 2, 3], [0.5] * 3)
        told.append(games_left(before, rating))
    real = range(len(told) - 1, 0, -1)
    assert 6 <= len(told) <= 14
    assert all(abs(said - left) <= max(2, left) for said, left in zip(told[:-1], real, strict=True))


@pytest.mark.parametrize(
    ("conduct", "text"),
    [(Conduct.FORFEIT, "Rated as last"), (Conduct.HELPED, "ouse player filled in")],
)
def test_who_could_not_gain_is_told_why(conduct: Conduct, text: str) -> None:
    board, _, hand = shown({Seat(1): replace(UP, conduct=conduct), Seat(2): UP})
    assert text in board
    assert text in hand


def test_the_table_is_told_who_is_rated_as_last_for_a_hint() -> None:
    notes = RatingNotes({Seat(1): replace(UP, conduct=Conduct.FORFEIT), Seat(2): UP})
    row = last(*NAMES).row
    assert "you left early" in notes.for_seat(Seat(1), SAY)
    hinted = replace(notes, hinted=frozenset({Seat(1)}))
    assert "you took a hint" in hinted.for_seat(Seat(1), SAY)
    first, *others = row.members
    (told,) = notes.below(replace(row, members=(replace(first, hinted=True), *others)), SAY)
    assert told == "-# Rated as last: **Ada** (took a hint or left early)."


@pytest.mark.parametrize(
    ("verdict", "text"),
    [(Verdict.OFTEN, "together too often lately"), (Verdict.UNKNOWN, "level is unrated")],
)
def test_why_a_game_changes_no_rating_is_told(verdict: Verdict, text: str) -> None:
    board, line, hand = shown({Seat(1): RatingNews(verdict, Rating(), Rating(), UP.conduct)})
    assert text in board
    assert text in hand
    assert "Rating **" not in hand
    assert "points · rating" not in board
    assert "points, rating" not in line


# Every list of people at any length: each page of it is judged as Discord would.

__all__ = ["club"]

SIZES = (0, 1, 10, 11, 100, 2000)
"""How many people are on a list."""

PEOPLE = [FIRST + n for n in range(max(SIZES))]
GUILD = league_in(5).guild_id

SHOWN = rows_shown(NIGHT)

sized = pytest.mark.parametrize("size", SIZES)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(await laid(tmp_path))
    yield opened
    await opened.close()


def judged(view: ui.LayoutView, pictures: Pictures = ()) -> list[str]:
    """Return what Discord would refuse of a message."""
    files = tuple(name for name, _ in pictures)
    return limit_faults(
        with_parts(*(item.to_component_dict() for item in view.children), files=files)
    )


def pages_of(size: int) -> dict[int, int]:
    """Return how many rows each page of a list has, by number; an empty one has a page, too.

    Of a long list these are the first pages, one in the middle and the last.
    """
    last = max(1, -(-size // SHOWN))
    looked_at = range(1, last + 1) if last <= 10 else (1, 2, last // 2, last - 1, last)
    return {page: min(SHOWN, size - SHOWN * (page - 1)) for page in looked_at}


async def played(store: Store, size: int) -> None:
    """Store a game of this many people, each with another score, and a house player; rate it."""
    members = [Member(str(user), name_of(n)) for n, user in enumerate(PEOPLE[:size])]
    members.append(Member("house:1", "Nim", level="hard"))
    results = tuple(
        ResultRow(seat, member.user_id, member.name, seat, bool(seat % 2), 5, 1, member.level)
        for seat, member in enumerate(members, 1)
    )
    row = await store.new_match(replace(TABLE, guild_id=GUILD, members=tuple(members)))
    over = after(row, status=Status.OVER)
    assert await store.commit(Commit(over, results=results))
    waiting = [number for number, _ in await RatingStore(store.database).waiting(9)]
    await RatingStore(store.database).advance(by_score, waiting)


def by_score(ended: Ended, _before: Before) -> Judged:
    """Rate people by their scores; every third rating is provisional."""
    return Judged(Verdict.COUNTS, tuple(changes(ended)))


def changes(ended: Ended) -> Iterator[SeatChange]:
    for seat in ended.seats:
        if seat.user_id is not None:
            rating = Rating(float(seat.score), 5.0 if seat.score % 3 else 8.0)
            yield SeatChange(
                seat.seat, seat.user_id, ended.season.number, 1, 1.0, rating, rating, ended.match_id
            )


RANKINGS = {"wins": (SEASON, HERE), "season": (SEASON, HERE), "ever": (EVER, EVERYWHERE)}


def ranking_of(kind: str, store: Store) -> Ranking:
    if kind == "wins":
        return ByWins(store, TABLE.game, GUILD, GUILD)
    if kind == "season":
        months = ("January", "March")
        return ByRating(store, TABLE.game, GUILD, GUILD, Season.of(TABLE.touched), months)
    return ByRating(store, TABLE.game, None, GUILD, None, ("", ""))


@pytest.mark.parametrize("kind", RANKINGS)
@sized
async def test_every_page_of_a_leaderboard_can_be_shown(store: Store, kind: str, size: int) -> None:
    await played(store, size)
    ranking, (when, where) = ranking_of(kind, store), RANKINGS[kind]
    heading = Heading(SAY(f"game.{TABLE.game}"), ranking.season_text(SAY))
    for number, rows in pages_of(size).items():
        board = Board(TABLE.game, where, when, number)
        page = await ranking.page(SHOWN + 1, SHOWN * (number - 1), SAY)
        assert min(SHOWN, page.lines) == rows
        painted = [("leaderboard.png", page.paint(heading, SAY, NIGHT))] if rows else []
        words = f"{await ranking.standing_text(FIRST, SAY)}\n{ranking.counts('s' * 100, SAY)}"
        below = [
            *switches(board, SAY, in_server=True, seasons=ranking.seasons),
            *page_row(board.turned, number, more=page.lines > SHOWN, say=SAY),
        ]
        shown = (
            leaderboard_layout(heading, painted[0], words, below, SAY)
            if rows
            else empty_layout("nimbly", heading, "s" * 100, below, SAY)
        )
        assert judged(shown, painted) == []


@pytest.mark.parametrize("week", [WHOLE_LEAGUE, later(1)])
@sized
async def test_every_page_of_a_leagues_tables_can_be_shown(
    club: Club, week: int, size: int
) -> None:
    league = await club.begin()
    await crowd(club.parts.store, league, size)
    await club.pass_week()
    league = await club.now(league)
    weekly = await club.leagues.week_table(league, 1)
    whole = await club.leagues.league_table(league, 1)
    heading = heading_of(league, 1, SAY, is_week=bool(week))
    for number, rows in pages_of(size).items():
        page, first, more = turned(number, len(weekly if week else whole), SHOWN)
        paint = (
            partial(paint_week, heading, weekly[first:], SAY)
            if week
            else partial(paint_league, heading, whole[first:], SAY)
        )
        painted = [("a.png", paint())] if rows else []
        assert len(weekly[first : first + SHOWN]) == rows
        text = standing_text(league, await club.leagues.series(league), [], SAY)
        shown = table_layout(Page(league, week, page, more), painted, text, SAY)
        assert page == number
        assert judged(shown, painted) == []


@pytest.mark.parametrize("status", [Status.OVER, Status.PLAYING])
@sized
def test_who_plays_a_week_can_be_shown(status: Status, size: int) -> None:
    seated = [Seated(MatchId(n), status, user) for n, user in enumerate(PEOPLE[:size])]
    league = league_in(GUILD, id=10**17)
    text = standing_text(league, None, seated, SAY)
    assert judged(table_layout(Page(league, WHOLE_LEAGUE, 1, more=False), [], text, SAY)) == []


@sized
def test_the_news_of_a_week_can_be_posted_however_many_lead(size: int) -> None:
    lines = [SeasonLine(1, user, name_of(n), 1, 50, 50, 0) for n, user in enumerate(PEOPLE[:size])]
    heading = Heading("League 1", "week 1")
    painted = [("a.png", paint_league(heading, lines, SAY))] if lines else []
    news = over_layout(Over(league_in(GUILD), 1, lines, None, size), painted, SAY)
    assert judged(news, painted) == []
    assert all(escape(line.name) in said(news) for line in lines[:10])


@sized
async def test_whom_somebody_has_blocked_can_be_shown(store: Store, size: int) -> None:
    for n, user in enumerate(PEOPLE[:size]):
        assert await Doors(store.database).block(1, user, float(n), MOST_BLOCKED) is (
            n < MOST_BLOCKED
        )
    blocked = await Doors(store.database).blocked_by(1)
    assert len(blocked) == min(size, MOST_BLOCKED)
    assert judged(blocks_layout(blocked, SAY)) == []


@sized
def test_whoever_is_asked_to_come_can_be_named_in_a_lobby(size: int) -> None:
    door = Door(tuple(PEOPLE[:size][:MOST_INVITED]), roles=tuple(PEOPLE[:size][:MOST_ROLES]))
    row = replace(lobby_row(*(name_of(n) for n in range(6))), door=door)
    assert judged(lobby_layout(row, SAY)) == []
