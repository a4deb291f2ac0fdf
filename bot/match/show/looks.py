"""Parts that features add to the messages of tables, and to a person's card and page.

>>> from bot.match.show.looks import LOOKS, Look
>>> LOOKS["yours"] = Look(after=lambda row, say: [])
>>> del LOOKS["yours"]

>>> from bot.match.show.looks import LINES, Line
>>> async def greeting(asked):
...     return [Line("Good morning.")]
>>> LINES["morning"] = greeting
>>> del LINES["morning"]
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias, TypeVar

from discord import ui

from bot.discord.app import App
from bot.discord.parts import CHOICE, cut
from bot.errors import Refused
from bot.match.table.kind import kind_of, kind_of_series
from bot.match.table.names import plain_names
from bot.preferences.server import ServerSettings
from bot.store import Store
from bot.store.errors import UnreadableMatch
from bot.store.rows import MatchRow, Status
from engine.seats import Seat
from render.api import RatingChange, Words

Button = Callable[["MatchRow", "Words"], ui.Item[Any] | None]
Buttons = Callable[["MatchRow", "Words"], Sequence[ui.Item[Any]]]


def _nothing(_row: MatchRow, _say: Words) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Look:
    """The look of the tables of one kind, where it differs from ordinary ones."""

    after: Buttons
    """The buttons below a result that lead to the feature."""
    lobby: Callable[[MatchRow, Words], str] = _nothing
    """A line in the lobby: what is played there."""
    place: Callable[[Words], str] = lambda _say: ""
    """Where a game is that nobody but its person can see."""
    values: Callable[[MatchRow], dict[str, object]] = lambda _row: {}
    """The values that the texts of a veiled board name, by placeholder."""
    until: Callable[[MatchRow, Words], str] = _nothing
    """Until when a game has to be played out that has no clocks; told as it begins."""
    over: Callable[[MatchRow, Words], str] = _nothing
    """What stands above the result of a game; "" where it is final."""
    title: Callable[[str, str, Words], str] = lambda _game, _series, _say: ""
    """What a match is called, by its game and its series; "" where it goes by its number."""


LOOKS: dict[str, Look] = {}
"""The looks of kinds that differ, by the kind's name."""

LOOKING_BACK: dict[str, Button] = {}
"""The buttons below every result that lead to what a finished game teaches, by feature, in order
of their names; None for a game that does not offer it."""


def look_of(row: MatchRow) -> Look | None:
    """Return the look of a match's kind; None for an ordinary table."""
    return LOOKS.get(kind_of(row).name)


def until_of(row: MatchRow, say: Words) -> str:
    """Say until when a game without clocks has to be played out; "" if it goes on forever."""
    look = look_of(row)
    return look.until(row, say) if look is not None else ""


def over_title(row: MatchRow, say: Words) -> str:
    """Return what stands above the result of a game."""
    look = look_of(row)
    title = look.over(row, say) if look is not None else ""
    return title or say("final.title", game=say(f"game.{row.game}"))


def title_of(game: str, number: int, series: str, say: Words) -> str:
    """Return what a match is called in a title: a daily by its day, others by their number."""
    look = LOOKS.get(kind_of_series(series).name)
    title = look.title(game, series, say) if look else ""
    return title or say("title.table", game=say(f"game.{game}"), number=number)


def match_name(row: MatchRow, say: Words) -> str:
    """Name a match among others, with its players; who plays alone knows who that is."""
    table = title_of(row.game, row.number, row.series, say)
    names = () if kind_of(row).is_solo else plain_names(row, say)
    return cut(say("table.choice", table=table, names=names) if names else table, CHOICE)


def looking_back(row: MatchRow, say: Words, *features: str) -> list[ui.Item[Any]]:
    """Return the buttons to learn from a finished game and to see it again; or some of them."""
    names = features or sorted(LOOKING_BACK, reverse=True)
    made = (LOOKING_BACK[name](row, say) for name in names)
    return [button for button in made if button is not None]


@dataclass(frozen=True, slots=True)
class Ahead:
    """A feature's game that people can play after another one."""

    button: Callable[[Words], ui.Item[Any]]
    """The button that leads there."""
    open_to: Callable[[Store, MatchRow], Awaitable[frozenset[int]]]
    """Returns the people of a match that has ended who can play it still. Raises StoreError."""


AHEAD: dict[str, Ahead] = {}
"""The games to go on with below a result, by feature."""


async def ahead_of(store: Store, row: MatchRow) -> dict[str, frozenset[int]]:
    """Return the people of a match that has ended who can go on with each feature's game."""
    if row.status is not Status.OVER:
        return {}
    return {name: await ahead.open_to(store, row) for name, ahead in AHEAD.items()}


class Notes:
    """A feature's notes on the result of one match, none of which it must have.

    Equal ones say the same. One that `withholds` is on a game of which nothing can be seen yet.
    """

    withholds = False

    def line(self, _seat: Seat, line: str, _say: Words) -> str:
        """Return the line of a seat's result with what is to be said of it."""
        return line

    def short(self, _seat: Seat, line: str, _say: Words) -> str:
        """Return the same in fewer words."""
        return line

    def changes(self) -> Mapping[Seat, RatingChange]:
        """Return what the game made of ratings."""
        return {}

    def for_seat(self, _seat: Seat, _say: Words) -> str:
        """Tell the person of a seat; "" if there is nothing."""
        return ""

    def below(self, _row: MatchRow, _say: Words) -> list[str]:
        """Return the lines below the result."""
        return []


@dataclass(frozen=True)
class _Several(Notes):
    """The notes of several features, one after the other."""

    notes: tuple[Notes, ...]

    def line(self, seat: Seat, line: str, say: Words) -> str:
        for notes in self.notes:
            line = notes.line(seat, line, say)
        return line

    def short(self, seat: Seat, line: str, say: Words) -> str:
        for notes in self.notes:
            line = notes.short(seat, line, say)
        return line

    def changes(self) -> Mapping[Seat, RatingChange]:
        return {seat: change for notes in self.notes for seat, change in notes.changes().items()}

    def for_seat(self, seat: Seat, say: Words) -> str:
        return "\n".join(filter(None, (notes.for_seat(seat, say) for notes in self.notes)))

    def below(self, row: MatchRow, say: Words) -> list[str]:
        return [line for notes in self.notes for line in notes.below(row, say)]


NotesReader = Callable[["Store", "MatchRow"], Awaitable["Notes | None"]]

NOTES: dict[str, NotesReader] = {}
"""The readers of notes on a match that is over, by feature; one that withholds stands alone."""


async def notes_of(store: Store, row: MatchRow) -> Notes | None:
    """Return the notes on the result of a match. Raises StoreError."""
    if row.status is not Status.OVER:
        return None
    found = []
    for read in NOTES.values():
        if (notes := await read(store, row)) is not None:
            if notes.withholds:
                return notes
            found.append(notes)
    return _Several(tuple(found)) if len(found) > 1 else next(iter(found), None)


# What features tell of a person: lines of their card (`/nimbus`), facts on their page (`/stats`).


@dataclass(frozen=True, slots=True)
class Asked:
    """Who is asked about, by whom, and where: in a server, with its settings, or (None) in none."""

    app: App
    user_id: int
    by: int
    guild_id: int | None
    settings: ServerSettings
    say: Words


class Fact(NamedTuple):
    """A fact on a person's page: its caption, and its value in words."""

    caption: str
    value: str


class Line(NamedTuple):
    """A few words on a person's card, and the button that leads on, if there is one.

    One `of_friends` tells of others here, and comes first.
    """

    text: str
    button: ui.Button[Any] | None = None
    of_friends: bool = False


T = TypeVar("T")

Teller: TypeAlias = Callable[[Asked], Awaitable[Sequence[T]]]

Lines: TypeAlias = Teller[Line]

Facts: TypeAlias = Teller[Fact]

LINES: dict[str, Lines] = {}
"""The tellers of a person's card, by feature, in the order in which it is read."""

FACTS: dict[str, Facts] = {}
"""The tellers of a person's page, likewise."""


async def lines_of(asked: Asked, *features: str) -> list[Line]:
    """Return the lines of all features, or of some."""
    return await _gathered([LINES[name] for name in features or LINES], asked)


async def facts_of(asked: Asked) -> list[Fact]:
    """Return the facts of all features."""
    return await _gathered(FACTS.values(), asked)


async def _gathered(tellers: Iterable[Teller[T]], asked: Asked) -> list[T]:
    """Return what all tell; one that cannot costs nobody the others."""

    async def safely(teller: Teller[T]) -> Sequence[T]:
        with suppress(Refused, UnreadableMatch):
            return await teller(asked)
        return ()

    found = await asyncio.gather(*map(safely, tellers))
    return [one for each in found for one in each]
