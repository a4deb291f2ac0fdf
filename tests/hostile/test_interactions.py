"""Forged interactions and spoilt records by the thousand; `make soak` has a million."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.replays.service import Codes, Moment, codes_of
from bot.store.rows import Commit, MatchRow, SeriesRow
from bot.texts import Texts
from tests.hostile.box import EPHEMERAL, GUILD, THINKING, Box, boxed, message
from tests.hostile.forging import ACTIONS, ODD, STRANGER, Forged, forged, hold, interaction
from tests.match.finished import ADA, CHANNEL, CLEO, OTHER_CHANNEL

# Forged interactions by the thousand; `make soak` sends a million.

CASES, BATCH = 600, 100


async def test_forged_interactions_are_answered_and_change_nothing(tmp_path: Path) -> None:
    async with boxed(tmp_path) as box:
        await hold_interactions(box, CASES, seed=9)


SAY = Texts.load().words("en")


def pressed(custom_id: str, values: Any = None) -> dict[str, Any]:
    """Spell a press of a button, or with values a choice from a menu, in the matches' channel."""
    kind = 2 if values is None else 3
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": kind, "values": values}
    part = {"type": kind, "style": 1, "label": "x", "options": [], "custom_id": custom_id}
    return interaction(3, data, STRANGER, GUILD, CHANNEL) | {"message": message([part])}


def by(user: int, payload: dict[str, Any]) -> dict[str, Any]:
    member = payload["member"]
    return payload | {"member": member | {"user": member["user"] | {"id": str(user)}}}


def private_words(answers: list[tuple[str, dict[str, Any]]]) -> str:
    """Return what was said; everything but an acknowledgement has to be private."""
    said = [body.get("data", body) for _, body in answers if "content" in str(body)]
    announced = [body.get("data") or {} for what, body in answers if what == "POST callback"]
    flags = [part.get("flags", 0) for part in (*said, *announced)]
    assert any(flag & EPHEMERAL for flag in flags), answers
    return " ".join(str(part.get("content")) for part in said)


async def test_what_is_no_command_is_refused(tmp_path: Path) -> None:
    """A list of commands that Discord has not renewed yet may offer one that is gone."""
    data = {"id": "1", "name": "me", "type": 1, "options": []}
    async with boxed(tmp_path) as box:
        answers = await box.send(interaction(2, data, ADA, GUILD, CHANNEL))
        assert private_words(answers) == SAY("refused.malformed")


FORM = [{"type": 18, "component": {"type": 4, "custom_id": "deals", "value": "5"}}]


@pytest.mark.parametrize(("guild", "channel"), [(GUILD + 1, CHANNEL), (GUILD, OTHER_CHANNEL)])
async def test_a_moderator_of_elsewhere_does_nothing_in_a_lobby(
    tmp_path: Path, guild: int, channel: int
) -> None:
    async with boxed(tmp_path) as box:
        before, lobby = await box.stored(), box.matches[0]
        ids = [f"l:{lobby}:{action}" for action in ACTIONS["l"]] + [
            f"o:{lobby}",
            f"o:{lobby}:terms",
        ]
        sent = [pressed(custom_id) for custom_id in ids]
        form = {"custom_id": f"f:{lobby}", "components": FORM}
        sent.append(interaction(5, form, STRANGER, GUILD, CHANNEL))
        for payload in sent:
            there = payload["channel"] | {"id": str(channel)}
            elsewhere = {"guild_id": str(guild), "channel": there, "channel_id": str(channel)}
            answers = await box.send(payload | elsewhere)
            assert private_words(answers) == SAY("refused.elsewhere")
        assert await box.stored() == before
        assert not box.errors.found


async def test_a_moderator_here_starts_the_lobby(tmp_path: Path) -> None:
    """What the test before refuses is refused for where it comes from."""
    async with boxed(tmp_path) as box:
        before = await box.stored()
        await box.send(pressed(f"l:{box.matches[0]}:start"))
        assert await box.stored() != before


async def test_whoever_is_to_move_is_told_of_values_of_another_kind(tmp_path: Path) -> None:
    async with boxed(tmp_path) as box:
        row, user = await box.seated()
        before = await box.stored()
        for value in ODD:
            for custom_id in (f"s:{row.id}:{row.moves}", "w:move", "w:end"):
                payload = by(user, pressed(custom_id, []))
                payload["data"]["values"] = value
                assert private_words(await box.send(payload))
        bare = by(user, pressed("w:move", []))
        del bare["data"]["values"]
        assert private_words(await box.send(bare)) == SAY("refused.malformed")
        assert await box.stored() == before
        assert not box.errors.found


def inviting(who: str, *offered: str) -> dict[str, Any]:
    """Spell how Ada chooses from a menu whom to invite, which offers these."""
    payload = by(ADA, pressed("w:invite", [who]))
    (row,) = payload["message"]["components"]
    row["components"][0]["options"] = [{"label": "x", "value": value} for value in offered]
    return payload


async def test_nobody_is_invited_whom_the_menu_did_not_offer(tmp_path: Path) -> None:
    async with boxed(tmp_path) as box:
        before = await box.stored()
        someone, stranger = (f"{box.matches[0]}:user {user}" for user in (77, STRANGER))
        bare = inviting(stranger)
        bare["message"]["components"] = []
        for payload in (bare, inviting(stranger), inviting(stranger, someone)):
            assert private_words(await box.send(payload)) == SAY("refused.malformed")
        assert await box.stored() == before
        answers = await box.send(inviting(someone, stranger, someone))
        assert SAY("invite.done", name="<@77>") in private_words(answers)
        row, _ = (await box.stored())[0]
        assert row is not None
        assert row.door.invited == (77,)
        assert not box.errors.found


async def test_a_form_that_is_none_is_refused(tmp_path: Path) -> None:
    async with boxed(tmp_path) as box:
        before = await box.stored()
        for components in (*ODD, [{"type": 4}], [{"component": {"values": [1]}}]):
            form = {"custom_id": f"f:{box.matches[0]}", "components": components}
            answers = await box.send(interaction(5, form, ADA, GUILD, CHANNEL))
            assert private_words(answers) == SAY("refused.malformed"), components
        assert await box.stored() == before
        assert not box.errors.found


async def test_a_form_from_no_message_leaves_no_answer_open(tmp_path: Path) -> None:
    async with boxed(tmp_path) as box:
        components = [{"type": 18, "component": {"type": 18, "custom_id": "from", "value": "nan"}}]
        form = {"custom_id": f"f:{box.matches[0]}", "components": components}
        answers = await box.send(interaction(5, form, ADA, GUILD, CHANNEL))
        assert [what for what, _ in answers] == ["POST callback", "DELETE @original"]
        assert not box.errors.found


@pytest.mark.parametrize("custom_id", ["x:1", "m:1", "t:1:dance", "l:1:master", "w:", "q:1:off"])
async def test_a_control_of_no_spelling_of_ours_is_refused_in_words(
    tmp_path: Path, custom_id: str
) -> None:
    async with boxed(tmp_path) as box:
        before = await box.stored()
        assert private_words(await box.send(pressed(custom_id))) == SAY("refused.malformed")
        form = interaction(5, {"custom_id": custom_id, "components": FORM}, ADA, GUILD, CHANNEL)
        assert private_words(await box.send(form)) == SAY("refused.malformed")
        assert await box.stored() == before
        assert not box.errors.found


async def hold_interactions(box: Box, cases: int, seed: int) -> None:
    """Send this many forged interactions; after each batch nothing stored may have changed."""
    before = await box.stored()
    for batch in range(seed, seed + -(-cases // BATCH)):
        random = Random(batch)
        for _ in range(BATCH):
            await _hold(box, forged(random))
        assert await box.stored() == before, f"batch {batch}"


async def _hold(box: Box, sent: Forged) -> None:
    answers = await box.send(sent.payload)
    assert not box.errors.found, f"{sent.payload}\n{box.errors.found[0]}"
    begun = [body for what, body in answers if what == "POST callback"]
    assert len(begun) <= 1, sent.payload
    if begun and begun[0].get("type") == THINKING:
        # What was announced is filled in, or taken back and told otherwise.
        assert any("@original" in what for what, _ in answers), sent.payload
    if sent.payload["type"] == 2:
        assert begun, sent.payload


# Spoilt records by the thousand; `make soak` replays a million.

RECORDS = 3_000


def test_a_spoilt_record_is_replayed_or_refused_in_a_line() -> None:
    fine = hold(RECORDS, seed=9)
    assert 0 < fine < RECORDS


# No forged way leads into a game that is played, or whose deals others still play.
#
# The codes here are made with the seed and the bot's own secret, which nobody knows: not even they
# open it.

KEY = "daily 2026-11-22"


STEPS = ("open", "start", "back", "next", "end", "share")


def ways(row: MatchRow, codes: Codes, steps: tuple[str, ...] = STEPS) -> Iterator[dict[str, Any]]:
    """Spell every way into a replay: by buttons, menus and commands, by all eyes."""
    yield pressed(f"replay:{row.id}")
    yield pressed(f"replay:{row.id}:0")
    yield command(match=row.id)
    for eyes in "AT123":
        code = codes.spell(Moment(row.id, 0, eyes))
        for step in steps:
            yield pressed(f"rp:{step}:{code}")
        for menu in ("eyes", "deal", "move"):
            yield pressed(f"rp:{menu}", [code])
        yield command(code=code)


def command(**options: Any) -> dict[str, Any]:
    given = [
        {"name": name, "type": 4 if isinstance(value, int) else 3, "value": value}
        for name, value in options.items()
    ]
    data = {"id": "1", "name": "replay", "type": 1, "options": given}
    return interaction(2, data, STRANGER, GUILD, CHANNEL)


async def refusals(box: Box, row: MatchRow) -> set[str]:
    """Try every way as who sits there and as a stranger; gives what was said, all in private."""
    said, codes = set(), await codes_of(box.bot.app.store, row)
    for user in (ADA, CLEO, STRANGER):
        for payload in ways(row, codes, (*STEPS, "animate")):
            answers = await box.send(by(user, payload))
            assert not [body for _, body in answers if "multipart" in body], payload["data"]
            said.add(private_words(answers))
    return said


async def test_no_way_leads_into_a_game_that_is_played(tmp_path: Path) -> None:
    async with boxed(tmp_path) as box:
        row, _ = await box.seated()
        before = await box.stored()
        assert await refusals(box, row) == {SAY("refused.still_playing")}
        assert await box.stored() == before
        assert not box.errors.found


@pytest.mark.parametrize("is_known", [True, False])
async def test_no_way_leads_into_a_game_whose_series_is_open(
    tmp_path: Path, is_known: bool
) -> None:
    async with boxed(tmp_path) as box:
        store = box.bot.app.store
        closed = await store.match(box.matches[2])
        assert closed is not None
        row = replace(closed, version=closed.version + 1, series=KEY)
        assert await store.commit(Commit(row))
        if is_known:
            options: dict[str, object] = {"deals": 3}
            await store.series.add([SeriesRow(KEY, row.game, options, bytes(32), 1, 1, 1.0, 2.0)])
        assert await refusals(box, row) == {SAY("refused.withheld")}
        assert not box.errors.found


async def test_with_the_end_of_its_series_every_way_leads_there(tmp_path: Path) -> None:
    """What the tests before refuse is refused for the time at which it comes."""
    async with boxed(tmp_path) as box:
        row = await box.bot.app.store.match(box.matches[2])
        assert row is not None
        for payload in ways(row, await codes_of(box.bot.app.store, row)):
            answers = await box.send(payload)
            assert [body for _, body in answers if "multipart" in body], payload["data"]
        beyond = await box.send(pressed(f"replay:{row.id}:{row.moves + 1}"))
        assert private_words(beyond) == SAY("refused.bad_code")
        assert not box.errors.found
