"""Programs that tests run and that are built from Go modules: once for each version, in the user's cache."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest


def required_go_program(module: str, version: str) -> str:
    """The path of a program; without Go the test that asks is skipped, or fails where ``CI`` is set."""
    name = module.rpartition("/")[2]
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = cache / "canarygate-tests" / f"{name}-{version}"
    if (folder / name).exists() or _built(module, version, folder):
        return str(folder / name)
    reason = f"{name} is not here: it is built with Go, which is not here or could not fetch {module}"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def _built(module: str, version: str, folder: Path) -> bool:
    """Builds into a folder aside and moves it into place whole: a second process may do the same at the same time."""
    if shutil.which("go") is None:
        return False
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as aside:
        built = Path(aside) / "bin"
        command, environment = ["go", "install", f"{module}@{version}"], {**os.environ, "GOBIN": str(built)}
        done = subprocess.run(command, capture_output=True, check=False, env=environment)
        if done.returncode:
            return False
        try:
            built.rename(folder)
        except OSError:
            return folder.is_dir()
    return True
