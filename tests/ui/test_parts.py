"""Names in messages: cleaned when they come in, harmless where they stand."""

from __future__ import annotations

import re

import pytest

from bot.ui.parts import NAME_LENGTH, clean_name, escape


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Ada", "Ada"),
        ("  Ada\n\nLovelace ", "Ada Lovelace"),
        ("A\u202eda\u200b", "Ada"),
        ("\x00\x07", "?"),
        ("", "?"),
        ("小林 Mei", "小林 Mei"),
    ],
)
def test_a_name_is_kept_on_one_line_without_hidden_characters(name: str, kept: str) -> None:
    assert clean_name(name) == kept


def test_a_name_is_cut_to_what_a_table_can_show() -> None:
    assert len(clean_name("x" * 500)) == NAME_LENGTH


@pytest.mark.parametrize(
    "name",
    ["**bold**", "@everyone", "<@123>", "[x](https://a.example)", "https://a.example", "`c`"],
)
def test_no_name_becomes_markdown_a_mention_or_a_link(name: str) -> None:
    shown = escape(name)
    assert shown != name
    unescaped = re.sub(r"\\.", "", shown)
    assert not re.search(r"\*\*|@everyone|<@|\]\(|://|`", unescaped)
