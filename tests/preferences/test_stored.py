"""Settings as the store keeps them, of people and servers alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pytest

from bot.preferences import person as person_settings
from bot.preferences import server as server_settings
from bot.preferences.stored import flag, read_settings, spelt
from tests.preferences.spelling import stored


@dataclass(frozen=True)
class Settings:
    number: int = 3
    on: bool = True
    channels: tuple[int, ...] = ()


USUAL = Settings()
READERS: Mapping[str, Callable[[str], object]] = {"number": int, "on": flag}


def test_what_is_stored_is_read_and_only_what_differs_is_spelt() -> None:
    assert read_settings(USUAL, READERS, {"number": "7"}) == Settings(number=7)
    settings = Settings(number=3, on=False, channels=(7, 8))
    assert stored(USUAL, settings) == {"on": "off", "channels": "7,8"}
    assert spelt(USUAL, "number", 3) is None
    assert spelt(USUAL, "number", 4) == "4"


@pytest.mark.parametrize("kept", [{"number": "many"}, {"on": "perhaps"}, {"other": "7"}, {}])
def test_what_is_damaged_or_unknown_is_as_usual(kept: dict[str, str]) -> None:
    assert read_settings(USUAL, READERS, kept) == USUAL


@pytest.mark.parametrize("module", [person_settings, server_settings])
def test_every_field_can_be_read(module: object) -> None:
    usual = getattr(module, "USUAL")  # noqa: B009 - either module has one
    assert list(getattr(module, "_READERS")) == [*usual.__dataclass_fields__]  # noqa: B009
