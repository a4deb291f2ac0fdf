"""The rules of Thunder and of Hail, and the guide that shows both as they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.presenters.stakes import stake_of
from engine.__main__ import main
from engine.chance import Chance
from engine.course import Course, Trail
from engine.game import IllegalMove
from engine.games import GAMES
from engine.seats import Seat
from tests.games import MORE
from tests.games.hail.rules import Hail
from tests.games.hail.view import Kept, Thrown
from tests.games.thunder.rules import State, Thunder
from tests.games.thunder.view import BoltsShown, DieThrown, TrickWon

# The rules of Thunder, T1 to T4, and those of Hail, H1 to H3.

SEED = "00" * 32


def position(*hands: str, bolts: str = "RGP", die: str = "4") -> Course:
    count, held = len(hands), tuple(tuple(hand.split()) for hand in hands)
    empty, nothing = ("",) * count, (0,) * count
    chance = Chance(bytes(32), rolls=((5, ("6",)),))
    state = State(Seat(1), held, tuple(bolts[:count]), chance, die, empty, nothing)
    return Course(Thunder(), state, Trail([()]), Trail([()]))


def throwing(*dice: str) -> Course:
    """Return a game of Hail whose first throws are known."""
    rolls = tuple((number, (die,)) for number, die in enumerate(dice, start=1))
    return Course.begin(Hail(), 2, {}, Chance(bytes(32), rolls=rolls))


def played(course: Course, *moves: str) -> Course:
    for move in moves:
        course = course.then(course.to_act()[0], move)
    return course


@pytest.mark.parametrize("seats", [2, 3])
def test_t1_all_get_five_cards_and_a_bolt_and_seat_1_leads(seats: int) -> None:
    course = Course.begin(Thunder(), seats, {}, Chance(bytes(32)))
    assert course.to_act() == (1,)
    hands = [card for hand in course.state.hands for card in hand]
    assert (len(hands), len(set(hands))) == (5 * seats, 5 * seats)
    assert len(set(course.state.bolts)) == seats
    assert course.view(Seat(2)).bolts.count("") == seats - 1  # type: ignore[attr-defined] # Thunder's
    assert not any(course.view(None).bolts)  # type: ignore[attr-defined] # Thunder's


def test_t2_a_die_is_thrown_before_every_trick() -> None:
    course = position("AS 2H", "3C 2D").then(Seat(1), "play AS").then(Seat(2), "play 3C")
    assert course.happened[-1][-2:] == (TrickWon(Seat(1), 4), DieThrown("6"))
    assert course.state.scores == (4, 0)


@pytest.mark.parametrize(
    ("lead", "answer", "winner"), [("2S", "3C", 2), ("KH", "KS", 2), ("KD", "KC", 1)]
)
def test_t3_the_higher_card_wins_the_trick_and_leads(lead: str, answer: str, winner: int) -> None:
    course = position(f"{lead} 2H", f"{answer} 2D").then(Seat(1), f"play {lead}")
    assert course.to_act() == (2,)
    course = course.then(Seat(2), f"play {answer}")
    assert course.to_act() == (winner,)
    assert TrickWon(Seat(winner), 4) in course.happened[-1]


def test_a_card_that_is_not_held_is_refused() -> None:
    with pytest.raises(IllegalMove, match="not_in_hand"):
        position("2S", "3C").then(Seat(1), "play 3C")


def test_t4_the_last_trick_brings_all_bolts_and_most_points_win() -> None:
    course = played(position("AS", "3C", "4C"), "play AS", "play 3C", "play 4C")
    assert BoltsShown(Seat(1), ("R", "G", "P"), 6) in course.happened[-1]
    assert course.view(None).bolts == ("R", "G", "P")  # type: ignore[attr-defined] # Thunder's
    outcome = course.game.outcome(course.state)
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ((10, 0, 0), (1,))


def test_h1_what_a_die_shows_goes_on_the_heap() -> None:
    course = played(throwing("3", "5"), "throw", "throw")
    assert course.happened[-1] == (Thrown(Seat(1), "5", 8),)
    assert course.to_act() == (1,)


def test_h2_a_heap_is_kept_in_time_or_melts() -> None:
    course = played(throwing("3", "6", "1"), "throw", "keep", "throw", "throw")
    assert (course.state.scores, course.to_act()) == ((3, 0), (1,))
    assert course.happened[-1] == (Thrown(Seat(2), "1", 0),)
    full = played(throwing("6", "6", "6", "6"), *["throw"] * 4)
    assert full.happened[-1][-1] == Kept(Seat(1), 24)
    with pytest.raises(IllegalMove, match="no_heap"):
        throwing().then(Seat(1), "keep")


def test_h3_everybody_has_three_turns_and_most_points_win() -> None:
    dice = "2", "3", "1", "4", "2", "1"
    course = played(throwing(*dice), *["throw", "keep"] * 2, *["throw"], *["throw", "keep"] * 2)
    course = played(course, "throw")
    outcome = course.game.outcome(course.state)
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ((4, 7), (2,))


@pytest.mark.parametrize("key", ["thunder", "hail"])
def test_house_players_play_it_on_the_command_line(
    key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    levels = ["--house", "hard,random"]
    assert main(["play", key, "--seats", "2", "--seed", SEED, *levels]) == 0
    told = capsys.readouterr().out
    assert f"game: {key}" in told
    assert "result:" in told


@pytest.mark.parametrize("key", MORE)
def test_nothing_is_said_to_be_at_stake_in_a_game_that_has_no_words_for_it(key: str) -> None:
    course = Course.begin(GAMES[key], 2, {}, Chance(bytes(32)))
    while acting := course.to_act():
        assert stake_of(course.view(acting[0]), lambda word, /, **_: word, ("Ada", "Ben")) == ""
        course = course.then(acting[0], course.legal(acting[0])[-1])


# CONTRIBUTING tells how a game is added, and shows Thunder and Hail as they are.

ROOT = Path(__file__).parents[2]
HOME = Path(__file__).parent
SHIPPED = ("engine", "render", "bot")
TRANSLATED = re.compile(r"(bot/texts/|docs/rules\.)(?!en/|md$)")
"""Translations follow their English, which is named."""
GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
CHAPTER = GUIDE.partition("## A new game")[2].partition("\n## ")[0]


def lines_of(home: Path) -> list[str]:
    """Return the lines of a game's modules and words."""
    files = [path for path in home.iterdir() if path.suffix in (".py", ".po")]
    return [line for path in files for line in path.read_text("utf-8").splitlines()]


def test_the_games_are_as_small_as_it_says() -> None:
    told = re.findall(r"`tests/games/(\w+)`[^`]*? in (\d+)\s+lines", CHAPTER)
    assert {key for key, _ in told} == set(MORE)
    for key, most in told:
        assert 0.9 * int(most) < len(lines_of(HOME / key)) <= int(most)


def test_what_it_shows_is_there() -> None:
    shown = re.findall(r"```(?:python|po)\n(.*?)```", CHAPTER, re.DOTALL)
    is_there = {line.strip() for key in MORE for line in lines_of(HOME / key)}
    lines = [line.strip() for block in shown for line in block.splitlines() if line.strip()]
    assert len(lines) > 10
    assert not [line for line in lines if line not in is_there]


def test_every_path_and_module_it_names_exists() -> None:
    names = re.findall(r"`((?:engine|render|bot|tests|docs)[\w./]*)`", CHAPTER)
    assert len(names) > 15
    missing = [name for name in names if not is_there(name)]
    assert not missing


def test_every_place_it_names_is_one_of_every_game() -> None:
    places = re.findall(r"`([\w./*]*<game>[\w./*]*)`", CHAPTER)
    assert len(places) >= 7
    there = [place.replace("<game>", key) for place in places for key in shipped()]
    assert not [place for place in there if not list(ROOT.glob(place))]


def test_it_names_every_place_that_knows_the_games_apart() -> None:
    files = [path for folder in SHIPPED for path in (ROOT / folder).rglob("*.*")]
    files += [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]
    knowing = [
        path.relative_to(ROOT)
        for path in files
        if path.suffix in (".py", ".po", ".json", ".md")
        and not TRANSLATED.search(path.as_posix())
        and all(re.search(rf"\b{key}\b", path.read_text("utf-8")) for key in shipped())
    ]
    assert len(knowing) > 8
    assert not [path for path in knowing if not is_named(path)]


def is_named(path: Path) -> bool:
    """Return whether the chapter names a file, by its path or as a module by its dots."""
    dotted = ".".join(path.with_suffix("").parts)
    return f"`{path}`" in CHAPTER or f"`{dotted}`" in CHAPTER or path.name == "CONTRIBUTING.md"


def shipped() -> list[str]:
    """Return the games that come with the bot."""
    return [key for key in GAMES if key not in MORE]


def is_there(name: str) -> bool:
    """Return whether a path, or a module or something in one by its dots, exists."""
    if "/" in name:
        return (ROOT / name).exists()
    parts = name.split(".")
    whole, outer = (ROOT.joinpath(*parts[: len(parts) - cut]) for cut in (0, 1))
    if whole.is_dir() or whole.with_suffix(".py").exists():
        return True
    module = outer.with_suffix(".py")
    return module.exists() and re.search(rf"\b{parts[-1]}\b", module.read_text("utf-8")) is not None
