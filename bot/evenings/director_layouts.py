"""What an evening's director is shown: their panel, somebody's, the line-up, a form of points."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any, NamedTuple

import discord
from discord import ui

from bot.discord.forms import add_menu, new_form
from bot.discord.names import bold
from bot.discord.parts import PersonMenu, button, container, lines_alone, menu, rows
from bot.evenings.layouts import few
from bot.evenings.rows import TURNS, EveningPerson, EveningRow
from bot.evenings.rules import RULINGS, WAITS
from bot.evenings.standings import Standing
from bot.match.table.seats import MOST_ROUNDS
from bot.store.rows import Presence, Status
from render.api import All, Words, rounded

REASON = 100
"""How many characters of a reason may be typed."""

LINED = 20
"""How many tables of the next round are told with the names of their people."""

_DANGER = discord.ButtonStyle.danger


class Panel(NamedTuple):
    """An evening as its director sees it: who is not at their seat, who plays next with whom."""

    evening: EveningRow
    missing: Sequence[str] = ()
    lined: Sequence[Sequence[str]] = ()
    is_of_clubs: bool = False


def missing_of(standing: Standing) -> list[str]:
    """Name the people whose seats house players hold, for they are late or have left."""
    away = Presence.LATE, Presence.LEFT
    return [
        bold(member.name)
        for one in standing.tables
        if one.row.status is Status.PLAYING
        for member in one.row.members
        if member.user_id is not None and member.presence in away
    ]


def direct_layout(at: Panel, say: Words, done: str = "") -> ui.LayoutView:
    """Lay out the deeds of a director, each with what it does; `done` is news."""
    evening = at.evening
    if evening.ended is not None:
        return lines_alone(say("refused.evening_over"))
    minutes, during = int(WAITS // 60), evening.during
    lines = [
        done or say("evening.direct", round=evening.round, rounds=evening.rounds),
        *([say("evening.paused")] if evening.paused is not None else []),
        say("evening.direct.wait", n=minutes), say(f"evening.direct.skip.{during}"),
        *_alone(at, say),
    ]  # fmt: skip
    if evening.round < evening.rounds:
        lines.append(say(f"evening.direct.finish.{during}"))
    if at.missing:
        lines.append(say("evening.direct.missing", names=few(at.missing, say)))
    lines += _lined(at.lined, say)
    to = f"evening:{evening.id}"
    menus = [
        PersonMenu(custom_id=f"{to}:person", placeholder=say("evening.direct.person.choose")),
        PersonMenu(custom_id=f"{to}:add", placeholder=say("evening.direct.add.choose")),
    ]
    text = ui.TextDisplay[Any]("\n".join(lines))
    alone = [] if at.is_of_clubs else [_turns(evening, to, say)]
    return container(
        text, *rows(_deeds(at, to, minutes, say)), *(ui.ActionRow(one) for one in (*alone, *menus))
    )


def _alone(at: Panel, say: Words) -> list[str]:
    """Say what the buttons do that are only there where one server plays."""
    if at.is_of_clubs:
        return []
    more = at.evening.rounds + 1
    told = [] if at.evening.paused is not None else [say("evening.direct.pause")]
    return told + ([say("evening.direct.round", n=more)] if more <= MOST_ROUNDS else [])


def _lined(lined: Sequence[Sequence[str]], say: Words) -> list[str]:
    """Name who is to sit at each table of the next round; of many tables, as many as fit."""
    told = [
        say("evening.direct.table", table=number, names=All(map(bold, names)))
        for number, names in enumerate(lined[:LINED], start=1)
    ]
    more = sum(map(len, lined[LINED:]))
    told += [say("lobby.more_people", n=more)] if more else []
    return [say("evening.direct.lined"), *told] if told else []


def _deeds(at: Panel, to: str, minutes: int, say: Words) -> list[ui.Item[Any]]:
    evening = at.evening
    deeds = [
        button(f"{to}:wait", say("evening.button.wait", n=minutes)),
        button(f"{to}:skip", say(f"evening.button.skip.{evening.during}")),
    ]
    if not at.is_of_clubs:
        pause = "pause" if evening.paused is None else "resume"
        deeds.append(button(f"{to}:{pause}", say(f"evening.button.{pause}")))
        if evening.rounds < MOST_ROUNDS:
            deeds.append(button(f"{to}:round", say("evening.button.round")))
    if evening.played:
        deeds.append(button(f"{to}:file", say("evening.button.file")))
    if evening.round < evening.rounds:
        deeds.append(button(f"{to}:ask", say("evening.button.finish"), _DANGER))
    return [*deeds]


def _turns(evening: EveningRow, to: str, say: Words) -> ui.Item[Any]:
    choices = menu(f"{to}:turn", say("evening.direct.turn.choose"))
    for word in TURNS:
        chosen = word == evening.turn
        choices.add_option(label=say(f"terms.clock.{word}"), value=word, default=chosen)
    return choices


def asked_layout(evening: EveningRow, say: Words) -> ui.LayoutView:
    """Ask a director whether the evening is to end before its last round."""
    asked, to = say(f"evening.direct.ask.{evening.during}", round=evening.round), evening.id
    finish = button(f"evening:{to}:finish", say("evening.button.finish"), _DANGER)
    back = button(f"evening:{to}:back", say("evening.button.back"))
    return container(ui.TextDisplay(asked), *rows([finish, back]))


def done_layout(evening: EveningRow, deed: str, written: str, say: Words) -> ui.LayoutView:
    """Say what a deed has come to, given the evening as it was before.

    `written` is what became of the audit line, "" for well.
    """
    key = f"evening.direct.done.{deed}.{evening.during}"
    done = say(key, round=evening.round, next=evening.round + 1)
    return lines_alone(done, written)


def person_layout(evening: EveningRow, one: EveningPerson, say: Words) -> ui.LayoutView:
    """Lay out what a director can do with somebody who plays."""
    to, whom = f"evening:{evening.id}", one.user_id
    deeds = [
        button(f"{to}:score:{evening.round}:{whom}", say("evening.button.rule")),
        button(f"{to}:host:{whom}", say("evening.button.host"), disabled=one.hosts),
        button(f"{to}:remove:{whom}", say("evening.button.remove"), _DANGER),
        button(f"{to}:back", say("evening.button.back")),
    ]
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay(say("evening.direct.one", name=bold(one.name))), *rows(deeds),
    ]  # fmt: skip
    if evening.next_at is not None:
        place = say("evening.direct.exchange.choose", name=one.name)
        parts.append(ui.ActionRow(PersonMenu(custom_id=f"{to}:exchange:{whom}", placeholder=place)))
    return container(*parts)


def score_form(evening_id: int, rounds: int, whom: int, say: Words) -> ui.Modal:
    """Make the form in which a director rules on somebody's points of a round."""
    form = new_form(f"evening:{evening_id}:rule:{whom}", say("evening.button.rule"))
    numbers = {str(n): say("evening.form.round", n=n) for n in range(rounds, 0, -1)}
    kinds = {kind: say(f"evening.form.kind.{kind}") for kind in RULINGS}
    for key, choices in (("round", numbers), ("kind", kinds)):
        add_menu(form, key, say(f"evening.form.{key}s"), choices, [next(iter(choices))])
    reason: ui.TextInput[Any] = ui.TextInput(custom_id="reason", max_length=REASON)
    about = say("evening.form.about.reason")
    form.add_item(ui.Label(text=say("evening.form.reason"), description=about, component=reason))
    return form


def file_layout(name: str, say: Words) -> ui.LayoutView:
    """Lay out the file of what everybody made."""
    return container(ui.TextDisplay(say("evening.file")), ui.File(f"attachment://{name}"))


def results_csv(standing: Standing, say: Words) -> bytes:
    """Spell what everybody made, a line each, for a spreadsheet."""
    told = io.StringIO()
    sheet = csv.writer(told)
    numbers = [*range(1, len(standing.played) + 1)]
    rounds = (say("evening.form.round", n=n) for n in numbers)
    sheet.writerow([*say("evening.file.columns").split(", "), *rounds])
    for one in standing.totals:
        made = ["" if points is None else rounded(float(points), say) for points in one.rounds]
        sheet.writerow([one.place, _plain(one.name), rounded(one.points, say), *made])
    return told.getvalue().encode("utf-8-sig")


def _plain(name: str) -> str:
    """Return a name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in tuple("=+-@\t\r") else name
