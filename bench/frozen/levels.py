"""Frozen: the house players of version 1 of each game by level."""

from __future__ import annotations

from collections.abc import Mapping

from bench.frozen.balloon import robots as balloon
from bench.frozen.cloud_nine import robots as cloud_nine
from bench.frozen.clumond import robots as clumond
from bench.frozen.nimbly import robots as nimbly
from bench.frozen.robot import HousePlayer

VERSION = 1
"""The version (`engine.players.version`) of which these are copies."""

FROZEN: Mapping[str, Mapping[str, HousePlayer]] = {
    "balloon": balloon.HOUSE_PLAYERS,
    "cloud_nine": cloud_nine.HOUSE_PLAYERS,
    "clumond": clumond.HOUSE_PLAYERS,
    "nimbly": nimbly.HOUSE_PLAYERS,
}
"""By game, then by level: quick, easy, normal and hard."""
