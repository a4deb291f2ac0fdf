"""The command line, `nimbus` or `python -m bot`: what may be asked for, and who does it.

Each command imports what it needs when it is asked for, so that help and refusals come at once.
Wrong use is one sentence on standard error, and status 2.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

from bot import PROGRAM, VERSION
from bot.settings import IN_THE_SANDBOX, Settings
from engine.players import kernels

ID_DIGITS = 20
"""Discord's numbers have no more digits."""


class _Parser(argparse.ArgumentParser):
    """Refuses wrong use in one sentence."""

    def error(self, message: str) -> NoReturn:
        more = "" if message.endswith("?") else f"; see {self.prog} --help"
        self.exit(2, f"{self.prog}: {message}{more}\n")


def main() -> int:
    """Do what the command line of this process asks for; return the exit status."""
    return command(sys.argv[1:])


def command(arguments: Sequence[str]) -> int:
    """Do what the command line asks for; return the exit status."""
    try:
        given = read(arguments)
    except SystemExit as ended:  # after help, the version or a refusal
        return int(ended.code or 0)
    from bot.host.logs import status_of

    return status_of(lambda: given.job(given))


def read(arguments: Sequence[str]) -> argparse.Namespace:
    """Return the job and what it is given. Raises SystemExit where there is nothing to do."""
    parser, commands = _parsers()
    word = next((word for word in arguments if not word.startswith("-")), None)
    if word is not None and word not in commands:
        parser.error(f"{word} is no command{_meant(word, commands)}")
    given, more = parser.parse_known_args(arguments)
    own: argparse.ArgumentParser = given.parser
    if options := [word for word in more if word.startswith("-")]:
        known = re.findall("--[a-z]+", own.format_help())
        own.error(f"{options[0]} is no option{_meant(options[0], known)}")
    if more:
        own.error(f"{more[0]} is one argument too many")
    return given


def _meant(word: str, known: Sequence[str]) -> str:
    close = get_close_matches(word, known, n=1)
    return f"; did you mean {close[0]}?" if close else ""


def _parsers() -> tuple[argparse.ArgumentParser, list[str]]:
    """Return the parser, and the names of the commands."""
    parser = _Parser(
        prog=PROGRAM,
        usage=f"{PROGRAM} [-h] [--version] [COMMAND ...]",
        allow_abbrev=False,
        description="Nimbus, a Discord bot for card games among friends. Settings are environment "
        "variables: docs/hosting.md lists them.",
    )
    parser.add_argument("--version", action="version", version=f"nimbus {VERSION}")
    parser.set_defaults(job=_run, parser=parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", prog=PROGRAM)
    for name, (job, text, *arguments) in COMMANDS.items():
        added = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        added.set_defaults(job=job, parser=added)
        for add_to in arguments:
            add_to(added)
    return parser, [*COMMANDS]


def _takes(name: str, text: str, **more: Any) -> Callable[[argparse.ArgumentParser], object]:
    """Return what adds an argument to a parser; it is written in capitals."""
    return lambda parser: parser.add_argument(name, metavar=name.upper(), help=text, **more)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= ID_DIGITS):
        raise argparse.ArgumentTypeError(f"{text or 'nothing'} is no number of Discord's")
    return int(text)


@contextmanager
def _importing() -> Iterator[None]:
    """Let the collector rest, which takes a third of the time of an import: all of it stays."""
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


def _run(_: argparse.Namespace) -> bool:
    with _importing():
        from bot.run import run
    return run(Settings.read(os.environ))


def _sandbox(_: argparse.Namespace) -> bool:
    with _importing():
        from bot.run import run
    with TemporaryDirectory(prefix="nimbus-") as data:
        kept = {name: os.environ[name] for name in IN_THE_SANDBOX if name in os.environ}
        return run(Settings.read({**kept, "NIMBUS_DATA": data}))


def _check(_: argparse.Namespace) -> bool:
    with _importing():
        from bot.host.check import check
    told, is_well = asyncio.run(check(os.environ))
    sys.stdout.write(told)
    return is_well


def _rehearse(given: argparse.Namespace) -> bool:
    with _importing():
        from bot.rehearsal.rehearsal import rehearse
        from bot.run import point_at
    from bot.host.logs import set_up

    settings = Settings.read(os.environ)
    # What goes wrong is told in its place; only what nobody foresaw is logged beside.
    set_up("ERROR", as_json=False)
    point_at(settings)
    return asyncio.run(rehearse(settings, given.server, given.channel, _tell))


def _backup(given: argparse.Namespace) -> bool:
    from bot.host.backups import make

    return _said(make(Settings.read(os.environ), given.file))


def _restore(given: argparse.Namespace) -> bool:
    from bot.host.backups import put_back

    return _said(put_back(Settings.read(os.environ), Path(given.file)))


def _move(given: argparse.Namespace) -> bool:
    from bot.host.backups import moved

    return _said(moved(given.source, given.target))


def _recompute(given: argparse.Namespace) -> bool:
    from bot.ratings.service import run

    told, is_equal = asyncio.run(run(Settings.read(os.environ), write=given.write))
    return _said(told) and is_equal


def _compile(_: argparse.Namespace) -> bool:

    return compile_all(Settings.read(os.environ), _tell)


def _said(text: str) -> bool:
    _tell(text)
    return True


def _tell(line: str) -> None:
    with suppress(OSError, ValueError):  # nobody reads it: what is begun is done nevertheless
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


COMMANDS: Mapping[str, tuple[Any, ...]] = {
    "run": (_run, "run the bot, in a sandbox without a token: so it does without a command"),
    "sandbox": (_sandbox, "play in a page of your browser, with no token; nothing of it is kept"),
    "check": (_check, "say what is missing, and how to mend it; it changes nothing"),
    "rehearse": (
        _rehearse,
        "play a game in a channel, say how each part went, and delete it",
        _takes("server", "what Copy Server ID gives", type=_number),
        _takes("channel", "what Copy Channel ID gives", type=_number),
    ),
    "backup": (
        _backup,
        "copy the database, at any time",
        _takes("file", "a new file, or a directory", nargs="?"),
    ),
    "restore": (
        _restore,
        "put a copy in the place of a stopped bot's database",
        _takes("file", "a backup"),
    ),
    "move-database": (
        _move,
        "carry a stopped bot's database over to an empty one",
        _takes("source", "its address, as in DATABASE_URL"),
        _takes("target", "the address of the empty one"),
    ),
    "recompute-ratings": (
        _recompute,
        "work all ratings out from the results, and compare them with those kept",
        lambda parser: parser.add_argument(
            "--write", action="store_true", help="keep the new ones"
        ),
    ),
    "compile": (_compile, "compile what house players think with, which the first start does else"),
}
"""What each command does, the line that says so, and its arguments."""


# `nimbus compile`: what house players think with, compiled before the bot needs it.

WITHOUT = "There is nothing to compile with: numba is not installed. House players do without."


def compile_all(settings: Settings, tell: Callable[[str], None]) -> bool:
    """Compile what is not, telling how far it is, and where it is kept; return whether it is."""
    if not kernels.are_compiled():
        tell(WITHOUT)
        return True
    kernels.HOMES.append(settings.data.absolute())
    home, began, games = kernels.directory(), time.monotonic(), iter(kernels.KERNELS)
    if home is None:
        tell(f"Nothing can be kept: none of {', '.join(map(str, kernels.HOMES))} can be written.")
        return False

    def report() -> None:
        tell(f"{next(games)}: compiled after {time.monotonic() - began:.0f} s")

    kernels.get_ready(report)
    tell(f"Kept in {home}.")
    return True
