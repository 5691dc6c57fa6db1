"""User names after the word for one in many languages, and beside other scripts, where no space may stand between.

Without a colon or an equals sign (``사용자=ekim``), also in "my user name is", they have a digit, a full stop or an
underscore: ``user jd_88``, ``用户liu_88登录``, ``카톡 eun_k로``.
In brackets after a name they are made of it: ``Ann Lee (alee)``.
"""

from typing import Final

from gateway.detection.accounts import account, handle_of_name
from gateway.detection.recognizer import Pattern
from gateway.detection.words import at_word_start, somewhere
from gateway.types import EntityType

_LABELS: Final = (
    "user|username|login|nickname|gamertag|account|account name|benutzer|benutzername|anmeldename|nutzername|kennung"
    "|konto|utilisateur|nom d'utilisateur|identifiant|pseudo|compte|usuario|nombre de usuario|cuenta|utente"
    "|nome utente|conta|gebruiker|gebruikersnaam|utilizador|usuário|nome de usuário|użytkownik|nazwa użytkownika"
    "|kullanıcı|kullanıcı adı|member|player|subscriber|discord|telegram|insta|instagram|snap|snapchat"
    "|skype|tiktok|twitch|handle|screen name|reviewer|redditor|streamer|tester"
)
# What may be said of a thing in a program ("the user is not_found") needs to be somebody's.
_OWN: Final = (
    "my|her|his|their|mein|meine|sein|seine|ihr|ihre|mon|ma|son|sa|mi|su|mio|il mio|suo|mijn|zijn|haar|meu|minha|seu"
    "|sua"
)
_IS: Final = "(?:is|was|lautet|ist|war|est|était|es|era|è|é)"
_SCRIPTS: Final = (
    "用户名|用户|用戶名|用戶|账号|帳號|登录名|ユーザー名|ユーザー|利用者名|利用者|アカウント名|アカウント|사용자 이름"
    "|사용자명|사용자|아이디|계정|ชื่อผู้ใช้|ผู้ใช้|ไอดี|اسم المستخدم|المستخدم|حساب|حسابي|שם משתמש|שם המשתמש|משתמש"
    "|חשבון|उपयोगकर्ता नाम|उपयोगकर्ता|यूज़रनेम|यूज़र|यूजरनेम|यूजर|लॉगिन|अकाउंट|ব্যবহারকারীর নাম|ব্যবহারকারী|ইউজারনেম"
    "|ইউজার|অ্যাকাউন্ট|লগইন|ользователь|ользователя|огин|имя пользователя|ккаунт|ористувач|ористувача|огін|χρήστης"
    "|χρήστη"
)
_NAMES: Final = (
    "用户名|用戶名|ユーザー名|사용자 이름|사용자명|아이디|ชื่อผู้ใช้|اسم المستخدم|שם משתמש|שם המשתמש|उपयोगकर्ता नाम"
    "|यूज़रनेम|यूजरनेम|ব্যবহারকারীর নাম|ইউজারনেম|огин|имя пользователя|огін|όνομα χρήστη"
)
_SERVICES: Final = (
    "微信号|微信|微博|抖音|小红书|ライン|インスタ|ツイッター|카카오톡|카톡|인스타그램|인스타|텔레그램|라인|트위터"
    "|디스코드|ไลน์|ไอจี|อินสตาแกรม|تويتر|انستغرام|إنستغرام|انستجرام|تلغرام|تيليجرام|سناب|ديسكورد|טלגרם|אינסטגרם"
    "|אינסטה|טוויטר|דיסקורד|इंस्टाग्राम|इंस्टा|टेलीग्राम|ट्विटर|ইনস্টাগ্রাম|ইনস্টা|টেলিগ্রাম|елеграм|елеграме"
    "|нстаграм|нстаграме|инста|инсте|искорд|айбер"
)
_END: Final = "(?![A-Za-z0-9_@/(\\[-]|\\.[A-Za-z0-9])"
_NAME: Final = f"(?P<value>[A-Za-z0-9][A-Za-z0-9_.-]{{1,30}}[A-Za-z0-9]){_END}"
_HANDLE: Final = (
    "(?P<value>[a-z](?:\\.[a-z]{2}|[a-z](?=[a-z-]{0,30}(?:[0-9]|[_.][a-z0-9])))[a-z0-9_.-]{1,30}[a-z0-9])" + _END
)
_SIGN: Final = "(?: ?ID)? ?[:：=] ?[\"'「]?@?"
_NAMED: Final = "[A-Z][^\\W\\d_]{1,20}(?:[ -][A-Z][^\\W\\d_]{1,20}){1,3} [(\\[]"

PATTERNS: Final = (
    Pattern(
        name="username_after_label",
        entity_type=EntityType.USERNAME,
        expression=f"(?<![^\\W_])(?:{at_word_start(_LABELS)}) [\"'`]?@?{_HANDLE}",
        score=0.6,
        judge=account,
        prefilter=f"(?:{somewhere(_LABELS)}) [\"'`]?@?[a-z][a-z-]{{0,30}}[0-9_.][a-z0-9_.-]",
    ),
    Pattern(
        name="username_said",
        entity_type=EntityType.USERNAME,
        expression=(
            f"(?<![^\\W_])(?:{at_word_start(_OWN)}) (?:[A-Z][A-Za-z]{{2,12}} )?(?:{somewhere(_LABELS)}) {_IS} "
            f"[\"'`]?@?{_HANDLE}"
        ),
        score=0.6,
        judge=account,
        prefilter=f"(?:{somewhere(_LABELS)}) {_IS} [\"'`]?@?[a-z][a-z-]{{0,30}}[0-9_.][a-z0-9_.-]",
    ),
    Pattern(
        name="username_in_script",
        entity_type=EntityType.USERNAME,
        expression=f"(?:(?:{_SCRIPTS}){_SIGN}|(?:{_NAMES}) ?(?=[a-z]{{4}}))(?=[A-Za-z0-9_.-]{{0,30}}[a-z]){_NAME}",
        score=0.7,
        judge=account,
        prefilter=f"(?:{_SCRIPTS})(?: ?ID)? ?[:：=] ?[\"'「]?@?[A-Za-z0-9]|(?:{_NAMES}) ?[a-z]{{4}}",
    ),
    Pattern(
        name="username_beside_script",
        entity_type=EntityType.USERNAME,
        expression=(
            f"(?:{_SCRIPTS}|{_SERVICES})(?:ID|id)?[ は是은는:：=@「\"']{{0,3}}(?=[A-Za-z]{{1,30}}[0-9_.]){_NAME}"
        ),
        score=0.65,
        judge=account,
        prefilter=f"(?:{_SCRIPTS}|{_SERVICES})(?:ID|id)?[^A-Za-z0-9]{{0,4}}[A-Za-z]{{1,30}}[0-9_.]",
    ),
    Pattern(
        name="username_of_name",
        entity_type=EntityType.USERNAME,
        expression=f"(?<!\\w){_NAMED}[a-z][a-z0-9_.-]{{2,20}}(?=[)\\]])",
        score=0.7,
        judge=handle_of_name,
        prefilter="[A-Za-z] [([][a-z][a-z0-9_.-]{2,20}[])]",
    ),
)
