"""Nimbly through the whole bot, from the lobby to the leaderboard."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from bot.preferences.person import set_person
from bot.presenters.cards import SUITS, card_name
from bot.store.rows import Status
from bot.texts import Texts
from engine.games.nimbly.view import NimblyView
from engine.seats import Seat
from tests.sim.evening import (
    Evening,
    buttons,
    choose,
    evening,
    play_one,
    play_unseen,
    raw_components,
    texts,
)
from tests.sim.test_pressing import private_answer

SAY = Texts.load().words("en")
FIVE = ("Ada", "Ben", "Cleo", "Dan", "Eve")


async def sit_down(held: Evening, *names: str) -> None:
    await held.start(*names, game="nimbly")


@pytest.mark.soak
async def test_three_people_play_a_deal_each_to_the_end(held: Evening) -> None:
    await sit_down(held, "Ada", "Ben", "Cleo")
    generator, pressed = random.Random(9), 0
    while (await held.table()).row.status is Status.PLAYING:
        await play_one(held, generator)
        pressed += 1
    # The last draws of a deal leave no choice and are made without a press.
    assert pressed < (await held.table()).row.moves
    assert (await held.table()).view(None).deal == 3
    assert "final result" in texts(held.board())
    assert re.search("winners?: ", texts(held.board()))


@pytest.mark.soak  # by ear, and in an evening over the wire, deals are played out in any case
@pytest.mark.parametrize("count", [4, 5])
async def test_more_people_play_one_deal_to_the_end_with_a_restart(
    tmp_path: Path, count: int
) -> None:
    async with evening(tmp_path, FIVE[:count]) as held:
        lobby = await held.open("Ada", game="nimbly")
        for name in FIVE[1:count]:
            await held[name].click(lobby, label="Join")
        form = await held["Ada"].click(await held.panel("Ada", lobby), label="Options")
        await held["Ada"].submit_modal(
            form, {"deals": "1", "target": "", "par": ["false"], "rows": ["3"]}
        )
        await held["Ada"].click(lobby, label="Start")
        generator = random.Random(count)
        for _ in range(5):
            await play_one(held, generator)
        before = await held.table()
        await held.restart()
        assert (await held.table()).course == before.course
        await play_unseen(held, generator, lambda view: sum(map(len, view.rows)) < 9)
        while (await held.table()).row.status is Status.PLAYING:
            await play_one(held, generator)
        assert (await held.table()).view(None).deal == 1
        assert len(await held.bot.app.store.leaderboard("nimbly", None)) == count


def _rows(table: Any) -> tuple[tuple[str, ...], ...]:
    view: NimblyView = table.view(None)
    return view.rows


async def test_hand_and_board_offer_every_draw_to_the_one_whose_turn_it_is(held: Evening) -> None:
    await sit_down(held, "Ada", "Ben", "Cleo")
    name, table = await held.turn()
    view: Any = table.view(table.to_act()[0])
    labels = {part["custom_id"]: part["label"] for part in buttons(held.hand(name))}
    (listed,) = [part for part in raw_components(held.hand(name)) if part["type"] == 3]
    in_menu = {option["value"]: option["label"] for option in listed["options"]}
    for prospect in view.prospects:
        is_button, points = (
            prospect.code[-3:] in {"AAA", "BBB", "CCC"},
            prospect.makes.meld.score,
        )
        label = labels[f"m:1:0:{prospect.code}"] if is_button else in_menu[prospect.code]
        assert label.endswith(f": {points}")
    other = next(who for who in held.people if who != name)
    assert not buttons(held.hand(other))
    name, table = await held.turn()
    (menu,) = [part for part in raw_components(held.board()) if part["type"] == 3]
    assert len(menu["options"]) == 19
    labels = {option["value"]: option["label"] for option in menu["options"]}
    rows = [[card[0].replace("T", "10") + SUITS[card[1]] for card in row] for row in _rows(table)]
    assert labels["draw AAC"] == f"{rows[0][-2]} {rows[0][-1]} {rows[2][-1]}"
    other = next(who for who in held.people if who != name)
    await choose(held[other], held.board(), table, "draw A")
    assert (await held.table()).row.moves == 0
    await choose(held[name], held.board(), table, "draw A")
    assert (await held.table()).row.moves == 1


async def test_a_menu_posted_before_still_draws_and_a_draw_is_typed_in_notation_or_by_its_rows(
    held: Evening,
) -> None:
    await sit_down(held, "Ada", "Ben", "Cleo")
    name, _ = await held.turn()
    await held[name].select(held.board(), ["draw BBC"], custom_id="s:1:0")
    view: Any = (await held.table()).view(None)
    assert view.last_draw.rows == "BBC"
    for typed in ("draw AAB", "aab"):
        name, before = await held.turn()
        await held[name].slash(held.channel, "move", move=typed)
        view = (await held.table()).view(None)
        assert view.last_draw.rows == "AAB"
        assert before.row.moves + 1 == (await held.table()).row.moves


async def test_its_name_finds_the_game_and_in_the_rules_the_other_one_too(held: Evening) -> None:
    usual = [(name, "nimbly") for name in ("play", "rules", "leaderboard")]
    for name, typed in (*usual, ("rules", "jokerlink")):
        (found,) = [c for c in held.bot.tree.get_commands() if c.name == name]
        (option,) = [o for o in found.to_dict(held.bot.tree)["options"] if o["name"] == "game"]
        offered = {choice["name"]: choice["value"] for choice in option["choices"]}
        named = [key for told, key in offered.items() if typed in told.casefold()]
        assert named == ["nimbly"], (name, offered)


async def test_par_is_refused_at_the_start_where_not_three_play(tmp_path: Path) -> None:
    async with evening(tmp_path, FIVE) as held:
        lobby = await held.open("Ada", "Ben", "Cleo", "Dan", game="nimbly")
        form = await held["Ada"].click(await held.panel("Ada", lobby), label="Options")
        await held["Ada"].submit_modal(
            form, {"deals": "", "target": "", "par": ["true"], "rows": ["3"]}
        )
        assert "Par (three players only): yes" in texts(held.board())
        refused = await held["Ada"].click(lobby, label="Start")
        assert "needs 3 players, and there are 4 of you" in private_answer(refused)
        assert (await held.table()).row.status is Status.LOBBY
        await held["Dan"].click(lobby, label="Leave")
        await held["Ada"].click(lobby, label="Start")
        view: Any = (await held.table()).view(None)
        assert view.par


async def test_j4_cards_drawn_before_the_last_move_are_nowhere_others_can_see(
    held: Evening,
) -> None:
    looked = 0
    await sit_down(held, "Ada", "Ben", "Cleo")
    generator = random.Random(7)
    for _ in range(20):
        await play_one(held, generator)
        table = await held.table()
        public: Any = table.view(None)
        if public.deal_scores and 0 in public.hand_counts:
            continue  # the board still tells of the deal before, with the same cards
        shown = texts(held.board())
        last = set(public.last_draw.cards) if public.last_draw else set()
        for seat in (1, 2, 3):
            hand: Any = table.view(Seat(seat))
            hidden = set(hand.hand.cards) - last
            looked += len(hidden)
            assert not [card for card in hidden if tells(shown, card)]
    assert looked > 100


def tells(shown: str, card: str) -> bool:
    """Return whether a text names a card: by its notation, its label or in words."""
    label = card[0].replace("T", "10") + SUITS[card[1]]
    notation = re.search(rf"\b{card}\b", shown)
    return bool(notation) or label in shown or card_name(card, SAY) in shown.casefold()


async def test_a_question_about_a_move_leaves_another_menu_from_which_it_can_be_chosen_again(
    held: Evening,
) -> None:
    await sit_down(held, "Ada", "Ben", "Cleo")
    name, _ = await held.turn()
    await set_person(held.bot.app.store, held[name].user.id, confirms=True)

    def menus(message: Any) -> list[str]:
        found = (str(part.get("custom_id")) for part in raw_components(message))
        return [custom_id for custom_id in found if custom_id.startswith("s:")]

    question: Any = None
    for asked in range(3):
        await held.env.settle()
        [menu] = menus(held.board())
        assert menu == (f"s:1:0:{1000 * asked}" if asked else "s:1:0")
        assert menus(held.hand(name)) in ([], [menu])
        chosen = await held[name].select(held.board(), ["draw BBC"], custom_id=menu)
        question = chosen.followups[-1]
        assert menus(held.board()) == [f"s:1:0:{1000 * (asked + 1)}"]  # the question stands yet
        await held[name].click(question, label="Choose again" if asked < 2 else "Play it")
    view: Any = (await held.table()).view(None)
    assert view.last_draw.rows == "BBC"
