"""A store with people who play, and settings as it has them."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from bot.store.codec import spelt
from tests.match.conftest import parts

# A store with people who play.

__all__ = ["parts"]


# Settings as the store has them.


def stored(usual: Any, settings: Any) -> dict[str, str]:
    """Return the text of each field that is not as usual."""
    texts = {
        field.name: spelt(usual, field.name, getattr(settings, field.name))
        for field in fields(usual)
    }
    return {name: text for name, text in texts.items() if text is not None}
