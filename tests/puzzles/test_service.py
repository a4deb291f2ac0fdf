"""Puzzles: how they get here, which one somebody gets, and what an answer is worth."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bot.errors import Refused
from bot.match.house.forks import Forks
from bot.match.house.workshop import Workshop
from bot.match.table.kind import Ability, can
from bot.preferences.person import set_person
from bot.puzzles import service as module
from bot.puzzles.service import (
    DAYS,
    DRAWN_FROM,
    KEPT_PUZZLES,
    MISSED,
    OWN,
    START,
    STEP,
    Puzzle,
    Puzzles,
    Shipped,
    shipped,
    theme_of,
)
from bot.puzzles.store import DAY, OFTEN, RETIRED, PuzzleRow, PuzzleStore, Wish
from bot.reviews.service import Reviews
from bot.skill import Rating
from bot.store.rows import MatchId
from engine.analysis.puzzle import AT_RISK, CLEAR, HOPE, WON
from engine.cards import mask_of_faces
from engine.games.balloon.view import BalloonView, Phase
from engine.games.cloud_nine.view import CloudNineView
from engine.games.clumond.view import ClumondView
from engine.games.nimbly.view import NimblyView
from engine.melds import Meld, meld, outgrown
from engine.players.cases import THEMES
from engine.players.levels import PLAYERS_VERSION
from engine.record import MoveLine, Record, parse_record
from engine.seats import Seat
from tests.match import analysing
from tests.match.finished import ADA, BEN, CHANNEL, Hall
from tests.match.table.test_kind import WEEK
from tests.match.table.test_kind import table as table_of_week
from tests.puzzles.rows import puzzle_row
from tests.store.samples import TABLE
from tests.swift import SwiftClock

# Puzzles: which one somebody gets, what an answer is worth, and where new ones come from.


async def rating(book: Puzzles, user: int = ADA) -> float:
    return ((await book._puzzle_store.solver(user)).rating or Rating()).mu


async def test_a_right_answer_raises_a_rating_and_a_wrong_one_costs_and_only_the_first_counts(
    book: Puzzles,
) -> None:
    await book._puzzle_store.add([puzzle_row("a" * 12)])
    best, *_, worst = (await book.find("a" * 12)).choices
    answered = await book.answer(ADA, "a" * 12, best.code)
    assert (answered.is_new, answered.answer.is_right, answered.before) == (True, True, 1000)
    assert await rating(book) > 25.0
    assert (await book.find("a" * 12)).row.mu < 25.0
    assert (await book.find("a" * 12)).row.answers == 1
    first = await book.answer(BEN, "a" * 12, worst.code)
    assert not first.answer.is_right
    lost = await rating(book, BEN)
    assert lost < 25.0
    second = await book.answer(BEN, "a" * 12, best.code)
    assert not second.is_new
    assert second.answer == first.answer
    assert await rating(book, BEN) == lost


async def test_two_presses_at_once_are_one_answer(book: Puzzles) -> None:
    await book._puzzle_store.add([puzzle_row("a" * 12)])
    codes = [choice.code for choice in (await book.find("a" * 12)).choices]
    both = await asyncio.gather(*(book.answer(ADA, "a" * 12, code) for code in codes[:2]))
    # Which of them is first is chance.
    assert sorted(each.is_new for each in both) == [False, True]
    assert both[0].answer == both[1].answer
    assert [each.week.solver.answers for each in both] == [1, 1]


async def test_two_people_at_once_both_change_the_rating_of_a_puzzle(book: Puzzles) -> None:
    await book._puzzle_store.add([puzzle_row("a" * 12)])
    best = (await book.find("a" * 12)).choices[0].code
    await asyncio.gather(*(book.answer(user, "a" * 12, best) for user in (ADA, BEN)))
    after = (await book.find("a" * 12)).row
    assert after.answers == 2
    await book._puzzle_store.add([puzzle_row("b" * 12)])
    await book.answer(ADA + 1000, "b" * 12, (await book.find("b" * 12)).choices[0].code)
    assert after.mu < (await book.find("b" * 12)).row.mu < 25.0


async def test_an_answer_that_is_no_move_of_the_puzzle_or_to_none_changes_nothing(
    book: Puzzles,
) -> None:
    await book._puzzle_store.add([puzzle_row("a" * 12)])
    for key, code in (("a", "draw ZZZ"), ("a", "play KH"), ("a", ""), ("f", "draw A")):
        with pytest.raises(Refused, match="puzzle_gone"):
            await book.answer(ADA, key * 12, code)
        assert await book._puzzle_store.answer_of(ADA, key * 12) is None


async def test_nobody_gets_a_puzzle_twice_or_one_of_another_game(book: Puzzles) -> None:
    await book._puzzle_store.add([puzzle_row("a" * 12), puzzle_row("b" * 12)])
    seen = set()
    for _ in range(2):
        puzzle = await book.draw(ADA, "nimbly")
        seen.add(puzzle.row.key)
        await book.answer(ADA, puzzle.row.key, puzzle.choices[0].code)
    assert seen == {"a" * 12, "b" * 12}
    with pytest.raises(Refused, match="no_puzzle"):
        await book.draw(ADA, None)
    assert (await book.draw(BEN, None)).row.game == "nimbly"
    with pytest.raises(Refused, match="no_puzzle"):
        await book.draw(ADA, "clumond")


async def test_a_puzzle_is_about_as_hard_as_the_person_is_good(book: Puzzles) -> None:
    near = [puzzle_row(f"{number:012x}", mu=25.0 + number / 100) for number in range(6)]
    far = [puzzle_row(f"{number:012x}", mu=60.0) for number in range(100, 140)]
    await book._puzzle_store.add([*far, *near])
    drawn = {(await book.draw(ADA, None)).row.key for _ in range(30)}
    assert drawn <= {each.key for each in near}
    assert len(drawn) > 1


async def test_no_answer_moves_a_rating_by_more_than_a_step(book: Puzzles) -> None:
    """Neither the first one nor the hardest; before, the first of them moved it by 67 to 146."""
    rows = [puzzle_row(f"{number:012x}", mu=31.0, sigma=6.0) for number in range(6)]
    await book._puzzle_store.add(rows)
    before, shown = START, []
    for row in rows:
        best = (await book.find(row.key)).choices[0].code
        now = (await book.answer(ADA, row.key, best)).week.solver.rating
        assert now is not None
        assert 0 < now.mu - before.mu <= STEP
        shown.append(now.points - before.points)
        before = now
    assert max(shown) <= 40


async def test_a_person_gets_puzzles_of_games_they_have_played_first_and_can_have_another(
    hall: Hall,
) -> None:
    await hall.game()
    kept = PuzzleStore(hall.store.database)
    puzzles = Puzzles(hall.store, Workshop(Forks()), SwiftClock())
    (played,) = (await kept.games_of(ADA))[0]
    balloon = next(row for row in shipped().puzzles if row.game == "balloon")
    others = [row for row in shipped().puzzles if row.game == played]
    await kept.add([replace(balloon, mu=25.0), *[replace(row, mu=60.0) for row in others[:2]]])
    for _ in range(2):
        drawn = await puzzles.draw(ADA, None)
        assert drawn.row.game == played != "balloon"
        assert (await puzzles.draw(ADA, None, other=played)).row.game == "balloon"
        await puzzles.answer(ADA, drawn.row.key, drawn.choices[0].code)
    assert (await puzzles.draw(ADA, None)).row.game == "balloon"


async def test_games_come_in_turn(book: Puzzles) -> None:
    rows = {row.game: row for row in shipped().puzzles}
    await book._puzzle_store.add([*rows.values()])
    drawn = []
    for _ in rows:
        puzzle = await book.draw(ADA, None)
        drawn.append(puzzle.row.game)
        await book.answer(ADA, puzzle.row.key, puzzle.choices[0].code)
    assert sorted(drawn) == sorted(rows)


async def test_a_theme_is_heeded(book: Puzzles) -> None:
    await book._puzzle_store.add(
        [puzzle_row("a" * 12, theme="run"), puzzle_row("b" * 12, theme="suit")]
    )
    for _ in range(5):
        assert (await book.draw(ADA, "nimbly", "suit")).row.key == "b" * 12
    with pytest.raises(Refused, match="no_puzzle"):
        await book.draw(ADA, "nimbly", "sets")


async def test_not_a_good_puzzle_counts_once_a_person_and_many_make_it_the_last(
    book: Puzzles,
) -> None:
    await book._puzzle_store.add([puzzle_row("a" * 12, mu=25.0), puzzle_row("b" * 12, mu=40.0)])
    for person in range(900, 900 + OFTEN):
        with pytest.raises(Refused, match="puzzle_gone"):
            await book.dislike(person, "a" * 12)  # nobody judges what they have not answered
        await book.answer(person, "a" * 12, "draw A")
        for _ in range(2):
            assert (await book.dislike(person, "a" * 12)).answer.disliked
    assert (await book.find("a" * 12)).row.disliked == OFTEN
    (first, second) = await book._puzzle_store.fresh(ADA, Wish("nimbly"), 25.0, 9)
    assert (first.key, second.key) == ("b" * 12, "a" * 12)


async def test_a_week_tells_the_days_with_a_solved_puzzle_and_those_in_a_row(
    book: Puzzles, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Day 20780 is Monday, 23 November 2026."""
    monday = 20780
    rows = [puzzle_row(f"{number:012x}") for number in range(6)]
    await book._puzzle_store.add(rows)
    best, *_, worst = (choice.code for choice in (await book.find(rows[0].key)).choices)
    for row, day in zip(rows, (-2, -1, 0, 1, 2), strict=False):
        moment = (monday + day) * DAY + 5.0
        monkeypatch.setattr(book._clock, "now", lambda moment=moment: moment)
        await book.answer(ADA, row.key, worst if day == 1 else best)

    async def streak(day: int) -> int:
        return (await book._puzzle_store.week_of(ADA, (monday + day) * DAY + 9.0)).streak

    week = await book._puzzle_store.week_of(ADA, (monday + 2) * DAY + 9.0)
    assert (week.solved, week.streak) == ((1, 0, 1, 0, 0, 0, 0), 1)
    assert (week.solver.answers, week.solver.right) == (5, 4)
    # Until the day is over its streak lives on; Tuesday's wrong answer ended the first.
    assert [await streak(day) for day in (0, 1, 3, 4)] == [3, 3, 1, 0]


async def test_who_sat_in_a_game_gets_no_puzzle_of_it(hall: Hall) -> None:
    match_id = await hall.game()
    puzzles = Puzzles(hall.store, Workshop(Forks()), SwiftClock())
    await PuzzleStore(hall.store.database).add([puzzle_row("a" * 12, match_id=match_id)])
    with pytest.raises(Refused, match="no_puzzle"):
        await puzzles.draw(ADA, None)
    assert (await puzzles.draw(999, None)).row.match_id == match_id


async def test_a_spoilt_puzzle_is_passed_over(book: Puzzles) -> None:
    spoilt = [
        puzzle_row("a" * 12, choices="[]"),
        replace(puzzle_row("b" * 12), record="game: none"),
    ]
    await book._puzzle_store.add([*spoilt, puzzle_row("c" * 12)])
    assert (await book.draw(ADA, None)).row.key == "c" * 12
    for each in spoilt:
        with pytest.raises(Refused, match="puzzle_gone"):
            await book.find(each.key)


async def test_any_number_of_spoilt_puzzles_is_passed_over(book: Puzzles) -> None:
    spoilt = [puzzle_row(f"{number:012x}", choices="[]") for number in range(2 * DRAWN_FROM + 1)]
    await book._puzzle_store.add([*spoilt, puzzle_row("c" * 12, mu=40.0)])
    assert (await book.draw(ADA, None)).row.key == "c" * 12
    await book.answer(ADA, "c" * 12, (await book.find("c" * 12)).choices[0].code)
    with pytest.raises(Refused, match="no_puzzle"):
        await book.draw(ADA, None)


def played() -> tuple[Record, PuzzleRow]:
    """Return a game that went on from a puzzle, and the puzzle."""
    found = next(row for row in shipped().puzzles if row.game == "balloon")
    record = parse_record(found.record)
    answer = MoveLine(Seat(found.seat), Puzzle.of(found).choices[-1].code)
    names = ("Ada", *["house:hard"] * (record.seats - 1))
    return replace(record, moves=(*record.moves, answer), players=names), found


async def test_a_puzzle_is_found_in_a_reviewed_game_and_names_nobody(book: Puzzles) -> None:
    record, known = played()
    match_id = (await book._store.new_match(TABLE)).id
    book.consider(record, [len(record.moves) - 1], match_id, None)
    await book.idle()
    (row,) = await book._puzzle_store.fresh(ADA, Wish("balloon"), 25.0, 99)
    assert (row.key, row.record, row.seat) == (known.key, known.record, known.seat)
    assert row.match_id == match_id
    puzzle = Puzzle.of(row)
    assert puzzle.course.to_act() == (puzzle.seat,)
    assert not {"Ada", "players"} & set(row.record.replace(":", " ").split())
    best, *others = puzzle.choices
    assert all(best.share - other.share >= 0.08 for other in others)


@pytest.mark.parametrize(("patience", "finds"), [(600.0, True), (0.0, False)])
async def test_a_search_waits_a_while_until_nobody_needs_the_workshop(
    book: Puzzles, monkeypatch: pytest.MonkeyPatch, patience: float, finds: bool
) -> None:
    monkeypatch.setattr(module, "PATIENCE", patience)
    monkeypatch.setattr(module, "LOOK", 0.05)
    busy = asyncio.create_task(book._workshop.do(partial(time.sleep, 0.5), who=BEN))
    await asyncio.sleep(0)
    record, _ = played()
    match_id = (await book._store.new_match(TABLE)).id
    book.consider(record, [len(record.moves) - 1], match_id, None)
    await book.idle()
    assert await book._puzzle_store.count("balloon") == finds
    await busy


class Days(SwiftClock):
    """Some days later."""

    def __init__(self, days: int = 0) -> None:
        super().__init__()
        self.days = days

    def now(self) -> float:
        return super().now() + self.days * (DAY + 60)


async def test_a_missed_puzzle_comes_back_after_days_to_who_chose_so(
    book: Puzzles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MIXED", 0.0)
    clock = book._clock = Days()
    await book._puzzle_store.add([puzzle_row("a" * 12), puzzle_row("b" * 12)])
    best, wrong = (choice.code for choice in (await book.find("a" * 12)).choices[:2])
    assert (await book.answer(ADA, "a" * 12, wrong)).back_in is None
    assert (await book.bring_back(ADA, "a" * 12)).back_in == DAYS[0]
    assert (await book.answer(ADA, "a" * 12, best)).back_in == DAYS[0]  # not yet due
    assert (await book.draw(ADA, None)).back == ""
    rating = (await book._puzzle_store.solver(ADA)).rating
    for days, after in zip(DAYS, (*DAYS[1:], None), strict=True):
        clock.days += days
        back = await book.draw(ADA, "nimbly")
        assert (back.row.key, back.back) == ("a" * 12, MISSED)
        assert (await book.draw(BEN, "nimbly")).back == ""
        assert (await book.answer(ADA, "a" * 12, best)).back_in == after
    clock.days += 99
    assert (await book.draw(ADA, None)).row.key == "b" * 12
    assert (await book._puzzle_store.solver(ADA)).rating == rating
    assert (await book.answer(ADA, "b" * 12, wrong)).back_in == DAYS[0]


async def test_a_position_of_ones_own_game_comes_back_and_changes_no_rating(
    book: Puzzles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MIXED", 0.0)
    record, _ = played()
    match_id = (await book._store.new_match(TABLE)).id
    await set_person(book._store, ADA, mistakes=True)
    book.consider(record, [len(record.moves) - 1], match_id, None, ADA)
    await book.idle()
    assert await book._puzzle_store.count("balloon") == 1
    book._clock = Days(DAYS[0])
    back = await book.draw(ADA, None)
    assert back.back == OWN
    await book.answer(ADA, back.row.key, back.choices[0].code)
    assert (await book.find(back.row.key)).row.mu == back.row.mu


class Noting(Puzzles):
    """Notes in which games puzzles are looked for, and looks for none."""

    def consider(
        self,
        record: Record,  # noqa: ARG002
        moves: Iterable[int],  # noqa: ARG002
        match_id: MatchId,
        guild_id: int | None,  # noqa: ARG002
        user_id: int | None = None,  # noqa: ARG002
    ) -> None:
        self.seen = [*getattr(self, "seen", []), match_id]


async def test_deals_that_others_played_too_give_no_puzzles(hall: Hall, forks: Forks) -> None:
    workshop = Workshop(forks)
    puzzles = Noting(hall.store, workshop, SwiftClock())
    reviews = Reviews(hall.store, workshop, analysing.counting)
    reviews.listeners.append(puzzles.on_review)
    week = await table_of_week(hall)
    await hall.finish(week.id)
    await hall.store.series.close(WEEK.key, 100.0)
    plain = await hall.game()
    for match_id in (week.id, plain):
        await reviews.make(await reviews.find(match_id, ADA, CHANNEL))
    await workshop.close()
    assert puzzles.seen == [plain]


async def test_a_search_that_fails_harms_nobody(book: Puzzles) -> None:
    record, _ = played()
    broken = replace(record, moves=(MoveLine(Seat(1), "draw AAA"), *record.moves))
    book.consider(broken, [1], MatchId(1), None)
    await book.idle()
    assert await book._puzzle_store.count("balloon") == 0


async def test_no_more_are_looked_for_when_there_are_enough(
    book: Puzzles, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, found = played()
    match_id = (await book._store.new_match(TABLE)).id
    await book._puzzle_store.add([replace(found, key="a" * 12)])
    for most, kept in ((1, 1), (2, 2)):
        monkeypatch.setattr(module, "KEPT_PUZZLES", most)
        book.consider(record, [len(record.moves) - 1], match_id, None)
        await book.idle()
        assert await book._puzzle_store.count("balloon") == kept < KEPT_PUZZLES


async def test_a_store_that_fails_keeps_the_bot_from_nothing_and_no_search_fails_then(
    book: Puzzles, caplog: pytest.LogCaptureFixture
) -> None:
    await book._store.close()
    await book.begin()
    assert "puzzles that come with the bot are not stored" in caplog.text
    caplog.clear()
    book.consider(played()[0], [1], MatchId(1), 5)
    await book.idle()
    assert "failed" not in caplog.text


# How the puzzles that come with the bot get into its database.


async def test_the_puzzles_that_come_with_the_bot_are_stored_once(book: Puzzles) -> None:
    await book.begin()
    games = {row.game for row in shipped().puzzles}
    assert len(games) >= 4
    for game in games:
        assert can(game, Ability.PUZZLE)
        assert await book._puzzle_store.count(game) >= 150
    best = Puzzle.of(shipped().puzzles[0]).choices[0].code
    await book.answer(ADA, shipped().puzzles[0].key, best)
    await book.begin()
    assert (await book.find(shipped().puzzles[0].key)).row.answers == 1


async def test_a_puzzle_judged_anew_changes_and_one_withdrawn_is_offered_no_more(
    book: Puzzles, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, *_ = shipped().puzzles
    old = replace(first, choices=second.choices, theme="old", answers=7)
    await book._puzzle_store.add([old, puzzle_row("a" * 12)])
    monkeypatch.setattr(module, "shipped", lambda: Shipped({}, (second.key, "a" * 12), (first,)))
    await book.begin()
    after = (await book.find(first.key)).row
    assert (after.choices, after.theme, after.answers) == (first.choices, first.theme, 7)
    assert (await book.find("a" * 12)).row.theme == RETIRED
    assert (await book.draw(ADA, None)).row.key == first.key


async def test_a_spoilt_file_of_puzzles_keeps_the_bot_from_nothing(
    book: Puzzles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoilt = tmp_path / "puzzles.json"
    monkeypatch.setattr(module, "SHIPPED", spoilt)
    for text in (None, "[", "[7]", '[{"game": "nimbly"}]'):
        if text is not None:
            spoilt.write_text(text)
        shipped.cache_clear()
        await book.begin()
    shipped.cache_clear()
    assert await book._puzzle_store.count("nimbly") == 0


# The puzzles that come with the bot: how many, how varied, and true to their themes.

# The puzzles that come with the bot: how many, how varied, and what each has to be.


@pytest.mark.parametrize("game", THEMES)
def test_every_puzzle_that_comes_with_the_bot_is_worth_solving(game: str) -> None:
    for each in (row for row in shipped().puzzles if row.game == game):
        puzzle = Puzzle.of(each)
        assert parse_record(each.record).game == each.game
        assert puzzle.course.to_act() == (puzzle.seat,)
        assert len(puzzle.choices) > 1
        best, *others = (choice.share for choice in puzzle.choices)
        assert best - max(others) >= CLEAR - 0.001
        assert best >= HOPE - 0.001
        assert best <= WON or max(others) <= AT_RISK
        codes = [choice.code for choice in puzzle.choices[:2]]
        assert theme_of(puzzle.course, puzzle.seat, *codes) == each.theme


def test_todays_house_players_have_judged_every_puzzle() -> None:
    """Whoever changes what they answer has to run `make puzzles`."""
    assert shipped().players == {game: PLAYERS_VERSION[game] for game in THEMES}
    assert not {*shipped().withdrawn} & {row.key for row in shipped().puzzles}


@pytest.mark.parametrize("game", THEMES)
def test_the_puzzles_of_a_game_differ(game: str) -> None:
    rows = [row for row in shipped().puzzles if row.game == game]
    records = [parse_record(row.record) for row in rows]
    assert len(rows) >= 150
    assert len({row.key for row in rows}) == len(rows)
    assert max(Counter(record.seed for record in records).values()) <= 2
    assert len({row.theme for row in rows}) >= 3
    assert {row.theme for row in rows} <= set(THEMES[game].names)
    assert len({row.mu for row in rows}) >= 2
    if game in ("nimbly", "balloon"):
        assert len({record.seats for record in records}) >= 3


# The themes of puzzles say what is so of the two best moves.


def puzzles(game: str) -> Iterator[tuple[Puzzle, str, str, str]]:
    """Return the puzzles of a game, each with its theme, its best move and the next best."""
    for row in shipped().puzzles:
        if row.game == game:
            puzzle = Puzzle.of(row)
            best, second = (choice.code for choice in puzzle.choices[:2])
            yield puzzle, row.theme or "", best, second


def test_the_larger_factor_that_grows_most_is_named() -> None:
    assert outgrown(Meld(3, 5, 1, 0, 15), Meld(3, 3, 1, 0, 9)) == "run"
    assert outgrown(Meld(4, 5, 1, 0, 20), Meld(2, 4, 3, 0, 24)) == "suit"
    assert outgrown(Meld(1, 1, 3, 0, 3), Meld(1, 1, 2, 1, 12)) == "sets"
    assert outgrown(Meld(2, 2, 2, 0, 8), Meld(2, 2, 2, 1, 18)) == ""


@pytest.mark.parametrize("theme", ["run", "suit"])
def test_a_meld_kept_in_cloud_nine_is_larger_than_with_the_other_move(theme: str) -> None:
    place = ("suit", "run").index(theme)
    for puzzle, found, best, second in puzzles("cloud_nine"):
        view = puzzle.view
        assert isinstance(view, CloudNineView)
        is_take = best.startswith("take")
        held = (
            view.clouds[puzzle.seat - 1].cards if is_take else (view.hand and view.hand.cards) or ()
        )
        made = []
        for code in (best, second):
            cards, card = [*held], code.partition(" ")[2]
            cards.append(card) if is_take else cards.remove(card)
            made.append(meld(mask_of_faces(cards))[place])
        if found == theme:
            assert made[0] > made[1]


def test_the_joker_is_played_or_taken_in_puzzles_about_it() -> None:
    for _, theme, best, second in puzzles("cloud_nine"):
        assert (theme == "joker") == ("JK" in best + second)


def test_a_meld_kept_in_nimbly_makes_the_hand_score_more() -> None:
    for puzzle, theme, best, second in puzzles("nimbly"):
        view = puzzle.view
        assert isinstance(view, NimblyView)
        makes = {each.code: each.makes.meld for each in view.prospects if each.makes}
        if theme in ("run", "suit", "sets"):
            assert makes[best].score > makes[second].score
        if theme == "how_many":
            assert len(best) != len(second)
        if theme == "last_cards":
            assert sum(map(len, view.rows)) <= 9


def test_themes_of_cloud_9_tell_the_kind_of_decision_and_nothing_of_the_best() -> None:
    """What is best differs within each theme that has a passenger decide (B2)."""
    found: dict[str, set[str]] = {}
    for puzzle, theme, best, _ in puzzles("balloon"):
        view = puzzle.view
        assert isinstance(view, BalloonView)
        assert (theme == "pay") == (view.phase is Phase.PAY)
        assert (theme == "alone") == (view.phase is Phase.LONE)
        found.setdefault(theme, set()).add(best)
    assert found["ride"] == {"stay", "jump"}


def test_themes_of_clumond_follow_the_call_and_the_trick() -> None:
    """C2, C3."""
    for puzzle, theme, best, _ in puzzles("clumond"):
        view = puzzle.view
        assert isinstance(view, ClumondView)
        assert (theme == "call") == (not best.startswith("play"))
        assert (theme == "declared") == (view.declarer == puzzle.seat)
        assert (theme == "stop") == (view.declarer not in (None, puzzle.seat))
        if theme == "last_tricks":
            assert view.trick.number >= 11
