"""Programs that tests run and that are built from Go modules: once for each version, in the user's cache.

``python -m tests.support.go`` builds them, so that no test that is limited in time has to.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from tests.support.needs import NotHere, without

VERSIONS: Final[Mapping[str, str]] = MappingProxyType({"helm.sh/helm/v3/cmd/helm": "v3.18.4"})


def go_program(module: str) -> str:
    """The path of a program, which is built where it is not there yet; raises NotHere."""
    name, version = module.rpartition("/")[2], VERSIONS[module]
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = cache / "canarygate-tests" / f"{name}-{version}"
    if (folder / name).exists() or _built(module, version, folder):
        return str(folder / name)
    raise NotHere(f"{name} is not here: it is built with Go, which is not here or could not fetch {module}")


def required_go_program(module: str) -> str:
    """The path of a program; without it the test that asks is skipped, or fails where ``CI`` is set."""
    try:
        return go_program(module)
    except NotHere as reason:
        without(reason)


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


def main() -> int:
    """Builds every program that is not there yet; 0 also where one cannot be built: the tests say so."""
    for module in VERSIONS:
        try:
            print(f"A program of the tests is in {go_program(module)}")
        except NotHere as reason:
            print(reason, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
