"""What the command lines of offline work share: late loading, numbers, and how a result is printed."""

from __future__ import annotations

import argparse
import platform
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.metadata import version

import msgspec


def later(module: str, verb: str) -> Callable[[argparse.Namespace], int]:
    """The command of this name in a module, which is loaded when the command runs, and by no other command."""

    def command(options: argparse.Namespace) -> int:
        status: int = getattr(import_module(module), verb)(options)
        return status

    return command


def positive(text: str) -> int:
    """The whole number from 1 that a user typed; raises ArgumentTypeError or ValueError.

    >>> positive("3")
    3
    """
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def versions(packages: Iterable[str]) -> dict[str, str]:
    """The versions of Python and of the packages that compute."""
    return {"python": platform.python_version(), **{package: version(package) for package in packages}}


def encoded(value: object) -> bytes:
    r"""A result as JSON that reads well, with its line's end.

    >>> encoded([])
    b'[]\n'
    """
    return msgspec.json.format(msgspec.json.encode(value)) + b"\n"
