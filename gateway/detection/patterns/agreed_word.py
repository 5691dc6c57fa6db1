"""Words by which somebody is known: security words, memorable words; and passwords that a mail service makes for apps.

``The security word is "dandelion".``, ``memorable word bladderwrack``, ``smtp password: qamd mjye zdej nqrr``.
"""

from typing import Final

from gateway.detection.passwords import agreed_word
from gateway.detection.recognizer import Pattern
from gateway.detection.words import at_word_start, somewhere
from gateway.types import EntityType

_WORDS: Final = (
    "security word|security answer|memorable word|memorable answer|memorable name|code word|codeword|duress word"
    "|safe word|secret word|sicherheitswort|codewort|sicherheitsantwort|mot de sécurité|mot secret|mot de code"
    "|réponse secrète|palabra de seguridad|palabra secreta|respuesta secreta|parola segreta|parola di sicurezza"
    "|risposta segreta|veiligheidswoord|codewoord|beveiligingswoord|palavra de segurança|palavra secreta"
    "|resposta secreta|słowo bezpieczeństwa|hasło bezpieczeństwa|tajne słowo|кодовое слово|контрольное слово"
    "|секретное слово|güvenlik kelimesi|gizli kelime"
)
_IS: Final = (
    "(?:[:=]| (?:on file|on the account)?(?: ?(?:is|was|would be|ist|war|est|était|es|era|è|is het|é|to|—|–)\\b)?)"
)
_FOUR: Final = "[a-z]{4}(?: [a-z]{4}){3}"

PATTERNS: Final = (
    Pattern(
        name="agreed_word",
        entity_type=EntityType.KEYS,
        expression=(
            f"(?<![^\\W_])(?:{at_word_start(_WORDS)})\\s?{_IS}\\s?[\"'`“„«‘]{{0,2}}+"
            "(?P<value>[^\\s\"'`“”„«»‘’<>，。,;()]{3,40})"
        ),
        score=0.75,
        judge=agreed_word,
        prefilter=f"(?:{somewhere(_WORDS)})",
    ),
    Pattern(
        name="password_for_app",
        entity_type=EntityType.KEYS,
        expression=f"(?<![\\w-]){_FOUR}(?![\\w-]|[ '’][a-z])",
        score=0.7,
        context="(?i:passw|pwd|kennwort|hasło|senha|contraseña|wachtwoord|smtp|mot de passe)[^\\n]{0,80}$",
        prefilter=_FOUR,
    ),
)
