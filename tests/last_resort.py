"""A test that its own limit cannot end ends its worker, or it would hold up all others for ever.

A limit fails a test, but then its event loop waits for threads, which nobody can end: a plugin of
pytest's, so that a test can try it.
"""

from __future__ import annotations

import faulthandler
import os
import sys
from collections.abc import Iterator
from threading import Timer

import pytest

STUCK = 70
"""The exit status of a worker that was ended."""


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """End the worker if a test takes twice its limit, with all that belongs to it."""
    timer = Timer(2 * _limit(item), _end)
    timer.daemon = True
    if timer.interval:
        timer.start()
    try:
        return (yield)
    finally:
        timer.cancel()


def _limit(item: pytest.Item) -> float:
    """Return the seconds that a test may take; 0 is forever."""
    marker = item.get_closest_marker("timeout")
    if marker is not None:
        return float(marker.args[0])
    given = item.config.getoption("timeout")
    return float(item.config.getini("timeout") if given is None else given)


def _end() -> None:
    if sys.__stderr__ is not None:
        faulthandler.dump_traceback(sys.__stderr__)
    os._exit(STUCK)
