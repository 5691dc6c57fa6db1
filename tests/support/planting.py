"""Values of real people's kinds, made up, each unlike any other: tests plant them and look where they come out.

Everything is drawn from a seeded generator, so a failure can be repeated. Cards and accounts carry right check digits,
because real ones do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from random import Random

WINDOW_DIGITS = 6
WINDOW_LETTERS = 8

_CONSONANTS = "bdfghjklmnprstvwxz"
_VOWELS = "aeiou"
_BASE62 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


class Kind(StrEnum):
    """What a planted value is."""

    EMAIL = "email"
    PHONE = "phone"
    CARD = "card"
    IBAN = "iban"
    SSN = "ssn"
    API_KEY = "api_key"
    URL = "url"
    IP = "ip"


@dataclass(frozen=True, slots=True)
class Planted:
    """A made-up value as it stands in a request, and the parts of it that would give it away by themselves."""

    kind: Kind
    text: str
    fragments: tuple[str, ...] = ()


class Planter:
    """Draws values; no two are alike, and of those that ``is_taken`` says stand somewhere already, none is drawn.

    >>> Planter(1).value(Kind.CARD) == Planter(1).value(Kind.CARD)
    True
    """

    def __init__(self, seed: int | str, is_taken: Callable[[Planted], bool] = lambda planted: False) -> None:
        self._random = Random(seed)
        self._is_taken = is_taken
        self._drawn: set[str] = set()
        self._makers: dict[Kind, Callable[[Random], Planted]] = {
            Kind.EMAIL: email,
            Kind.PHONE: phone,
            Kind.CARD: card,
            Kind.IBAN: iban,
            Kind.SSN: ssn,
            Kind.API_KEY: api_key,
            Kind.URL: url,
            Kind.IP: ip_address,
        }

    @property
    def random(self) -> Random:
        """The generator that the values are drawn from, for what surrounds them."""
        return self._random

    def value(self, kind: Kind | None = None) -> Planted:
        """A value of that kind, or of any."""
        while True:
            drawn = self._makers[kind or self._random.choice(list(Kind))](self._random)
            if drawn.text not in self._drawn and not self._is_taken(drawn):
                self._drawn.add(drawn.text)
                return drawn

    def one_of_each(self) -> list[Planted]:
        """A value of every kind, in any order."""
        kinds = list(Kind)
        self._random.shuffle(kinds)
        return [self.value(kind) for kind in kinds]


def email(random: Random) -> Planted:
    """An address at a private domain."""
    first, last, domain = _word(random, 2), _word(random, 3), _word(random, 4)
    local = random.choice(
        (
            f"{first}.{last}",
            f"{first}_{last}{random.randint(1, 99)}",
            f"{last}-{first}",
            f"{first.capitalize()}.{last.capitalize()}",
            f"{first}.{last}+{_word(random, 2)}",
            f"{first[0]}{last}{random.randint(1960, 2009)}",
            f"{first}.ö{last}",
        )
    )
    host = random.choice(
        (
            f"{domain}.com",
            f"mail.{domain}.org",
            f"{domain}-{first}.example",
            f"{domain}.co.uk",
            f"{domain}.ü{last}.de",
            f"{domain.capitalize()}.io",
        )
    )
    return Planted(Kind.EMAIL, f"{local}@{host}", (local, host, domain))


def phone(random: Random) -> Planted:
    """A telephone number in one of the ways that people of several countries write theirs."""
    area, exchange, line = (
        f"{random.randint(2, 9)}{_digits(random, 2)}",
        f"{random.randint(2, 9)}{_digits(random, 2)}",
        _digits(random, 4),
    )
    area = area.replace("11", "12").replace("9", "8")
    exchange = exchange.replace("11", "12")
    number = random.choice(
        (
            f"+1 {area} {exchange} {line}",
            f"+1-{area}-{exchange}-{line}",
            f"+1{area}{exchange}{line}",
            f"({area}) {exchange}-{line}",
            f"{area}-{exchange}-{line}",
            f"{area}.{exchange}.{line}",
            f"1 ({area}) {exchange} {line}",
            f"{area}{exchange}{line}",
            f"+44 20 7{_digits(random, 3)} {line}",
            f"+44 (0)161 4{_digits(random, 2)} {line}",
            f"020 7{_digits(random, 3)} {line}",
            f"+49 30 {random.randint(2, 9)}{_digits(random, 7)}",
            f"0049 30 {random.randint(2, 9)}{_digits(random, 7)}",
            f"+33 6 {_pairs(random, 4)}",
            f"06 {_pairs(random, 4)}",
            f"+91 9{_digits(random, 4)} {_digits(random, 5)}",
            f"+86 138 {_digits(random, 4)} {line}",
            f"138 {_digits(random, 4)} {line}",
        )
    )
    return _number(Kind.PHONE, number)


def card(random: Random) -> Planted:
    """A payment card number with a right check digit."""
    prefix, sizes = random.choice(
        (
            ("4", (4, 4, 4, 4)),
            (f"5{random.randint(1, 5)}", (4, 4, 4, 4)),
            (random.choice(("34", "37")), (4, 6, 5)),
            ("6011", (4, 4, 4, 4)),
        )
    )
    digits = prefix + _digits(random, sum(sizes) - len(prefix) - 1)
    digits += luhn_digit(digits)
    return _number(Kind.CARD, _grouped(digits, sizes, random.choice((" ", "-", "", "", "\u00a0"))))


def iban(random: Random) -> Planted:
    """A bank account number with right check digits."""
    country, account = random.choice(
        (
            ("DE", _digits(random, 18)),
            ("GB", random.choice(("BARC", "NWBK", "LOYD")) + _digits(random, 14)),
            ("NL", random.choice(("INGB", "ABNA", "RABO")) + _digits(random, 10)),
            ("ES", _digits(random, 20)),
            ("FR", _digits(random, 23)),
        )
    )
    compact = country + iban_check(country, account) + account
    written = random.choice((compact, " ".join(_cut(compact, [4] * 9)), compact.lower()))
    return _number(Kind.IBAN, written)


def ssn(random: Random) -> Planted:
    """A US social security number."""
    area = random.choice([number for number in range(100, 900) if number != 666])
    separator = random.choice("- ")
    return _number(Kind.SSN, f"{area}{separator}{random.randint(10, 99)}{separator}{random.randint(1000, 9999)}")


def api_key(random: Random) -> Planted:
    """A key or token with its vendor's prefix."""
    prefix, length = random.choice(
        (
            ("sk-", 48),
            ("sk-proj-", 64),
            ("ghp_", 36),
            ("AKIA", 16),
            ("hf_", 34),
            ("xoxb-", 40),
            ("AIza", 35),
            ("cg-", 43),
            ("glpat-", 20),
        )
    )
    token = "".join(random.choices(_BASE62, k=length - 1)) + random.choice("0123456789")
    token = token.upper() if prefix == "AKIA" else token
    return Planted(Kind.API_KEY, prefix + token, tuple(_windows(token, WINDOW_LETTERS)))


def url(random: Random) -> Planted:
    """An address of a private page, with what it says about its visitor."""
    host, path, token = (
        f"{_word(random, 4)}.{_word(random, 2)}.{random.choice(('com', 'net', 'example'))}",
        _word(random, 3),
        "".join(random.choices(_BASE62, k=12)),
    )
    text = random.choice(
        (
            f"https://{host}/{path}/{token}",
            f"http://{host}:8443/{path}?session={token}",
            f"https://www.{host}/~{path}/{token}.html#top",
            f"https://{host}/a_({path})/{token}?q=a%20b&x={path}",
            f"ftp://{host}/{path}/{token}.zip",
        )
    )
    return Planted(Kind.URL, text, (host, token))


def ip_address(random: Random) -> Planted:
    """An IPv4 or IPv6 address."""
    octets = [str(random.choice([number for number in range(100, 255) if number != 127])) for _ in range(4)]
    groups = [f"{random.randint(0x1000, 0xFFFF):x}" for _ in range(8)]
    text = random.choice(
        (".".join(octets), ":".join(["2001", "db8", *groups[2:]]), f"fd{groups[0][2:]}::{':'.join(groups[5:])}")
    )
    return Planted(
        Kind.IP, text, (":".join(groups[5:]),) if ":" in text else (".".join(octets[:3]), ".".join(octets[1:]))
    )


def luhn_digit(digits: str) -> str:
    """The check digit that makes a payment card number of these digits (ISO/IEC 7812-1, annex B).

    >>> luhn_digit("411111111111111")
    '1'
    """
    doubled = [2 * int(digit) for digit in reversed(digits)][::2]
    total = sum(number // 10 + number % 10 for number in doubled) + sum(map(int, digits[-2::-2]))
    return str(-total % 10)


def iban_check(country: str, account: str) -> str:
    """The two check digits of an IBAN (ISO 13616).

    >>> iban_check("GB", "WEST12345698765432")
    '82'
    """
    number = int("".join(str(int(character, 36)) for character in f"{account}{country}00"))
    return f"{98 - number % 97:02}"


def compact(text: str) -> str:
    """The letters and digits of a text.

    >>> compact("4111-1111 1111.1111")
    '4111111111111111'
    """
    return "".join(filter(str.isalnum, text))


def _number(kind: Kind, text: str) -> Planted:
    runs = "".join(character if character.isdigit() else " " for character in compact(text)).split()
    return Planted(kind, text, tuple(window for run in runs for window in _windows(run, WINDOW_DIGITS)))


def _windows(text: str, length: int) -> Iterator[str]:
    return (text[start : start + length] for start in range(len(text) - length + 1))


def _word(random: Random, syllables: int) -> str:
    return "".join(random.choice(_CONSONANTS) + random.choice(_VOWELS) for _ in range(syllables)) + random.choice(
        _CONSONANTS
    )


def _digits(random: Random, count: int) -> str:
    return "".join(random.choices("0123456789", k=count))


def _pairs(random: Random, count: int) -> str:
    return " ".join(str(random.randint(10, 99)) for _ in range(count))


def _cut(text: str, sizes: list[int]) -> Iterator[str]:
    start = 0
    for size in sizes:
        if piece := text[start : start + size]:
            yield piece
        start += size


def _grouped(digits: str, sizes: tuple[int, ...], separator: str) -> str:
    return separator.join(_cut(digits, list(sizes)))
