"""On a desktop and on a phone a message at a choice is on one screen, as a whole.

Heights are worked out as the sandbox's page lays a message out at 1280 x 800 and at 390 x 844
points, which was measured in Chromium; `tests/sandbox/web/test_heights.py` holds some to that.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from typing import Any, NamedTuple

import pytest
from discord import PartialEmoji, ui

from bot.daily.rules import TURNS, Day
from bot.learn.layouts import lesson_layout, people_of
from bot.learn.lesson import LEARNER, lesson_of, taught
from bot.match.show.hand_layouts import hand_layout, solo_layout
from bot.match.show.lobby_layouts import lobby_layout
from bot.match.table.names import people
from bot.match.table.seats import shortened
from bot.match.table.state import Table
from bot.puzzles.layouts import answered_layout, puzzle_layout, puzzle_names
from bot.puzzles.service import ANY, Answered, Puzzle, shipped
from bot.puzzles.store import PuzzleAnswer
from bot.reviews.service import PRACTICE
from bot.store.rows import Member, Status
from engine.chance import Chance
from engine.course import Course
from engine.game import Options, View
from engine.games import GAMES
from engine.options import settle
from render.api import Person
from render.glyphs import LATIN, Style, font
from render.scenes import EMOJI, SCENES
from render.theme import NIGHT, WIDTH
from tests.match.rows import SAY, hand_of, lobby_row, parts, picture, said
from tests.puzzles.rows import WEEK
from tests.soak.amounts import by_seats, later


class Screen(NamedTuple):
    """A kind of screen: how wide what stands in a message is, and how high its parts are."""

    most: int
    """The greatest height of a message at a choice; one at its result may be 20 or 60 higher."""
    room: int
    button: int
    least: int
    padding: int
    face: int
    """Width of an emoji on a button, with the space after it."""
    around: int
    """Height of what stands around what the bot has sent: its name, "edited", who sees it."""
    shown: int
    """The greatest height of a picture."""


DESK = Screen(620, 566, 34, 60, 28, 26, 82, 350)
PHONE = Screen(700, 280, 40, 52, 32, 28, 100, 640)
SCREENS = (DESK, PHONE)
RESULT = {DESK: 640, PHONE: 760}

USED = 21
"""Height of the line that tells which command led to a message."""

GAP = 8
LINE, SMALL_LINE, HEADING, MENU = 22, 18, 26, 40
FRAME = 34
"""The edge of a message, above and below."""

SLACK = 6
"""The parts are rounded."""

PICTURES = [("hand.png", picture())]

READY = {key: PartialEmoji(name=f"nimbus_{key}_12345678", id=n) for n, key in enumerate(EMOJI, 1)}
NAMES = ("Ada Lovelace", "Benjamin", "Cirrus", "Émile", "さくら", "Frida")


MENU_TYPE = 3
"""Discord's type of a menu."""


@cache
def width_of(text: str, size: int, weight: int = 400) -> float:
    """Return how wide a line of text is; a character outside of the font is as wide as high."""
    letters = font(LATIN, Style(100, weight, 100))
    known = "".join(char for char in text if ord(char) < 0x2000)
    return size * (letters.getlength(known) / 100 + (len(text) - len(known)))


def lines_of(text: str, size: int, room: float) -> int:
    """Count the lines into which a paragraph is wrapped."""
    count, used, space = 1, 0.0, width_of(" ", size)
    for word in text.split():
        width = width_of(word, size)
        if used and used + space + width > room:
            count, used = count + 1, width
        else:
            used += width + space * bool(used)
    return count


def height_of_text(content: str, room: float) -> int:
    """Return the height of a text, paragraph by paragraph."""
    plain = re.sub(r"<t:\d+:R>", "in 5 minutes", content.replace("**", ""))
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", plain)
    return sum(
        SMALL_LINE * lines_of(line.removeprefix("-# "), 13, room)
        if line.startswith("-# ")
        else HEADING * lines_of(line.removeprefix("### "), 16, room)
        if line.startswith("### ")
        else LINE * lines_of(line, 16, room)
        for line in plain.splitlines()
    )


def height_of_row(controls: list[dict[str, Any]], screen: Screen) -> int:
    """Return the height of a menu, or of a row of buttons, wrapped where the next has no room."""
    if controls[0]["type"] == MENU_TYPE:
        assert width_of(controls[0]["placeholder"], 16) <= 0.8 * min(400, screen.room)
        return MENU
    count, used = 1, 0.0
    for control in controls:
        words = width_of(control.get("label", ""), 15, 500)
        width = max(screen.least, screen.padding + words + screen.face * ("emoji" in control))
        if used and used + GAP + width > screen.room:
            count, used = count + 1, width
        else:
            used += width + GAP * bool(used)
    return count * screen.button + (count - 1) * GAP


def height(shown: ui.LayoutView, picture_height: int, screen: Screen) -> int:
    """Return the height of a message."""
    (box,) = (part["components"] for part in parts(shown) if part["type"] == 17)
    heights = []
    for part in box:
        if part["type"] == 12:
            heights.append(min(screen.shown, round(picture_height * screen.room / WIDTH)))
        elif part["type"] == 10:
            heights.append(height_of_text(part["content"], screen.room))
        else:
            heights.append(height_of_row(part["components"], screen))
    return screen.around + FRAME + sum(heights) + GAP * (len(heights) - 1)


def painted_height(key: str, view: View, seated: Sequence[Person]) -> int:
    """Return the height of the picture of a hand."""
    scene = SCENES[key]
    return scene.draw_hand(scene.context(view, seated, SAY, NIGHT)).size.h


def moments(key: str, seats: int, seed: int, options: Options) -> Iterator[Table]:
    """Play a random game, with a table before every move, under a limit of time."""
    generator, game = random.Random(seed), GAMES[key]
    row = replace(lobby_row(*NAMES[:seats]), game=key, status=Status.PLAYING, seed=bytes(32))
    members = tuple(
        replace(member, clock=replace(member.clock, due=99.5)) for member in row.members
    )
    row = replace(row, members=members, options={**options})
    course, moves = Course.begin(game, seats, options, Chance(bytes([seed]) * 32)), 0
    while acting := course.to_act():
        yield Table(replace(row, moves=moves, state=game.dump(course.state)), course)
        course, moves = course.then(acting[0], generator.choice(course.legal(acting[0]))), moves + 1


def tallest(key: str, seats: int, seed: int, screen: Screen) -> tuple[int, Table]:
    """Return the tallest hand of a game, and where it came up."""
    found = []
    for table in moments(key, seats, seed, {}):
        board, hand = hand_of(table, seat := table.to_act()[0])
        shown = hand_layout(board, hand, PICTURES, SAY, READY)
        painted = painted_height(key, hand.view, people(table.row))
        found.append((height(shown, painted, screen), table.row.moves, seat, table))
    most, _, _, table = max(found, key=lambda one: one[:3])
    return most, table


EVERY = [(key, seats) for key, game in GAMES.items() if key in SCENES for seats in game.info.seats]


@pytest.mark.parametrize("screen", SCREENS, ids=("desk", "phone"))
@pytest.mark.parametrize("seed", [1, later(2)])
@pytest.mark.parametrize(("key", "seats"), by_seats(EVERY))
def test_a_hand_is_on_one_screen(key: str, seats: int, seed: int, screen: Screen) -> None:
    most, table = tallest(key, seats, seed, screen)
    assert most <= screen.most + SLACK, (most, table.row.moves, table.to_act())


TALLEST = 195
"""Points that a picture in a lobby is high at most: the table's before anything has happened."""


@pytest.mark.parametrize("screen", SCREENS, ids=("desk", "phone"))
@pytest.mark.parametrize("key", SCENES)
def test_a_lobby_has_its_start_on_the_first_screen(key: str, screen: Screen) -> None:
    info = GAMES[key].info
    options: dict[str, object] = {**settle(info, min(info.seats), {})}
    row = shortened(replace(lobby_row(NAMES[0]), game=key, options=options))
    shown = parts(lobby_layout(row, SAY, PICTURES))
    (box,) = (part["components"] for part in shown if part["type"] == 17)
    starts = next(n for n, part in enumerate(box) if part["type"] == 1)
    assert "Start" in [one["label"] for one in box[starts]["components"]]
    texts = [part["content"] for part in box[:starts] if part["type"] == 10]
    above = sum(height_of_text(text, screen.room) for text in texts) + screen.around
    pressed = height_of_row(box[starts]["components"], screen)
    assert above + min(screen.shown, TALLEST) + pressed + GAP * starts <= screen.most


NEWEST = Day((TURNS[-1].since - date(1970, 1, 1)).days)
"""The first day on which games take turns as they do now."""

ALONE = [
    *((day.game, 3, day.key, day.options) for day in map(NEWEST.plus, range(len(TURNS[-1].games)))),
    *by_seats((key, seats, PRACTICE.key("7 3"), {}) for key, seats in EVERY),
]
"""Games that are played alone: the days as they now take turns, and any game for practice."""


def alone(key: str, seats: int, series: str, options: Options, seed: int) -> Iterator[Table]:
    """Play a random game against the house, with a table before every move of the person."""
    settled = settle(GAMES[key].info, seats, options)
    house = [Member(f"house:{n}", NAMES[n]) for n in range(1, seats)]
    for table in moments(key, seats, seed, settled):
        if 1 in table.to_act():
            members = (table.row.members[0], *house)
            row = replace(table.row, members=members, series=series, by_token=True)
            yield Table(row, table.course)


@pytest.mark.parametrize("seed", [1, *map(later, (2, 3, 4))])
@pytest.mark.parametrize(("key", "seats", "series", "options"), ALONE)
def test_a_game_alone_is_on_one_screen(
    key: str, seats: int, series: str, options: Options, seed: int
) -> None:
    for table in alone(key, seats, series, options, seed):
        board, hand = hand_of(table, 1)
        shown = solo_layout(board, hand, PICTURES, SAY, READY)
        painted = painted_height(key, hand.view, people(table.row))
        used = 0 if series == PRACTICE.key("7 3") else USED
        for screen in SCREENS:
            tall = height(shown, painted, screen) + used
            assert tall <= screen.most + SLACK, (tall, screen, table.row.moves, said(shown))


@pytest.mark.whole
@pytest.mark.parametrize("key", SCENES)
def test_every_puzzle_and_its_answer_are_on_one_screen(key: str) -> None:
    for row in shipped().puzzles:
        if row.game != key:
            continue
        puzzle = Puzzle.of(row)
        painted = painted_height(key, puzzle.view, [*map(Person, puzzle_names(puzzle, SAY))])
        last = puzzle.choices[-1].code
        answer = PuzzleAnswer(101, row.key, last, False, 0.0, 25.5, 4.0, False)
        answered = Answered(puzzle, answer, answer.code, 1000, WEEK, True)
        shown = puzzle_layout(puzzle, PICTURES, ANY, SAY, READY)
        after = answered_layout(answered, PICTURES, ANY, SAY)
        for screen in SCREENS:
            assert height(shown, painted, screen) + USED <= screen.most + SLACK, said(shown)
            assert height(after, painted, screen) + USED <= RESULT[screen] + SLACK, said(after)


@pytest.mark.parametrize("key", taught())
def test_every_step_of_a_lesson_is_on_one_screen(key: str) -> None:
    """As high as a result, for nothing else goes on there: a step has three lines to explain."""
    lesson = lesson_of(key)
    assert lesson is not None
    for step in lesson.steps.values():
        view = step.course.view(LEARNER if step.show == "hand" else None)
        painted = getattr(SCENES[key], step.show)(view, people_of(step, SAY), SAY)
        for word in ("", *step.answers.values()):
            shown = lesson_layout(lesson, step, PICTURES, SAY, READY, word)
            for screen in SCREENS:
                tall = height(shown, painted.height, screen) + USED
                assert tall <= RESULT[screen] + SLACK, (tall, screen, said(shown))
