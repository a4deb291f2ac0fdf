"""Numbers as pictures and alt texts write them."""

from __future__ import annotations

MINUS = "\N{MINUS SIGN}"


def number(value: int) -> str:
    """Write a balance, with a proper minus sign."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def change(value: int) -> str:
    """Write a change of a balance, always with its sign, or a bare 0."""
    return f"+{value}" if value > 0 else number(value)
