"""The puzzles that come with the bot: how many, how varied, and true to their themes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from bot.puzzles.service import Puzzle, shipped, theme_of
from engine.analysis.puzzle import AT_RISK, CLEAR, HOPE, WON
from engine.cards import mask_of_faces
from engine.games.balloon.view import BalloonView, Phase
from engine.games.cloud_nine.view import CloudNineView
from engine.games.clumond.view import ClumondView
from engine.games.nimbly.view import NimblyView
from engine.melds import Meld, meld, outgrown
from engine.players.levels import PLAYERS_VERSION
from engine.players.themes import THEMES
from engine.record import parse_record

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
