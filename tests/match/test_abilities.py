"""A game offers only what it brings; Thunder, which brings its rules and faces alone, shows it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.discord.parts import container, rows
from bot.errors import Refused
from bot.leagues.week import can_have
from bot.match.abilities import Ability, can
from bot.match.show.looks import looking_back
from bot.reviews.service import Reviews
from engine.games import GAMES
from tests.games import KEY, registered
from tests.match.finished import ADA, CHANNEL, Hall
from tests.match.rows import SAY, ids, lobby_row


def test_every_game_that_ships_offers_everything() -> None:
    assert all(can(game, ability) for game in GAMES for ability in Ability)


def test_a_new_game_has_no_review_below_its_result_and_no_league() -> None:
    row = replace(lobby_row("Ada"), game=KEY)
    assert ids(container(*rows(looking_back(row, SAY)))) == [f"replay:{row.id}"]
    known = replace(row, game="nimbly")
    assert ids(container(*rows(looking_back(known, SAY)))) == [
        f"review:{row.id}",
        f"replay:{row.id}",
    ]
    with registered():
        assert not can_have(KEY)


async def test_an_old_button_of_a_game_without_reviews_is_answered(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = await hall.game()
    monkeypatch.setattr("bot.match.abilities._ABLE", {Ability.REVIEW: ({},)})
    with pytest.raises(Refused, match=r"refused\.review_game"):
        await Reviews(hall.store, None).find(match_id, ADA, CHANNEL)  # type: ignore[arg-type] # unused
