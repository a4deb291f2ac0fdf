"""What surrounds the code: lock files, image, documents and rules. They say what is true."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from importlib.metadata import PackageNotFoundError, metadata, packages_distributions
from pathlib import Path
from typing import Any

import pytest
import yaml
from discord import Permissions
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
from PIL import Image

from bot import VERSION, texts
from bot.preferences.server import ServerSettings
from bot.privacy.actions import STAYS
from bot.privacy.personal import COLUMNS, FIELDS, Kind
from bot.privacy.service import KEPT
from bot.store.codec import member_fields
from bot.store.rows import Member
from bot.store.schema import metadata as schema
from bot.texts import FALLBACK, Texts
from bot.texts.__main__ import update
from engine.cards import mask_of_faces
from engine.melds import meld
from tests.catalogues import TEXTS, catalogue
from tests.source_tree import PACKAGES, ROOT, modules

# What surrounds the code: lock files, image, documents. They say what is true.

LOCKS = {
    "requirements.lock": [],
    "requirements-all.lock": ["extras"],
    "requirements-test.lock": ["extras", "test"],
    "requirements-bench.lock": ["extras", "test", "bench"],
}
"""What each lock holds beside what the bot needs everywhere."""

GROUPS = ("test", "bench")
OWN = {*sys.stdlib_module_names, *PACKAGES}


def text_of(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def lines(pattern: str, text: str) -> list[Any]:
    """Find what stands on lines of their own: texts, or tuples where there are groups."""
    return re.findall(pattern, text, re.MULTILINE)


def pinned(lock: str) -> dict[str, str]:
    return dict(lines(r"^([a-z0-9-]+)==([^ ]+)", text_of(lock)))


def wanted(*more: str) -> list[Requirement]:
    """Return what the bot needs everywhere and, as `more`, for groups or for all "extras"."""
    project = tomllib.loads(text_of("pyproject.toml"))
    extras = project["project"]["optional-dependencies"].values()
    lists = {**project["dependency-groups"], "extras": [line for lines in extras for line in lines]}
    named = project["project"]["dependencies"] + [line for name in more for line in lists[name]]
    return [Requirement(line) for line in named]


def section(document: str, heading: str) -> str:
    """Return what stands below a heading, up to the next one."""
    return document.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_hashes_and_no_address(lock: str) -> None:
    text = text_of(lock)
    assert "://" not in text
    assert "--index" not in text
    pins = lines(r"^[a-z0-9-]+==.+(?:\n {4}--hash=sha256:[0-9a-f]{64}(?: \\)?)+", text)
    assert len(pins) == len(lines(r"^[a-z0-9-]+==", text)) > 20


@pytest.mark.parametrize(("lock", "more"), LOCKS.items())
def test_locks_hold_what_the_project_asks_for(lock: str, more: list[str]) -> None:
    pins = pinned(lock)
    for requirement in wanted(*more):
        assert pins[canonicalize_name(requirement.name)] in requirement.specifier, requirement


def test_what_only_some_hosts_need_is_no_part_of_what_make_play_installs() -> None:
    everywhere = {requirement.name for requirement in wanted()}
    extras = {requirement.name for requirement in wanted("extras")} - everywhere
    assert {"psycopg", "prometheus_client", "sentry-sdk"} <= extras
    assert not {canonicalize_name(name) for name in extras} & pinned("requirements.lock").keys()
    assert (
        "$(INSTALL) requirements.lock\n" in text_of("Makefile").split("\nplay:")[1].split("\n\n")[0]
    )
    assert "-r requirements-all.lock" in text_of("Dockerfile")


@cache
def _homes() -> Mapping[str, list[str]]:
    """Return what is installed from where, by the name that is imported."""
    return packages_distributions()


@pytest.mark.parametrize(
    ("package", "more"),
    [
        ("engine", []),
        ("render", []),
        ("bot", ["extras"]),
        ("tests", ["extras", "test"]),
        ("bench", ["extras", "bench"]),
    ],
)
def test_what_is_imported_is_asked_for(package: str, more: list[str]) -> None:
    asked = {canonicalize_name(requirement.name) for requirement in wanted(*more)}
    peer = ["open-spiel"]
    homes = {**_homes(), "pyspiel": peer, "open_spiel": peer}
    for module in modules(package):
        for top in {line.name.split(".")[0] for line in module.imports()} - OWN:
            names = {canonicalize_name(name) for name in homes[top]}
            assert names & asked, f"{module} imports {top}"


def licences() -> dict[str, str]:
    """Return the licence of each package that docs/licences.md names."""
    rows = lines(r"^\| ([a-z0-9., -]+) \|.* \| ([^|]+) \|$", text_of("docs/licences.md"))
    return {
        canonicalize_name(name): licence for names, licence in rows for name in names.split(", ")
    }


def test_the_licence_of_whatever_is_installed_is_told() -> None:
    asked = {canonicalize_name(requirement.name) for requirement in wanted("extras", *GROUPS)}
    assert not (asked | pinned("requirements-all.lock").keys()) - licences().keys()


def test_licences_are_what_packages_say_of_themselves() -> None:
    for name, licence in licences().items():
        try:
            said = metadata(name)["License-Expression"]
        except PackageNotFoundError:
            continue  # of another version of Python, or of the benchmarks
        assert said in (None, licence), name


def test_every_font_that_is_shipped_is_told() -> None:
    told = set(re.findall(r"\bNoto[A-Z]\w+", text_of("docs/licences.md")))
    assert told == {path.name.partition("[")[0] for path in (ROOT / "render/fonts").glob("*.ttf")}


def test_locks_agree() -> None:
    runtime = pinned("requirements.lock")
    for lock in LOCKS:
        assert runtime.items() <= pinned(lock).items()


def test_all_name_the_same_versions_of_python() -> None:
    (versions,) = lines(r"^VERSIONS \?= (.+)$", text_of("Makefile"))
    *named, tried = versions.split()
    workflow = yaml.safe_load(text_of(".github/workflows/tests.yml"))
    assert workflow["jobs"]["test"]["strategy"]["matrix"]["python"] == [*named, tried]
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    assert project["classifiers"] == [f"Programming Language :: Python :: {each}" for each in named]
    assert project["requires-python"] == f">={named[0]}"
    assert f"python:{named[-1]}-slim" in text_of("Dockerfile")
    newest_first = " ".join(f"python{each}" for each in reversed(named))
    assert newest_first in text_of("scripts/install")
    for path in ("README.md", "CONTRIBUTING.md", "Makefile", "scripts/install"):
        assert f"{named[0]} to {named[-1]}" in text_of(path), path


def test_the_image_runs_without_rights() -> None:
    last = text_of("Dockerfile").rsplit("\nFROM ", 1)[1]
    (user,) = lines(r"^USER (\d+):\d+$", last)
    assert int(user) > 0
    assert lines(r"^HEALTHCHECK .*bot\.host\.health", last)
    assert lines(r"^VOLUME (.+)$", last) == ["/data"]


def test_no_step_of_the_image_may_fail_unseen() -> None:
    steps = lines(r"^RUN .*$", text_of("Dockerfile"))
    assert any(step.endswith("|| nimbus compile") for step in steps)
    assert not [step for step in steps if re.search(r"(\|\||;) *(true|:)\b", step)]


def test_the_image_knows_no_token() -> None:
    assert "TOKEN" not in text_of("Dockerfile")
    copied = {
        name
        for names in lines(r"^COPY (\w.+) \S+$", text_of("Dockerfile"))
        for name in names.split()
    }
    refused, *let_in, _ = lines(r"^[^#].*$", text_of(".dockerignore"))
    assert (refused, {*let_in}) == ("*", {f"!{name}" for name in copied})


def test_changelog_keeps_its_order() -> None:
    for version in text_of("CHANGELOG.md").split("\n## ")[1:]:
        name, _, body = version.partition("\n")
        assert re.fullmatch(r"Unreleased|\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)", name)
        headings = lines(r"^### (.+)$", body)
        order = ["Removed", "Added", "Changed", "Fixed"]
        assert headings == [heading for heading in order if heading in headings]
        assert headings or name == "Unreleased"


def test_the_changelog_has_a_page_for_this_version_or_the_next() -> None:
    told = lines(r"^## (.+)$", text_of("CHANGELOG.md"))
    assert told[0] == "Unreleased"
    assert Version(told[1].split(" (")[0]) >= Version(VERSION)


def test_a_page_lists_the_commands_there_are() -> None:
    listed = lines(r"^\| `/(\w+)` \|", section(text_of("docs/commands.md"), "Commands"))
    assert set(listed) == commands()
    assert len(listed) == len(set(listed))


def commands() -> set[str]:
    """Find the names of the slash commands in the cogs; of a group only its own."""
    return {
        name
        for module in modules("bot")
        if module.is_within("bot") and module.last_word in ("commands", "feature")
        for cog in ast.walk(module.tree)
        if isinstance(cog, ast.ClassDef)
        for name in _group(cog) or _commands(cog)
    }


def _group(cog: ast.ClassDef) -> list[str]:
    return [ast.literal_eval(one.value) for one in cog.keywords if one.arg == "group_name"]


def _commands(cog: ast.ClassDef) -> list[str]:
    return [
        keyword.value.value
        for call in ast.walk(cog)
        if isinstance(call, ast.Call)
        and ast.unparse(call.func) in ("app_commands.command", "app_commands.Group")
        for keyword in call.keywords
        if keyword.arg == "name" and isinstance(keyword.value, ast.Constant)
        if isinstance(keyword.value.value, str)
    ]


def test_hosting_lists_the_settings_there_are() -> None:
    listed = lines(r"^\| `([A-Z_]+)` \|", section(text_of("docs/hosting.md"), "Settings"))
    read = re.findall(r'"((?:DISCORD|DATABASE|NIMBUS|SENTRY)_\w+)"', text_of("bot/settings.py"))
    assert set(listed) == set(read)


def test_the_address_of_the_invitation_asks_for_the_permissions_there_are() -> None:
    readmes = [*ROOT.glob("README.md"), *ROOT.glob("docs/README.*.md")]
    permissions = section(text_of("docs/hosting.md"), "Permissions")
    rows = lines(r"^\| ([A-Z][\w ]+) \| .+ \| (\d+) \|$", permissions)
    named = Permissions(**{discord_name(name): True for name, _ in rows})
    assert named.value == sum(int(number) for _, number in rows)
    for readme in readmes:
        asked = re.findall(r"permissions=(\d+)", readme.read_text("utf-8"))
        assert asked == [str(named.value)], readme
    assert f"**{named.value}**" in permissions


def discord_name(permission: str) -> str:
    return permission.lower().replace(" ", "_")


def drawn_paths() -> set[str]:
    """Return the paths that the tree of docs/architecture.md names."""
    tree = text_of("docs/architecture.md").split("```text\n")[1].split("```")[0]
    found, above = set(), [""]
    for line in tree.splitlines():
        depth = (len(line) - len(line.lstrip())) // 2
        for name in re.split(r"\s{2,}", line.strip())[0].split(" "):
            found.add("".join(above[: depth + 1]) + name)
            above[depth + 1 :] = [name]
    return found


def test_the_tree_of_the_architecture_is_the_tree() -> None:
    drawn = drawn_paths()
    assert not [path for path in drawn if not (ROOT / path).exists()]
    tops = {
        path.relative_to(ROOT).as_posix() + "/" * path.is_dir()
        for package in ("engine", "render", "bot")
        for path in (ROOT / package).iterdir()
        if path.name not in {"__init__.py", "__pycache__", "py.typed"}
    }
    assert not tops - drawn


def test_ci_runs_what_developers_run() -> None:
    assert re.findall(r"make ([a-z-]+)", text_of(".ci/run"))[-2:] == ["test", "test-all"]
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111


def test_the_nines_of_the_rules_score_what_they_say() -> None:
    rows = lines(r"^\| `([\w ]+)` \| (\d) . (\d) . (\d) \| (\d+) \|$", text_of("docs/rules.md"))
    assert len(rows) == 4
    for cards, *numbers in rows:
        found = meld(mask_of_faces(cards.split()))
        assert [found.flush, found.run, found.sets, found.score] == [int(n) for n in numbers]


def test_every_column_is_known_to_be_about_people_or_not() -> None:
    """A new column has to be thought about: exported, made anonymous, or of nobody."""
    stored = {name: set(table.columns.keys()) for name, table in schema.tables.items()}
    assert stored == {name: set(columns) for name, columns in COLUMNS.items()}


def test_every_field_of_what_stands_as_json_in_a_column_is_known_too() -> None:
    spelt: dict[type, set[str]] = {Member: set(member_fields(Member("1", "Ada")))}
    for kind, known in FIELDS.items():
        assert spelt.get(kind, {field.name for field in fields(kind)}) == set(known), kind


def test_the_privacy_page_names_every_table_with_what_is_about_people() -> None:
    rows = lines(r"^\|.*\| ((?:`\w+`(?:, )?)+) \|$", text_of("docs/privacy.md"))
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert named == {
        table for table, kinds in COLUMNS.items() if set(kinds.values()) - {Kind.NOBODY}
    }


def test_what_stays_when_a_person_deletes_their_data_is_told_kind_by_kind() -> None:
    kinds = {kind.name.lower() for kind in Kind if "stays" in kind.value}
    assert kinds - {"nobody"} <= set(STAYS)
    told = [catalogue("en")[f"privacy.stays.{what}"][0] for what in STAYS]
    assert "{stays}" in catalogue("en")["privacy.text"][0]
    listed = re.findall(r"^\* ", section(text_of("docs/privacy.md"), "What stays"), re.MULTILINE)
    assert len(listed) == len(told)


def blocks(heading: str) -> list[str]:
    """Return the texts to copy below a heading of the listing."""
    return re.findall(
        r"```text\n(.*?)\n```", section(text_of("docs/listing.md"), heading), re.DOTALL
    )


@pytest.mark.parametrize(
    ("heading", "least", "most"),
    [("Short description", 30, 120), ("About me", 1, 400), ("Description", 300, 4000)],
)
def test_the_listing_fits_the_fields_of_the_directory(heading: str, least: int, most: int) -> None:
    (text,) = blocks(heading)
    assert least <= len(text) <= most


def test_the_pictures_of_the_listing_are_as_large_as_it_says() -> None:
    rows = lines(r"^\|.+\| (\d+) . (\d+) \| \[.+\]\((.+)\) \|$", text_of("docs/listing.md"))
    assert 1 <= len(rows) <= 5
    for width, height, path in rows:
        with Image.open(ROOT / "docs" / path) as picture:
            assert picture.size == (int(width), int(height)), path


def test_the_listing_has_no_more_tags_than_the_directory_takes() -> None:
    (tags,) = blocks("Tags")
    assert 1 <= len(tags.split("\n")) <= 5
    assert all(len(tag) <= 20 for tag in tags.split("\n"))


@pytest.mark.parametrize("page", ["privacy", "terms", "listing"])
def test_pages_for_hosts_say_where_to_fill_in_and_name_commands_there_are(page: str) -> None:
    text = text_of(f"docs/{page}.md")
    assert "**Hosts:**" in text
    assert text.count("\N{MATHEMATICAL LEFT ANGLE BRACKET}") >= 2
    named = set(re.findall(r"(?<![\w./])/([a-z]+)", text.replace("](../", "](")))
    assert named & commands()
    assert not {name for name in named if f"`/{name}`" in text or f" /{name} " in text} - commands()


def test_the_days_of_the_privacy_page_are_those_of_the_code() -> None:
    days = {int(number) for number in re.findall(r"(\d+) days", text_of("docs/privacy.md"))}
    assert days == {KEPT / 86400}
    (said,) = re.findall(r"(\d+) days", catalogue("en")["privacy.text"][0])
    assert int(said) == KEPT / 86400


OF_THE_TESTS = {
    "by_ear",
    "commands",
    "e2e",
    "games",
    "hostile",
    "playthroughs",
    "records",
    "sim",
    "soak",
    "wire",
}
"""Folders of tests that stand for themselves: whole evenings, games and records."""


def test_tests_mirror_the_tree() -> None:
    tops = {path.name for path in (ROOT / "tests").iterdir() if (path / "__init__.py").exists()}
    homes = [ROOT, *(ROOT / package for package in ("bot", "engine", "render", "sandbox"))]
    assert not [
        top for top in tops - OF_THE_TESTS if not any((home / top).is_dir() for home in homes)
    ]
    for folder in (ROOT / "tests" / "match").iterdir():
        assert (
            not folder.is_dir()
            or (ROOT / "bot" / "match" / folder.name).is_dir()
            or (folder.name == "__pycache__")
        )


# CONTRIBUTING.md names every place that a new thing needs: each chapter is held to its example.

PLACES = {
    (
        "A new command",
        1,
    ): r'command\("puzzle|puzzles.commands import|"command(_name)?\.puzzle|^\| `/puzzle`',
    ("A new feature", 1): (
        r'^    name="puzzles",$|puzzles\.feature|puzzles import actions|^puzzle_answer = sa\.Table'
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

MIGRATIONS = "bot/store/migrations/"
"""A feature that came with the first version has none."""

ELSEWHERE = {"bot/match/lobby/lobbies.py", "bot/match/acts/departures.py"}
"""Files that heed an example."""

FOR_HOSTS = {"docs/hosting.md", "docs/servers.md"}


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
    return [*found, ROOT / "docs" / "commands.md", *(ROOT / path for path in FOR_HOSTS)]


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
    assert set(named) - {*FOR_HOSTS, MIGRATIONS} == found - ELSEWHERE - FOR_HOSTS


def test_a_new_feature_has_nine_places() -> None:
    (named,) = lists("A new feature")
    assert len(named) == 9
    assert all((ROOT / path).exists() for path in named)


@pytest.mark.parametrize(
    ("document", "heading", "row"),
    [
        ("docs/servers.md", "What can be set", r"^\| Who can end games early \|"),
        ("docs/hosting.md", "Settings", "`NIMBUS_THINKERS`"),
    ],
)
def test_the_rows_for_hosts_are_where_a_chapter_says(document: str, heading: str, row: str) -> None:
    assert re.search(row, section(text_of(document), heading), re.MULTILINE)


def test_every_setting_of_a_server_has_its_row_for_hosts() -> None:
    table = section(text_of("docs/servers.md"), "What can be set")
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
