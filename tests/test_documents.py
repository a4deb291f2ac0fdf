"""Documents say what is there: `scripts.documents` finds what is not, and this, that it does."""

from __future__ import annotations

import re

import pytest
from PIL import Image

from scripts.documents import DOCUMENTS, commands, faults, languages, main
from tests.source_tree import ROOT

ANY = ROOT / "README.md"
NOWHERE = "NIMBUS_" + "WANDERER"
COMMANDS = len(commands("en"))


def test_documents_name_only_what_is_there() -> None:
    assert not [str(fault) for document in DOCUMENTS for fault in faults(document)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Press `/wander`.", "no command /wander"),
        ("Open `/evening daily`.", "/evening has no daily"),
        ("It is `bot/match/nowhere.py`.", "no file bot/match/nowhere.py"),
        ("It is `nowhere.py`.", "no file nowhere.py"),
        ("It is `tests/nowhere/`.", "no file tests/nowhere/"),
        ("It is `bot.match.nowhere`.", "no name bot.match.nowhere"),
        ("It is `Tables.wander`.", "no name Tables.wander"),
        ("It is `theme.wandering`.", "no name theme.wandering"),
        (f"Set `{NOWHERE}=1`.", f"nothing is called {NOWHERE}"),
        ("Run `make tea`.", "no target tea"),
        ("Run `python -m bench.tea`.", "no module bench.tea"),
        ("Run `python -m bot wander`.", "python -m bot knows no wander"),
        ("```console\nnimbus wander\n```", "python -m bot knows no wander"),
        ("Run `.venv/bin/python -m bot wander`.", "python -m bot knows no wander"),
        ("It is `nimbus.txt`.", "no file nimbus.txt"),
        ("Run `python -m sandbox --tea`.", "python -m sandbox knows no --tea"),
        ("See [there](docs/nowhere.md).", "no file docs/nowhere.md"),
        ("See [there](docs/hosting.md#nowhere).", "no heading docs/hosting.md#nowhere"),
        ('<img src="docs/pictures/none.png">', "no file docs/pictures/none.png"),
        ("It speaks nine languages.", f'"nine languages": there are {languages()}'),
        ("It has 99 commands.", f'"99 commands": there are {COMMANDS}'),
        ("Up to 97 people.", '"Up to 97 people": there are 96'),
    ],
)
def test_what_is_not_there_is_told_with_its_line(text: str, told: str) -> None:
    (fault,) = faults(ANY, f"# Heading\n\n{text}\n")
    assert fault.text == told
    assert fault.line >= 3


def test_a_room_names_a_module_without_its_folder_only_if_it_is_its_own() -> None:
    room = ROOT / "bot/puzzles/README.md"
    (fault,) = faults(room, "`service.py`, `bot/discord/io.py` and `io.py`")
    assert fault.text == "no file io.py in this room"


@pytest.mark.parametrize(
    "text",
    [
        "`/play`, `/evening open`, `/look question: Score` and `/metrics`",
        "`bot/match/`, `rules.py`, `engine/games/<game>/`, `data/nimbus.sqlite3` and `….json`",
        "`Tables.play`, `engine.game.Game`, `theme.width` and `command.play`",
        "`NIMBUS_PACE=0`, `PersonSettings.by_ear`, `evening_person` and `Rating`",
        "`python -m bot check`, `make play`, `python -m sandbox --pace` and `python -m pytest`",
        "`bench.anchors` of commit 8674cf92",
        f"It speaks {languages()} languages and has {COMMANDS} commands; there are four of either.",
        "[here](docs/hosting.md#backup) and [there](https://example.org/nowhere.md)",
    ],
)
def test_what_is_there_or_of_others_is_not_told(text: str) -> None:
    assert not faults(ANY, text)


def test_the_script_says_how_many_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(ANY)]) == 0
    assert capsys.readouterr().out == "1 documents, 0 faults\n"


def test_sources_name_documents_that_are_there() -> None:
    """In sentences for hosts and in docstrings: `docs/x.md`, or `x.md` of docs with its chapter."""
    for top in ("bot", "engine", "render", "sandbox", "bench", "scripts"):
        for path in (ROOT / top).rglob("*.py"):
            source = path.read_text("utf-8")
            for name, chapter in re.findall(r'docs/([\w.]+\.md)(?:, "([\w ]+)")?', source):
                assert (ROOT / "docs" / name).exists(), path
                assert not chapter or f"# {chapter}" in (ROOT / "docs" / name).read_text(), path


@pytest.mark.parametrize(
    ("page", "most"), [("../README", 500), ("architecture", 3000), ("hosting", 2500)]
)
def test_a_page_to_be_read_as_a_whole_is_short(page: str, most: int) -> None:
    assert len((ROOT / "docs" / f"{page}.md").read_text("utf-8").split()) <= most


def test_the_moving_picture_is_small_and_moves() -> None:
    path = ROOT / "docs" / "pictures" / "turn.webp"
    with Image.open(path) as picture:
        assert (picture.width <= 1000, picture.height <= 637) == (True, True)
        assert getattr(picture, "n_frames", 1) > 4
    assert path.stat().st_size <= 1_500_000
