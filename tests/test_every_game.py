"""What holds for every game over rules, scene, presenter and words; for Thunder and Hail as well.

They stand for the next games: they have no options, no pictures of their rules, no players, trials
or ratings of their own, and Hail has no cards, nothing hidden and only two seats.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import cast

import pytest

from bot.learn.lesson import lesson_of
from bot.presenters import PRESENTERS
from bot.texts import YOU, Texts
from engine.course import Course
from engine.events import as_seen_by
from engine.game import SharedRefusal
from engine.games import GAMES
from engine.options import spell_option
from engine.players.cases import theme_names
from engine.seats import Seat
from render.api import Person
from render.context import Context
from render.scenes import SCENES
from render.theme import NIGHT, large
from tests.catalogues import uses
from tests.engine.analysis.claims import CLAIMS
from tests.engine.walks import Beginning, beginnings, walk
from tests.games import MORE, registered
from tests.soak.amounts import later

EVERY = (*GAMES, *MORE)
ROOT = Path(__file__).parent.parent
ASKING = re.compile(
    r"(parametrize\(|params=|for \w+ in |if \w+ in |set\(|\[\().*"
    r"\b((GAMES|SCENES|PRESENTERS)\b(?!\[)|beginnings\(|playthroughs\()"
)
"""What a test is told by that asks something of every game."""

ELSEWHERE = (
    "tests/test_bench.py", "tests/by_ear", "tests/games", "tests/soak", "tests/test_every_game.py",
    "tests/engine/players/test_version.py",
)  # fmt: skip
"""What measures the games there are, hears each by a player of its own, takes hours, or is asked
of these two games here or there."""


def contracts() -> dict[str, list[str]]:
    """Return every file of tests that ask something of every game, by folder."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(ELSEWHERE) and ASKING.search(path.read_text("utf-8")):
            found.setdefault("/".join(name.split("/")[:2]), []).append(name)
    return found


PEOPLE = [Person(f"Player {number}") for number in range(1, 7)]
SELDOM = {
    "alt.balloon.result.top",
    "alt.balloon.state.out",
    "balloon.event.ended.top",
    "balloon.prompt.ride",
    "balloon.prompt.ride_free",
    "clumond.event.declares.C",
    "clumond.event.declares.D",
    "clumond.event.declares.H",
    "picture.balloon.top",
}
"""Keys of what these random games, those of Cloud 9 for two, seldom come to, or by chance."""

every_game = pytest.mark.parametrize("key", EVERY)


@pytest.fixture(autouse=True)
def more() -> Iterator[None]:
    with registered():
        yield


class Listener:
    """Words that note which keys they were asked for."""

    def __init__(self) -> None:
        self.asked: set[str] = set()
        self._words = Texts.load().words("en")

    def __call__(self, key: str, /, **values: object) -> str:
        self.asked.add(key)
        return self._words(key, **values)


@cache
def asked(key: str) -> frozenset[str]:
    """Return the keys that presenter and scene of a game ask for in random games."""
    say = Listener()
    for beginning in [beginning for beginning in beginnings(4) if beginning.key == key][:4]:
        _speak(beginning, say)
    return frozenset(say.asked)


def _speak(beginning: Beginning, say: Listener) -> None:
    presenter, scene = PRESENTERS[beginning.key], SCENES[beginning.key]
    names = [person.name for person in PEOPLE[: beginning.seats]]
    situations = list(walk(beginning))
    # Of long games, which say the same again and again, one of some situations.
    for number, (course, _, _) in enumerate(situations[:: 1 + len(situations) // 100]):
        for event in as_seen_by(None, course.happened[-1]):
            presenter.sentence(event, say, names)
        for seat in (None, Seat(1), *course.to_act()):
            view = course.view(seat)
            presenter.headline(view, say)
            presenter.prompt(view, say, names)
            presenter.waiting(view, say, names)
            presenter.retired(view, say, names)
            presenter.holding(view, say)
            for question in presenter.questions(view):
                presenter.answer(question, view, say, names)
            for control in presenter.controls(view, say, names):
                presenter.named(view, control.code, say, names)
            alt = scene.speech(Context(view, PEOPLE, say))
            list(alt.table() if seat is None else alt.hand())
        if not number % 15 or not course.to_act():
            _draw(course, say)
    for feat in presenter.feats(situations[-1].course.happened):
        assert presenter.praise(feat, "Here", "Ada", say)


def _draw(course: Course, say: Listener) -> None:
    scene, public = SCENES[course.game.info.key], course.view(None)
    for theme in (NIGHT, large(NIGHT)):
        hands = [Context(course.view(seat), PEOPLE, say, theme) for seat in public.to_act]
        table = scene.draw_table(Context(public, PEOPLE, say, theme))
        for canvas in (table, *map(scene.draw_hand, hands)):
            assert canvas.size.w == theme.width
            assert all(text.ink.right <= theme.width for text in canvas.texts)
    if public.deal_scores:
        scene.result(public, PEOPLE, say)
        scene.deal(public, PEOPLE, say)


def refusals(key: str) -> set[str]:
    """Return the reasons for which a game refuses moves: its own, and those of every game."""
    package = type(GAMES[key]).__module__.rpartition(".")[0]
    found = [
        vars(module)["Refusal"]
        for name, module in sys.modules.items()
        if name.startswith(f"{package}.") and "Refusal" in vars(module)
    ]
    assert found
    assert all(issubclass(kind, StrEnum) for kind in found)
    return {str(reason) for kind in (*found, SharedRefusal) for reason in kind}


def required(key: str) -> set[str]:
    """Return the keys that the bot asks for of every game, whatever its presenter and scene say."""
    wanted = {f"game.{key}{part}" for part in ("", ".choice", ".full", ".hint")}
    for reason in refusals(key):
        is_shared = reason in set(SharedRefusal) and f"illegal.{key}.{reason}" not in words(key)
        wanted.add(f"illegal.{'common' if is_shared else key}.{reason}")
    for option in GAMES[key].info.options:
        name = f"{key}.{option.key}"
        wanted.add(f"option.{name}")
        if option.choices:
            wanted.add(f"about.{name}")
        if option.default is None:
            wanted.add(f"option.{name}.empty")
        if isinstance(option.default, str):
            wanted |= {f"option.{name}.{spell_option(choice)}" for choice in option.choices}
    return (
        wanted
        | whys(key)
        | themes(key)
        | pages(key)
        | (frozenset() if (lesson := lesson_of(key)) is None else lesson.words)
        | {word for word in SELDOM if key in word.split(".")}
    )


def whys(key: str) -> set[str]:
    """Return the keys of the reasons that a game may give; some are told with what cards make."""
    reasons = {f"{key}.why.{reason}" for reason in CLAIMS.get(key, ())}
    fitting = {reason for reason in reasons if f"{reason}_fit" in words(key)}
    return reasons - fitting | {f"{reason}_fit" for reason in fitting}


def themes(key: str) -> set[str]:
    """Return the keys of what puzzles of a game may be about."""
    return {f"theme.{key}.{theme}" for theme in theme_names(key)}


def pages(key: str) -> set[str]:
    """Return title and body of each page of rules up to the last there is."""
    numbers = [
        int(found[1]) for word in words(key) if (found := re.match(r"rules\.\w+\.(\d+)", word))
    ]
    parts = ("title", "body")
    return {f"rules.{key}.{page}.{part}" for page in range(1, max(numbers) + 1) for part in parts}


def words(key: str) -> set[str]:
    """Return the keys that hold words of one game, without forms of these (`bot.texts`)."""
    own = {word for word in _texts() if key in word.split(".")}
    return {
        word for word in own if not (word.endswith(f".{YOU}") and word.rpartition(".")[0] in own)
    }


def literal() -> set[str]:
    """Return the keys that stand in code as they are, which `tests/test_texts.py` looks for."""
    return {use.key for use in uses() if use.pattern is None}


def unworded(key: str) -> set[str]:
    """Return the keys of a game that ought to have words and have none."""
    return (required(key) | asked(key)) - _texts().keys()


def _texts() -> dict[str, tuple[str, ...]]:
    return cast("dict[str, tuple[str, ...]]", Texts.load().languages["en"].texts)


@every_game
def test_every_key_of_a_game_has_words_of_its_own(key: str) -> None:
    assert not unworded(key)


@every_game
def test_no_key_of_a_game_could_be_lost_unnoticed(key: str) -> None:
    """Each is required of every game, asked for in random games, or stands in code as it is."""
    assert not words(key) - required(key) - asked(key) - literal()


@pytest.mark.parametrize(
    "lost",
    [
        "game.thunder",
        "game.thunder.choice",
        "game.hail.hint",
        "illegal.thunder.not_in_hand",
        "rules.hail.1.title",
        "thunder.wins",
        "alt.hail.die",
        "illegal.clumond.must_follow",
        "illegal.common.not_your_turn",
        "option.nimbly.deals.empty",
        "about.balloon.two",
        "balloon.button.wild",
        "clumond.move.declare.NT",
    ],
)
def test_a_key_that_is_lost_would_be_found(lost: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another game's key of the same shape is no stand-in for it."""
    key = next((game for game in EVERY if game in lost.split(".")), "thunder")
    assert unworded(key) == set()
    monkeypatch.delitem(_texts(), lost)
    assert lost in unworded(key)


LONG = ("tests/commands", "tests/sim", "tests/test_exports.py")
"""What takes long for what it finds: `make soak` asks it."""


AT_ONCE = ("tests/discord",)
"""Folders in which one test asks of all games, so that its name tells none."""

SHORT = [folder for folder in contracts() if folder not in LONG]


@pytest.mark.whole
@pytest.mark.parametrize(
    "folders",
    # One process for all of them: to start it takes as long as what a folder asks.
    [SHORT, *(later([one]) for one in LONG)],
    ids=" ".join,
)
def test_two_more_games_fulfil_what_every_game_must(folders: list[str]) -> None:
    """The contracts' own tests, all of them, in a process that has the games from the start.

    Left out is what they ask of a shipped game or of no game, which the ordinary run asks.
    """
    command = [sys.executable, "-m", "tests.games", "pytest", "-v", "-p", "no:cacheprovider"]
    command += ["-p", "tests.games.plugin"]
    command += [file for folder in folders for file in contracts()[folder]]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert ran.returncode == 0, ran.stdout
    passed = [line for line in ran.stdout.splitlines() if " PASSED" in line]
    for folder in folders:
        asked_there = [line.partition("[")[2] for line in passed if line.startswith(folder)]
        for key in MORE:
            is_told = "." not in folder and folder not in AT_ONCE
            assert any(key in given for given in asked_there) or not is_told, folder


def test_no_contract_is_forgotten() -> None:
    files = {file for each in contracts().values() for file in each}
    assert {
        "tests/commands/test_help.py", "tests/engine/test_every_game.py",
        "tests/engine/players/test_levels.py", "tests/engine/test_record.py",
        "tests/presenters/test_every_presenter.py",
        "tests/render/test_contract.py", "tests/match/show/test_contents.py",
        "tests/match/test_lobbies.py", "tests/test_texts.py",
    } <= files  # fmt: skip
    assert len(files) >= 22
