"""Codes that open something: PINs, one-time codes, codes of doors and cards, licences, after the word for one."""

from typing import Final

from gateway.detection.entropy import looks_drawn
from gateway.detection.passwords import is_short_code
from gateway.detection.recognizer import Pattern, whole_if
from gateway.detection.words import somewhere
from gateway.types import EntityType

_PINS: Final = (
    "pin|pincode|passcode|пин|пин-код|pin kodu|geheimzahl|nip|cvv|cvv2|cvc|cvc2|csc|kartenprüfnummer|otp|totp|tan|mtan"
)
_KINDS: Final = (
    "verification|security|one-?time|login|access|auth|authentication|2fa|mfa|otp|sms|unlock|door|gate|alarm|safe|lock"
    "|entry|garage|backup|recovery|reset|bestätigungs|sicherheits|zugangs|tür"
)
_CODES: Final = (
    f"(?:{_KINDS})[ -]?(?:codes?|pin|passcode|tan)|code (?:de vérification|de sécurité|secret|d'accès)"
    "|código de (?:verificación|seguridad|acceso|verificação|segurança|acesso)|codice (?:di verifica|di sicurezza"
    "|pin)|code (?:wifi|pin|de l'alarme|alarme|de la porte|d'entrée|du portail|de déverrouillage)|digicode"
    "|verificatiecode|beveiligingscode|kod weryfikacyjny|kod dostępu|验证码|驗證碼|認証コード|暗証番号|الرقم السري"
    "|رمز الدخول|رمز الباب"
)
_DOORS: Final = (
    "gate|door|garage|shed|garden|lockbox|lock box|key safe|safe|locker|building|flat|alarm|bike|trailer|tür|tor"
    "|haustür|garage"
    "|tresor|schloss|fahrradschloss|schlüsselsafe|porte|portail|immeuble|hall|garage|coffre|cadenas|alarme|puerta"
    "|portal|garaje"
    "|alarma|candado|caja fuerte|porta|portone|cancello|garage|allarme|cassaforte|poort|deur|voordeur|schuur|kluis"
    "|slot|portão"
    "|prédio|garagem|cadeado|cofre|drzwi|bramy|furtki|garażu|sejfu|domofonu|двери|подъезда|домофона|ворот|сейфа"
    "|гаража|дверей"
    "|під'їзду|kapı|kapının|bina|garaj|πόρτας|εισόδου|συναγερμού"
)
_OF_DOORS: Final = (
    "(?:code|código|codigo|codice|kod|kodu|код|κωδικός|combination|combo"
    f"|kombination)(?: [\\w'’/-]{{1,12}}){{0,3}} (?:{_DOORS})"
)
# "Ring 12 and type 0815": four digits or more, and no year.
_TYPED: Final = (
    "type in|type|press|enter|punch in|key in|dial|tippen|tipp|wähl|eingeben|drück|composez|tapez|faites"
    "|marca|pulsa|teclea"
    "|digita|premi|digite|toets|wpisz|naciśnij|нажмите|наберите|bas|tuşla"
)
_OPEN_NOTHING: Final = (
    "error", "status", "exit", "country", "postal", "post", "zip", "source", "dress", "area", "colour", "color",
    "product", "model", "part", "promo", "discount", "voucher", "diagnosis", "icd", "tax", "hs", "swift", "sort",
)  # fmt: skip
_OF_SOMETHING_ELSE: Final = "".join(f"(?<!{each} )" for each in _OPEN_NOTHING)
_NEAR: Final = (
    somewhere(
        "pin|pincode|passcode|пин-код|pin kodu|geheimzahl|nip|cvv|cvc|csc|kartenprüfnummer|otp|tan"
        "|code|codes|código|codigo|codice|kod|kodu|код|κωδικός|combination|combo|kombination"
    )
    + "|digicode|الرقم السري|رمز|пин|Пин|ПИН|dostępu|weryfikacyjny|验证码|驗證碼|認証コード|暗証番号"
)
_TO: Final = (
    "(?:[ -](?:code|number|nummer))?"
    "(?:\\s(?:for|of|to|für|pour|de|para|per|voor|do|от|для)(?:\\s[\\w'’-]{1,15}){1,4}?)?"
    "(?:\\s?(?:is|was|ist|lautet|est|es|è|é|to|są|是|は|为))?\\s?[:=#：(（]?\\s?"
)

PATTERNS: Final = (
    Pattern(
        name="access_code",
        entity_type=EntityType.KEYS,
        expression="(?<![\\w.,:/$€£-])(?P<value>[0-9]{3}[ -][0-9]{3}|[AB]?[0-9]{3,8}[AB#*]?)(?![\\w%°-]|[.,:/][0-9])",
        score=0.75,
        context=f"(?<!\\w)(?:{_PINS}|{_CODES}|{_OF_DOORS}){_TO}[\"'`*]{{0,2}}$",
        prefilter=f"(?:{_NEAR})[^A-Za-z0-9][^0-9]{{0,30}}[0-9]{{3}}",
    ),
    Pattern(
        name="code_of_capitals",
        entity_type=EntityType.KEYS,
        expression=(
            "(?<![\\w./:-])(?=[A-ZА-Я0-9-]{0,15}[A-ZА-Я])(?=(?:[^0-9]{0,12}[0-9]){2})[A-ZА-Я0-9]{2,12}"
            "(?:-[A-ZА-Я0-9]{2,8}){0,3}(?![\\w./:-]\\w|\\w)"
        ),
        score=0.65,
        judge=whole_if(is_short_code),
        context=(
            f"(?<![\\w-]){_OF_SOMETHING_ELSE}"
            "(?i:codes?|digicode|code n°|código|codigo|codice|kodu?|код|κωδικός|passcode)"
            "(?: (?i:for|of|to|für|vom|de|du|del|della|van|do|от|для)(?: [\\w'’-]{1,15}){1,3})?"
            "(?: (?i:is|was|ist|est|es|è|é|to))?\\s?[:=]?\\s?[\"'`(*]{0,2}$"
        ),
        prefilter=f"(?:{somewhere('code|código|codigo|codice|kod|код|κωδικός')})[^\\n]{{0,60}}[0-9]",
    ),
    Pattern(
        name="code_to_type",
        entity_type=EntityType.KEYS,
        expression="(?<= )(?!(?:19|20)[0-9]{2}(?![0-9#*]))[0-9]{4,8}[#*]?(?![\\w%°-]|[.,:/][0-9])",
        score=0.6,
        context=f"(?<!\\w)(?:{_TYPED}) (?:then |the code |code |in )?[\"'`]?$",
        prefilter=f"(?:{somewhere(_TYPED)}) [^\\n]{{0,12}}[0-9]{{4}}",
    ),
    Pattern(
        name="code_on_card",
        entity_type=EntityType.KEYS,
        expression="(?<= )[0-9]{3,4}(?![\\w%°-]|[.,:/][0-9])",
        score=0.6,
        context="(?:digits on the back|number on the back|back of (?:the|my|her|his) card|cryptogramme)[^.\\n]{0,24}$",
        prefilter="on the back|of (?:the|my|her|his) card|cryptogramme",
    ),
    Pattern(
        name="licence_key",
        entity_type=EntityType.KEYS,
        expression="(?<![A-Za-z0-9-])[A-Z0-9]{4,8}(?:-[A-Z0-9]{4,8}){2,7}(?![A-Za-z0-9-])",
        score=0.75,
        judge=whole_if(looks_drawn),
        context=(
            "licen[cs]e|serial|product key|activation|\\bcd[ -]?key|recovery (?:key|codes?)|backup codes?|lizenz|clé d"
            "|licencia"
        ),
        prefilter="[A-Z0-9]{4}-[A-Z0-9]{4,8}-[A-Z0-9]{4}",
    ),
)
