"""Evenings in a language nobody speaks and in real ones: no English word, whatever names are."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.discord.press import Press
from bot.errors import Refused
from bot.match.house.workshop import Workshop
from bot.match.lobby.actions import speak
from bot.match.table.kind import Ability, can
from bot.match.table.tables import Tables
from bot.preferences.server import change_of
from bot.reviews.service import Reviews
from bot.routes import find
from bot.store.rows import MatchId, Status
from bot.store.settings import server_scope
from bot.texts import FALLBACK, Texts, as_written
from engine.games import GAMES
from render.api import MAX_ALT
from sandbox import Request
from sandbox.wire import LOCALES
from tests.catalogues import catalogue
from tests.match import analysing
from tests.render.hostile import utf16
from tests.sim.evening import NAMES, Evening, choose, evening, play_unseen, raw_components, texts
from tests.sim.test_locations import moderator
from tests.sim.test_preferences_evening import choose as choose_in
from tests.sim.test_preferences_evening import preferences
from tests.sim.test_server_evening import manager
from tests.sim.town import Shown, listen
from tests.soak.amounts import later, some
from tests.texts.english import english_in
from tests.texts.pseudo import LOCALE, OPEN, foreign, with_pseudo

SHOWN = frozenset({"content", "label", "title", "description", "placeholder"})
"""Fields of a request that people read, wherever they stand."""

ENDINGS = ("start", "close", "leave", "remove", "end", "q:", "kick", "data:delete")
"""Parts of custom ids after which a message may be gone: pressed last."""

LOBBY_ENDS = frozenset({"l:{match_id}:start", "l:{match_id}:close", "l:{match_id}:leave"})
GAME_ENDS = frozenset({"t:{match_id}:leave", "t:{match_id}:end", "s:{match_id}:{moves}"})
ANIMATION = "rp:animate:{at}"
"""Painted by a process of its own, which no test can give another language."""

_WORDS = frozenset(
    {
        "deed",
        "door",
        "game",
        "group",
        "level",
        "menu",
        "pace",
        "setting",
        "step",
        "switch",
        "topic",
        "when",
        "where",
        "word",
    }
)
"""Fields of custom ids that make another control of it."""

CODES = re.compile(
    r"\bnimbus-\w+-\d+|\bstart:|\b([2-9TJQKA]|10)[SHDC♠♥♦♣]\b|\b(JK|[ABCD]{1,4}|UTC|GMT|SHA)\b|\b[0-9a-f]{5,}\b|@\w+|#\w+"
    r"|:\d+-\d+-[A-Z\d]+-\w+"
)
"""Cards, calls and moments in notation, fingerprints, mentions: the same in every language."""


LANGUAGES = (*map(Texts.load().name, Texts.load().locales), "magyar")
"""Languages as they are named in themselves: offered to people who prefer one."""

TYPED = "cloud"
"""What somebody types for a move, and reads again in the answer."""


@dataclass(frozen=True, slots=True)
class Foreign(Texts):
    """One language for each locale of Discord, the pseudo-language; English for hosts alone."""

    spoken: str = LOCALE

    def language(self, locale: str | None) -> str:
        """Name the language of a locale."""
        return self.spoken if as_written(locale or "") in {*LOCALES, self.spoken} else FALLBACK


def read(body: Any) -> Iterator[str]:
    """Return the texts of a request that people read."""
    if isinstance(body, list):
        for part in body:
            yield from read(part)
    elif isinstance(body, dict):
        for name, value in body.items():
            if isinstance(value, str):
                if name in SHOWN or (name == "name" and "value" in body):
                    yield value
            else:
                yield from read(value)


@dataclass
class Heard:
    """What the bot has sent to people, and the controls that were pressed."""

    texts: set[str] = field(default_factory=set)
    pressed: set[str] = field(default_factory=set)

    def strange(self, known: tuple[str, ...]) -> dict[str, list[str]]:
        """Return the texts with words beside the catalogues, and these words."""
        found = {text: foreign(CODES.sub(" ", text), known) for text in self.texts}
        return {text: words for text, words in found.items() if words}


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    """Note all that is sent to people from now on, in the pseudo-language."""
    return hear(monkeypatch, Foreign(with_pseudo(LOCALE).languages))


def hear(monkeypatch: pytest.MonkeyPatch, texts: Foreign) -> Heard:
    """Note all that is sent to people from now on, in one language."""
    noted = Heard()
    monkeypatch.setattr("bot.texts._load", lambda: texts)

    def note(request: Request) -> None:
        if "/commands" not in request.path and "/emojis" not in request.path:
            noted.texts.update(read(request.body))

    listen(monkeypatch, note)
    return noted


def kind_of(custom_id: str) -> str:
    """Return a custom id without its numbers and codes.

    >>> kind_of("l:7:hard"), kind_of("m:7:12:play KH")
    ('l:{match_id}:hard', 'm:{match_id}:{moves}:{code}')
    """
    led = find(custom_id)
    assert led is not None, custom_id
    route, given = led
    for name in _WORDS & given.keys():
        return route.spelling.replace(f"{{{name}}}", str(given[name]))
    return route.spelling


def controls(message: Any) -> list[tuple[str, dict[str, Any]]]:
    """Return the controls to press, each after its kind; the gentle ones first."""
    found = [
        (kind_of(part["custom_id"]), part)
        for part in raw_components(message)
        if part.get("custom_id") and not part.get("disabled")
    ]
    return sorted(found, key=lambda one: any(word in one[0] for word in ENDINGS))


async def press(person: Any, message: Any, part: Mapping[str, Any]) -> Any:
    """Press a button, or choose the first of a menu; submits a form as it is given."""
    if part["type"] == 2:
        done = await person.click(message, custom_id=part["custom_id"])
    elif part["type"] == 3:
        value = part["options"][0]["value"]
        done = await person.select(message, [value], custom_id=part["custom_id"])
    else:
        chosen = [person] if part["type"] == 5 else []
        done = await person.select(message, chosen, custom_id=part["custom_id"])
    return await person.submit_modal(done, dict(filled(done.modal))) if done.modal else done


def filled(part: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Return what stands in a form, or the first that could."""
    if part.get("custom_id") and part.get("type") == 4:
        yield part["custom_id"], part.get("value", "")
    elif part.get("custom_id") and part.get("options"):
        chosen = [one["value"] for one in part["options"] if one.get("default")]
        yield part["custom_id"], chosen[:1] or [part["options"][0]["value"]]
    for child in (*part.get("components", ()), *filter(None, (part.get("component"),))):
        yield from filled(child)


def now(held: Evening, message: Any) -> Any:
    """Return a message as it is now; None if it was deleted."""
    kept = held.env.memory.messages.get(message.channel_id, {}).get(message.id)
    return None if kept is None else Shown(kept)


async def press_all(held: Evening, heard: Heard, person: Any, message: Any) -> None:
    """Press every control of a message and of what it answers, each kind once."""
    while message := now(held, message):
        left = [one for one in controls(message) if one[0] not in heard.pressed]
        if not left:
            break
        # What is behind *More…* is gone once these are answered in its place.
        left.sort(key=lambda one: one[0].startswith(("look", "review", "rp:")))
        kind, part = left[0]
        heard.pressed.add(kind)
        done = await press(person, message, part)
        for answer in filter(None, (done.response, *done.followups)):
            if answer.id != message.id:
                await press_all(held, heard, person, answer)


async def command(held: Evening, heard: Heard, person: Any, name: str, **given: Any) -> None:
    """Give a command, and press all that it answers with."""
    done = await person.slash(held.channel, name, **given)
    if done.response is not None:
        await press_all(held, heard, person, done.response)


async def play_shown(held: Evening, generator: random.Random) -> None:
    """Let the one whose turn it is make a random move by its control in their hand."""
    name, table = await held.turn()
    if name in NAMES:
        shown = await held[name].click(held.board(), custom_id=f"t:{table.row.id}:hand")
        code = generator.choice(table.legal(table.to_act()[0]))
        await choose(held[name], shown.response.message, table, code)
    else:
        await held.bot.app.get(Tables).play_house(table.row.id)


async def set_language(held: Evening, language: str = LOCALE) -> None:
    """Let all that everybody in the server reads be in a language."""
    changes = change_of("locale", language)
    await held.bot.app.store.set_settings(server_scope(held.guild.id), changes)


def assert_translated(heard: Heard) -> None:
    """Hold all that was said to the catalogues."""
    house = catalogue(FALLBACK)["house.names"][0].split(", ")
    house += with_pseudo(LOCALE).words(LOCALE)("house.names").split(", ")  # those of puzzles
    # Where an alt text has no room, the name it ends with is cut.
    cut = [f"{name[:end]}…" for name in (*NAMES, *house) for end in range(1, len(name))]
    known = (*NAMES, *LANGUAGES, "Mara", "Cloud Club", "Someone", TYPED, *house, *cut)
    assert not heard.strange(known)
    assert sum(OPEN in text for text in heard.texts) > 100


async def see_table(held: Evening, heard: Heard, game: str) -> None:
    """Play a game to its end, and press all that is pressed at its table."""
    app, ada, lobby = held.bot.app, held["Ada"], await held.open("Ada", game=game)
    heard.pressed.update({*LOBBY_ENDS, f"play:{game}"})  # below the rules
    await press_all(held, heard, ada, lobby)
    for name in NAMES[1:]:
        await held[name].click(lobby, custom_id="l:1:join")
    await held["Cleo"].click(lobby, custom_id="l:1:leave")
    await ada.click(lobby, custom_id="l:1:start")
    heard.pressed.update(GAME_ENDS)
    for name in NAMES:
        await press_all(held, heard, held[name], held.board())
    for name in ("hint", "games", "move"):
        await command(held, heard, ada, name, **({"move": TYPED} if name == "move" else {}))
    generator = random.Random(3)
    for _ in range(5):
        await play_shown(held, generator)
    app.put(Reviews(app.store, app.get(Workshop), analysing.blaming))
    heard.pressed = {ANIMATION}
    await play_unseen(held, generator, lambda _view: False)
    assert (await held.table()).row.status is Status.OVER
    await press_all(held, heard, ada, held.board())


async def see_commands(held: Evening, heard: Heard, language: str = LOCALE) -> None:
    """Give the commands, those of managers and moderators too, and press all they answer with."""
    await command(held, heard, manager(held, held.guild, "Mara"), "settings")
    await set_language(held, language)
    mona = moderator(held, held.guild, "Mona")
    await held.open("Ada")
    for name in ("league", "table"):
        await command(held, heard, mona, name)
    for name in ("help", "preferences", "stats", "games", "puzzle", "daily", "block"):
        await command(held, heard, held["Ada"], name)
    await press_all(held, heard, held["Ada"], await preferences(held, "Ada", "time"))
    for game in GAMES:
        for name in ("rules", "leaderboard"):
            await command(held, heard, held["Ada"], name, game=game)
    for name in ("hint", "leave", "replay", "privacy"):
        await command(held, heard, held["Ada"], name)


@pytest.mark.parametrize("game", [*map(later, [*GAMES][:-1]), [*GAMES][-1]])
async def test_all_that_people_see_of_a_table_is_of_the_catalogues(
    tmp_path: Path, heard: Heard, game: str
) -> None:
    async with evening(tmp_path) as held:
        await set_language(held)
        await see_table(held, heard, game)
    kinds = {"record", "again", "fair"} | ({"review"} if can(game, Ability.REVIEW) else set())
    assert {f"{kind}:{{match_id}}" for kind in kinds} <= heard.pressed
    assert_translated(heard)


async def test_all_that_commands_say_is_of_the_catalogues(tmp_path: Path, heard: Heard) -> None:
    async with evening(tmp_path) as held:
        await see_commands(held, heard)
    assert {
        "me:quiet",
        "me:days",
        "server",
        "data:delete:{moment}",
        "league:open",
        "table:{match_id}:ask",
    } <= heard.pressed
    assert_translated(heard)


async def test_who_prefers_a_language_reads_it_and_nobody_else_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    languages = with_pseudo(LOCALE)
    monkeypatch.setattr("bot.texts._load", lambda: languages)
    async with evening(tmp_path) as held:
        ada = held["Ada"]
        shown = (await ada.slash(held.channel, "preferences")).response
        assert OPEN not in texts(shown.message)
        await ada.click(shown.message, custom_id="me:open:time")
        await ada.select(shown.message, [LOCALE], custom_id="me:language")
        assert OPEN in texts(shown.message)
        await choose_in(held, "Ada", "pings", place="dm")
        lobby = await held.open("Ben")
        for name in ("Ada", "Cleo"):
            await held[name].click(lobby, custom_id="l:1:join")
        greeted = [OPEN in texts(held.hand(name)) for name in ("Ada", "Cleo")]
        await held["Ben"].click(lobby, custom_id="l:1:start")
        await held.env.settle()
        assert [OPEN in texts(held.hand(name)) for name in NAMES] == [True, False, False]
        assert [*greeted, OPEN in texts(held.board())] == [True, False, False]
        for name in ("games", "daily", "puzzle", "stats", "nimbus"):
            for person in NAMES[:2]:
                answer = (await held[person].slash(held.channel, name)).response
                assert (OPEN in texts(answer.message)) == (person == "Ada"), name
        private = (await ada.click(held.board(), custom_id="t:1:hand")).response.message
        assert OPEN in texts(private)
        form = await ada.click(shown.message, custom_id="me:quiet")
        assert OPEN in form.modal["title"]
        await held.restart()
        assert OPEN in texts((await ada.slash(held.channel, "games")).response.message)
        await ada.select(shown.message, ["usual"], custom_id="me:language")
        await held.env.settle()
        assert OPEN not in texts(shown.message) + texts(held.hand("Ada"))


@pytest.mark.parametrize(
    "body", [{"content": "Hello"}, {"data": {"components": [{"label": "Go"}]}}]
)
def test_a_word_beside_the_catalogues_would_be_found(body: Any) -> None:
    assert Heard(set(read(body))).strange(())


# A table goes on whatever its people are called.

PLAQUE = "\ufdfd"
CROWNS = "\U0001f451" * 32


async def test_a_name_no_font_can_draw_does_not_stop_the_table(tmp_path: Path) -> None:
    async with evening(tmp_path, names=("Ada", PLAQUE, CROWNS)) as held:
        board = await held.start("Ada", PLAQUE, CROWNS)
        assert [file.filename for file in board.attachments] == ["table-0.png"]
        alts = [item["description"] for item in _pictures(board)]
        assert "Seat " in alts[0]
        assert 0 < utf16(alts[0]) <= MAX_ALT
        for name in ("Ada", PLAQUE, CROWNS):
            assert held.hand(name).attachments


def _pictures(message: object) -> list[dict[str, str]]:
    galleries = [part for part in raw_components(message) if part["type"] == 12]
    return [item for gallery in galleries for item in gallery["items"]]


# Evenings in real languages: no English word is left in what people read.

FOUR = ("de", "es", "fr", "pt-BR")


def assert_no_english(heard: Heard, language: str) -> None:
    """Hold what was said to the language, names of people, houses and languages taken out."""
    said = map(Texts.load().words, (language, FALLBACK))  # in the host's language, too
    house = ", ".join(say("house.names") for say in said).split(", ")
    names = (*NAMES, *LANGUAGES, "Mara", "Cloud Club", TYPED, *house)
    found = {text: english_in(CODES.sub(" ", text), language, names) for text in heard.texts}
    assert {text: words for text, words in found.items() if words} == {}
    assert len(heard.texts) > 100


@pytest.mark.parametrize(("language", "game"), some(product(FOUR, GAMES), here=1))
async def test_a_whole_game_has_no_english_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, game: str
) -> None:
    heard = hear(monkeypatch, Foreign(Texts.load().languages, language))
    async with evening(tmp_path) as held:
        await set_language(held, language)
        await see_table(held, heard, game)
    assert_no_english(heard, language)


@pytest.mark.soak
@pytest.mark.parametrize("language", FOUR)
async def test_no_command_answers_with_an_english_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    heard = hear(monkeypatch, Foreign(Texts.load().languages, language))
    async with evening(tmp_path) as held:
        await see_commands(held, heard, language)
    assert_no_english(heard, language)


# People of two languages: who opens a table may turn it to theirs, once asked and unseen.

SPEAK = "l:{}:speak"


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have German be the pseudo-language."""
    languages = with_pseudo("de")
    monkeypatch.setattr("bot.texts._load", lambda: languages)


async def played(held: Evening, name: str) -> tuple[Any, list[Any]]:
    """Let a person open a table; gives its lobby and what they alone are told."""
    done = await held[name].slash(held.channel, "play", game="nimbly")
    return done.response.message, [one.message for one in done.followups]


async def refusal(held: Evening, name: str) -> str:
    """Forge a press of the first offer; gives the key of what it is answered."""
    pressed = SimpleNamespace(app=held.bot.app, user_id=held[name].id, locale="de")
    with pytest.raises(Refused) as error:
        await speak(cast("Press", pressed), MatchId(1))
    return error.value.key


@pytest.mark.usefixtures("pseudo")
async def test_who_opens_a_table_may_turn_it_to_their_language_once_and_hands_follow_their_people(
    held: Evening,
) -> None:
    ada, ben = held["Ada"], held["Ben"]
    held.env.speak(ada, "de")
    lobby, (offer,) = await played(held, "Ada")
    assert OPEN not in texts(lobby)
    assert offer.flags.ephemeral
    assert OPEN in texts(offer)
    assert "English" in texts(offer)
    # Nobody else turns it, and who had the offer has no second one.
    await ben.click(lobby, custom_id="l:1:join")
    assert await refusal(held, "Ben") == "refused.opener_only"
    assert (await played(held, "Ada"))[1] == []
    await ada.click(offer, custom_id=SPEAK.format(1))
    assert await refusal(held, "Ada") == "refused.speak"  # it is done
    await held.env.settle()
    assert OPEN in texts(now(held, lobby))
    assert held.labels(now(held, offer)) == []
    await ada.click(lobby, custom_id="l:1:start")
    await held.env.settle()
    assert [OPEN in texts(held.hand(name)) for name in ("Ada", "Ben")] == [True, False]
    assert OPEN in texts(now(held, lobby))
    assert await refusal(held, "Ada") == "refused.started"
    # The next table speaks as the last one, and who has another language has the offer.
    lobby, (offer,) = await played(held, "Ben")
    assert OPEN in texts(lobby)
    assert OPEN not in texts(offer)
    assert held.labels(offer) == ["This table in English"]
    # Later it is found in the settings of a lobby.
    panel = (await ben.click(lobby, custom_id="settings:3")).response.message
    await ben.click(panel, custom_id=SPEAK.format(3))
    await held.env.settle()
    assert OPEN not in texts(now(held, lobby))


@pytest.mark.usefixtures("pseudo")
async def test_where_managers_have_chosen_a_language_none_is_offered(held: Evening) -> None:
    ada, store = held["Ada"], held.bot.app.store
    held.env.speak(ada, "ja")
    assert (await played(held, "Ada"))[1] == []  # Nimbus does not speak it
    held.env.speak(ada, "de")
    await store.set_settings(server_scope(held.guild.id), change_of("locale", "en"))
    lobby, told = await played(held, "Ada")
    assert told == []
    panel = (await ada.click(lobby, custom_id="settings:2")).response.message
    assert SPEAK.format(2) not in str(panel.components)
    await store.set_settings(server_scope(held.guild.id), change_of("locale", "de"))
    lobby, told = await played(held, "Ben")
    assert told == []
    assert OPEN in texts(lobby)
