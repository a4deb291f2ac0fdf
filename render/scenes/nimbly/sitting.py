"""A view of Nimbly together with the people and the words to show it with."""

from __future__ import annotations

from engine.games.nimbly.view import NINE, ROWS, NimblyView, Nine
from render.sitting import AnySitting


class Sitting(AnySitting[NimblyView]):
    """What the pictures ask of a view."""

    __slots__ = ()

    def turn(self, seat: int) -> str:
        """Say what the seat has to do now, or "" if nothing."""
        return self.words("picture.nimbly.turn") if seat in self.view.to_act else ""

    def wanted(self, seat: int) -> int:
        """Return how many cards the seat has yet to draw."""
        return NINE - self.view.hand_counts[seat - 1]

    @property
    def progress(self) -> str:
        """Say which deal it is, and what the game is played to and by."""
        view = self.view
        if view.deals is None:
            text = self.words("picture.nimbly.progress_open", deal=view.deal, target=view.target)
        else:
            text = self.words("picture.nimbly.progress", deal=view.deal, deals=view.deals)
        return self.words("picture.nimbly.with_par", progress=text) if view.par else text

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.view.winners)

    @property
    def left(self) -> int:
        """How many cards lie in the rows."""
        return sum(map(len, self.view.rows))

    def gone(self, row: str) -> tuple[str, ...]:
        """Return the cards the last move took from a row, in the order they lay there."""
        last = self.view.last_draw
        if last is None:
            return ()
        taken = [card for card, place in zip(last.cards, last.rows, strict=True) if place == row]
        return tuple(reversed(taken))

    @property
    def rows(self) -> tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]:
        """The rows: name, cards from the covered to the open end, cards just taken."""
        shown = zip(ROWS, self.view.rows, strict=True)
        return tuple((row, cards, self.gone(row)) for row, cards in shown)

    @property
    def futures(self) -> tuple[tuple[str, Nine], ...]:
        """The rows of each draw and the hand it would make, for the seat to move alone."""
        return tuple(
            (prospect.code.partition(" ")[2], prospect.makes)
            for prospect in self.view.prospects
            if prospect.makes is not None
        )
