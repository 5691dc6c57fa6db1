"""``canarygate``: the composition root. It reads the configuration, puts a process together and runs it.

What a command needs is imported when it runs, and only then: nobody waits for Kafka to look at a text.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING

import orjson

from gateway import command_line
from gateway.errors import GatewayError, NotFound, Unavailable
from gateway.keys import RANDOM_BYTES, hash_key, new_key
from gateway.settings import Role, Settings, SettingsError, Trial, check, effective, load, load_file, trial
from gateway.settings.environment import Environment
from gateway.settings.key_ring import KEY_BYTES, entry_of
from lab.canarybench import commands as canarybench
from lab.search import commands as minimize
from lab.training import commands as detect
from streams.commands import command_line as summaries
from streams.verify import command_line as verify

if TYPE_CHECKING:
    from gateway.detection.names.weights import Weights
    from gateway.minimization import Detectors, MinimizedRequest
    from gateway.policy import Policy
    from streams.process import Process

UNAVAILABLE = 1
DIFFERENT = 1
USAGE_ERROR = 2
NOTHING_TO_DO = "nothing to do"

TRIAL = """
Canarygate is ready at {url}, on the embedded broker: for trials only.
Your API key: {key}

See what a provider would get, and what you get back:

  curl {url}/v1/chat/completions -H 'authorization: Bearer {key}' -H 'content-type: application/json' \\
    -d '{{"model": "echo", "messages": [{{"role": "user",
         "content": "Write to alex.patel@example.org or call +1 415 555 0123."}}]}}'

Point an OpenAI SDK at base_url={url}/v1 with this key. Models: {models}
"""
SUMMARIES = "What users talk about is summarized every {minutes} minutes: canarygate summaries list\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; returns its exit status.

    0 when all went well, 1 when a part of a process died, the broker is away or its topics are not as they should be,
    2 for a mistake of the user.
    """
    options = parser().parse_args(arguments)
    command: command_line.Command = options.command
    try:
        return command(options)
    except Unavailable as error:
        print(error, file=sys.stderr)
        return UNAVAILABLE
    except (SettingsError, GatewayError) as error:
        print(error, file=sys.stderr)
    except OSError as error:
        print(": ".join(filter(None, (error.strerror, error.filename))), file=sys.stderr)
    return USAGE_ERROR


def parser() -> argparse.ArgumentParser:
    """The command line."""
    root = argparse.ArgumentParser(prog="canarygate", description="A privacy gateway for LLM traffic.")
    commands = root.add_subparsers(required=True, metavar="COMMAND")
    command_line.add_to(commands, COMMANDS)
    for room in (summaries, verify, detect, minimize, canarybench):
        room.add_to(commands)
    return root


def _run(options: argparse.Namespace) -> int:
    from gateway import logs, memory  # noqa: PLC0415

    with memory.loading():
        from streams.rotation import KeyRotation, SettingsOrigin  # noqa: PLC0415
        from streams.running import run_until_stopped  # noqa: PLC0415

    logs.configure(options.log_level)
    text, environment, listen = _text(options), Environment(os.environ), _listen(options)
    said = load(text or None, environment, options.role, listen)
    made = trial(said, os.urandom)
    for warning in made.settings.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    rotation = None
    if options.config and made.api_key is None:  # a key that was made for this run stands in no file
        rotation = KeyRotation(SettingsOrigin(options.config, text, environment, listen), said, made.settings)
    return run_until_stopped(made.settings, rotation, lambda process: _announce(process, made))


def _announce(process: Process, made: Trial) -> None:
    if made.api_key is None:
        return
    from gateway.edge.server import EdgeServer  # noqa: PLC0415

    edge = next((part for part in process.parts if isinstance(part, EdgeServer)), None)
    if edge is not None:
        models = ", ".join(model.model_name for model in made.settings.model_list)
        print(TRIAL.format(url=edge.address, key=made.api_key, models=models), flush=True)
    analytics = made.settings.analytics
    if analytics is not None and Role.ANALYST in made.settings.roles:
        print(SUMMARIES.format(minutes=analytics.window_ms // 60_000), flush=True)


def _check(options: argparse.Namespace) -> int:
    from streams.auditor import objectives  # noqa: PLC0415

    settings = check(_text(options), Environment(os.environ), options.role, _listen(options))
    print(effective(settings), *objectives.needed(settings), sep="\n")
    return 0


def _inspect(options: argparse.Namespace) -> int:
    from gateway import inspection  # noqa: PLC0415
    from gateway.detectors import load_detectors  # noqa: PLC0415
    from gateway.plans.predictors import installed  # noqa: PLC0415
    from gateway.sealing import keyed_hash  # noqa: PLC0415

    settings = trial(load(_text(options) or None, Environment(os.environ), []), os.urandom).settings
    policy = settings.policies.get(options.policy)
    if policy is None or settings.hashing.key is None:
        raise NotFound("the configuration has no policy of this name, or no hashing key")
    key = settings.hashing.key.get_secret_value().encode()
    detectors = load_detectors(settings.detection, settings.policies, few_texts=True)[policy.name].full
    if detectors is None:
        _weights(settings)  # says why, unless it is the other model
        raise Unavailable("the policy's second look cannot be taken: look at detection.second_look")
    raw = options.file.read_bytes() if options.file else sys.stdin.buffer.read()
    artefact = installed.load(settings.predictor.model).artefact if settings.predictor.model else None
    minimized = inspection.inspect(raw, policy, detectors, lambda text: keyed_hash(key, "default", text), artefact)
    print(_shown(options, minimized))
    if options.explain:
        print(_explained(settings, policy, detectors, minimized))
    return 0


def _shown(options: argparse.Namespace, minimized: MinimizedRequest) -> str:
    from gateway.inspection.table import coloured_table, table  # noqa: PLC0415
    from gateway.minimization import dry_run  # noqa: PLC0415

    if options.json:
        return orjson.dumps(dry_run(minimized), option=orjson.OPT_INDENT_2).decode()
    in_terminal = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    is_coloured = options.color == "always" or (options.color == "auto" and in_terminal)
    return coloured_table(minimized) if is_coloured else table(minimized)


def _explained(settings: Settings, policy: Policy, detectors: Detectors, minimized: MinimizedRequest) -> str:
    from gateway.detection.assembly import recognizers  # noqa: PLC0415
    from gateway.inspection.explanation import explanation  # noqa: PLC0415

    wanted = settings.detection
    asked = recognizers(wanted.recognizers, wanted.languages, _weights(settings))
    return explanation(minimized, policy, detectors, asked)


def _weights(settings: Settings) -> Weights:
    from gateway.detection.names import installed  # noqa: PLC0415

    return installed.load(settings.detection.names_model or installed.SHIPPED)


def _new_key(options: argparse.Namespace) -> int:
    key = new_key(os.urandom(RANDOM_BYTES))
    print(f"{key}\n{hash_key(key)}")
    return 0


def _hash_key(options: argparse.Namespace) -> int:
    print(hash_key(sys.stdin.readline().rstrip("\r\n")))
    return 0


def _new_sealing_key(options: argparse.Namespace) -> int:
    print(entry_of(options.id, os.urandom(KEY_BYTES)))
    return 0


def _new_hashing_key(options: argparse.Namespace) -> int:
    print(token_urlsafe(KEY_BYTES))
    return 0


def _plan_topics(options: argparse.Namespace) -> int:
    from streams.topics import commands  # noqa: PLC0415

    differences = commands.plan(load_file(_text(options), Environment(os.environ)))
    print("\n".join(map(str, differences)) or NOTHING_TO_DO)
    return DIFFERENT if differences else 0


def _apply_topics(options: argparse.Namespace) -> int:
    from streams.topics import commands  # noqa: PLC0415

    differences = commands.apply(load_file(_text(options), Environment(os.environ)))
    print("\n".join(difference.applied for difference in differences) or NOTHING_TO_DO)
    return 0 if all(difference.mendable for difference in differences) else DIFFERENT


def _listen(options: argparse.Namespace) -> Mapping[str, str]:
    given = {"edge": getattr(options, "listen", None), "metrics": getattr(options, "metrics_listen", None)}
    return {section: address for section, address in given.items() if address is not None}


def _text(options: argparse.Namespace) -> str:
    config: Path | None = options.config
    return config.read_text(encoding="utf-8") if config else ""


COMMANDS: Mapping[str, command_line.Command] = {
    "run": _run,
    "check": _check,
    "inspect": _inspect,
    "keys new": _new_key,
    "keys hash": _hash_key,
    "keys sealing": _new_sealing_key,
    "keys hashing": _new_hashing_key,
    "topics plan": _plan_topics,
    "topics apply": _apply_topics,
}


if __name__ == "__main__":
    raise SystemExit(main())
