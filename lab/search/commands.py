"""The command line of ``canarygate minimize``. Heavy modules are imported only when a command runs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from lab.reporting.commands import later, positive

_VERBS: Final = "lab.search.verbs"

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_to(commands: Commands) -> None:
    """Adds ``minimize`` and its verbs."""
    minimize = commands.add_parser("minimize", help="search, learn, compare and audit minimal plans")
    verbs = minimize.add_subparsers(required=True, metavar="VERB")
    _oracle(verbs.add_parser("oracle", help="search the least disclosure that keeps each prompt's utility"))
    _compare(verbs.add_parser("compare", help="how well comparators agree with people"))
    _audit(verbs.add_parser("audit", help="what an attacker can infer about hidden values"))
    _train(verbs.add_parser("train", help="learn a predictor from what the oracle found"))
    _predict(verbs.add_parser("predict", help="how near predictors come to the oracle"))
    _report(verbs.add_parser("report", help="all tables and figures, the paper's beside ours"))


def _oracle(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True, nargs="+", metavar="FILE", help="prompts with entities")
    parser.add_argument("--ledger", type=Path, required=True, metavar="FILE", help="a new one, or one to go on with")
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("--model", metavar="NAME", help="the target: a name of --config, or one that litellm knows")
    asked.add_argument("--stand-in", action="store_true", help="no model: needs known by construction")
    parser.add_argument("--judge", metavar="NAME", help="who judges open-ended answers (default: --model)")
    parser.add_argument("--config", type=Path, metavar="FILE", help="configuration that defines the models")
    parser.add_argument("--api-base", metavar="URL", help="where --model is, without --config")
    parser.add_argument("--concurrency", type=positive, default=8, metavar="N", help="calls at once (%(default)s)")
    parser.add_argument(
        "--budget", type=positive, default=2000, metavar="N", help="calls a prompt, retries aside (%(default)s)"
    )
    parser.add_argument(
        "--slack", type=int, choices=range(9), nargs="+", metavar="S",
        help="the judge gives 1 to 10 points and 10 - S pass (without it: PASS or FAIL); several make a sweep",
    )  # fmt: skip
    parser.add_argument("--repeats", type=positive, default=5, metavar="K", help="decodes of a choice (%(default)s)")
    parser.add_argument("--json", action="store_true", help="print what was measured as JSON")
    parser.set_defaults(command=later(_VERBS, "oracle"))


def _compare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True, metavar="FILE", help="pairs with people's votes")
    parser.add_argument("--judge", metavar="MODEL", help="also this model, asked in both orders")
    _add_model_options(parser, "--judge")
    parser.add_argument("--json", action="store_true", help="print what was measured as JSON")
    parser.set_defaults(command=later(_VERBS, "compare"))


def _audit(parser: argparse.ArgumentParser) -> None:
    _add_plan_options(parser)
    parser.add_argument("--attacker", metavar="MODEL", help="a model as attacker (without it: the built-in one)")
    _add_model_options(parser, "--attacker")
    parser.add_argument("--redact-all", action="store_true", help="audit the plan that redacts everything")
    parser.add_argument("--json", action="store_true", help="print what was measured as JSON")
    parser.set_defaults(command=later(_VERBS, "audit"))


def _train(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, nargs="+", default=[], metavar="FILE", help="prompts with entities")
    parser.add_argument(
        "--ledger", type=Path, nargs="+", default=[], metavar="FILE", help="of runs over these prompts, or of searchers"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="a new file")
    parser.set_defaults(command=later(_VERBS, "train"))


def _predict(parser: argparse.ArgumentParser) -> None:
    _add_plan_options(parser)
    parser.add_argument("--ask", metavar="MODEL", help="also this model, asked once for each prompt")
    parser.add_argument(
        "--order", choices=("notion", "only", "none"), default="notion",
        help="what --ask is told: that stronger actions come first while the answer stays as good (notion, the "
        "default), their order only, or none of it",
    )  # fmt: skip
    _add_model_options(parser, "--ask")
    parser.add_argument("--seed", type=int, default=0, help="of the folds (default %(default)s)")
    parser.add_argument("--json", action="store_true", help="print what was measured as JSON")
    parser.set_defaults(command=later(_VERBS, "predict"))


def _report(parser: argparse.ArgumentParser) -> None:
    _add_plan_options(parser)
    parser.add_argument("--pairs", type=Path, metavar="FILE", help="pairs with people's votes, for table 1")
    for option, verb in (("--ablation", "predict --ask"), ("--audits", "audit --attacker"), ("--runs", "oracle")):
        parser.add_argument(
            option, type=Path, nargs="+", default=[], metavar="FILE", help=f"what {verb} … --json printed"
        )
    parser.add_argument("--seed", type=int, default=0, help="of the folds (default %(default)s)")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="a new one")
    parser.add_argument("--json", action="store_true", help="print the tables as JSON")
    parser.set_defaults(command=later(_VERBS, "report"))


def _add_model_options(parser: argparse.ArgumentParser, option: str) -> None:
    """Adds the option for the configuration that defines the model named by ``option``."""
    parser.add_argument("--config", type=Path, metavar="FILE", help=f"configuration that defines {option}")
    parser.add_argument("--api-base", metavar="URL", help=f"where {option} is, without --config")


def _add_plan_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options for the oracle's plans: published with the prompts, or in ledgers."""
    parser.add_argument("--data", type=Path, required=True, nargs="+", metavar="FILE", help="prompts with entities")
    parser.add_argument("--ledger", type=Path, nargs="+", default=[], metavar="FILE", help="of runs over these prompts")
