"""The command line of ``canarygate detect``. Heavy modules are imported only when a command runs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from lab.reporting.commands import later

_VERBS: Final = "lab.training.verbs"

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_to(commands: Commands) -> None:
    """Adds ``detect`` and its verbs."""
    detect = commands.add_parser("detect", help="make and evaluate the models that find names")
    verbs = detect.add_subparsers(required=True, metavar="VERB")
    _train(verbs.add_parser("train", help="a model and its manifest from a folder of labelled files"))
    _evaluate(verbs.add_parser("evaluate", help="what patterns and names find in a labelled file"))
    _second_look(
        verbs.add_parser("second-look", help="the model of the second look, from an installed package's files")
    )


def _train(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="DIR", required=True)
    parser.add_argument("--out", type=Path, metavar="FILE", required=True)
    _rows(parser, "all")
    parser.set_defaults(command=later(_VERBS, "train"))


def _evaluate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="FILE", required=True, help="or a folder of source code")
    parser.add_argument("--model", type=Path, metavar="FILE", help="the installed one without it")
    parser.add_argument("--second-look", type=Path, metavar="DIR", help="also with what `second-look` made there")
    _rows(parser, "held-out")
    parser.set_defaults(command=later(_VERBS, "evaluate"))


def _second_look(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, metavar="DIR", required=True)
    parser.set_defaults(command=later(_VERBS, "second_look"))


def _rows(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument("--rows", choices=("held-out", "tuned", "all"), default=default, help=f"{default} without it")
    parser.add_argument("--json", action="store_true")
