"""What a puzzle and its answer look like."""

from __future__ import annotations

import re
from dataclasses import replace

import orjson
import pytest
from discord import ui

from bot.puzzles.layouts import (
    answered_layout,
    named_themes,
    puzzle_layout,
    puzzle_more_layout,
    puzzle_names,
    week_text,
)
from bot.puzzles.service import ANY, Answered, Puzzle, shipped
from bot.puzzles.store import SURE, PuzzleAnswer, PuzzleRow
from engine.games.balloon.view import BalloonView
from engine.players.cases import THEMES
from tests.match.rows import EAR, SAY, faults, ids, labels, picture, said
from tests.match.rows import parts as components
from tests.puzzles.rows import WEEK, puzzle_row

OTHERS = SAY("house.names").split(", ")


def uneven(row: PuzzleRow) -> Puzzle:
    """Return a puzzle whose first move wins 61% of the time, the others 49%."""
    shares = {
        code: [0.49 if place else 0.614] for place, code in enumerate(orjson.loads(row.choices))
    }
    return Puzzle.of(puzzle_row(row.key, theme="run", choices=orjson.dumps(shares).decode()))


def answered(place: int = 0, *, disliked: bool = False, is_new: bool = True) -> Answered:
    puzzle = uneven(puzzle_row("a" * 12))
    code = puzzle.choices[place].code
    answer = PuzzleAnswer(101, puzzle.row.key, code, place == 0, 0.0, 25.5, 4.0, disliked)
    return Answered(puzzle, answer, answer.code, 1000, WEEK, is_new)


def parts(layout: ui.LayoutView) -> list[ui.Item[ui.LayoutView]]:
    (box,) = layout.children
    assert isinstance(box, ui.Container)
    return list(box.children)


@pytest.mark.parametrize("place", [0, 1])
def test_an_answer_tells_in_one_short_sentence_how_often_both_moves_win(place: int) -> None:
    text = said(answered_layout(answered(place), [], ANY, SAY))
    assert "🟩 Good: " in text
    assert ("🟡 Fair" in text or "🔻 Weak" in text) == (place == 1)
    assert "wins 61% of the time" in text
    assert re.search(r"; the next best, .*, 49%\." if place == 0 else r", .* 49%\.", text)
    assert "rating **1020**" in text
    assert "→" not in text
    assert "(+20)" not in text


def test_a_rating_of_many_answers_stands_with_its_change() -> None:
    many = WEEK._replace(solver=WEEK.solver._replace(answers=SURE))
    assert "rating **1020** (+20)" in said(
        answered_layout(replace(answered(), week=many), [], ANY, SAY)
    )


def test_a_card_that_may_be_taken_is_named_by_itself() -> None:
    """Nobody says that "Take K♣ wins 79%"."""
    row = next(each for each in shipped().puzzles if '"take ' in each.choices)
    puzzle = Puzzle.of(row)
    wrong = PuzzleAnswer(101, row.key, puzzle.choices[1].code, False, 0.0, 25.5, 4.0, False)
    text = said(
        answered_layout(Answered(puzzle, wrong, wrong.code, 1000, WEEK, True), [], ANY, SAY)
    )
    assert re.search(r"\*\*(🟡 Fair|🔻 Weak): \S+\. 🟩 Good: \S+\.\*\*", text)
    assert "Take " not in text


def test_a_first_miss_may_be_tried_again_and_the_same_move_shows_the_answer() -> None:
    puzzle = Puzzle.of(next(row for row in shipped().puzzles if row.game == "cloud_nine"))
    code = puzzle.choices[1].code
    layout = puzzle_layout(puzzle, [], ANY, SAY, tried=code)
    assert "One more try?" in said(layout)
    assert faults(layout) == []
    (shown,) = (i for i, each in enumerate(ids(layout)) if each == f"z:{puzzle.row.key}:{code}")
    assert labels(layout)[shown] == "Show the answer"
    third = Answered(puzzle, answered().answer, puzzle.choices[2].code, 1000, WEEK, False)
    text = said(answered_layout(third, [], ANY, SAY))
    assert "the next best" in text


def test_no_puzzle_has_a_lone_button_and_no_menu_repeats_what_is_asked() -> None:
    """Where a move was tried, too: the only one left as a button would look like the answer."""
    for puzzle in (Puzzle.of(row) for row in shipped().puzzles if row.game == "nimbly"):
        for tried in ("", puzzle.choices[1].code):
            view = puzzle_layout(puzzle, [], ANY, SAY, tried=tried)
            menus = [part["placeholder"] for part in components(view) if part["type"] == 3]
            moves = [one for one in ids(view) if one.startswith(f"z:{puzzle.row.key}:")]
            assert not menus or len(moves) - bool(tried) != 1
            assert not any(menu in said(view) for menu in menus)


def test_in_words_the_verdict_comes_before_the_position() -> None:
    told = parts(answered_layout(answered(1), [("a.png", picture())], ANY, EAR))
    assert [type(part) for part in told[:3]] == [ui.TextDisplay, ui.MediaGallery, ui.ActionRow]


def test_a_week_is_seven_squares_and_the_days_in_a_row_in_one_line() -> None:
    assert week_text(WEEK, SAY) == "This week: 🟩⬜🟩⬜⬜⬜⬜ · streak: 1 day"
    assert week_text(WEEK._replace(streak=0), SAY) == "This week: 🟩⬜🟩⬜⬜⬜⬜"
    none = WEEK._replace(solved=(0,) * 7)
    assert "⬜⬜⬜⬜⬜⬜⬜ · streak: 1 day" in week_text(none, SAY)
    assert week_text(none._replace(streak=0), SAY) == "Solve one today to start a streak."
    assert week_text(WEEK, EAR) == "Days with a puzzle solved this week: 2. Streak: 1 day."


@pytest.mark.parametrize(
    ("game", "words"), [("nimbly", "③ Stratus has "), ("clumond", "Gone already")]
)
def test_what_the_others_hold_or_what_is_gone_is_behind_a_button(game: str, words: str) -> None:
    """Everybody at the table has seen it (J4, C9)."""
    puzzle = Puzzle.of(
        max((r for r in shipped().puzzles if r.game == game), key=lambda r: len(r.record))
    )
    answer = PuzzleAnswer(101, puzzle.row.key, puzzle.choices[1].code, False, 0.0, 25.5, 4.0, False)
    told = answered_layout(Answered(puzzle, answer, answer.code, 1000, WEEK, True), [], ANY, SAY)
    for layout in (puzzle_layout(puzzle, [], ANY, SAY), told):
        assert f"zi:{puzzle.row.key}:any" in ids(layout)
        assert SAY("puzzles.button.recalled") in labels(layout)
    assert words in said(puzzle_more_layout(puzzle, ANY, SAY))
    assert "has: " in said(puzzle_layout(puzzle, [], ANY, EAR)) or game != "nimbly"


def test_the_others_of_a_puzzle_of_nimbly_bear_the_numbers_of_its_picture() -> None:
    puzzle = Puzzle.of(
        next(row for row in shipped().puzzles if row.theme == "last_cards" and row.seat == 1)
    )
    text = said(puzzle_more_layout(puzzle, ANY, SAY))
    for number, name in zip("②③④⑤"[: puzzle.view.seats - 1], OTHERS, strict=False):
        assert f"{number} {name} has " in text


def test_a_puzzle_of_cloud_9_says_what_all_have_and_what_wins() -> None:
    """What others have decides whether to stay (B11)."""
    puzzle = next(
        Puzzle.of(row) for row in shipped().puzzles if row.game == "balloon" and row.theme == "race"
    )
    view = puzzle.view
    assert isinstance(view, BalloonView)
    text, names = said(puzzle_layout(puzzle, [], ANY, SAY)), puzzle_names(puzzle, SAY)
    assert f"first to {view.target}" in text
    for name, points in zip(names, view.scores, strict=True):
        assert f"{name} {points}" in text


def test_the_seats_of_a_puzzle_are_oneself_and_house_players() -> None:
    """No name is one that its solver may bear."""
    puzzle = Puzzle.of(next(row for row in shipped().puzzles if row.seat == 2))
    assert puzzle_names(puzzle, SAY)[:3] == (OTHERS[0], "You", OTHERS[1])


def test_every_theme_has_words() -> None:
    for game, themes in THEMES.items():
        assert 3 <= len(themes.names) <= 7
        names = [name for name, _ in named_themes(game, SAY)]
        assert len(set(names)) == len(names)
        assert not [name for name in names if "theme." in name]
