"""Scoring of up to nine cards (M1–M5): F × S × T + 10 for each joker."""

from __future__ import annotations

from typing import NamedTuple


class Meld(NamedTuple):
    """The factors of a hand: longest suit, longest run, cards in sets, jokers, and the score."""

    flush: int
    run: int
    sets: int
    jokers: int
    score: int
