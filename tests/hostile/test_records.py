"""Spoilt records by the thousand; `make soak` replays a million."""

from tests.hostile.records import hold

CASES = 3_000


def test_a_spoilt_record_is_replayed_or_refused_in_a_line() -> None:
    fine = hold(CASES, seed=9)
    assert 0 < fine < CASES
