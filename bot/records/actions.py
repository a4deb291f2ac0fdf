"""The record of a finished match, and the proof that it was dealt fairly."""

from __future__ import annotations

from bot.discord.io import files_of
from bot.discord.press import Press
from bot.match.series import is_withheld
from bot.records.layouts import fingerprint_layout, moves_text, proof_layout, record_layout
from bot.records.service import Finished, find_finished, find_match, record_files
from bot.records.verify import checks_of
from bot.store.rows import MatchId, Status


async def own_record(press: Press, match_id: MatchId) -> None:
    """Give one person the record, with the moves where they are not too many. Raises Refused."""
    found, say = await _found(press, match_id), press.say
    (record, *_) = record_files(found)
    layout = record_layout(found, record[0], say, moves_text(found, say))
    await press.answer(view=layout, attachments=files_of([record]))


async def explain_fairness(press: Press, match_id: MatchId) -> None:
    """Show one person the proof of a finished match, before its end the fingerprint."""
    store, channel_id = press.app.store, press.interaction.channel_id
    row = await find_match(store, press.user_id, channel_id, match_id)
    if row.status in (Status.LOBBY, Status.PLAYING) or await is_withheld(store, row):
        await press.answer(view=fingerprint_layout(row, press.say))
        return
    found = await _found(press, match_id)
    files = record_files(found)
    layout = proof_layout(found, checks_of(found), [name for name, _ in files], press.say)
    await press.answer(view=layout, attachments=files_of(files))


async def _found(press: Press, match_id: MatchId) -> Finished:
    channel_id = press.interaction.channel_id
    return await find_finished(press.app.store, press.user_id, channel_id, match_id)
