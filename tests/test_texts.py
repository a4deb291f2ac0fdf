"""The catalogues and the code agree, and every word that a player reads comes from them."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator

import pytest
from babel import Locale
from babel.messages.catalog import Catalog

from bot.texts import HOME, YOU
from bot.texts.checks import (
    LIMITS,
    Catalogue,
    faults,
    messages,
    missing,
    other_slots,
    placeholders,
    too_long,
    untold,
    unused,
    unwritable,
)
from engine.games import GAMES
from tests.catalogues import TEXTS, catalogue, languages, parts, read, uses
from tests.source_tree import Module, called, modules
from tests.texts.pseudo import pseudo_catalogue

# The catalogues and the code agree: no key is missing, idle, doubled or too long.

FOUND_AT_RUN_TIME = ("command_name.", "option_name.")
"""Beginnings of keys that code puts together in a way the search cannot follow."""

SAME_TEXT = (
    ("alt.card.", "card."),
    ("alt.none.", "server.off.none"),
    ("alt.rank.", "card.rank.", "card.short."),
    ("alt.suit.", "card.suit."),
    ("cloud_nine.button.", "cloud_nine.move."),
    ("game.cloud_nine", "look.button.clouds"),
    ("help.button.", "fair.button"),
    ("illegal.", "refused."),
    ("league.button.end", "moderate.button.end"),
    ("permission.",),
    ("server.name.clock", "terms.clock"),
    ("server.enders.", "server.hosts.", "server.openers."),
    ("alt.trick.wins", "picture.column.", "picture.role."),
    ("option.", "picture.league."),
    ("picture.clumond.column.", "server.calls."),
    ("picture.clumond.deals", "picture.final."),
)
"""Groups of keys that may have the same text: they can differ in another language."""

SPOKEN = {language: catalogue(language) for language in languages()} | {
    "pseudo": pseudo_catalogue()
}
"""Every language there is, and the one that stands for those to come."""


def english() -> Catalogue:
    return catalogue("en")


def spoken(language: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Return the texts that are for ears alone, with their keys."""
    for path in (TEXTS / language / "ear").glob("*.po"):
        yield from read(path).items()


def test_every_key_that_code_names_exists() -> None:
    keys = english().keys()
    sections = {key.partition(".")[0] for key in keys}
    missing = [
        f"{use.where} {use.key}"
        for use in uses()
        if (use.pattern or use.key.partition(".")[0] in sections)
        and not any(use.covers(key) for key in keys)
    ]
    assert not missing


def test_no_key_is_idle() -> None:
    idle = [
        key
        for key in english()
        if not key.startswith(FOUND_AT_RUN_TIME)
        and not key.endswith(f".{YOU}")
        and not any(use.covers(key) for use in uses())
    ]
    assert not idle


def test_code_fills_in_what_a_text_asks_for() -> None:
    texts = english()
    wrong = [
        f"{use.where} {use.key}: gives {sorted(use.given)}"
        for use in uses()
        if use.given is not None and use.key in texts
        if not placeholders(texts[use.key]) <= use.given
    ]
    assert not wrong


def test_no_key_stands_in_two_files() -> None:
    keys = [key for part in parts("en").values() for key in part]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("language", SPOKEN)
def test_no_text_is_empty(language: str) -> None:
    said = SPOKEN[language]
    assert not [key for key, forms in said.items() if not all(form.strip() for form in forms)]


@pytest.mark.parametrize("language", languages())
def test_lists_count_up_by_one(language: str) -> None:
    """Discord numbers a list on from its first number, and so two who share a place get others."""
    wrong = []
    for key, forms in [*SPOKEN[language].items(), *spoken(language)]:
        for form in forms:
            numbers = [int(number) for number in re.findall(r"^ *([0-9]+)\. ", form, re.MULTILINE)]
            if numbers != list(range(1, len(numbers) + 1)) or re.search(
                r"^ *{place}\. ", form, re.MULTILINE
            ):
                wrong.append(key)
    assert not wrong


@pytest.mark.parametrize("language", languages())
def test_texts_name_commands_as_their_language_does(language: str) -> None:
    texts = SPOKEN[language]
    names = {forms[0] for key, forms in texts.items() if key.startswith("command_name.")}
    wrong = [
        f"{key}: /{name}"
        for key, forms in [*texts.items(), *spoken(language)]
        for name in re.findall(r"`/([^\s`:]+)", " ".join(forms))
        if name not in names
    ]
    assert not wrong


def test_no_two_keys_say_the_same() -> None:
    keys_of: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for key, forms in english().items():
        if not key.startswith(FOUND_AT_RUN_TIME):  # a name may be any word
            keys_of[forms].append(key)
    doubled = [
        keys
        for keys in keys_of.values()
        if len(keys) > 1
        and not any(all(key.startswith(group) for key in keys) for group in SAME_TEXT)
        and not are_of_different_games(keys)
    ]
    assert not doubled


def are_of_different_games(keys: list[str]) -> bool:
    """Return whether each key is of a game of its own: games may well say the same."""
    games = [part for key in keys for part in key.split(".") if part in GAMES]
    return len(set(games)) == len(keys)


@pytest.mark.parametrize("language", SPOKEN)
def test_texts_fit_where_discord_shows_them(language: str) -> None:
    assert not [*too_long(SPOKEN[language])]


def kinds() -> Iterator[tuple[str, str]]:
    """Yield the texts that code puts on a button or into a menu, with what their keys must say."""
    for module in modules("bot"):
        for call in module.calls():
            kind = {"button": "button", "menu": "choose"}.get(called(call), "")
            shown = call.args[1:2] if kind else []
            more = [(one.value, "choose") for one in call.keywords if one.arg == "placeholder"]
            for value, word in [*((one, kind) for one in shown), *more]:
                for part in ast.walk(value):
                    match part:
                        case ast.Call(args=[ast.Constant(value=str(key)), *_]):
                            yield word, key
                        case _:
                            pass


def test_a_key_says_where_its_text_is_shown() -> None:
    found = [(word, key) for word, key in kinds() if key in english()]
    assert len(found) > 100
    assert not [key for word, key in found if word not in key.split(".")]


def test_every_limit_is_of_some_text() -> None:
    words = {word for key in english() for word in key.split(".")}
    assert words >= LIMITS.keys()


@pytest.mark.parametrize("language", SPOKEN)
def test_every_letter_has_a_font(language: str) -> None:
    assert not [*unwritable(SPOKEN[language])]


@pytest.mark.parametrize("language", SPOKEN)
def test_every_language_says_all_that_english_says(language: str) -> None:
    other = SPOKEN[language]
    assert not [*missing(english(), other), *unused(english(), other)]
    assert not [*other_slots(english(), other)]


@pytest.mark.parametrize("language", languages())
def test_a_language_has_no_fault(language: str) -> None:
    plural = Catalog(Locale.parse(language, sep="-")).num_plurals
    assert faults(HOME, language, plural) == {}


@pytest.mark.parametrize("name", sorted(parts("en")))
def test_translators_are_told_what_stands_in_a_slot(name: str) -> None:
    kept = messages(TEXTS / "en")
    assert not [*untold({key: kept[key] for key in parts("en")[name]})]


# Not one word that a player reads stands in code: they all come from `bot/texts`.

SHOWING = frozenset({
    "Button", "Choice", "Control", "Label", "LayoutView", "MediaGalleryItem", "Modal", "Section",
    "Select", "SelectOption", "TextDisplay", "TextInput", "add_field", "add_item", "add_option",
    "button", "command", "describe", "edit", "edit_message", "edit_original_response", "gallery",
    "menu", "private", "reply", "respond", "send", "send_message", "table_button",
})  # fmt: skip
"""What is called with words that end up before a player's eyes."""

UNSEEN = frozenset({
    "action", "code", "custom_id", "emoji", "id", "key", "media", "name", "style", "type",
    "url", "value",
})  # fmt: skip
"""Keyword arguments that hold identities, not words; `name` is checked apart."""


def literal_words(node: ast.expr) -> Iterator[str]:
    """Return the literal texts with letters in an expression, those inside f-strings too."""
    match node:
        case ast.Constant(value=str(text)) if any(char.isalpha() for char in text):
            yield text
        case ast.JoinedStr(values=parts):
            for part in parts:
                yield from literal_words(part)
        case ast.BinOp(left=left, right=right):
            yield from literal_words(left)
            yield from literal_words(right)
        case ast.IfExp(body=body, orelse=orelse):
            yield from literal_words(body)
            yield from literal_words(orelse)
        case _:
            return


def shown(call: ast.Call) -> Iterator[ast.expr]:
    """Return the arguments of a showing call that a player would read."""
    name = called(call)
    if name == "command" and "app_commands" not in ast.unparse(call.func):
        return  # the catalogue's own shorthand for `command.…` keys
    if name == "table_button":  # its words come third, after what the button is for
        yield from call.args[2:]
    elif name in ("button", "menu", "Control"):  # their custom id or code comes first
        yield from call.args[1:]
    else:
        yield from call.args[:1]
    for keyword in call.keywords:
        if keyword.arg not in UNSEEN or (name == "Choice" and keyword.arg == "name"):
            yield keyword.value


def found_in(module: Module) -> Iterator[str]:
    for call in module.calls():
        if called(call) in SHOWING:
            for argument in shown(call):
                for text in literal_words(argument):
                    yield f"{module}:{call.lineno} {called(call)}({text!r})"


def test_no_word_a_player_reads_stands_in_code() -> None:
    assert not [entry for module in modules("bot") for entry in found_in(module)]


@pytest.mark.parametrize(
    "code",
    [
        "send('Hello')",
        "ui.TextDisplay(f'**Hello** {name}')",
        "ui.Button(label='Join', custom_id='l:1')",
        "app_commands.command(name='play', description='Play')",
        "app_commands.Choice(name='Cloud Nine', value='cloud_nine')",
        "send(content='You' if me else name)",
        "press.private('You left.')",
        "button(f'l:{row.id}:join', 'Join')",
    ],
)
def test_a_literal_would_be_found(code: str) -> None:
    call = next(node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call))
    assert any(text for argument in shown(call) for text in literal_words(argument))


@pytest.mark.parametrize(
    "code",
    ["send(say('lobby.left'))", "ui.TextDisplay(f'# {title}')", "ui.Button(custom_id='l:1:join')"],
)
def test_a_text_from_the_catalogue_is_fine(code: str) -> None:
    call = next(node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call))
    assert not [text for argument in shown(call) for text in literal_words(argument)]
