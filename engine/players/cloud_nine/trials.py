"""Trials and chance events of Cloud Nine, played on as `Playouts` does."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.cards import BIT, CARD_OF_FACE, LIKE, lowest, mask_of
from engine.events import CardsDealt, as_seen_by
from engine.games.cloud_nine.imagine import imaginer
from engine.games.cloud_nine.view import CloudNineView
from engine.melds import NINE
from engine.players.cloud_nine.keeping import kept_imaginer
from engine.players.cloud_nine.policy import cards_in
from engine.players.cloud_nine.position import LEFT_OF, Position
from engine.players.cloud_nine.robots import TRICKS, Playout
from engine.players.robot import own_view
from engine.players.trials import CARDS, DRAWS, ChanceEvent, MeanTrials, Value, redrawn

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.course import Course
    from engine.events import Heard
    from engine.game import View
    from engine.games.cloud_nine.state import State
    from engine.seats import Seat


class CloudNineTrials(MeanTrials):
    """Trials that go on by the keen rule, which leaves nothing to chance."""

    def __init__(
        self,
        view: View,
        heard: Sequence[Heard],  # noqa: ARG002 - all that was heard lies on the table
        random: Random,  # noqa: ARG002 - nothing is made up before a trial
        truth: object = None,
    ) -> None:
        shown = own_view(view, CloudNineView)
        player = shown.to_act[0] - 1
        self._imagine = kept_imaginer(shown, player)
        self._playout = Playout(shown, player, TRICKS)
        self._truth = None if truth is None else Position.of(cast("State", truth))
        self.is_certain = truth is not None

    def tried(self, codes: Sequence[str], random: Random) -> Sequence[Value]:
        position = self._truth or self._imagine(random)
        return [Value(*self._playout(position.copy(), code)) for code in codes]


def chances(before: Course | None, code: str, after: Course, seat: Seat) -> list[ChanceEvent]:
    """Return the chance events of a seat with a move: nine cards dealt, or one drawn (N6)."""
    found = []
    for event in as_seen_by(seat, after.happened[-1]):
        if isinstance(event, CardsDealt) and event.seat == seat:
            if event.count == NINE:
                found.append(_deal(after, seat))
            elif before is not None:
                found.append(_draw(before, code, seat, event.cards[0]))
    return found


def _deal(course: Course, seat: Seat) -> ChanceEvent:
    view, player = cast("CloudNineView", course.view(seat)), seat - 1
    imagine, playout = imaginer(view), Playout(view, player, TRICKS)

    def pair(random: Random) -> tuple[Value, Value]:
        here = Position.of(imagine(random))
        there = here.copy()
        mine = cards_in(there.hands[player])
        others = [other for other in range(len(there.hands)) if other != player]
        theirs = [cards_in(there.hands[other]) for other in others]
        rest = [*(card for cards in theirs for card in cards), *there.stock]
        there.hands[player] = mask_of(redrawn(mine, rest, random))
        for other, cards in zip(others, theirs, strict=True):
            there.hands[other] = mask_of(rest[: len(cards)])
            del rest[: len(cards)]
        there.stock = rest
        return Value(*playout.go_on(here)), Value(*playout.go_on(there))

    return ChanceEvent(CARDS, pair)


def _draw(course: Course, code: str, seat: Seat, face: str) -> ChanceEvent:
    """Return the draw of a card, made up before the move after which it was dealt."""
    view, player = cast("CloudNineView", course.view(seat)), seat - 1
    imagine, playout = imaginer(view), Playout(view, player, TRICKS + 1)

    def pair(random: Random) -> tuple[Value, Value]:
        there = Position.of(imagine(random))
        here = there.copy()
        _exchange(here, player, CARD_OF_FACE[face])
        return Value(*playout(here, code)), Value(*playout(there, code))

    return ChanceEvent(DRAWS, pair)


def _exchange(position: Position, player: int, card: int) -> None:
    """Let a player draw a certain card at the end of the trick: exchange two that are unseen."""
    first = LEFT_OF[position.ranking[2]]
    stock = position.stock
    at = len(stock) - 1 - (player - first) % len(LEFT_OF)
    alike = LIKE[card] & ~position.hands[player]
    old = stock[at]
    if BIT[old] & alike:
        return
    for index, other in enumerate(stock):
        if BIT[other] & alike:
            stock[at], stock[index] = other, old
            return
    for other, hand in enumerate(position.hands):
        if other != player and hand & alike:
            new = lowest(hand & alike)
            position.hands[other] ^= BIT[new] | BIT[old]
            stock[at] = new
            return
