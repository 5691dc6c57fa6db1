"""Passwords whose word is short or farther off: beside a user name, in the line above, of a wireless network.

``user ann and pw mangrove``, ``The new password:`` and the next line, ``the wifi is kettle77``, and passphrases of
words without quotation marks.
"""

from typing import Final

from gateway.detection.passwords import paired_password, passphrase, passwords_in_sentence, untold_password
from gateway.detection.recognizer import Pattern
from gateway.detection.words import at_word_start, somewhere
from gateway.types import EntityType

_WORDS: Final = (
    "password|passwd|passcode|pass|pwd|pw|passwort|kennwort|mot de passe|mdp|contraseña|clave|wachtwoord|senha"
    "|palavra-passe|hasło|şifre|parola|пароль|κωδικός"
)
_TOLD: Final = (
    "password|passwords|passcode|passphrase|pass phrase|pwd|pw|creds|credentials|passwort|passwörter|kennwort"
    "|zugangsdaten"
    "|mot de passe|mdp|contraseña|contraseñas|clave|password vecchia|parola chiave|wachtwoord|inloggegevens"
    "|senha|palavra-passe"
    "|hasło|hasła|şifre|şifrem|şifresi|parolası|пароль|пароля|пасс|κωδικός|κωδικό|पासवर्ड|পাসওয়ার্ড|wifi"
    "|wi-fi|wlan|вайфай"
)
_SHORT: Final = "pw|pwd|psw|mdp"
_LONG: Final = (
    "password|passwd|passphrase|passcode|token|api key|secret key|access key|passwort|kennwort|zugangscode"
    "|mot de passe|jeton|contraseña|wachtwoord|senha|palavra-passe|hasło|şifre|парол|κωδικός|密码|密碼|パスワード"
    "|비밀번호|รหัสผ่าน|पासवर्ड|পাসওয়ার্ড"
)
_PHRASES: Final = (
    "passphrase|pass phrase|recovery phrase|secret phrase|phrase de passe|phrase secrète|frase de contraseña"
    "|frase secreta|frase segreta|wachtzin|frase-senha|passwortsatz|passsatz"
)
_USERS: Final = (
    "user|username|user name|login|log in|account|userid|user id|benutzer|benutzername|konto|anmelden|utilisateur"
    "|identifiant|compte|usuario|cuenta|utente|gebruiker|gebruikersnaam|inloggen|utilizador|usuário|conta|użytkownik"
    "|kullanıcı|kullanıcı adı|пользователь|логин|логін|користувач|χρήστης"
)
_NO_USER: Final = (
    "(?!(?:user|users|username|usernames|and|or|with|name|names|id|ids|page|form|field|fields|account|accounts|data"
    "|input|interface|und|oder|mit|et|ou|y|o|e|i|en|of|forgot|needs?|has|have|must|should|can|will|requires?|to|the|a"
    "|an|is|for|in)\\b)"
)
_LITTLE: Final = (
    "(?:(?:and|with|the|his|her|my|their|our|its|und|mit|dem|das|et|avec|le|la|y|con|el|su|e|ed|il|en|met|het|com|a|i"
    "|z|ve|и|с|і|з|και)\\s){0,3}"
)
_AS: Final = "(?:(?:with|as|mit|als|avec|con|como|come|met|com|jako|is|ist|est|es|è|é|to)\\s)?"
_QUOTES: Final = "[\"'`*“”„«»‘’]{0,2}+"
_VALUE: Final = "(?P<value>[^\\s\"'`“”„«»<>，。,;()]{4,64})"
_CLAUSE: Final = (
    "(?=[\"'`”»’)]{0,2}(?:[^\\S\\n]?(?:[,;)\\n]|$)|[.!?](?:\\s|$)|\\s(?:and|but|or|no longer|does|doesn|won|can|isn|und"
    "|aber|geht|et|mais|ne|y|pero|no|e|ma|non|en|maar|werkt|mas|não|i|ale|nie|и|но|не|і|але)\\b))"
)
_WIRELESS: Final = (
    "wifi|wi-fi|wlan|вайфай|вайфая|вайфаю|вайфае|вай-фай|вай-фая|вай-фаю|واي فاي|واي-فاي|וויפיי|와이파이|ไวไฟ|वाईफ़ाई"
    "|वाई-फ़ाई|ওয়াইফাই|ওয়াইফাই|ワイファイ|无线"
)
_NETWORK_KEYS: Final = (
    "password|passcode|code|key|pass|pw|pwd|passwort|schlüssel|code|clé|mot de passe|clave|contraseña|chiave"
    "|wachtwoord|sleutel|senha|chave|hasło|klucz|kod|kodu|şifresi|şifre|пароль|ключ|密码|비번|비밀번호"
)
_OF: Final = "(?:for|of|to|vom|von|für|zum|du|de la|de|del|della|van de|van het|van|do|da|od|от|від|для)"
_IS: Final = "is|ist|lautet|c'est|c’est|est|es|è|é|to|это|це|είναι|هي|היא|हैं?|是|は|은|는|คือ"

PATTERNS: Final = (
    Pattern(
        name="password_beside_user",
        entity_type=EntityType.KEYS,
        expression=(
            f"(?<![^\\W_])"
            f"(?:{at_word_start(_USERS)})[\\s:=]{{1,3}}{_AS}{_NO_USER}[\"'`]?[^\\s,;:\"'`]{{2,40}}[\"'`]?\\s?[,;/|]?\\s{{1,2}}"
            f"{_LITTLE}(?:{at_word_start(_WORDS)})\\s?[:=]?\\s?{_QUOTES}{_VALUE}{_CLAUSE}"
        ),
        score=0.75,
        judge=paired_password,
        prefilter=f"(?:{somewhere(_WORDS)})[ :=]",
    ),
    Pattern(
        name="password_after_short_word",
        entity_type=EntityType.KEYS,
        expression=f"(?<![^\\W_])(?:{at_word_start(_SHORT)})\\s?[:=]?\\s{_QUOTES}{_VALUE}{_CLAUSE}",
        score=0.7,
        judge=paired_password,
        prefilter=f"(?:{somewhere(_SHORT)})[ :=]",
    ),
    Pattern(
        name="password_after_another",
        entity_type=EntityType.KEYS,
        expression=(
            f"(?<![^\\W_])(?:{at_word_start(_LONG)})[:=]?\\s(?:(?:is|was|from|either|von|de|del|da|van|z|с|ist"
            f"|war)\\s){{0,2}}{_QUOTES}"
            "(?=[^\\s]{0,64}[0-9!#$%&*])[^\\s\"'`“”„«»]{4,64}[\"'`”»’,;]{0,2}\\s(?:/ )?"
            "(?:to|or|then|now|and now|and now it is|and then|auf"
            f"|zu|oder|dann|neu:?|à|ou|a|o|naar|of|para|na|lub|на|или|або)\\s{_QUOTES}{_VALUE}"
        ),
        score=0.75,
        judge=untold_password,
        prefilter=f"(?:{somewhere(_LONG)})[:= ]",
    ),
    Pattern(
        name="password_of_address",
        entity_type=EntityType.KEYS,
        expression="(?<![^\\n])[\\w.+-]{1,64}@[\\w.-]{3,64}[:;|](?P<value>[!-~]{5,64})(?=[^\\S\\n]?(?:\\n|$)|\\.\\s)",
        score=0.75,
        judge=untold_password,
        prefilter="@[A-Za-z0-9.-]{3,64}[:;|]",
    ),
    Pattern(
        name="password_in_next_line",
        entity_type=EntityType.KEYS,
        expression=(
            f"(?<![\\w.'\"-])(?:{at_word_start(_LONG)})s?(?![\\w'\",()-]"
            f"|\\.\\w)[^\\n]{{0,40}}\\n(?:```[a-z]{{0,8}}\\n)?\\s{{0,8}}"
            "(?P<value>(?![\\w-]{1,40}[:=])"
            "(?=[!-~]{0,63}[0-9])[A-Za-z0-9!#$%^&*][!#-&*+./0-9:;=?@A-Z^_a-z~-]{4,63})(?=[^\\S\\n]{0,8}(?:\\n"
            "|$)|\\.\\s)"
        ),
        score=0.75,
        judge=untold_password,
        prefilter=f"(?:{somewhere(_LONG)})[^\\n]{{0,40}}\\n",
    ),
    Pattern(
        name="passphrase_of_words",
        entity_type=EntityType.KEYS,
        expression=(
            f"(?<![^\\W_])(?:{at_word_start(_PHRASES)})\\s?(?:[:=]|\\s(?:{_IS})\\b)?\\s?"
            "(?P<value>[^\\W\\d_]{3,14}(?:-[^\\W\\d_]{2,14}){2,7}"
            "|[^\\W\\d_]{3,14}(?: [^\\W\\d_]{2,14}){2,7}(?=[.!?;](?:\\s|$)|\\s?(?:\\n|$)))"
        ),
        score=0.75,
        judge=passphrase,
        prefilter=f"(?:{somewhere(_PHRASES)})[ :=]",
    ),
    Pattern(
        name="wireless_key",
        entity_type=EntityType.KEYS,
        expression=(
            f"(?i:{_WIRELESS})(?:[ -](?i:{_NETWORK_KEYS}))?\\s?(?:[:：=]|\\s?(?:{_IS}))?\\s?{_QUOTES}"
            "(?P<value>[A-Za-z](?=[^\\s]{0,40}[0-9])[!-~]{5,63})"
        ),
        score=0.7,
        judge=untold_password,
        prefilter=f"(?:{somewhere(_WIRELESS)})[^0-9\\n]{{0,60}}[0-9]",
    ),
    Pattern(
        name="key_of_wireless",
        entity_type=EntityType.KEYS,
        expression=(
            f"(?<![^\\W_])(?:{at_word_start(_WORDS)})\\s(?:{_OF}\\s(?:(?:the|our|le|la|il|dem)\\s)?)?(?i:{_WIRELESS})"
            f"\\s?(?:[:=]|\\s(?:{_IS}))?\\s{_QUOTES}{_VALUE}{_CLAUSE}"
        ),
        score=0.7,
        judge=paired_password,
        prefilter=f"(?:{somewhere(_WIRELESS)})",
    ),
    Pattern(
        name="password_in_sentence",
        entity_type=EntityType.KEYS,
        expression=f"(?<![^\\W_])(?:{at_word_start(_TOLD)})(?!\\w)[^\\n。]{{1,240}}",
        score=0.6,
        judge=passwords_in_sentence,
        prefilter=f"(?:{somewhere(_TOLD)})[^\\n]{{0,240}}[0-9]",
    ),
    Pattern(
        name="password_in_brackets",
        entity_type=EntityType.KEYS,
        expression=(
            f"(?<![^\\W_])(?:{at_word_start(_LONG)})(?:\\s[\\w'’-]{{1,15}}){{0,3}}\\s?\\((?P<value>[^\\s()]{{5,64}})\\)"
        ),
        score=0.7,
        judge=untold_password,
        prefilter=f"(?:{somewhere(_LONG)})[^\\n]{{0,60}}\\(",
    ),
    Pattern(
        name="wireless_key_of_letters",
        entity_type=EntityType.KEYS,
        expression=(
            f"(?i:{_WIRELESS})(?:[^.\\n]{{1,40}}?\\b|[ -])(?i:{_NETWORK_KEYS})"
            f"(?:\\s?[:=]\\s?|\\s(?:{_IS})\\s){_QUOTES}{_VALUE}{_CLAUSE}"
        ),
        score=0.7,
        judge=paired_password,
        prefilter=f"(?:{somewhere(_WIRELESS)})[^.\\n]{{0,60}}[ -]",
    ),
)
