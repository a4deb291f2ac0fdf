"""Where compiled kernels are kept, and how those of all games are got ready.

Compiling takes many seconds, and loading what was compiled before a part of one. So a process that
thinks gets ready before its first question.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from platform import machine
from shutil import rmtree

KERNELS: Mapping[str, str] = {
    "balloon": "engine.players.balloon.playouts",
    "clumond": "engine.players.clumond.kernel_search",
    "nimbly": "engine.players.nimbly.tree_search",
}
"""By game, the module that uses its kernels: its function `get_ready` calls each of them once."""

WITHOUT: Mapping[str, frozenset[str]] = {
    "balloon": frozenset({"quick", "random", "easy", "normal"}),
    "clumond": frozenset({"quick", "random"}),
    "nimbly": frozenset({"quick", "random", "easy"}),
}
"""By game that has kernels, the levels that play without."""

_ENGINE = Path(__file__).parents[1]
_SOURCES = (
    "cards.py",
    "melds.py",
    "games/*/*.py",
    "players/*.py",
    "players/*/kernel*.py",
    "players/balloon/network.py",
    "players/balloon/policy.py",
    "players/balloon/position.py",
    "players/clumond/declaring.py",
    "players/clumond/weights.py",
)

HOMES = [_ENGINE / "players" / "__pycache__"]
"""Directories in which compiled kernels may be kept: in the first that can be written to.

Whoever adds one does so before the first kernel is imported.
"""

USED = "used"
"""A file in the directory of kernels that tells when they were used last."""

WHOLE = "whole"
"""A file there that tells that all are compiled: whatever compiles may be killed before."""

_PROCESSOR = Path("/proc/cpuinfo")
_NAMING = ("vendor_id", "model", "flags", "CPU part", "Features")
"""How lines of it begin that name the processor, on Linux."""

KEPT = 30 * 24 * 3600
"""Seconds without use after which kernels of other sources are deleted."""


def get_ready(tell: Callable[[], None] = lambda: None) -> None:
    """Load all kernels, or compile them, and delete those of old versions.

    After those of each game it is told.
    """
    for name in KERNELS.values():
        import_module(name).get_ready()
        tell()
    used = directory()
    if used is not None:
        (used / WHOLE).touch()
        _delete_old(used)


def are_compiled() -> bool:
    """Return whether kernels are compiled here; the compiler is not loaded for that."""
    return find_spec("numba") is not None


def directory() -> Path | None:
    """Return where to keep what is compiled: in one of HOMES, under a digest of its sources.

    None if none can be written to; then nothing is kept.
    """
    for home in HOMES:
        found = home / f"kernels-{_digest()}"
        try:
            found.mkdir(parents=True, exist_ok=True)
            (found / USED).touch()
        except OSError:
            continue
        return found
    return None


def kept(*more: Path) -> Path | None:
    """Return where all kernels lie that were compiled of these sources; None if nowhere.

    It looks in HOMES and in `more` homes, and makes and changes nothing.
    """
    places = (home / f"kernels-{_digest()}" for home in (*HOMES, *more))
    return next((place for place in places if (place / WHOLE).exists()), None)


def _delete_old(used: Path) -> None:
    """Delete what lies beside the kernels in use and was last used long before them."""
    now = (used / USED).stat().st_mtime
    for other in used.parent.glob("kernels-*"):
        with suppress(OSError):
            if now - (other / USED).stat().st_mtime > KEPT:
                rmtree(other)


def _digest() -> str:
    """Return a digest of all that kernels are made of and for.

    Of what they are made of numba looks at one file alone.
    """
    found = sha256(f"{sys.implementation.cache_tag} {machine()}".encode())
    with suppress(OSError):
        first, _, _ = _PROCESSOR.read_text(encoding="utf-8").partition("\n\n")
        found.update("".join(x for x in first.splitlines() if x.startswith(_NAMING)).encode())
    with suppress(PackageNotFoundError):
        found.update(version("numba").encode())
    for pattern in _SOURCES:
        for source in sorted(_ENGINE.glob(pattern)):
            found.update(source.read_bytes())
    return found.hexdigest()[:16]
