"""A view of Cloud Nine together with the people and the words to show it with."""

from __future__ import annotations

from engine.games.cloud_nine.view import CloudNineView, Phase, Trick
from render.sitting import AnySitting


class Sitting(AnySitting[CloudNineView]):
    """What the pictures ask of a view."""

    __slots__ = ()

    def turn(self, seat: int) -> str:
        """Say what the seat has to do now, or "" if nothing."""
        return self.words(f"picture.turn.{self.view.phase}") if seat in self.view.to_act else ""

    @property
    def progress(self) -> str:
        """Say which deal and trick it is."""
        view, n = self.view, self.view.trick.number
        if view.deals is None:
            return self.words("picture.progress_open", deal=view.deal, trick=n)
        return self.words("picture.progress", deal=view.deal, deals=view.deals, trick=n)

    @property
    def trick(self) -> tuple[Trick, bool]:
        """The trick to show, and whether it is the last one rather than the present one."""
        view = self.view
        if view.trick.cards or view.last_trick is None:
            return view.trick, False
        return view.last_trick, True

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.view.phase is Phase.OVER
