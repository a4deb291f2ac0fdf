"""Messages over REST: by the bot's own token, and as responses to interactions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandbox import Message, RequestFault
from sandbox.interactions import Interaction
from sandbox.things import Emoji, Person
from sandbox.wire import FILE_LIMIT, Kind, Permission
from tests.sandbox.conftest import png
from tests.sandbox.rest.conftest import Answer, Rest, Scene

# Messages by the bot's own token.

V2 = 1 << 15
SILENT = 1 << 12
TEXT = {"type": 10, "content": "words"}
GALLERY = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}


async def post(rest: Rest, scene: Scene, **body: Any) -> dict[str, Any]:
    answer = await rest("POST", scene.posts, body or {"content": "hello"})
    assert answer.status == 200, answer
    posted: dict[str, Any] = answer.body
    return posted


async def test_messages_come_back_whole_newest_first_until_they_are_deleted(
    rest: Rest, scene: Scene
) -> None:
    ids = [(await post(rest, scene, content=str(n)))["id"] for n in range(4)]

    async def listed(query: str) -> list[str]:
        return [item["id"] for item in (await rest("GET", scene.posts + query)).body]

    assert await listed("") == ids[::-1]
    assert await listed("?limit=2") == [ids[3], ids[2]]
    assert await listed(f"?before={ids[2]}&limit=1") == [ids[1]]
    assert await listed(f"?after={ids[0]}&limit=1") == [ids[1]]
    message = await post(rest, scene, content="hello")
    assert message["content"] == "hello"
    assert message["author"]["id"] == str(scene.app)
    assert (await rest("GET", f"{scene.posts}/{message['id']}")).body == message
    where = f"{scene.posts}/{(await post(rest, scene))['id']}"
    assert (await rest("DELETE", where)).status == 204
    for method in ("GET", "DELETE"):
        assert (await rest(method, where)).code == 10008


@pytest.mark.parametrize("body", [{}, {"content": ""}, {"components": [], "flags": V2}])
async def test_an_empty_message_is_50006(rest: Rest, scene: Scene, body: dict[str, Any]) -> None:
    assert (await rest("POST", scene.posts, body)).code == 50006


async def test_errors_have_discord_s_shape_and_codes(rest: Rest, scene: Scene) -> None:
    answer = await rest("POST", scene.posts, {"content": "x" * 2001})
    fault = {"code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 2000 or fewer in length."}
    assert answer.status == 400
    assert answer.body == {
        "code": 50035,
        "message": "Invalid Form Body",
        "errors": {"content": {"_errors": [fault]}},
    }
    assert (await rest("GET", "/channels/1")).code == 10003
    assert (await rest("POST", "/channels/1/messages", {"content": "x"})).code == 10003
    scene.sandbox.faults.requests = [RequestFault("POST", "/users/@me/channels", 400, code=40003)]
    answer = await rest("POST", "/users/@me/channels", {"recipient_id": str(scene.ada)})
    assert (answer.status, answer.code) == (400, 40003)


async def test_files_are_listed_served_and_measured_and_shown_by_components_and_embeds(
    rest: Rest, scene: Scene
) -> None:
    body = {"attachments": [{"id": 0, "description": "a board"}]}
    answer = await rest("POST", scene.posts, body, {"bad name é.png": png(5, 4)})
    (item,) = answer.body["attachments"]
    assert item["filename"] == "bad_name__.png"
    assert (item["width"], item["height"], item["description"]) == (5, 4, "a board")
    async with rest._session.get(item["url"]) as response:
        assert await response.read() == png(5, 4)
        assert response.content_type == "image/png"
    answer = await rest(
        "POST", scene.posts, {"components": [GALLERY], "flags": V2}, {"a.png": png(5, 4)}
    )
    media = answer.body["components"][0]["items"][0]["media"]
    assert answer.body["attachments"] == []
    assert (media["width"], media["height"]) == (5, 4)
    assert media["url"].endswith(f"/{media['attachment_id']}/a.png")
    embed = {"title": "t", "image": {"url": "attachment://a.png"}}
    answer = await rest("POST", scene.posts, {"embeds": [embed]}, {"a.png": png(5, 4)})
    assert answer.body["attachments"] == []
    assert answer.body["embeds"][0]["image"]["height"] == 4
    linked = embed | {"image": {"url": "https://example.org/a.png"}}
    answer = await rest("POST", scene.posts, {"embeds": [linked]})
    assert answer.body["embeds"][0]["image"]["url"] == "https://example.org/a.png"


async def test_a_picture_stays_by_its_address_till_a_file_of_its_name_takes_its_place(
    rest: Rest, scene: Scene
) -> None:
    body = {"components": [GALLERY], "flags": V2}
    made = (await rest("POST", scene.posts, body, {"a.png": png()})).body
    where = f"{scene.posts}/{made['id']}"
    edited = (await rest("PATCH", where, {"components": made["components"]})).body
    assert edited["components"] == made["components"]
    change = {"components": [GALLERY], "attachments": [{"id": 0}]}
    answer = await rest("PATCH", f"{scene.posts}/{made['id']}", change, {"a.png": png(9, 9)})
    assert answer.body["components"][0]["items"][0]["media"]["width"] == 9


async def test_files_have_a_number_and_sizes_at_the_most(rest: Rest, scene: Scene) -> None:
    files = {f"{n}.txt": b"x" for n in range(11)}
    assert (await rest("POST", scene.posts, {}, files)).code == 30015
    del files["10.txt"]
    assert len((await rest("POST", scene.posts, {}, files)).body["attachments"]) == 10
    answer = await rest("POST", scene.posts, {}, {"a": bytes(FILE_LIMIT + 1)})
    assert (answer.status, answer.code) == (413, 40005)
    answer = await rest("POST", scene.posts, {}, dict.fromkeys("abc", bytes(FILE_LIMIT - 1)))
    assert (answer.status, answer.code) == (413, 40005)


async def test_an_edit_keeps_adds_and_replaces_files_and_all_must_have_been_uploaded(
    rest: Rest, scene: Scene
) -> None:
    made = (await rest("POST", scene.posts, {"content": "x"}, {"a.txt": b"a", "b.txt": b"b"})).body
    where = f"{scene.posts}/{made['id']}"
    first, second = made["attachments"]
    untouched = await rest("PATCH", where, {"content": "y"})
    assert untouched.body["attachments"] == [first, second]
    kept = await rest("PATCH", where, {"attachments": [{"id": second["id"]}]})
    assert kept.body["attachments"] == [second]
    assert (await rest("PATCH", where, {"attachments": []})).body["attachments"] == []
    made = (await rest("POST", scene.posts, {"content": "x"}, {"a.txt": b"a"})).body
    where = f"{scene.posts}/{made['id']}"
    added = await rest("PATCH", where, {}, {"b.txt": b"b"})
    assert [item["filename"] for item in added.body["attachments"]] == ["a.txt", "b.txt"]
    replaced = await rest("PATCH", where, {"attachments": [{"id": 0}]}, {"c.txt": b"c"})
    assert [item["filename"] for item in replaced.body["attachments"]] == ["c.txt"]
    answer = await rest("POST", scene.posts, {"content": "x", "attachments": [{"id": 3}]})
    assert answer.body["errors"]["attachments"]["0"]["id"]["_errors"]
    answer = await rest("POST", scene.posts, {"components": [GALLERY], "flags": V2})
    (fault,) = answer.body["errors"]["components"]["0"]["items"]["0"]["media"]["url"]["_errors"]
    assert fault["code"] == "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"


async def test_components_v2_get_ids_and_come_without_content_for_good(
    rest: Rest, scene: Scene
) -> None:
    message = await post(rest, scene, components=[TEXT], flags=V2)
    where = f"{scene.posts}/{message['id']}"
    assert (await rest("PATCH", where, {"flags": 0})).body["flags"] == V2
    assert (await rest("PATCH", where, {"content": "legacy"})).code == 50035
    message = await post(rest, scene, components=[TEXT], flags=V2 | SILENT)
    edited = await rest("PATCH", f"{scene.posts}/{message['id']}", {"flags": V2})
    assert edited.body["flags"] == V2 | SILENT
    message = await post(rest, scene, content="legacy")
    where = f"{scene.posts}/{message['id']}"
    change = {"components": [TEXT], "flags": V2}
    assert (await rest("PATCH", where, change)).code == 50035
    assert (await rest("PATCH", where, change | {"content": None})).body["flags"] == V2
    message = await post(rest, scene, components=[TEXT, TEXT | {"id": 1}, TEXT], flags=V2)
    assert [part["id"] for part in message["components"]] == [2, 1, 3]


async def test_numbers_of_emoji_and_of_what_is_chosen_come_back_as_texts(
    rest: Rest, scene: Scene
) -> None:
    number = scene.sandbox.memory.snowflakes.mint()
    scene.sandbox.memory.emojis[number] = Emoji(number, "KH", png(), "image/png")
    face = {"id": number, "name": "KH"}
    button = {"type": 2, "style": 2, "label": "K", "custom_id": "k", "emoji": face}
    menu = {"type": 3, "custom_id": "m", "options": [{"label": "K", "value": "k", "emoji": face}]}
    rows = [{"type": 1, "components": [part]} for part in (button, menu)]
    first, second = (await post(rest, scene, components=rows))["components"]
    shown = [first["components"][0], second["components"][0]["options"][0]]
    assert [part["emoji"] for part in shown] == [{"id": str(number), "name": "KH"}] * 2
    chosen = {"id": scene.lounge, "type": "channel"}
    select = {"type": 8, "custom_id": "c", "default_values": [chosen]}
    rows = [{"type": 1, "components": [select]}]
    (shown,) = (await post(rest, scene, components=rows))["components"]
    assert shown["components"][0]["default_values"] == [chosen | {"id": str(scene.lounge)}]


async def test_an_enforced_nonce_makes_one_message(rest: Rest, scene: Scene) -> None:
    body = {"content": "x", "nonce": "n", "enforce_nonce": True}
    first = await post(rest, scene, **body)
    assert (await post(rest, scene, **body))["id"] == first["id"]
    other = await post(rest, scene, content="x", nonce="n")
    assert other["id"] != first["id"]


async def test_mentions_follow_what_is_allowed_in_texts_displays_and_replies(
    rest: Rest, scene: Scene
) -> None:
    content = f"<@{scene.ada}> <@{scene.ben}> @everyone"

    async def pinged(allowed: Any) -> list[int]:
        body = {"content": content} | ({"allowed_mentions": allowed} if allowed else {})
        return [int(user["id"]) for user in (await post(rest, scene, **body))["mentions"]]

    assert await pinged(None) == [scene.ada, scene.ben]
    assert await pinged({"parse": []}) == []
    assert await pinged({"parse": [], "users": [str(scene.ben)]}) == [scene.ben]
    assert await pinged({"parse": ["users"]}) == [scene.ada, scene.ben]
    part = TEXT | {"content": f"<@{scene.ada}>"}
    message = await post(rest, scene, components=[part], flags=V2)
    assert [user["id"] for user in message["mentions"]] == [str(scene.ada)]
    said = scene.memory.keep(Message(scene.memory.snowflakes.mint(), scene.lounge, scene.ada, "hi"))
    reply: dict[str, Any] = {"content": "yes", "message_reference": {"message_id": str(said.id)}}
    loud = await post(rest, scene, **reply)
    assert [user["id"] for user in loud["mentions"]] == [str(scene.ada)]
    quiet = await post(rest, scene, **reply, allowed_mentions={"parse": []})
    assert quiet["mentions"] == []
    assert quiet["referenced_message"]["id"] == str(said.id)


async def test_another_s_message_is_neither_edited_nor_deleted(rest: Rest, scene: Scene) -> None:
    said = scene.memory.keep(Message(scene.memory.snowflakes.mint(), scene.lounge, scene.ada, "hi"))
    where = f"{scene.posts}/{said.id}"
    assert (await rest("PATCH", where, {"content": "x"})).code == 50005
    assert (await rest("DELETE", where)).code == 50013


@pytest.mark.parametrize(
    ("missing", "body", "files", "code"),
    [
        (Permission.VIEW_CHANNEL, {"content": "x"}, None, 50001),
        (Permission.SEND_MESSAGES, {"content": "x"}, None, 50013),
        (Permission.ATTACH_FILES, {"content": "x"}, {"a.txt": b"a"}, 50013),
        (Permission.EMBED_LINKS, {"embeds": [{"title": "x"}]}, None, 50013),
        (
            Permission.READ_MESSAGE_HISTORY,
            {"content": "x", "message_reference": {"message_id": "1"}},
            None,
            160002,
        ),
    ],
)
async def test_what_the_bot_may_not_do_is_refused(
    rest: Rest, scene: Scene, missing: Permission, body: Any, files: Any, code: int
) -> None:
    scene.sandbox.faults.missing_permissions[scene.lounge] = int(missing)
    assert (await rest("POST", scene.posts, body, files)).code == code


async def test_a_person_without_a_shared_guild_gets_no_letter(rest: Rest, scene: Scene) -> None:
    dm = scene.memory.open_dm(scene.ben)
    guild = scene.memory.guilds[scene.guild]
    scene.memory.guilds[scene.guild] = replace(guild, members=(scene.ada,))
    assert (await rest("POST", f"/channels/{dm.id}/messages", {"content": "x"})).code == 50278


async def test_old_messages_of_a_channel_are_edited_seldom_and_fresh_ones_often(
    rest: Rest, scene: Scene
) -> None:
    timing, now = scene.sandbox._switchboard.timing, scene.memory.clock()
    old = [f"{scene.posts}/{(await post(rest, scene))['id']}" for _ in range(timing.old_edits + 1)]
    scene.memory.clock = lambda: now + 3700
    answers = [await rest("PATCH", where, {"content": "x"}) for where in old]
    assert [answer.status for answer in answers] == [200] * timing.old_edits + [429]
    assert answers[-1].code == 30046
    assert answers[-1].body["retry_after"] == timing.old_window
    fresh = f"{scene.posts}/{(await post(rest, scene))['id']}"
    for number in range(2 * timing.old_edits):
        assert (await rest("PATCH", fresh, {"content": str(number)})).status == 200
    scene.memory.clock = lambda: now + 3700 + timing.old_window
    assert (await rest("PATCH", old[-1], {"content": "y"})).status == 200


async def test_first_messages_to_many_people_are_refused_at_discord_s_pace(
    rest: Rest, scene: Scene
) -> None:
    most = scene.sandbox._switchboard.timing.first_messages
    people = [Person(number, f"P{number}", f"p{number}") for number in range(1, most + 2)]
    scene.memory.people |= {person.id: person for person in people}

    async def codes(*those: Person) -> list[int | None]:
        asked = [{"recipient_id": str(person.id)} for person in those]
        answers = [await rest("POST", "/users/@me/channels", body) for body in asked]
        return [answer.body.get("code") for answer in answers]

    scene.sandbox.faults.pace = True
    now = scene.memory.clock()
    scene.memory.clock = lambda: now
    assert await codes(*people) == [None] * most + [40003]
    assert await codes(people[0], people[-1]) == [None, 40003]
    scene.memory.clock = lambda: now + 600
    assert await codes(people[-1]) == [None]


# First responses to interactions.


async def respond(rest: Rest, interaction: Interaction, kind: int, **data: Any) -> Answer:
    path = f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=true"
    return await rest("POST", path, {"type": kind, "data": data})


def source(scene: Scene) -> int:
    made = Message(scene.memory.snowflakes.mint(), scene.lounge, scene.app, "a board")
    return scene.memory.keep(made).id


async def test_a_message_answers_with_itself_and_an_ephemeral_one_for_its_owner_alone(
    rest: Rest, scene: Scene
) -> None:
    command = scene.command()
    answer = await respond(rest, command, 4, content="hello", flags=64)
    assert answer.status == 200
    assert answer.body["interaction"]["response_message_ephemeral"]
    message = answer.body["resource"]["message"]
    assert message["interaction_metadata"]["user"]["id"] == str(scene.ada)
    assert message["flags"] == 64
    number = int(answer.body["resource"]["message"]["id"])
    message = scene.memory.message(scene.lounge, number)
    assert scene.memory.sees(scene.ada, message)
    assert not scene.memory.sees(scene.ben, message)
    assert (await rest("GET", f"{scene.posts}/{number}")).code == 10008


async def test_an_answer_is_empty_unless_asked_for_and_needs_no_token_of_the_bot(
    rest: Rest, scene: Scene
) -> None:
    command = scene.command()
    path = f"/interactions/{command.id}/{command.token}/callback"
    assert await rest("POST", path, {"type": 5}) == Answer(204, None)
    rest.headers = {}
    assert (await respond(rest, scene.command(), 5)).status == 200


@pytest.mark.parametrize(
    ("kind", "refused"),
    [(Kind.COMMAND, (6, 7, 8)), (Kind.AUTOCOMPLETE, (4, 5, 6, 7, 9)), (Kind.MODAL, (6, 7, 8, 9))],
)
async def test_each_interaction_takes_its_own_answers(
    rest: Rest, scene: Scene, kind: Kind, refused: tuple[int, ...]
) -> None:
    interaction = scene.begin(kind, {"name": "x", "type": 1})
    for answer in refused:
        assert (await respond(rest, interaction, answer)).code == 50035


async def test_thinking_takes_one_flag_a_modal_updates_its_message_and_answers_ping_users(
    rest: Rest, scene: Scene
) -> None:
    assert (await respond(rest, scene.command(), 5, flags=1 << 15)).code == 50035
    answer = await respond(rest, scene.command(), 5, flags=64)
    told = answer.body["interaction"]
    assert told["response_message_loading"]
    assert told["response_message_ephemeral"]
    assert "resource" not in answer.body
    modal = scene.begin(Kind.MODAL, {"custom_id": "m"}, source_id=source(scene))
    answer = await respond(rest, modal, 7, content="changed")
    assert answer.body["resource"]["message"]["content"] == "changed"
    answer = await respond(rest, scene.command(), 4, content=f"<@{scene.ben}> @everyone")
    message = answer.body["resource"]["message"]
    assert [user["id"] for user in message["mentions"]] == [str(scene.ben)]
    assert not message["mention_everyone"]


async def test_a_page_can_read_the_ids_of_a_modal(rest: Rest, scene: Scene) -> None:
    chosen = {"type": "channel", "id": scene.lounge}
    select = {"type": 8, "custom_id": "c", "default_values": [chosen]}
    label = {"type": 18, "label": "Where", "component": select}
    command = scene.command()
    opened = await respond(rest, command, 9, title="x", custom_id="m", components=[label])
    assert opened.status in (200, 204)
    assert command.modal is not None
    shown = command.modal["components"][0]["component"]
    assert shown["default_values"] == [chosen | {"id": str(scene.lounge)}]


async def test_faults_of_messages_and_modals_are_reported_under_data(
    rest: Rest, scene: Scene
) -> None:
    answer = await respond(rest, scene.command(), 4, content="x" * 2001)
    assert "content" in answer.body["errors"]["data"]
    answer = await respond(rest, scene.command(), 9, title="x" * 46, custom_id="m", components=[])
    assert sorted(answer.body["errors"]["data"]) == ["components", "title"]


async def test_an_answer_counts_once_with_its_token_and_in_time(rest: Rest, scene: Scene) -> None:
    command = scene.command()
    assert (await respond(rest, command, 4, content="x" * 2001)).code == 50035
    assert (await respond(rest, command, 4, content="x")).status == 200
    assert (await respond(rest, command, 4, content="x")).code == 40060
    command = scene.command()
    path = f"/interactions/{command.id}/wrong/callback"
    assert (await rest("POST", path, {"type": 5})).code == 10062
    command, now = scene.command(), scene.memory.clock()
    scene.memory.clock = lambda: now + 3.01
    answer = await respond(rest, command, 4, content="x")
    assert (answer.status, answer.code) == (404, 10062)


async def test_autocomplete_offers_25_choices_at_most(rest: Rest, scene: Scene) -> None:
    typed = {"name": "o", "type": 3, "value": "x", "focused": True}
    data = {"name": "play", "type": 1, "options": [typed]}
    choices = [{"name": str(n), "value": str(n)} for n in range(26)]
    interaction = scene.begin(Kind.AUTOCOMPLETE, data)
    refused = await respond(rest, interaction, 8, choices=choices)
    assert refused.body["errors"]["data"]["choices"]["_errors"]
    assert (await respond(rest, interaction, 8, choices=choices[:25])).status == 200


# What an interaction's token is good for after the first response.


class Answered:
    """An interaction that has had its first response, and its addresses."""

    def __init__(self, rest: Rest, scene: Scene, interaction: Interaction) -> None:
        self.rest = rest
        self.interaction = interaction
        self.hook = f"/webhooks/{scene.app}/{interaction.token}"
        self.original = f"{self.hook}/messages/@original"

    async def first(self, kind: int, **data: Any) -> None:
        path = f"/interactions/{self.interaction.id}/{self.interaction.token}/callback"
        assert (await self.rest("POST", path, {"type": kind, "data": data})).status == 204


@pytest.fixture
async def answered(rest: Rest, scene: Scene) -> Answered:
    return Answered(rest, scene, scene.command())


async def test_the_webhook_serves_its_own_messages_from_the_first_response_for_a_quarter_of_an_hour(
    rest: Rest, answered: Answered, scene: Scene
) -> None:
    assert (await rest("POST", answered.hook, {"content": "x"})).code == 10015
    await answered.first(4, content="one")
    assert (await rest("GET", answered.original)).body["content"] == "one"
    edited = await rest("PATCH", answered.original, {"content": "two"})
    assert edited.body["content"] == "two"
    assert edited.body["edited_timestamp"] is not None
    assert (await rest("DELETE", answered.original)).status == 204
    assert (await rest("GET", answered.original)).code == 10008
    posted = (await rest("POST", answered.hook, {"content": "two", "flags": 64})).body
    assert posted["flags"] == 64
    where = f"{answered.hook}/messages/{posted['id']}"
    assert (await rest("PATCH", where, {"content": "three"})).body["content"] == "three"
    assert (await rest("DELETE", where)).status == 204
    other = (await rest("POST", scene.posts, {"content": "other"})).body["id"]
    assert (await rest("GET", f"{answered.hook}/messages/{other}")).code == 10008
    now = scene.memory.clock()
    scene.memory.clock = lambda: now + 901
    answer = await rest("PATCH", answered.original, {"content": "two"})
    assert (answer.status, answer.code) == (401, 50027)


async def test_an_edit_ends_the_thinking(rest: Rest, answered: Answered) -> None:
    await answered.first(5, flags=64)
    assert (await rest("GET", answered.original)).body["flags"] == 64 | 128
    edited = await rest("PATCH", answered.original, {"content": "thought"})
    assert edited.body["flags"] == 64
    assert edited.body["edited_timestamp"] is None


async def test_the_first_follow_up_of_a_deferral_is_its_message(
    rest: Rest, answered: Answered
) -> None:
    await answered.first(5)
    thinking = (await rest("GET", answered.original)).body["id"]
    assert (await rest("POST", answered.hook, {"content": "a"})).body["id"] == thinking
    assert (await rest("POST", answered.hook, {"content": "b"})).body["id"] != thinking


async def test_the_original_of_a_deferred_click_is_the_message_clicked(
    rest: Rest, scene: Scene
) -> None:
    board = scene.memory.keep(Message(scene.memory.snowflakes.mint(), scene.lounge, scene.app, "x"))
    click = scene.begin(Kind.COMPONENT, {"custom_id": "c"}, source_id=board.id)
    answered = Answered(rest, scene, click)
    await answered.first(6)
    assert (await rest("PATCH", answered.original, {"content": "y"})).body["id"] == str(board.id)
