"""What users may type after ``canarygate``."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from gateway.settings import Role
from gateway.settings.key_ring import KEY_ID
from gateway.settings.sections import address

Command = Callable[[argparse.Namespace], int]

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_to(commands: Commands, made: Mapping[str, Command]) -> None:
    """Adds all commands of the gateway; ``made`` are the functions that run them, by what is typed."""
    _run(commands.add_parser("run", help="run roles; all of them in one process without --role"), made)
    _check(commands.add_parser("check", help="every mistake of a configuration at once, or what is in force"), made)
    _inspect(commands.add_parser("inspect", help="what would leave for a text or a request body, span by span"), made)
    _keys(commands.add_parser("keys", help="make an API key or a secret, or hash an API key"), made)
    _topics(commands.add_parser("topics", help="the topics on a broker"), made)


def _run(parser: argparse.ArgumentParser, made: Mapping[str, Command]) -> None:
    _config(parser)
    _roles(parser)
    _listen(parser)
    parser.add_argument("--log-level", choices=("debug", "info", "warning", "error"), default="info")
    parser.set_defaults(command=made["run"])


def _check(parser: argparse.ArgumentParser, made: Mapping[str, Command]) -> None:
    _config(parser, required=True)
    _roles(parser)
    _listen(parser)
    parser.set_defaults(command=made["check"])


def _inspect(parser: argparse.ArgumentParser, made: Mapping[str, Command]) -> None:
    _config(parser)
    parser.add_argument("--policy", default="default", metavar="NAME")
    parser.add_argument("--color", choices=("always", "never", "auto"), default="auto", help="auto: in a terminal")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--explain", action="store_true", help="say of each span why")
    shown.add_argument("--json", action="store_true")
    parser.add_argument("file", type=Path, nargs="?", metavar="FILE", help="standard input without it")
    parser.set_defaults(command=made["inspect"])


def _keys(parser: argparse.ArgumentParser, made: Mapping[str, Command]) -> None:
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    verbs.add_parser("new", help="a new API key and its hash").set_defaults(command=made["keys new"])
    hashed = verbs.add_parser("hash", help="the hash of a key read from standard input")
    hashed.set_defaults(command=made["keys hash"])
    sealing = verbs.add_parser("sealing", help="a new sealing key, as sealing.keys takes it")
    sealing.add_argument(
        "id", nargs="?", default="k1", type=_key_id, metavar="ID", help="the key's name, k1 without it"
    )
    sealing.set_defaults(command=made["keys sealing"])
    secret = verbs.add_parser("hashing", help="a new secret for hashing.key, audit.key, analytics.key or its noise_key")
    secret.set_defaults(command=made["keys hashing"])


def _topics(parser: argparse.ArgumentParser, made: Mapping[str, Command]) -> None:
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    for verb, text in (("plan", "what is to be done"), ("apply", "do it")):
        topic = verbs.add_parser(verb, help=text)
        _config(topic, required=True)
        topic.set_defaults(command=made[f"topics {verb}"])


def _config(parser: argparse.ArgumentParser, *, required: bool = False) -> None:
    parser.add_argument("--config", type=Path, metavar="FILE", required=required)


def _roles(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--role", action="append", type=_role, default=[], metavar="ROLE", help=", ".join(Role))


def _listen(parser: argparse.ArgumentParser) -> None:
    for option, setting in (("--listen", "edge.listen"), ("--metrics-listen", "metrics.listen")):
        parser.add_argument(option, type=typed_address, metavar="HOST:PORT", help=f"instead of {setting}")


def typed_address(text: str) -> str:
    """Returns the address that a user typed; raises ArgumentTypeError."""
    try:
        return str(address(text))
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _key_id(text: str) -> str:
    if not KEY_ID.fullmatch(text):
        raise argparse.ArgumentTypeError("should be 1 to 32 letters, digits, '-' or '_'")
    return text


def _role(name: str) -> Role:
    if name not in set(Role):
        raise argparse.ArgumentTypeError(f"there is no role {name!r}; the roles are {', '.join(Role)}")
    return Role(name)
