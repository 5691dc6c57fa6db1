"""What the values of labels look like: a password is no placeholder, an address is no pointer, a name is no path.

Each test gets a trimmed value that is not blank, and how it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from gateway.detection.characters import VOWEL_SIGNS
from gateway.detection.entropy import bits_per_character
from gateway.detection.structure.field import Written
from gateway.detection.words import listed_in

Looks = Callable[[str, Written], bool]

_SIGNS: Final = re.compile(f"[{VOWEL_SIGNS}]+")
_DIGITS: Final = re.compile(r"\d")
_LETTERS: Final = re.compile(r"[^\W\d_]")
_CODE: Final = re.compile(
    r".*[(\[{]|.*[\])}]$|[A-Za-z_]\w*(?:(?:\.|->|::)[A-Za-z_]\w*)+$|.*(?:=>|==|&&|\|\|)"
    r"|(?:await|new|return|not|if|lambda) "
)
_WORDS_OF_CODE: Final = re.compile(
    r"_\w+|[a-z]+(?:_[a-z]+)+|[a-z]+(?:[A-Z][a-z]+)+|[a-z]+|[A-Z][a-z]+|[A-Z]+(?:_[A-Z]+)*"
)
NO_NAMES: Final = frozenset(  # names of months that people have, too, are not among them
    {
        "root", "admin", "administrator", "guest", "system", "default", "user", "users", "username", "nobody",
        "daemon", "www-data", "postgres", "mysql", "redis", "ubuntu", "node", "bot", "test", "tester", "testuser",
        "app", "api", "service", "server", "client", "public", "private", "assistant", "developer", "tool",
        "function", "model", "anonymous", "me", "you", "all", "everyone", "here", "now", "today", "yesterday",
        "tomorrow", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january",
        "february", "july", "september", "october", "november", "december", "left", "right", "top",
        "bottom", "start", "end", "open", "closed", "active", "inactive", "pending", "done", "error", "info",
        "debug", "warning", "warn", "critical", "ok", "success", "failed", "main", "master", "origin", "upstream",
        "local", "localhost", "production", "staging", "development", "prod", "dev", "demo", "sa", "docker",
        "jenkins", "ec2-user", "git", "github", "runner", "runneradmin", "vagrant", "oracle", "apache", "nginx",
        "hadoop", "spark", "elastic", "kafka", "name", "title", "value", "key", "type", "id", "index",
    }
)  # fmt: skip
_NO_PHRASE: Final = frozenset({"how", "if", "it", "is", "see", "to", "what", "when", "where", "who", "why", "you"})
_PARTICLES: Final = frozenset(  # and titles: words of names that many people do not capitalise
    {
        "van", "von", "der", "de", "den", "del", "della", "di", "da", "dos", "das", "la", "le", "el", "al", "bin",
        "ibn", "ter", "ten", "zu", "und", "y", "e", "of", "du", "des", "zum", "zur", "af", "av", "te", "vom", "het",
        "ould", "ap", "do", "en", "pani", "pan", "señora", "señor", "signora", "signor", "senhora", "senhor", "mevrouw",
        "meneer", "herr", "frau", "monsieur", "madame", "mr", "mrs", "ms", "dr", "bay", "bayan", "cô", "bà", "ông",
        "anh", "chị",
    }
)  # fmt: skip
_PERSON: Final = re.compile(r"[^\W\d_][^\W\d_'’.-]*+(?:[ ,'’.\"״·・\u3000-]+[^\W\d_'’.,-]++){0,6}\.?")
# A name in Chinese, Japanese or Korean; longer runs are sentences.
_EASTERN: Final = re.compile("[\u3040-\u9fff\uac00-\ud7a3]")
_EASTERN_PERSON: Final = re.compile(
    "[\u4e00-\u9fff々]{1,5}(?:[ \u3000][\u4e00-\u9fff々ぁ-ゖァ-ヺー]{1,4})?"
    "|[\u4e00-\u9fff々]{1,4}[ぁ-ゖァ-ヺー]{1,4}|[가-힣]{1,5}(?: [가-힣]{1,4})?"
    "|[ァ-ヺー]{1,8}(?:[・ \u3000=][ァ-ヺー]{1,8}){0,3}"
    "|[\u4e00-\u9fff]{1,6}(?:[·・][\u4e00-\u9fff]{1,6}){1,3}|[ぁ-ゖ]{2,5}"
)
_PARTICIPANT: Final = re.compile(r"[A-Z][a-z]{1,20}(?:[_-]?[A-Z][a-z]{0,20}){0,3}[_-]?\d{0,4}")
# An e-mail address in letters that an API allows.
_HANDLE_SIGN: Final = re.compile("[0-9A-Za-z@_]")
_MAIL: Final = re.compile(
    r"[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+){2,6}[_-](?i:com|org|net|edu|gov|io|ai|co|eu|uk|us|de|fr|es|it|nl|pl|ch|at"
    r"|example)"
)
# A whole word of a name that is written as one, so that "Kaplan" and "Chatterjee" are nobody's role.
_ROLES: Final = re.compile(
    r"(?:^|[_-]|(?<=[a-z])(?=[A-Z]))"
    r"(?i:user|assist(?:ant)?|system|agent|bot|tool|plan(?:ner|ning)?|cod(?:er|ing)|critic|review(?:er)?|manag(?:er"
    r"|ement)"
    r"|research(?:er)?|writ(?:er|ing)|admin(?:istrator)?|prox(?:y|ies)|exec(?:utor|utive)?|human|model|expert|engineer"
    r"|analy(?:st|sis|zer|ser|tics)|dev(?:eloper|ops)?|team|service|support|customer|client|teacher|student|doctor"
    r"|patient|narrat(?:or|ion)|speaker|moderat(?:or|ion)|judge|editor|search(?:er)?|data|router|supervis(?:or|ion)"
    r"|test(?:er|ing)?|example|evaluat(?:or|ion)|operator|chat|gpt|claude|gemini)"
    r"(?:s|ing)?(?=$|[A-Z0-9_-])"
)
_SENTENCES: Final = re.compile(r"\w{4,}\. ")
_TWO_CAPITALS: Final = re.compile(r"[^\W\d_a-z]\S*(?: \S+)*? [^\W\d_a-z]\S+")
_STREETLESS: Final = re.compile(
    r"0x[0-9A-Fa-f]+|[0-9A-Fa-f]*:[0-9A-Fa-f:./]*|\d{1,3}(?:\.\d{1,3}){3}.*|\S+:\d{2,5}|\S+@\S+|(?:https?:)?//\S+"
    r"|\d{1,3}|[a-z_.-]+"
)
_DATE: Final = re.compile(r".*(?:\d|[〇一二三四五六七八九十元][年月日]).*")
_UNIT_OF_AGE: Final = (
    "y|yo|yrs?|years?|m|mo|mths?|months?|w|wks?|weeks?|days?|jahre?|j\\.|monate?|mon\\.|wochen?|tage?|ans?"
    "|mois|jours|semaines?"
    "|años?|meses|mes|semanas?|días|anni|anno|mesi|anos?|jaar|jr\\.?|maanden|lat|lata|roku|l\\.|yaş|ay|aylık"
    "|лет|полных лет|года?|г\\.?"
    "|р|років|роки|мес|έτη|ετών|χρ\\.|χρονών|μήνες|μηνών|岁|周岁|歲|歳|세|살|個月|个月|か月|ヶ月|개월|代|대"
    "|ปี|เดือน|ขวบ|वर्ष|साल|माह|महीने"
    "|বছর|মাস|سنة|سنوات|عام|عاما|عامًا|أشهر|שנים|חודשים"
)
_AGE: Final = re.compile(
    rf"[~<>≈約约만満]? ?\d{{1,3}}(?:[.,]\d)?(?: ?(?i:{_UNIT_OF_AGE})(?!\w).{{0,12}}|[岁歲歳세살].{{0,6}})?"
    rf"|(?:בן|בת) \d{{1,3}}"
    "|[一二三四五六七八九十]{1,4}[岁歲歳]"
)
_OPENING: Final = re.compile(r"[^ /,(（.]+(?: [^\W\d_]+)?")
_MOST_BEHIND_GENDER: Final = 20  # characters
_PRONOUNS: Final = re.compile(r"s?he/\w+|they/\w+", re.IGNORECASE)
_AMOUNT: Final = re.compile(
    r".{0,16}(?:\d|[〇一二三四五六七八九十百千][百千万萬円元塊块]|[일이삼사오육칠팔구십백천][십백천만]).{0,24}"
)
_GRADE: Final = re.compile(
    r"[A-FU][+*-]?|A\*{1,2}|[A-F][1-9]|[A-FD][A-FZ]|[0-9]{1,3}(?:[.,][0-9]{1,2}|½)?[+=-]?"
    r"(?: ?%| ?/ ?[0-9]{1,3}| ?(?:点|點|分|점|級|级|등급|คะแนน|pts?|points?|Punkte|P\.|NP|valores|e lode"
    r"|L))?(?: ?\(.{1,14}\))?"
    r"|[12][:.][12]"
)
_FLAT: Final = re.compile(
    r"\d{1,4} ?-?[^\W\d_]?|[^\W\d_][ -]?\d{1,4}|\d{1,4} ?/ ?\d{1,4}|\d{1,4} ?(?:号|號|号室|室|楼|樓|호"
    r"|층)|\d{1,4}동 ?\d{1,4}호"
    r"|\d{1,3}[栋棟幢](?:\d{1,2}单元)?\d{1,4}室?"
)
_DEGREES: Final = re.compile(r"[\[(]?[-+]?\d{1,3}[.,]\d{2,}.{0,40}|\d{1,3}°.{0,40}")
_LINK: Final = re.compile(r"https?://\S{4,400}|[\w-]{2,60}(?:\.[\w-]{2,60}){1,4}/\S{1,300}")
_MOST_SPACES: Final = 7
_MOST_WORDS: Final = 24  # of a seed phrase
_TELLING: Final = frozenset(  # begin what is said of a passphrase
    {
        "a", "an", "and", "are", "as", "at", "can", "could", "does", "enter", "for", "forgot", "forgotten", "from",
        "has", "have", "if", "in", "incorrect", "invalid", "is", "it", "may", "might", "must", "no", "none", "not",
        "of", "on", "optional", "or", "please", "required", "same", "see", "set", "should", "stored", "that", "the",
        "this", "to", "use", "used", "was", "which", "will", "with", "wrong", "you", "your",
    }
)  # fmt: skip
# A sentence has a mark at its end, an instruction or a message one of these words.
_PASSPHRASE: Final = re.compile(
    r"(?!.*\b(?i:pass\w*|enter|must|should|please|invalid|required?|incorrect|wrong|forgot\w*|change|reset|create"
    r"|your|is|are"
    r"|set|use|used|hashed|encrypted|stored|shared|loaded|generated|masked|hidden|optional|same|via|from|see|not|no"
    r"|none|secret|key|token|value|here|mot de|contrase\w+|clave|senha|geheim\w*|kennwort"
    r"|bitte|parol\w*|пароль\w*|hasło|wachtwoord|şifre)\b)[^\W\d_][\w'’-]*(?: [\w'’-]+)+"
)
_DRAWN: Final = re.compile(r"[\w+/=.~-]{16,}")
_MEMBER: Final = re.compile(r"(?:\w+\.){2,}\w+|\w*[a-z][A-Z]\w*\.\w+|\w+\.\w*[a-z][A-Z]\w*")
_TOKEN: Final = re.compile(r"\S{8,}")
_NUMBER: Final = re.compile(r"(?![0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3})[\w /.,()（）・·+#:*-]{3,60}")
_NUMBER_ONLY: Final = re.compile(r"[\d.,]+[A-Za-z%]{0,2}")
_JOINTS: Final = re.compile("[ +·・〒-]+")
_UNIT: Final = re.compile(r"\d+(?:\.\d+)?(?:ms|s|m|h|d|kb|mb|gb|px|%|em|rem)")


def secret(value: str, written: Written) -> bool:
    """Returns whether it may be a password: three characters or more that are neither code nor a sentence."""
    if len(value) < 3 or _UNIT.fullmatch(value) or (" " in value and not _is_phrase(value, written)):
        return False
    if written is not Written.BARE:
        return not (value.startswith(("/", "./", "../", "~/")) and "." in value)
    return not (_CODE.match(value) or _WORDS_OF_CODE.fullmatch(value) or value.startswith("/"))


def _is_phrase(value: str, written: Written) -> bool:
    """Returns whether words with spaces may be a secret: a seed phrase, an odd character among few words, or a quoted
    passphrase that says nothing about passwords, as messages do."""
    spaces = value.count(" ")
    if written is Written.QUOTED and spaces < _MOST_SPACES and _PASSPHRASE.fullmatch(value):
        return True
    return spaces >= 11 or (spaces < 4 and bool(_DIGITS.search(value)))


def passphrase(value: str, written: Written) -> bool:
    """Returns whether it may be a secret of several words: up to 24, which neither ask for one nor tell of one."""
    said = value.lower().split()
    if not 1 < len(said) <= _MOST_WORDS:
        return secret(value, written)
    return said[0] not in _TELLING and not any(each[-1] in ".,;:!?" for each in said)


def code(value: str, written: Written) -> bool:
    """Returns whether it may be a PIN or a code: three to twelve letters and digits, one digit at least."""
    plain = value.strip("#*").replace("-", "").replace(" ", "")
    return 3 <= len(value) <= 16 and plain.isalnum() and bool(_DIGITS.search(value))


def token(value: str, written: Written) -> bool:
    """Returns whether it looks drawn at random: eight characters without a space, digits and letters among them."""
    if not _TOKEN.fullmatch(value) or not _DIGITS.search(value) or _NUMBER_ONLY.fullmatch(value):
        return False
    if written is Written.BARE and _CODE.match(value):
        return False
    return bool(_LETTERS.search(value)) and bits_per_character(value[:200]) >= 2.5


def drawn(value: str, written: Written) -> bool:
    """Returns whether it is a key and not the name of one: sixteen characters or more, some digits among them."""
    return token(value, written) and _DRAWN.fullmatch(value) is not None and len(_DIGITS.findall(value)) >= 3


def name(value: str, written: Written) -> bool:
    """Returns whether it may be a person's name, whatever its case."""
    value = _without_signs(value.replace("+", " "))
    if _EASTERN.match(value) and not _EASTERN_PERSON.fullmatch(value):
        return False
    if len(value) > 60 or value.casefold() in NO_NAMES or not _PERSON.fullmatch(value) or _SENTENCES.search(value):
        return False
    if not value.isascii():
        return True
    lower = [word for word in value.split() if word[0].islower() and word not in _PARTICLES]
    return written is not Written.BARE and len(value.split()) < 4 if len(lower) == len(value.split()) else not lower


def _without_signs(value: str) -> str:
    return value if value.isascii() else _SIGNS.sub("", value)


def is_participant(value: str) -> bool:
    """Returns whether the name of a participant, in letters that an API allows, is a person's and no role.

    >>> [is_participant(each) for each in ("Nadia_Kowalczyk", "Hope", "PlannerAgent", "example_user", "get_weather")]
    [True, True, False, False, False]
    >>> [is_participant(each) for each in ("alex_patel_example_com", "Rosa_Kaplan-Nakamura", "ChatBot2", "Data-Team")]
    [True, True, False, False]
    """
    if _MAIL.fullmatch(value):
        return True
    return _PARTICIPANT.fullmatch(value) is not None and _ROLES.search(value) is None


def person(value: str, written: Written) -> bool:
    """Returns whether it is written as a name is: two words with capitals, or another script."""
    if not name(value, written):
        return False
    value = _without_signs(value)
    return bool(_TWO_CAPITALS.fullmatch(value)) or not (value.isascii() or value.upper() != value.lower())


def account(value: str, written: Written) -> bool:
    """Returns whether it may be a user's name at a service."""
    value = _without_signs(value)
    if value.casefold() in NO_NAMES or not 2 < len(value) <= 60 or "/" in value[1:-1] or value.count(" ") > 3:
        return False
    if _EASTERN.match(value) and not _HANDLE_SIGN.search(value):
        return False
    if written is Written.BARE and (_CODE.match(value) or _WORDS_OF_CODE.fullmatch(value)):
        return False
    if " " in value:
        return person(value, written)
    if written is not Written.QUOTED and _MEMBER.fullmatch(value):
        return False
    return bool(_LETTERS.search(value)) and (
        bool(_DIGITS.search(value)) or name(value, Written.PLAIN) or _is_handle(value)
    )


def _is_handle(value: str) -> bool:
    return re.fullmatch(r"(?:@|live:)?[\w.+-]{3,40}", value) is not None


def email(value: str, written: Written) -> bool:
    """Returns whether it has an at sign."""
    return "@" in value[1:-1]


def phone(value: str, written: Written) -> bool:
    """Returns whether it has six digits or more and few letters."""
    return len(value) <= 40 and len(_DIGITS.findall(value)) >= 6 and len(_LETTERS.findall(value)) <= 6


def address(value: str, written: Written) -> bool:
    """Returns whether it may be a postal address or a part of one."""
    if len(value) > 160 or _STREETLESS.fullmatch(value) or (written is Written.BARE and _CODE.match(value)):
        return False
    is_named = bool(_TWO_CAPITALS.fullmatch(value)) or not value.isascii() or written is Written.QUOTED
    return bool(_LETTERS.search(value)) and len(value) > 2 and (is_named or bool(_DIGITS.search(value)))


def number(value: str, written: Written) -> bool:
    """Returns whether it may be a number that somebody was given: a digit, no sentence, no code."""
    value = _without_signs(value)
    digits = len(_DIGITS.findall(value))
    return (
        3 <= digits <= 40
        and _NUMBER.fullmatch(value) is not None
        and len(_LETTERS.findall(value)) <= 4 + 2 * digits
        and not _UNIT.fullmatch(value)
    )


def card(value: str, written: Written) -> bool:
    """Returns whether it may be the number of a card: twelve digits or more."""
    return 12 <= len(_DIGITS.findall(value)) <= 19 and len(value) <= 30 and not _LETTERS.search(value)


def short(value: str, written: Written) -> bool:
    """Returns whether it may be a postcode or a number plate: at most 20 letters and digits, a digit among them."""
    plain = _JOINTS.sub("", _without_signs(value))
    return 3 <= len(plain) <= 20 and plain.isalnum() and bool(_DIGITS.search(plain)) and not _UNIT.fullmatch(value)


def proper(value: str, written: Written) -> bool:
    """Returns whether it may be the name of a place or an organisation: it begins with a capital."""
    if not 1 < len(value) <= 80 or not (value[0].isupper() or value[0].isdigit() or not value.isascii()):
        return False
    if written is Written.BARE and (_CODE.match(value) or _WORDS_OF_CODE.fullmatch(value)):
        return False
    return value.casefold() not in NO_NAMES and bool(_LETTERS.search(value))


def phrase(value: str, written: Written) -> bool:
    """Returns whether it may describe somebody: words, few of them."""
    if len(value) > 160 or value.casefold() in NO_NAMES or _UNIT.fullmatch(value):
        return False
    if written is Written.BARE and (_CODE.match(value) or _WORDS_OF_CODE.fullmatch(value)):
        return False
    return len(value) > 1 and bool(_LETTERS.search(value)) and value.partition(" ")[0].casefold() not in _NO_PHRASE


def date(value: str, written: Written) -> bool:
    """Returns whether it may be a date: a digit, and no unit of time."""
    return len(value) <= 40 and bool(_DATE.fullmatch(value)) and not _UNIT.fullmatch(value) and len(value) > 3


def age(value: str, written: Written) -> bool:
    """Returns whether it may be an age."""
    return len(value) <= 20 and _AGE.fullmatch(value) is not None


@cache
def gender_words() -> frozenset[str]:
    """Returns the words for genders that forms have in many languages, in lower case.

    >>> "nonbinary" in gender_words(), "weiblich" in gender_words()
    (True, True)
    """
    return listed_in(Path(__file__).with_name("gender_words.txt"))


@cache
def grade_words() -> frozenset[str]:
    """Returns the grades that are words in many languages, in lower case.

    >>> "distinction" in grade_words(), "sehr gut" in grade_words()
    (True, True)
    """
    return listed_in(Path(__file__).with_name("grade_words.txt"))


def gender(value: str, written: Written) -> bool:
    """Returns whether it names a gender."""
    opening = _OPENING.match(value)
    said = opening[0].casefold() if opening else ""
    words = gender_words()
    is_told = said in words or said.split(" ")[0] in words or _PRONOUNS.match(value) is not None
    return is_told and len(value) <= len(said) + _MOST_BEHIND_GENDER


def amount(value: str, written: Written) -> bool:
    """Returns whether it has a digit and little else."""
    return len(value) <= 40 and _AMOUNT.fullmatch(value) is not None


def grade(value: str, written: Written) -> bool:
    """Returns whether it may be a grade: a letter, a number of points, "pass"."""
    return len(value) <= 24 and (_GRADE.fullmatch(value) is not None or value.casefold().rstrip(".") in grade_words())


def flat(value: str, written: Written) -> bool:
    """Returns whether it may be the number of a flat: at most four digits, and a letter."""
    return len(value) <= 14 and _FLAT.fullmatch(value) is not None


def paid(value: str, written: Written) -> bool:
    """Returns whether it is an amount in a cell; in JSON and code an amount is mostly that of an order or a test."""
    return written is Written.PLAIN and amount(value, written)


def degrees(value: str, written: Written) -> bool:
    """Returns whether it may be a latitude or a longitude."""
    return _DEGREES.fullmatch(value) is not None


def device(value: str, written: Written) -> bool:
    """Returns whether it may name a device."""
    return (3 < len(value) <= 60 and " " not in value and "-" in value) or ":" in value


def url(value: str, written: Written) -> bool:
    """Returns whether it is an address on the web with a path."""
    return _LINK.fullmatch(value) is not None
