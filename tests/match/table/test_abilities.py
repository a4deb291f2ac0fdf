"""A game offers only what it brings; Thunder and Hail, with rules and faces alone, show it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.discord.parts import container, rows
from bot.errors import Refused
from bot.leagues.week import can_have
from bot.match.show.lobby_layouts import page_count, rules_layout
from bot.match.show.looks import looking_back
from bot.match.table.abilities import Ability, can, lacking
from bot.match.talk.rules import help_layout
from bot.reviews.service import Reviews
from engine.games import GAMES
from tests.games import MORE, registered
from tests.match.finished import ADA, CHANNEL, Hall
from tests.match.rows import SAY, ids, lobby_row, said


def test_every_game_that_ships_offers_everything() -> None:
    shipped = GAMES.keys() - MORE
    assert all(can(game, ability) for game in shipped for ability in Ability)
    assert not any(lacking(game) for game in shipped)
    with registered():
        assert lacking("hail") == list(Ability)


def test_below_the_result_of_a_new_game_there_is_no_review() -> None:
    row = replace(lobby_row("Ada"), game="thunder")
    assert ids(container(*rows(looking_back(row, SAY)))) == [f"replay:{row.id}"]
    known = replace(row, game="nimbly")
    assert ids(container(*rows(looking_back(known, SAY)))) == [
        f"review:{row.id}",
        f"replay:{row.id}",
    ]


def test_rules_and_help_say_what_a_new_game_does_not_offer() -> None:
    lacks = [
        "This game has no reviews.", "This game has no puzzles.",
        "With house players at the table, this game changes no rating.",
        "This game is never the daily.", "This game has no leagues",
    ]  # fmt: skip
    with registered():
        last = said(rules_layout("hail", page_count("hail"), [], SAY))
        assert all(text in last for text in lacks)
        assert "missing in Thunder, Hail: see their rules" in said(
            help_layout({"play": "/play"}, SAY)
        )
        last = said(rules_layout("nimbly", page_count("nimbly"), [], SAY))
        assert not any(text in last for text in lacks)


def test_a_league_takes_games_with_three_seats() -> None:
    with registered():
        assert can_have("nimbly")
        assert not can_have("hail")
        assert not can_have("a game of yours")


async def test_an_old_button_of_a_game_without_reviews_is_answered(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = await hall.game()
    monkeypatch.setattr("bot.match.table.abilities.ABLE", {})
    with pytest.raises(Refused, match=r"lacks\.review"):
        await Reviews(hall.store, None).find(match_id, ADA, CHANNEL)  # type: ignore[arg-type] # unused
