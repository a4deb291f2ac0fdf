"""What is said of cards that others may try: the post, what came of it, and the buttons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.beats.service import Tried, made_by, may_be_beaten
from bot.discord.names import bold
from bot.discord.parts import button, container, rows
from bot.match.show.looks import Look, Notes, looking_back
from bot.match.table.kind import source_of
from bot.presenters import PRESENTERS
from bot.store import Store
from bot.store.rows import MatchRow, ResultRow
from engine.seats import Seat
from render.api import Words

MOST = 10
"""How many of those who have tried the same cards are named."""


def challenge_layout(tried: Tried, say: Words) -> ui.LayoutView:
    """Lay out what somebody made with their cards, whoever has tried them, and the way to them."""
    text = ui.TextDisplay[Any]("\n".join([*_told(tried, say), say("beat.fun")]))
    beat = button(f"beat:{tried.row.id}:play", say("beat.button.try"), discord.ButtonStyle.success)
    return container(text, *rows([beat]))


def tried_layout(tried: Tried, say: Words) -> ui.LayoutView:
    """Lay out who has made what with the same cards, for who knows them."""
    lines = _told(tried, say)
    if not tried.others:
        lines.append(say("beat.nobody"))
    return container(ui.TextDisplay("\n".join(lines)))


def _told(tried: Tried, say: Words) -> list[str]:
    row, own = tried.row, tried.own
    lines = [say("beat.made", game=say(f"game.{row.game}"), **_named(row, own, say))]
    for one in tried.others[:MOST]:
        word = "beaten" if one.score > own.score else "tried"
        lines.append(say(f"beat.{word}", **_named(row, one, say)))
    return lines


def _named(row: MatchRow, made: ResultRow, say: Words) -> dict[str, object]:
    score = PRESENTERS[row.game].score_by(row.options, made.score, say)
    return {"name": bold(made.name), "score": score}


@dataclass(frozen=True, slots=True)
class BeatNotes(Notes):
    """What somebody else had made with the cards of a game, and what its person has."""

    row: MatchRow
    before: ResultRow
    made: ResultRow

    def for_seat(self, _seat: Seat, say: Words) -> str:
        """Compare both to the person."""
        lead = self.made.score - self.before.score
        word = "level" if not lead else "won" if lead > 0 else "lost"
        return say(f"beat.compared.{word}", **_named(self.row, self.before, say))


async def beat_notes(store: Store, row: MatchRow) -> BeatNotes | None:
    """Return the note on a game with the cards of another; None for any other."""
    source_id = source_of(row)
    if source_id is None:
        return None
    before, made = await made_by(store, source_id), await made_by(store, row.id)
    return None if before is None or made is None else BeatNotes(row, before, made)


def beat_button(row: MatchRow, say: Words) -> ui.Item[Any] | None:
    """Make the button that gives others the cards of a game played alone; None for any other."""
    return button(f"beat:{row.id}", say("beat.button")) if may_be_beaten(row) else None


def _after(row: MatchRow, say: Words) -> list[ui.Item[Any]]:
    """Return the buttons below a game with borrowed cards: who made what, and its review."""
    others = button(f"beat:{source_of(row)}:play", say("beat.button.others"))
    return [others, *looking_back(row, say, "reviews")]


LOOK = Look(
    after=_after,
    place=lambda say: say("beat.place"),
    over=lambda row, say: say("beat.over", game=say(f"game.{row.game}")),
    title=lambda game, series, say: say(
        "beat.title", game=say(f"game.{game}"), number=int(series.split()[1])
    ),
)
"""The look of such games."""
