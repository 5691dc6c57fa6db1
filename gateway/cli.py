"""``canarygate``: the composition root. It reads the configuration, puts a process together and runs it."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson
from aiokafka.errors import KafkaError

from gateway import logs
from gateway.detection.detector import PatternDetector
from gateway.edge.server import EdgeServer
from gateway.errors import GatewayError, NotFound, Unavailable
from gateway.inspection import inspect, table
from gateway.kafka import connect_to
from gateway.keys import RANDOM_BYTES, hash_key, new_key
from gateway.minimization.request import Detectors, dry_run
from gateway.sealing import keyed_hash
from gateway.settings import Kafka, Role, Settings, SettingsError, Trial, check, effective, load, load_file, trial
from streams.canarybench import commands as canarybench
from streams.process import Process
from streams.running import run_until_stopped
from streams.topic_admin import apply, plan
from streams.topics import Difference, Layout, max_message_bytes

UNAVAILABLE = 1
DIFFERENT = 1
USAGE_ERROR = 2

Verb = Callable[[Mapping[str, Any], Layout], Coroutine[None, None, tuple[Difference, ...]]]

TRIAL = """
Canarygate is ready at {url}, on the embedded broker: for trials only.
Your API key: {key}

See what a provider would get, and what you get back:

  curl {url}/v1/chat/completions -H 'authorization: Bearer {key}' -H 'content-type: application/json' \\
    -d '{{"model": "echo", "messages": [{{"role": "user",
         "content": "Write to alex.patel@example.org or call +1 415 555 0123."}}]}}'

Point an OpenAI SDK at base_url={url}/v1 with this key. Models: {models}
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; returns its exit status.

    0 when all went well, 1 when a part of a process died, the broker is away or its topics are not as they should be,
    2 for a mistake of the user.
    """
    options = parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = options.command
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

    run = commands.add_parser("run", help="run roles; all of them in one process without --role")
    run.add_argument("--config", type=Path, metavar="FILE")
    run.add_argument("--role", action="append", type=Role, choices=list(Role), default=[], metavar="ROLE")
    run.add_argument("--log-level", choices=("debug", "info", "warning", "error"), default="info")
    run.set_defaults(command=_run)

    checked = commands.add_parser("check", help="every mistake of a configuration at once, or what is in force")
    checked.add_argument("--config", type=Path, metavar="FILE", required=True)
    checked.add_argument("--role", action="append", type=Role, choices=list(Role), default=[], metavar="ROLE")
    checked.set_defaults(command=_check)

    inspected = commands.add_parser("inspect", help="what would leave for a text or a request body, span by span")
    inspected.add_argument("--config", type=Path, metavar="FILE")
    inspected.add_argument("--policy", default="default", metavar="NAME")
    inspected.add_argument("--json", action="store_true")
    inspected.add_argument("file", type=Path, nargs="?", metavar="FILE", help="standard input without it")
    inspected.set_defaults(command=_inspect)

    keys = commands.add_parser("keys", help="make an API key, or hash one")
    keys_verbs = keys.add_subparsers(required=True, metavar="VERB")
    keys_verbs.add_parser("new", help="a new API key and its hash").set_defaults(command=_new_key)
    keys_verbs.add_parser("hash", help="the hash of a key read from standard input").set_defaults(command=_hash_key)

    detect = commands.add_parser("detect", help="train and evaluate the names model")
    detect_verbs = detect.add_subparsers(required=True, metavar="VERB")
    train = detect_verbs.add_parser("train", help="a model and its manifest from a folder of labelled files")
    train.add_argument("--data", type=Path, metavar="DIR", required=True)
    train.add_argument("--out", type=Path, metavar="FILE", required=True)
    train.set_defaults(command=_train)
    evaluate = detect_verbs.add_parser("evaluate", help="what patterns and names find in a labelled file")
    evaluate.add_argument("--data", type=Path, metavar="FILE", required=True, help="or a folder of source code")
    evaluate.add_argument("--model", type=Path, metavar="FILE", help="the installed one without it")
    evaluate.set_defaults(command=_evaluate)
    for made, rows in ((train, "all"), (evaluate, "held-out")):
        made.add_argument("--rows", choices=("held-out", "tuned", "all"), default=rows, help=f"{rows} without it")
        made.add_argument("--json", action="store_true")

    topics = commands.add_parser("topics", help="the topics on a broker").add_subparsers(required=True, metavar="VERB")
    for verb, command, text in (("plan", _plan_topics, "what is to be done"), ("apply", _apply_topics, "do it")):
        topic = topics.add_parser(verb, help=text)
        topic.add_argument("--config", type=Path, metavar="FILE", required=True)
        topic.set_defaults(command=command)

    canarybench.add_to(commands)
    return root


def _run(options: argparse.Namespace) -> int:
    logs.configure(options.log_level)
    made = trial(_settings(options), os.urandom)
    for warning in made.settings.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    # A key that was made for this run stands in no file, so there is none to read anew.
    config = options.config if made.api_key is None else None
    return run_until_stopped(made.settings, config, lambda process: _announce(process, made))


def _announce(process: Process, made: Trial) -> None:
    edge = next((part for part in process.parts if isinstance(part, EdgeServer)), None)
    if edge is not None and made.api_key is not None:
        models = ", ".join(model.model_name for model in made.settings.model_list)
        print(TRIAL.format(url=edge.address, key=made.api_key, models=models), flush=True)


def _check(options: argparse.Namespace) -> int:
    print(effective(check(_text(options), os.environ, options.role)))
    return 0


def _inspect(options: argparse.Namespace) -> int:
    settings = trial(_settings(options), os.urandom).settings
    policy = settings.policies.get(options.policy)
    if policy is None or settings.hashing.key is None:
        raise NotFound("the configuration has no policy of this name, or no hashing key")
    key = settings.hashing.key.get_secret_value().encode()
    raw = options.file.read_bytes() if options.file else sys.stdin.buffer.read()
    detectors = Detectors(PatternDetector(), PatternDetector())
    minimized = inspect(raw, policy, detectors, lambda text: keyed_hash(key, "default", text))
    print(orjson.dumps(dry_run(minimized), option=orjson.OPT_INDENT_2).decode() if options.json else table(minimized))
    return 0


def _train(options: argparse.Namespace) -> int:
    from gateway.detection.training.tables import trained  # noqa: PLC0415 - no other command needs its packages
    from gateway.detection.training.train import train  # noqa: PLC0415

    print(trained(train(options.data, options.out, options.rows), options.json))
    return 0


def _evaluate(options: argparse.Namespace) -> int:
    from gateway.detection.names.installed import SHIPPED, load  # noqa: PLC0415 - nor this one's
    from gateway.detection.training.evaluate import evaluate, tiers  # noqa: PLC0415
    from gateway.detection.training.tables import table  # noqa: PLC0415

    weights = load(options.model or SHIPPED)
    print(table(evaluate(options.data, options.rows, tiers(weights), weights.lexicon), options.json))
    return 0


def _new_key(options: argparse.Namespace) -> int:
    key = new_key(os.urandom(RANDOM_BYTES))
    print(f"{key}\n{hash_key(key)}")
    return 0


def _hash_key(options: argparse.Namespace) -> int:
    print(hash_key(sys.stdin.readline().rstrip("\r\n")))
    return 0


def _plan_topics(options: argparse.Namespace) -> int:
    differences = _topics(options, plan)
    return DIFFERENT if differences else 0


def _apply_topics(options: argparse.Namespace) -> int:
    differences = _topics(options, apply)
    return 0 if all(difference.mendable for difference in differences) else DIFFERENT


def _topics(options: argparse.Namespace, verb: Verb) -> tuple[Difference, ...]:
    settings = load_file(_text(options), os.environ)
    if not isinstance(settings.broker, Kafka):
        raise NotFound("broker: the embedded broker makes its topics itself; name a real one")
    max_body_bytes = settings.edge.max_body_bytes
    connection = connect_to(settings.broker, max_message_bytes(max_body_bytes))
    layout = Layout(
        max_body_bytes, settings.broker.topic_prefix, settings.broker.partitions, settings.broker.replication_factor
    )
    try:
        differences = asyncio.run(verb(connection.options, layout))
    except KafkaError:
        raise Unavailable("no broker answers, or it refuses: look at broker in the configuration") from None
    print("\n".join(map(str, differences)) or "nothing to do")
    return differences


def _settings(options: argparse.Namespace) -> Settings:
    return load(_text(options) or None, os.environ, getattr(options, "role", []))


def _text(options: argparse.Namespace) -> str:
    config: Path | None = options.config
    return config.read_text(encoding="utf-8") if config else ""


if __name__ == "__main__":
    raise SystemExit(main())
