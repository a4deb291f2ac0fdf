"""Hands in words: a new message each turn, the old one gone, and nothing while others play."""

from __future__ import annotations

from bot.preferences.person import set_person
from bot.store.rows import MatchId
from tests.match.finished import ADA, play_out
from tests.match.show.test_messages import shown
from tests.match.stand import Parts

HANDS = ("post_hand", "edit_hand", "retire_hand")


async def heard(parts: Parts) -> MatchId:
    """Show a game in which Ada plays in words, with nothing noted yet."""
    await set_person(parts.store, ADA, by_ear=True)
    match_id = await shown(parts)
    parts.stage.taken()
    return match_id


async def moved(parts: Parts, match_id: MatchId) -> list[str]:
    """Make a move and show it; gives what became of Ada's hand and of old messages."""
    await parts.move(match_id)
    await parts.show(match_id)
    calls = parts.stage.taken(*HANDS, "remove")
    return [call for call in calls if call.endswith("Ada") or call.startswith("remove")]


async def is_asked(parts: Parts, match_id: MatchId) -> bool:
    table = await parts.tables.replayed(match_id)
    return table.seat_of(ADA) in table.to_act()


async def message(parts: Parts, match_id: MatchId) -> tuple[int, int]:
    """Return the message of Ada's hand, and its number."""
    hands = await parts.store.hands(match_id)
    return next((hand.message_id, hand.deal) for hand in hands if hand.user_id == ADA)


async def test_a_turn_is_a_new_message_and_the_old_one_is_removed(parts: Parts) -> None:
    match_id = await heard(parts)
    turns = 0
    while turns < 3:
        was, (old, number) = await is_asked(parts, match_id), await message(parts, match_id)
        done = await moved(parts, match_id)
        asked, (new, turn) = await is_asked(parts, match_id), await message(parts, match_id)
        if asked:
            turns += 1
            assert done == ["post_hand Ada", f"remove {old}"]
            assert new != old
            assert turn > number
        else:
            # Their own move is confirmed where it was made; what others do is not told.
            assert done == (["edit_hand Ada"] if was else [])
            assert new == old


async def test_a_hand_goes_from_pictures_to_words_and_back_in_the_middle_of_a_deal(
    parts: Parts,
) -> None:
    match_id = await shown(parts)
    parts.stage.taken()
    for by_ear in (True, False):
        await set_person(parts.store, ADA, by_ear=by_ear)
        old, _ = await message(parts, match_id)
        done: list[str] = []
        while "post_hand Ada" not in done:
            done = await moved(parts, match_id)
        assert done == ["post_hand Ada", f"remove {old}"]
    assert await moved(parts, match_id) == ["edit_hand Ada"]


async def test_the_end_is_a_new_message_too(parts: Parts) -> None:
    match_id = await heard(parts)
    await play_out(parts.tables, match_id)
    old, _ = await message(parts, match_id)
    await parts.show(match_id)
    assert f"remove {old}" in parts.stage.taken("remove")
    assert (await message(parts, match_id))[0] != old
