"""The controls of moves, with emoji or in words for who hears them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import ui

from bot.discord.parts import ROW, button, container, galleries, menu, move_rows
from bot.discord.press import Ack
from bot.discord.spoken import SpokenAnswers, spoken
from bot.match.table.names import bold_names
from bot.presenters import Control
from bot.texts import as_spoken
from tests.discord.test_press import FakeInteraction, pressing
from tests.match.rows import EAR, SAY, faults, ids, labels, lobby_row, parts, picture, said

# The controls of moves: buttons and menus, with emoji where there are some.

EMOJI = {
    key: discord.PartialEmoji(name=f"nimbus_{key}_12345678", id=number)
    for number, key in enumerate(("KH", "QH", "JH", "TH", "9H", "8H"), start=1)
}
HAND = [Control(f"play {key}", key, key, emoji=key) for key in EMOJI]


def rows(*controls: Control, emoji: Any = EMOJI) -> list[Any]:
    """Return the rows of moves as they are sent."""
    view = container(*move_rows(lobby_row("Ada"), controls, SAY, emoji))
    assert faults(view) == []
    assert set(labels(view)) <= {control.label for control in controls}
    return [part for part in parts(view) if part["type"] == 1]


def test_a_button_shows_its_emoji_before_its_words() -> None:
    ((first, *_), *_) = (row["components"] for row in rows(*HAND))
    assert first["label"] == "KH"
    assert first["emoji"] == {"id": 1, "name": "nimbus_KH_12345678"}


def test_without_emoji_buttons_are_as_ever() -> None:
    for controls, emoji in ((HAND, {}), ([Control("pass", "Pass", "pass")], EMOJI)):
        for row in rows(*controls, emoji=emoji):
            assert not [part for part in row["components"] if "emoji" in part]


def test_rows_have_up_to_five_buttons_evenly_and_many_moves_are_a_menu() -> None:
    ten = [Control(f"play {n}", str(n), str(n), emoji="KH") for n in range(10)]
    assert [len(row["components"]) for row in rows(*ten[:5])] == [5]
    assert [len(row["components"]) for row in rows(*ten[:6])] == [3, 3]
    shown = rows(*ten[:9])
    assert [len(row["components"]) for row in shown] == [5, 4]
    assert all("emoji" in part for row in shown for part in row["components"])
    (menu,) = rows(*ten)[0]["components"]
    assert len(menu["options"]) == len(ten)


def test_a_menu_shows_emoji_only_if_all_its_choices_have_one() -> None:
    ten = [Control(f"play {n}", str(n), str(n), emoji="KH") for n in range(10)]
    ((menu,),) = (row["components"] for row in rows(*ten))
    assert all(option["emoji"]["name"] == EMOJI["KH"].name for option in menu["options"])
    for mixed, emoji in (([*ten, Control("pass", "Pass", "pass")], EMOJI), (ten, {})):
        ((menu,),) = (row["components"] for row in rows(*mixed, emoji=emoji))
        assert not [option for option in menu["options"] if "emoji" in option]


# Messages in words: no pictures, no emoji, nothing that cannot be pressed, no two labels alike.

CARD = discord.PartialEmoji(name="nimbus_KH_12345678", id=1)


def heard(*items: ui.Item[Any], table: int | None = None) -> ui.LayoutView:
    return spoken(container(*items), EAR, table=table)


def test_a_picture_becomes_its_alt_text() -> None:
    shown = heard(ui.TextDisplay("Above"), *galleries([("a.png", picture("K♥ · 9 wins"))]))
    assert said(shown) == "Above\nK♥, 9 wins"
    assert {part["type"] for part in parts(shown)} == {17, 10}


def test_words_lose_what_adorns_them_and_controls_their_emoji() -> None:
    choices = menu("s:7:1", "Choose")
    choices.add_option(label="K♥", value="play KH", emoji=CARD)
    row = ui.ActionRow(button("m:7:1:play KH", "king", emoji=CARD))
    told = f"{EAR('house.mark', name='Cirrus')} · **Ada**"
    shown = heard(ui.TextDisplay(told), row, ui.ActionRow(choices))
    assert said(shown) == "Cirrus, **Ada**"
    options = [option for part in parts(shown) for option in part.get("options", ())]
    assert not [one for one in (*parts(shown), *options) if one.get("emoji")]
    assert len(options) == 1


@pytest.mark.parametrize("name", ["🦊", "🐻🐻", "A🎲B", "★"])
def test_a_name_of_emoji_is_said_whole(name: str) -> None:
    row = lobby_row(name, "Ben")
    told = f"{bold_names(row, EAR)[0]} · 6"
    shown = heard(ui.TextDisplay(told), *galleries([("a.png", picture(f"{name}: 6 points"))]))
    assert said(shown).count(name) == 2


def test_what_cannot_be_pressed_is_left_out_but_not_its_words() -> None:
    off = button("daily:1:share", "Shared", disabled=True)
    beside = ui.Section("Your daily", accessory=button("daily:1:play", "Play", disabled=True))
    shown = heard(ui.ActionRow(off, button("home", "My Nimbus")), beside, ui.Separator())
    assert labels(shown) == ["My Nimbus"]
    assert said(shown) == "Your daily"


def test_a_button_about_a_table_names_it_only_where_its_number_is_given() -> None:
    row = ui.ActionRow(button("again:12", "Rematch"), button("league:3:week", "Week 2"))
    assert labels(heard(row, table=7)) == ["Rematch, table 7", "Week 2"]
    row = ui.ActionRow(button("m:7:1:play KH", "Play king"), button("league:3:week", "Week 2"))
    assert labels(heard(row)) == ["Play king", "Week 2"]


def test_a_button_beside_a_text_names_it_and_of_two_alike_each_its_text() -> None:
    play = ui.Section("**League 3**, *week 2*\nNot yet", accessory=button("league:3:play", "Play"))
    see = [ui.ActionRow(button(f"review:7:{n}", "See it")) for n in (1, 2)]
    shown = heard(play, ui.TextDisplay("## 1. Trick 4\nno"), see[0], ui.TextDisplay("2."), see[1])
    assert labels(shown) == ["Play: League 3, week 2", "See it: 1. Trick 4", "See it: 2."]


def test_a_label_fits_and_is_cut_between_words() -> None:
    long = ui.Section(f"{'a' * 20} {'b' * 20}", accessory=button("home", "Go"))
    assert labels(heard(long)) == [f"Go: {'a' * 20}"]
    assert labels(heard(ui.ActionRow(button("t:7:hand", "x" * 80)), table=7)) == ["x" * 80]
    many = menu("zc", "Choose")
    many.add_option(label=f"{'a' * 60} {'b' * 60}", description=f"{'c' * 99}, d", value="v")
    (choice,) = next(
        part["options"] for part in parts(heard(ui.ActionRow(many))) if part["type"] == 3
    )
    assert (choice["label"], choice["description"]) == (f"{'a' * 60}…", f"{'c' * 99}…")
    assert labels(heard(ui.ActionRow(button("home", f"{'a' * 60} {'b' * 60}")))) == [f"{'a' * 60}…"]
    named = ui.ActionRow(button("t:7:hand", "Go"), button("t:8:hand", "Go"))
    assert all(len(label) <= 80 for label in labels(heard(ui.TextDisplay("b " * 60), named)))
    listed = ui.Section(f"League 1: Clouds, {'b' * 20}", accessory=button("home", "Go"))
    assert labels(heard(listed)) == ["Go: League 1: Clouds"]


def test_buttons_that_follow_each_other_share_rows_and_a_menu_has_its_own() -> None:
    few = [ui.ActionRow(button(f"home{n}", str(n))) for n in range(7)]
    shown = heard(*few, ui.ActionRow(menu("zc", "Choose")))
    rows = [len(part["components"]) for part in parts(shown) if part["type"] == 1]
    assert rows == [4, 3, 1]
    assert max(rows) <= ROW
    assert faults(shown) == []
    assert ids(shown)[-1] == "zc"


def test_what_is_spoken_already_stays_as_it_is() -> None:
    once = heard(ui.ActionRow(button("t:7:hand", "My hand")), table=7)
    assert spoken(once, EAR) is once
    assert labels(once) == ["My hand, table 7"]


class FakePress:
    """Stands for an interaction; `done` is what was sent and deleted, in order."""

    def __init__(self, *, pressed: int | None, ephemeral: bool = True) -> None:
        self.done: list[str] = []
        flags = SimpleNamespace(ephemeral=ephemeral)
        self.message = None if pressed is None else SimpleNamespace(id=pressed, flags=flags)
        self.followup = self

    def _sent(self, way: str, content: dict[str, Any]) -> Any:
        self.done.append(f"{way} {said(content['view'])}")
        flags = SimpleNamespace(ephemeral=content.get("ephemeral", True))
        return SimpleNamespace(id=100 + len(self.done), flags=flags)

    async def edit_original_response(self, **content: Any) -> Any:
        return self._sent("fill", content)

    async def send(self, **content: Any) -> Any:
        return self._sent("new" if content["ephemeral"] else "new for all", content)

    async def delete_original_response(self) -> None:
        self.done.append("delete the first")

    async def delete_message(self, message_id: int) -> None:
        self.done.append(f"delete {message_id}")


async def answered(press: Any, *texts: str, announced: bool = False) -> list[str]:
    """Answer a press with several texts; gives what was done."""
    answers = SpokenAnswers(press)
    for number, text in enumerate(texts):
        content = {"view": container(ui.TextDisplay(text)), "attachments": []}
        await answers.answer(content, EAR, is_announced=announced and not number)
    return list(press.done)


async def test_an_answer_on_a_private_message_is_a_new_one_and_the_old_one_goes() -> None:
    assert await answered(FakePress(pressed=1), "a") == ["new a", "delete the first"]
    shown_to_all = FakePress(pressed=1, ephemeral=False)
    assert await answered(shown_to_all, "a") == ["new for all a", "delete the first"]


async def test_an_announced_answer_fills_its_message_and_what_follows_replaces_it() -> None:
    done = await answered(FakePress(pressed=1), "wait", "b", "c", announced=True)
    assert done == ["fill wait", "new b", "delete the first", "new c", "delete 102"]
    assert await answered(FakePress(pressed=None), "a") == ["fill a"]


@pytest.mark.parametrize(("ack", "by_ear", "way"), [
    (Ack.PRIVATE, True, "fill"), (Ack.PUBLIC, True, "edit"), (Ack.PRIVATE, False, "edit"),
])  # fmt: skip
async def test_only_what_somebody_alone_reads_is_said_in_words(
    ack: Ack, by_ear: bool, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake: Any = FakeInteraction()
    fake.context = SimpleNamespace(dm_channel=False)
    fake.message = None
    press = pressing(fake)
    press.locale = as_spoken("en") if by_ear else "en"

    async def spoken_answer(*_: object, **__: object) -> None:
        fake.said.append("fill")

    monkeypatch.setattr(SpokenAnswers, "answer", spoken_answer)
    await press.acknowledge(ack)
    await press.answer(content="x")
    assert fake.said[-1].split()[0] == way


async def test_what_follows_an_answer_in_words_is_in_words_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fake: Any = FakeInteraction()
    fake.context = SimpleNamespace(dm_channel=False)
    fake.message = SimpleNamespace(flags=SimpleNamespace(ephemeral=False))
    press = pressing(fake)
    press.locale = as_spoken("en")

    async def spoken_answer(answers: SpokenAnswers, *_: object, **__: object) -> None:
        monkeypatch.setattr(answers, "_last", object())
        fake.said.append("fill")

    monkeypatch.setattr(SpokenAnswers, "answer", spoken_answer)
    await press.acknowledge(Ack.PRIVATE)
    for _ in range(2):
        await press.answer(content="x")
    assert fake.said[-2:] == ["fill", "fill"]
