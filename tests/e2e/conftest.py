"""Every test here also holds what is sent against Discord's description."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.postgresql import Server
from tests.wire.judging import sandbox_bodies

__all__ = ["sandbox_bodies"]


@pytest.fixture
def address(postgresql: Server) -> Iterator[str]:
    """Return where an evening's own database on a server is."""
    with postgresql.database() as name:
        yield postgresql.url(name)
