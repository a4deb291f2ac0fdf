"""CONTRIBUTING tells how a game is added, and shows Thunder and Hail as they are."""

from __future__ import annotations

import re
from pathlib import Path

from engine.games import GAMES
from tests.games import MORE

ROOT = Path(__file__).parents[2]
HOME = Path(__file__).parent
SHIPPED = ("engine", "render", "bot")
TRANSLATED = re.compile(r"(bot/texts/|docs/rules\.)(?!en/|md$)")
"""Translations follow their English, which is named."""
GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
CHAPTER = GUIDE.partition("## A new game")[2].partition("\n## ")[0]


def lines_of(home: Path) -> list[str]:
    """Return the lines of a game's modules and words."""
    files = [path for path in home.iterdir() if path.suffix in (".py", ".po")]
    return [line for path in files for line in path.read_text("utf-8").splitlines()]


def test_the_games_are_as_small_as_it_says() -> None:
    told = re.findall(r"`tests/games/(\w+)`[^`]*? in (\d+)\s+lines", CHAPTER)
    assert {key for key, _ in told} == set(MORE)
    for key, most in told:
        assert 0.9 * int(most) < len(lines_of(HOME / key)) <= int(most)


def test_what_it_shows_is_there() -> None:
    shown = re.findall(r"```(?:python|po)\n(.*?)```", CHAPTER, re.DOTALL)
    is_there = {line.strip() for key in MORE for line in lines_of(HOME / key)}
    lines = [line.strip() for block in shown for line in block.splitlines() if line.strip()]
    assert len(lines) > 10
    assert not [line for line in lines if line not in is_there]


def test_every_path_and_module_it_names_exists() -> None:
    names = re.findall(r"`((?:engine|render|bot|tests|docs)[\w./]*)`", CHAPTER)
    assert len(names) > 15
    missing = [name for name in names if not is_there(name)]
    assert not missing


def test_every_place_it_names_is_one_of_every_game() -> None:
    places = re.findall(r"`([\w./*]*<game>[\w./*]*)`", CHAPTER)
    assert len(places) >= 7
    there = [place.replace("<game>", key) for place in places for key in shipped()]
    assert not [place for place in there if not list(ROOT.glob(place))]


def test_it_names_every_place_that_knows_the_games_apart() -> None:
    files = [path for folder in SHIPPED for path in (ROOT / folder).rglob("*.*")]
    files += [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]
    knowing = [
        path.relative_to(ROOT)
        for path in files
        if path.suffix in (".py", ".po", ".json", ".md")
        and not TRANSLATED.search(path.as_posix())
        and all(re.search(rf"\b{key}\b", path.read_text("utf-8")) for key in shipped())
    ]
    assert len(knowing) > 8
    assert not [path for path in knowing if not is_named(path)]


def is_named(path: Path) -> bool:
    """Return whether the chapter names a file, by its path or as a module by its dots."""
    dotted = ".".join(path.with_suffix("").parts)
    return f"`{path}`" in CHAPTER or f"`{dotted}`" in CHAPTER or path.name == "CONTRIBUTING.md"


def shipped() -> list[str]:
    """Return the games that come with the bot."""
    return [key for key in GAMES if key not in MORE]


def is_there(name: str) -> bool:
    """Return whether a path, or a module or something in one by its dots, exists."""
    if "/" in name:
        return (ROOT / name).exists()
    parts = name.split(".")
    whole, outer = (ROOT.joinpath(*parts[: len(parts) - cut]) for cut in (0, 1))
    if whole.is_dir() or whole.with_suffix(".py").exists():
        return True
    module = outer.with_suffix(".py")
    return module.exists() and re.search(rf"\b{parts[-1]}\b", module.read_text("utf-8")) is not None
