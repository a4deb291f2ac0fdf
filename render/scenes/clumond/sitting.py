"""A view of Clumond together with the people and the words to show it with."""

from __future__ import annotations

from engine.games.clumond.view import ClumondView, Phase, Scoring, Trick, Trumps
from render.api import Words
from render.sitting import AnySitting

LAST = 13
"""Tricks of a hand."""


class Sitting(AnySitting[ClumondView]):
    """What the pictures ask of a view."""

    __slots__ = ()

    def turn(self, seat: int) -> str:
        """Say what the seat has to do now, or "" if nothing."""
        if seat not in self.view.to_act:
            return ""
        key = "picture.clumond.to_call" if self.is_calling else "picture.turn.play"
        return self.words(key)

    @property
    def progress(self) -> str:
        """Say which hand and trick it is."""
        view = self.view
        if self.is_calling:
            return self.words("picture.clumond.hand_of", deal=view.deal, deals=view.deals)
        trick = view.trick.number
        return self.words("picture.clumond.progress", deal=view.deal, deals=view.deals, trick=trick)

    @property
    def trick(self) -> tuple[Trick, bool]:
        """The trick to show, and whether it is the last one rather than the present one."""
        view = self.view
        if view.trick.cards or view.last_trick is None:
            return view.trick, False
        return view.last_trick, True

    @property
    def remark(self) -> str:
        """Say that the trick shown is the last one, or that the small cards are; or nothing."""
        view = self.view
        if view.last_trick is None or self.is_over:
            return ""
        return self.words("picture.clumond.small" if view.trick.cards else "picture.last_trick")

    @property
    def is_calling(self) -> bool:
        """Whether the call goes on."""
        return self.view.phase is Phase.CALL

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.view.phase is Phase.OVER

    @property
    def has_chips(self) -> bool:
        """Whether there are chips and a pot (C5), rather than points (C7)."""
        return self.view.scoring is Scoring.CHIPS


def contract(trumps: Trumps | None, words: Words) -> str:
    """Say what is trumps, or that the call goes on."""
    if trumps is None:
        return words("picture.clumond.the_call")
    return words(f"picture.clumond.trumps.{trumps.value}")
