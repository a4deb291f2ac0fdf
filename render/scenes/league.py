"""Tables of a league, of a week of it, and of an evening: some people, best first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from render.api import Nth, Picture, Words, capital, number, rounded, spoken
from render.encode import finished
from render.lettering import clean
from render.scenes.leaderboard import HELPED, Column, Heading, Ranked, draw_ranking, rows_shown
from render.speech import fitted, shortened
from render.theme import NIGHT, Theme


class Placed(Protocol):
    """A person's line in any of these tables, with the points that decide its place."""

    @property
    def place(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def points(self) -> float: ...
    @property
    def has_medal(self) -> bool: ...


class RoundsLine(Placed, Protocol):
    """A person's line in the table of an evening; `points` is the sum of its rounds.

    `latest` are their points in the latest round, from 0 to 100; None if they did not play it.
    `is_helped` is that a stand-in played most of it, which stands behind all others.
    """

    @property
    def weeks(self) -> int: ...
    @property
    def latest(self) -> float | None: ...
    @property
    def is_helped(self) -> bool: ...


class WeekLine(Placed, Protocol):
    """A person's line in the table of a week; `points` are from 0 to 100, `score` the game's."""

    @property
    def seat(self) -> int: ...
    @property
    def score(self) -> int: ...


class SeasonLine(Placed, Protocol):
    """A person's line in a season or league: `weeks` they played, each from 0 to 100 points.

    `points` are the sum of those that count, `average` and `spread` the mean of all of them and
    its standard deviation.
    """

    @property
    def weeks(self) -> int: ...
    @property
    def average(self) -> float: ...
    @property
    def spread(self) -> float: ...


@dataclass(frozen=True, slots=True)
class _Line:
    """A line as it is painted, and the values of its sentence in the alt text."""

    row: Ranked
    told: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Table:
    kind: str
    lines: Sequence[_Line]
    columns: Sequence[Column]


def paint_league(
    heading: Heading, lines: Sequence[SeasonLine], words: Words, theme: Theme = NIGHT
) -> Picture:
    """Paint the first lines of a league's table."""
    head = words("picture.league.weeks")
    return _paint_season(heading, ("league", "weeks", head), lines, words, theme)


def paint_rounds(
    heading: Heading, lines: Sequence[RoundsLine], words: Words, theme: Theme = NIGHT
) -> Picture:
    """Paint the first lines of an evening's table."""
    shown = [_sum(line, words, HELPED * line.is_helped) for line in lines[: rows_shown(theme)]]
    columns = [
        Column(words("picture.league.round"), 276), Column(words("picture.league.points"), 190)
    ]  # fmt: skip
    return _paint(heading, _Table("rounds", shown, columns), words, theme)


def paint_season(
    heading: Heading, lines: Sequence[SeasonLine], words: Words, theme: Theme = NIGHT
) -> Picture:
    """Paint the first lines of the table of a season of evenings."""
    head = words("picture.season.evenings")
    return _paint_season(heading, ("season", "evenings", head), lines, words, theme)


def _paint_season(
    heading: Heading, of: tuple[str, str, str], lines: Sequence[SeasonLine], words: Words,
    theme: Theme,
) -> Picture:  # fmt: skip
    """Paint a season `of` a kind: what it is, what its parts are, and how they are headed."""
    kind, parts, head = of
    shown = []
    for line in lines[: rows_shown(theme)]:
        average = f"{rounded(line.average, words)} ± {rounded(line.spread, words)}"
        numbers = str(line.weeks), average, rounded(line.points, words)
        row = Ranked(line.place, line.name, numbers, line.has_medal, points=line.points)
        told = {"average": line.average, "spread": line.spread, "points": line.points}
        said = {key: spoken(rounded(value, words), words) for key, value in told.items()}
        shown.append(_Line(row, said | {parts: str(line.weeks)}))
    columns = [
        Column(head, 176),
        Column(words("picture.season.average"), 230),
        Column(words("picture.league.share"), 170),
    ]
    return _paint(heading, _Table(kind, shown, columns), words, theme)


def _sum(line: RoundsLine, words: Words, sign: str) -> _Line:
    """Return a line of several rounds."""
    points = rounded(line.points, words)
    latest = words("picture.none") if line.latest is None else rounded(line.latest, words)
    said = words("alt.none.week") if line.latest is None else spoken(latest, words)
    numbers = latest, points
    row = Ranked(line.place, line.name, numbers, line.has_medal, sign, points=line.points)
    return _Line(row, {"round": said, "rounds": str(line.weeks), "points": spoken(points, words)})


def paint_week(
    heading: Heading, lines: Sequence[WeekLine], words: Words, theme: Theme = NIGHT
) -> Picture:
    """Paint the first lines of the table of a week."""
    shown = []
    for line in lines[: rows_shown(theme)]:
        numbers = str(line.seat), number(line.score), rounded(line.points, words)
        said = (spoken(each, words) for each in numbers)
        row = Ranked(line.place, line.name, numbers, line.has_medal, points=line.points)
        shown.append(_Line(row, dict(zip(("seat", "score", "share"), said, strict=True))))
    columns = [
        Column(words(f"picture.league.{key}"), width)
        for key, width in (("seat", 130), ("score", 190), ("share", 170))
    ]
    return _paint(heading, _Table("week", shown, columns), words, theme)


def _paint(heading: Heading, table: _Table, words: Words, theme: Theme) -> Picture:
    rows = [line.row for line in table.lines]
    canvas = draw_ranking(heading.title, rows, table.columns, words, theme)
    return finished(canvas, _alt(heading, table, words))


def _alt(heading: Heading, table: _Table, words: Words) -> str:
    helped = f" {capital(words('picture.evening.mostly'))}."

    def compose(length: int) -> str:
        lines = [
            words(
                f"alt.league.{table.kind}", place=Nth(line.row.place or 0),
                name=shortened(clean(line.row.name), length) or words("picture.somebody"),
                **line.told,
            ) + helped * bool(line.row.sign)
            for line in table.lines
        ]  # fmt: skip
        title = words(
            "alt.league.title", title=shortened(clean(heading.title), 80), remark=heading.remark
        )
        return " ".join([title, *lines])

    return fitted(compose)
