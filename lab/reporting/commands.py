"""What the command lines of offline work share: late loading, numbers, and how a result is printed."""

from __future__ import annotations

import argparse
import platform
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.metadata import version

import msgspec


def later(module: str, verb: str) -> Callable[[argparse.Namespace], int]:
    """Return the command of this name; its module is loaded when the command runs, and by no other command."""

    def command(options: argparse.Namespace) -> int:
        status: int = getattr(import_module(module), verb)(options)
        return status

    return command


def positive(text: str) -> int:
    """Return the whole number from 1 that a user typed; raises ArgumentTypeError or ValueError.

    >>> positive("3")
    3
    """
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def versions(packages: Iterable[str]) -> dict[str, str]:
    """Return the versions of Python and of the packages that compute."""
    return {"python": platform.python_version(), **{package: version(package) for package in packages}}


def encoded(value: object) -> bytes:
    r"""Return a result as indented JSON that ends with a newline.

    >>> encoded([])
    b'[]\n'
    """
    return msgspec.json.format(msgspec.json.encode(value)) + b"\n"
