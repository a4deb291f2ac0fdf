"""What a host is given: units of systemd, an image that a workflow builds, and an installer."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.source_tree import ROOT

# The units of systemd in docs/systemd do what is said of them.

NAMES = "nimbus.service", "nimbus@.service"
UNITS = [(ROOT / "docs/systemd" / name).read_text() for name in NAMES]


def test_each_unit_has_time_to_install_and_to_compile() -> None:
    for unit in UNITS:
        assert "ExecStartPre=/bin/sh scripts/install requirements-all.lock\n" in unit
        assert re.search(r"\nExecStartPre=-(\S+) -m bot compile\nExecStart=\1 -m bot\n", unit)
        assert "TimeoutStartSec=15min\n" in unit


def test_no_other_user_reads_the_data() -> None:
    assert all("\nStateDirectoryMode=0700\n" in unit and "\nUMask=0077\n" in unit for unit in UNITS)


def test_a_service_writes_its_data_and_its_packages_alone() -> None:
    for unit in UNITS:
        assert "\nProtectSystem=strict\nReadWritePaths=/opt/nimbus" in unit
        assert "\nNoNewPrivileges=yes\nCapabilityBoundingSet=\n" in unit


def test_blue_and_green_share_no_code_and_no_data() -> None:
    _, template = UNITS
    places = re.findall(r"(?:/opt|/var/lib|StateDirectory=)\S*", template)
    assert len(places) == 6
    assert all("nimbus/%i" in place for place in places)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze")
def test_systemd_understands_each_unit(tmp_path: Path) -> None:
    for name, unit in zip(NAMES, UNITS, strict=True):
        # What it runs is not installed here, and neither is its user.
        here = re.sub(r"(ExecStart(?:Pre)?=-?)/opt\S+", r"\1/bin/sh", unit).replace(
            "=nimbus\n", "=root\n"
        )
        (tmp_path / name).write_text(here)
        started = tmp_path / name.replace("@", "@blue")
        said = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", started],  # noqa: S607 - as found above
            check=False, capture_output=True, text=True,
        )  # fmt: skip
        assert (said.returncode, name in said.stderr) == (0, False), said.stderr


@pytest.mark.parametrize(
    ("shown", "told"),
    [
        ("exit 1", "/var/lib/nimbus daily:7 /etc/nimbus/token"),  # no systemd, as in a container
        ('echo "NIMBUS_DATA=/srv NIMBUS_BACKUP=hourly:2"', "/srv hourly:2 "),
    ],
)
def test_a_command_beside_the_service_has_its_settings(
    checkout: Path, shown: str, told: str
) -> None:
    units = checkout / "docs" / "systemd"
    shutil.copytree(ROOT / "docs/systemd", units)
    python = checkout / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\necho "$NIMBUS_DATA $NIMBUS_BACKUP $DISCORD_TOKEN_FILE $*"\n')
    systemctl = checkout / "systemctl"
    systemctl.write_text(f"#!/bin/sh\n{shown}\n")
    for program in (python, systemctl):
        program.chmod(0o755)
    said = subprocess.run(
        ["/bin/sh", units / "bot", "check"],
        cwd=checkout.parent, check=True, capture_output=True, text=True,
        env={"PATH": f"{checkout}:{os.environ['PATH']}"},
    )  # fmt: skip
    assert said.stdout == f"{told} -m bot check\n"


# The workflows, one of which builds the image for others: what they promise, as far as files can.

WORKFLOWS = {"test": "tests", "try": "image", "push": "image"}
"""The file of each job."""

PUBLISHERS = ("actions", "docker")
"""Whose steps it may use."""


def workflow(name: str = "image") -> dict[Any, Any]:
    found: dict[Any, Any] = yaml.safe_load((ROOT / f".github/workflows/{name}.yml").read_text())
    return found


def steps(job: str) -> list[dict[str, Any]]:
    """Return the steps of a job."""
    found: list[dict[str, Any]] = workflow(WORKFLOWS[job])["jobs"][job]["steps"]
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
    steps = re.findall(r"^COPY (\w.+) \S+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    copied = " ".join(steps).split()
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
    described = (ROOT / "docs/large-hosts.md").read_text()
    for name in re.findall(r"(?:vars|secrets)\.(IMAGE_\w+)", text):
        assert f"`{name}`" in described


@pytest.mark.parametrize(
    ("job", "permissions"),
    [("test", None), ("try", None), ("push", {"contents": "read", "packages": "write"})],
)
def test_it_may_do_no_more_than_it_must(job: str, permissions: dict[str, str] | None) -> None:
    whole = workflow(WORKFLOWS[job])
    assert whole["permissions"] == {"contents": "read"}
    assert whole["jobs"][job].get("permissions") == permissions
    (checkout,) = using(job, "actions/checkout")
    assert checkout["persist-credentials"] is False
    for step in steps(job):
        if "uses" in step:
            assert re.fullmatch(rf"(?:{'|'.join(PUBLISHERS)})/[\w-]+@v\d+", step["uses"])
        # What somebody else may have written never becomes a command.
        assert "${{" not in step.get("run", "")


STUB = """\
#!/bin/sh
case "$*" in
    *version_info*|*"import pip"*) exit 0 ;;
    *ensurepip*) exit 1 ;;
esac
echo "$@" >> "$0.log"
"""
"""A Python that is new enough and has pip but not ensurepip; it notes what else it is asked."""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "install", tmp_path / "scripts")
    (tmp_path / "some.lock").write_text("package==1\n")
    return tmp_path


def stub(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(STUB)
    path.chmod(0o755)
    return path


def install(
    checkout: Path, python: str = sys.executable, *, venv: str | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", "scripts/install", "some.lock", *filter(None, [venv])],
        cwd=checkout,
        env={**os.environ, "PYTHON": python},
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_says_so_when_there_is_no_python(checkout: Path) -> None:
    done = install(checkout, "/nowhere/python3")
    assert done.returncode == 1
    assert "Python 3.11 to 3.14" in done.stderr
    assert not (checkout / ".venv").exists()


def test_it_says_what_a_python_lacks(checkout: Path) -> None:
    done = install(checkout, str(stub(checkout / "half" / "python3")))
    assert done.returncode == 1
    assert "python3-venv" in done.stderr


def test_it_installs_with_hashes(checkout: Path) -> None:
    python = stub(checkout / ".venv" / "bin" / "python")
    assert install(checkout).returncode == 0
    log = python.with_name("python.log").read_text()
    assert "install --no-compile --require-hashes -r some.lock" in log


@pytest.mark.parametrize("works", [True, False])
def test_a_lock_that_names_uv_is_installed_by_it_or_else_by_pip(
    checkout: Path, *, works: bool
) -> None:
    python = stub(checkout / ".venv" / "bin" / "python")
    if not works:
        python.write_text(STUB.replace("*ensurepip*)", "*ensurepip*|*'uv pip'*)"))
    (checkout / "some.lock").write_text("package==1\nuv==2\\\n --hash=sha256:0\nyarl==1\n")
    assert install(checkout).returncode == 0
    assert (checkout / ".venv" / "uv.lock").read_text() == "uv==2\\\n --hash=sha256:0\n"
    log = python.with_name("python.log").read_text()
    assert ("uv pip install" in log) is works
    assert ("--no-compile --require-hashes -r some.lock" in log) is not works


def test_each_version_of_python_has_an_environment_of_its_own(checkout: Path) -> None:
    usual = stub(checkout / ".venv" / "bin" / "python")
    other = stub(checkout / ".venv-3.14" / "bin" / "python")
    assert install(checkout, venv=".venv-3.14").returncode == 0
    assert "install --no-compile --require-hashes" in other.with_name("python.log").read_text()
    assert (checkout / ".venv-3.14" / "installed-some.lock").exists()
    assert not usual.with_name("python.log").exists()


def test_it_installs_again_only_when_the_lock_changed(checkout: Path) -> None:
    log = stub(checkout / ".venv" / "bin" / "python").with_name("python.log")
    install(checkout)
    log.unlink()
    install(checkout)
    assert not log.exists()
    (checkout / "some.lock").write_text("package==2\n")
    install(checkout)
    assert log.exists()


@pytest.mark.parametrize(
    ("token", "asked"),
    [({}, "sandbox"), ({"DISCORD_TOKEN": "x"}, "run"), ({"DISCORD_TOKEN_FILE": "x"}, "run")],
)
def test_what_is_played_without_a_token_is_not_kept_where_a_bot_with_one_finds_it(
    checkout: Path, token: dict[str, str], asked: str
) -> None:
    shutil.copy(ROOT / "Makefile", checkout)
    (checkout / "requirements.lock").touch()
    python = stub(checkout / ".venv" / "bin" / "python")
    others = {name: value for name, value in os.environ.items() if "DISCORD" not in name}
    command = ["make", "play"]
    subprocess.run(command, cwd=checkout, check=True, capture_output=True, env=others | token)
    assert python.with_name("python.log").read_text().endswith(f"-m bot {asked}\n")
