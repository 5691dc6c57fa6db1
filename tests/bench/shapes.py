"""What minimizing costs by the shape of a request: rows, schemas, nesting, lists, prose, code and more.

``python -m tests.bench.shapes`` prints milliseconds of CPU. Every run has values of its own, which nobody has seen
before; detection and everything after it are also timed apart.
"""

from __future__ import annotations

import argparse
import base64
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from statistics import median
from typing import Final, NamedTuple

from gateway import memory
from gateway.detection.assembly import pattern_detector
from gateway.detectors import load_tiers
from gateway.minimization import Detectors, minimize_leaves
from gateway.policy import Policy
from gateway.protocols.chat_completions import CHAT_COMPLETIONS
from gateway.settings import DetectionSettings
from gateway.types import JsonObject, JsonValue
from tests.bench.results import table

SIZES: Final = (600, 100_000, 1_000_000)
SECONDS: Final = 3.0  # after which a row has runs enough
RUNS: Final = 9

_SYLLABLES: Final = ("ka", "lo", "mi", "ren", "sto", "ul", "ta", "be", "dra", "fin", "gor", "hal")
_GIVEN: Final = ("Anna", "Bruno", "Carla", "Dmitri", "Elena", "Farid", "Greta", "Hugo", "Ines", "Jonas")
_CITIES: Final = ("Lyon", "Leeds", "Porto", "Graz", "Turin", "Ghent", "Malmö", "Boston")
_SENTENCES: Final = (
    "Yesterday {name} asked how the report should look, and nobody knew what to say about it.",
    "Can you make this paragraph easier to read and keep the numbers, for example 1,250 and 17 percent?",
    "{name} lives in {city}, works as a teacher and will call back next week at 5 pm.",
    "The second train was late, and the hotel had given the room away when we came.",
    "Write to {email} if the form on the page does not take the voucher of the last letter.",
)
_CODE: Final = (
    "def load_{word}(path: str, *, strict: bool = False) -> list[{Word}]:\n"
    '    """Returns the rows of a file."""\n'
    "    with open(path, encoding='utf-8') as lines:\n"
    "        return [{Word}.of(line.split(';')[{number}]) for line in lines if line.strip() != '']\n\n\n"
)
_NON_LATIN: Final = (
    "昨天{number}号，李静和王建国谈了合同的事，请发邮件到{email}。",
    "Вчера Ольга Смирнова говорила с Иваном Петровым о договоре номер {number}.",
    "تحدثت أمس فاطمة الزهراني مع خالد المنصوري عن العقد رقم {number}.",
    "कल प्रिया शर्मा ने अर्जुन पटेल से अनुबंध {number} के बारे में बात की।",
)

Body = Callable[[Random, int], JsonObject]


class Cost(NamedTuple):
    """CPU milliseconds of one request: where its texts are, their spans, the rest; and how much there was of each."""

    leaves: float
    spans: float
    rest: float
    places: int
    found: int

    @property
    def whole(self) -> float:
        """The whole request."""
        return self.leaves + self.spans + self.rest


def _word(random: Random) -> str:
    return "".join(random.choices(_SYLLABLES, k=3))


def _name(random: Random) -> str:
    return f"{random.choice(_GIVEN)} {_word(random).title()}"


def _values(random: Random) -> dict[str, str | int]:
    name, word = _name(random), _word(random)
    return {
        "name": name,
        "city": random.choice(_CITIES),
        "email": f"{name.replace(' ', '.').lower()}{random.randrange(10**4)}@example.org",
        "word": word,
        "Word": word.title(),
        "number": random.randrange(10**6),
    }


def _row(random: Random, number: int) -> JsonObject:
    values = _values(random)
    phone = f"+1 415 {random.randint(200, 999)} {random.randint(0, 9999):04}"
    row: JsonObject = {"id": number, "name": values["name"], "email": values["email"], "phone": phone}
    row |= {"city": values["city"], "balance": random.randrange(10**6) / 100, "active": random.random() < 0.5}
    row |= {"joined": f"20{random.randint(10, 25)}-{random.randint(1, 12):02}-{random.randint(1, 28):02}"}
    return row | {"note": f"ordered {values['word']} twice, paid by card"}


def _filled(piece: Callable[[int], str], size: int) -> Iterator[str]:
    """Pieces until they have this many bytes."""
    done = number = 0
    while done < size:
        text = piece(number)
        done += len(text.encode())
        number += 1
        yield text


def _rows(random: Random, size: int) -> list[JsonValue]:
    return list(map(json.loads, _filled(lambda number: json.dumps(_row(random, number)), size)))


def _text(piece: Callable[[Random, int], str]) -> Body:
    """A user's message of such pieces."""
    return lambda random, size: _asked("".join(_filled(lambda number: piece(random, number), size)))


def _asked(text: str) -> JsonObject:
    return {"model": "bench", "messages": [{"role": "user", "content": text}]}


def _called(arguments: str) -> JsonObject:
    call: JsonValue = {"id": "call_1", "type": "function", "function": {"name": "look_up", "arguments": arguments}}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


def _tool_result(content: JsonValue) -> JsonObject:
    question: JsonValue = {"role": "user", "content": "Who of them owes us most?"}
    result: JsonValue = {"role": "tool", "tool_call_id": "call_1", "content": json.dumps(content)}
    return {"model": "bench", "messages": [question, _called('{"table": "customers"}'), result]}


def _rows_as_arguments(random: Random, size: int) -> JsonObject:
    question: JsonValue = {"role": "user", "content": "Store these."}
    result: JsonValue = {"role": "tool", "tool_call_id": "call_1", "content": "done"}
    return {"model": "bench", "messages": [question, _called(json.dumps({"rows": _rows(random, size)})), result]}


def _schema(random: Random, size: int) -> JsonObject:
    properties: JsonObject = {}
    for line in _filled(lambda number: f"{_word(random)}_{number}: the {_word(random)} of {_name(random)}" * 2, size):
        properties[line.partition(":")[0]] = {"type": "string", "description": line[: len(line) // 2]}
    parameters: JsonValue = {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if "a" in name],
    }
    function: JsonValue = {"name": "store", "description": "Stores a form.", "parameters": parameters}
    return {**_asked("Fill in the form."), "tools": [{"type": "function", "function": function}]}


def _nested(random: Random, size: int) -> JsonObject:
    def nest(number: int) -> str:
        value: JsonValue = _name(random)
        for depth in range(100):
            value = {_word(random): value} if depth % 2 else [value, depth]
        return json.dumps(value)

    return _tool_result([json.loads(each) for each in _filled(nest, size)])


def _csv_row(random: Random, number: int) -> str:
    header = "id,name,email,phone,city,balance,active,joined,note\n" if not number else ""
    return header + ",".join(f"{value}" for value in _row(random, number).values()) + "\n"


def _log_line(random: Random, number: int) -> str:
    address = ".".join(str(random.randint(1, 254)) for _ in range(4))
    time_of_day = f"{number % 24:02}:{number % 60:02}:07.{number % 1000:03}"
    return (
        f"2026-03-{number % 28 + 1:02}T{time_of_day}Z INFO [worker-{number % 9}] request={random.randrange(16**8):08x} "
        f"client={address} GET /v1/{_word(random)}/{number}?page=2 200 {number % 977}ms\n"
    )


def _tiny_messages(random: Random, size: int) -> JsonObject:
    texts = _filled(
        lambda number: f"{_name(random)} will call {random.choice(_CITIES)} again at {number % 12} pm", size
    )
    roles = ("user", "assistant")
    return {"model": "bench", "messages": [{"role": roles[at % 2], "content": text} for at, text in enumerate(texts)]}


def _base64(random: Random, size: int) -> JsonObject:
    text = base64.b64encode(random.randbytes(size * 3 // 4)).decode()
    return _asked("\n".join(text[at : at + 76] for at in range(0, len(text), 76)))


SHAPES: Final[Mapping[str, Body]] = {
    "rows in a tool result": lambda random, size: _tool_result(_rows(random, size)),
    "rows in arguments": _rows_as_arguments,
    "a list of e-mails": lambda random, size: _tool_result(
        [each[1:-3] for each in _filled(lambda number: f'"{_values(random)["email"]}", ', size)]
    ),
    "a schema's properties": _schema,
    "deep nesting": _nested,
    "one value again and again": lambda random, size: _tool_result(["anna.lo@example.org"] * (size // 23)),
    "tiny messages": _tiny_messages,
    "CSV": _text(_csv_row),
    "prose": _text(lambda random, number: random.choice(_SENTENCES).format(**_values(random)) + "\n"),
    "one giant line": _text(lambda random, number: random.choice(_SENTENCES).format(**_values(random)) + " "),
    "distinct names": _text(lambda random, number: f"{_name(random)} {_word(random).title()}, "),
    "code": _text(lambda random, number: _CODE.format(**_values(random))),
    "log lines": _text(_log_line),
    "base64": _base64,
    "one endless word": lambda random, size: _asked("".join(random.choices("abcdefghij", k=size))),
    "non-Latin": _text(lambda random, number: _NON_LATIN[number % 4].format(**_values(random)) + "\n"),
}


def measure(detectors: Detectors, shape: str, size: int, seed: int) -> Cost:
    """What one request costs, as a median of requests with other values."""
    costs: list[Cost] = []
    began = time.perf_counter()
    while len(costs) < RUNS and (not costs or time.perf_counter() - began < SECONDS):
        random = Random(f"{seed} {shape} {size} {len(costs)}")
        costs.append(_cost(detectors, SHAPES[shape](random, size)))
    return Cost(*(median(figures) for figures in zip(*costs, strict=True)))


def _cost(detectors: Detectors, body: JsonObject) -> Cost:
    times = [time.process_time()]
    leaves = CHAT_COMPLETIONS.leaves(body)
    times.append(time.process_time())
    spans = detectors.spans(leaves)
    times.append(time.process_time())
    minimize_leaves(body, CHAT_COMPLETIONS, leaves, spans, policy=Policy(), hash_identifier=str)
    times.append(time.process_time())
    finding, detecting, rewriting = ((after - before) * 1000 for before, after in pairwise(times))
    return Cost(finding, detecting, rewriting, len(leaves), sum(map(len, spans)))


def main(arguments: Sequence[str]) -> int:
    """Measures and prints; always 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.shapes", description=__doc__)
    parser.add_argument("--shape", action="append", choices=list(SHAPES), help="only this one; may be repeated")
    parser.add_argument("--size", action="append", type=int, help="bytes of a request; may be repeated")
    parser.add_argument("--seed", type=int, default=1, help="of the requests (default %(default)s)")
    options = parser.parse_args(arguments)
    settings = DetectionSettings()
    detectors = Detectors(load_tiers(settings)["never"], pattern_detector((), settings.languages))
    memory.settle()
    for size in options.size or SIZES:
        costs = ((shape, measure(detectors, shape, size, options.seed)) for shape in options.shape or SHAPES)
        lines = [
            (
                shape,
                f"{cost.whole:,.1f}",
                f"{cost.leaves:,.1f}",
                f"{cost.spans:,.1f}",
                f"{cost.rest:,.1f}",
                *map(str, cost[3:]),
            )
            for shape, cost in costs
        ]
        print(
            table(
                f"{size:,} bytes", ("", "CPU ms", "leaves", "spans", "the rest", "leaves found", "spans found"), lines
            )
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
