"""What single steps of a turn cost, without any process around them; every run has a text of its own."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from statistics import median
from typing import TypeVar

import orjson

from gateway.detection.assembly import pattern_detector
from gateway.detectors import load_tiers
from gateway.language import language_code
from gateway.minimization import Detectors, minimize, minimize_request
from gateway.plans.predicting import chosen_plan, told_by_round
from gateway.policy import Policy
from gateway.protocols.chat_completions import CHAT_COMPLETIONS
from gateway.protocols.strict_json import parse_object
from gateway.records import IncomingTurn, decode, encode
from gateway.rewriting.restoring import Channel, Restorer
from gateway.rewriting.rewriter import Minimization
from gateway.sealing import KeyRing, Purpose, Sealer
from gateway.settings import DetectionSettings
from gateway.types import Action, JsonObject, Leaf, Original, ReplacementMap, Span
from gateway.user_texts import redacted_user_texts
from tests.bench import planning
from tests.bench.bodies import chats
from tests.bench.results import Micro

RUNS = 300
SMALL, LARGE = 600, 8192

_TURN = "0123456789abcdef" * 2
_POLICY = Policy()
_RETAINING = Policy(actions={"*": Action.RETAIN})
_SEALER = Sealer(KeyRing((("bench", bytes(32)),)), {}, os.urandom)
_ANSWER = (
    "Done: ",
    "I ",
    "wrote ",
    "to ",
    "[EMA",
    "IL1]",
    " and ",
    "rang ",
    "[PHONE_",
    "NUMBER1]",
    ", as ",
    "you ",
    "asked",
)
_MAP = ReplacementMap({"[EMAIL1]": Original("anna@example.org"), "[PHONE_NUMBER1]": Original("+1 415 555 0123")})

argument = TypeVar("argument")


def steps(seed: int) -> list[Micro]:
    """Every step, in the order of a turn's way."""
    return list(_steps(seed))


def _steps(seed: int) -> Iterator[Micro]:
    small, large = (list(islice(chats(seed, size, stream=False), RUNS)) for size in (SMALL, LARGE))
    bodies = [chat.body for chat in small]
    yield _timed("parse and check .6 KB", _check, bodies)
    yield _timed("parse and check 8 KB", _check, [chat.body for chat in large])
    yield _timed("seal .6 KB", _seal, bodies)
    yield _timed("open .6 KB", _open, [_seal(body) for body in bodies])
    turns = [_incoming(_seal(body)) for body in bodies]
    yield _timed("encode a record of .6 KB", encode, turns)
    yield _timed("decode a record of .6 KB", _decode, [encode(turn) for turn in turns])
    settings = DetectionSettings()
    detectors = Detectors(load_tiers(settings)["never"], pattern_detector((), settings.languages))
    leaves = [CHAT_COMPLETIONS.leaves(orjson.loads(body)) for body in bodies]
    found = [(each, detectors.spans(each)) for each in leaves]
    yield _timed("minimize .6 KB, spans given", lambda given: minimize(*given, _POLICY, str), found)
    for name, policy in (("by a policy that redacts all", _POLICY), ("by one that retains", _RETAINING)):
        made = [
            (orjson.loads(body), *each, minimize(*each, policy, str)) for body, each in zip(bodies, found, strict=True)
        ]
        tell = partial(_told, policy)
        yield _timed(f"what a user said in .6 KB, redacted, {name}", tell, made)
    yield _timed("the language of .6 KB", language_code, [_told(_RETAINING, each) for each in made])
    planned = list(planning.requests(seed, RUNS))
    yield _timed(
        "the plan of 10 entities, the policy's", lambda each: chosen_plan(each, planning.BY_POLICY, None), planned
    )
    yield _timed(
        "the plan of 10 entities, learned",
        lambda each: chosen_plan(each, planning.LEARNED, planning.PREDICTOR),
        planned,
    )
    yield _timed(
        "what a predictor is told of 10 entities, and its answer",
        lambda each: [planning.PREDICTOR.predict([*told.values()]) for told in told_by_round(each)],
        planned,
    )
    for name, chosen in ((".6 KB", small), ("8 KB", large)):
        requests = [orjson.loads(chat.body) for chat in chosen]
        yield _timed(
            f"a whole request of {name} minimized",
            lambda body: minimize_request(body, CHAT_COMPLETIONS, detectors, _POLICY, str),
            requests,
        )
    yield _timed("restore a stream, an event", _restore, [_ANSWER] * RUNS, each=len(_ANSWER))


def _timed(step: str, work: Callable[[argument], object], arguments: Iterable[argument], *, each: int = 1) -> Micro:
    spent = []
    for given in arguments:
        began = time.perf_counter()
        work(given)
        spent.append((time.perf_counter() - began) * 1e6 / each)
    return Micro(step, median(spent), len(spent))


def _check(body: bytes) -> None:
    CHAT_COMPLETIONS.check(parse_object(body), _POLICY.refuse)


def _seal(body: bytes) -> bytes:
    return _SEALER.seal(body, tenant="default", turn_id=_TURN, purpose=Purpose.REQUEST)


def _open(envelope: bytes) -> bytes:
    return _SEALER.open(envelope, tenant="default", turn_id=_TURN, purpose=Purpose.REQUEST)


def _incoming(sealed: bytes) -> IncomingTurn:
    return IncomingTurn(
        tenant="default",
        policy="default",
        key_name="bench",
        route=CHAT_COMPLETIONS.name,
        model="bench",
        dry_run=False,
        reply_partition=0,
        ask_after_ms=0,
        deadline_ms=0,
        sealed=sealed,
    )


def _told(policy: Policy, made: tuple[JsonObject, Sequence[Leaf], Sequence[Sequence[Span]], Minimization]) -> str:
    body, leaves, spans, minimization = made
    return redacted_user_texts(body, CHAT_COMPLETIONS, leaves, spans, policy=policy, minimization=minimization)


def _decode(value: bytes) -> IncomingTurn:
    return decode(value, IncomingTurn)


def _restore(pieces: Sequence[str]) -> None:
    restorer = Restorer(_MAP, Channel.TEXT)
    for piece in pieces:
        restorer.feed(piece)
    restorer.finish()
