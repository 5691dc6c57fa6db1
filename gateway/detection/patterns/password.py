"""Passwords in prose, in the words of thirteen languages: ``password hunter2``, ``mein Passwort lautet Sonnenblume``.

Directly after the word, a value counts if it has digits or signs as a password has. After a verb ("is", "lautet") it
may be of letters alone, unless it is a word that says how the password is ("wrong", "abgelaufen").
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from gateway.detection.passwords import quoted_password, told_password, untold_password
from gateway.detection.recognizer import Pattern
from gateway.detection.words import at_word_start, somewhere
from gateway.types import EntityType

# By language: words for a password, verbs after which it follows.
_WORDS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "en": (
            "password|passwd|passphrase|passcode|pass-phrase|pwd",
            "is|was|are|became|remains|used to be|changed to|set to|reset to",
        ),
        "de": (
            "passwort|kennwort|passphrase|passwörter|zugangscode|passwortsatz|losung|kennsatz",
            "ist|war|lautet|lautete|heißt",
        ),
        "fr": ("mot de passe|mdp|code secret|phrase de passe|phrase secrète", "est|était|sera|devient|c'est|reste"),
        "es": (
            "contraseña|clave de acceso|clave secreta|clave del wifi|clave wifi|frase de contraseña",
            "es|era|sería",
        ),
        "it": ("parola d'ordine|parola chiave|password|frase segreta", "è|era|sarà|resta"),
        "nl": ("wachtwoord|toegangscode|wachtzin|wachtwoordzin", "is|was|luidt|blijft"),
        "pt": ("senha|palavra-passe|palavra passe|frase-senha", "é|era|será|continua"),
        "pl": ("hasło|hasła|hasłem", "to|brzmi|to jest|było"),
        "ru": ("пароль|пароля|паролем|парольная фраза", "—|–|-|это|был"),
        "uk": ("пароль|пароля|паролем", "—|–|-|це|був"),
        "el": ("κωδικός|κωδικό|κωδικός πρόσβασης", "είναι|ήταν"),
        "tr": ("şifre|şifrem|parola|parolam|şifresi|parolası", "olarak"),
        "zh": ("密码|密碼|口令", "是|为|為|："),
        "ja": ("パスワード|パスフレーズ|暗証番号", "は|：|が"),
        "ko": ("비밀번호|비번|암호|패스워드", "는|은|가|이|：|:"),
        "th": ("รหัสผ่าน|รหัสไวไฟ|รหัสลับ|พาสเวิร์ด", "คือ|เป็น|：|:"),
        "ar": ("كلمة المرور|كلمة السر|كلمه المرور|كلمة سر", "هي|هو|:"),
        "he": ("הסיסמה|סיסמה|סיסמת|הסיסמא|סיסמא", "היא|הייתה|:"),
        "hi": ("पासवर्ड", "है|:"),
        "bn": ("পাসওয়ার্ড|পাসওয়ার্ড", "হলো|হল|:"),
    }
)
_ALL_WORDS: Final = "|".join(dict.fromkeys(word for words, _ in _WORDS.values() for word in words.split("|"))) + "|pw"
_ANNOUNCED: Final = f"(?:{somewhere(_ALL_WORDS)})[^A-Za-z0-9]"
_CREDENTIALS: Final = (
    "credentials|credential|creds|login details|login data|login info|logins are|login is|login:|zugangsdaten"
    "|anmeldedaten"
    "|identifiants|credenciales|credenziali|inloggegevens|credenciais|dane logowania"
)
_IS: Final = "|".join(dict.fromkeys(verb for _, verbs in _WORDS.values() for verb in verbs.split("|") if verb != ":"))
_COLON: Final = "\\s?[:：]\\s{0,2}"
_INTO: Final = "(?:from|to|as|auf|in|en|a|à|na|para)"
_SETTINGS: Final = frozenset({"ar", "de", "en", "es", "fr", "hi", "it", "ja", "nl", "pl", "pt", "zh"})
_UNSPACED: Final = frozenset({"zh", "ja", "ko", "th", "hi", "bn"})
_QUOTES: Final = "[\"'`*“”„«»‘’「]{0,2}+"
_KINDS: Final = (
    "(?:\\s(?:(?:du|de la|de|del|do|della|der|van de|van het|do|z|от|від|за|of the|for the)\\s)?(?:wi-?fi|wlan|вайфая"
    "|вайфаю|provisoire|temporaire|provisional|temporal|provvisori[ao]|provisóri[ao]|temporári[ao]|temporanea"
    "|tymczasowe|jednorazowe|tijdelijk|временный|тимчасовий))?"
)
_ARROW: Final = "\\s?[-=]>\\s?"
_VALUE: Final = "(?P<value>[^\\s\"'`“”„«»<>「」，。]{4,64})"
_MIDDLE: Final = "(?:\\s{1,2}[\\w.'’@/-]{1,20}){0,6}?"
_NOW: Final = "(?:\\s(?:now|still|just|currently|jetzt|noch|immer noch|maintenant|ahora|adesso|nu|agora|teraz))?:?"


def _told(language: str, words: str, verbs: str) -> Pattern:
    """Returns the pattern for passwords after a verb."""
    spaced = language not in _UNSPACED
    expression = (
        f"(?:{at_word_start(words)})[\"'`*)]{{0,2}}+{_MIDDLE}\\s{{1,2}}(?i:{verbs}){_NOW}\\s{{1,2}}{_QUOTES}{_VALUE}"
        if spaced
        else f"(?:{words})\\s?(?:{verbs})?[:：]?\\s?{_QUOTES}(?P<value>[!-~]{{4,64}})"
    )
    return Pattern(
        name=f"password_told_{language}",
        entity_type=EntityType.KEYS,
        expression=expression,
        score=0.75,
        judge=partial(told_password, language),
        prefilter=somewhere(words),
        languages=(language,) if language in _SETTINGS else (),
    )


PATTERNS: Final = (
    *(_told(language, *words) for language, words in _WORDS.items()),
    Pattern(
        name="password_untold",
        entity_type=EntityType.KEYS,
        expression=f"(?:{at_word_start(_ALL_WORDS)})[\"'`*)]{{0,2}}+{_KINDS}(?:{_COLON}|{_ARROW}|\\s{{1,2}}(?:{_INTO}\\s)?){_QUOTES}{_VALUE}",
        score=0.8,
        judge=untold_password,
        prefilter=_ANNOUNCED,
    ),
    Pattern(
        name="password_quoted",
        entity_type=EntityType.KEYS,
        expression=(
            f"(?:{at_word_start(_ALL_WORDS)})(?:{_COLON}|\\s{{1,2}}(?:{_IS})\\s{{1,2}}(?:{_INTO}\\s)?)"
            "[\"'`“„«‘「](?P<value>[^\"'`“”„«»‘’「」\\n]{4,80})[\"'`”“»’」]"
        ),
        score=0.8,
        judge=quoted_password,
        prefilter=_ANNOUNCED,
    ),
    Pattern(
        name="credentials_pair",
        entity_type=EntityType.KEYS,
        expression=(
            f"(?:{at_word_start(_CREDENTIALS)})(?:\\s[^\\s:/|]{{1,20}}){{0,4}}?\\s?[:=]?\\s{{0,2}}{_QUOTES}"
            f"(?<![\\w.@+-])[\\w.@+-]{{2,40}}\\s?[/:|]\\s?{_VALUE}"
        ),
        score=0.8,
        judge=untold_password,
        prefilter=f"(?:{somewhere(_CREDENTIALS)})",
    ),
)
