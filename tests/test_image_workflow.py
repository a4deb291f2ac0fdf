"""The workflow that builds the image for others: what it promises, as far as a file can say it."""

from __future__ import annotations

import re
from typing import Any

import yaml

from tests.source_tree import ROOT

PUBLISHERS = ("actions", "docker")
"""Whose steps it may use."""


def workflow() -> dict[Any, Any]:
    found: dict[Any, Any] = yaml.safe_load((ROOT / ".github/workflows/image.yml").read_text())
    return found


def steps() -> list[dict[str, Any]]:
    """Return the steps of the one job there is."""
    ((_, job),) = workflow()["jobs"].items()
    found: list[dict[str, Any]] = job["steps"]
    return found


def using(action: str) -> list[dict[str, Any]]:
    """Return what the steps that use an action give it, in their order."""
    found = [step for step in steps() if step.get("uses", "").startswith(f"{action}@")]
    return [step.get("with", {}) for step in found]


def test_it_is_pushed_for_both_architectures_with_what_is_in_it_and_where_it_comes_from() -> None:
    tried, pushed = using("docker/build-push-action")
    assert (tried.get("push"), tried["load"]) == (None, True)
    assert pushed["platforms"].split(",") == ["linux/amd64", "linux/arm64"]
    assert (pushed["push"], pushed["sbom"], pushed["provenance"]) == (True, True, "mode=max")


def test_it_is_started_and_healthy_before_it_is_pushed() -> None:
    names = [step.get("uses", step.get("run", "")).partition("@")[0] for step in steps()]
    (started,) = (number for number, name in enumerate(names) if name.startswith("docker run"))
    assert "State.Health.Status" in names[started]
    first, last = (n for n, name in enumerate(names) if name == "docker/build-push-action")
    assert first < started < last


def test_the_registry_is_the_hosts_choice_and_without_one_nothing_happens() -> None:
    ((_, job),) = workflow()["jobs"].items()
    assert job["if"] == "vars.IMAGE_REGISTRY != ''"
    (login,) = using("docker/login-action")
    (named,) = using("docker/metadata-action")
    assert login["registry"] == "${{ vars.IMAGE_REGISTRY }}"
    assert named["images"].startswith("${{ vars.IMAGE_REGISTRY }}/")
    text = (ROOT / ".github/workflows/image.yml").read_text()
    described = (ROOT / "docs/hosting.md").read_text()
    for name in re.findall(r"(?:vars|secrets)\.(IMAGE_\w+)", text):
        assert f"`{name}`" in described


def test_it_may_do_no_more_than_it_must() -> None:
    ((_, job),) = workflow()["jobs"].items()
    assert workflow()["permissions"] == {"contents": "read"}
    assert job["permissions"] == {"contents": "read", "packages": "write"}
    (checkout,) = using("actions/checkout")
    assert checkout["persist-credentials"] is False
    for step in steps():
        if "uses" in step:
            assert re.fullmatch(rf"(?:{'|'.join(PUBLISHERS)})/[\w-]+@v\d+", step["uses"])
        # What somebody else may have written never becomes a command.
        assert "${{" not in step.get("run", "")
