"""The command line of ``canarygate canarybench``. What computes is imported when a command runs, and only then."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from lab.canarybench.options import Clustering, CountBy, Redaction, Summarizer
from lab.reporting.commands import later, positive

_VERBS: Final = "lab.canarybench.verbs"

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_to(commands: Commands) -> None:
    """Add ``canarybench`` and its four commands. The paper's spelling of flags, with ``_``, works as well."""
    bench = commands.add_parser("canarybench", help="measure how easily summaries of clusters leak")
    verbs = bench.add_subparsers(required=True, metavar="VERB")
    _generate(verbs.add_parser("generate", help="make conversations with planted canaries"))
    _run(verbs.add_parser("run", help="cluster, summarize, publish, and look for leaks"))
    _sweep(verbs.add_parser("sweep", help="the same under every defence, over several seeds"))
    _report(verbs.add_parser("report", help="tables and figures of a sweep"))


def _generate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, required=True, metavar="FILE")
    _corpus(parser)
    parser.add_argument("--seed", type=int, default=0, help="(default %(default)s)")
    parser.set_defaults(command=later("lab.canarybench.corpus", "generate"))


def _run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True, nargs="+", metavar="FILE", help="JSON lines")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="a new folder")
    parser.add_argument("--embed", choices=("tfidf",), default="tfidf", help="(default %(default)s)")
    parser.add_argument("--cluster", type=Clustering, choices=list(Clustering), default=Clustering.KMEANS)
    parser.add_argument("--clusters", type=_count, default=0, metavar="K", help="(default: the square root of N)")
    parser.add_argument("--summarizer", type=Summarizer, choices=list(Summarizer), default=Summarizer.KEYWORD)
    parser.add_argument(
        "--k-min", "--k_min", type=_count, default=0, metavar="K", help="least members of what is published"
    )
    parser.add_argument("--k-by", "--k_by", type=CountBy, choices=list(CountBy), default=CountBy.CONVERSATIONS)
    parser.add_argument(
        "--merge-small", "--merge_small", action="store_true", help="join clusters below k-min to near ones"
    )
    parser.add_argument(
        "--redact-pii", "--redact_pii", type=Redaction, choices=list(Redaction), nargs="?", const=Redaction.REGEX,
        default=Redaction.NONE, help="(%(const)s where none is named; that one knows the canaries' forms)",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=0, help="(default %(default)s)")
    parser.add_argument("--fail-on-leak", action="store_true", help="exit 1 on a leak or an indicator hit")
    parser.add_argument("--json", action="store_true", help="print what was measured as JSON")
    parser.set_defaults(command=later(_VERBS, "run"))


def _sweep(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="a new file of JSON lines")
    parser.add_argument(
        "--data", type=Path, nargs="+", default=[], metavar="FILE", help="instead of made conversations"
    )
    _corpus(parser)
    parser.add_argument("--seeds", type=positive, default=10, help="(default %(default)s)")
    parser.set_defaults(command=later(_VERBS, "sweep"))


def _report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True, metavar="FILE", help="what a sweep wrote")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="a new folder")
    parser.add_argument("--json", action="store_true", help="print what was measured as JSON")
    parser.set_defaults(command=later(_VERBS, "report"))


def _corpus(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--n", type=positive, default=3000, help="conversations (default %(default)s)")
    parser.add_argument("--topics", type=positive, default=24, help="(default and most: 24)")
    parser.add_argument("--canary-rate", "--canary_rate", type=_share, default=0.60, help="(default %(default)s)")
    parser.add_argument("--pii-rate", "--pii_rate", type=_share, default=0.20, help="(default %(default)s)")


def _count(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError("not below 0")
    return number


def _share(text: str) -> float:
    number = float(text)
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError("between 0 and 1")
    return number
