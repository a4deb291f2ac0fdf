"""The context of a painter: a view, the players, the words and the theme."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Generic, TypeVar

from engine.game import View, by_place
from engine.seats import Seat
from render.api import Person, RatingChange, Words, You
from render.canvas import PLAIN, Canvas, Lettered
from render.panels import Lit, Seating, held_mark, name_line, name_of
from render.shapes import Box
from render.theme import COURTS, NIGHT, Theme, lettered

T = TypeVar("T")
V_co = TypeVar("V_co", bound=View, covariant=True)


@dataclass(frozen=True, slots=True)
class Context(Generic[V_co]):
    """A view with the people (in seat order), words and theme to show it with.

    >>> from render.scenes.nimbly.scene import TABLE
    >>> people = [Person("Annie"), Person("Benny"), Person("Nimbus", house=True)]
    >>> context = Context(TABLE, people, lambda key, **values: key)
    >>> context.names(context.seats), context.is_house(3)
    (['Annie', 'Benny', 'Nimbus'], True)
    >>> context.seating(1, "picture.turn.play")
    Seating(seat=1, name='Annie', portrait=None, turn='picture.turn.play', crown=False)
    """

    view: V_co
    people: Sequence[Person]
    words: Words
    theme: Theme = NIGHT
    told: tuple[str, str] | None = None
    """Two moves by their codes that a review compares: the best one, and the one made."""
    you: bool = False
    """Whether an alt text calls the own seat "you"."""
    ratings: Mapping[Seat, RatingChange] = field(default_factory=dict, hash=False)
    """What a game that is over made of the ratings, as far as that is known."""
    spared: int = 0
    """In how many steps an alt text leaves out what is least needed, to be short enough."""

    @property
    def seats(self) -> range:
        """Every seat number, clockwise."""
        return range(1, self.view.seats + 1)

    @property
    def ranked(self) -> Sequence[int]:
        """Every seat as the last deal's result lists them: by place if that ended the game."""
        places = by_place(self.view.scores, self.view.winners)
        return [seat for _, seat in places] if self.is_over else self.seats

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.view.winners)

    @property
    def own_seat(self) -> Seat:
        """The seat whose hand is shown. Raises ValueError for a spectator's view."""
        return shown(self.view.seat, "a spectator has no hand")

    def only(self, **blank: object) -> Context[Any]:
        """Return the context of a strip, in which what it does not show is `blank`.

        It keeps no secret of a seat unless the strip is its own: give `seat=None, hand=None`.
        """
        return replace(self, view=replace(self.view, **blank))  # type: ignore[type-var] # a view is a dataclass

    def name(self, seat: int) -> str:
        """Return the name shown for a seat."""
        if self.you and seat == self.view.seat:
            return You(self.words("alt.you"))
        name = name_of(self.people, seat, self.words)
        is_you = seat <= len(self.people) and isinstance(self.people[seat - 1].name, You)
        return You(name) if is_you else name

    def names(self, seats: Sequence[int]) -> list[str]:
        """Return the names of some seats."""
        return [self.name(seat) for seat in seats]

    def is_house(self, seat: int) -> bool:
        """Return whether a house player sits there."""
        return seat <= len(self.people) and self.people[seat - 1].house

    def portrait(self, seat: int) -> int | None:
        """Return the portrait of the house player who sits there; None if it is a person."""
        return self.people[seat - 1].portrait if self.is_house(seat) else None

    def seating(self, seat: int, turn: str = "") -> Seating:
        """Return the words of a seat's name line, with a crown for who has won the game.

        `turn` is the key of the words for what a seat to act has to do.
        """
        asked = self.words(turn) if turn and seat in self.view.to_act else ""
        crown = seat in self.view.winners
        return Seating(seat, self.name(seat), self.portrait(seat), asked, crown=crown)

    def light(self, seat: int, points: Sequence[int]) -> Lit:
        """Return how a seat stands out that made so many of a deal's points, if anybody made any.

        Who has won the game does, too.
        """
        if seat in self.view.winners:
            return Lit.WON
        return Lit.BEST if 0 < max(points) == points[seat - 1] else Lit.NOT


C = TypeVar("C", bound=Context[Any])


def shown(what: T | None, missing: str) -> T:
    """Return the subject of a picture. Raises ValueError, saying `missing`, if there is none."""
    if what is None:
        raise ValueError(missing)
    return what


@lru_cache(maxsize=64)
def in_letters(theme: Theme, words: Words) -> Theme:
    """Return a theme with the letters that a language writes on its cards."""
    letters = "".join(words(f"card.short.{rank}") for rank in COURTS)
    return lettered(theme, letters) if len(letters) == len(COURTS) else theme


def example_people(words: Words) -> list[Person]:
    """Return the three who play in the pictures of the rules."""
    return [Person(words(f"picture.example.{seat}")) for seat in (1, 2, 3)]


# The line of a seat, in a game with cards or without.

_POINTS = 200
"""The most room for a seat's points, in pixels."""


def seat_line(
    canvas: Canvas,
    context: Context[View],
    seat: int,
    line: Box,
    *,
    held: int | None = None,
    turn: str = "picture.turn.play",
) -> None:
    """Paint who sits there, whose turn it is, and their points.

    `held` is how many cards they hold; None in a game without cards. `turn` is the key of the words
    for what they are to do.
    """
    view, words = context.view, context.words
    points = words("picture.points", n=view.scores[seat - 1])
    room = Box(line.right - _POINTS, line.y, _POINTS, line.h)
    x = line.right - canvas.text(points, room, Lettered(PLAIN, canvas.theme.text, "right"))
    if held is not None:
        x = held_mark(canvas, str(held), x - 18, line)
    name_line(canvas, context.seating(seat, turn), line._replace(w=x - line.x - 12))
