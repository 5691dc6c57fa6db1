"""Passwords, passphrases, codes and keys, and what is none: code, messages, the name of a key."""

from __future__ import annotations

import re
from typing import Final

from gateway.detection.entropy import bits_per_character
from gateway.detection.structure.field import Written
from gateway.detection.structure.looks.forms import CODE, DIGITS, LETTERS, UNIT, WORDS_OF_CODE

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
_TOKEN: Final = re.compile(r"\S{8,}")
_NUMBER_ONLY: Final = re.compile(r"[\d.,]+[A-Za-z%]{0,2}")


def secret(value: str, written: Written) -> bool:
    """Returns whether it may be a password: three characters or more that are neither code nor a sentence."""
    if len(value) < 3 or UNIT.fullmatch(value) or (" " in value and not _is_phrase(value, written)):
        return False
    if written is not Written.BARE:
        return not (value.startswith(("/", "./", "../", "~/")) and "." in value)
    return not (CODE.match(value) or WORDS_OF_CODE.fullmatch(value) or value.startswith("/"))


def _is_phrase(value: str, written: Written) -> bool:
    """Returns whether words with spaces may be a secret: a seed phrase, an odd character among few words, or a quoted
    passphrase that says nothing about passwords, as messages do."""
    spaces = value.count(" ")
    if written is Written.QUOTED and spaces < _MOST_SPACES and _PASSPHRASE.fullmatch(value):
        return True
    return spaces >= 11 or (spaces < 4 and bool(DIGITS.search(value)))


def passphrase(value: str, written: Written) -> bool:
    """Returns whether it may be a secret of several words: up to 24, which neither ask for one nor tell of one."""
    said = value.lower().split()
    if not 1 < len(said) <= _MOST_WORDS:
        return secret(value, written)
    return said[0] not in _TELLING and not any(each[-1] in ".,;:!?" for each in said)


def code(value: str, written: Written) -> bool:
    """Returns whether it may be a PIN or a code: three to twelve letters and digits, one digit at least."""
    plain = value.strip("#*").replace("-", "").replace(" ", "")
    return 3 <= len(value) <= 16 and plain.isalnum() and bool(DIGITS.search(value))


def token(value: str, written: Written) -> bool:
    """Returns whether it looks drawn at random: eight characters without a space, digits and letters among them."""
    if not _TOKEN.fullmatch(value) or not DIGITS.search(value) or _NUMBER_ONLY.fullmatch(value):
        return False
    if written is Written.BARE and CODE.match(value):
        return False
    return bool(LETTERS.search(value)) and bits_per_character(value[:200]) >= 2.5


def drawn(value: str, written: Written) -> bool:
    """Returns whether it is a key and not the name of one: sixteen characters or more, some digits among them."""
    return token(value, written) and _DRAWN.fullmatch(value) is not None and len(DIGITS.findall(value)) >= 3
