"""How a game looks: the base of every game's pictures.

A game derives a class from `Scene` and says which view it shows, how a table and a hand are drawn,
and in which sentences (`render.speech.Speech`). Everything else has a default.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic

from engine.events import Event
from engine.melds import Nine
from engine.seats import Seat
from render.api import Person, Picture, RatingChange, Words
from render.canvas import Canvas
from render.context import Context, V_co, in_letters
from render.encode import finished
from render.final import paint_final
from render.speech import Speech, said, said_together
from render.strips import Strip, below_each_other, drawn, stacked
from render.theme import NIGHT, Theme


class Scene(ABC, Generic[V_co]):
    r"""The pictures of one game. Stateless, thread-safe; a picture takes milliseconds.

    Every method that paints a view raises TypeError for the view of another game.

    >>> from render.scenes import SCENES
    >>> picture = SCENES["nimbly"].rules(1, lambda key, **values: key)
    >>> picture.data[:4], picture.width
    (b'\x89PNG', 1000)
    """

    game: ClassVar[str]
    """The key of the game."""

    unit: ClassVar[str] = "deals"
    """The rounds of the game, as the keys of words have them: deals, hands or trips."""

    shows: ClassVar[type[object]]
    """The game's view."""

    speech: ClassVar[type[Speech[Any]]]
    """Its views in sentences."""

    pace: ClassVar[Mapping[type[Event], int]] = {}
    """How many milliseconds an animation shows what needs more than a moment to be read."""

    @abstractmethod
    def table_strips(self, context: Context[V_co]) -> Sequence[Strip]:
        """Return the public table from the top: what all look at, then every seat."""

    @abstractmethod
    def hand_strips(self, context: Context[V_co]) -> Sequence[Strip]:
        """Return a private hand from the top: what is chosen from, then the own cards.

        Raises ValueError for a spectator's view.
        """

    def draw_table(self, context: Context[V_co]) -> Canvas:
        """Draw the public table without encoding it."""
        return drawn(self.table_strips(context))

    def draw_hand(self, context: Context[V_co]) -> Canvas:
        """Draw the private hand without encoding it. Raises as `hand_strips` does."""
        return drawn(self.hand_strips(context))

    def draw_open(self, contexts: Sequence[Context[V_co]]) -> Canvas:
        """Draw what all look at and everybody's hand, each from its own view.

        Raises as `draw_hand` does.
        """
        return below_each_other([self.draw_hand(context) for context in contexts])

    def draw_deal(self, context: Context[V_co], share: float = 1.0) -> Canvas | None:  # noqa: ARG002
        """Draw the last finished deal; None if that is the final result in a game of one deal.

        A `share` under 1 is a moment of the second before, where `is_moment`. Raises ValueError if
        no deal is finished.
        """
        if not context.is_over:
            raise ValueError("no deal is finished")
        return None

    def is_moment(self, context: Context[V_co]) -> bool:  # noqa: ARG002
        """Return whether the last deal ended as few do, so that its picture moves for a second."""
        return False

    def closing(
        self,
        before: Context[V_co],  # noqa: ARG002 - these two are for games that show the last move
        after: Context[V_co],  # noqa: ARG002
    ) -> V_co | None:
        """Return the table as the last move of a deal left it, though `after` shows the next deal.

        None if only the result shows that move.
        """
        return None

    def rules(
        self,
        page: int,  # noqa: ARG002 - these three are for games with examples
        words: Words,  # noqa: ARG002
        theme: Theme = NIGHT,  # noqa: ARG002
    ) -> Picture | None:
        """Paint the example picture of a page of `/rules` (from 1); None if it has none."""
        return None

    def table(
        self, view: object, people: Sequence[Person], words: Words, theme: Theme = NIGHT
    ) -> Picture:
        """Paint the public table from a spectator's view."""
        return self._table(self.context(view, people, words, theme))

    def closed(
        self, view: object, people: Sequence[Person], words: Words, theme: Theme = NIGHT
    ) -> Picture:
        """Paint the table of a game that was ended before its time: nobody is to act."""
        context = self.context(view, people, words, theme)
        return self._table(replace(context, view=replace(context.view, to_act=())))

    def hand(
        self,
        view: object,
        people: Sequence[Person],
        words: Words,
        theme: Theme = NIGHT,
        told: tuple[str, str] | None = None,
    ) -> Picture:
        """Paint the private hand; a scene may mark two moves that are `told`, as `Context` does.

        Raises ValueError for a spectator's view.
        """
        context = replace(self.context(view, people, words, theme), told=told)
        alt = said(replace(context, you=True), lambda short: self.speech(short).hand())
        return stacked(self.hand_strips(context), alt)

    def open_hands(
        self, views: Sequence[object], people: Sequence[Person], words: Words, theme: Theme = NIGHT
    ) -> Picture:
        """Paint a moment of a finished game with all hands, from the view of each seat in order.

        Raises ValueError for a spectator's view.
        """
        contexts = [self.context(view, people, words, theme) for view in views]
        first = contexts[0].own_seat

        def sentences(short: Context[V_co]) -> list[str]:
            speech = self.speech(short)
            public = speech.public() if short.own_seat == first else ()
            return [*public, speech.open_hand()]

        return finished(self.draw_open(contexts), said_together(contexts, sentences))

    def result(
        self,
        view: object,
        people: Sequence[Person],
        words: Words,
        theme: Theme = NIGHT,
        ratings: Mapping[Seat, RatingChange] | None = None,
    ) -> Picture:
        """Paint the final result, with what became of `ratings`; before the end, as `deal` does."""
        context = replace(self.context(view, people, words, theme), ratings=ratings or {})
        return self._final(context) if context.is_over else self._deal(context)

    def deal(
        self, view: object, people: Sequence[Person], words: Words, theme: Theme = NIGHT
    ) -> Picture:
        """Paint the last finished deal. Raises ValueError if none is."""
        return self._deal(self.context(view, people, words, theme))

    def _table(self, context: Context[Any]) -> Picture:
        alt = said(context, lambda short: self.speech(short).table())
        return stacked(self.table_strips(context), alt)

    def _deal(self, context: Context[V_co]) -> Picture:
        canvas = self.draw_deal(context)
        if canvas is None:
            return self._final(context)
        return finished(canvas, said(context, lambda short: self.speech(short).deal()))

    def _final(self, context: Context[V_co]) -> Picture:
        nines, deals = self.nines(context), len(context.view.deal_scores)
        named = context.words("picture.result", deal=deals) if nines and deals > 1 else ""

        def made(short: Context[V_co]) -> Sequence[str]:
            speech = self.speech(short)
            return [speech.sentence(named) if named else "", *speech.made()] if nines else ()

        return paint_final(context, self.game, self.story, nines, named, made)

    def nines(self, context: Context[Any]) -> Sequence[Sequence[Nine]]:  # noqa: ARG002 - see `rules`
        """Return the nines that every seat made in the last deal, in seat order, if they do."""
        return ()

    def story(self, context: Context[Any]) -> str:
        """Say how a game came to its end."""
        return self.speech(context).story(self.unit)

    def context(
        self, view: object, people: Sequence[Person], words: Words, theme: Theme
    ) -> Context[Any]:
        """Return the context in which a view is painted."""
        if not isinstance(view, self.shows):
            raise TypeError(f"not a {self.shows.__name__}: {type(view).__name__}")
        return Context(view, tuple(people), words, in_letters(theme, words))
