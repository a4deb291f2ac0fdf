"""What a test expects to be refused."""

from __future__ import annotations

import pytest

from bot.errors import Refused


def refuses(key: str) -> pytest.RaisesExc[Refused]:
    """Expect a refusal in the sentence of this key."""
    return pytest.raises(Refused, check=lambda error: error.key == key)
