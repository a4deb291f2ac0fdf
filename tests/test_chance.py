"""The chance of tests: the same for a name, another for another one."""

from __future__ import annotations

import secrets
from random import Random, SystemRandom

import pytest

from tests.chance import CHANCE, RUN


def drawn() -> tuple[bytes, int, float]:
    return secrets.token_bytes(32), secrets.randbits(64), SystemRandom().random()


def test_a_name_draws_the_same_again_and_another_name_does_not() -> None:
    CHANCE.begin("one")
    first = drawn()
    assert drawn() != first
    CHANCE.begin("other")
    assert drawn() != first
    CHANCE.begin("one")
    assert drawn() == first


def test_every_test_begins_with_a_draw_of_its_own(request: pytest.FixtureRequest) -> None:
    assert secrets.token_hex(4) == Random(f"{RUN} {request.node.nodeid}").randbytes(4).hex()
