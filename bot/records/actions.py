"""The record of a finished match, and the proof that it was dealt fairly."""

from __future__ import annotations

from bot.discord.io import files_of
from bot.discord.press import Ack, Press
from bot.match.elsewhere import is_open_to_all
from bot.match.series import is_withheld
from bot.records.layouts import fingerprint_layout, moves_text, proof_layout, record_layout
from bot.records.service import Finished, find_finished, find_match, record_files
from bot.records.verify import checks_of
from bot.store.rows import MatchId, Status


async def record(press: Press, match_id: int | None) -> None:
    """Give everybody the record of a finished match and its entropy. Raises Refused."""
    found = await _found_for_all(press, match_id)
    files = record_files(found)
    layout = record_layout(found, [name for name, _ in files], await press.say_to_all())
    await press.answer(view=layout, attachments=files_of(files))


async def own_record(press: Press, match_id: MatchId) -> None:
    """Give one person the record, with the moves where they are not too many. Raises Refused."""
    found, say = await _found(press, match_id), press.say
    files = record_files(found)
    layout = record_layout(found, [name for name, _ in files], say, moves_text(found, say))
    await press.answer(view=layout, attachments=files_of(files))


async def verify(press: Press, match_id: int | None) -> None:
    """Compute a finished match anew before everybody's eyes. Raises Refused."""
    found = await _found_for_all(press, match_id)
    await press.answer(view=proof_layout(found, checks_of(found), await press.say_to_all()))


async def explain_fairness(press: Press, match_id: MatchId) -> None:
    """Show one person the proof of a finished match, before its end the fingerprint."""
    store, channel_id = press.app.store, press.interaction.channel_id
    row = await find_match(store, press.user_id, channel_id, match_id)
    if row.status in (Status.LOBBY, Status.PLAYING) or await is_withheld(store, row):
        await press.answer(view=fingerprint_layout(row, press.say))
        return
    found = await _found(press, match_id)
    await press.answer(view=proof_layout(found, checks_of(found), press.say))


async def _found(press: Press, match_id: int | None) -> Finished:
    channel_id = press.interaction.channel_id
    return await find_finished(press.app.store, press.user_id, channel_id, match_id)


async def _found_for_all(press: Press, match_id: int | None) -> Finished:
    """Find the match, then announce the answer: to one person, where it names who hides their name.

    In this order, since what is announced to all cannot be refused privately any more; finding
    it takes a few reads by key, far less than the three seconds there are.
    """
    found = await _found(press, match_id)
    is_for_all = await is_open_to_all(press.app.store, found.row, press.location)
    await press.acknowledge(Ack.PUBLIC if is_for_all else Ack.PRIVATE)
    return found
