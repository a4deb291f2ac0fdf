"""The record of a finished match, and the proof that it was dealt fairly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.discord.io import files_of
from bot.discord.names import Someone, escape, marked
from bot.discord.parts import container, rows
from bot.discord.press import Press
from bot.match.lobby.lobbies import commitment_of
from bot.match.show.looks import looking_back, title_of
from bot.match.table.kind import is_withheld, source_of
from bot.match.table.names import bold_names, is_anonymous
from bot.match.table.state import Table
from bot.presenters import PRESENTERS
from bot.presenters.cards import listed
from bot.records.service import Check, Finished, checks_of, find_finished, find_match, record_files
from bot.store.errors import UnreadableMatch
from bot.store.rows import MatchId, MatchRow, Status
from engine.events import as_seen_by
from render.api import Words, number

# The fairness of a deal, and the files of a finished match: its record and its proof.

MOST_DEALS = 15
"""How many deals a score sheet lists at most."""

MOST_MOVES = 2400
"""How many characters of moves are told; more are left to the file."""


def fingerprint_layout(row: MatchRow, say: Words) -> ui.LayoutView:
    """Lay out what binds the deal of a match, and what that means."""
    key = "fair.series" if row.series else "fair.before"
    return container(ui.TextDisplay(say(key, fingerprint=commitment_of(row))))


def record_layout(finished: Finished, file: str, say: Words, moves: str = "") -> ui.LayoutView:
    """Lay out the record of a match: the points of each deal, its file by name, and its moves."""
    row = finished.row
    title = say("record.given", title=title_of(row.game, row.number, row.series, say))
    parts: list[ui.Item[Any]] = [ui.TextDisplay("\n".join([title, *_sheet(row, say)]))]
    if moves:
        parts += [ui.Separator(), ui.TextDisplay(moves)]
    return container(
        *parts,
        ui.Separator(),
        ui.TextDisplay(say("record.file")),
        ui.File(f"attachment://{file}"),
        *rows(looking_back(row, say, "replays")),
    )


def moves_text(finished: Finished, say: Words) -> str:
    """Tell all that happened in a match, a line for each trick, cloud or deal.

    "" if that is too much, or cannot be told.
    """
    row, presenter = finished.row, PRESENTERS[finished.row.game]
    try:
        stages = Table.stages(row, finished.moves)
    except UnreadableMatch:
        return ""
    names = bold_names(row, say, ())
    parts: dict[str, list[str]] = {}
    for before, events in zip((stages[0], *stages[:-1]), stages[-1].begun.happened, strict=True):
        told = (presenter.sentence(event, say, names) for event in as_seen_by(None, events))
        part = parts.setdefault(presenter.headline(before.view(None), say), [])
        part += filter(None, told)
    lines = [say("record.part", told=" ".join(part)) for part in parts.values() if part]
    text = say("record.moves", moves="\n".join(lines))
    return text if len(text) <= MOST_MOVES else ""


def _sheet(row: MatchRow, say: Words) -> list[str]:
    """Write who made how much in each deal and in all; the latest deals where there are many."""
    view, names = Table.load(row).view(None), bold_names(row, say, ())
    deals = list(enumerate(view.deal_scores, start=1))
    lines = [say("record.earlier", n=len(deals) - MOST_DEALS)] if len(deals) > MOST_DEALS else []
    lines += [
        say("record.deal", deal=deal, points=listed(list(map(number, made)), names, say))
        for deal, made in deals[-MOST_DEALS:]
    ]
    totals = listed(list(map(number, view.scores)), names, say)
    return [*lines, say("record.total", points=totals)]


def proof_layout(
    finished: Finished, checks: Sequence[Check], files: Sequence[str], say: Words
) -> ui.LayoutView:
    """Lay out the steps of the proof, each marked, and what it takes to go through them oneself."""
    row = finished.row
    holds = all(check.holds for check in checks)
    proved = "verify.replayed" if is_anonymous(row) else "verify.proved"
    heading = proved if holds else "verify.broken"
    own = "verify.anonymous" if is_anonymous(row) else "verify.own"
    title = title_of(row.game, row.number, row.series, say)
    return container(
        ui.TextDisplay(say(heading, title=title)),
        ui.TextDisplay("\n".join(step_text(check, say) for check in checks)),
        ui.Separator(),
        ui.TextDisplay(say(own, secret=row.secret.hex())),
        *(ui.File(f"attachment://{name}") for name in files),
    )


def step_text(check: Check, say: Words) -> str:
    """Spell one step with its mark."""
    values = {key: _spelled(value, say) for key, value in check.values.items()}
    step = say(f"verify.step.{check.key}", **values)
    return say("verify.holds" if check.holds else "verify.failed", step=step)


def _spelled(value: object, say: Words) -> object:
    """Spell the value of a step: items of lists, names safe in markdown, points with names."""
    if not isinstance(value, list):
        return value
    return [
        say("list.points", name=_named(item[0], say), points=number(item[1]))
        if isinstance(item, tuple)
        else _named(item, say)
        for item in value
    ]


def _named(item: object, say: Words) -> str:
    return escape(marked(item, say) if isinstance(item, Someone) else str(item))


# The record of a finished match, and the proof that it was dealt fairly.


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
    source_id, files = source_of(row), record_files(found)
    source = None if source_id is None else await store.match(source_id)
    checks = checks_of(found, source)
    layout = proof_layout(found, checks, [name for name, _ in files], press.say)
    await press.answer(view=layout, attachments=files_of(files))


async def _found(press: Press, match_id: MatchId) -> Finished:
    channel_id = press.interaction.channel_id
    return await find_finished(press.app.store, press.user_id, channel_id, match_id)
