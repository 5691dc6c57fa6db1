"""Values to plant in rarer forms than ``tests.support.planting`` has, and what else would give a value away."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random

from tests.support.planting import Kind, plant
from tests.support.search import Find, find, find_fragments

WINDOW = 8

_CONSONANTS = "bdfghjklmnprstvwxz"
_VOWELS = "aeiou"
_BASE62 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def leaks(values: Iterable[str], sent: bytes) -> list[Find]:
    """Whatever tells one of the values: all of it in any form, its letters and digits alone, or a distinctive part."""
    every, text = [*values], sent.decode("utf-8", "replace")
    return [*find(every, sent), *find_fragments(every, sent), *_find_compact(every, text), *_find_windows(every, text)]


def compact(text: str) -> str:
    """The letters and digits of a text.

    >>> compact("4111-1111 1111.1111")
    '4111111111111111'
    """
    return "".join(filter(str.isalnum, text))


def _find_compact(values: Iterable[str], sent: str) -> list[Find]:
    text = sent.lower()
    places = {value: text.find(compact(value).lower()) for value in values}
    return [Find(value, "compact", place) for value, place in places.items() if place >= 0]


def _find_windows(values: Iterable[str], sent: str) -> list[Find]:
    """Parts of keys, tokens and accounts: eight characters in a row, letters and digits mixed."""
    there = windows(sent)
    return [Find(value, "window", sent.find(window)) for value in values for window in windows(value) & there]


def windows(text: str) -> set[str]:
    """Every eight characters in a row that are letters and digits, and both.

    >>> sorted(windows("sk-a1b2c3d4e")), windows("hello.there 12345678")
    (['1b2c3d4e', 'a1b2c3d4'], set())
    """
    every = {text[start : start + WINDOW] for start in range(len(text) - WINDOW + 1)}
    return {window for window in every if window.isalnum() and not window.isalpha() and not window.isdigit()}


def drawn(random: Random, kind: Kind) -> str:
    """A value of that kind, in one of the usual forms or in a rarer one."""
    return plant(random, 1, [kind])[0].text if random.random() < 0.5 else _RARER[kind](random)


def _usual(random: Random, kind: Kind) -> str:
    return plant(random, 1, [kind])[0].text


def _email(random: Random) -> str:
    first, last, domain = _word(random, 2), _word(random, 3), _word(random, 4)
    local = random.choice(
        (
            f"{first}.{last}",
            f"{last}-{first}",
            f"{first.capitalize()}_{last.capitalize()}",
            f"{first}.{last}+{_word(random, 2)}",
            f"{first}o'{last}",
            f"{first}.ö{last}",
        )
    )
    host = random.choice(
        (f"{domain}.com", f"mail.{domain}.org", f"{domain}-{first}.example", f"{domain}.ü{last}.de", f"{domain}.CO.UK")
    )
    return f"{local}@{host}"


def _phone(random: Random) -> str:
    area, exchange = (random.choice("2345678") + random.choice("02345678") + random.choice("0123456789") for _ in "ab")
    line = _digits(random, 4)
    return random.choice(
        (
            f"+1-{area}-{exchange}-{line}",
            f"({area}) {exchange}-{line}",
            f"{area}.{exchange}.{line}",
            f"{area}\u00a0{exchange}\u00a0{line}",
            f"1 ({area}) {exchange} {line}",
            f"{area}{exchange}{line}",
            f"+44 (0)161 4{_digits(random, 2)} {line}",
            f"020 7{_digits(random, 3)} {line}",
            f"0049 30 8{_digits(random, 7)}",
            f"+33 6 {_pairs(random, 4)}",
            f"06 {_pairs(random, 4)}",
            f"+91 9{_digits(random, 4)} {_digits(random, 5)}",
            f"138 {_digits(random, 4)} {line}",
        )
    )


def _card(random: Random) -> str:
    digits = compact(_usual(random, Kind.CARD))
    return random.choice(("\u00a0", ".", " - ")).join(digits[start : start + 4] for start in range(0, len(digits), 4))


def _iban(random: Random) -> str:
    account = compact(_usual(random, Kind.IBAN))
    groups = [account[start : start + 4] for start in range(0, len(account), 4)]
    return random.choice((account.lower(), "-".join(groups), "\u00a0".join(groups)))


def _ssn(random: Random) -> str:
    digits = compact(_usual(random, Kind.SSN))
    return random.choice(("\u00a0", ".", "\u2013")).join((digits[:3], digits[3:5], digits[5:]))


def _api_key(random: Random) -> str:
    prefix, length = random.choice(
        (("sk-", 48), ("hf_", 34), ("xoxb-", 40), ("cg-", 43), ("glpat-", 20), ("npm_", 36), ("github_pat_", 60))
    )
    return prefix + "".join(random.choices(_BASE62, k=length - 1)) + random.choice("0123456789")


def _url(random: Random) -> str:
    host, path, token = f"{_word(random, 4)}.{_word(random, 2)}.com", _word(random, 3), _digits(random, 9)
    return random.choice(
        (
            f"https://www.{host}/~{path}/{token}.html#top",
            f"https://{host}/a_({path})/{token}?q=a%20b&x={path}",
            f"ftp://{host}/{path}/{token}.zip",
            f"www.{host}/{path}?id={token}",
            f"{host}/{path}/{token}",
        )
    )


def _ip_address(random: Random) -> str:
    groups = [f"{random.randint(0x1000, 0xFFFF):x}" for _ in range(8)]
    return random.choice((":".join(groups), f"fd12::{':'.join(groups[5:])}", f"10.{_octet(random)}.{_octet(random)}.7"))


def _octet(random: Random) -> int:
    return random.randint(100, 255)


def _word(random: Random, syllables: int) -> str:
    word = "".join(random.choice(_CONSONANTS) + random.choice(_VOWELS) for _ in range(syllables))
    return word + random.choice(_CONSONANTS)


def _digits(random: Random, count: int) -> str:
    return "".join(random.choices("0123456789", k=count))


def _pairs(random: Random, count: int) -> str:
    return " ".join(str(random.randint(10, 99)) for _ in range(count))


_RARER: Mapping[Kind, Callable[[Random], str]] = {
    Kind.EMAIL: _email,
    Kind.PHONE: _phone,
    Kind.CARD: _card,
    Kind.IBAN: _iban,
    Kind.SSN: _ssn,
    Kind.API_KEY: _api_key,
    Kind.URL: _url,
    Kind.IP_ADDRESS: _ip_address,
}
