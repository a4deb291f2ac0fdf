"""Moves that another outdoes come last."""

from __future__ import annotations

from itertools import pairwise

from engine.games.cloud_nine.view import CloudNineView
from engine.players.cloud_nine.outdone import outdone_last
from engine.players.robot import RankedMove
from tests.engine.players.stupidities.suites import chances


def test_what_is_stupid_is_never_ranked_first_however_lucky_it_was() -> None:
    given = [*chances("cloud_nine", 500, most=4)]
    assert len(given) > 10
    for asked, patterns in given:
        assert isinstance(asked.view, CloudNineView)
        faults = {code for found in patterns.values() for code in found}
        lucky = sorted(asked.legal, key=lambda code: code not in faults)
        before = [RankedMove(code, share=0.9 - place / 20) for place, code in enumerate(lucky)]
        ranked = outdone_last(before, asked.view)
        assert ranked[0].code not in faults
        assert sorted(move.code for move in ranked) == sorted(asked.legal)
        assert all(above.share >= below.share for above, below in pairwise(ranked))
