"""The command line of ``canarygate minimize``. What computes is imported when a command runs, and only then."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_to(commands: Commands) -> None:
    """Adds ``minimize`` and its verbs."""
    minimize = commands.add_parser("minimize", help="search, learn, compare and audit minimal plans")
    verbs = minimize.add_subparsers(required=True, metavar="VERB")
    _compare(verbs.add_parser("compare", help="how well comparators agree with people"))


def _compare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True, metavar="FILE", help="pairs with people's votes")
    parser.add_argument("--fit", type=Path, metavar="FILE", help="also fit the learned comparator to all pairs")
    parser.add_argument("--seed", type=int, default=0, help="of folds and resamplings (default %(default)s)")
    parser.add_argument("--json", action="store_true", help="print what was measured as JSON")
    parser.set_defaults(command=_later("compare"))


def _later(verb: str) -> Callable[[argparse.Namespace], int]:
    """The command of this name; what computes is loaded when it runs, and by no other command."""

    def command(options: argparse.Namespace) -> int:
        status: int = getattr(import_module("streams.oracle.verbs"), verb)(options)
        return status

    return command
