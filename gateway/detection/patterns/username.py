"""User names and handles: after an at sign in running text, after ``u/``, and beside words such as "username"."""

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.detection.words import somewhere
from gateway.types import EntityType

# Words after an at sign in code, its comments and style sheets.
_CODE: Final = (
    "(?!(?i:params?|returns?|throws|raises|see|author|since|deprecated|version|example|types?|media|import"
    "|charset|keyframes|override"
    "|property|todo|private|public|everyone|here|channel|localhost)\\b)"
)
_SERVICES: Final = (
    "discord|instagram|insta|snapchat|telegram|twitter|tiktok|twitch|steam|github|gitlab|reddit|skype|xbox|psn"
    "|youtube|mastodon|wechat"
    "|linkedin|facebook|venmo|cashapp|roblox|minecraft|signal|kik|line id"
)
_ACCOUNTS: Final = (
    "user ?name|userid|user id|screen ?name|gamertag|handle|nickname|login|benutzername|nom d'utilisateur"
    "|nombre de usuario|gebruikersnaam"
)
_NO_NAME: Final = (
    "(?!(?i:str|string|text|none|null|true|false|user|username|password|self|input|int|optional|required|request"
    "|the|an?|is|not|already"
    "|taken|invalid|and|or|for|in|to|of|on|it|that|your|my|his|her|name|email|char|varchar|and|var|const|let|new"
    "|this|data|form|event)(?![\\w-]))"
)
_ACCOUNT: Final = "[A-Za-z0-9_][A-Za-z0-9_.-]{1,30}[A-Za-z0-9_](?:#[0-9]{4})?"
_TELLING: Final = "(?=[A-Za-z.-]{0,30}[0-9_#])"  # characters that ordinary words do not have

PATTERNS: Final = (
    Pattern(
        name="handle",
        entity_type=EntityType.USERNAME,
        expression=(
            "@(?:(?<=[^\\s*#/@] @)|(?<=[^\\w\\s][(\"']@)|(?<=\\w[ ,][(\"']@)|(?<=\\A@)"
            f"(?=[\\w.]{{2,30}}[ ,:!?])){_CODE}[A-Za-z0-9_]"
            f"(?=[A-Za-z0-9_.]{{0,28}}[A-Za-z])"
            "(?:[A-Za-z0-9_.]{1,28}[A-Za-z0-9_])(?![\\w@(/\\[{=-]|\\.\\w)"
        ),
        score=0.55,
        prefilter="@[A-Za-z0-9_]{2}",
        lowers="[{}();=]",
    ),
    Pattern(
        name="handle_reddit",
        entity_type=EntityType.USERNAME,
        expression="(?<![\\w/.])/?u/[A-Za-z0-9_-]{3,20}(?![\\w/-])",
        score=0.75,
        prefilter="u/[A-Za-z0-9_-]{3}",
    ),
    Pattern(
        name="username_labelled",
        entity_type=EntityType.USERNAME,
        expression=(
            f"(?:[\"'`]?\\s?[:=]\\s?[\"'`]?|[\"'`]? is:? [\"'`]?@?){_NO_NAME}(?P<value>{_ACCOUNT})(?![\\w(\\[@]|\\.\\w)"
        ),
        score=0.6,
        prefilter=f"(?:{somewhere(_ACCOUNTS)})[\"'`]?(?: ?[:=]| is)",
        context=f"(?<![\\w.])(?:{_ACCOUNTS})[\"'`]?(?:\\s?[:=]\\s?| is:? )[\"'`]?@?$",
    ),
    Pattern(
        name="username_of_service",
        entity_type=EntityType.USERNAME,
        expression=f"(?: is:?|:| =|- )\\s?[\"'`]?@?{_NO_NAME}{_TELLING}(?P<value>{_ACCOUNT})(?![\\w(\\[@]|\\.\\w)",
        score=0.65,
        prefilter=f"(?:{somewhere(_SERVICES)})(?: [a-zA-Z]{{2,10}})?(?: is|:| =|- )",
        context=f"\\b(?:{_SERVICES})(?: (?:id|name|user|username|handle|account|tag))?(?: is:?|:| =|- )\\s?[\"'`]?@?$",
    ),
)
