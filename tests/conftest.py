"""What holds for every test."""

from __future__ import annotations

import os

HUMBLEST = 19


def pytest_configure() -> None:
    """Give way to everything else, as the workshop's process does: it must not starve beside it."""
    if hasattr(os, "nice"):
        os.nice(HUMBLEST - os.nice(0))
