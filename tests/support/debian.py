"""Programs that tests run and that Debian packages: they are installed where that is possible."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from tests.support.needs import without

SYSTEM_FOLDERS = "/usr/bin:/usr/sbin:/bin:/sbin"


@cache
def required_program(name: str, *, package: str) -> str:
    """The path of a program; without it the test that asks is skipped, or fails where ``CI`` is set."""
    return (
        _found(name) or _installed(name, package) or without(f"{name} is not here: install Debian's package {package}")
    )


def _found(name: str) -> str | None:
    return shutil.which(name) or shutil.which(name, path=SYSTEM_FOLDERS)


def _installed(name: str, package: str) -> str | None:
    """Installs the package where we may: as root of a machine with Debian's package manager, in CI."""
    if os.geteuid() or shutil.which("apt-get") is None or not os.environ.get("CI"):
        return None
    with (Path(tempfile.gettempdir()) / "canarygate-apt.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # other processes of the same tests may install at the same time
        if _found(name) is None:
            _install(package)
    return _found(name)


def _install(package: str) -> None:
    # Debian starts a daemon when it is installed, unless this file says no.
    policy = Path("/usr/sbin/policy-rc.d")
    made = not policy.exists()
    if made:
        policy.write_text("#!/bin/sh\nexit 101\n", encoding="ascii")
        policy.chmod(0o755)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        for command in (["update"], ["install", "--yes", "--no-install-recommends", package]):
            subprocess.run(["apt-get", "-qq", *command], check=True, capture_output=True, env=environment)
    finally:
        if made:
            policy.unlink()
