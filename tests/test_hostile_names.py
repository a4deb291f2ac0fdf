"""What people call themselves, or their server, is never a link, a mention, a heading or a list.

Each message is laid out twice, with names that mean nothing and with hostile ones: Discord must
find as much to format in the one as in the other.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest
from discord import ui

from bot.discord.names import NAME_LENGTH, bold, clean_name, escape
from bot.discord.press import sentence
from bot.discord.spoken import spoken
from bot.errors import Refused
from bot.evenings.layouts import live_layout, over_layout, round_layout
from bot.evenings.own_layouts import Told, own_layout
from bot.evenings.rows import Club, EveningPerson, EveningRow
from bot.evenings.rules import Sat, standing_of, totals_of
from bot.evenings.standings import EveningTable, Played, Standing
from bot.match.show.board_layouts import board_layout
from bot.match.show.hand_layouts import hand_layout, heard_layout
from bot.match.show.lobby_layouts import lobby_layout
from bot.match.table.state import Table
from bot.match.talk.asking import answer_to, questions_of
from bot.preferences.terms import FIRST
from bot.replays.layouts import animation_layout, replay_layout, shared_layout
from bot.replays.service import Moment, Replay
from bot.store.rows import MatchRow, Status
from bot.texts import HOME, Texts, by_ear, forms_of
from bot.texts.checks import messages, slots
from engine.games import GAMES
from render.api import All, Picture, Words
from tests.match.rows import EAR, SAY, board_of, hand_of, lobby_row, parts, picture, replay_of
from tests.test_routes import Names, layouts

HOSTILE = (
    "[win](https://e.vil)", "<@123456789012345678>", "@everyone @here", "# Ada", "-# Ben",
    "- Cleo", "+ Cleo", "1. Dora", "> Eve", "||spoiler||", "`code`", "**x** _y_ ~~z~~",
    "https://e.vil/x", "<t:1:R> <#5>", "back\\", "```",
)  # fmt: skip

WORDS = [SAY, EAR, *(Texts.load().words(locale) for locale in ("de-x-ear", "fr", "es", "pt-BR"))]

FORMATS = re.compile(
    r"\\[^a-zA-Z0-9\s]|(?P<code>`+)|(?P<link>\]\()|(?P<address>https?://)|(?P<mention><[@#:t/]|@(?:everyone"
    r"|here)\b)|^[ ]*(?P<heading>#{1,3} |-# )|^[ ]*(?P<list>[-*+] |\d+\. )|^[ ]*(?P<quote>>)"
    r"|(?P<spoiler>\|\|)|(?P<strong>\*\*)|(?P<slant>[*_])|(?P<struck>~~)",
    re.MULTILINE,
)  # fmt: skip


def formatted(text: str) -> Counter[str]:
    """Count by kind what Discord formats in a text; what is escaped is none of it."""
    return Counter(kind for found in FORMATS.finditer(text) if (kind := found.lastgroup))


def texts_of(view: ui.LayoutView) -> list[str]:
    return [part["content"] for part in parts(view) if part["type"] == 10]


def check(told: Counter[str], other: Counter[str], *what: object) -> None:
    assert told == other, (told - other, other - told, *what)


THREES: list[Names] = [
    (HOSTILE[at], HOSTILE[(at + 1) % len(HOSTILE)], HOSTILE[(at + 2) % len(HOSTILE)])
    for at in range(0, len(HOSTILE), 3)
]


def harmless(names: Names) -> Names:
    """Return names that mean nothing, and are as long as these in a message."""
    first, second, third = ("xyz"[at] * len(escape(name)) for at, name in enumerate(names))
    return first, second, third


def walked(names: Names, say: Words) -> list[Counter[str]]:
    """Return what is formatted in every message there is, as these people get it."""
    views = [*layouts(names, say), *evenings(names, say), *games(names, say)]
    if by_ear(say):
        views = [spoken(view, say) for view in views]
    return [sum(map(formatted, texts_of(view)), Counter()) for view in views]


def games(names: Names, say: Words) -> list[ui.LayoutView]:
    """Return the messages of a game of each kind, at many of its moments and by all eyes."""
    views = list[ui.LayoutView]()
    for key in GAMES:
        replay = replay_of(*names, deals=1, key=key)
        for moves in sorted({0, 1, replay.last // 2, replay.last}):
            views += replayed(replay, moves, say)
            if moves < replay.last:
                views += at_table(table_of(replay, moves), say)
    return views


def replayed(replay: Replay, moves: int, say: Words) -> list[ui.LayoutView]:
    shown = pictures(replay.row)
    deal = replay.deal_at(moves)
    return [
        layout
        for eyes in replay.eyes()
        for moment in [Moment(replay.row.id, moves, eyes)]
        for layout in (
            replay_layout(replay, moment, shown, say, can_share=True, more=None),
            shared_layout(replay, moment, shown, say, is_for_all=True),
            animation_layout(replay, deal, shown, say, is_for_all=True),
        )
    ]


def table_of(replay: Replay, moves: int) -> Table:
    """Return the table of a replayed game as it was after some moves."""
    course, row = replay.courses[moves], replay.row
    state = GAMES[row.game].dump(course.state)
    return Table(replace(row, status=Status.PLAYING, moves=moves, state=state), course)


def at_table(table: Table, say: Words) -> list[ui.LayoutView]:
    seat, view = table.to_act()[0], table.view(table.to_act()[0])
    board, hand = hand_of(table, seat)
    answers = [answer_to(table, view, each, say) for each in questions_of(table.row, view)]
    told = ui.LayoutView()
    told.add_item(ui.TextDisplay("\n\n".join(answers)))
    heard = [heard_layout(board, hand, say)] if by_ear(say) else []
    shown = pictures(table.row)
    return [
        board_layout(board_of(table), shown, say), hand_layout(board, hand, shown, say), *heard,
        told,
    ]  # fmt: skip


def pictures(row: MatchRow) -> list[tuple[str, Picture]]:
    """Return a picture that is told in words by a line for each of the people."""
    return [("a.png", picture("\n".join(f"{one.name}: 1" for one in row.members)))]


def evenings(names: Names, say: Words) -> list[ui.LayoutView]:
    """Return the boards and results of an evening of two servers that are called as its people."""
    lobby = replace(lobby_row(*names), series="evening 7 1")
    row = replace(lobby, status=Status.OVER)
    sat = [
        Sat(row.id, seat, 100 + seat, name, (seat, 0), frozenset({1}))
        for seat, name in enumerate(names, start=1)
    ]
    played = Played(1, [row, replace(row, status=Status.CLOSED)], sat, standing_of(sat))
    at = EveningRow(7, 0.0, 2, next_at=9.0, secret=bytes(32))
    people = [
        EveningPerson(7, 100 + n, 5 + n % 2, name, "1", gone=n % 2)
        for n, name in enumerate(names, start=1)
    ]
    clubs = {5: Club(5, names[0]), 6: Club(6, names[1])}
    rests = Standing(
        at, [EveningTable(row, 1)], people, 9.0, [played], totals_of([played.lines]), clubs,
        {5: at.asking("skip"), 6: at.asking("finish")},
    )  # fmt: skip
    plays = replace(
        rests, evening=EveningRow(7, 0.0, 2, secret=bytes(32)), played=[], totals=[],
        tables=[EveningTable(replace(row, status=Status.PLAYING), 1)],
    )  # fmt: skip
    over = replace(rests, evening=EveningRow(7, 0.0, 2, ended=9.0))
    terms = replace(FIRST, rounds=2, against=names[2], ready="them")
    return [
        live_layout(rests, say), live_layout(plays, say), live_layout(over, say),
        round_layout(rests, played, [], say), over_layout(over, [], [], say),
        own_layout(Told(played, rests.totals, 2), row, 101, say),
        lobby_layout(replace(lobby, series="", terms=terms), say),
    ]  # fmt: skip


@pytest.mark.parametrize("say", [SAY, EAR], ids=["seen", "heard"])
@pytest.mark.parametrize("names", THREES, ids=str)
def test_in_no_message_a_name_is_anything_but_a_name(names: Names, say: Words) -> None:
    told, other = walked(names, say), walked(harmless(names), say)
    for place, (one, another) in enumerate(zip(told, other, strict=True)):
        check(one, another, place)


PERSON = re.compile(
    r"\{([a-z]+)\}: [^;]*\b(?:Ada|Ben|Cleo|Mei|Cirrus|Stratus|Cloud Club|Card Café)\b"
)
NAMING = frozenset({"name", "names", "club", "server", "one", "other", "player"})


def named_slots() -> dict[str, set[str]]:
    """Return the texts that name somebody, with the slots in which a name stands, by the keys."""
    found = dict[str, set[str]]()
    for folder in (HOME / "en", HOME / "en" / "ear"):
        for key, message in messages(folder).items():
            there = {name.partition("_")[0] for name in slots(forms_of(message))}
            told = {*PERSON.findall(" ".join(message.auto_comments)), *NAMING}
            if both := there & told:
                found[key] = both
    return found


@pytest.mark.parametrize("say", WORDS, ids=range(len(WORDS)))
def test_no_text_takes_a_name_apart(say: Words) -> None:
    found = named_slots()
    assert len(found) > 150
    for key, where in found.items():
        told = formatted(say(key, **dict.fromkeys(where, bold("Ada"))))
        many = formatted(say(key, **dict.fromkeys(where, All([bold("Ada")]))))
        for name in HOSTILE:
            check(formatted(say(key, **dict.fromkeys(where, bold(name)))), told, key, name)
            check(formatted(say(key, **dict.fromkeys(where, All([bold(name)])))), many, key, name)


@pytest.mark.parametrize("name", HOSTILE)
def test_who_is_refused_reads_names_as_they_are(name: str) -> None:
    for key in messages(HOME / "en"):
        if key.startswith(("refused.", "illegal.")):
            told, other = (
                formatted(sentence(Refused(key, name=one, typed=one, moves=one), "x", SAY))
                for one in (name, "Ada")
            )
            check(told, other, key)


@pytest.mark.parametrize("name", HOSTILE)
def test_alone_on_a_line_a_name_is_a_name(name: str) -> None:
    assert not formatted(escape(name))
    assert len(clean_name(name)) <= NAME_LENGTH
    assert formatted(bold(name)) == {"strong": 2}
