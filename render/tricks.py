"""Parts shared by games of tricks: the trick, and a row of cards in hand."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from engine.game import View
from render.api import Apart
from render.canvas import Canvas
from render.panels import MARGIN, across, paint_missing
from render.shapes import Box, Size
from render.speech import Speech, begun, card_name
from render.sprites import Look
from render.theme import NIGHT, Theme

HAND_CARD = Size(160, 224)
FRAME = 5
"""Width of the frame round a card that wins or may be taken."""


class Played(Protocol):
    """A card of a trick and who played it."""

    @property
    def seat(self) -> int: ...
    @property
    def card(self) -> str: ...


P = TypeVar("P", bound=Played)
P_co = TypeVar("P_co", bound=Played, covariant=True)


class Trick(Protocol[P_co]):
    """Cards in the order played, the leader's first."""

    @property
    def leader(self) -> int: ...
    @property
    def cards(self) -> Sequence[P_co]: ...


T = TypeVar("T", bound=Trick[Any])
T_co = TypeVar("T_co", bound=Trick[Any], covariant=True)


class TrickView(Protocol[T_co]):
    """A view of the present trick and the one before it."""

    @property
    def trick(self) -> T_co: ...
    @property
    def last_trick(self) -> T_co | None: ...
    @property
    def to_act(self) -> Sequence[int]: ...


class TrickTable(View, TrickView[Any], Protocol):
    """The view of a game of tricks."""


def shown_trick(view: TrickView[T]) -> tuple[T, bool]:
    """Return the trick to show large, and whether it is the last one rather than the present one.

    The last one is, until the next is led, where nobody has to lead.
    """
    if view.trick.cards or view.last_trick is None or view.to_act:
        return view.trick, False
    return view.last_trick, True


def paint_gap(canvas: Canvas, at: Box, *, is_turn: bool) -> None:
    """Paint the place of a card that is still to come; lit, an arrow in it, if it is asked for."""
    if not is_turn:
        paint_missing(canvas, at, 10)
        return
    canvas.panel(at, canvas.theme.panel_turn, radius=10)
    canvas.panel(at, canvas.theme.mark, radius=10, outline=4)
    high = min(52, at.h - 16)
    arrow = Box(at.x + (at.w - high) // 2 + 4, at.middle - high // 2, high - 4, high)
    canvas.shape("arrow", arrow, canvas.theme.mark)


class Place(NamedTuple):
    """A card of a row: its left edge, and how it looks, as where the next one covers part of it."""

    code: str
    x: int
    look: Look


def row_of(cards: Sequence[str], theme: Theme = NIGHT) -> tuple[list[Place], int]:
    """Lay cards in hand out in one row in the middle; return how far apart they stand, too."""
    room = across(theme)
    step = min(HAND_CARD.w + 10, (room - HAND_CARD.w) // max(len(cards) - 1, 1))
    x = MARGIN + (room - HAND_CARD.w - step * (len(cards) - 1)) // 2
    places = []
    for i, code in enumerate(cards):
        is_top = i == len(cards) - 1 or step >= HAND_CARD.w
        places.append(Place(code, x + i * step, Look.PLAIN if is_top else Look.COVERED))
    return places, step


V_co = TypeVar("V_co", bound=TrickTable, covariant=True)


class TrickSpeech(Speech[V_co]):
    """What games of tricks say of theirs, and of the cards that may be played to it."""

    @property
    def asked(self) -> str:
        return "waiting.play" if self.view.trick.cards else "waiting.lead"

    def changed(self) -> list[str]:
        """Say who has won, and the last card played, or the trick before an empty one."""
        view, last = self.view, self.view.last_trick
        if last is not None and not view.trick.cards:
            return [self.won(), self.trick(last, is_last=True)]
        return [self.won(), *([self.move(view.trick)] if view.trick.cards else self.begun())]

    def now(self) -> list[str]:
        """Say the trick that goes on, if it has more cards than the one just said."""
        trick = self.view.trick
        return [self.trick(trick)] if len(trick.cards) > 1 else []

    def begun(self) -> Iterable[str]:
        """Say what has changed where no card has been played yet."""
        return ()

    def move(self, trick: Any) -> str:
        """Say the last card that was played to a trick."""
        played = trick.cards[-1]
        text = begun(self._played(trick, played), self.name(played.seat))
        return self.words("look.sentence", parts=text)

    def trick(self, trick: Trick[P], *, is_last: bool = False) -> str:
        """Say a trick card by card: who leads, and what became of each card."""
        cards = Apart(self._played(trick, played) for played in trick.cards)
        return self.words("alt.trick.last" if is_last else "alt.trick.now", cards=cards)

    @abstractmethod
    def may(self) -> str:
        """Ask the own seat for a move; "" where it has none now."""

    def present_trick(self) -> str:
        """Say the trick, or who leads to it."""
        if self.view.trick.cards:
            return self.trick(self.view.trick)
        return f"{self.words('look.trick.empty')} {self.may() or self.turn()}"

    def last_trick(self) -> str:
        """Say the trick before the present one, or that there is none."""
        last = self.view.last_trick
        return self.words("look.trick.none") if last is None else self.trick(last, is_last=True)

    def fates(self, trick: Any, played: Any) -> Iterable[str]:
        """Say what became of a card, such as that it won."""
        return (
            [self.words("alt.trick.wins", name=self.name(played.seat))]
            if played.seat == trick.winner
            else []
        )

    def _played(self, trick: Trick[P], played: P) -> str:
        key = "alt.trick.led" if played is trick.cards[0] else "alt.trick.played"
        text = self.words(key, name=self.name(played.seat), card=card_name(played.card, self.words))
        return self.words("list.all", items=[text, *self.fates(trick, played)])
