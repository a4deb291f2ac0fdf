"""What is kept about people: told, and given to whom it is about."""

from __future__ import annotations

import io
import json
from random import Random
from typing import Any
from zipfile import ZipFile

from bot.match.show.publisher import Publisher
from bot.match.table.tables import Tables
from bot.privacy.service import Tidying
from bot.privacy.store import PrivacyStore
from bot.records.service import find_finished
from bot.store.rows import MatchId, Status
from bot.texts import Texts
from tests.commands.past import played
from tests.sim.evening import Evening, more, play_one, texts
from tests.sim.test_preferences_evening import choose


async def files_of(answer: Any) -> dict[str, str]:
    """Return the files of the one archive in an answer."""
    (attached,) = answer.attachments
    assert attached.filename == "nimbus-my-data.zip"
    with ZipFile(io.BytesIO(await attached.read())) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


async def secrets_of(held: Evening) -> list[str]:
    row = (await held.table()).row
    return [row.secret.hex(), row.seed.hex(), row.entropy.split("\n")[-1]]


async def test_privacy_is_one_private_screen_with_the_file_below_it(held: Evening) -> None:
    here = (await held["Ada"].slash(held.channel, "privacy")).response
    there = (await held["Ada"].user.slash("privacy")).response
    assert here.ephemeral
    assert texts(here.message) == texts(there.message)
    said = texts(here.message)
    assert len(said) <= 1500
    for question in ("What I keep", "Why", "Who sees it", "How long"):
        assert f"**{question}.**" in said
    shown = (await held["Ben"].user.slash("privacy")).response.message
    answer = (await held["Ben"].user.click(shown, label="My data as a file")).response
    files = await files_of(answer)
    assert json.loads(files["about-you.json"])["user_id"] == str(held["Ben"].user.id)
    assert "0 tables" in texts(answer.message)


async def test_the_file_of_a_running_game_has_my_cards_alone_and_a_late_answer_is_asked_again(
    held: Evening,
) -> None:
    await held.start("Ada", "Ben", "Cleo")
    for _ in range(3):
        await play_one(held, Random(3))
    shown = (await held["Ada"].slash(held.channel, "privacy")).response.message
    answer = (await held["Ada"].click(shown, label="My data as a file")).response
    assert answer.ephemeral
    files = await files_of(answer)
    assert sorted(files) == [
        "about-you.json", "games/nimbus-cloud_nine-1.json", "read-me-first.txt",
    ]  # fmt: skip
    told = "\n".join(files.values())
    assert not [secret for secret in await secrets_of(held) if secret in told]
    assert str(held["Ben"].user.id) not in told
    assert "Ben" not in told
    question = await ask(held, "Ada")
    await held.start("Ada", "Ben", "Cleo")
    await held.env.advance_time(901)
    await held["Ada"].click(question.message, label="Delete everything")
    assert "**2 running games** go on" in texts(question.message)
    assert (await held.table()).seat_of(held["Ada"].user.id) is not None
    await held["Ada"].click(question.message, label="Delete everything")
    assert (await held.table()).seat_of(held["Ada"].user.id) is None


async def ask(held: Evening, name: str) -> Any:
    """Let a person ask for their data to be deleted; gives the answer."""
    shown = (await held[name].slash(held.channel, "privacy")).response.message
    answer = (await held[name].click(shown, label="Delete my data")).response
    assert answer.ephemeral
    return answer


def of_the_bot(held: Evening, name: str) -> list[Any]:
    """Return what the bot has sent to a person by direct message."""
    own = held.bot.user
    assert own is not None
    return [m for m in held[name].user.dm_channel.history() if m.author.id == own.id]


async def test_deleting_says_first_what_it_means_and_then_does_it(held: Evening) -> None:
    over = await played(held, "Ada", "Ben", "Cleo")
    await held.start("Ada", "Ben", "Cleo")
    ada = held["Ada"].user.id
    question = await ask(held, "Ada")
    said = texts(question.message)
    assert "**A running game** goes on with a house player" in said
    assert "**A past game:**" in said
    assert "you and your ratings disappear" in said
    assert (await held.table(2)).seat_of(ada) is not None  # asking does nothing
    await choose(held, "Ada", "time", language="de")
    await held["Ada"].click(question.message, label="Delete everything")
    assert Texts.load().words("de")("data.deleted") in texts(question.message)
    assert held.labels(question.message) == []
    store = held.bot.app.store
    assert (await PrivacyStore(store).personal(ada)).matches == ()
    table = await held.table(2)
    assert table.row.status is Status.PLAYING
    assert [m.name for m in table.row.members if m.is_anonymous] == ["Jemand"]
    assert "Jemand" in texts(held.board())
    assert "Ada" not in texts(held.board())
    results = await store.results(over)
    assert sorted(result.name for result in results) == ["Ben", "Cleo", "Jemand"]
    assert {s.user_id for s in await store.leaderboard("cloud_nine", None)} == {
        held["Ben"].user.id, held["Cleo"].user.id,
    }  # fmt: skip


async def test_nobody_remembers_whom_messages_did_not_reach_and_those_to_them_are_deleted_soon(
    held: Evening,
) -> None:
    await held.start("Ada", "Ben", "Cleo")
    ada, publisher = held["Ada"].user.id, held.bot.app.get(Publisher)
    await held.bot.app.get(Tables).mark_dm(MatchId(1), ada, dm=False)
    await held.env.settle()
    question = await ask(held, "Ada")
    await held.bot.app.get(Tables).mark_dm(MatchId(1), ada, dm=False)
    await held.env.settle()
    assert ada in publisher.unreached._matches
    await held["Ada"].click(question.message, label="Delete everything")
    await held.env.settle()
    assert ada not in publisher.unreached._matches
    assert ada not in publisher.unreached._tried
    await held.start("Ada", "Ben", "Cleo")
    await held["Ada"].user.send_dm("Hello bot")
    assert of_the_bot(held, "Ada")
    ben = len(of_the_bot(held, "Ben"))
    await held["Ada"].click((await ask(held, "Ada")).message, label="Delete everything")
    await held.env.advance_time(10)
    await held.bot.app.get(Tidying).tidy()
    await held.env.settle()
    assert of_the_bot(held, "Ada") == []
    assert [m.content for m in held["Ada"].user.dm_channel.history()] == ["Hello bot"]
    assert len(of_the_bot(held, "Ben")) == ben
    assert await PrivacyStore(held.bot.app.store).to_empty() == {}


async def test_old_buttons_do_no_harm_and_who_comes_back_is_new(held: Evening) -> None:
    await held.start("Ada", "Ben", "Cleo")
    shown = (await held["Ada"].click(held.board(), label="My hand")).response.message
    hand = held.hand("Ada")
    question = await ask(held, "Ada")
    again = await ask(held, "Ada")
    await held["Ada"].click(question.message, label="Delete everything")
    before = (await held.table()).row
    for message in (shown, hand):
        for pressed in held.labels(message)[:2]:
            actor = held["Ada"] if message is shown else held["Ada"].user
            await actor.click(message, label=pressed)
    for pressed in ("My hand", "More…"):
        answer = await held["Ada"].click(held.board(), label=pressed)
        said = "".join(m.content for m in [*answer.followups, answer.response])
        assert "not at this table" in said
    await held["Ada"].click(again.message, label="Delete everything")
    assert (await held.table()).row == before
    assert (await PrivacyStore(held.bot.app.store).personal(held["Ada"].user.id)).matches == ()
    lobby = await held.open("Ada")
    assert "Ada" in texts(lobby)
    assert (await PrivacyStore(held.bot.app.store).personal(held["Ada"].user.id)).matches == (
        MatchId(2),
    )


async def test_what_is_left_of_a_proof_is_told_in_one_sentence(held: Evening) -> None:
    match_id = await played(held, "Ada", "Ben", "Cleo")
    await held["Ada"].click((await ask(held, "Ada")).message, label="Delete everything")
    viewer = (await held["Ben"].slash(held.channel, "replay")).response.message
    viewer = await more(held["Ben"], viewer)
    said = texts((await held["Ben"].click(viewer, label="Fair deal")).response.message)
    assert "what can be checked adds up" in said
    assert "A player here had their data deleted" in said
    assert said.count("✔") == 3
    record = (await held["Ben"].click(viewer, label="Record")).response
    assert len(record.attachments) == 1
    assert "The file holds the whole game" in texts(record.message)
    found = await find_finished(held.bot.app.store, held["Ben"].user.id, None, match_id)
    assert found.row.entropy == ""
