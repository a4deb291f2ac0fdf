"""What is kept about people: told, and given to whom it is about."""

from __future__ import annotations

import io
import json
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

from tests.sim.evening import Evening, evening, play_one, texts


async def files_of(answer: Any) -> dict[str, str]:
    """Return the files of the one archive in an answer."""
    (attached,) = answer.attachments
    assert attached.filename == "nimbus-my-data.zip"
    with ZipFile(io.BytesIO(await attached.read())) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


async def secrets_of(held: Evening) -> list[str]:
    row = (await held.table()).row
    return [row.secret.hex(), row.seed.hex(), row.entropy.split("\n")[-1]]


async def test_privacy_is_one_private_screen_here_and_in_direct_messages(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        here = (await held["Ada"].slash(held.channel, "privacy")).response
        there = (await held["Ada"].user.slash("privacy")).response
        assert here.ephemeral
        assert texts(here.message) == texts(there.message)
        said = texts(here.message)
        assert len(said) <= 1500
        for question in ("What is kept", "Why", "Who sees it", "How long"):
            assert f"**{question}.**" in said


async def test_the_file_of_a_running_game_has_my_cards_and_no_others(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await held.start("Ada", "Ben", "Cleo")
        for _ in range(3):
            await play_one(held, Random(3))
        answer = (await held["Ada"].slash(held.channel, "data export")).response
        assert answer.ephemeral
        files = await files_of(answer)
        assert sorted(files) == [
            "about-you.json", "games/nimbus-cloud_nine-1.json", "read-me-first.txt",
        ]  # fmt: skip
        told = "\n".join(files.values())
        assert not [secret for secret in await secrets_of(held) if secret in told]
        assert str(held["Ben"].user.id) not in told
        assert "Ben" not in told


async def test_the_button_below_privacy_gives_the_file_too(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        shown = (await held["Ben"].user.slash("privacy")).response.message
        answer = (await held["Ben"].user.click(shown, label="My data as a file")).response
        files = await files_of(answer)
        assert json.loads(files["about-you.json"])["user_id"] == str(held["Ben"].user.id)
        assert "0 tables" in texts(answer.message)
