"""Holding every body that the bot sends against Discord's own description and the limits."""

from __future__ import annotations

import lzma
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeAlias

import orjson
from jsonschema_rs import (
    Draft202012,
    Draft202012Validator,
    Registry,
    ValidationError,
    ValidationErrorKind,
)

from sandbox import Request, Sandbox
from sandbox.checks.commands import check_commands, check_offered
from sandbox.checks.message import (
    ANSWER_FLAGS,
    CREATE_FLAGS,
    EDIT_FLAGS,
    THINKING_FLAGS,
    check_flags,
    check_message,
)
from sandbox.checks.modal import check_modal
from sandbox.checks.problems import Problems
from sandbox.checks.walk import Means
from sandbox.wire import Flag, Json

# Discord's OpenAPI description as a judge of request bodies.
#
# `discord-openapi.json.xz` is Discord's own file, specs/openapi.json of discord/discord-api-spec,
# unaltered; its licence stands beside it. A newer one takes its place by `xz -9e <openapi.json
# >tests/wire/discord-openapi.json.xz`.

FILE = Path(__file__).with_name("discord-openapi.json.xz")
HOME = "urn:discord"

# A schema is whatever JSON the description holds.
Schema: TypeAlias = dict[str, Any]

_YES_NO: Schema = {"type": ["boolean", "null"]}

HARMLESS: dict[str, Schema] = {
    "ApplicationCommandCreateRequest": {"nsfw": _YES_NO},
    "ApplicationCommandUpdateRequest": {"nsfw": _YES_NO},
    "RichEmbed": {"flags": {"type": "integer"}},
    "MessageEditRequestPartial": {"tts": _YES_NO},
    "IncomingWebhookUpdateRequestPartial": {"tts": _YES_NO},
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": {"tts": _YES_NO},
}
"""Fields that the description does not know, that discord.py sends, and that Discord ignores."""


@dataclass(frozen=True)
class Description:
    """The description, made strict: unknown fields are faults, unions are told by their type."""

    paths: dict[str, Schema]
    registry: Registry
    validators: dict[str, Draft202012Validator] = field(default_factory=dict)

    @classmethod
    def read(cls) -> Description:
        """Read and sharpen the description."""
        spec: Schema = orjson.loads(lzma.decompress(FILE.read_bytes()))
        schemas: dict[str, Schema] = spec["components"]["schemas"]
        # The description calls ids texts; Discord takes numbers too, and discord.py sends them.
        schemas["SnowflakeType"]["type"] = ["string", "integer"]
        for name, schema in schemas.items():
            if "properties" in schema and "allOf" not in schema:
                schema["properties"] |= HARMLESS.get(name, {})
                schema.setdefault("additionalProperties", False)
        sharp = {
            "paths": _sharpened(spec["paths"], schemas),
            "components": {"schemas": _sharpened(schemas, schemas)},
        }
        return cls(spec["paths"], Registry([(HOME, sharp)], draft=Draft202012))

    def faults(self, method: str, path: str, body: Any) -> list[str]:
        """Say what is wrong with a request's JSON body, each fault with its place."""
        template = self.template_of(path)
        operation = self.paths.get(template, {}).get(method.lower())
        if operation is None:
            return [f"{method} {path} is not described"]
        if "application/json" not in operation.get("requestBody", {}).get("content", {}):
            return [] if body is None else [f"{method} {template} takes no body"]
        if body is None:
            return ["a body is missing"] if operation["requestBody"].get("required") else []
        validator = self._validator(method.lower(), template)
        return [
            f"{'.'.join(map(str, error.instance_path)) or 'body'}: {error.message[:200]}"
            for found in validator.iter_errors(body)
            for error in _causes(found)
        ]

    def template_of(self, path: str) -> str:
        """Find the path of the description that an address means; literal segments win."""
        steps = path.partition("?")[0].rstrip("/").split("/")
        fitting = ["/".join(known) for known in self._of_length[len(steps)] if _fits(known, steps)]
        return min(fitting, key=lambda template: template.count("{"), default="")

    @cached_property
    def _of_length(self) -> dict[int, list[list[str]]]:
        """The paths in steps, by how many they have."""
        found: dict[int, list[list[str]]] = defaultdict(list)
        for template in self.paths:
            steps = template.split("/")
            found[len(steps)].append(steps)
        return found

    def _validator(self, method: str, template: str) -> Draft202012Validator:
        place = template.replace("~", "~0").replace("/", "~1")
        pointer = f"#/paths/{place}/{method}/requestBody/content/application~1json/schema"
        if pointer not in self.validators:
            self.validators[pointer] = Draft202012Validator(
                {"$ref": HOME + pointer.replace("{", "%7B").replace("}", "%7D")},
                registry=self.registry,
                validate_formats=True,
                mask="it",
            )
        return self.validators[pointer]


@cache
def description() -> Description:
    """Read the description once a process."""
    return Description.read()


def _causes(error: ValidationError) -> Iterator[ValidationError]:
    """Return what is wrong inside a union that fits nowhere: the faults of its likeliest branch."""
    match error.kind:
        case ValidationErrorKind.AnyOf(context) | ValidationErrorKind.OneOfNotValid(context):
            for cause in min(context, key=len, default=[error]):
                yield from _causes(cause)
        case _:
            yield error


def _fits(template: list[str], steps: list[str]) -> bool:
    return all(
        known == step or known.startswith("{") for known, step in zip(template, steps, strict=True)
    )


def _sharpened(node: Any, schemas: dict[str, Schema]) -> Any:
    """Copy a part of the description with its unions told apart by type.

    As they stand, a fault deep in a message is only "not valid under any of the given schemas".
    """
    if isinstance(node, list):
        return [_sharpened(item, schemas) for item in node]
    if not isinstance(node, dict):
        return node
    copy = {key: _sharpened(value, schemas) for key, value in node.items()}
    for union in ("oneOf", "anyOf"):
        told = _told_apart(node.get(union), schemas)
        if told is not None:
            del copy[union]
            copy |= told
    return copy


def _told_apart(branches: Any, schemas: dict[str, Schema]) -> Schema | None:
    """Return a schema for a union of described objects; None if it is no such union."""
    if not isinstance(branches, list):
        return None
    objects = [branch for branch in branches if branch != {"type": "null"}]
    if not objects or not all(set(branch) == {"$ref"} for branch in objects):
        return None
    told = objects[0] if len(objects) == 1 else _by_type(objects, schemas)
    if told is None or len(objects) == len(branches):
        return told
    return {"if": {"type": "null"}, "else": told}


def _by_type(objects: list[Schema], schemas: dict[str, Schema]) -> Schema | None:
    kinds = [_types(branch["$ref"], schemas) for branch in objects]
    if not all(kinds):
        return None
    return {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"enum": [kind for listed in kinds for kind in listed]}},
        "allOf": [
            {"if": {"properties": {"type": {"enum": listed}}}, "then": branch}
            for listed, branch in zip(kinds, objects, strict=True)
        ],
    }


def _types(reference: str, schemas: dict[str, Schema]) -> list[int]:
    schema = schemas[reference.rpartition("/")[2]]
    listed: list[int] = schema.get("properties", {}).get("type", {}).get("enum", [])
    return listed


# What Discord refuses although its description allows it, and what Nimbus never wants to send.
#
# The limits themselves are those of the sandbox; here they are asked for by method and path.

_CREATE = re.compile(r"/channels/\d+/messages")
_EDIT = re.compile(r"/channels/\d+/messages/\d+|/webhooks/\d+/[^/]+/messages/(@original|\d+)")
_FOLLOW_UP = re.compile(r"/webhooks/\d+/[^/]+")
_CALLBACK = re.compile(r"/interactions/\d+/[^/]+/callback")
_COMMANDS = re.compile(r"/applications/\d+(/guilds/\d+)?/commands")
_EMOJIS = re.compile(r"/applications/\d+/emojis")

_FILE_NAME = re.compile(r"[A-Za-z0-9_.-]{1,100}")
_EMOJI_NAME = re.compile(r"[A-Za-z0-9_]{2,32}")
_FILLING = ("content", "embeds", "components", "sticker_ids", "poll")

STRING_OPTION = 3


@dataclass(frozen=True, slots=True)
class Sent:
    """A request as the bot sent it: `path` without the API's base, `files` by their names."""

    method: str
    path: str
    body: Any = None
    files: tuple[str, ...] = ()


def limit_faults(sent: Sent) -> list[str]:
    """Say what of Discord's undescribed limits a request breaks, and Nimbus's own rule of pings."""
    body: Json = sent.body if isinstance(sent.body, dict) else {}
    faults = [f"file name {name!r}" for name in sent.files if not _FILE_NAME.fullmatch(name)]
    if sent.method == "PUT" and _COMMANDS.fullmatch(sent.path):
        return faults + spelled(check_commands(sent.body))
    if sent.method == "POST" and _EMOJIS.fullmatch(sent.path):
        return faults + ([] if _EMOJI_NAME.fullmatch(str(body.get("name"))) else ["name: charset"])
    if sent.method == "POST" and _CALLBACK.fullmatch(sent.path):
        return faults + _callback(body, sent.files)
    if sent.method == "POST" and _CREATE.fullmatch(sent.path):
        return faults + _message(body, sent.files, CREATE_FLAGS, new=True)
    if sent.method == "POST" and _FOLLOW_UP.fullmatch(sent.path):
        return faults + _message(body, sent.files, ANSWER_FLAGS, new=True)
    if sent.method == "PATCH" and _EDIT.fullmatch(sent.path):
        return faults + _message(body, sent.files, EDIT_FLAGS, new=False)
    return faults


def spelled(problems: Problems) -> list[str]:
    """Return each problem found as its place and code."""
    return list(_flat(problems.tree(), ()))


def _callback(body: Json, files: tuple[str, ...]) -> list[str]:
    data: Json = body.get("data") or {}
    match body.get("type"):
        case 4:
            return _message(data, files, ANSWER_FLAGS, new=True)
        case 5:
            problems = Problems()
            check_flags(problems, data.get("flags"), THINKING_FLAGS)
            return spelled(problems)
        case 7:
            return _message(data, files, EDIT_FLAGS, new=False)
        case 8:
            kinds = {type(choice.get("value")) for choice in data.get("choices") or []}
            return spelled(check_offered(data.get("choices"), STRING_OPTION if str in kinds else 4))
        case 9:
            return spelled(check_modal(data))
        case _:
            return []


def _message(body: Json, files: tuple[str, ...], flags: Flag, *, new: bool) -> list[str]:
    asked = body.get("flags")
    v2 = isinstance(asked, int) and bool(asked & Flag.COMPONENTS_V2)
    listed = body.get("attachments") or []
    known = {str(item.get("filename")) for item in listed if isinstance(item, dict)}
    means = Means(frozenset({*files, *known}), frozenset(_emojis(body)))
    faults = spelled(check_message(body, v2=v2, means=means, flags=flags))
    if new and not files and not any(body.get(name) for name in _FILLING):
        faults.append("body: CANNOT_SEND_EMPTY_MESSAGE")
    return faults + _pings(body)


MOST_CALLED = 5
"""More people than these are asked to no table: the most seats, but for whoever asks."""


REMINDING = "-soon"
"""The end of the nonce of what reminds of an evening: all who signed up are called by that."""


def _pings(body: Json) -> list[str]:
    """Nimbus pings nobody, people of a table, or one role: Discord's own defaults ping whoever."""
    if not body.get("content") and not body.get("components"):
        return []
    allowed = body.get("allowed_mentions")
    if not isinstance(allowed, dict):
        return ["allowed_mentions: left to Discord's default"]
    named = len(allowed.get("users") or [])
    roles = len(allowed.get("roles") or [])
    reminds = str(body.get("nonce")).endswith(REMINDING)
    if allowed.get("parse") != [] or roles > 1 or (named > MOST_CALLED and not reminds):
        return ["allowed_mentions: may ping more than the people of a table"]
    return []


def _emojis(node: Any) -> Iterator[int]:
    """Return the ids of the emojis named anywhere; which exist is for the application to know."""
    if isinstance(node, list):
        for item in node:
            yield from _emojis(item)
    elif isinstance(node, dict):
        emoji = node.get("emoji")
        if isinstance(emoji, dict) and str(emoji.get("id")).isdigit():
            yield int(emoji["id"])
        yield from _emojis(list(node.values()))


def _flat(tree: Json, path: tuple[str, ...]) -> Iterator[str]:
    for key, value in tree.items():
        if key == "_errors":
            yield from (f"{'.'.join(path) or 'body'}: {error['code']}" for error in value)
        else:
            yield from _flat(value, (*path, key))


# Holding every body that the bot sends against the description and the limits.


@dataclass
class BodyChecker:
    """Judges requests and keeps what it found: `faults` by request, `seen` how many there were."""

    description: Description
    faults: list[str] = field(default_factory=list)
    seen: list[Sent] = field(default_factory=list)

    def judge(self, sent: Sent) -> list[str]:
        """Return the faults of one request."""
        found = self.description.faults(sent.method, sent.path, sent.body)
        return found + limit_faults(sent)

    def note(self, sent: Sent) -> None:
        """Judge a request and remember it."""
        self.seen.append(sent)
        self.faults += [f"{sent.method} {sent.path}: {fault}" for fault in self.judge(sent)]

    def note_request(self, request: Request) -> None:
        """Judge a request that has come to a sandbox."""
        self.note(Sent(request.method, request.path, request.body, request.files))

    def note_all(self, requests: Iterable[Request]) -> None:
        """Judge requests that a sandbox has logged."""
        for request in requests:
            self.note_request(request)

    def templates(self) -> set[str]:
        """Name the kinds of calls seen, as Discord's description does."""
        return {f"{s.method} {self.description.template_of(s.path)}" for s in self.seen}


def watch_sandbox(checker: BodyChecker, sandbox: Sandbox) -> None:
    """Judge every request that reaches a sandbox from now on."""
    sandbox.on_request = checker.note_request
