"""Names in messages: cleaned when they come in, harmless wherever they stand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import discord
import pytest
from discord import app_commands, ui
from discord.ext import commands

from bot.discord import private as discord_private
from bot.discord.names import NAME_LENGTH, CommandTranslator, bold, clean_name, command, escape
from bot.discord.press import sentence
from bot.discord.spoken import spoken
from bot.errors import Refused
from bot.evenings.layouts import live_layout, over_layout, round_layout
from bot.evenings.result_layouts import RoundResult, result_layout
from bot.evenings.rows import Club, EveningPerson, EveningRow
from bot.evenings.rules import Sat, standing_of, totals_of
from bot.evenings.standings import EveningTable, Played, Standing
from bot.features import COGS
from bot.match.show.board_layouts import board_layout
from bot.match.show.hand_layouts import hand_layout, layout_in_words
from bot.match.show.lobby_layouts import lobby_layout
from bot.match.table.names import bold_names, people, plain_names
from bot.match.table.state import Table
from bot.match.talk.questions import answer_to, questions_of
from bot.preferences.terms import FIRST
from bot.replays.layouts import animation_layout, replay_layout, shared_layout
from bot.replays.service import Moment, Replay
from bot.store.rows import MatchRow, Member, Presence, Status
from bot.texts import FALLBACK, HOME, Texts, by_ear, forms_of
from bot.texts.checks import messages, slots
from engine.games import GAMES
from render.api import All, Picture, Words
from render.faces import PORTRAITS
from sandbox import Sandbox
from sandbox.checks.commands import check_commands
from sandbox.wire import LOCALES
from tests.catalogues import catalogue
from tests.match.rows import EAR, SAY, board_of, hand_of, lobby_row, parts, picture, replay_of
from tests.test_routes import Names, layouts
from tests.texts.pseudo import LOCALE, alone, foreign, with_pseudo
from tests.wire.bodies import spelled

# Names in messages: cleaned when they come in, harmless where they stand.

ALI, REZA = "\u0639\u0644\u06cc", "\u0631\u0636\u0627"
ENGLAND = "\N{WAVING BLACK FLAG}" + "".join(chr(0xE0000 + ord(sign)) for sign in "gbeng\x7f")


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Ada", "Ada"),
        ("  Ada\n\nLovelace ", "Ada Lovelace"),
        ("A\u202eda\u200b", "Ada"),
        ("\x00\x07", "?"),
        ("", "?"),
        ("小林 Mei", "小林 Mei"),
        (f"{ALI}\u200c{REZA}", f"{ALI}\u200c{REZA}"),
        (f"\u200c{ALI}\u200c", ALI),
        ("A\u200cda", "Ada"),
        (f"{ENGLAND} Tom", f"{ENGLAND} Tom"),
        ("Tom\U000e0067\U000e007f", "Tom"),
    ],
)
def test_a_name_is_kept_on_one_line_without_hidden_characters(name: str, kept: str) -> None:
    assert clean_name(name) == kept


def test_a_name_is_cut_to_what_a_table_can_show_and_ends_in_no_half_sign() -> None:
    assert len(clean_name("x" * 500)) == NAME_LENGTH
    assert clean_name("x" * 31 + "\u200dx") == "x" * 31
    assert clean_name("x" * 30 + ENGLAND) == "x" * 30
    assert clean_name("x" * 25 + ENGLAND) == "x" * 25 + ENGLAND


@pytest.mark.parametrize(
    "name",
    ["**bold**", "@everyone", "<@123>", "[x](https://a.example)", "https://a.example", "`c`"],
)
def test_no_name_becomes_markdown_a_mention_or_a_link(name: str) -> None:
    shown = escape(name)
    assert shown != name
    unescaped = re.sub(r"\\.", "", shown)
    assert not re.search(r"\*\*|@everyone|<@|\]\(|://|`", unescaped)


@pytest.mark.parametrize("name", ["\u200d\u200d", "\u3164\u3164", "\u2800", "\u115f", "\u200b"])
def test_a_name_that_shows_nothing_is_a_question_mark(name: str) -> None:
    assert clean_name(name) == "?"


def test_two_people_of_one_name_are_told_apart_everywhere() -> None:
    row = lobby_row("Alex", "Kim", "Alex")
    assert plain_names(row, SAY) == ("Alex (1)", "Kim", "Alex (3)")
    assert bold_names(row, SAY)[2] == "**Alex (3)**"
    assert [person.name for person in people(row)] == ["Alex (1)", "Kim", "Alex (3)"]


def test_house_players_and_stand_ins_bear_a_mark() -> None:
    row = lobby_row("Ada", "Ben")
    away = replace(row.members[1], presence=Presence.LEFT)
    row = replace(row, members=(row.members[0], away, Member("house:1", "Cirrus")))
    assert plain_names(row, SAY) == (
        "Ada",
        "Ben's\N{NO-BREAK SPACE}🤖",
        "🤖\N{NO-BREAK SPACE}Cirrus",
    )
    assert [person.house for person in people(row)] == [False, True, True]


@pytest.mark.parametrize("language", Texts.load().locales)
def test_a_house_player_has_one_portrait_in_all_languages(language: str) -> None:
    names = Texts.load().words(language)("house.names").split(", ")
    row = replace(
        lobby_row("Ada"), members=tuple(Member(f"house:{n}", name) for n, name in enumerate(names))
    )
    assert [person.portrait for person in people(row)] == [*range(len(PORTRAITS))]
    assert people(lobby_row("Ada"))[0].portrait == 0


def test_a_name_from_right_to_left_turns_no_words_around_it() -> None:
    assert plain_names(lobby_row("אדה", "Ada"), SAY) == ("\u2068אדה\u2069", "Ada")


def test_a_person_who_is_waited_for_bears_no_mark_of_a_stand_in() -> None:
    row = replace(lobby_row("Ada", "Ben"), status=Status.PLAYING)
    gone = tuple(replace(member, presence=Presence.LATE) for member in row.members)
    one = replace(row, members=(row.members[0], gone[1]))
    assert plain_names(one, SAY)[1] == "Ben's\N{NO-BREAK SPACE}\N{ROBOT FACE}"
    assert [person.house for person in people(one)] == [False, True]
    waiting = replace(row, members=gone)
    assert plain_names(waiting, SAY) == ("Ada", "Ben")
    assert [person.house for person in people(waiting)] == [False, False]


# The words of slash commands in other languages, as Discord takes them.

UNKNOWN = "tlh"
"""A language that Discord has no locale for."""

NAMES = ("command_name.", "option_name.")


async def teller(texts: Texts) -> commands.Bot:
    """Return a client with all commands, in these languages."""
    bot = commands.Bot("", intents=discord.Intents(guilds=True))
    for cog in COGS:
        await bot.add_cog(cog())
    await bot.tree.set_translator(CommandTranslator(texts))
    return bot


async def payload(texts: Texts) -> list[dict[str, Any]]:
    """Return the commands as Discord is told them."""
    return await discord_private.payload((await teller(texts)).tree)


def at_every_depth(items: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Return commands, options and choices at every depth."""
    for item in items:
        yield item
        yield from at_every_depth([*(item.get("options") or []), *(item.get("choices") or [])])


def by_locale(items: list[dict[str, Any]], locale: str) -> list[str]:
    """Return the names of some items as people with a locale see them."""
    return [(item.get("name_localizations") or {}).get(locale, item["name"]) for item in items]


async def test_every_name_description_and_choice_is_said_in_the_language_of_the_locale() -> None:
    told = list(at_every_depth(await payload(alone(LOCALE))))
    assert len(told) > 40
    for part in told:
        if "value" not in part:
            assert part["name_localizations"].keys() == {LOCALE}, part["name"]
            assert part["name_localizations"][LOCALE] != part["name"]
            assert not foreign(part["description_localizations"][LOCALE])
        else:
            assert not foreign(part["name_localizations"][LOCALE])


async def test_discord_would_take_every_language_there_is() -> None:
    texts = with_pseudo(LOCALE, UNKNOWN)
    told = await payload(texts)
    assert spelled(check_commands(told)) == []
    for locale in LOCALES:
        for level in (
            told,
            *(part["options"] for part in at_every_depth(told) if part.get("options")),
        ):
            names = by_locale(level, locale)
            assert len(set(names)) == len(names), locale


async def test_what_is_told_is_what_discord_is_sent_and_keeps(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", sandbox.api_base)
    bot = await teller(alone(LOCALE))
    try:
        await bot.login("a-token")
        kept = {command.name: command for command in await bot.tree.sync()}
        asked = await bot.tree.fetch_commands()
    finally:
        await bot.close()
    assert [command.name_localizations for command in asked] == [
        command.name_localizations for command in kept.values()
    ]
    locale = discord.Locale(LOCALE)
    for part in await payload(alone(LOCALE)):
        here = kept[part["name"]]
        assert here.name_localizations == {locale: part["name_localizations"][LOCALE]}
        assert here.description_localizations == {locale: part["description_localizations"][LOCALE]}


async def test_a_language_without_a_locale_of_discords_is_skipped() -> None:
    told = await payload(alone(UNKNOWN))
    for part in at_every_depth(told):
        for field in ("name_localizations", "description_localizations"):
            assert not part.get(field) or UNKNOWN not in part[field]


async def test_what_is_not_translated_yet_is_left_to_the_english() -> None:
    texts = alone(LOCALE)
    there = texts.languages[LOCALE]
    known = {key: said for key, said in there.texts.items() if not key.endswith(".play")}
    scanty = Texts({**texts.languages, LOCALE: replace(there, texts=known)})
    play = next(part for part in await payload(scanty) if part["name"] == "play")
    assert play["name_localizations"] == play["description_localizations"] == {}
    assert play["options"][0]["name_localizations"].keys() == {LOCALE}


async def test_the_english_names_in_the_catalogue_are_those_of_the_commands() -> None:
    named: dict[str, str] = {}

    def note(item: dict[str, Any], path: tuple[str, ...]) -> None:
        kind = "command_name" if item["type"] in (1, 2) else "option_name"
        key = ".".join((kind, *path, item["name"]))
        named[key if kind == "command_name" else f"{kind}.{item['name']}"] = item["name"]
        for option in item.get("options") or []:
            note(option, (*path, item["name"]))

    for item in await payload(Texts.load()):
        note(item, ())
    english = catalogue(FALLBACK)
    assert {key: forms[0] for key, forms in english.items() if key.startswith(NAMES)} == named


async def test_one_language_serves_all_locales_it_is_named_for() -> None:
    told = list(at_every_depth(await payload(alone("es", "pt-BR"))))
    assert told[0]["name_localizations"].keys() == {"es-ES", "es-419", "pt-BR"}


def test_a_command_is_described_from_the_catalogue() -> None:
    described = command("hint")
    assert isinstance(described, app_commands.locale_str)
    assert str(described) == Texts.load().words("en")("command.hint")


@pytest.mark.parametrize("name", ["Play", "my hand", "play!", "x" * 33, ""])
def test_a_name_discord_would_refuse_is_found(name: str) -> None:
    item = {"name": "play", "description": "x", "name_localizations": {LOCALE: name}}
    assert spelled(check_commands([item]))


# What people call themselves, or their server, is never a link, a mention, a heading or a list.
#
# Each message is laid out twice, with names that mean nothing and with hostile ones: Discord must
# find as much to format in the one as in the other.

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
    heard = [layout_in_words(board, hand, say)] if by_ear(say) else []
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
        result_layout(RoundResult(played, rests.totals, 2), row, 101, say),
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
