"""Reviews of whole games."""

from __future__ import annotations

import json

from engine.analysis.decision import Decision, Gap
from engine.analysis.luck import Amount, Luck
from engine.analysis.review import Review
from engine.seats import Seat

GAP = Gap(share=0.11, share_error=0.02, points=7.5, points_error=2.0, trials=400)
KNOWN = Gap(share=-0.05, share_error=0.0, points=-3.0, points_error=0.0, trials=1)
MISTAKE = Decision(
    move=17, deal=2, code="play KH", best="play 2C", rival="play KH", gap=GAP, known=KNOWN,
    share_best=0.4, share_rival=0.29, points_best=80.5, points_rival=73.0,
    facts_best=(("tricks", 5.2),), facts_rival=(("tricks", 5.0), ("code", 3.0)),
)  # fmt: skip
REVIEW = Review(
    game="cloud_nine", seat=Seat(2), decisions=40, agreed=31, accuracy=87.5,
    mistakes=(MISTAKE,), praised=(),
    luck=Luck(Amount(3.0, 1.0, 0.02, 0.01, 3), Amount(events=27), Amount()),
)  # fmt: skip


def test_a_review_survives_json() -> None:
    assert Review.from_json(json.loads(json.dumps(REVIEW.to_json()))) == REVIEW


def test_luck_adds_up_with_independent_errors() -> None:
    luck = Luck(Amount(3, 3, 0.3, 0.03, 1), Amount(1, 4, -0.1, 0.04, 2), Amount())
    total = luck.total
    assert (total.points, total.points_error, total.events) == (4, 5, 3)
    assert round(total.share, 9) == 0.2
    assert round(total.share_error, 9) == 0.05
