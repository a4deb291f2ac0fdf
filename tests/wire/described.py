"""Discord's OpenAPI description as a judge of request bodies.

`discord-openapi.json.xz` is Discord's own file, specs/openapi.json of discord/discord-api-spec,
unaltered; its licence stands beside it. A newer one takes its place by
`xz -9e <openapi.json >tests/wire/discord-openapi.json.xz`.
"""

from __future__ import annotations

import lzma
from collections import defaultdict
from collections.abc import Iterator
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
