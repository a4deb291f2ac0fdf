"""Where compiled kernels are kept, and how those of all games are got ready.

Compiling takes many seconds, and loading what was compiled before a part of one. So a process that
thinks gets ready before its first question.
"""

from __future__ import annotations

from hashlib import sha256
from importlib import import_module
from pathlib import Path

WITH_KERNELS = ("engine.players.clumond.kernel_search", "engine.players.nimbly.endings")
"""Modules that use kernels; each has a function `get_ready`, which calls every kernel once."""

_ENGINE = Path(__file__).parents[1]
_SOURCES = (
    "cards.py",
    "melds.py",
    "games/*/*.py",
    "players/*.py",
    "players/*/kernel*.py",
    "players/clumond/declaring.py",
    "players/clumond/weights.py",
)

HOMES = [_ENGINE / "players" / "__pycache__"]
"""Directories in which compiled kernels may be kept: in the first that can be written to.

Whoever adds one does so before the first kernel is imported.
"""


def get_ready() -> None:
    """Load all kernels, or compile them."""
    for name in WITH_KERNELS:
        import_module(name).get_ready()


def directory() -> Path | None:
    """Return where to keep what is compiled: in one of HOMES, under a digest of its sources.

    None if none can be written to; then nothing is kept.
    """
    for home in HOMES:
        found = home / f"kernels-{_digest()}"
        try:
            found.mkdir(parents=True, exist_ok=True)
            (found / "writable").touch()
        except OSError:
            continue
        return found
    return None


def _digest() -> str:
    """Return a digest of all that kernels are made of; numba sees no change of another file."""
    found = sha256()
    for pattern in _SOURCES:
        for source in sorted(_ENGINE.glob(pattern)):
            found.update(source.read_bytes())
    return found.hexdigest()[:16]
