"""Which messages wait for a slot to be sent in, where, and how urgent each is."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext

from bot.match.clock.pace import LONGEST_PAUSE
from bot.match.kind import is_private, kind_of
from bot.match.show.buckets import FIRST, Buckets, Place, Urgency
from bot.match.show.frame import Frame, HandFrame
from bot.match.show.hand_message import HandMessages
from bot.match.show.lanes import Lane, Part
from bot.match.show.messages import Messages
from bot.match.show.stage import Stage
from bot.store.rows import MatchRow


class Slots:
    """Has the board, the line and the hands of a match wait for their slots.

    What goes by the token of a press is not counted with the rest and waits for no slot, though a
    private hand may wait for the next move. Where many play, first messages to people go one by
    one, as Discord takes only so many of them. A call, short and rare, waits only where many tables
    play in one thread.
    """

    def __init__(self, buckets: Buckets, hands: HandMessages, stage: Stage) -> None:
        self._buckets = buckets
        self._hands = hands
        self._stage = stage

    def slot(self, part: Part, messages: Messages, lane: Lane) -> AbstractAsyncContextManager[None]:
        """Return a context that waits for a lane's slot and holds it."""
        frame, (kind, user_id) = lane.wanted, part
        if kind == "private":
            return self._with_the_next(user_id, lane)
        if frame is None or frame.board.row.by_token or is_private(frame.board.row):
            return nullcontext()
        if kind == "board":
            return self._buckets.slot(_place_of_board(frame, messages), lambda: Urgency.BOARD)
        if kind == "line":
            place = ("PATCH", frame.board.row.channel_id)
            return self._buckets.slot(place, lambda: Urgency.REST)
        hand = _hand_of(user_id, frame)
        if kind != "hand" or hand is None or self._hands.is_shown(frame, hand):
            return nullcontext()
        place = _place_of_hand(hand, messages)
        is_first = user_id not in messages.hands and not self._stage.is_open(user_id)
        if is_first and kind_of(frame.board.row).together:
            place = FIRST
        return self._buckets.slot(place, lambda: self._urgency(user_id, lane))

    @asynccontextmanager
    async def _with_the_next(self, user_id: int, lane: Lane) -> AsyncIterator[None]:
        """Have a private hand wait for the next move where only house players play.

        The board shows each move; a person looks at their hand when it is theirs to act.
        """
        frame = lane.wanted
        hand = None if frame is None else _hand_of(user_id, frame)
        if frame is not None and hand is not None and self._hands.is_passing(frame, hand):
            await lane.linger(LONGEST_PAUSE)
        yield

    def call(self, row: MatchRow) -> AbstractAsyncContextManager[None]:
        """Return a context that waits for the slot of a call at a table, and holds it."""
        if not kind_of(row).together:
            return nullcontext()
        return self._buckets.slot(("POST", row.home_id), lambda: Urgency.REST)

    def _urgency(self, user_id: int, lane: Lane) -> Urgency:
        """Return how urgent the newest hand of a person is."""
        frame = lane.wanted
        hand = None if frame is None else _hand_of(user_id, frame)
        if frame is None or hand is None:
            return Urgency.REST
        if hand.is_asked:
            return Urgency.ACT
        return Urgency.ACTED if self._hands.acted(frame, hand) else Urgency.REST


def _place_of_board(frame: Frame, messages: Messages) -> Place:
    row, publication = frame.board.row, messages.publication
    if publication.board_message is None:
        return "POST", row.home_id
    return "PATCH", publication.board_channel or row.home_id


def _place_of_hand(hand: HandFrame, messages: Messages) -> Place:
    message = messages.hands.get(hand.user_id)
    if message is None:
        return "POST", hand.user_id  # their channel is not known yet
    return ("PATCH" if message.deal == hand.number else "POST"), message.channel_id


def _hand_of(user_id: int, frame: Frame) -> HandFrame | None:
    return next((hand for hand in frame.hands.values() if hand.user_id == user_id), None)
