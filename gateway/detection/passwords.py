"""Tells passwords from the words that may stand where one is expected."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from gateway.detection.entropy import looks_secret
from gateway.detection.recognizer import Extent

_TRAILING: Final = ".,;:!?)]}>*…"
_FEWEST_ODD: Final = 6  # characters of a password where no word stands beside it
_FEWEST_DIGITS: Final = 2
_FEWEST_LETTERS: Final = 3
_ODD_WORD: Final = re.compile("[^\\s\"'`“”„«»‘’「」()\\[\\]<>{}，。、/|=:;,]{6,40}")
# Systems and standards with their version, numbers with a prefix in capitals, words with a number
# before or behind a dash, files.
_NAMED_THING: Final = re.compile(
    "(?i:windows|iphone|ipad|android|galaxy|pixel|office|chrome|firefox|python|java|node|ubuntu|debian"
    "|version|error|code|step|chapter"
    "|usb|http|ps|xbox|microsoft|outlook|oauth|wpa|ipv|utf|rfc|iso)[- ]?[0-9.]+[a-z]?$"
    "|[A-Z]{2,5}[- ]?[0-9]{3,}$|[^.]{1,30}\\.[a-z]{2,5}$"
    "|[a-z]+-[0-9]+$|[0-9]+[a-z]{0,2}-[a-z-]+$|0x[0-9a-fA-F]+$|(?:[^%]{0,20}%[0-9A-F]{2})+"
)
# Passwords of letters and one digit, and of words that a sign or a capital joins.
_MIXED: Final = re.compile("(?=.*[a-zß-ÿ])(?=.*[A-ZÀ-Þ])(?=.*[0-9]).{7,}")
_JOINED: Final = re.compile("[^\\W\\d_]{3,}(?:[&@§%$!#+*][^\\W\\d_]{3,}|_(?=[A-ZÀ-Þ])[^\\W\\d_]{3,}|[.!#*&][0-9]{1,4})")
_MEMBER: Final = re.compile("[a-z_]\\w*(?:\\.[A-Za-z_]\\w*)*\\.[A-Z]\\w*")
_SHORT_CODE: Final = re.compile("(?=[A-Z0-9*#-]*[A-ZА-Я])(?=(?:[^0-9]*[0-9]){2})[A-ZА-Я0-9*#-]{5,16}")
_FEWEST: Final = 4  # characters of a password
_MOST_WORDS: Final = 8
_FEWEST_WORDS: Final = 3  # of a passphrase
_FEWEST_UNTOLD: Final = 5  # where only its form tells it

# Names of variables, places for values, addresses, techniques, versions, sizes, dates and times.
_NO_PASSWORD: Final = re.compile(
    "[$%@]?[{(\\[<]|[$%][A-Za-z_]+%?$|[-/\\\\]|https?:|[\\w.+-]+@[\\w-]+\\.[\\w.-]+$|[*xX•.…_-]+$"
    "|(?i:sha|md|pbkdf|bcrypt|argon|scrypt|base|utf|oauth|aes|rsa|hs|tls|ssl|ipv|ldap|oauth|win|iso|rfc|cve"
    "|php|python|wpa|wep|ax|ac)"
    "-?[0-9]|(?i:[0-9]+fa|mfa)(?![A-Za-z0-9])|v?[0-9]+(?:[.,-][0-9]+)+(?:[a-z]{1,3}[0-9]*)?$|[0-9]+[-–~][0-9]+$"
    "|[0-9]+(?:st|nd|rd|th|px|kb|mb|gb|ms|min|h|d|x|bits?|chars?|characters?|times|days?|hours?|minutes?|years?)$"
    "|[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}:[0-9]{2}|[\\w-]+(?:/[\\w-]+)+$"
)
_NAME_IN_CODE: Final = re.compile("[A-Za-z]+(?:_[A-Za-z0-9]+)+$|[A-Za-z_][\\w.]*[(=[]|[a-z]+(?:[.:][a-z_]+)+[0-9]?$")
_WORDS_JOINED: Final = re.compile("[^\\W\\d_]+(?:['’-][^\\W\\d_]+){0,2}$")
_LETTERS: Final = re.compile("[^\\W\\d_]+$")

# What is said of passwords after "is", by its ending and by the word.
_ENDINGS: Final[Mapping[str, re.Pattern[str]]] = MappingProxyType(
    {
        language: re.compile(f"(?:{endings})$")
        for language, endings in {
            "en": "ed|ing|able|ible|less|ful|ous|[iy][sz]ed|itive|ative",
            "de": "iert|bar|lich|isch|los|end|gültig|^(?:ge|ver|be|ent|er|zer|zurück|ab)[a-zäöüß]+(?:t|en)",
            "fr": "[éè]e?s?|ment|eux|ante?s?|ible|able",
            "es": "[aiu]d[oa]s?|able|ible|mente|iente",
            "it": "[aiu]t[oa]|[ai]bile|mente",
            "nl": "baar|lijk|ig|aan|erd|^(?:ge|ver)[a-z]+(?:d|t|en)",
            "pt": "[aiu]d[oa]s?|[áíê]vel|mente|ente",
            "pl": "[nt][eay]|owe|ono|ano",
            "ru": "[еоы]й|ое|[еа]н|н[ао]",
        }.items()
    }
)
_SAID: Final = (
    # English
    "about above able again alphanumeric all almost already also always another anything apparently around based "
    "and are the but for not can may must should use used uses using key keys phrase phrases sequence several "
    "because been before behind being below besides best better between blank both broken bull called case chosen "
    "clearly compulsory complex confidential correct correctly current currently cyclic data default definitely "
    "different difficult dead down each easy either empty encrypted enough essential even ever every everything "
    "exactly expected expired exposed false fine first five forgotten found four free from full gibberish given "
    "going gone good great half hard hardly harder have having here hidden hint human impossible important "
    "incorrect incorrectly initially insecure inside invalid just kept known last leaked least less like likely "
    "literally local long longer lost lower lowercase made mandatory many maybe meant mine missing more most much "
    "must near nearly necessary neither never next nine nonsense none nothing null numeric obviously often okay "
    "old only onto optional other ours outdated over part perhaps perfect permanent permanently plain plaintext "
    "poor possibly pretty previously private probably properly public quite random randomly rather ready really "
    "recently redundant rejected required reset right safe safely same secret secure securely sensitive sent set "
    "shared short shorter shown similar simple simply since six some someone something sometimes soon still stolen "
    "stored strange strong stronger stupid subject such sufficient supposed supposedly surely taken temporarily "
    "temporary ten than that their theirs them then there these they this those three through today together "
    "tomorrow tonight too totally trivial true truly twice two typed typically under undefined unique unknown "
    "unlikely unsafe until upper uppercase usually valid very visible weak weaker well what whatever when where "
    "whether which while whoever whom whose why wide will with within without written wrong yes yesterday yet your "
    "yours zero sure fairly reasonably extremely absolutely somewhere here's it's there's that's not n't "
    "authentication authorization credentials password passwords passphrase username email login string text type "
    "words characters letters digits manager management policy policies recovery rotation generator field hash "
    "fully newly highly strictly badly certainly completely automatically eventually finally merely mostly partly "
    "please protected protection reset change changed resets prompt again length strength requirements "
    "requirement rules fields field boxes box forms form page pages prompts auth hint hints vault store stores "
    "checker dialog "
    "anymore now not immediately safely securely correctly anyway instead asap then there here via using until "
    "access account accounts admin users user yourself themselves itself them everyone nobody anyone "
    # German
    "abgelaufen alle aber aktuell also alt anders auch bekannt bereits beim besser bitte dass dein deine der dich "
    "doch dort dumm durch eben eher eigentlich eine einem einen einfach erforderlich etwas euer falsch fast "
    "fehlerhaft genau gerade gleich groß gültig gut gesperrt gespeichert hier ihre immer inkorrekt jetzt kaputt "
    "kein keine klein komplett komplex korrekt kurz lang leer leicht leider mehr mein meine mindestens muss nach "
    "neu nicht nichts noch notwendig nötig nun nur oben ohne öffentlich okay optional pflicht richtig schlecht "
    "schon schwach sehr sein seine seit sicher sicherer soll stark streng temporär über unbekannt unser unsicher "
    "unten ungültig vergessen viel vielleicht voll vorhanden wahrscheinlich weg weil wenig wichtig wirklich wohl "
    "zeichen ziemlich zufällig zwar zwei "
    # French
    "ancien aussi avec bien bon bonne celui cette correct court dans déjà différent donc encore erroné expiré "
    "facile faible faux fort idem identique incorrect incorrecte introuvable invalide jamais juste long mauvais "
    "même mieux moins nécessaire notre obligatoire oublié parfois perdu peut-être plus pour pourtant privé public "
    "requis sans secret sensible simple souvent stocké sûr temporaire toujours très trop unique valable valide "
    "vide votre vraiment "
    # Spanish
    "ahora antigua aquí bastante buena clave complicada corta correcta con demasiado débil del diferente distinta "
    "errónea esta este fácil fuerte igual incorrecta inválida larga mala más menos mejor mismo misma muy nada "
    "necesaria nueva nuestra nunca obligatoria para pero poco por privada que secreta segura siempre simple sólo "
    "solo también temporal todavía una única vacía válida vieja "
    # Italian
    "ancora anche adesso assente breve complessa con corretta corta debole del della diversa errata facile falsa "
    "forte giusta già lunga ma mai meno mia molto nella necessaria non nostra nuova obbligatoria per più poco "
    "privata quella questa quindi sbagliata scaduta segreta sempre semplice sicura solo sua troppo unica uguale "
    "una valida vecchia vuota "
    # Dutch
    "al alleen altijd anders bekend beter daar een fout geheim geen geldig gelijk goed heel helaas hetzelfde hier "
    "juist kort kwijt lang leeg makkelijk meer mijn moeilijk moet naar niet nieuw nodig nog nooit nu oké ongeldig "
    "onjuist ons onveilig ook openbaar oud sterk te tijdelijk uniek veilig verkeerd verlopen verplicht vergeten "
    "waarschijnlijk weg zeer zwak "
    # Portuguese
    "agora ainda antiga aqui bem boa com correta curta diferente errada essa esta fácil forte fraca igual "
    "incorreta inválida longa mais mas mesma menos minha muito nada não necessária nossa nova nunca obrigatória "
    "outra para pouco privada que secreta segura sempre sim simples somente sua também temporária uma única válida "
    "vazia velha "
    # Polish
    "bardzo błędne coś dobre inne jest jeszcze już krótkie który mocne moje może nadal nie nieprawidłowe niestety "
    "nowe poprawne proste puste samo silne słabe stare takie też tylko twoje ważne wciąż wygasło zawsze zbyt złe "
    # Russian
    "больше верный всегда длинный должен если ещё еще мой нельзя неверный неправильный нет нужен один очень "
    "простой пустой сброшен сейчас слабый слишком старый такой теперь только тоже уже устарел что это"
)
_WORDS: Final = frozenset(_SAID.split())


def told_password(language: str, candidate: str) -> tuple[Extent, ...]:
    """Returns the extent of a password after "the password is", also one of letters; nothing if it says how it is.

    >>> told_password("en", "sunshine."), told_password("en", "expired."), told_password("en", "Blue$ky42")
    (((0, 8),), (), ((0, 9),))
    """
    value = candidate.rstrip(_TRAILING)
    if len(value) < _FEWEST or _NO_PASSWORD.match(value):
        return ()
    return () if _says_how(language, value.casefold()) else ((0, _end(candidate, value)),)


def untold_password(candidate: str) -> tuple[Extent, ...]:
    """Returns the extent of a password directly after the word for one: only its form tells it.

    >>> untold_password("hunter2,"), untold_password("manager"), untold_password("sha256")
    (((0, 7),), (), ())
    """
    value = candidate.rstrip(_TRAILING)
    if len(value) < _FEWEST_UNTOLD or _NO_PASSWORD.match(value) or _NAME_IN_CODE.match(value):
        return ()
    return ((0, _end(candidate, value)),) if looks_secret(value) and not _WORDS_JOINED.match(value) else ()


def quoted_password(candidate: str) -> tuple[Extent, ...]:
    """Returns the extent of a password of several words in quotation marks; single words are judged like all others.

    >>> quoted_password("correct horse battery staple"), quoted_password("strong")
    (((0, 28),), ())
    """
    words = candidate.split()
    return ((0, len(candidate)),) if 1 < len(words) <= _MOST_WORDS and not _NO_PASSWORD.match(candidate) else ()


def paired_password(candidate: str) -> tuple[Extent, ...]:
    """Returns the extent of a password where more than the word announces it: a user name, a network.

    >>> paired_password("mangrove,"), paired_password("kite-rope"), paired_password("expired"), paired_password("field")
    (((0, 8),), ((0, 9),), (), ())
    """
    value = candidate.rstrip(_TRAILING)
    if len(value) < _FEWEST or _NO_PASSWORD.match(value) or _NAME_IN_CODE.match(value):
        return ()
    folded = value.casefold()
    says_how = folded in _WORDS or (_LETTERS.match(value) and _ENDINGS["en"].search(folded))
    return () if says_how else ((0, _end(candidate, value)),)


def agreed_word(candidate: str) -> tuple[Extent, ...]:
    """Returns the extent of a security word, also a common one; nothing if it says how the word is.

    >>> agreed_word("dandelion."), agreed_word("wrong"), agreed_word("expired")
    (((0, 9),), (), ())
    """
    value = candidate.rstrip(_TRAILING)
    says_how = len(value) < _FEWEST_LETTERS or _NO_PASSWORD.match(value) or _says_how("en", value.casefold())
    return () if says_how else ((0, len(value)),)


def passwords_in_sentence(candidate: str) -> tuple[Extent, ...]:
    """Returns the extents of the words of a sentence that look like a password: letters and digits, six or more.

    >>> text = "password used to be Chester2020 then Chester2021, 8 characters with SHA256"
    >>> [text[slice(*extent)] for extent in passwords_in_sentence(text)]
    ['Chester2020', 'Chester2021']
    """
    found = ((match.start(), match[0].rstrip(_TRAILING)) for match in _ODD_WORD.finditer(candidate))
    return tuple((start, start + len(value)) for start, value in found if is_odd(value))


def is_odd(value: str) -> bool:
    """Returns whether a word beside a secret, or in a sentence about one, looks like a password.

    >>> [is_odd(each) for each in ("Heron77", "Wexford7Slaney", "plinth&Gable", "Termosifone.21")]
    [True, True, True, True]
    >>> [is_odd(each) for each in ("Windows11", "user_name", "sha256", "AT&T", "2nd-floor")]
    [False, False, False, False, False]
    """
    if _NO_PASSWORD.match(value) or _NAMED_THING.match(value) or _MEMBER.fullmatch(value):
        return False
    return _is_long_and_mixed(value) or bool(_MIXED.fullmatch(value) or _JOINED.fullmatch(value))


def _is_long_and_mixed(value: str) -> bool:
    digits = sum(map(str.isdigit, value))
    letters = sum(map(str.isalpha, value))
    is_mixed = digits >= _FEWEST_DIGITS or (digits and digits + letters < len(value))
    return (
        len(value) >= _FEWEST_ODD
        and letters >= _FEWEST_LETTERS
        and bool(is_mixed)
        and not (_NAME_IN_CODE.match(value) and value in (value.lower(), value.upper()))
    )


def is_short_code(value: str) -> bool:
    """Returns whether a word right beside a secret may be a code: capitals and two digits or more.

    >>> [is_short_code(each) for each in ("VZ81KR", "33C07", "2026", "WINDOWS", "UTF-8")]
    [True, True, False, False, False]
    """
    return _SHORT_CODE.fullmatch(value) is not None and not _NAMED_THING.match(value)


def passphrase(candidate: str) -> tuple[Extent, ...]:
    """Returns the extent of a passphrase without quotation marks: words among which are none of a sentence.

    >>> passphrase("walnut tractor moon"), passphrase("several words of text"), passphrase("end-to-end")
    (((0, 19),), (), ())
    """
    words = candidate.casefold().replace("-", " ").split()
    return (
        ()
        if len(words) < _FEWEST_WORDS or any(len(each) < 3 or each in _WORDS for each in words)
        else ((0, len(candidate)),)
    )


def _end(candidate: str, value: str) -> int:
    """Returns the end of the value with the exclamation and question marks that may belong to it."""
    end = len(value)
    while end < len(candidate) and candidate[end] in "!?":
        end += 1
    return end


def _says_how(language: str, value: str) -> bool:
    if not _WORDS_JOINED.match(value):
        return False
    endings = _ENDINGS.get(language)
    return not _LETTERS.match(value) or value in _WORDS or bool(endings and endings.search(value))
