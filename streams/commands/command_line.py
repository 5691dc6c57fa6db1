"""What users may type about summaries, reviews, people's rights and canaries. A command loads its code when it runs."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from gateway.command_line import typed_address
from gateway.types import Surface

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

LONGEST_NAME = 100
LONGEST_NOTE = 200
LONGEST_REASON = 1_000


def add_to(commands: Commands) -> None:
    """Adds ``summaries``, ``review``, ``privacy`` and ``canaries``."""
    _summaries(commands.add_parser("summaries", help="what was published about conversations, and what was withheld"))
    _review(commands.add_parser("review", help="summaries that are published only when persons approve them"))
    _privacy(commands.add_parser("privacy", help="take a person out of what is counted and published"))
    _canaries(commands.add_parser("canaries", help="what the audit planted and found, and who knows of a leak"))


def _summaries(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    _verb(verbs, "list", "all of them, the newest window first", "summaries", "list_all")
    _key(_verb(verbs, "show", "one of them with all its terms", "summaries", "show"))


def _review(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    listed = _verb(verbs, "list", "what waits for a review", "review", "list_waiting")
    listed.add_argument("--all", action="store_true", help="what is decided as well")
    _key(_verb(verbs, "show", "a summary that waits, and who decided what", "review", "show"))
    _reviewer(_verb(verbs, "approve", "let it be published", "review", "approve"), reason_required=False)
    _reviewer(_verb(verbs, "reject", "keep it from being published", "review", "reject"), reason_required=True)


def _privacy(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    for verb, function, text in (
        ("opt-out", "opt_out", "count a person no more, now and from now on"),
        ("delete", "delete", "forget what was counted of a person so far"),
        ("receipt", "receipt", "what was done about a request"),
    ):
        _person(_verb(verbs, verb, text, "privacy", function, needs_analytics_key=True))


def _canaries(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    known = _verb(verbs, "acknowledge", "say that you know of a leak: its alert ends", "canaries", "acknowledge")
    which = known.add_mutually_exclusive_group(required=True)
    which.add_argument("canary", nargs="?", metavar="ID", help="the canary that leaked")
    which.add_argument("--all", action="store_true", help="every leak that nobody has acknowledged")
    known.add_argument("--surface", choices=[*Surface], help="on this surface only")
    _decider(known)
    known.add_argument(
        "--reason", type=_line(LONGEST_NOTE), required=True, metavar="TEXT", help="for the evidence: never a value"
    )


def _verb(
    verbs: Commands, name: str, text: str, module: str, function: str, *, needs_analytics_key: bool = False
) -> argparse.ArgumentParser:
    verb = verbs.add_parser(name, help=text)
    verb.add_argument("--config", type=Path, metavar="FILE", help="names the broker; a trial run's without it")
    verb.add_argument(
        "--metrics-listen", type=typed_address, metavar="HOST:PORT", help="of the trial run, instead of metrics.listen"
    )
    verb.add_argument("--json", action="store_true")
    verb.set_defaults(command=_later(module, function), needs_analytics_key=needs_analytics_key)
    return verb


def _later(module: str, function: str) -> Callable[[argparse.Namespace], int]:
    def command(options: argparse.Namespace) -> int:
        access = import_module("streams.commands.access")
        status: int = access.answer(options, getattr(import_module(f"streams.commands.{module}"), function))
        return status

    return command


def _key(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("key", metavar="KEY", help="WINDOW/CLUSTER, as the list shows it")


def _reviewer(verb: argparse.ArgumentParser, *, reason_required: bool) -> None:
    _key(verb)
    _decider(verb)
    verb.add_argument("--reason", type=_line(LONGEST_REASON), required=reason_required, metavar="TEXT")


def _decider(verb: argparse.ArgumentParser) -> None:
    verb.add_argument(
        "--as",
        dest="reviewer",
        type=_line(LONGEST_NAME),
        metavar="NAME",
        help="who decides (default: you)",
    )


def _person(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--tenant", required=True, metavar="TENANT")
    verb.add_argument(
        "--contributor", metavar="ID", help="read from standard input without it, so that no shell remembers it"
    )
    verb.add_argument("--wait", type=float, default=0.0, metavar="SECONDS", help="for the receipt (default: 0)")


def _line(longest: int) -> Callable[[str], str]:
    def line(text: str) -> str:
        if not text.strip() or not text.isprintable() or len(text) > longest:
            raise argparse.ArgumentTypeError(f"should be a line of 1 to {longest} characters")
        return text.strip()

    return line
