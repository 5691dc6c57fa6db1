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
# A first name and an initial or more: "hope.m", "bill_k". What programs are made of looks the same, so words must tell.
_INITIALED: Final = (
    "[a-z]{3,12}[._](?!(?:py|js|ts|md|go|rs|sh|txt|csv|json|yaml|yml|html|css|id|get|set|is)\\b)[a-z]{1,12}[0-9]{0,4}"
)
_JOINED: Final = "[a-z][a-z0-9]{0,20}(?:[._](?!(?:py|js|ts|com|org|net)\\b)[a-z0-9]{1,20}){1,3}"
_KNOWN_AS: Final = (
    "[kK]nown as|[gG]oes by|[sS]he[’']?s|[hH]e[’']?s|[tT]hey[’']?re|[iI][’']?m|[lL]og-?in|логином был|логин|никнейм"
    "|يوزره|يوزر"
)
_ACCOUNTS_EASTERN: Final = (
    "用户名|用戶名|用户|用戶|账号|帐号|帳號|微信号|微信|QQ号|抖音号|抖音|小红书号?|微博|登录名|昵称|暱稱"
    "|ユーザー名|ユーザー|ユーザID|利用者|アカウント名?|ログインID|ハンドルネーム|インスタ"
    "|ツイッター|LINE ?ID|사용자명|사용자|아이디|계정|닉네임|카톡|카카오톡|인스타그램|인스타|텔레그램|ชื่อผู้ใช้"
    "|ผู้ใช้|บัญชีผู้ใช้|ยูสเซอร์|ไอดีไลน์"
    "|ไลน์ไอดี|ไลน์|ไอจี|ทวิตเตอร์|เฟซบุ๊ก"
)
_OF_ACCOUNT: Final = " ?(?:ID|아이디|ไอดี)|[ :：=은는이가はがも是为為叫「“”\"'(（]"
_NO_ACCOUNT: Final = (
    "(?!(?i:admin|root|api|app|sdk|pay|bot|login|web|id|user|test|guest|null|true|false|name|oauth|token)(?![\\w-]))"
)
_SAYS: Final = (
    "said|says|wrote|writes|asked|asks|replied|replies|posted|complained|told|paid|owes|messaged|emailed|called me"
)

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
    Pattern(
        name="username_after_service",
        entity_type=EntityType.USERNAME,
        expression=f" @?{_NO_NAME}{_TELLING}(?P<value>[A-Za-z0-9]+(?:[._][A-Za-z0-9]+)+)(?![\\w(\\[@/]|\\.\\w)",
        score=0.5,
        prefilter="[iI](?:nsta|g|nstagram) |[sS]nap(?:chat)? |[tT](?:elegram|iktok) ",
        context="\\b(?:insta|ig|instagram|snap|snapchat|telegram|tiktok) @?$",
    ),
    Pattern(
        name="handle_of_speaker",
        entity_type=EntityType.USERNAME,
        expression=f"(?<![\\w./@\\\\-]){_INITIALED}(?= (?:{_SAYS})\\b)",
        score=0.5,
        prefilter=f"[a-z][._][a-z0-9]+ (?:{_SAYS})",
    ),
    Pattern(
        name="handle_of_user",
        entity_type=EntityType.USERNAME,
        expression=f"(?<![\\w./@\\\\-])(?P<value>{_INITIALED})(?=[\\s,;:!?)]|\\.(?:\\s|$)|$)",
        score=0.5,
        prefilter="(?:[uU]ser|[mM]ember|[pP]layer|[mM]oderator|[sS]treamer) [a-z]",
        context="\\b(?:user|member|player|moderator|streamer) $",
    ),
    Pattern(
        name="handle_told",
        entity_type=EntityType.USERNAME,
        expression=f"(?<![\\w./@\\\\-]){_JOINED}(?![\\w@(/\\[=-]|[.:]\\w)",
        score=0.55,
        prefilter=f"(?:{_KNOWN_AS})[^\\n]{{0,60}}[a-z0-9][._][a-z0-9]",
        context=f"(?:{_KNOWN_AS})(?i:\\s|\\s(?:[\\w'’-]+\\s){{0,8}}is\\s)[\"'`]?$",
    ),
    Pattern(
        name="handle_in_script",
        entity_type=EntityType.USERNAME,
        expression=f"(?<![A-Za-z0-9_@./-]){_NO_ACCOUNT}[a-zA-Z][A-Za-z0-9_.-]{{2,28}}[A-Za-z0-9_](?![A-Za-z0-9_@(:/-]|\\.[A-Za-z0-9])",
        score=0.6,
        prefilter=_ACCOUNTS_EASTERN.replace(" ?", "").replace("?", ""),
        context=f"(?:{_ACCOUNTS_EASTERN})(?:{_OF_ACCOUNT}){{0,4}}@?$",
    ),
)
