"""Hands in private answers: Discord lets the bot edit one for a while after its press."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection

from bot.clock import Clock
from bot.discord.parts import add_words
from bot.discord.refusals import LOST
from bot.match.show.contents import Content, Contents
from bot.match.show.deliver import Delivery
from bot.match.show.frame import BoardFrame, HandFrame
from bot.match.show.tokens import Interaction, lives
from bot.match.table import has_private_hands
from bot.store.rows import MatchId, Status

log = logging.getLogger(__name__)


class PrivateHands:
    """Shows hands in private answers, and keeps those up to date that are open."""

    def __init__(self, contents: Contents, delivery: Delivery, clock: Clock) -> None:
        self._contents = contents
        self._delivery = delivery
        self._clock = clock
        # By the match and the person: the newest press that shows or has shown the hand.
        self._open: dict[tuple[MatchId, int], Interaction] = {}

    def opened(self, match_id: MatchId | None = None) -> Collection[tuple[MatchId, int]]:
        """Return the matches and people with open private hands, of a match or of any."""
        return [place for place in self._open if match_id in (None, place[0])]

    def remember(self, interaction: Interaction, match_id: MatchId) -> None:
        """Remember that this person has a private hand open; the newest token counts."""
        self._open[match_id, interaction.user.id] = interaction

    async def refresh(self, board: BoardFrame, hand: HandFrame) -> None:
        """Show the present hand in the private answers this person has open, if any."""
        self._let_go(lambda _, press: not lives(press, self._clock.now()))
        press = self._open.get((board.row.id, hand.user_id))
        if press is None:
            return
        try:
            await self.show(press, board, hand)
        except LOST as error:
            # The private answer was dismissed or its token died: nothing to refresh any more.
            log.info("private hand of match %s lost: %s", board.row.id, type(error).__name__)
            self._open.pop((board.row.id, hand.user_id), None)

    async def show(self, interaction: Interaction, board: BoardFrame, hand: HandFrame) -> None:
        """Show a hand in a private answer and remember it as open, as long as it changes."""
        row = board.row

        async def make(shown: BoardFrame) -> Content:
            view, files = await self._contents.hand(shown, hand, beside_board=True)
            is_told = board.member(hand.seat).dm or has_private_hands(row)
            if not is_told and row.status is Status.PLAYING:
                add_words(view, self._contents.say_to(hand)("hand.no_dm"))
            return view, files

        await self._delivery.deliver(
            board,
            make,
            lambda view, files: interaction.edit_original_response(view=view, attachments=files),
        )
        if row.status is Status.PLAYING:
            self.remember(interaction, row.id)
        else:
            self._open.pop((row.id, interaction.user.id), None)

    def forget(self, match_id: MatchId) -> None:
        """Forget a match that has ended and was shown."""
        self._let_go(lambda match, _: match == match_id)

    def _let_go(self, is_over: Callable[[MatchId, Interaction], bool]) -> None:
        """Forget the private hands for which this is true."""
        self._open = {key: press for key, press in self._open.items() if not is_over(key[0], press)}

    def __len__(self) -> int:
        """Return how many private hands are remembered as open."""
        return len(self._open)
