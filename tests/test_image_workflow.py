"""The workflow that builds the image for others: what it promises, as far as a file can say it."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from tests.source_tree import ROOT

PUBLISHERS = ("actions", "docker")
"""Whose steps it may use."""


def workflow() -> dict[Any, Any]:
    found: dict[Any, Any] = yaml.safe_load((ROOT / ".github/workflows/image.yml").read_text())
    return found


def steps(job: str) -> list[dict[str, Any]]:
    """Return the steps of a job."""
    found: list[dict[str, Any]] = workflow()["jobs"][job]["steps"]
    return found


def using(job: str, action: str) -> list[dict[str, Any]]:
    """Return what the steps that use an action give it, in their order."""
    found = [step for step in steps(job) if step.get("uses", "").startswith(f"{action}@")]
    return [step.get("with", {}) for step in found]


def test_it_is_pushed_for_both_architectures_with_what_is_in_it_and_where_it_comes_from() -> None:
    (pushed,) = using("push", "docker/build-push-action")
    assert pushed["platforms"].split(",") == ["linux/amd64", "linux/arm64"]
    assert (pushed["push"], pushed["sbom"], pushed["provenance"]) == (True, True, "mode=max")


def test_it_is_started_healthy_and_stopped_before_it_is_pushed() -> None:
    (tried,) = using("try", "docker/build-push-action")
    assert (tried.get("push"), tried["load"]) == (None, True)
    *_, last = steps("try")
    assert last["run"].startswith("docker run --detach --name tried --read-only")
    assert last["run"].split("docker run", 1)[1].split("\n", 1)[0].endswith(f" {tried['tags']}")
    assert '[ "$status" = healthy ]\n' in last["run"]
    assert last["run"].endswith("{{.State.ExitCode}}' tried)\" = 0 ]\n")
    assert workflow()["jobs"]["push"]["needs"] == "try"


def test_it_is_tried_whenever_something_changes_that_the_image_is_made_of() -> None:
    pushes = workflow()[True]["push"]  # YAML reads "on" as a truth
    copied = re.findall(r"^COPY (\w\S+) ", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    made_of = {path if (ROOT / path).is_file() else f"{path}/**" for path in copied}
    assert made_of | {"Dockerfile", ".dockerignore"} < set(pushes["paths"])
    assert (pushes["branches"], pushes["tags"]) == (["**"], ["v*"])
    assert "if" not in workflow()["jobs"]["try"]


def test_the_registry_is_the_hosts_choice_and_without_one_nothing_is_pushed() -> None:
    assert workflow()["jobs"]["push"]["if"].startswith("vars.IMAGE_REGISTRY != '' && (")
    (login,) = using("push", "docker/login-action")
    (named,) = using("push", "docker/metadata-action")
    assert login["registry"] == "${{ vars.IMAGE_REGISTRY }}"
    assert named["images"].startswith("${{ vars.IMAGE_REGISTRY }}/")
    text = (ROOT / ".github/workflows/image.yml").read_text()
    described = (ROOT / "docs/hosting.md").read_text()
    for name in re.findall(r"(?:vars|secrets)\.(IMAGE_\w+)", text):
        assert f"`{name}`" in described


@pytest.mark.parametrize(
    ("job", "permissions"),
    [("try", None), ("push", {"contents": "read", "packages": "write"})],
)
def test_it_may_do_no_more_than_it_must(job: str, permissions: dict[str, str] | None) -> None:
    assert workflow()["permissions"] == {"contents": "read"}
    assert workflow()["jobs"][job].get("permissions") == permissions
    (checkout,) = using(job, "actions/checkout")
    assert checkout["persist-credentials"] is False
    for step in steps(job):
        if "uses" in step:
            assert re.fullmatch(rf"(?:{'|'.join(PUBLISHERS)})/[\w-]+@v\d+", step["uses"])
        # What somebody else may have written never becomes a command.
        assert "${{" not in step.get("run", "")
