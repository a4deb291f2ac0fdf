"""Runs the Dockerfile's steps without Docker: `python -m scripts.dockerfile_steps`.

Each stage gets an empty directory in place of the image's root, and the absolute paths the
Dockerfile names are read as paths inside it. The base image's Python is stood in for by one of
this machine. At the end the command is started as the image's user, must become healthy by the
image's own health check, and must stop cleanly when asked to. What this cannot show: that the
base image and Debian's packages can be had, and what they hold besides Python.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).resolve().parent.parent
START_SECONDS = 60.0
STOP_SECONDS = 30.0
CLEAN_PATH = "/usr/local/bin:/usr/bin:/bin"
INTERPRETERS = ("python3.14", "python3.13", "python3.12", "python3.11", "/usr/bin/python3")
PRIVATE = ("DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "DATABASE_URL")


class Step(NamedTuple):
    """One instruction of the Dockerfile and the rest of its line, continuation lines joined."""

    instruction: str
    text: str


def parse(dockerfile: str) -> Iterator[Step]:
    """Return the instructions in their order; comments and empty lines are left out."""
    lines = [line for line in dockerfile.splitlines() if not line.lstrip().startswith("#")]
    for line in re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines():
        if line.strip():
            instruction, _, text = line.partition(" ")
            yield Step(instruction.upper(), text.strip())


@dataclass(slots=True)
class Stage:
    """A stage while its steps run: its root directory and what the image would remember.

    `tops` are the directories at the image's root that the Dockerfile fills.
    """

    root: Path
    tops: frozenset[str]
    python: Path
    name: str
    environment: dict[str, str] = field(default_factory=dict)
    directory: Path = Path("/")
    user: int | None = None
    health: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)

    def here(self, path: str) -> Path:
        """Where the image's absolute path lies in the stage's root."""
        return self.root / path.lstrip("/")

    def reroot(self, text: str) -> str:
        """Put every path below `tops` inside the stage's root; the system's paths stay."""
        names = "|".join(sorted(self.tops))
        return re.sub(rf"(?<![\w./])/({names})(?![\w.])", rf"{self.root}/\1", text)

    def surroundings(self) -> dict[str, str]:
        """Return a process of the stage this one's environment, without secrets, then ENV."""
        outer = {key: value for key, value in os.environ.items() if key not in PRIVATE}
        outer["PATH"] = f"{self.python.parent}:{CLEAN_PATH}"
        return outer | {key: self.reroot(value) for key, value in self.environment.items()}

    def run(self, step: Step, stages: Sequence[Stage]) -> None:
        """Carry out one step. Raises CalledProcessError when a command of it fails."""
        match step.instruction:
            case "RUN" if step.text.startswith("apt-get "):
                print("(left out: it would change this machine's own packages)", flush=True)
            case "RUN":
                self._shell(step.text)
            case "COPY":
                self._copy(step.text.split(), stages)
            case "VOLUME":
                self.here(step.text).mkdir(exist_ok=True)
            case _:
                self._remember(step)

    def _remember(self, step: Step) -> None:
        match step.instruction:
            case "ENV":
                self._set(step.text.split())
            case "WORKDIR":
                self.directory = self.here(step.text)
            case "USER":
                self.user = int(step.text.partition(":")[0])
            case "HEALTHCHECK":
                self.health = json.loads(step.text.partition("CMD ")[2])
            case "CMD":
                self.command = json.loads(step.text)
            case other:
                sys.exit(f"{other}: this script does not know that instruction")

    def _shell(self, command: str) -> None:
        if os.geteuid() != 0:  # only root may give a directory away
            command = re.sub(r" -[og] \d+", "", command)
        arguments = ["/bin/sh", "-ec", self.reroot(command)]
        subprocess.run(arguments, cwd=self.root, env=self.surroundings(), check=True)

    def _copy(self, words: list[str], stages: Sequence[Stage]) -> None:
        source, target = words[-2:]
        origin, ignored = PROJECT / source, shutil.ignore_patterns("__pycache__")
        if words[0].startswith("--from="):
            name = words[0].removeprefix("--from=")
            stage = next(stage for stage in stages if stage.name == name)
            origin, ignored = stage.here(source), shutil.ignore_patterns()
        destination = self.here(target)
        destination.parent.mkdir(parents=True, exist_ok=True)
        if origin.is_dir():
            shutil.copytree(origin, destination, symlinks=True, ignore=ignored)
        else:
            shutil.copy2(origin, destination)

    def _set(self, words: Sequence[str]) -> None:
        path = self.surroundings()["PATH"]
        for word in words:
            key, _, value = word.partition("=")
            self.environment[key] = value.replace("$PATH", path)


def filled(steps: Sequence[Step]) -> frozenset[str]:
    """Name the directories at the image's root that the steps copy to or keep data in."""
    paths = [step.text.split()[-1] for step in steps if step.instruction in {"COPY", "VOLUME"}]
    return frozenset(path.split("/")[1] for path in paths)


def build(dockerfile: str, scratch: Path, python: Path) -> Stage:
    """Run all steps, every stage in a directory of its own; gives the last stage."""
    stages: list[Stage] = []
    steps = list(parse(dockerfile))
    tops = filled(steps)
    for step in steps:
        print(f"{step.instruction} {step.text}", flush=True)
        if step.instruction == "FROM":
            root = scratch / f"stage{len(stages)}"
            root.mkdir()
            stages.append(Stage(root, tops, python, name=step.text.rpartition(" AS ")[2]))
        else:
            stages[-1].run(step, stages)
    return stages[-1]


def start(stage: Stage) -> int:
    """Start the image's command, wait for its health and stop it; gives the exit status."""
    user = stage.user if os.geteuid() == 0 else None
    groups: list[int] | None = None if user is None else []
    environment = stage.surroundings() | {"HOME": "/", "NIMBUS_PACE": "0"}

    def launch(command: list[str]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command, cwd=stage.directory, env=environment, user=user, group=user,
            extra_groups=groups,
        )  # fmt: skip

    print(f"CMD {stage.command} as user {user or os.geteuid()}", flush=True)
    process = launch(stage.command)
    deadline = time.monotonic() + START_SECONDS
    healthy = False
    while not healthy and process.poll() is None and time.monotonic() < deadline:
        time.sleep(1)
        healthy = launch(stage.health).wait() == 0
    process.terminate()
    try:
        status = process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        status = process.wait()
    print(f"healthy: {healthy}; exit status after SIGTERM: {status}")
    return 0 if healthy and status == 0 else 1


def interpreter(user: int | None) -> Path:
    """Find a Python of this machine that `user` may start; exits with a word if there is none."""
    probe = "import ensurepip, os, sys; print(os.path.realpath(sys.executable))"
    for name in (*INTERPRETERS, sys.executable):
        path = shutil.which(name)
        if path is None:
            continue
        try:
            found = subprocess.run(
                [path, "-c", probe], user=user, cwd="/", check=True, capture_output=True, text=True
            )
        except (OSError, subprocess.CalledProcessError):
            continue
        return Path(found.stdout.strip())
    sys.exit("no Python here can be started by the image's user")


def main() -> int:
    """Build and start in a directory that is removed at the end; gives the exit status."""
    dockerfile = (PROJECT / "Dockerfile").read_text(encoding="utf-8")
    users = [int(step.text.partition(":")[0]) for step in parse(dockerfile) if step[0] == "USER"]
    user = users[-1] if users and os.geteuid() == 0 else None
    scratch = Path(tempfile.mkdtemp(prefix="nimbus-image-"))
    scratch.chmod(0o755)  # the image's user must reach what lies inside
    try:
        (scratch / "bin").mkdir()
        python = scratch / "bin" / "python"
        python.symlink_to(interpreter(user))
        return start(build(dockerfile, scratch, python))
    finally:
        shutil.rmtree(scratch)


if __name__ == "__main__":
    sys.exit(main())
