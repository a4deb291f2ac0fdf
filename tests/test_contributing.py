"""CONTRIBUTING.md names every place that a new thing needs: each chapter is held to its example."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from bot import texts
from bot.preferences.server import ServerSettings
from bot.texts import FALLBACK, Texts
from bot.texts.__main__ import update
from tests.catalogues import TEXTS
from tests.source_tree import ROOT, modules
from tests.test_project import section, text_of

PLACES = {
    (
        "A new command",
        1,
    ): r'command\("puzzle|puzzles.commands import|"command(_name)?\.puzzle|^\| `/puzzle`',
    ("A new feature", 1): (
        r'^    name="puzzles",$|puzzles\.feature|puzzles import actions|^puzzle_answer = Table'
        r'|"puzzle_answer": \{|"command(_name)?\.puzzle|^\| `/puzzle`'
    ),
    (
        "A new setting",
        1,
    ): r"\binvitations(: bool|\": flag|=switch)|settings\.invi|me:invited|preferences\.invited",
    ("A new setting", 2): r"\benders\b",
    ("A new environment variable", 1): r"\bNIMBUS_THINKERS\b(?!=)",
}
"""How the examples of the lists of each chapter stand in the files that the lists name."""

MIGRATIONS = "bot/store/migrations/versions/"
"""A feature that came with the first version has none."""

ELSEWHERE = {
    "bot/match/lobby/doors.py",
    "bot/match/acts/leaving.py",
}
"""Files that heed an example."""


def lists(chapter: str) -> list[list[str]]:
    """Return the paths at the head of each item of a chapter's numbered lists."""
    found: list[list[str]] = []
    for number, path in re.findall(
        r"^(\d+)\. `([\w./-]+)`", section(text_of("CONTRIBUTING.md"), chapter), re.MULTILINE
    ):
        if number == "1":
            found.append([])
        found[-1].append(path)
    return found


def written_in() -> list[Path]:
    """Return the files in which somebody who adds a thing may have to write; translators follow."""
    found = [*(ROOT / "bot").rglob("*.py"), *(ROOT / "bot" / "texts" / "en").rglob("*.po")]
    return [*found, ROOT / "README.md", ROOT / "docs" / "hosting.md"]


@pytest.mark.parametrize(("chapter", "number"), PLACES)
def test_a_chapter_names_just_the_places_of_its_example(chapter: str, number: int) -> None:
    there = re.compile(PLACES[chapter, number], re.MULTILINE)
    found = {
        path.relative_to(ROOT).as_posix()
        for path in written_in()
        if there.search(path.read_text(encoding="utf-8"))
    }
    named = lists(chapter)[number - 1]
    assert len(named) == len(set(named))
    assert set(named) - {"docs/hosting.md", MIGRATIONS} == found - ELSEWHERE - {"docs/hosting.md"}


def test_a_new_feature_has_nine_places() -> None:
    (named,) = lists("A new feature")
    assert len(named) == 9
    assert all((ROOT / path).exists() for path in named)


@pytest.mark.parametrize(
    ("heading", "row"),
    [
        ("For those who manage a server", r"^\| Who can end games early \|"),
        ("Settings", "`NIMBUS_THINKERS`"),
    ],
)
def test_the_rows_for_hosts_are_where_a_chapter_says(heading: str, row: str) -> None:
    assert re.search(row, section(text_of("docs/hosting.md"), heading), re.MULTILINE)


def test_every_setting_of_a_server_has_its_row_for_hosts() -> None:
    table = section(text_of("docs/hosting.md"), "For those who manage a server")
    rows = re.findall(r"^\| (?!setting \||---)", table, re.MULTILINE)
    assert len(rows) == len(fields(ServerSettings))


def test_a_folder_is_all_that_a_language_needs(tmp_path: Path) -> None:
    (tmp_path / FALLBACK).symlink_to(TEXTS / FALLBACK)
    update(tmp_path, "pt-BR")
    for file in (tmp_path / "pt-BR").rglob("*.po"):
        head, body = file.read_text(encoding="utf-8").split("\n\n", 1)
        said = re.sub(r'^(msgstr(\[\d\])?) ""$', r'\1 "Olá"', body, flags=re.MULTILINE)
        file.write_text(f"{head}\n\n{said}", encoding="utf-8")
    made = texts._language("pt-BR", sorted((tmp_path / "pt-BR").rglob("*.po")))
    there = Texts.load().languages
    assert made.texts.keys() == there[FALLBACK].texts.keys()
    assert made.spoken.keys() == there[FALLBACK].spoken.keys()
    assert Texts({**there, "pt-BR": made}).words("pt-BR")("command.play") == "Olá"


def test_no_module_names_a_language_but_english() -> None:
    spelt = re.compile(r"['\"](fr|de|es|it|pl|nl|ja|ko|tr|ru|pt-BR|es-ES|es-419|zh-CN|zh-TW)['\"]")
    for module in modules("bot", "engine", "render"):
        assert not spelt.search(module.path.read_text(encoding="utf-8")), module
