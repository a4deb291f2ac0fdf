"""The rules of Thunder, T1 to T3."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.chance import Chance
from engine.course import Course
from engine.game import IllegalMove
from engine.seats import Seat
from engine.trail import Trail
from tests.games.thunder.rules import State, Thunder
from tests.games.thunder.view import TrickWon

SEED = "00" * 32
HOME = Path(__file__).parent / "thunder"
ROOT = Path(__file__).parents[2]


def position(*hands: str) -> Course:
    state = State(Seat(1), tuple(tuple(hand.split()) for hand in hands))
    return Course(Thunder(), state, Trail([()]), Trail([()]))


def test_t1_both_get_five_cards_and_seat_1_leads() -> None:
    course = Course.begin(Thunder(), 2, {}, Chance(bytes(32)))
    assert course.to_act() == (1,)
    first, second = (set(hand) for hand in course.state.hands)
    assert (len(first), len(second), len(first | second)) == (5, 5, 10)


@pytest.mark.parametrize(
    ("lead", "answer", "winner"), [("2S", "3C", 2), ("KH", "KS", 2), ("KD", "KC", 1)]
)
def test_t2_the_higher_card_wins_the_trick_and_leads(lead: str, answer: str, winner: int) -> None:
    course = position(f"{lead} 2H", f"{answer} 2D").then(Seat(1), f"play {lead}")
    assert course.to_act() == (2,)
    course = course.then(Seat(2), f"play {answer}")
    assert course.to_act() == (winner,)
    assert course.happened[-1][-1] == TrickWon(Seat(winner), 1)


def test_a_card_that_is_not_held_is_refused() -> None:
    with pytest.raises(IllegalMove, match="not_in_hand"):
        position("2S", "3C").then(Seat(1), "play 3C")


def test_t3_most_tricks_win() -> None:
    course = position("AS", "3C").then(Seat(1), "play AS").then(Seat(2), "play 3C")
    assert course.to_act() == ()
    outcome = course.game.outcome(course.state)
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ((1, 0), (1,))


def test_house_players_play_it_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    levels = ["--house", "hard,random"]
    assert main(["play", "thunder", "--seats", "2", "--seed", SEED, *levels]) == 0
    played = capsys.readouterr().out
    assert "game: thunder" in played
    assert len([line for line in played.splitlines() if " play " in line]) == 10


def test_the_smallest_game_is_small() -> None:
    lines = [len(path.read_text("utf-8").splitlines()) for path in HOME.iterdir() if path.is_file()]
    assert sum(lines) <= 252


def test_the_tutorial_shows_thunder_as_it_is() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    shown = re.findall(r"```(?:python|po)\n(.*?)```", guide, re.DOTALL)
    whole = "\n".join(path.read_text("utf-8") for path in HOME.glob("*.*"))
    is_there = {line.strip() for line in whole.splitlines()}
    lines = [line.strip() for block in shown for line in block.splitlines() if line.strip()]
    assert len(lines) > 10
    assert not [line for line in lines if line not in is_there]
