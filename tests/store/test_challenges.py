"""Challenges and clubs as they are stored."""

from __future__ import annotations

from bot.evenings.rows import VALID, ChallengeRow, Club
from bot.evenings.store import ChallengeStore
from bot.store import Store
from bot.store.rows import MatchId

OFFER = ChallengeRow("K7FM2QXR", MatchId(3), None, None, until=100.0)


async def test_a_challenge_is_accepted_once_and_in_time(store: Store) -> None:
    kept = ChallengeStore(store.database)
    await kept.offer(OFFER, 1.0)
    assert await kept.get(OFFER.code) == await kept.of_lobby(MatchId(3)) == OFFER
    assert not await kept.accept(OFFER.code, MatchId(9), 100.0)
    assert await kept.accept(OFFER.code, MatchId(9), 99.0)
    assert not await kept.accept(OFFER.code, MatchId(10), 99.0)
    found = await kept.of_lobby(MatchId(9))
    assert found is not None
    assert (found.other(MatchId(3)), found.other(MatchId(9))) == (9, 3)


async def test_who_is_ready_first_stays_so(store: Store) -> None:
    kept = ChallengeStore(store.database)
    await kept.offer(OFFER, 1.0)
    assert await kept.be_ready(OFFER.code, MatchId(9)) == 9
    assert await kept.be_ready(OFFER.code, MatchId(3)) == 9
    assert await kept.be_ready("nothing", MatchId(3)) is None


async def test_old_challenges_go_when_a_new_one_comes(store: Store) -> None:
    kept = ChallengeStore(store.database)
    await kept.offer(OFFER, 1.0)
    await kept.offer(ChallengeRow("ABCD2345", MatchId(4), None, None, 0.0), 100 + 6 * VALID)
    assert await kept.get(OFFER.code) is None


async def test_a_club_is_called_as_it_is_named_last(store: Store) -> None:
    kept = ChallengeStore(store.database)
    await kept.name_club(5, "Sky Club")
    await kept.name_club(6, "Cloud Club")
    assert await kept.clubs([5, 6, 7]) == {5: Club(5, "Sky Club"), 6: Club(6, "Cloud Club")}
    await kept.name_club(5, "Sky Society")
    assert await kept.clubs([5]) == {5: Club(5, "Sky Society")}
