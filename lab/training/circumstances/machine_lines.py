"""Lines that machines write, made with a seed: logs, tables and settings. What they have of people others find."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from lab.training.rows import Row

_PIECES: Final = 12  # of each kind
_LINES: Final = 28
_SEED: Final = 7

_SYLLABLES: Final = (
    "ar", "bel", "cor", "dan", "el", "fro", "gan", "hil", "ist", "jor", "kel", "lun", "mor", "nor", "ost",
)  # fmt: skip
_LEVELS: Final = ("DEBUG", "INFO", "INFO", "INFO", "WARN", "WARNING", "ERROR")
_SERVICES: Final = ("api", "auth", "billing", "cache", "gateway", "ingest", "mailer", "scheduler", "search", "worker")
_EVENTS: Final = (
    "connection reset by peer", "request completed", "retrying after timeout", "cache miss", "job finished",
    "slow query", "health check passed", "rate limit reached", "queue drained", "certificate renewed",
    "disk usage above threshold", "payment webhook received", "session expired", "order created", "upload complete",
)  # fmt: skip
_VERBS: Final = ("GET", "GET", "GET", "POST", "PUT", "DELETE", "HEAD")
_STATES: Final = ("open", "closed", "paid", "pending", "shipped", "returned", "active", "true", "false", "cancelled")
_GOODS: Final = ("cable", "lamp", "desk", "mug", "shirt", "backpack", "charger", "notebook", "kettle", "router")
_NOTES: Final = (
    "left at the door", "paid in two parts", "wants an invoice", "replaced once", "called twice about delivery",
    "no reply yet", "bought again in spring", "gift wrapped", "paid by bank transfer", "asked for a refund",
)  # fmt: skip

Line = Callable[[Random, int], str]


def machine_lines() -> Iterator[Row]:
    """Yields pieces of each kind of lines, unlabelled: the same ones each time."""
    random = Random(_SEED)
    for kind, line in _KINDS.items():
        for piece in range(_PIECES):
            lines = [line(random, number) for number in range(_LINES)]
            yield Row("machine", f"{kind}:{piece}", "\n".join(lines))


def _word(random: Random) -> str:
    return "".join(random.choices(_SYLLABLES, k=random.randint(2, 3)))


def _day(random: Random) -> str:
    return f"20{random.randint(15, 26)}-{random.randint(1, 12):02}-{random.randint(1, 28):02}"


def _clock(random: Random) -> str:
    return f"{random.randrange(24):02}:{random.randrange(60):02}:{random.randrange(60):02}"


def _address(random: Random) -> str:
    return ".".join(str(random.randint(1, 254)) for _ in range(4))


def _path(random: Random) -> str:
    return f"/{random.choice(('v1', 'v2', 'api', 'static'))}/{_word(random)}/{random.randrange(10_000)}"


def _event(random: Random, number: int) -> str:
    stamp = f"{_day(random)}T{_clock(random)}.{random.randrange(1000):03}Z"
    said = f"{random.choice(_EVENTS)} id={random.randrange(16**8):08x} host={_address(random)}"
    return (
        f"{stamp} {random.choice(_LEVELS)} [{random.choice(_SERVICES)}-{number % 7}] {said} {random.randrange(900)}ms"
    )


def _access(random: Random, number: int) -> str:
    status, size = random.choice((200, 200, 204, 301, 404, 500)), random.randrange(90_000)
    called = f'"{random.choice(_VERBS)} {_path(random)}?page={number % 9} HTTP/1.1" {status} {size}'
    return (
        f'{_address(random)} - - [{random.randint(1, 28):02}/Mar/2026:{_clock(random)} +0000] {called} "-" "curl/8.5"'
    )


def _system(random: Random, number: int) -> str:
    service = f"{random.choice(_SERVICES)}[{random.randrange(40_000)}]"
    return f"Mar {number % 28 + 1:2} {_clock(random)} node-{random.randrange(20)} {service}: {random.choice(_EVENTS)}"


def _fields(random: Random, number: int) -> str:
    timed = f"ts={_day(random)}T{_clock(random)}Z level={random.choice(_LEVELS).lower()}"
    return (
        f'{timed} msg="{random.choice(_EVENTS)}" path={_path(random)} attempt={number % 5} took={random.random():.3f}'
    )


def _orders(random: Random, number: int) -> str:
    if not number:
        return "order,date,item,quantity,price,state"
    price, state = f"{random.randrange(30_000) / 100:.2f}", random.choice(_STATES)
    return f"{random.randrange(90_000)},{_day(random)},{random.choice(_GOODS)},{random.randint(1, 9)},{price},{state}"


def _customers(random: Random, number: int) -> str:
    if not number:
        return "id;name;mail;town;since;balance;note"
    first, last = _word(random).title(), _word(random).title()
    own = f"{random.randrange(900)};{first} {last};{first.lower()}@{last.lower()}.example;{_word(random).title()}"
    return f"{own};{_day(random)};{random.randrange(90_000) / 100:.2f};{random.choice(_NOTES)}"


def _sheet(random: Random, number: int) -> str:
    if not number:
        return "| sku | name | stock | updated |\n|---|---|---|---|"
    return f"| {_word(random).upper()}-{number} | {random.choice(_GOODS)} | {random.randrange(500)} | {_day(random)} |"


def _settings(random: Random, number: int) -> str:
    if number % 9 == 0:
        return f"[{random.choice(_SERVICES)}]"
    value = random.choice(
        (str(random.randrange(5000)), random.choice(_STATES), f"{_word(random)}.example", _path(random))
    )
    return f"{_word(random)}_{random.choice(('limit', 'host', 'timeout', 'mode', 'path'))} = {value}"


_KINDS: Final[dict[str, Line]] = {
    "events": _event,
    "access": _access,
    "system": _system,
    "fields": _fields,
    "orders": _orders,
    "customers": _customers,
    "sheet": _sheet,
    "settings": _settings,
}
