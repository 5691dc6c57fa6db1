"""Short codes that open something: PINs, one-time codes, codes of doors and of cards, after the word for one."""

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.detection.words import somewhere
from gateway.types import EntityType

_PINS: Final = "pin|pincode|geheimzahl|nip|cvv|cvv2|cvc|cvc2|csc|kartenprüfnummer|otp|totp|tan|mtan"
_KINDS: Final = (
    "verification|security|one-?time|login|access|auth|authentication|2fa|mfa|otp|sms|unlock|door|gate|alarm|safe|lock"
    "|entry|garage|backup|recovery|reset|bestätigungs|sicherheits|zugangs|tür"
)
_CODES: Final = (
    f"(?:{_KINDS})[ -]?(?:codes?|pin|passcode|tan)|code (?:de vérification|de sécurité|secret|d'accès)"
    "|código de (?:verificación|seguridad|acceso|verificação|segurança|acesso)|codice (?:di verifica|di sicurezza|pin)"
    "|verificatiecode|beveiligingscode|kod weryfikacyjny|kod dostępu|验证码|驗證碼|認証コード|暗証番号"
)
_NEAR: Final = (
    somewhere("pin|pincode|geheimzahl|nip|cvv|cvc|csc|kartenprüfnummer|otp|tan|code|codes|passcode|código|codice|kod")
    + "|dostępu|weryfikacyjny|验证码|驗證碼|認証コード|暗証番号"
)
_TO: Final = (
    "(?:[ -](?:code|number|nummer))?(?:\\s(?:for|of|to|für|pour|de|para|per|voor|do)(?:\\s[\\w'’-]{1,15}){1,4}?)?"
    "(?:\\s?(?:is|was|ist|lautet|est|es|è|é|to|są|是|は|为))?\\s?[:=#：]?\\s?"
)

PATTERNS: Final = (
    Pattern(
        name="access_code",
        entity_type=EntityType.KEYS,
        expression="(?<![\\w.,:/$€£-])(?P<value>[0-9]{3}[ -][0-9]{3}|[0-9]{3,8})(?![\\w%°-]|[.,:/][0-9])",
        score=0.75,
        context=f"(?<!\\w)(?:{_PINS}|{_CODES}){_TO}[\"'`*]{{0,2}}$",
        prefilter=f"(?:{_NEAR})[^A-Za-z0-9][^0-9]{{0,30}}[0-9]{{3}}",
    ),
)
