"""Values to plant: realistic, valid and each of them unique, in the forms that people write them in.

Nothing here is anybody's: numbers are drawn at random and then given their check digits.
"""

from __future__ import annotations

import ipaddress
import string
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import cycle, islice
from random import Random

import phonenumbers

FIRST_NAMES = (
    "alex",
    "amina",
    "bruno",
    "carla",
    "chen",
    "dilek",
    "farid",
    "greta",
    "hugo",
    "ines",
    "kofi",
    "mateo",
    "nadia",
)
LAST_NAMES = ("patel", "okafor", "silva", "moreau", "tanaka", "novak", "haddad", "weber", "kaya", "murphy", "mensah")
WORDS = ("harbor", "lantern", "quarry", "meadow", "copper", "juniper", "falcon", "granite", "willow", "tundra")
ENDINGS = ("io", "dev", "net", "tech", "de", "fr", "co.uk", "com.br", "health", "systems")
REGIONS = ("US", "GB", "DE", "FR", "ES", "IT", "NL", "SE", "BR", "IN", "AU", "JP")
CARDS = (("4", 16), ("51", 16), ("55", 16), ("37", 15), ("6011", 16), ("2720", 16))
IBAN_BODIES = (
    ("DE", "n" * 18),
    ("GB", "a" * 4 + "n" * 14),
    ("NL", "a" * 4 + "n" * 10),
    ("ES", "n" * 20),
    ("PL", "n" * 24),
)
PLACES = ("wiki", "intranet", "files", "git", "billing")
PAGES = ("runbook", "invoice", "report", "session", "handbook")


class Kind(StrEnum):
    """What a planted value is."""

    EMAIL = "email"
    PHONE = "phone"
    CARD = "card"
    IBAN = "iban"
    SSN = "ssn"
    API_KEY = "api_key"
    IP_ADDRESS = "ip_address"
    URL = "url"


@dataclass(frozen=True, slots=True)
class Planted:
    """One value and what it is."""

    kind: Kind
    text: str


def plant(random: Random, count: int, kinds: Sequence[Kind] = tuple(Kind)) -> list[Planted]:
    """That many values, kind after kind in turn; the same for the same seed, and no two alike.

    >>> [planted.kind.value for planted in plant(Random(7), 3)]
    ['email', 'phone', 'card']
    """
    return list(islice(_unique(random, kinds), count))


def _unique(random: Random, kinds: Sequence[Kind]) -> Iterator[Planted]:
    seen: set[str] = set()
    for kind in cycle(kinds):
        text = _MAKERS[kind](random)
        while (core := "".join(filter(str.isalnum, text))) in seen:
            text = _MAKERS[kind](random)
        seen.add(core)
        yield Planted(kind, text)


def _email(random: Random) -> str:
    first, last, number = random.choice(FIRST_NAMES), random.choice(LAST_NAMES), random.randrange(10, 10_000)
    local = random.choice(
        (f"{first}.{last}{number}", f"{first}_{number}", f"{last}+{number}", f"{first[0]}{last}-{number}")
    )
    address = f"{local}@{random.choice(('', 'mail.'))}{_domain(random)}"
    return random.choice((address, address, address.title()))


def _domain(random: Random) -> str:
    return f"{random.choice(WORDS)}-{random.choice(WORDS)}{random.randrange(10, 10_000)}.{random.choice(ENDINGS)}"


def _phone(random: Random) -> str:
    number = _phone_number(random)
    formats = phonenumbers.PhoneNumberFormat
    written = phonenumbers.format_number(number, random.choice((formats.E164, formats.INTERNATIONAL)))
    if number.country_code == 1:
        written = random.choice((written, phonenumbers.format_number(number, formats.NATIONAL)))
    return random.choice((written, written.replace(" ", "-"), written.replace(" ", ".")))


def _phone_number(random: Random) -> phonenumbers.PhoneNumber:
    mobile = phonenumbers.PhoneNumberType.MOBILE
    example = phonenumbers.example_number_for_type(random.choice(REGIONS), mobile)
    assert example is not None, "phonenumbers has an example for every region that is named here"
    national = str(example.national_number)
    while True:
        drawn = int(national[:-6] + _digits(random, 6))
        number = phonenumbers.PhoneNumber(country_code=example.country_code, national_number=drawn)
        if phonenumbers.is_valid_number(number):
            return number


def _card(random: Random) -> str:
    prefix, length = random.choice(CARDS)
    body = prefix + _digits(random, length - len(prefix) - 1)
    number = next(body + check for check in string.digits if luhn(body + check))
    groups = (4, 6, 5) if length == 15 else (4, 4, 4, 4)
    return random.choice(("", " ", "-")).join(_grouped(number, groups))


def luhn(digits: str) -> bool:
    """Whether the last digit is the check digit of those before it (ISO/IEC 7812-1, annex B).

    >>> luhn("4111111111111111"), luhn("4111111111111112")
    (True, False)
    """
    doubled = [int(digit) * (1 + position % 2) for position, digit in enumerate(reversed(digits))]
    return sum(number - 9 if number > 9 else number for number in doubled) % 10 == 0


def _iban(random: Random) -> str:
    country, pattern = random.choice(IBAN_BODIES)
    body = "".join(random.choice(string.digits if place == "n" else string.ascii_uppercase) for place in pattern)
    iban = f"{country}{98 - iban_remainder(country + '00' + body):02}{body}"
    return random.choice((iban, " ".join(_grouped(iban, (4,) * 9))))


def iban_remainder(iban: str) -> int:
    """The remainder by 97 that is 1 for a valid IBAN (ISO 13616).

    >>> iban_remainder("GB82WEST12345698765432")
    1
    """
    return int("".join(str(int(character, 36)) for character in iban[4:] + iban[:4])) % 97


def _ssn(random: Random) -> str:
    area = random.choice([area for area in range(1, 900) if area != 666])
    parts = (f"{area:03}", f"{random.randrange(1, 100):02}", f"{random.randrange(1, 10_000):04}")
    return random.choice(("-", " ")).join(parts)


def _api_key(random: Random) -> str:
    letters, upper = string.ascii_letters + string.digits, string.ascii_uppercase + "234567"
    shapes = (
        ("sk-proj-", letters, 48),
        ("sk-ant-api03-", letters, 93),
        ("ghp_", letters, 36),
        ("AKIA", upper, 16),
        ("AIza", letters, 35),
        ("sk_live_", letters, 24),
    )
    prefix, alphabet, length = random.choice(shapes)
    return prefix + "".join(random.choices(alphabet, k=length))


def _ip_address(random: Random) -> str:
    if random.random() < 0.3:
        network = ipaddress.IPv6Address("2a02::")
        return random.choice((str(network + random.getrandbits(108)), str(network + random.getrandbits(32))))
    return str(ipaddress.IPv4Address("81.0.0.0") + random.getrandbits(24))


def _url(random: Random) -> str:
    host, page = (
        f"{random.choice(PLACES)}.{_domain(random)}",
        f"{random.choice(PAGES)}/{random.randrange(10_000, 99_999)}",
    )
    return random.choice(
        (
            f"https://{host}/{page}",
            f"https://{host}:8443/{page}?user={random.choice(FIRST_NAMES)}&v={random.randrange(100)}",
            f"http://{host}/a/{page}#{random.choice(WORDS)}",
        )
    )


def _digits(random: Random, count: int) -> str:
    return "".join(random.choices(string.digits, k=count))


def _grouped(text: str, lengths: Sequence[int]) -> list[str]:
    rest = iter(text)
    return list(filter(None, ("".join(islice(rest, length)) for length in lengths)))


_MAKERS: Mapping[Kind, Callable[[Random], str]] = {
    Kind.EMAIL: _email,
    Kind.PHONE: _phone,
    Kind.CARD: _card,
    Kind.IBAN: _iban,
    Kind.SSN: _ssn,
    Kind.API_KEY: _api_key,
    Kind.IP_ADDRESS: _ip_address,
    Kind.URL: _url,
}
