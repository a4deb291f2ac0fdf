"""Not one word that a player reads stands in code: they all come from `bot/texts`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.source_tree import Module, called, modules

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
