"""Generated values of every kind that the patterns find, in many formats."""

from __future__ import annotations

import string
from typing import Final

from hypothesis import strategies as st

from gateway.detection.checksums import IBAN_LENGTHS, luhn_holds

ALPHANUMERIC: Final = string.ascii_letters + string.digits
TOKEN: Final = ALPHANUMERIC + "_-"


def characters(alphabet: str, least: int, most: int) -> st.SearchStrategy[str]:
    return st.text(alphabet, min_size=least, max_size=most)


def digits(count: int) -> st.SearchStrategy[str]:
    return characters(string.digits, count, count)


def starting(prefix: str, rest: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return rest.map(lambda drawn: prefix + drawn)


@st.composite
def emails(draw: st.DrawFn) -> str:
    word = characters(string.ascii_letters, 1, 8) | st.sampled_from(["o'brien", "müller", "иван", "用户", "48211"])
    local = draw(st.sampled_from([".", "_", "-", "+"])).join(draw(st.lists(word, min_size=1, max_size=3)))
    domain = ".".join(draw(st.lists(characters(string.ascii_lowercase + string.digits, 2, 8), min_size=1, max_size=2)))
    top = draw(st.sampled_from(["example", "com", "internal", "ORG", "co.uk", "de", "公司"]))
    at = draw(st.sampled_from(["@", "@", "%40"]))
    return f"{local}{at}{domain}.{top}"


@st.composite
def phones(draw: st.DrawFn) -> str:
    area = draw(st.sampled_from(["212", "415", "646", "907"]))
    exchange, line = draw(st.sampled_from(["555", "867", "234"])), draw(digits(4))
    uk, german = draw(digits(4)), draw(digits(6))
    return draw(
        st.sampled_from(
            [
                f"+1-{area}-{exchange}-{line}",
                f"({area}) {exchange}-{line}",
                f"({area}){exchange}-{line}",
                f"{area}.{exchange}.{line}",
                f"{area} {exchange} {line}",
                f"{area}\u2011{exchange}\u2011{line}",
                f"{area}{exchange}{line}",
                f"1{area}{exchange}{line}",
                f"1-{area}-{exchange}-{line}",
                f"{exchange}-{line} ext. 12",
                f"+44 20 7946 {uk}",
                f"0044 20 7946 {uk}",
                f"+4420 7946{uk}",
                f"020 7946 {uk}",
                f"(020) 7946 {uk}",
                f"+49 (0)30 {german}",
                f"030 {german}",
                f"06 12 34 {line[:2]} {line[2:]}",
                f"+33\u00a06\u00a012\u00a034\u00a0{line[:2]}\u00a0{line[2:]}",
            ]
        )
    )


@st.composite
def grouped(draw: st.DrawFn, number: str, size: int) -> str:
    separator = draw(st.sampled_from(["", " ", "-", ".", "\u00a0", "\u202f"]))
    return separator.join(number[at : at + size] for at in range(0, len(number), size))


@st.composite
def cards(draw: st.DrawFn) -> str:
    prefix, length = draw(st.sampled_from([("4", 16), ("4", 19), ("51", 16), ("2221", 16), ("34", 15), ("6011", 16)]))
    body = prefix + draw(digits(length - len(prefix) - 1))
    number = next(body + check for check in string.digits if luhn_holds(body + check))
    return draw(grouped(number, draw(st.sampled_from([4, 4, 5, 6]))))


@st.composite
def ibans(draw: st.DrawFn) -> str:
    country = draw(st.sampled_from(sorted(IBAN_LENGTHS)))
    account = draw(digits(IBAN_LENGTHS[country] - 4))
    remainder = int(account + "".join(str(int(letter, 36)) for letter in country) + "00") % 97
    iban = f"{country}{98 - remainder:02}{account}"
    return draw(grouped(iban if draw(st.booleans()) else iban.lower(), 4))


@st.composite
def ssns(draw: st.DrawFn) -> str:
    area = draw(st.integers(1, 899).filter(lambda number: number != 666))
    separator = draw(st.sampled_from(["-", " ", "."]))
    return separator.join((f"{area:03}", f"{draw(st.integers(1, 99)):02}", f"{draw(st.integers(1, 9999)):04}"))


def ip_addresses() -> st.SearchStrategy[str]:
    wide = st.ip_addresses(v=6).map(lambda address: address.exploded)
    return st.ip_addresses(v=4).map(str) | wide | st.sampled_from(["2001:db8::1", "fe80::1ff:fe23:4567:890a"])


def keys() -> st.SearchStrategy[str]:
    return st.one_of(
        starting("sk-proj-", characters(TOKEN, 20, 160)),
        starting("sk-ant-api03-", characters(TOKEN, 20, 110)),
        starting("sk-1", characters(ALPHANUMERIC, 25, 60)).filter(lambda key: len(set(key)) > 8),
        starting("cg-1", characters(TOKEN, 25, 60)).filter(lambda key: len(set(key)) > 8),
        starting("AKIA", characters(string.ascii_uppercase + string.digits, 16, 16)),
        starting("ghp_", characters(ALPHANUMERIC, 20, 255)),
        starting("github_pat_", characters(ALPHANUMERIC + "_", 22, 82)),
        starting("glpat-", characters(TOKEN, 20, 60)),
        starting("xoxb-", characters(ALPHANUMERIC + "-", 20, 60)),
        starting("sk_live_", characters(ALPHANUMERIC, 10, 100)),
        starting("AIza", characters(TOKEN, 35, 35)),
        starting("AC", characters("0123456789abcdef", 32, 32)),
        starting("npm_", characters(ALPHANUMERIC, 36, 36)),
        starting("hf_", characters(ALPHANUMERIC, 34, 34)),
        starting("dapi", characters("0123456789abcdef", 32, 32)),
        st.tuples(characters(TOKEN, 20, 24), characters(TOKEN, 40, 44)).map(".".join).map("SG.".__add__),
        st.tuples(characters(TOKEN, 20, 90), characters(TOKEN, 20, 200), characters(TOKEN, 40, 90))
        .map(".".join)
        .map("eyJ".__add__),
    ).filter(lambda key: key[-1] not in "_-")


def private_keys() -> st.SearchStrategy[str]:
    body = st.lists(characters(ALPHANUMERIC + "+/", 64, 64), min_size=1, max_size=4).map("\n".join)
    label = st.sampled_from(["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "])
    return st.tuples(label, body).map(
        lambda drawn: f"-----BEGIN {drawn[0]}PRIVATE KEY-----\n{drawn[1]}\n-----END {drawn[0]}PRIVATE KEY-----"
    )


def connection_strings() -> st.SearchStrategy[str]:
    word = characters(ALPHANUMERIC, 3, 12)
    scheme = st.sampled_from(["postgres", "mysql+pymysql", "mongodb+srv", "amqp", "redis"])
    return st.tuples(scheme, word, word, word).map(lambda d: f"{d[0]}://{d[1]}:{d[2]}@{d[3]}.internal:5432/app")


def urls() -> st.SearchStrategy[str]:
    word = characters(ALPHANUMERIC, 1, 12)
    start = st.sampled_from(["https://", "http://www.", "ftp://", "www."])
    return st.tuples(start, word, word, word).map(lambda d: f"{d[0]}{d[1]}.example/{d[2]}?q={d[3]}#a_(b)c")


def values() -> st.SearchStrategy[str]:
    return st.one_of(
        emails(),
        phones(),
        cards(),
        ibans(),
        ssns(),
        ip_addresses(),
        keys(),
        private_keys(),
        connection_strings(),
        urls(),
    )


def surroundings() -> st.SearchStrategy[str]:
    """Generates text of any script and punctuation, mostly short, so values often touch a letter."""
    near = st.sampled_from(["", "_", '"', "'", "(", ")", "[", "<", ">", "mailto:", "tel:", '{"a":"', '"}', "**", "`"])
    return near | st.text(max_size=12) | st.sampled_from(["请联系", "谢谢", "ви", "é", "ป", "한글", "שלום", "नाम", " "])
