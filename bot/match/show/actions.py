"""Showing a person their hand privately, and in words to who hears it."""

from __future__ import annotations

from collections.abc import Callable

from bot.discord.press import Press
from bot.errors import Refused
from bot.match.clock.clocks import Clocks
from bot.match.show.board_layouts import more_layout, table_more_layout
from bot.match.show.discord_stage import DiscordStage
from bot.match.show.panels import Interaction, Panels, PrivateHands
from bot.match.show.publisher import Publisher
from bot.match.show.stage import frame_of
from bot.match.table.state import seat_at_play, table_of_person
from bot.match.table.tables import Tables
from bot.store.rows import LIVE, MatchId, Presence

# Showing a person their hand privately; whoever asks for it is back at the table.


async def hand(press: Press, match_id: MatchId) -> None:
    """Show the hand; whoever was away is back. At tables that began together it is their own."""
    # Replay it now: the cache keeps it, and the calls below read nothing.
    row = (await press.app.get(Tables).replayed(match_id)).row
    match_id = (await table_of_person(press.app.store, row, press.user_id)).id
    press.app.get(Publisher).seen(match_id, press.user_id)
    await press.app.get(Tables).come_back(match_id, press.user_id)
    await show_hand(press, match_id)


async def come_back(press: Press, match_id: MatchId) -> None:
    """Come back by the button below a hand, which becomes the present one: no second is posted."""
    if press.is_in_private:
        await hand(press, match_id)
        return
    await press.app.get(Tables).come_back(match_id, press.user_id)
    press.app.get(Publisher).renew(match_id, press.user_id)


async def show_hand(press: Press, match_id: MatchId, *, beside: bool = False) -> None:
    """Show a person their hand in a private answer, or `beside` what they have pressed on.

    Raises Refused if they have none there.
    """
    app = press.app
    table = await app.get(Tables).replayed(match_id)
    seat = table.seat_of(press.user_id)
    if table.course is None:
        raise Refused("refused.not_started")
    if seat is None:
        raise Refused("refused.not_seated")
    publication = await app.store.publication(match_id)
    server = await app.get(DiscordStage).server_name(table.row.guild_id)
    shown = await frame_of(app.store, table, publication, server, [press.user_id])
    hands = app.get(PrivateHands)
    await hands.show(press.interaction, shown.board, shown.hands[seat], beside=beside)
    press.note_answered()
    # The publisher did not know yet that this hand is open. What changed meanwhile is shown by it
    # and not from here: it knows by now, and an edit from here may arrive after a newer one.
    if (await app.get(Tables).load(match_id)).row.version != table.row.version:
        app.get(Publisher).renew_private(match_id, press.user_id)


async def show_more(press: Press, match_id: MatchId) -> None:
    """Show the buttons for which there is no room at a table or below a result. Raises Refused."""
    app = press.app
    table = await app.get(Tables).replayed(match_id)
    row, seat = table.row, table.seat_of(press.user_id)
    if row.status in LIVE:
        member = table.member(seat_at_play(row, press.user_id))
        if member.presence is Presence.REMOVED:
            raise Refused("refused.kicked")
    publication = await app.store.publication(match_id)
    asking = [] if seat is None else [press.user_id]
    shown = await frame_of(app.store, table, publication, None, asking)
    hand = None if seat is None else shown.hands.get(seat)
    if row.status not in LIVE or hand is None:
        await press.answer(view=more_layout(shown.board, press.say, hand))
        return
    message = await press.answer(view=table_more_layout(shown.board, hand, press.say))
    await app.get(Panels).note_hint(press.interaction, message.id, match_id)


# The effect of every press on the showing of matches.


class Presses:
    """Shows what had to wait for a press; `bot.discord.press` calls it."""

    def __init__(self, publisher: Publisher, stage: DiscordStage, clocks: Clocks) -> None:
        self._publisher, self._stage, self._clocks = publisher, stage, clocks

    def lend(
        self, interaction: Interaction, match_id: MatchId, message_id: int | None,
        is_answered: Callable[[], bool],
    ) -> None:  # fmt: skip
        """Let a match that is shown by token be shown by a press, once `is_answered`.

        `message_id` is the message that shows it, if the press names one.
        """
        self._stage.tokens.keep(interaction, match_id, message_id, is_answered)

    async def show_waiting(self, match_id: MatchId) -> None:
        """Show what waited for a press where a match is shown by token. Raises StoreError."""
        if await self._publisher.show_waiting(match_id):
            self._clocks.look_soon()

    def pressed(self, user_id: int) -> None:
        """Try direct messages again to a person who is there now."""
        self._publisher.pressed(user_id)
